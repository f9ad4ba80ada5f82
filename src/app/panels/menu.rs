//! The menu bar, and the switches of the picture at its right.

use crate::app::action::{Action, Sheet};
use crate::app::answers::MeshSource;
use crate::app::keys::{Command, chord_in_words, name_of, with_key};
use crate::app::panels::rows::ask;
use crate::app::settings::{RayView, Settings, ThemeChoice};
use crate::app::texts::{of_library, t};
use crate::app::update::State;
use crate::app::workspace::Workspace;
use crate::mesh::samples::Sample;
use crate::render::Shading;
use crate::scene::navigation::{StandardView, UpAxis};
use egui::{Align, Button, Layout, MenuBar, Response, Ui};

/// The bar's width below which its switches are left to the View menu, in logical pixels.
const ROOM_FOR_SWITCHES: f32 = 860.0;

pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let room = ui.available_width();
    MenuBar::new().ui(ui, |ui| {
        ui.menu_button(t!("group-file"), |ui| file(ui, state, actions));
        ui.menu_button(t!("group-view"), |ui| view(ui, state, actions));
        ui.menu_button(t!("group-select"), |ui| select(ui, state, actions));
        ui.menu_button(t!("menu-help"), |ui| help(ui, state, actions));
        ui.add_space(10.0);
        workspaces(ui, state, actions);
        if room >= ROOM_FOR_SWITCHES {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| switches(ui, state, actions));
        }
    });
}

fn workspaces(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for workspace in Workspace::ALL {
        let command = Command::Show(workspace);
        let about = t!("menu-workspace-about", workspace = workspace.name(), chord = chord_in_words(command));
        let is_open = state.desk.workspace == workspace;
        let clicked = ui.add(Button::selectable(is_open, workspace.name())).on_hover_text(about).clicked();
        ask(actions, (clicked && !is_open).then_some(Action::Command(command)));
    }
}

/// Shows an entry that closes the menu and has something done.
fn item(ui: &mut Ui, button: Button<'_>, enabled: bool, action: Action, actions: &mut Vec<Action>) -> Response {
    let response = ui.add_enabled(enabled, button);
    if response.clicked() {
        actions.push(action);
        ui.close();
    }
    response
}

/// Shows an entry that runs a command, with the key that does the same.
fn entry(ui: &mut Ui, command: Command, enabled: bool, actions: &mut Vec<Action>) {
    let button = Button::new(name_of(command)).shortcut_text(chord_in_words(command));
    item(ui, button, enabled, Action::Command(command), actions);
}

/// Shows an entry that is on or off.
fn check(ui: &mut Ui, command: Command, on: bool, actions: &mut Vec<Action>) {
    let button = ui.add(Button::selectable(on, name_of(command)).shortcut_text(chord_in_words(command)));
    ask(actions, button.clicked().then_some(Action::Command(command)));
}

/// Shows an entry that is on or off, and changes the settings.
fn set(ui: &mut Ui, on: bool, text: &str, state: &State, actions: &mut Vec<Action>, how: impl FnOnce(&mut Settings)) {
    if ui.add(Button::selectable(on, text)).clicked() {
        change(state, actions, how);
    }
}

fn file(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entry(ui, Command::Open, true, actions);
    entry(ui, Command::Add, !state.desk.opened().is_empty(), actions);
    ui.menu_button(t!("menu-recent"), |ui| {
        for path in &state.desk.settings.recent {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let open = Action::Open(MeshSource::File(path.clone()));
            item(ui, Button::new(name), true, open, actions).on_hover_text(path.display().to_string());
        }
        if state.desk.settings.recent.is_empty() {
            ui.add_enabled(false, Button::new(t!("menu-recent-none")));
        } else {
            ui.separator();
            item(ui, Button::new(t!("menu-recent-forget")), true, Action::ForgetRecent, actions);
        }
    });
    ui.menu_button(t!("menu-samples"), |ui| samples(ui, actions));
    ui.separator();
    let (desk, picked) = (&state.desk, state.desk.picked.is_some());
    item(ui, Button::new(t!("menu-save-pick")), picked, Action::Command(Command::SavePick), actions);
    item(ui, Button::new(t!("menu-save-situation")), picked, Action::Command(Command::SaveSituation), actions);
    entry(ui, Command::CopySituation, picked, actions);
    entry(ui, Command::Paste, true, actions);
    ui.separator();
    // On the benches the scene has more than the mesh.
    let any = desk.workspace.picks() && !desk.scene().objects().is_empty();
    let some = any && !desk.selected.triangles.is_empty();
    item(ui, Button::new(t!("menu-export-mesh")), any, Action::Command(Command::ExportMesh), actions);
    item(ui, Button::new(t!("menu-export-selection")), some, Action::Command(Command::ExportSelection), actions);
    ui.separator();
    item(ui, Button::new(t!("report")), !desk.files.reports.is_empty(), Action::Sheet(Some(Sheet::Report)), actions);
    item(ui, Button::new(t!("settings")), true, Action::Sheet(Some(Sheet::Settings)), actions);
    ui.separator();
    entry(ui, Command::Quit, true, actions);
}

/// Shows an entry for each sample, which opens it.
pub fn samples(ui: &mut Ui, actions: &mut Vec<Action>) {
    for sample in Sample::ALL {
        item(ui, Button::new(of_library::sample(sample)), true, Action::Open(MeshSource::Sample(sample)), actions);
    }
}

fn view(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let settings = &state.desk.settings;
    let style = &settings.style;
    entry(ui, Command::FrameSelection, true, actions);
    entry(ui, Command::ResetView, true, actions);
    ui.menu_button(t!("menu-look"), |ui| {
        use StandardView::{Back, Bottom, Front, Left, Right, Top};
        for side in [Front, Right, Top, Back, Left, Bottom] {
            entry(ui, Command::ViewFrom(side), true, actions);
        }
    });
    ui.separator();
    check(ui, Command::ToggleOrthographic, is_orthographic(state), actions);
    let other = if style.up_axis == UpAxis::Z { UpAxis::Y } else { UpAxis::Z };
    set(ui, other == UpAxis::Y, t!("menu-z-is-up"), state, actions, |settings| settings.style.up_axis = other);
    set(ui, style.shading == Shading::Smooth, t!("menu-smooth"), state, actions, toggle_shading);
    check(ui, Command::ToggleEdges, style.edges, actions);
    check(ui, Command::ToggleWireframe, style.wireframe, actions);
    check(ui, Command::ToggleColors, style.colors, actions);
    check(ui, Command::ToggleGrid, style.grid, actions);
    entry(ui, Command::BackToPick, state.desk.picked.is_some(), actions);
    let ray = settings.ray;
    ui.menu_button(t!("menu-ray"), |ui| {
        for view in RayView::ALL {
            // What R comes to next is told by its key.
            let chord = if view == ray.next() { chord_in_words(Command::NextRayView) } else { String::new() };
            if ui.add(Button::selectable(view == ray, view.name()).shortcut_text(chord)).clicked() {
                change(state, actions, |settings| settings.ray = view);
            }
        }
        if state.desk.is_split() {
            ui.separator();
            check(ui, Command::ToggleNdc, state.is_on(Command::ToggleNdc) == Some(true), actions);
        }
    });
    set(ui, settings.show_boxes, t!("menu-boxes"), state, actions, |settings| settings.show_boxes ^= true);
    check(ui, Command::VerifyPixels, state.is_on(Command::VerifyPixels) == Some(true), actions);
    ui.separator();
    let any = !state.desk.scene().objects().is_empty();
    item(ui, Button::new(t!("menu-save-picture")), any, Action::Sheet(Some(Sheet::Picture)), actions);
    item(ui, Button::new(t!("menu-copy-picture")), any, Action::TakePicture(true), actions);
    ui.separator();
    let panels = settings.panels;
    check(ui, Command::ToggleSidePanel, state.desk.shows_side_panel(), actions);
    set(ui, panels.chain, t!("settings-panels-chain"), state, actions, |settings| settings.panels.chain ^= true);
    set(ui, panels.hints, t!("settings-panels-hints"), state, actions, |settings| settings.panels.hints ^= true);
    ui.menu_button(t!("settings-theme"), |ui| {
        for theme in ThemeChoice::ALL {
            set(ui, settings.theme == theme, theme.name(), state, actions, |settings| settings.theme = theme);
        }
    });
}

fn select(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let some = !state.desk.selected.triangles.is_empty();
    let any = !state.desk.scene().objects().is_empty();
    entry(ui, Command::SelectAll, any, actions);
    entry(ui, Command::InvertSelection, any, actions);
    let none = Button::new(t!("menu-select-none")).shortcut_text(t!("key-escape"));
    item(ui, none, some, Action::ClearSelection, actions);
    ui.separator();
    entry(ui, Command::Undo, state.desk.selected.triangles.can_undo(), actions);
    entry(ui, Command::Redo, state.desk.selected.triangles.can_redo(), actions);
    ui.separator();
    entry(ui, Command::HideObjects, any, actions);
    entry(ui, Command::IsolateObjects, any, actions);
    entry(ui, Command::ShowAllObjects, state.desk.opened().iter().any(|object| !object.visible), actions);
    ui.separator();
    entry(ui, Command::NextHit, state.desk.picked.is_some(), actions);
    entry(ui, Command::GoToTriangle, any, actions);
    entry(ui, Command::ToggleCrosshair, any, actions);
}

fn help(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entry(ui, Command::ToggleHelp, true, actions);
    entry(ui, Command::CopyRecord, state.desk.picked.is_some(), actions);
    entry(ui, Command::FocusPanels, true, actions);
    check(ui, Command::Present, state.desk.shown.presenting.is_some(), actions);
    let has_errors = !state.desk.messages.errors.is_empty();
    item(ui, Button::new(t!("errors")), has_errors, Action::Sheet(Some(Sheet::Errors)), actions);
    ui.separator();
    ui.add_enabled(false, Button::new(concat!("pickray ", env!("CARGO_PKG_VERSION"))));
}

/// Shows the switches, the last one first: the bar fills from the right.
fn switches(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let style = &state.desk.settings.style;
    let panels = state.desk.settings.panels;
    let mut switch =
        |text: &str, on: bool, hint: String| ui.add(Button::selectable(on, text)).on_hover_text(hint).clicked();
    // The chain and the ray are a pick's.
    let (picks, ray) = (state.desk.workspace.picks(), state.desk.settings.ray);
    if state.desk.workspace == Workspace::Pick
        && switch(t!("settings-panels-chain"), panels.chain, t!("menu-chain-about").to_owned())
    {
        change(state, actions, |settings| settings.panels.chain ^= true);
    }
    let (of_ray, orthographic) = (if ray == RayView::Split { ray } else { RayView::Ray }, t!("command-orthographic"));
    for (text, on, what, command) in [
        (of_ray.name(), ray != RayView::Off, t!("menu-ray-about"), Command::NextRayView),
        (t!("menu-switch-orthographic"), is_orthographic(state), orthographic, Command::ToggleOrthographic),
        (t!("command-grid"), style.grid, t!("command-grid"), Command::ToggleGrid),
        (t!("command-wireframe"), style.wireframe, t!("menu-wireframe-about"), Command::ToggleWireframe),
        (t!("menu-switch-edges"), style.edges, t!("command-edges"), Command::ToggleEdges),
    ] {
        if (picks || command != Command::NextRayView) && switch(text, on, with_key(what, command)) {
            actions.push(Action::Command(command));
        }
    }
    if switch(t!("settings-shading-smooth"), style.shading == Shading::Smooth, t!("menu-smooth").to_owned()) {
        change(state, actions, toggle_shading);
    }
}

fn is_orthographic(state: &State) -> bool {
    state.is_on(Command::ToggleOrthographic) == Some(true)
}

fn toggle_shading(settings: &mut Settings) {
    settings.style.shading = match settings.style.shading {
        Shading::Flat => Shading::Smooth,
        Shading::Smooth => Shading::Flat,
    };
}

fn change(state: &State, actions: &mut Vec<Action>, how: impl FnOnce(&mut Settings)) {
    let mut settings = state.desk.settings.clone();
    how(&mut settings);
    actions.push(Action::Settings(settings));
}
