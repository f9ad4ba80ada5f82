//! Panel of the bench of two meshes: their names, the place of the second one, and what is known of their contact.

use super::{Answer, MeshPose, Ready, TwoMeshes, TwoMeshesAction};
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::gizmo::{Handle, MIDDLE};
use crate::app::keys::Command;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{fields, probe};
use crate::app::platform::takes_drops;
use crate::app::texts::{Text, of_library, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tool::Panel;
use egui::{Button, RichText, Ui};
use pickray::mesh::Mesh;
use pickray::mesh::samples::Sample;
use pickray_render::{Behind, Overlay, Palette, Pen};

const LISTED: usize = 16;

impl Panel for TwoMeshes {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        rows::section(ui, Text("two-meshes-section-meshes"), true, |ui| meshes(ui, self, desk, actions));
        rows::section(ui, Text("two-meshes-section-place-of-the-second"), true, |ui| place(ui, self, desk, actions));
        rows::section(ui, Text("two-meshes-section-contact"), true, |ui| match &self.answer {
            Some(answer) => contact(ui, answer, actions),
            None if self.ready.iter().all(Option::is_some) => rows::note(ui, t!("two-meshes-finding")),
            None => ask(actions, probe::not_there(ui, &self.prepared).map(|_| TwoMeshesAction::Find)),
        });
        if let Some(answer) = self.answer.as_ref().filter(|answer| !answer.contact.pairs.is_empty()) {
            rows::section(ui, Text("two-meshes-section-pairs"), true, |ui| pairs(ui, &self.ready, answer));
        }
    }

    fn overlays(&self, desk: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        if let Some(answer) = &self.answer {
            curves(answer, palette, &mut overlays);
        }
        handles(self, desk, palette, &mut overlays);
        overlays
    }

    fn in_one_line(&self, _: &Desk) -> Option<String> {
        self.answer.as_ref().map(title)
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[
            (Text("two-meshes-gesture-arrow"), Text("two-meshes-hint-arrow")),
            (Text("two-meshes-gesture-ring"), Text("two-meshes-hint-ring")),
            (Text("two-meshes-gesture-middle"), Text("two-meshes-hint-middle")),
            (Text("key-escape"), Text("two-meshes-hint-esc")),
            (Text("gesture-ctrl-z"), Text("two-meshes-hint-undo")),
        ]
    }
}

fn meshes(ui: &mut Ui, bench: &TwoMeshes, desk: &Desk, actions: &mut Vec<Action>) {
    let name = |name: &str, mesh: &Mesh| {
        t!("two-meshes-name", name = of_library::mesh_name(name), count = mesh.n_triangles() as u64)
    };
    if let Some(first) = desk.bench_object() {
        rows::text_row(ui, t!("two-meshes-first"), &name(&first.name, &first.mesh), actions);
    }
    if let Some(second) = &bench.second {
        rows::text_row(ui, t!("two-meshes-second"), &name(&second.name, &second.mesh), actions);
    }
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        let about = if takes_drops() { t!("two-meshes-drop") } else { "" };
        rows::button(ui, t!("two-meshes-open"), about, TwoMeshesAction::AskForSecond, actions);
        ui.menu_button(t!("two-meshes-sample"), |ui| {
            for sample in Sample::ALL {
                let open = TwoMeshesAction::OpenSecond(MeshSource::Sample(sample));
                rows::button(ui, &of_library::sample(sample), "", open, actions);
            }
        });
        rows::button(ui, t!("two-meshes-duplicate"), "", TwoMeshesAction::Duplicate, actions);
    });
}

fn place(ui: &mut Ui, bench: &TwoMeshes, desk: &Desk, actions: &mut Vec<Action>) {
    let size = desk.bench_object().map_or(1.0, |object| object.mesh.bounds().size().max_element());
    let step = if size.is_finite() && size > 0.0 { size / 500.0 } else { 0.01 };
    let moved = fields::vector(ui, t!("setup-moved"), bench.place.translation, step, "");
    let moved = moved.map(|(translation, begins)| (MeshPose { translation, ..bench.place }, begins));
    let turned = fields::vector(ui, t!("setup-turned"), bench.place.degrees(), fields::DEGREES_PER_PIXEL, "°");
    let turned = turned.map(|(degrees, begins)| (bench.place.with_degrees(degrees), begins));
    ask(actions, moved.or(turned).map(|(place, begins)| TwoMeshesAction::Place(place, begins)));
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        for (text, enabled, hint, action) in [
            (t!("command-undo"), !bench.before.is_empty(), t!("gesture-ctrl-z"), Command::Undo),
            (t!("command-redo"), !bench.after.is_empty(), t!("gesture-ctrl-shift-z"), Command::Redo),
        ] {
            let button = ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint);
            ask(actions, button.clicked().then_some(action));
        }
        rows::button(ui, t!("setup-reset"), t!("two-meshes-reset-about"), TwoMeshesAction::Reset, actions);
        let about = t!("two-meshes-first-only-about");
        let first_only = rows::check(ui, bench.first_only, t!("two-meshes-first-only"), about);
        ask(actions, first_only.map(TwoMeshesAction::FirstOnly));
    });
}

fn title(answer: &Answer) -> String {
    match answer.contact.pairs.len() {
        0 => t!("two-meshes-apart").to_owned(),
        _ if answer.first_only => t!("two-meshes-meet").to_owned(),
        n => t!("n-pairs", count = n as u64),
    }
}

fn contact(ui: &mut Ui, answer: &Answer, actions: &mut Vec<Action>) {
    let found = &answer.contact;
    rows::title(ui, &title(answer));
    if !answer.first_only {
        let closed = found.curves.iter().filter(|curve| curve.closed).count();
        let [all, closed, open] = [found.curves.len(), closed, found.curves.len() - closed].map(|n| n.to_string());
        let curves = t!("two-meshes-curves-closed-open", all = all, closed = closed, open = open);
        rows::text_row(ui, t!("two-meshes-curves"), &curves, actions);
        rows::value_row(ui, t!("length"), answer.length, actions);
        let [first, second] = answer.lit.map(|n| numbers::count(n as u64));
        rows::text_row(ui, t!("mesh-triangles"), &t!("two-meshes-lit", first = first, second = second), actions);
        let [flat, points] = [found.flat.len(), found.points.len()].map(|n| n as u64);
        if flat > 0 {
            rows::text_row(ui, t!("two-meshes-coplanar"), &t!("two-meshes-parts", count = flat), actions);
        }
        if points > 0 {
            rows::text_row(ui, t!("two-meshes-touching"), &t!("two-meshes-points", count = points), actions);
        }
    }
    ui.add_space(2.0 * SPACE);
    // The cost of the answer.
    let counts = &found.counts;
    rows::text_row(ui, t!("box-tests"), &numbers::count(counts.box_box), actions);
    rows::text_row(ui, t!("two-meshes-box-triangle"), &numbers::count(counts.triangle_box), actions);
    rows::text_row(ui, t!("two-meshes-exact"), &numbers::count(counts.triangle_triangle), actions);
    rows::text_row(ui, t!("took"), &numbers::duration(answer.seconds), actions);
}

/// Shows the first pairs of triangles that meet, by number and place in the file.
fn pairs(ui: &mut Ui, meshes: &Ready, answer: &Answer) {
    let colors = Colors::of(ui);
    // An answer is kept no longer than the meshes it is about; the scene may hold others.
    let place = |which: usize, triangle: u32| {
        let mesh = meshes[which].as_ref()?.mesh();
        mesh.source().place(triangle).map(|place| of_library::said(&place))
    };
    let all = &answer.contact.pairs;
    rows::table(ui, "pairs", [14.0, 2.0], 18.0, |ui| {
        rows::headings(ui, &[t!("two-meshes-column-first"), "", t!("two-meshes-column-second"), ""]);
        for pair in all.iter().take(LISTED) {
            for (which, &triangle) in pair.iter().enumerate() {
                ui.label(RichText::new(triangle.to_string()).monospace());
                ui.label(RichText::new(place(which, triangle).unwrap_or_default()).color(colors.weak));
            }
            ui.end_row();
        }
    });
    if all.len() > LISTED {
        rows::note(ui, &t!("and-more", count = (all.len() - LISTED) as u64));
    }
}

/// Draws the curves in which the meshes meet, light within dark, so that they are seen on either mesh.
fn curves(answer: &Answer, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let found = &answer.contact;
    let lines = found.curves.iter().flat_map(|curve| {
        let back = curve.closed.then(|| [curve.points[curve.points.len() - 1], curve.points[0]]);
        curve.points.windows(2).map(|pair| [pair[0], pair[1]]).chain(back)
    });
    let lines: Vec<_> = lines.collect();
    let on_top = |color, width| Pen::new(color, width).behind(Behind::Drawn);
    overlays.push(Overlay::Lines(lines.clone(), on_top([0.08, 0.06, 0.02], 4.5).opacity(0.55)));
    overlays.push(Overlay::Lines(lines, on_top(palette.near_point, 2.25)));
    overlays.push(Overlay::Points(found.points.clone(), on_top(palette.ray, 7.0)));
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
            Handle::Arrow(axis) | Handle::Ring(axis) if !lit => palette.axes[usize::from(axis)],
            _ => palette.hover,
        };
        let pen = Pen::new(color, if lit { 4.0 } else { 2.5 });
        let (pen, halo) = (pen.behind(Behind::Drawn), Pen::new(palette.background_bottom, pen.width + 2.5));
        let halo = halo.behind(Behind::Drawn).opacity(0.7);
        overlays.extend([halo, pen].map(|pen| match handle {
            Handle::Middle => Overlay::Rings(vec![gizmo.center], MIDDLE as f32, pen),
            Handle::Arrow(_) | Handle::Ring(_) => Overlay::Lines(gizmo.lines(handle), pen),
        }));
    }
}
