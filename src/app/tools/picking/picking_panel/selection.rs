//! The selected triangles; a click goes there.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::panels::rows;
use crate::app::texts::{of_library, t};
use egui::{Align, Button, Layout, ScrollArea, Ui};

/// How many rows are seen at once.
const ROWS_SEEN: f32 = 8.0;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    if desk.selection.is_empty() {
        rows::note(ui, t!("selection-none"));
    } else {
        list(ui, desk, actions);
    }
    ui.horizontal(|ui| {
        for (text, command, enabled) in [
            (t!("command-undo"), Command::Undo, desk.selection.can_undo()),
            (t!("command-redo"), Command::Redo, desk.selection.can_redo()),
        ] {
            if ui.add_enabled(enabled, Button::new(text)).clicked() {
                actions.push(Action::Command(command));
            }
        }
        if ui.add_enabled(!desk.selection.is_empty(), Button::new(t!("selection-clear"))).clicked() {
            actions.push(Action::ClearSelection);
        }
    });
}

fn list(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let inspected = desk.picked.as_ref().and_then(|picked| picked.id());
    let height = ui.spacing().interact_size.y;
    let spaced = height + ui.spacing().item_spacing.y;
    ScrollArea::vertical().id_salt("selected").max_height(ROWS_SEEN * spaced).auto_shrink([false, true]).show_rows(
        ui,
        height,
        desk.selection.len(),
        |ui, range| {
            let first = range.start;
            for id in desk.selection.iter().skip(first).take(range.len()) {
                let Some(object) = desk.scene().objects().get(id.object as usize) else { continue };
                let text = match object.mesh.source().place(id.triangle) {
                    Some(place) => t!("selection-row-at", triangle = id.triangle, place = of_library::place(place)),
                    None => t!("triangle-number", index = id.triangle),
                };
                ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                    let button = Button::selectable(inspected == Some(id), text).truncate();
                    if ui.add(button).on_hover_text(t!("selection-go")).clicked() {
                        actions.push(Action::GoTo(id));
                    }
                });
            }
        },
    );
}
