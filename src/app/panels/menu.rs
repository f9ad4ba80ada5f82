//! Menu bar, with the switches of the picture at its right.

use crate::app::action::{Action, Sheet};
use crate::app::answers::MeshSource;
use crate::app::keys::{Command, chord_in_words, name_of, with_key};
use crate::app::panels::rows::ask;
use crate::app::platform::abilities::{HAS_ADDRESS, OPENS_AGAIN, QUITS};
use crate::app::settings::{RayView, Settings, ThemeChoice};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, is_for_fingers};
use crate::app::update::State;
use crate::app::workspace::Workspace;
use egui::{
    Align, Atom, Atoms, Button, CollapsingHeader, Frame, IntoAtoms, Label, Layout, MenuBar, Response, RichText,
    ScrollArea, Stroke, TextStyle, TextWrapMode, Ui, UiKind, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use egui::{PopupCloseBehavior, containers::menu::MenuConfig};
use pickray::mesh::samples::Sample;
use pickray::scene::UpAxis;
use pickray::scene::navigation::StandardView;
use pickray_render::Shading;

/// Height of the menu bar, in logical pixels.
const BAR: f32 = 32.0;

/// Width of the one menu of a small window where there is room, in logical pixels.
const MENU: f32 = 300.0;

/// Width of the space beside the words of each part of the control of workspaces, in logical pixels.
const PART_PADDING: f32 = 7.0;

/// Padding of words in the bar that fingers press, in logical pixels.
const FINGER_PADDING: Vec2 = vec2(12.0, 6.0);

/// Size of the tick before an entry that is on, in logical pixels.
const TICK: Vec2 = vec2(10.0, 9.0);

pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    // What is folded in a menu stays open to be unfolded.
    let closes = if state.desk.has_sheet() { PopupCloseBehavior::CloseOnClickOutside } else { Default::default() };
    let is_for_fingers = is_for_fingers(ui);
    MenuBar::new().config(MenuConfig::new().close_behavior(closes)).ui(ui, |ui| {
        if is_for_fingers {
            ui.spacing_mut().button_padding = FINGER_PADDING;
        }
        if state.desk.has_sheet() {
            let entries: Entries<'_> = Box::new(|ui| {
                ui.style_mut().wrap_mode = Some(TextWrapMode::Wrap);
                ui.set_width(MENU.min(ui.ctx().content_rect().width() - 2.0 * BAR));
                all(ui, state, actions);
            });
            let menus = list(ui, bars().into_atoms(), entries);
            menus.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, t!("menu")));
        } else {
            all(ui, state, actions);
            ui.add_space(10.0);
        }
        workspaces(ui, state, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| switches(ui, state, actions));
    });
}

fn all(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for (title, entries) in [
        (t!("group-file"), file as fn(&mut Ui, &State, &mut Vec<Action>)),
        (t!("menu-edit"), edit),
        (t!("group-view"), view),
        (t!("group-select"), select),
        (t!("menu-help"), help),
    ] {
        let entries: Entries<'_> = Box::new(|ui| entries(ui, state, actions));
        if state.desk.has_sheet() {
            fold(ui, title, entries);
        } else {
            list(ui, title.into_atoms(), entries);
        }
    }
}

/// Function that shows the entries of a menu. As one type for all menus, it keeps the page small.
type Entries<'a> = Box<dyn FnOnce(&mut Ui) + 'a>;

/// Shows a menu of a menu: at its side or, in a small window, below its name.
fn submenu(ui: &mut Ui, state: &State, title: &str, entries: impl FnOnce(&mut Ui)) {
    let entries: Entries<'_> = Box::new(entries);
    if state.desk.has_sheet() {
        fold(ui, title, entries);
    } else {
        list(ui, (tick(false), title).into_atoms(), entries);
    }
}

fn fold(ui: &mut Ui, title: &str, entries: Entries<'_>) {
    CollapsingHeader::new(title).show(ui, entries);
}

/// Shows a button that opens a menu; entries that the window has no room for are scrolled to.
fn list(ui: &mut Ui, title: Atoms<'_>, entries: Entries<'_>) -> Response {
    let shown = ui.menu_button(title, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        let edges = ui.spacing().menu_margin.sum().y + BAR;
        let height = ui.ctx().content_rect().height() - edges;
        // Popups are lower by themselves.
        ui.set_max_height(height);
        ScrollArea::vertical().max_height(height).show(ui, entries);
    });
    shown.response
}

/// Returns the three bars by which a button is known to open menus.
fn bars<'a>() -> Atom<'a> {
    Atom::paint(vec2(16.0, 12.0), |ui, args| {
        for y in [args.rect.top(), args.rect.center().y, args.rect.bottom()] {
            let ends = [args.rect.left(), args.rect.right()].map(|x| pos2(x, y));
            ui.painter().line_segment(ends, Stroke::new(1.75, args.fallback_text_color));
        }
    })
}

/// Returns the room of a tick before an entry's words, with a tick if the entry is on: so words stand below each other.
fn tick<'a>(is_on: bool) -> Atom<'a> {
    Atom::paint(TICK, move |ui, args| {
        if is_on {
            let (at, stroke) = (args.rect, Stroke::new(1.75, args.fallback_text_color));
            let low = at.center_bottom() - vec2(0.15 * TICK.x, 1.0);
            ui.painter().line(vec![at.left_center(), low, at.right_top()], stroke);
        }
    })
}

/// Returns an entry that is never on.
fn plain<'a>(words: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new((tick(false), words))
}

/// Returns an entry that is on or off.
fn toggle<'a>(is_on: bool, words: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new((tick(is_on), words)).selected(is_on).frame(true).frame_when_inactive(false)
}

/// Returns an entry with its key, unless there is only room for its name.
fn with_chord<'a>(ui: &Ui, entry: Button<'a>, chord: &str) -> Button<'a> {
    if ui.style().wrap_mode == Some(TextWrapMode::Wrap) { entry } else { entry.shortcut_text(chord) }
}

/// Shows the workspaces as one control of several parts.
fn workspaces(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let line = Stroke::new(1.0, Colors::of(ui).line);
    Frame::new().stroke(line).corner_radius(6).show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        // Parts need more padding than the menus' words, since they stand side by side.
        ui.spacing_mut().button_padding.x = PART_PADDING;
        for workspace in Workspace::ALL {
            let command = Command::Show(workspace);
            let about = t!("menu-workspace-about", workspace = workspace.name(), chord = chord_in_words(command));
            let is_open = state.desk.workspace == workspace;
            let clicked = ui.add(Button::selectable(is_open, workspace.name())).on_hover_text(about).clicked();
            ask(actions, (clicked && !is_open).then_some(Action::Command(command)));
        }
    });
}

/// Shows an entry that closes the menu and adds its action.
fn item(ui: &mut Ui, button: Button<'_>, enabled: bool, action: Action, actions: &mut Vec<Action>) -> Response {
    let response = ui.add_enabled(enabled, button);
    if response.clicked() {
        actions.push(action);
        ui.close_kind(UiKind::Menu);
    }
    response
}

/// Shows an entry that runs a command, with the key that does the same.
fn entry(ui: &mut Ui, command: Command, enabled: bool, actions: &mut Vec<Action>) {
    let button = with_chord(ui, plain(name_of(command)), &chord_in_words(command));
    item(ui, button, enabled, Action::Command(command), actions);
}

/// Shows an entry for a command that is on or off.
fn check(ui: &mut Ui, command: Command, on: bool, actions: &mut Vec<Action>) {
    let entry = with_chord(ui, toggle(on, name_of(command)), &chord_in_words(command));
    let button = ui.add(entry);
    ask(actions, button.clicked().then_some(Action::Command(command)));
}

/// Shows an entry that is on or off, and changes the settings by `how`.
fn set(ui: &mut Ui, on: bool, text: &str, state: &State, actions: &mut Vec<Action>, how: impl FnOnce(&mut Settings)) {
    if ui.add(toggle(on, text)).clicked() {
        change(state, actions, how);
    }
}

fn file(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entry(ui, Command::Open, true, actions);
    entry(ui, Command::Add, !state.desk.opened().is_empty(), actions);
    if OPENS_AGAIN {
        submenu(ui, state, t!("menu-recent"), |ui| recent(ui, state, actions));
    }
    submenu(ui, state, t!("menu-samples"), |ui| samples(ui, actions));
    ui.separator();
    save(ui, state, actions);
    if QUITS {
        ui.separator();
        entry(ui, Command::Quit, true, actions);
    }
    if HAS_ADDRESS {
        ui.separator();
        let width = ui.min_rect().width().max(200.0);
        ui.scope(|ui| {
            ui.set_max_width(width);
            ui.add(Label::new(RichText::new(t!("files-stay")).small().weak()).wrap());
        });
    }
}

fn recent(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    for path in &state.desk.settings.recent {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let open = Action::Open(MeshSource::File(path.clone()));
        item(ui, plain(name), true, open, actions).on_hover_text(path.display().to_string());
    }
    if state.desk.settings.recent.is_empty() {
        ui.add_enabled(false, plain(t!("menu-recent-none")));
    } else {
        ui.separator();
        item(ui, plain(t!("menu-recent-forget")), true, Action::ForgetRecent, actions);
    }
}

/// Shows the entries that write files.
fn save(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let (desk, picked) = (&state.desk, state.desk.picked.is_some());
    item(ui, plain(t!("menu-save-pick")), picked, Action::Command(Command::SavePick), actions);
    item(ui, plain(t!("menu-save-situation")), picked, Action::Command(Command::SaveSituation), actions);
    let is_seen = !desk.scene().objects().is_empty();
    item(ui, plain(t!("menu-save-picture")), is_seen, Action::Sheet(Some(Sheet::Picture)), actions);
    ui.separator();
    // Benches have more in the scene than the mesh.
    let any = desk.workspace.picks() && is_seen;
    let some = any && !desk.selected.triangles.is_empty();
    item(ui, plain(t!("menu-export-mesh")), any, Action::Command(Command::ExportMesh), actions);
    item(ui, plain(t!("menu-export-selection")), some, Action::Command(Command::ExportSelection), actions);
}

fn edit(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let (desk, picked) = (&state.desk, state.desk.picked.is_some());
    entry(ui, Command::Undo, desk.selected.triangles.can_undo(), actions);
    entry(ui, Command::Redo, desk.selected.triangles.can_redo(), actions);
    ui.separator();
    entry(ui, Command::CopyRecord, picked, actions);
    item(ui, plain(t!("menu-copy-json")), picked, Action::CopyJson, actions);
    entry(ui, Command::CopySituation, picked, actions);
    if HAS_ADDRESS {
        item(ui, plain(t!("menu-copy-link")), picked, Action::Command(Command::CopyLink), actions);
        item(ui, plain(t!("menu-copy-embed")), picked, Action::CopyEmbedCode, actions);
    }
    let is_seen = !desk.scene().objects().is_empty();
    item(ui, plain(t!("menu-copy-picture")), is_seen, Action::TakePicture(true), actions);
    entry(ui, Command::Paste, true, actions);
    ui.separator();
    item(ui, plain(t!("settings")), true, Action::Sheet(Some(Sheet::Settings)), actions);
}

/// Shows a menu entry for each built-in sample mesh; a click on it opens the mesh.
pub fn samples(ui: &mut Ui, actions: &mut Vec<Action>) {
    for sample in Sample::ALL {
        item(ui, plain(of_library::sample(sample)), true, Action::Open(MeshSource::Sample(sample)), actions);
    }
}

fn view(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let settings = &state.desk.settings;
    let style = &settings.style;
    entry(ui, Command::FrameSelection, true, actions);
    entry(ui, Command::ResetView, true, actions);
    submenu(ui, state, t!("menu-look"), |ui| {
        use StandardView::{Back, Bottom, Front, Left, Right, Top};
        for side in [Front, Right, Top, Back, Left, Bottom] {
            entry(ui, Command::ViewFrom(side), true, actions);
        }
    });
    ui.separator();
    set(ui, style.shading == Shading::Smooth, t!("menu-smooth"), state, actions, toggle_shading);
    set(ui, style.occlusion, t!("menu-occlusion"), state, actions, |settings| settings.style.occlusion ^= true);
    check(ui, Command::ToggleEdges, style.edges, actions);
    check(ui, Command::ToggleGrid, style.grid, actions);
    check(ui, Command::ToggleOrthographic, is_orthographic(state), actions);
    let up = state.desk.study.up_axis();
    let z_is_up = ui.add(toggle(up == UpAxis::Z, t!("menu-z-is-up")));
    ask(actions, z_is_up.clicked().then_some(Action::TakeAsUp(up.other())));
    check(ui, Command::ToggleWireframe, style.wireframe, actions);
    check(ui, Command::ToggleColors, style.colors, actions);
    set(ui, style.textures, t!("menu-textures"), state, actions, |settings| settings.style.textures ^= true);
    ui.separator();
    explain(ui, state, actions);
    ui.separator();
    let panels = settings.panels;
    check(ui, Command::ToggleSidePanel, state.desk.shows_side_panel(), actions);
    set(ui, panels.hints, t!("settings-panels-hints"), state, actions, |settings| settings.panels.hints ^= true);
    submenu(ui, state, t!("settings-theme"), |ui| {
        for theme in ThemeChoice::ALL {
            set(ui, settings.theme == theme, theme.name(), state, actions, |settings| settings.theme = theme);
        }
    });
}

/// Shows the entries that tell how a pick came about.
fn explain(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Settings { ray, show_boxes, .. } = state.desk.settings;
    let switch = |ui: &mut Ui, command, actions: &mut Vec<Action>| {
        check(ui, command, state.is_on(command) == Some(true), actions);
    };
    switch(ui, Command::ToggleExplain, actions);
    submenu(ui, state, t!("settings-ray"), |ui| {
        for view in RayView::ALL {
            // The view that R comes to next is told by its key.
            let chord = if view == ray.next() { chord_in_words(Command::NextRayView) } else { String::new() };
            let entry = with_chord(ui, toggle(view == ray, view.name()), &chord);
            if ui.add(entry).clicked() {
                change(state, actions, |settings| settings.ray = view);
            }
        }
        if state.desk.is_split() {
            ui.separator();
            switch(ui, Command::ToggleNdc, actions);
        }
    });
    entry(ui, Command::BackToPick, state.desk.picked.is_some(), actions);
    set(ui, show_boxes, t!("menu-boxes"), state, actions, |settings| settings.show_boxes ^= true);
    switch(ui, Command::VerifyPixels, actions);
}

fn select(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let some = !state.desk.selected.triangles.is_empty();
    let any = !state.desk.scene().objects().is_empty();
    entry(ui, Command::SelectAll, any, actions);
    entry(ui, Command::InvertSelection, any, actions);
    let clear = with_chord(ui, plain(t!("selection-clear")), t!("key-escape"));
    item(ui, clear, some, Action::ClearSelection, actions);
    ui.separator();
    submenu(ui, state, t!("menu-areas"), |ui| {
        for command in [Command::SelectByBox, Command::SelectByLasso, Command::SelectByBrush, Command::ToggleThrough] {
            check(ui, command, state.is_on(command) == Some(true), actions);
        }
    });
    submenu(ui, state, t!("menu-related"), |ui| {
        entry(ui, Command::SelectLinked, any, actions);
        entry(ui, Command::SelectFlat, any, actions);
        item(ui, plain(t!("select-material")), any, Action::Command(Command::SelectMaterial), actions);
        item(ui, plain(t!("select-object")), any, Action::Command(Command::SelectObject), actions);
        ui.separator();
        entry(ui, Command::Grow, some, actions);
        entry(ui, Command::Shrink, some, actions);
    });
    submenu(ui, state, t!("menu-measure"), |ui| {
        check(ui, Command::Measure, state.is_on(Command::Measure) == Some(true), actions);
        for command in [Command::PlaceLandmarks, Command::NextSnap, Command::RemoveMark] {
            entry(ui, command, any, actions);
        }
    });
    ui.separator();
    item(ui, plain(t!("save-selection")), some, Action::Command(Command::SaveSelection), actions);
    item(ui, plain(t!("open-selection")), any, Action::Command(Command::OpenSelection), actions);
    ui.separator();
    for command in [Command::HideObjects, Command::IsolateObjects] {
        let button = with_chord(ui, plain(state.desk.hiding_in_words(command)), &chord_in_words(command));
        item(ui, button, any, Action::Command(command), actions);
    }
    entry(ui, Command::ShowAllObjects, state.desk.n_hidden() != [0, 0], actions);
    ui.separator();
    entry(ui, Command::NextHit, state.desk.picked.is_some(), actions);
    entry(ui, Command::GoToTriangle, any, actions);
    entry(ui, Command::ToggleCrosshair, any, actions);
}

fn help(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entry(ui, Command::ToggleHelp, true, actions);
    let has_report = !state.desk.files.reports.is_empty();
    item(ui, plain(t!("report")), has_report, Action::Sheet(Some(Sheet::Report)), actions);
    entry(ui, Command::FocusPanels, true, actions);
    check(ui, Command::Present, state.desk.shown.presenting.is_some(), actions);
    let has_errors = !state.desk.messages.errors.is_empty();
    item(ui, plain(t!("errors")), has_errors, Action::Sheet(Some(Sheet::Errors)), actions);
    ui.separator();
    ui.add_enabled(false, plain(concat!("pickray ", env!("CARGO_PKG_VERSION"))));
}

/// Shows the switches that there is room for, the last one first, since the bar fills from the right. All are in the
/// View menu, too.
fn switches(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let style = &state.desk.settings.style;
    let mut is_full = false;
    let mut switch = |text: &str, on: bool, hint: String| {
        let words = WidgetText::from(text).into_galley(ui, None, f32::INFINITY, TextStyle::Button).size().x;
        is_full |= ui.available_width() < words + 2.0 * ui.spacing().button_padding.x;
        !is_full && ui.add(Button::selectable(on, text)).on_hover_text(hint).clicked()
    };
    // Only picks are explained; a lesson always does so.
    let explains = state.desk.workspace == Workspace::Pick;
    for (text, on, command) in [
        (t!("group-explain"), state.desk.shows_ladder(), Command::ToggleExplain),
        (t!("menu-switch-orthographic"), is_orthographic(state), Command::ToggleOrthographic),
        (t!("command-grid"), style.grid, Command::ToggleGrid),
        (t!("menu-switch-edges"), style.edges, Command::ToggleEdges),
    ] {
        let is_offered = explains || command != Command::ToggleExplain;
        if is_offered && switch(text, on, with_key(name_of(command), command)) {
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
