//! Sheet (a modal dialog) with the options for saving or copying the picture: its scale, its overlays, a transparent
//! background.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::settings::PICTURE_SCALES;
use crate::app::texts::t;
use crate::app::theme::SPACE;
use egui::Ui;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "save-picture", t!("save-picture"), 400.0, actions, |ui, actions| {
        let mut settings = desk.settings.clone();
        let options = &mut settings.picture;
        rows::choices(ui, t!("save-picture-size"), |ui| {
            for scale in PICTURE_SCALES {
                let (width, height) = desk.picture_size(scale);
                let about = t!("save-picture-pixels", width = width.to_string(), height = height.to_string());
                ui.selectable_value(&mut options.scale, scale, format!("{scale}×")).on_hover_text(about);
            }
        });
        rows::line(ui, t!("save-picture-with"), |ui| {
            ui.checkbox(&mut options.overlays, t!("save-picture-overlays"));
            ui.checkbox(&mut options.transparent, t!("save-picture-transparent"));
        });
        let (width, height) = desk.picture_size(options.scale);
        rows::note(ui, &t!("save-picture-pixels", width = width.to_string(), height = height.to_string()));
        ui.add_space(2.0 * SPACE);
        if settings != desk.settings {
            actions.push(Action::Settings(settings));
        }
        ui.horizontal(|ui| {
            for (text, to_clipboard) in [(t!("save-picture-save"), false), (t!("save-picture-copy"), true)] {
                rows::ask(actions, ui.button(text).clicked().then_some(Action::TakePicture(to_clipboard)));
            }
        });
    });
}
