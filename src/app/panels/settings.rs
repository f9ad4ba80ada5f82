//! The settings, all of which are remembered.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::input::NavigationPreset;
use crate::app::settings::{RayView, Settings, ThemeChoice};
use crate::app::theme::SPACE;
use crate::render::Shading;
use crate::scene::navigation::UpAxis;
use egui::Ui;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "Settings", 420.0, actions, |ui, actions| {
        let mut settings = desk.settings.clone();
        appearance(ui, &mut settings);
        ui.add_space(2.0 * SPACE);
        rows::line(ui, "Panels", |ui| {
            ui.checkbox(&mut settings.panels.inspector, "Inspector");
            ui.checkbox(&mut settings.panels.left, "Inspector at the left");
            ui.checkbox(&mut settings.panels.chain, "Chain");
            ui.checkbox(&mut settings.panels.hints, "Hints");
        });
        if settings != desk.settings {
            actions.push(Action::Change(settings));
        }
        ui.add_space(2.0 * SPACE);
        rows::note(ui, "Remembered to the next start, with the window's size, the workspace and the recent files.");
    });
}

fn appearance(ui: &mut Ui, settings: &mut Settings) {
    rows::choices(ui, "Theme", |ui| {
        for theme in [ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark] {
            ui.selectable_value(&mut settings.theme, theme, theme.name());
        }
    });
    rows::choices(ui, "Size", |ui| {
        for (size, name) in [(0.85, "Small"), (1.0, "Usual"), (1.25, "Large"), (1.5, "Larger")] {
            ui.selectable_value(&mut settings.interface_size, size, name);
        }
    });
    rows::choices(ui, "Navigation", |ui| {
        for preset in NavigationPreset::ALL {
            let about: Vec<_> = preset.drags().map(|row| format!("{}: {}", row.gesture, row.drag.name())).collect();
            ui.selectable_value(&mut settings.navigation, preset, preset.name()).on_hover_text(about.join("\n"));
        }
    });
    rows::choices(ui, "Shading", |ui| {
        ui.selectable_value(&mut settings.style.shading, Shading::Flat, "Flat");
        ui.selectable_value(&mut settings.style.shading, Shading::Smooth, "Smooth");
    });
    rows::choices(ui, "Up", |ui| {
        ui.selectable_value(&mut settings.style.up_axis, UpAxis::Y, "y");
        ui.selectable_value(&mut settings.style.up_axis, UpAxis::Z, "z");
    });
    rows::choices(ui, "Antialiasing", |ui| {
        for (samples, name) in [(1, "Off"), (4, "4 samples"), (8, "8 samples")] {
            ui.selectable_value(&mut settings.style.samples, samples, name);
        }
    });
    rows::choices(ui, "Ray of the pick", |ui| {
        for view in RayView::ALL {
            ui.selectable_value(&mut settings.ray, view, view.name());
        }
    });
    ui.add_space(2.0 * SPACE);
    rows::line(ui, "Picture", |ui| {
        ui.checkbox(&mut settings.style.edges, "Edges over the faces");
        ui.checkbox(&mut settings.style.wireframe, "Wireframe");
        ui.checkbox(&mut settings.style.grid, "Grid");
        ui.checkbox(&mut settings.style.axes, "Axes");
    });
}
