//! Asks how a picture is saved.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::settings::PICTURE_SCALES;
use crate::app::theme::SPACE;
use egui::Ui;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "Save picture", 400.0, actions, |ui, actions| {
        let mut settings = desk.settings.clone();
        let options = &mut settings.picture;
        rows::choices(ui, "Size", |ui| {
            for scale in PICTURE_SCALES {
                let (width, height) = desk.picture_size(scale);
                let about = format!("{width} × {height} pixels");
                ui.selectable_value(&mut options.scale, scale, format!("{scale}×")).on_hover_text(about);
            }
        });
        rows::line(ui, "With", |ui| {
            ui.checkbox(&mut options.overlays, "Grid, axes, ray and marks");
            ui.checkbox(&mut options.transparent, "Transparent background");
        });
        let (width, height) = desk.picture_size(options.scale);
        rows::note(ui, &format!("{width} × {height} pixels"));
        ui.add_space(2.0 * SPACE);
        if settings != desk.settings {
            actions.push(Action::Change(settings));
        }
        ui.horizontal(|ui| {
            for (text, to_clipboard) in [("Save…", false), ("Copy", true)] {
                if ui.button(text).clicked() {
                    actions.push(Action::TakePicture(to_clipboard));
                }
            }
        });
    });
}
