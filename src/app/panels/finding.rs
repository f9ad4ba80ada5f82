//! Sheets (modal dialogs) that find a command, a triangle, a file in the window's own list, and every key and gesture.

use super::rows;
use crate::app::action::{Action, Chooser, Sheet};
use crate::app::arrangement::Workspace;
use crate::app::chooser::{ChooserAction, Purpose};
use crate::app::desk::{Desk, selecting};
use crate::app::input::{CLICKS, NavigationPreset, click_gesture};
use crate::app::keys::{
    COMMANDS, Command, Group, MOUSE_ELSEWHERE, MOUSE_ON_SURFACE, Row, TOUCH_MOVES, TOUCH_ON_SURFACE, bindings,
    chord_in_words, rows_of,
};
use crate::app::platform::folder::MOST_ENTRIES;
use crate::app::settings::RayView;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::update::State;
use egui::{Align, Align2, Button, FontId, Id, Key, Layout, Modifiers, RichText, ScrollArea, TextEdit, Ui, Vec2, vec2};
use std::path::PathBuf;

const LIST_HEIGHT: f32 = 360.0;

/// Shows the commands that `typed` finds; the one at `chosen` is run by Enter.
pub fn commands(ui: &Ui, state: &State, typed: &str, chosen: usize, actions: &mut Vec<Action>) {
    rows::sheet(ui, "palette", t!("command-palette"), 520.0, actions, &mut |ui, actions| {
        // The field is asked for keys first, but these are the list's.
        let keys = [Key::ArrowUp, Key::ArrowDown, Key::Enter];
        let [up, down, enter] = keys.map(|key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)));
        let mut text = typed.to_owned();
        let field = TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text(t!("palette-hint"));
        ui.add(field).request_focus();
        ui.add_space(SPACE);

        let found = found(&text);
        let last = found.len().saturating_sub(1);
        let next = match (text == typed, up, down) {
            (false, ..) => 0,
            (_, true, _) => chosen.saturating_sub(1),
            (_, _, true) => (chosen + 1).min(last),
            _ => chosen,
        };
        if text != typed || next != chosen {
            actions.push(Action::Sheet(Some(Sheet::Palette { typed: text, chosen: next })));
        }

        if found.is_empty() {
            rows::note(ui, t!("palette-none"));
        }
        ScrollArea::vertical().max_height(LIST_HEIGHT).auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for (index, row) in found.into_iter().enumerate() {
                let is_run = entry(ui, state, row, index == next, next != chosen) || (enter && index == next);
                if is_run && state.meets(row.need) {
                    actions.extend([Action::Sheet(None), Action::Command(row.command)]);
                }
            }
        });
    });
}

/// Returns the commands whose name and group have all words of `typed`; names that begin with it come first.
fn found(typed: &str) -> Vec<&'static Row> {
    let typed = typed.trim().to_lowercase();
    let has_words = |row: &&Row| {
        let text = format!("{} {}", row.name.shown(), row.menu().name()).to_lowercase();
        typed.split_whitespace().all(|word| text.contains(word))
    };
    let is_listed = |row: &&Row| {
        let is_key_alone = matches!(row.command, Command::MoveCrosshair(..) | Command::Escape | Command::ShowPalette);
        row.is_offered && !is_key_alone && std::ptr::eq(*row, row.command.row())
    };
    let mut found: Vec<_> = COMMANDS.iter().filter(is_listed).filter(has_words).collect();
    found.sort_by_key(|row| !row.name.shown().to_lowercase().starts_with(&typed));
    found
}

/// Shows a command with its menu or why it is unavailable, and its key; returns `true` if it was clicked.
fn entry(ui: &mut Ui, state: &State, row: &Row, is_chosen: bool, has_moved: bool) -> bool {
    let (colors, is_available) = (Colors::of(ui), state.meets(row.need));
    let name = RichText::new(row.name.shown()).color(if is_available { colors.text } else { colors.weak });
    let about = if is_available { row.menu().name() } else { row.need.name() };
    let about = RichText::new(about).small().color(colors.weak);
    let button = Button::selectable(is_chosen, (name, about)).shortcut_text(chord_in_words(row.command));
    let shown = ui.add(button.truncate().min_size(vec2(ui.available_width(), 0.0)));
    if is_chosen && has_moved {
        shown.scroll_to_me(Some(Align::Center));
    }
    shown.clicked()
}

pub fn go_to(ui: &Ui, desk: &Desk, text: &str, problem: Option<&str>, actions: &mut Vec<Action>) {
    rows::sheet(ui, "go-to", t!("go-to"), 380.0, actions, &mut |ui, actions| {
        rows::note(ui, t!("go-to-about"));
        ui.add_space(SPACE);
        let mut typed = text.to_owned();
        ui.horizontal(|ui| {
            let label = ui.label(t!("go-to-place"));
            let field = ui
                .add(TextEdit::singleline(&mut typed).desired_width(150.0).align(Align2::LEFT_CENTER))
                .labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if !entered {
                field.request_focus();
            }
            let go = entered || ui.button(t!("go-to-go")).clicked();
            if go || typed != text {
                actions.push(Action::EditPlace { text: typed.clone(), submit: go });
            }
        });
        let words = match problem {
            Some(problem) => RichText::new(problem).color(Colors::of(ui).error),
            None => RichText::new(known(desk)).color(Colors::of(ui).weak),
        };
        ui.label(words);
    });
}

fn known(desk: &Desk) -> String {
    let Some((_, object)) = selecting::meant_object(desk) else { return String::new() };
    t!("go-to-known", name = &object.name, last = (object.mesh.n_triangles() - 1).to_string())
}

const ROW_HEIGHT: f32 = 24.0;
const ROWS_SHOWN: f32 = 12.0;

/// Height that is kept for what stands below the entries, in logical pixels.
const BELOW: f32 = 110.0;

/// Number of entries that Page Up and Page Down step over.
const PAGE: isize = 10;

pub fn file(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(chooser) = &desk.files.chooser else { return };
    let mut chosen = Vec::new();
    rows::sheet(ui, "chooser", chooser.request.title, 560.0, actions, &mut |ui, _| {
        let name = Id::unique("name of the file to open");
        let is_typing = ui.memory(|memory| memory.has_focus(name));
        let stepped = is_typing.then(|| step(ui, chooser)).flatten();
        chosen.extend(stepped.map(ChooserAction::Choose));
        folder(ui, chooser, &mut chosen);
        ui.add_space(SPACE);
        list(ui, chooser, stepped, &mut chosen);
        ui.add_space(SPACE);
        file_name(ui, chooser, name, &mut chosen);
        match &chooser.problem {
            Some(problem) => drop(ui.label(RichText::new(problem).color(Colors::of(ui).error))),
            None => rows::note(ui, &state(chooser)),
        }
    });
    actions.extend(chosen.into_iter().map(Action::Chooser));
}

/// Takes the keys that choose an entry while a name is typed; returns the place of the entry, if they were pressed.
fn step(ui: &Ui, chooser: &Chooser) -> Option<usize> {
    let keys = [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, PAGE), (Key::PageUp, -PAGE)];
    let count = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
    let by: isize = keys.map(|(key, by)| by * count(key)).iter().sum();
    chooser.stepped(by).filter(|_| by != 0)
}

fn folder(ui: &mut Ui, chooser: &Chooser, chosen: &mut Vec<ChooserAction>) {
    ui.horizontal(|ui| {
        let label = ui.label(t!("chooser-folder"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            chosen.extend(ui.button(t!("chooser-home")).clicked().then(|| ChooserAction::GoTo("~".into())));
            let above = chooser.folder().and_then(|folder| folder.parent());
            if ui.add_enabled(above.is_some(), Button::new(t!("chooser-up"))).clicked() {
                chosen.extend(above.map(|folder| ChooserAction::GoTo(folder.to_owned())));
            }
            let mut text = chooser.folder_text.clone();
            let field = TextEdit::singleline(&mut text).id(Id::unique("folder of the file to open"));
            let size = [ui.available_width(), ui.spacing().interact_size.y];
            let field = ui.add_sized(size, field).labelled_by(label.id);
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                chosen.push(ChooserAction::GoTo(PathBuf::from(text.trim())));
            } else if field.changed() {
                chosen.push(ChooserAction::EditFolder(text));
            }
        });
    });
}

fn list(ui: &mut Ui, chooser: &Chooser, stepped: Option<usize>, chosen: &mut Vec<ChooserAction>) {
    let pitch = ROW_HEIGHT + ui.spacing().item_spacing.y;
    let height = (ROWS_SHOWN * pitch).min(ui.available_height() - BELOW);
    let mut area = ScrollArea::vertical().auto_shrink(false).max_height(height);
    if let Some(index) = stepped {
        area = area.vertical_scroll_offset((index as f32 * pitch - 0.5 * height).max(0.0));
    }
    let known_by = (chooser.folder(), chooser.all_files);
    area.id_salt(known_by).show_rows(ui, ROW_HEIGHT, chooser.n_shown(), |ui, range| {
        ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
            for index in range {
                let Some(entry) = chooser.entry(index) else { continue };
                let mut text = entry.name.to_string_lossy().into_owned();
                if entry.is_folder {
                    text.push('/');
                }
                let is_chosen = chooser.chosen == Some(index) || chooser.is_marked(index);
                let button = Button::selectable(is_chosen, text).truncate();
                if ui.add(button.min_size(Vec2::new(0.0, ROW_HEIGHT))).clicked() {
                    let marks = ui.input(|input| input.modifiers.command);
                    chosen.push(if marks { ChooserAction::Mark(index) } else { ChooserAction::Take(index) });
                }
            }
        });
    });
}

fn file_name(ui: &mut Ui, chooser: &Chooser, id: Id, chosen: &mut Vec<ChooserAction>) {
    ui.horizontal(|ui| {
        let label = ui.label(t!("chooser-name"));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let mut submitted = ui.button(chooser.verb()).clicked();
            let all = rows::check(ui, chooser.all_files, t!("chooser-all-files"), "");
            chosen.extend(all.map(ChooserAction::ShowAll));
            let mut text = chooser.name.clone();
            let field = TextEdit::singleline(&mut text).id(id).hint_text(t!("chooser-name-hint"));
            let size = [ui.available_width(), ui.spacing().interact_size.y];
            let field = ui.add_sized(size, field).labelled_by(label.id);
            submitted |= field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if submitted || ui.memory(|memory| memory.focused().is_none()) {
                field.request_focus();
            }
            chosen.extend(field.changed().then_some(ChooserAction::EditName(text)));
            chosen.extend(submitted.then_some(ChooserAction::Submit));
        });
    });
}

fn state(chooser: &Chooser) -> String {
    if chooser.finding.is_awaited() {
        return t!("chooser-reading").to_owned();
    }
    if chooser.n_marked() > 0 {
        return t!("chooser-marked", count = chooser.n_marked() as u64);
    }
    if chooser.is_cut() {
        return t!("chooser-cut", count = MOST_ENTRIES as u64);
    }
    match chooser.n_shown() {
        0 if chooser.folder().is_some() => t!("chooser-nothing").to_owned(),
        _ if chooser.request.purpose == Purpose::OpenMeshes => t!("chooser-keys-several").to_owned(),
        _ => t!("chooser-keys").to_owned(),
    }
}

const KEYS_WIDTH: f32 = 118.0;
const COLUMN_WIDTH: f32 = 340.0;

/// Least width of a column, in logical pixels: with less room, all stands in one.
const LEAST_COLUMN: f32 = 270.0;
const COLUMN_GAP: f32 = 6.0 * SPACE;

pub fn keys(ui: &Ui, state: &State, actions: &mut Vec<Action>) {
    rows::sheet(ui, "command-help", t!("command-help"), 2.0 * COLUMN_WIDTH + 84.0, actions, &mut |ui, _| {
        ScrollArea::vertical().show(ui, |ui| {
            let column = (0.5 * (ui.available_width() - COLUMN_GAP)).min(COLUMN_WIDTH);
            if column < LEAST_COLUMN {
                first_column(ui, state);
                return second_column(ui, state);
            }
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                ui.vertical(|ui| {
                    ui.set_width(column);
                    first_column(ui, state);
                });
                ui.add_space(COLUMN_GAP);
                ui.vertical(|ui| {
                    ui.set_width(column);
                    second_column(ui, state);
                });
            });
        });
    });
}

fn first_column(ui: &mut Ui, state: &State) {
    if state.desk.pointer.touched {
        touch(ui);
    }
    mouse(ui, state.desk.settings.navigation);
    group(ui, state, Group::Select);
    group(ui, state, Group::Marks);
    group(ui, state, Group::File);
    for tool in state.tools.of(Workspace::Collide) {
        heading(ui, &t!("help-bench", workspace = Workspace::Collide.name(), bench = tool.name()));
        for (keys, what) in tool.hints() {
            row(ui, keys.shown(), what.shown(), None);
        }
        for (keys, what) in rows_of(tool.keys(&state.desk)) {
            row(ui, &keys, what, None);
        }
    }
}

fn second_column(ui: &mut Ui, state: &State) {
    group(ui, state, Group::View);
    group(ui, state, Group::Explain);
    group(ui, state, Group::Keyboard);
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(SPACE);
    ui.label(RichText::new(text).font(FontId::new(14.0, heavy())));
}

fn mouse(ui: &mut Ui, preset: NavigationPreset) {
    heading(ui, t!("group-mouse"));
    for (modifiers, _, what) in CLICKS {
        row(ui, &click_gesture(modifiers), what.shown(), None);
    }
    for drag in preset.drags() {
        row(ui, drag.gesture.shown(), drag.drag.name(), None);
    }
    for (gesture, what) in MOUSE_ON_SURFACE.into_iter().chain(MOUSE_ELSEWHERE) {
        row(ui, gesture.shown(), what.shown(), None);
    }
}

fn touch(ui: &mut Ui) {
    heading(ui, t!("group-touch"));
    for (gesture, what) in TOUCH_MOVES.into_iter().chain(TOUCH_ON_SURFACE) {
        row(ui, gesture.shown(), what.shown(), None);
    }
}

fn group(ui: &mut Ui, state: &State, group: Group) {
    heading(ui, group.name());
    for (chord, binding) in bindings().filter(|(_, row)| row.group == group) {
        row(ui, &chord.to_string(), binding.name.shown(), live(state, binding));
    }
}

fn row(ui: &mut Ui, keys: &str, what: &str, live: Option<&str>) {
    ui.horizontal_top(|ui| {
        let colors = Colors::of(ui);
        ui.spacing_mut().item_spacing.x = 2.0 * SPACE;
        // Rows are rows of text, none as high as a button.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.allocate_ui(vec2(KEYS_WIDTH, 18.0), |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(egui::Label::new(RichText::new(keys).color(colors.text)).wrap());
        });
        ui.vertical(|ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(what).color(colors.weak));
                if let Some(live) = live {
                    ui.label(RichText::new(live).color(colors.text));
                }
            });
        });
    });
}

fn live(state: &State, &Row { command, need, .. }: &Row) -> Option<&'static str> {
    match command {
        Command::Undo | Command::Redo => (!state.meets(need)).then(|| need.name()),
        Command::ToggleOrthographic if state.is_on(command) == Some(true) => Some(t!("live-orthographic")),
        Command::ToggleOrthographic => Some(t!("live-perspective")),
        Command::NextRayView => Some(match state.desk.settings.ray {
            RayView::Off => t!("live-off"),
            RayView::Ray => t!("live-on"),
            RayView::Split => t!("live-in-two-views"),
        }),
        _ => state.is_on(command).map(|on| if on { t!("live-on") } else { t!("live-off") }),
    }
}
