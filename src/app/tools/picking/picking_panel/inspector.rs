//! Facts about the hit or why nothing was hit, about the selection, whose rows lead to triangles, and about the mesh.

use crate::app::action::{Action, Message, Sheet};
use crate::app::answers::MeshSource;
use crate::app::desk::{Desk, Picked};
use crate::app::job::Pending;
use crate::app::keys::{Command, with_key};
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::platform::{OPENS_AGAIN, PAGE};
use crate::app::texts::of_record::{self, Row};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::{Sum, Summary};
use egui::{Align, Atom, Button, CursorIcon, FontId, Frame, Label, Layout, Margin, RichText, Sense, Ui, Vec2};
use pickray::geometry::Aabb;
use pickray::mesh::{Mesh, TriangleSet};
use pickray::pick::explain::{Group, RowLabel};
use pickray::pick::{HitDetails, TriangleId};
use pickray::scene::Object;
use serde_json::json;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    match desk.picked.as_ref().map(|picked| (picked, &picked.hit)) {
        None => rows::note(ui, t!("inspector-empty")),
        Some((picked, Some(hit))) => found(ui, desk, picked, hit, actions),
        Some((picked, None)) => {
            rows::title(ui, t!("inspector-nothing"));
            if let Some(why) = &picked.trace.miss {
                rows::note(ui, &t!("inspector-why", why = of_library::said(why)));
            }
            let record = picked.record(desk);
            let costs = record.groups().into_iter().skip(1).flat_map(|cost| cost.rows);
            costs.for_each(|(label, value)| rows::row(ui, &of_record::row(label, value, &record), None, actions));
        }
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        copy_menu(ui, desk, actions);
        if let Some(picked) = &desk.picked {
            if picked.hit.is_some() {
                rows::button(ui, t!("inspector-next"), t!("inspector-next-keys"), Command::NextHit, actions);
            }
            let about = with_key(t!("why-not-about"), Command::WhyNot);
            rows::button(ui, t!("why-not-button"), &about, Command::WhyNot, actions);
        }
    });
}

/// Shows the menu that copies record, situation, link and selection; none with neither pick nor selection.
pub fn copy_menu(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let (is_picked, is_selected) = (desk.picked.is_some(), !desk.selected.triangles.is_empty());
    if !is_picked && !is_selected {
        return;
    }
    ui.menu_button(t!("copy"), |ui| {
        let link = (t!("setup-copy-link"), t!("setup-link-about"), Command::CopyLink);
        let of_pick = [
            (t!("inspector-copy-text"), t!("inspector-copy-key"), Command::CopyRecord),
            (t!("inspector-copy-json"), "", Command::CopyJson),
            (t!("setup-copy"), t!("setup-copy-about"), Command::CopySituation),
        ];
        for (text, about, command) in of_pick.into_iter().chain(PAGE.then_some(link)).filter(|_| is_picked) {
            rows::button(ui, text, about, command, actions);
        }
        for (text, is_json) in [(t!("selection-copy"), false), (t!("selection-copy-json"), true)] {
            ask(actions, (is_selected && ui.button(text).clicked()).then(|| copied(desk, is_json)));
        }
    });
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
        let mut rows = rows.into_iter().filter(|(label, _)| !of_record::is_said(*label, hit)).map(|(label, value)| {
            let shown = of_record::row(label, value, &record);
            // The number of the file's face or record is easily mistaken for the triangle's.
            let is_count = matches!(label, RowLabel::Face | RowLabel::Record);
            let about = if is_count { t!("inspector-numbers") } else { shown.about };
            (Row { about, ..shown }, of_record::size_around(label, object))
        });
        if title.is_empty() {
            rows.for_each(|(row, size)| rows::row(ui, &row, size, actions));
            ui.add_space(SPACE);
            // The bytes of its record say little to most.
            if hit.source.line.is_none() && hit.source.record.is_some() {
                rows::fold(ui, &desk.settings, "bytes", t!("record-bytes"), actions, &mut |ui, actions| {
                    file_text(ui, t!("inspector-the-bytes"), picked, actions);
                });
            }
        } else {
            rows::fold(ui, &desk.settings, title, of_record::heading(title), actions, &mut |ui, actions| {
                rows.by_ref().for_each(|(row, size)| {
                    rows::row(ui, &row, size, actions);
                    if row.label == "t" {
                        rows::note(ui, &of_record::t_in_words(hit, &picked.trace));
                    }
                });
            });
        }
    }
}

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

/// Most triangles that are listed; `MOST_COPIED` is the most whose numbers go on the clipboard.
const MOST_LISTED: usize = 10_000;
const MOST_COPIED: usize = 1_000_000;

pub fn show_selection(ui: &mut Ui, sum: &Sum, desk: &Desk, actions: &mut Vec<Action>) {
    list(ui, desk, actions);
    if desk.selected.triangles.len() > MOST_LISTED {
        rows::note(ui, &t!("selection-first", count = MOST_LISTED as u64));
    }
    // Area, extent and number of parts, once they are added up.
    if sum.summary.is_awaited() {
        return rows::note(ui, t!("selection-summing"));
    }
    let Some(Summary { area, bounds, parts }) = sum.summary.get() else { return };
    let size = desk.bounds().size().max_element();
    rows::value_row(ui, t!("selection-area"), *area, actions);
    rows::place_row(ui, t!("selection-from"), bounds.min, size, actions);
    rows::place_row(ui, t!("selection-to"), bounds.max, size, actions);
    if let Some(parts) = parts {
        rows::text_row(ui, t!("selection-parts"), &numbers::count(*parts as u64), actions);
    }
}

/// Returns the action that copies the numbers of the selected triangles and, of several objects, theirs.
fn copied(desk: &Desk, is_json: bool) -> Action {
    let selected = &desk.selected.triangles;
    if selected.len() > MOST_COPIED {
        return Action::Tell(Message::error(t!("selection-too-many", count = selected.len() as u64)));
    }
    let triangle = |id: TriangleId| id.triangle;
    let of_object = |(object, triangles): (u32, &TriangleSet)| {
        let triangles: Vec<_> = triangles.iter().collect();
        json!({ "object": object, "triangles": triangles })
    };
    let text = match (is_json, desk.opened().len()) {
        (true, ..2) => selected.iter().map(triangle).collect::<serde_json::Value>().to_string(),
        (true, _) => selected.triangles().by_object().map(of_object).collect::<serde_json::Value>().to_string(),
        (false, ..2) => selected.iter().map(|id| format!("{}\n", id.triangle)).collect(),
        (false, _) => selected.iter().map(|id| format!("{} {}\n", id.object, id.triangle)).collect(),
    };
    Action::Copy { text, name: t!("selection-numbers").to_owned() }
}

fn list(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let inspected = desk.picked.as_ref().and_then(|picked| picked.id());
    let height = ui.spacing().interact_size.y;
    let spaced = height + ui.spacing().item_spacing.y;
    let area = rows::list("selected", 4.0 * spaced);
    if desk.selected.triangles.is_empty() {
        return area.show(ui, |ui| rows::note(ui, t!("selection-none"))).inner;
    }
    let color = color32(palette(ui).selected);
    area.show_rows(ui, height, desk.selected.triangles.len().min(MOST_LISTED), |ui, range| {
        for id in desk.selected.triangles.iter().skip(range.start).take(range.len()) {
            let Some(text) = desk.triangle_in_words(id) else { continue };
            ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
                let mark = Atom::paint(Vec2::splat(8.0), move |ui, args| {
                    ui.painter().rect_filled(args.rect, 2.0, color);
                });
                let row = ui.add(Button::selectable(inspected == Some(id), (mark, text)).truncate());
                ask(actions, row.on_hover_text(t!("selection-go")).clicked().then_some(Action::GoTo(id)));
            });
        }
    });
}

pub fn show_mesh(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(name) = desk.mesh_name() else {
        return rows::no_mesh(ui, desk);
    };
    let objects = desk.opened();
    let sum = |count: fn(&Mesh) -> usize| objects.iter().map(|object| count(&object.mesh) as u64).sum::<u64>();
    let (n_triangles, n_vertices) = (sum(Mesh::n_triangles), sum(Mesh::n_vertices));

    // The names of several files stand in the list of objects.
    if desk.files.sources.iter().all(|source| Some(source) == desk.source()) {
        rows::text_row(ui, t!("mesh-name"), &of_library::mesh_name(&name), actions);
        if let Some(MeshSource::File(path)) = desk.source()
            && OPENS_AGAIN
        {
            rows::text_row(ui, t!("mesh-path"), &path.display().to_string(), actions);
        }
    }
    rows::text_row(ui, t!("mesh-triangles"), &numbers::count(n_triangles), actions);
    let mut vertices = numbers::count(n_vertices);
    if let Some(joined) = desk.files.n_positions.filter(|&joined| (joined as u64) < n_vertices && objects.len() == 1) {
        vertices = t!("mesh-vertices-joined", count = vertices, joined = numbers::count(joined as u64));
    }
    rows::text_row(ui, t!("mesh-vertices"), &vertices, actions);
    let bounds = objects.iter().map(Object::bounds).fold(Aabb::EMPTY, Aabb::union);
    let size = bounds.size().max_element();
    for (label, corner, about) in [
        (t!("mesh-size"), bounds.size(), t!("mesh-size-about")),
        (t!("mesh-from"), bounds.min, t!("mesh-from-about")),
        (t!("mesh-to"), bounds.max, t!("mesh-to-about")),
    ] {
        rows::row(ui, &Row::new(label, corner, about), Some(size), actions);
    }
    rows::text_row(ui, t!("mesh-read-in"), &numbers::duration(desk.files.load_seconds), actions);

    // A link leads to the report, unless nothing is to be said.
    if !desk.files.reports.is_empty() {
        let problems: u64 = desk.files.reports.iter().map(|report| report.problems).sum();
        let remarks: Vec<_> = desk.files.reports.iter().flat_map(|report| &report.remarks).collect();
        rows::line(ui, t!("mesh-report"), &mut |ui| {
            let opened = match (problems, remarks.is_empty()) {
                (0, true) => ui
                    .add(Label::new(t!("mesh-no-warnings")).sense(Sense::click()))
                    .on_hover_cursor(CursorIcon::PointingHand),
                // Without their number: of many of a kind only the first are listed.
                (0, false) => rows::link(ui, t!("mesh-remarks").into()),
                (n, _) => rows::link(ui, t!("mesh-warnings", count = n).into()),
            };
            let clicked = opened.on_hover_text(t!("mesh-report-show")).clicked();
            ask(actions, clicked.then_some(Action::Sheet(Some(Sheet::Report))));
        });
        // Why it may look otherwise than elsewhere: libraries that are not there, textures that are not shown.
        for remark in remarks.into_iter().take(3) {
            rows::note(ui, &of_library::said(&remark.problem));
        }
    }
}
