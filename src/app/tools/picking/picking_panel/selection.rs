//! List of the selected triangles, in which a click goes to a triangle, and the buttons for the selection. List and
//! buttons stay in their places when other triangles are selected.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::{Command, chord_in_words};
use crate::app::message::Message;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{color32, palette};
use crate::app::tools::picking::{Sum, Summary};
use egui::{Align, Atom, Button, Layout, Ui, Vec2};
use pickray::mesh::TriangleSet;
use pickray::pick::explain::Value;

/// Number of rows that are seen at once.
const ROWS_SEEN: f32 = 4.0;

/// The side of the mark before a row, in logical pixels.
const MARK: f32 = 8.0;

/// Most triangles that are listed; `MOST_COPIED` is the most whose numbers go on the clipboard.
const MOST_LISTED: usize = 10_000;
const MOST_COPIED: usize = 1_000_000;

pub fn show(ui: &mut Ui, sum: &Sum, desk: &Desk, actions: &mut Vec<Action>) {
    let selected = &desk.selected.triangles;
    list(ui, desk, actions);
    if selected.len() > MOST_LISTED {
        rows::note(ui, &t!("selection-first", count = MOST_LISTED as u64));
    }
    if selected.len() > 1 {
        measures(ui, sum, desk.bounds().size().max_element(), actions);
    }
}

/// Shows the buttons for the selection: undo, redo, clear, hide, isolate, export and copy.
pub fn buttons(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let selected = &desk.selected.triangles;
    let some = !selected.is_empty();
    ui.horizontal(|ui| {
        for (text, command, enabled) in [
            (t!("command-undo"), Command::Undo, selected.can_undo()),
            (t!("command-redo"), Command::Redo, selected.can_redo()),
        ] {
            ask(actions, ui.add_enabled(enabled, Button::new(text)).clicked().then_some(Action::Command(command)));
        }
        let clear = ui.add_enabled(some, Button::new(t!("selection-clear")));
        ask(actions, clear.clicked().then_some(Action::Command(Command::ClearSelection)));
    });
    // As wide as the panel, so that none moves with the name of what it affects.
    for command in [Command::HideObjects, Command::IsolateObjects] {
        let (text, width) = (desk.hiding_in_words(command), ui.available_width());
        let button = Button::new(&text).truncate().min_size(Vec2::new(width, 0.0));
        let button = ui.add_enabled(some || desk.selected_row().is_some(), button);
        let button = button.on_hover_text(format!("{text}  ·  {}", chord_in_words(command)));
        ask(actions, button.clicked().then_some(Action::Command(command)));
    }
    ui.horizontal_wrapped(|ui| {
        let export = ui.add_enabled(some, Button::new(t!("selection-export")));
        ask(actions, export.clicked().then_some(Action::Command(Command::ExportSelection)));
        for (text, is_json) in [(t!("selection-copy"), false), (t!("selection-copy-json"), true)] {
            let button = ui.add_enabled(some, Button::new(text));
            ask(actions, button.clicked().then(|| copied(desk, is_json)));
        }
    });
}

/// Shows area, extent and number of parts of the selection in meshes of this size.
fn measures(ui: &mut Ui, sum: &Sum, size: f64, actions: &mut Vec<Action>) {
    if sum.summary.progress().is_some() {
        return rows::note(ui, t!("selection-summing"));
    }
    let Some(Summary { area, bounds, parts }) = sum.summary.get() else { return };
    rows::value_row(ui, t!("selection-area"), *area, actions);
    rows::place_row(ui, t!("selection-from"), bounds.min, size, actions);
    rows::place_row(ui, t!("selection-to"), bounds.max, size, actions);
    if let Some(parts) = parts {
        rows::value_row(ui, t!("selection-parts"), Value::from(numbers::count(*parts as u64)), actions);
    }
}

/// Returns the action that copies the numbers of the selected triangles, with those of their objects if there are
/// several.
fn copied(desk: &Desk, is_json: bool) -> Action {
    let selected = &desk.selected.triangles;
    if selected.len() > MOST_COPIED {
        return Action::Tell(Message::error(t!("selection-too-many", count = selected.len() as u64)));
    }
    let several = desk.opened().len() > 1;
    let listed = |(object, triangles): (u32, &TriangleSet)| {
        let numbers: Vec<_> = triangles.iter().map(|triangle| triangle.to_string()).collect();
        match (is_json, several) {
            (true, true) => format!("{{\"object\":{object},\"triangles\":[{}]}}", numbers.join(",")),
            (true, false) => format!("[{}]", numbers.join(",")),
            (false, true) => numbers.iter().map(|number| format!("{object} {number}\n")).collect(),
            (false, false) => numbers.iter().map(|number| format!("{number}\n")).collect(),
        }
    };
    let by_object: Vec<_> = selected.triangles().by_object().map(listed).collect();
    let text = match (is_json, several) {
        (true, true) => format!("[{}]", by_object.join(",")),
        _ => by_object.concat(),
    };
    Action::Copy { text, name: t!("selection-numbers").to_owned() }
}

fn list(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let inspected = desk.picked.as_ref().and_then(|picked| picked.id());
    let height = ui.spacing().interact_size.y;
    let spaced = height + ui.spacing().item_spacing.y;
    let area = rows::list("selected", ROWS_SEEN * spaced);
    if desk.selected.triangles.is_empty() {
        area.show(ui, |ui| rows::note(ui, t!("selection-none")));
        return;
    }
    let color = color32(palette(ui).selected);
    area.show_rows(ui, height, desk.selected.triangles.len().min(MOST_LISTED), |ui, range| {
        for id in desk.selected.triangles.iter().skip(range.start).take(range.len()) {
            let Some(text) = desk.triangle_in_words(id) else { continue };
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let mark = Atom::paint(Vec2::splat(MARK), move |ui, args| {
                    ui.painter().rect_filled(args.rect, 2.0, color);
                });
                let row = ui.add(Button::selectable(inspected == Some(id), (mark, text)).truncate());
                ask(actions, row.on_hover_text(t!("selection-go")).clicked().then_some(Action::GoTo(id)));
            });
        }
    });
}
