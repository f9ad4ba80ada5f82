//! The bench of two meshes: which they are, where the second one stands, and all that the library says of where they meet.

use super::{Action as TwoMeshesAction, Answer, Place, TwoMeshes};
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::gizmo::{Handle, MIDDLE};
use crate::app::numbers;
use crate::app::panels::{fields, rows};
use crate::app::texts::Text;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::tool::Panel;
use crate::mesh::Mesh;
use crate::mesh::samples::Sample;
use crate::render::{Behind, Overlay, Palette, Pen};
use egui::{Button, FontId, Grid, ProgressBar, RichText, Ui};

/// What the mouse and the keys do.
const HINTS: &[(Text, Text)] = &[
    (Text("two-meshes-gesture-arrow"), Text("two-meshes-hint-arrow")),
    (Text("two-meshes-gesture-ring"), Text("two-meshes-hint-ring")),
    (Text("two-meshes-gesture-middle"), Text("two-meshes-hint-middle")),
    (Text("key-escape"), Text("two-meshes-hint-esc")),
    (Text("gesture-ctrl-z"), Text("two-meshes-hint-undo")),
];

/// Pairs that are listed.
const LISTED: usize = 16;

impl Panel for TwoMeshes {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        show(ui, self, desk, actions);
    }

    fn overlays(&self, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
        overlays(self, desk, palette)
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        HINTS
    }
}

fn show(ui: &mut Ui, bench: &TwoMeshes, desk: &Desk, actions: &mut Vec<Action>) {
    rows::section(ui, Text("two-meshes-section-meshes"), true, |ui| meshes(ui, bench, desk, actions));
    rows::section(ui, Text("two-meshes-section-place-of-the-second"), true, |ui| place(ui, bench, desk, actions));
    rows::section(ui, Text("two-meshes-section-contact"), true, |ui| match &bench.answer {
        Some(answer) => contact(ui, answer, actions),
        None => {
            let doing = if bench.is_ready() { "Finding where they meet…" } else { "Building the trees…" };
            rows::note(ui, doing);
        }
    });
    if let Some(answer) = bench.answer.as_ref().filter(|answer| !answer.contact.pairs.is_empty()) {
        rows::section(ui, Text("two-meshes-section-pairs"), true, |ui| pairs(ui, desk, answer));
    }
}

fn meshes(ui: &mut Ui, bench: &TwoMeshes, desk: &Desk, actions: &mut Vec<Action>) {
    let name = |name: &str, mesh: &Mesh| {
        format!("{name}, {}", numbers::plural(mesh.n_triangles() as u64, "triangle", "triangles"))
    };
    if let Some(first) = desk.scene.objects.first() {
        rows::text_row(ui, "First", &name(&first.name, &first.mesh), actions);
    }
    if let Some(second) = &bench.second {
        rows::text_row(ui, "Second", &name(&second.name, &second.mesh), actions);
    }
    if let Some(loading) = &bench.loading {
        rows::line(ui, "Reading", |ui| {
            ui.label(loading.source.name());
            ui.horizontal(|ui| {
                let fill = Colors::of(ui).accent_surface;
                let room = (ui.available_width() - 70.0).max(40.0);
                ui.add(ProgressBar::new(loading.progress().0).desired_width(room).desired_height(8.0).fill(fill));
                if ui.button("Stop").clicked() {
                    actions.push(TwoMeshesAction::CancelSecond.into());
                }
            });
        });
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        if ui.button("Open second…").on_hover_text("Or drop a file on the window").clicked() {
            actions.push(TwoMeshesAction::AskForSecond.into());
        }
        ui.menu_button("Sample", |ui| {
            for sample in Sample::ALL {
                if ui.button(sample.name()).clicked() {
                    actions.push(TwoMeshesAction::OpenSecond(MeshSource::Sample(sample)).into());
                    ui.close();
                }
            }
        });
        if ui.button("Duplicate first").clicked() {
            actions.push(TwoMeshesAction::Duplicate.into());
        }
    });
}

fn place(ui: &mut Ui, bench: &TwoMeshes, desk: &Desk, actions: &mut Vec<Action>) {
    let size = desk.scene.objects.first().map_or(1.0, |object| object.mesh.bounds().size().max_element());
    let step = if size.is_finite() && size > 0.0 { size / 500.0 } else { 0.01 };
    let mut put = |place: Place, begins: bool| actions.push(TwoMeshesAction::Place(place, begins).into());
    if let Some((translation, begins)) = fields::vector(ui, "Moved by", bench.place.translation, step, "") {
        put(Place { translation, ..bench.place }, begins);
    }
    if let Some((degrees, begins)) =
        fields::vector(ui, "Turned by", bench.place.degrees(), fields::DEGREES_PER_PIXEL, "°")
    {
        put(bench.place.with_degrees(degrees), begins);
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        for (text, enabled, hint, action) in [
            ("Undo", bench.can_undo(), "Ctrl+Z", TwoMeshesAction::Undo),
            ("Redo", bench.can_redo(), "Ctrl+Shift+Z", TwoMeshesAction::Redo),
            ("Reset", true, "Where it was at first", TwoMeshesAction::Reset),
        ] {
            if ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked() {
                actions.push(action.into());
            }
        }
        let mut first_only = bench.first_only;
        let hint = "Stops at some pair of triangles that meet, which is all that many programs ask for";
        if ui.checkbox(&mut first_only, "First contact only").on_hover_text(hint).changed() {
            actions.push(TwoMeshesAction::FirstOnly(first_only).into());
        }
    });
}

fn contact(ui: &mut Ui, answer: &Answer, actions: &mut Vec<Action>) {
    let found = &answer.contact;
    let title = match found.pairs.len() {
        0 => "They do not meet".to_owned(),
        _ if answer.first_only => "They meet".to_owned(),
        n => numbers::plural(n as u64, "pair", "pairs"),
    };
    ui.label(RichText::new(title).font(FontId::new(19.0, heavy())).color(Colors::of(ui).accent));
    if !answer.first_only {
        let closed = found.curves.iter().filter(|curve| curve.closed).count();
        let curves = format!("{}: {closed} closed, {} open", found.curves.len(), found.curves.len() - closed);
        rows::text_row(ui, "Curves", &curves, actions);
        rows::value_row(ui, "Length", answer.length, actions);
        let [first, second] = answer.lit.map(|n| numbers::count(n as u64));
        rows::text_row(ui, "Triangles", &format!("{first} of the first, {second} of the second"), actions);
        if !found.flat.is_empty() {
            let parts = numbers::plural(found.flat.len() as u64, "part", "parts");
            rows::text_row(ui, "Coplanar", &parts, actions);
        }
        if !found.points.is_empty() {
            rows::text_row(ui, "Touching", &numbers::plural(found.points.len() as u64, "point", "points"), actions);
        }
    }
    ui.separator();
    let counts = &found.counts;
    rows::text_row(ui, "Box tests", &numbers::count(counts.box_box), actions);
    rows::text_row(ui, "Box, triangle", &numbers::count(counts.triangle_box), actions);
    rows::text_row(ui, "Exact tests", &numbers::count(counts.triangle_triangle), actions);
    rows::text_row(ui, "Took", &numbers::duration(answer.seconds), actions);
}

/// The first pairs, by triangle and line of the file.
fn pairs(ui: &mut Ui, desk: &Desk, answer: &Answer) {
    let colors = Colors::of(ui);
    let line = |object: usize, triangle: u32| {
        let object = desk.scene.objects.get(object)?;
        object.mesh.source().line(triangle).map(|line| format!("line {}", numbers::count(u64::from(line))))
    };
    let all = &answer.contact.pairs;
    Grid::new("pairs").spacing([14.0, 2.0]).min_row_height(18.0).show(ui, |ui| {
        for heading in ["first", "", "second", ""] {
            ui.label(RichText::new(heading).color(colors.weak));
        }
        ui.end_row();
        for pair in &all[..all.len().min(LISTED)] {
            for (object, &triangle) in pair.iter().enumerate() {
                ui.label(RichText::new(numbers::count(u64::from(triangle))).monospace());
                ui.label(RichText::new(line(object, triangle).unwrap_or_default()).color(colors.weak));
            }
            ui.end_row();
        }
    });
    if all.len() > LISTED {
        rows::note(ui, &format!("and {} more", numbers::count((all.len() - LISTED) as u64)));
    }
}

/// What is drawn over the scene: the curves, and the handles.
fn overlays(bench: &TwoMeshes, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let mut overlays = Vec::new();
    if let Some(answer) = &bench.answer {
        curves(answer, palette, &mut overlays);
    }
    handles(bench, desk, palette, &mut overlays);
    overlays
}

/// The curves on top of everything, light within dark, so that they are seen on either mesh.
fn curves(answer: &Answer, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let found = &answer.contact;
    let lines: Vec<_> = found
        .curves
        .iter()
        .flat_map(|curve| {
            let back = curve.closed.then(|| [curve.points[curve.points.len() - 1], curve.points[0]]);
            curve.points.windows(2).map(|pair| [pair[0], pair[1]]).chain(back)
        })
        .collect();
    let on_top = |color, width| Pen::new(color, width).behind(Behind::Drawn);
    overlays.push(Overlay::Lines(lines.clone(), on_top([0.08, 0.06, 0.02], 4.5).opacity(0.55)));
    overlays.push(Overlay::Lines(lines, on_top(palette.selected_stripe, 2.25)));
    overlays.push(Overlay::Points(found.points.clone(), on_top(palette.selected, 7.0)));
}

fn handles(bench: &TwoMeshes, desk: &Desk, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let Some(gizmo) = bench.gizmo(desk) else { return };
    let held = bench.held.or(bench.hovered);
    for handle in Handle::ALL {
        // While one is held the others are in the way of looking.
        if bench.held.is_some_and(|held| held != handle) {
            continue;
        }
        let lit = held == Some(handle);
        let color = match handle {
            Handle::Middle => palette.hover,
            Handle::Arrow(axis) | Handle::Ring(axis) => palette.axes[usize::from(axis)],
        };
        let pen = Pen::new(if lit { palette.selected_stripe } else { color }, if lit { 4.0 } else { 2.5 });
        let (pen, halo) = (pen.behind(Behind::Drawn), Pen::new(palette.background_bottom, pen.width + 2.5));
        let halo = halo.behind(Behind::Drawn).opacity(0.7);
        let lines = gizmo.lines(handle);
        if handle == Handle::Middle {
            let radius = MIDDLE as f32;
            overlays.push(Overlay::Rings(vec![gizmo.center], radius, Pen { width: 5.0, ..halo }));
            overlays.push(Overlay::Rings(vec![gizmo.center], radius, Pen { width: 2.5, ..pen }));
        } else {
            overlays.push(Overlay::Lines(lines.clone(), halo));
            overlays.push(Overlay::Lines(lines, pen));
        }
    }
}
