//! Inspector of the hit: everything that is known about the hit, or why nothing was hit.

use super::why;
use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::job::Pending;
use crate::app::keys::Command;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::of_record::{self, Row};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE, heavy};
use egui::{FontId, Frame, Label, Margin, RichText, Ui};
use pickray::pick::HitDetails;
use pickray::pick::explain::Group;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(picked) = &*desk.picked else {
        return rows::note(ui, t!("inspector-empty"));
    };
    match &picked.hit {
        Some(hit) => found(ui, desk, picked, hit, actions),
        None => missed(ui, desk, picked, actions),
    }
}

fn found(ui: &mut Ui, desk: &Desk, picked: &Picked, hit: &HitDetails, actions: &mut Vec<Action>) {
    let numbers = ui.horizontal_wrapped(|ui| {
        let title = rows::title_text(&t!("triangle-number", index = hit.triangle.to_string()));
        ui.label(title.color(Colors::of(ui).selected));
        if let Some(place) = hit.source.place() {
            // At the right edge or, where the title leaves no room, below it.
            let (text, font) = (of_library::said(&place), FontId::new(14.0, heavy()));
            let place = ui.painter().layout_no_wrap(text, font, ui.visuals().text_color());
            let room = ui.available_size_before_wrap().x - place.size().x - ui.spacing().item_spacing.x;
            ui.add_space(room.max(0.0));
            ui.label(place);
        }
    });
    numbers.response.on_hover_text(t!("inspector-numbers"));
    if hit.source.line.is_some() {
        file_text(ui, t!("inspector-the-line"), picked, actions);
    }
    // What the window's title and the two lines above say already is not said again.
    let record = picked.record(desk);
    let object = &desk.scene().objects()[hit.object as usize];
    for Group { title, rows } in record.groups() {
        let rows = rows.into_iter().filter(|(label, _)| !of_record::is_source(label)).map(|(label, value)| {
            let shown = of_record::row(label, value, &record);
            let about = if of_record::is_count(label) { t!("inspector-numbers") } else { shown.about };
            (Row { about, ..shown }, of_record::size_around(label, object))
        });
        if title.is_empty() {
            rows.for_each(|(row, size)| rows::row(ui, &row, size, actions));
            ui.add_space(SPACE);
            bytes(ui, desk, picked, hit, actions);
        } else {
            rows::fold(ui, &desk.settings, title, of_record::heading(title), actions, |ui, actions| {
                rows.for_each(|(row, size)| {
                    rows::row(ui, &row, size, actions);
                    if row.label == "t" {
                        rows::note(ui, &of_record::t_in_words(hit, &picked.trace));
                    }
                });
            });
        }
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        let copy = ui.button(t!("inspector-copy-text")).on_hover_text(t!("inspector-copy-key"));
        ask(actions, copy.clicked().then_some(Action::Command(Command::CopyRecord)));
        ask(actions, ui.button(t!("inspector-copy-json")).clicked().then_some(Action::CopyJson));
        let next = ui.button(t!("inspector-next")).on_hover_text(t!("inspector-next-keys"));
        ask(actions, next.clicked().then_some(Action::Command(Command::NextHit)));
        why::button(ui, desk, actions);
    });
}

/// Shows the bytes of the hit's record in its file, under a heading of their own: they say little to most.
fn bytes(ui: &mut Ui, desk: &Desk, picked: &Picked, hit: &HitDetails, actions: &mut Vec<Action>) {
    if hit.source.line.is_none() && hit.source.record.is_some() {
        rows::fold(ui, &desk.settings, "bytes", t!("record-bytes"), actions, |ui, actions| {
            file_text(ui, t!("inspector-the-bytes"), picked, actions);
        });
    }
}

/// Shows the text of the hit triangle in its file: its line, or the bytes of its record.
fn file_text(ui: &mut Ui, name: &str, picked: &Picked, actions: &mut Vec<Action>) {
    let colors = Colors::of(ui);
    Frame::new().fill(colors.sunken).corner_radius(4).inner_margin(Margin::symmetric(8, 5)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        match &picked.line_text {
            Pending::Ready(Ok(text)) => rows::copyable(ui, name, text, RichText::new(text).monospace(), actions),
            Pending::Ready(Err(problem)) => {
                ui.add(Label::new(RichText::new(problem).color(colors.warning)).wrap());
            }
            Pending::Idle | Pending::Awaited(_) => {
                ui.label(RichText::new("…").monospace().color(colors.weak));
            }
        }
    });
    ui.add_space(SPACE);
}

fn missed(ui: &mut Ui, desk: &Desk, picked: &Picked, actions: &mut Vec<Action>) {
    rows::title(ui, t!("inspector-nothing"));
    if let Some(why) = &picked.trace.miss {
        rows::note(ui, &t!("inspector-why", why = of_library::said(why)));
    }
    why::button(ui, desk, actions);
    let record = picked.record(desk);
    let costs = record.groups().into_iter().skip(1).flat_map(|cost| cost.rows);
    costs.for_each(|(label, value)| rows::row(ui, &of_record::row(label, value, &record), None, actions));
}
