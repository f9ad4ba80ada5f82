//! The selected triangles; a click goes there.

use super::rows;
use crate::app::keys::Command;
use crate::app::numbers;
use crate::app::state::{Action, State};
use egui::{Align, Button, Layout, ScrollArea, Ui};

/// How many rows are seen at once.
const ROWS_SEEN: f32 = 8.0;

pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    if state.selection.is_empty() {
        rows::note(ui, "Nothing is selected. Click a triangle; Shift adds, Ctrl toggles.");
    } else {
        list(ui, state, actions);
    }
    ui.horizontal(|ui| {
        for (text, command, enabled) in
            [("Undo", Command::Undo, state.selection.can_undo()), ("Redo", Command::Redo, state.selection.can_redo())]
        {
            if ui.add_enabled(enabled, Button::new(text)).clicked() {
                actions.push(Action::Command(command));
            }
        }
        if ui.add_enabled(!state.selection.is_empty(), Button::new("Clear")).clicked() {
            actions.push(Action::ClearSelection);
        }
    });
}

fn list(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let inspected = state.picked.as_ref().and_then(|picked| picked.id());
    let height = ui.spacing().interact_size.y;
    let spaced = height + ui.spacing().item_spacing.y;
    ScrollArea::vertical().id_salt("selected").max_height(ROWS_SEEN * spaced).auto_shrink([false, true]).show_rows(
        ui,
        height,
        state.selection.len(),
        |ui, range| {
            let first = range.start;
            for id in state.selection.iter().skip(first).take(range.len()) {
                let Some(object) = state.scene.objects.get(id.object as usize) else { continue };
                let line = object.mesh.source().line(id.triangle);
                let mut text = format!("Triangle {}", numbers::count(u64::from(id.triangle)));
                if let Some(line) = line {
                    text += &format!("  ·  line {}", numbers::count(u64::from(line)));
                }
                ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                    let button = Button::selectable(inspected == Some(id), text).truncate();
                    if ui.add(button).on_hover_text("Go there").clicked() {
                        actions.push(Action::GoTo(id));
                    }
                });
            }
        },
    );
}
