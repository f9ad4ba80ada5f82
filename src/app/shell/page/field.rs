//! Text field that is edited by a finger, and the input of the document over it: what one holds the other takes over.

use crate::app::platform::page::events::{self, Typed};
use egui::text::{CCursor, CCursorRange};
use egui::{Context, CursorIcon, Event, Id, Key, Modifiers, PlatformOutput, Role, TextEdit};

/// Number of letters that no field has.
const MOST_LETTERS: usize = 1 << 20;

#[derive(Default)]
pub struct Field {
    edited: Option<Edited>,
    /// Field for a number that had the keyboard last.
    number: Option<Id>,
    /// Text and selection of the input since they were last taken over.
    typed: Option<Typed>,
}

struct Edited {
    id: Id,
    /// Text that field and input both have.
    text: String,
    /// `false` until egui has told the field's text, all of which is typed over till then, as numbers are.
    is_known: bool,
}

impl Field {
    pub fn hear(&mut self, typed: Typed) {
        self.typed = Some(typed);
    }

    /// Edits the field as the input was, before the panels run: what differs is selected and typed over.
    pub fn take_over(&mut self, egui: &Context, events: &mut Vec<Event>) {
        let (Some(Edited { id, text, is_known }), Some(typed)) = (&mut self.edited, &self.typed) else { return };
        if *text == typed.text {
            return;
        }
        let [before, after]: [Vec<char>; 2] = [&*text, &typed.text].map(|text| text.chars().collect());
        let same = |pair: &(&char, &char)| pair.0 == pair.1;
        let start = before.iter().zip(&after).take_while(same).count();
        let end = before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(same).count();
        let to = if std::mem::replace(is_known, true) { before.len() - end } else { MOST_LETTERS };
        select(egui, *id, start, to);
        let inserted: String = after[start..after.len() - end].iter().collect();
        let event = if inserted.is_empty() { backspace() } else { Event::Text(inserted) };
        // What is typed comes before the Enter that ends it.
        events.insert(0, event);
        text.clone_from(&typed.text);
    }

    /// Follows the field after the panels have run: lays the input over it, or takes it away.
    pub fn follow(&mut self, egui: &Context, output: &PlatformOutput, by_finger: bool, scale: f32) {
        let is_field = output.mutable_text_under_cursor || output.cursor_icon == CursorIcon::ResizeHorizontal;
        events::set_under_finger(by_finger && is_field);
        let focused = egui.memory(|memory| memory.focused());
        let infos = || output.events.iter().map(|event| event.widget_info());
        if infos().any(|info| info.role == Role::SpinButton) {
            self.number = focused;
        }
        let (Some(ime), Some(id), true) = (output.ime, focused, by_finger) else {
            if self.edited.take().is_some() {
                events::hide_field();
            }
            self.typed = None;
            return;
        };
        let is_new = self.edited.as_ref().is_none_or(|edited| edited.id != id);
        if is_new {
            self.typed = None;
        }
        let edited = self.edited.take_if(|_| !is_new);
        let mut edited = edited.unwrap_or(Edited { id, text: String::new(), is_known: false });

        // The whole field, where egui names the letters in it alone.
        let rect = egui.read_response(id).map_or(ime.rect, |field| field.rect);
        let place = [rect.left(), rect.top(), rect.width(), rect.height()].map(|length| length * scale);
        events::show_field(place, self.number == Some(id), egui.theme() == egui::Theme::Dark);
        let text = infos().filter_map(|info| info.current_text_value.as_ref()).next_back();
        if let Some(text) = text.filter(|text| is_new || **text != edited.text) {
            edited.text.clone_from(text);
            edited.is_known = true;
            self.typed = None;
            events::fill_field(text, selection(egui, id, text));
        } else if let Some(typed) = self.typed.take_if(|typed| typed.text == edited.text) {
            let [from, to] = [typed.selection.0, typed.selection.1].map(|end| n_chars(&typed.text, end));
            select(egui, id, from, to);
        }
        self.edited = Some(edited);
    }
}

/// Selects what lies between two characters of a field's text, the second of which has the caret.
fn select(egui: &Context, id: Id, from: usize, to: usize) {
    let mut state = TextEdit::load_state(egui, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(from), CCursor::new(to))));
    state.store(egui, id);
}

/// Returns the ends of a field's selection, in UTF-16 code units.
fn selection(egui: &Context, id: Id, text: &str) -> (usize, usize) {
    let range = TextEdit::load_state(egui, id).and_then(|state| state.cursor.char_range());
    let [from, to] = range.map_or([CCursor::new(text.chars().count()); 2], |range| range.sorted_cursors());
    let n_units = |end: CCursor| text.chars().take(end.index.into()).map(char::len_utf16).sum();
    (n_units(from), n_units(to))
}

/// Returns how many characters of a text its first UTF-16 code units are.
fn n_chars(text: &str, units: usize) -> usize {
    let ends = text.chars().scan(0, |end, letter| {
        *end += letter.len_utf16();
        Some(*end)
    });
    ends.take_while(|&end| end <= units).count()
}

fn backspace() -> Event {
    Event::Key { key: Key::Backspace, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}
