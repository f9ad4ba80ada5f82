//! Menu bar, with the switches of the picture at its right.

use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::arrangement::Workspace;
use crate::app::keys::{COMMANDS, Command, Group, Need, Row, chord_in_words, name_of, with_key};
use crate::app::panels::rows::ask;
use crate::app::platform::{OPENS_AGAIN, PAGE};
use crate::app::settings::{RayView, Settings, ThemeChoice};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, is_for_fingers};
use crate::app::update::State;
use egui::{
    Align, Atom, Atoms, Button, CollapsingHeader, Frame, IntoAtoms, Label, Layout, MenuBar, PopupCloseBehavior,
    Response, RichText, ScrollArea, Stroke, TextStyle, TextWrapMode, Ui, UiKind, Vec2, WidgetInfo, WidgetText,
    containers::menu::MenuConfig, pos2, vec2,
};
use pickray::mesh::samples::Sample;
use std::ops::RangeInclusive;

const BAR_HEIGHT: f32 = 32.0;
const MENU_WIDTH: f32 = 300.0;
const PART_PADDING: f32 = 7.0;
const FINGER_PADDING: Vec2 = vec2(12.0, 6.0);
const TICK_SIZE: Vec2 = vec2(10.0, 9.0);

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
                ui.set_width(MENU_WIDTH.min(ui.ctx().content_rect().width() - 2.0 * BAR_HEIGHT));
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
        (Group::File, file as fn(&mut Ui, &State, &mut Vec<Action>)),
        (Group::Edit, edit),
        (Group::View, view),
        (Group::Select, select),
        (Group::Help, help),
    ] {
        let entries: Entries<'_> = Box::new(|ui| entries(ui, state, actions));
        if state.desk.has_sheet() {
            fold(ui, title.name(), entries);
        } else {
            list(ui, title.name().into_atoms(), entries);
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
        let edges = ui.spacing().menu_margin.sum().y + BAR_HEIGHT;
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
    Atom::paint(TICK_SIZE, move |ui, args| {
        if is_on {
            let (at, stroke) = (args.rect, Stroke::new(1.75, args.fallback_text_color));
            let low = at.center_bottom() - vec2(0.15 * TICK_SIZE.x, 1.0);
            ui.painter().line(vec![at.left_center(), low, at.right_top()], stroke);
        }
    })
}

fn plain<'a>(words: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new((tick(false), words))
}

fn toggle<'a>(is_on: bool, words: impl IntoAtoms<'a>) -> Button<'a> {
    Button::new((tick(is_on), words)).selected(is_on).frame(true).frame_when_inactive(false)
}

/// Returns an entry with its key, if it has one and there is room for more than its name.
fn with_chord<'a>(ui: &Ui, entry: Button<'a>, chord: &str) -> Button<'a> {
    let has_room = ui.style().wrap_mode != Some(TextWrapMode::Wrap);
    if has_room && !chord.is_empty() { entry.shortcut_text(chord) } else { entry }
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

fn entries(ui: &mut Ui, state: &State, menu: Group, run: u8, actions: &mut Vec<Action>) {
    let is_in_run = |row: &&Row| row.place == Some((menu, run)) && row.is_offered;
    COMMANDS.iter().filter(is_in_run).for_each(|row| entry(ui, state, row, actions));
}

/// Shows runs of a menu's entries, each below a line.
fn below_lines(ui: &mut Ui, state: &State, menu: Group, runs: RangeInclusive<u8>, actions: &mut Vec<Action>) {
    for run in runs {
        ui.separator();
        entries(ui, state, menu, run, actions);
    }
}

/// Shows an entry that runs a command, with the key that does the same. A switch leaves the menu open.
fn entry(ui: &mut Ui, state: &State, row: &Row, actions: &mut Vec<Action>) {
    let command = row.command;
    let name = match command {
        Command::HideObjects | Command::IsolateObjects => state.desk.hiding_in_words(command),
        _ => row.name.shown().to_owned(),
    };
    // With nothing else to close, Esc clears the selection.
    let chord = chord_in_words(if command == Command::ClearSelection { Command::Escape } else { command });
    match state.is_on(command).filter(|_| row.need == Need::Nothing) {
        Some(on) => {
            let entry = with_chord(ui, toggle(on, name), &chord);
            ask(actions, ui.add(entry).clicked().then_some(Action::Command(command)));
        }
        None => {
            let entry = with_chord(ui, plain(name), &chord);
            item(ui, entry, state.meets(row.need), Action::Command(command), actions);
        }
    }
}

fn file(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entries(ui, state, Group::File, 0, actions);
    if OPENS_AGAIN {
        submenu(ui, state, t!("menu-recent"), |ui| recent(ui, state, actions));
    }
    submenu(ui, state, t!("menu-samples"), |ui| samples(ui, actions));
    below_lines(ui, state, Group::File, if PAGE { 1..=2 } else { 1..=3 }, actions);
    if PAGE {
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

fn edit(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entries(ui, state, Group::Edit, 0, actions);
    below_lines(ui, state, Group::Edit, 1..=2, actions);
}

pub fn samples(ui: &mut Ui, actions: &mut Vec<Action>) {
    for sample in Sample::ALL {
        item(ui, plain(of_library::sample(sample)), true, Action::Open(MeshSource::Sample(sample)), actions);
    }
}

fn view(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entries(ui, state, Group::View, 0, actions);
    submenu(ui, state, Group::Look.name(), |ui| entries(ui, state, Group::Look, 0, actions));
    below_lines(ui, state, Group::View, 1..=2, actions);
    submenu(ui, state, Group::Ray.name(), |ui| ray_views(ui, state, actions));
    entries(ui, state, Group::View, 3, actions);
    below_lines(ui, state, Group::View, 4..=4, actions);
    submenu(ui, state, t!("settings-theme"), |ui| {
        for theme in ThemeChoice::ALL {
            let is_chosen = ui.add(toggle(state.desk.settings.theme == theme, theme.name())).clicked();
            ask(actions, is_chosen.then(|| Action::Settings(Settings { theme, ..state.desk.settings.clone() })));
        }
    });
}

fn ray_views(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let settings = &state.desk.settings;
    for ray in RayView::ALL {
        // The view that R comes to next is told by its key.
        let chord = if ray == settings.ray.next() { chord_in_words(Command::NextRayView) } else { String::new() };
        let entry = with_chord(ui, toggle(ray == settings.ray, ray.name()), &chord);
        ask(actions, ui.add(entry).clicked().then(|| Action::Settings(Settings { ray, ..settings.clone() })));
    }
    if state.desk.is_split() {
        below_lines(ui, state, Group::Ray, 0..=0, actions);
    }
}

fn select(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entries(ui, state, Group::Select, 0, actions);
    ui.separator();
    submenu(ui, state, Group::Areas.name(), |ui| entries(ui, state, Group::Areas, 0, actions));
    submenu(ui, state, Group::Related.name(), |ui| {
        entries(ui, state, Group::Related, 0, actions);
        below_lines(ui, state, Group::Related, 1..=1, actions);
    });
    submenu(ui, state, Group::Marks.name(), |ui| entries(ui, state, Group::Marks, 0, actions));
    below_lines(ui, state, Group::Select, 1..=3, actions);
}

fn help(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    entries(ui, state, Group::Help, 0, actions);
    entries(ui, state, Group::Help, 1, actions);
    ui.separator();
    ui.add_enabled(false, plain(concat!("pickray ", env!("CARGO_PKG_VERSION"))));
}

/// Shows the switches that there is room for, the last one first: the bar fills from the right.
fn switches(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    // Only picks are explained; a lesson always does so.
    let explains = state.desk.workspace == Workspace::Pick;
    for (text, command) in [
        (t!("group-explain"), Command::ToggleExplain),
        (t!("menu-switch-orthographic"), Command::ToggleOrthographic),
        (t!("command-grid"), Command::ToggleGrid),
        (t!("menu-switch-edges"), Command::ToggleEdges),
        (t!("settings-shading-smooth"), Command::ToggleSmooth),
    ] {
        if command == Command::ToggleExplain && !explains {
            continue;
        }
        let words = WidgetText::from(text).into_galley(ui, None, f32::INFINITY, TextStyle::Button).size().x;
        if ui.available_width() < words + 2.0 * ui.spacing().button_padding.x {
            return;
        }
        let switch = ui.add(Button::selectable(state.is_on(command) == Some(true), text));
        let switch = switch.on_hover_text(with_key(name_of(command), command));
        ask(actions, switch.clicked().then_some(Action::Command(command)));
    }
}
