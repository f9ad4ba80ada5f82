//! Sheets (modal dialogs) of the settings and of the options of a saved picture, all of which are remembered.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::input::NavigationPreset;
use crate::app::keys::{Command, name_of};
use crate::app::platform::prefers_reduced_motion;
use crate::app::settings::{LengthUnit, PICTURE_SCALES, RayView, Settings, ThemeChoice};
use crate::app::texts::{Language, t};
use crate::app::theme::SPACE;
use egui::{Checkbox, Ui, WidgetText};
use pickray::scene::UpAxis;
use pickray_render::Shading;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "settings", t!("settings"), 420.0, actions, |ui, actions| {
        let mut settings = desk.settings.clone();
        appearance(ui, &mut settings);
        ui.add_space(2.0 * SPACE);
        rows::line(ui, t!("settings-motion"), |ui| {
            let (is_asked, mut reduced) = (prefers_reduced_motion(), settings.reduces_motion());
            ui.add_enabled(!is_asked, Checkbox::new(&mut reduced, t!("settings-motion-reduced")))
                .on_hover_text(t!("settings-motion-reduced-about"))
                .on_disabled_hover_text(t!("settings-motion-asked"));
            settings.reduced_motion = if is_asked { settings.reduced_motion } else { reduced };
        });
        ui.add_space(2.0 * SPACE);
        rows::line(ui, t!("settings-panels"), |ui| {
            ui.checkbox(&mut settings.panels.inspector, t!("command-side-panel"));
            ui.checkbox(&mut settings.panels.left, t!("settings-panels-left"));
            ui.checkbox(&mut settings.panels.explain, t!("settings-panels-explain"));
            switches(ui, &mut settings, &[Command::ToggleHints]);
        });
        if settings != desk.settings {
            actions.push(Action::Settings(settings));
        }
        ui.add_space(2.0 * SPACE);
        rows::note(ui, t!("settings-remembered"));
    });
}

fn appearance(ui: &mut Ui, settings: &mut Settings) {
    choose(ui, t!("settings-theme"), &mut settings.theme, ThemeChoice::ALL.map(|theme| (theme, theme.name())));
    let of_system = (None, t!("settings-language-of-system"));
    let languages = Language::ALL.map(|language| (Some(language), language.name()));
    choose(ui, t!("settings-language"), &mut settings.language, [of_system].into_iter().chain(languages));
    let sizes = [
        (0.85, t!("settings-size-small")),
        (1.0, t!("settings-size-usual")),
        (1.25, t!("settings-size-large")),
        (1.5, t!("settings-size-larger")),
    ];
    choose(ui, t!("settings-size"), &mut settings.interface_size.0, sizes);

    rows::choices(ui, t!("settings-navigation"), |ui| {
        for preset in NavigationPreset::ALL {
            let about: Vec<_> = preset
                .drags()
                .map(|row| t!("settings-navigation-drag", gesture = row.gesture.shown(), does = row.drag.name()))
                .collect();
            ui.selectable_value(&mut settings.navigation, preset, preset.name()).on_hover_text(about.join("\n"));
        }
    });

    let style = &mut settings.style;
    let shadings = [(Shading::Flat, t!("settings-shading-flat")), (Shading::Smooth, t!("settings-shading-smooth"))];
    choose(ui, t!("settings-shading"), &mut style.shading, shadings);
    let ups = [(None, t!("settings-up-by-format")), (Some(UpAxis::Y), "y"), (Some(UpAxis::Z), "z")];
    choose(ui, t!("settings-up"), &mut settings.up, ups);
    for (format, kept) in settings.up_in.clone() {
        match rows::choice(ui, &t!("settings-up-in", format = format.clone()), Some(kept), ups) {
            Some(Some(up)) => drop(settings.up_in.insert(format, up)),
            Some(None) => drop(settings.up_in.remove(&format)),
            None => {}
        }
    }

    choose(ui, t!("measure-unit"), &mut settings.unit, LengthUnit::ALL.map(|unit| (unit, unit.name())));
    let samples = [4, 8].map(|samples| (samples, t!("settings-samples", count = samples)));
    let off = (1, t!("settings-samples-off").to_owned());
    choose(ui, t!("settings-antialiasing"), &mut style.samples, [off].into_iter().chain(samples));
    choose(ui, t!("settings-ray"), &mut settings.ray, RayView::ALL.map(|view| (view, view.name())));
    ui.add_space(2.0 * SPACE);
    rows::line(ui, t!("settings-picture"), |ui| {
        use Command::{ToggleAxes, ToggleColors, ToggleEdges, ToggleGrid, ToggleTextures, ToggleWireframe};
        let of_picture = [ToggleEdges, ToggleWireframe, ToggleColors, ToggleTextures, ToggleGrid, ToggleAxes];
        switches(ui, settings, &of_picture);
    });
}

fn switches(ui: &mut Ui, settings: &mut Settings, commands: &[Command]) {
    for &command in commands {
        if let Some(on) = settings.switch(command) {
            ui.checkbox(on, name_of(command));
        }
    }
}

fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    setting: &mut T,
    options: impl IntoIterator<Item = (T, impl Into<WidgetText>)>,
) {
    *setting = rows::choice(ui, label, *setting, options).unwrap_or(*setting);
}

/// Shows a sheet to save or copy the picture: its scale, its overlays, a transparent background.
pub fn picture(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
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
