//! Sheet (a modal dialog) in which the user chooses a file: the window's own file dialog.

use super::rows;
use crate::app::action::{Action, Chooser};
use crate::app::chooser::{ChooserAction, Purpose};
use crate::app::desk::Desk;
use crate::app::platform::folder::MOST_ENTRIES;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use egui::{Align, Button, Id, Key, Layout, Modifiers, RichText, ScrollArea, TextEdit, Ui, Vec2};
use std::path::PathBuf;

/// Height of an entry, in logical pixels.
const ROW_HEIGHT: f32 = 24.0;

/// Number of entries that the list has room for.
const ROWS: f32 = 12.0;

/// Height that is kept for what stands below the entries, in logical pixels.
const BELOW: f32 = 110.0;

/// Number of entries that Page Up and Page Down step over.
const PAGE: isize = 10;

pub fn show(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(chooser) = &desk.files.chooser else { return };
    let mut chosen = Vec::new();
    rows::sheet(ui, "chooser", chooser.request.title, 560.0, actions, |ui, _| {
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

/// Shows the folder's path, which can be typed, and buttons for the folder above and for home.
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
    let height = (ROWS * pitch).min(ui.available_height() - BELOW);
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
