//! The selected triangles; a click goes there.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::Colors;
use egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

/// How many rows are seen at once.
const ROWS_SEEN: f32 = 8.0;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    if desk.selected.triangles.is_empty() {
        rows::note(ui, t!("selection-none"));
    } else {
        list(ui, desk, actions);
    }
    ui.horizontal(|ui| {
        for (text, command, enabled) in [
            (t!("command-undo"), Command::Undo, desk.selected.triangles.can_undo()),
            (t!("command-redo"), Command::Redo, desk.selected.triangles.can_redo()),
        ] {
            ask(actions, ui.add_enabled(enabled, Button::new(text)).clicked().then_some(Action::Command(command)));
        }
        let clear = ui.add_enabled(!desk.selected.triangles.is_empty(), Button::new(t!("selection-clear")));
        ask(actions, clear.clicked().then_some(Action::ClearSelection));
    });
}

fn list(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let inspected = desk.picked.as_ref().and_then(|picked| picked.id());
    let height = ui.spacing().interact_size.y;
    let spaced = height + ui.spacing().item_spacing.y;
    let area = ScrollArea::vertical().id_salt("selected").max_height(ROWS_SEEN * spaced).auto_shrink([false, true]);
    area.show_rows(ui, height, desk.selected.triangles.len(), |ui, range| {
        for id in desk.selected.triangles.iter().skip(range.start).take(range.len()) {
            let Some(object) = desk.scene().objects().get(id.object as usize) else { continue };
            let index = id.triangle.to_string();
            let text = match object.mesh.source().place(id.triangle) {
                Some(place) => t!("selection-row-at", triangle = index, place = of_library::place(place)),
                None => t!("triangle-number", index = index),
            };
            let text = match desk.opened().len() {
                ..2 => text,
                _ => t!("selection-row-of", row = text, object = of_library::mesh_name(&object.name)),
            };
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let text = RichText::new(text).color(Colors::of(ui).selected);
                let row = ui.add(Button::selectable(inspected == Some(id), text).truncate());
                ask(actions, row.on_hover_text(t!("selection-go")).clicked().then_some(Action::GoTo(id)));
            });
        }
    });
}
