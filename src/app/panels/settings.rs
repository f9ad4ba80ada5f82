//! The settings, all of which are remembered.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::input::NavigationPreset;
use crate::app::settings::{LanguageChoice, RayView, Settings, ThemeChoice};
use crate::app::texts::t;
use crate::app::theme::SPACE;
use crate::render::Shading;
use crate::scene::navigation::UpAxis;
use egui::Ui;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "settings", t!("settings"), 420.0, actions, |ui, actions| {
        let mut settings = desk.settings.clone();
        appearance(ui, &mut settings);
        ui.add_space(2.0 * SPACE);
        rows::line(ui, t!("settings-panels"), |ui| {
            ui.checkbox(&mut settings.panels.inspector, t!("settings-panels-inspector"));
            ui.checkbox(&mut settings.panels.left, t!("settings-panels-left"));
            ui.checkbox(&mut settings.panels.chain, t!("settings-panels-chain"));
            ui.checkbox(&mut settings.panels.hints, t!("settings-panels-hints"));
        });
        if settings != desk.settings {
            actions.push(Action::Settings(settings));
        }
        ui.add_space(2.0 * SPACE);
        rows::note(ui, t!("settings-remembered"));
    });
}

fn appearance(ui: &mut Ui, settings: &mut Settings) {
    rows::choices(ui, t!("settings-theme"), |ui| {
        for theme in [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark] {
            ui.selectable_value(&mut settings.theme, theme, theme.name());
        }
    });
    rows::choices(ui, t!("settings-language"), |ui| {
        for language in LanguageChoice::ALL {
            ui.selectable_value(&mut settings.language, language, language.name());
        }
    });
    rows::choices(ui, t!("settings-size"), |ui| {
        for (size, name) in [
            (0.85, t!("settings-size-small")),
            (1.0, t!("settings-size-usual")),
            (1.25, t!("settings-size-large")),
            (1.5, t!("settings-size-larger")),
        ] {
            ui.selectable_value(&mut settings.interface_size, size, name);
        }
    });
    rows::choices(ui, t!("settings-navigation"), |ui| {
        for preset in NavigationPreset::ALL {
            let about: Vec<_> = preset
                .drags()
                .map(|row| t!("settings-navigation-drag", gesture = row.gesture.shown(), does = row.drag.name()))
                .collect();
            ui.selectable_value(&mut settings.navigation, preset, preset.name()).on_hover_text(about.join("\n"));
        }
    });
    rows::choices(ui, t!("settings-shading"), |ui| {
        ui.selectable_value(&mut settings.style.shading, Shading::Flat, t!("settings-shading-flat"));
        ui.selectable_value(&mut settings.style.shading, Shading::Smooth, t!("settings-shading-smooth"));
    });
    rows::choices(ui, t!("settings-up"), |ui| {
        ui.selectable_value(&mut settings.style.up_axis, UpAxis::Y, "y");
        ui.selectable_value(&mut settings.style.up_axis, UpAxis::Z, "z");
    });
    rows::choices(ui, t!("settings-antialiasing"), |ui| {
        for samples in [1, 4, 8] {
            let name = if samples == 1 {
                t!("settings-samples-off").to_owned()
            } else {
                t!("settings-samples", count = samples)
            };
            ui.selectable_value(&mut settings.style.samples, samples, name);
        }
    });
    rows::choices(ui, t!("settings-ray"), |ui| {
        for view in RayView::ALL {
            ui.selectable_value(&mut settings.ray, view, view.name());
        }
    });
    ui.add_space(2.0 * SPACE);
    rows::line(ui, t!("settings-picture"), |ui| {
        ui.checkbox(&mut settings.style.edges, t!("command-edges"));
        ui.checkbox(&mut settings.style.wireframe, t!("command-wireframe"));
        ui.checkbox(&mut settings.style.colors, t!("command-colors"));
        ui.checkbox(&mut settings.style.grid, t!("command-grid"));
        ui.checkbox(&mut settings.style.axes, t!("settings-picture-axes"));
    });
}
