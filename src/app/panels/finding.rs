//! Sheets (modal dialogs) that find what is typed: a command by a few letters of its name, and a triangle by a number.

use super::rows;
use crate::app::action::{Action, Sheet};
use crate::app::desk::{Desk, selecting};
use crate::app::keys::{COMMANDS, Command, Row, chord_in_words};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use crate::app::update::State;
use egui::{Align, Align2, Button, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui, vec2};

/// Greatest height of the list, in logical pixels.
const LIST_HEIGHT: f32 = 360.0;

/// Shows the commands that `typed` finds; the one at `chosen` is run by Enter.
pub fn commands(ui: &Ui, state: &State, typed: &str, chosen: usize, actions: &mut Vec<Action>) {
    rows::sheet(ui, "palette", t!("command-palette"), 520.0, actions, |ui, actions| {
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
    rows::sheet(ui, "go-to", t!("go-to"), 380.0, actions, |ui, actions| {
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
