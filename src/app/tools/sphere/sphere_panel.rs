//! Panel of the bench of the moving sphere: its switches, its numbers, and the drawing of the sphere's path.

use super::{RADII, Sphere, SphereAction, SphereMotion};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::panels::labels;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{Text, t};
use crate::app::theme::{self, Colors, SPACE};
use crate::app::tool::Panel;
use crate::app::{numbers, shapes};
use egui::{Button, Rect, RichText, Ui};
use glam::DVec3;
use pickray::collide::{SceneContact, SlideEnd, SlidePath};
use pickray::geometry::{self, Aabb, Feature};
use pickray::intersect::{SweepCandidate, SweepVerdict};
use pickray::mesh::{Mesh, samples::Sample};
use pickray::pick::TriangleId;
use pickray_render::{Behind, Body, Overlay, Palette, Pen, Swarm};
use std::sync::{Arc, OnceLock};

impl Panel for Sphere {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        let size = desk.bounds().size().max_element();
        rows::section(ui, Text("sphere-section-sphere"), true, |ui| controls(ui, self, desk, actions));
        match (&self.player, &self.run) {
            (Some(player), _) => rows::section(ui, Text("sphere-section-player"), true, |ui| {
                rows::note(ui, t!("sphere-player-note"));
                ui.add_space(SPACE);
                rows::place_row(ui, t!("sphere-center"), player.center, size, actions);
                match &player.step {
                    Some(path) => slide(ui, path, actions),
                    None => rows::note(ui, t!("sphere-not-moved")),
                }
            }),
            (None, Some(run)) => {
                rows::section(ui, Text("sphere-section-first-contact"), true, |ui| contact(ui, run, size, actions));
                if self.slides {
                    rows::section(ui, Text("sphere-section-slide"), true, |ui| {
                        slide(ui, &run.path, actions);
                        rows::place_row(ui, t!("sphere-end"), run.path.end, size, actions);
                        rows::text_row(ui, t!("took"), &numbers::duration(run.slide_seconds), actions);
                    });
                }
                rows::section(ui, Text("sphere-section-how-it-was-decided"), false, |ui| candidates(ui, run, actions));
            }
            (None, None) => {
                rows::section(ui, Text("sphere-section-first-contact"), true, |ui| rows::note(ui, t!("sphere-empty")))
            }
        }
    }

    fn overlays(&self, desk: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        match (&self.player, &self.run) {
            (Some(player), _) => {
                let steps = player.step.iter().flat_map(|path| &path.steps);
                for hit in steps.filter_map(|step| step.contact) {
                    of_contact(desk, &hit, self.radius, palette, &mut overlays);
                }
            }
            (None, Some(run)) => of_run(self, desk, run, palette, &mut overlays),
            (None, None) => {}
        }
        if let Some(sphere) = self.shown() {
            overlays.extend(shapes::ball(&sphere, &desk.view().camera, Pen::new(palette.hover, 2.0), (1.25, 0.8)));
        }
        overlays
    }

    fn swarm(&self, _: &Desk, palette: &Palette) -> Option<Swarm> {
        static SHAPE: OnceLock<Option<Arc<Mesh>>> = OnceLock::new();
        let sphere = self.shown()?;
        let shape = SHAPE.get_or_init(|| Sample::Icosphere.mesh().ok().map(Arc::new)).clone()?;
        let half = DVec3::splat(sphere.radius);
        let body = Body { aabb: Aabb::new(sphere.center - half, sphere.center + half), color: palette.hover };
        Some(Swarm { shape, closed: true, bodies: vec![body], room: Aabb::EMPTY })
    }

    fn show_over(&self, ui: &Ui, desk: &Desk, area: Rect, _: &mut Vec<Action>) {
        if let (None, Some(run)) = (&self.player, &self.run) {
            names(ui, self, run, desk, area);
        }
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[
            (Text("gesture-mouse"), Text("sphere-hint-mouse")),
            (Text("gesture-plain-click"), Text("sphere-hint-click")),
            (Text("key-escape"), Text("sphere-hint-esc")),
            (Text("gesture-shift-wheel"), Text("sphere-hint-wheel")),
        ]
    }
}

fn names(ui: &Ui, bench: &Sphere, run: &SphereMotion, desk: &Desk, area: Rect) {
    let (palette, sweep) = (theme::palette(ui), &run.sweep);
    let start = Some(sweep.sphere.center).filter(|_| !is_seen_end_on(run, desk));
    let end = if bench.slides { run.path.end } else { run.at(1.0, false).center };
    let names = [
        (start, t!("sphere-start"), palette.near_point),
        (sweep.hit.map(|hit| hit.contact.point), t!("sphere-contact"), palette.ray),
        (Some(end), t!("sphere-end"), palette.far_point),
    ];
    let names = names.into_iter().filter_map(|(at, name, color)| Some((at?, name.to_owned(), color)));
    labels(ui, desk, desk.view(), area, &names.collect::<Vec<_>>(), None);
}

/// Returns whether the camera stands where the way begins: the sphere's start then hides the contact.
fn is_seen_end_on(run: &SphereMotion, desk: &Desk) -> bool {
    run.view.camera == desk.view().camera
}

fn controls(ui: &mut Ui, bench: &Sphere, desk: &Desk, actions: &mut Vec<Action>) {
    let diagonal = desk.bench_diagonal();
    let range = RADII.start() * diagonal..=RADII.end() * diagonal;
    ask(actions, rows::slider(ui, t!("radius"), bench.radius, range, false).map(SphereAction::Radius));
    let has_way = bench.run.is_some() && bench.player.is_none();
    ui.add_enabled_ui(has_way, |ui| {
        ask(actions, rows::slider(ui, t!("sphere-time"), bench.time, 0.0..=1.0, true).map(SphereAction::Time));
    });
    rows::line(ui, "", &mut |ui| {
        ui.horizontal_wrapped(|ui| {
            let text = if bench.playing { t!("hold") } else { t!("sphere-play") };
            let play = ui.add_enabled(has_way, Button::new(text));
            ask(actions, play.clicked().then_some(SphereAction::Play(!bench.playing)));
            let kept = bench.run.as_ref().is_some_and(|run| run.pinned);
            let let_go = ui.add_enabled(kept, Button::new(t!("probe-let-go"))).on_hover_text(t!("key-escape"));
            ask(actions, let_go.clicked().then_some(Action::LetGo));
        });
        ask(actions, rows::check(ui, bench.slides, t!("sphere-slides"), "").map(SphereAction::Slides));
        let player = rows::check(ui, bench.player.is_some(), t!("sphere-player"), t!("sphere-player-about"));
        ask(actions, player.map(SphereAction::Player));
        if let Some(player) = &bench.player {
            ask(actions, rows::check(ui, player.falls, t!("sphere-gravity"), "").map(SphereAction::Gravity));
        }
    });
}

fn contact(ui: &mut Ui, run: &SphereMotion, size: f64, actions: &mut Vec<Action>) {
    let sweep = &run.sweep;
    if let Some(SceneContact { contact, triangle, .. }) = &sweep.hit {
        rows::title(ui, &t!("triangle-number", index = triangle.to_string()));
        rows::value_row(ui, "t", contact.t, actions);
        rows::value_row(ui, t!("distance"), contact.t * sweep.displacement.length(), actions);
        rows::place_row(ui, t!("record-point"), contact.point, size, actions);
        rows::value_row(ui, t!("record-normal"), contact.normal, actions);
        rows::text_row(ui, t!("sphere-feature"), feature(contact.feature), actions);
        let overlapping = if contact.overlapping { t!("sphere-overlaps") } else { t!("sphere-overlaps-not") };
        rows::text_row(ui, t!("sphere-overlapping"), overlapping, actions);
    } else {
        rows::title(ui, t!("sphere-touches-nothing"));
    }
    let boxes = t!("n-boxes", count = sweep.counts.boxes);
    let triangles = t!("n-triangles", count = sweep.counts.triangles);
    let tested = t!("boxes-and-triangles", boxes = boxes, triangles = triangles);
    rows::text_row(ui, t!("record-tested"), &tested, actions);
    rows::text_row(ui, t!("took"), &numbers::duration(run.sweep_seconds), actions);
}

fn slide(ui: &mut Ui, path: &SlidePath, actions: &mut Vec<Action>) {
    rows::text_row(ui, t!("sphere-bounces"), &path.bounces().to_string(), actions);
    let ended = match path.ended {
        SlideEnd::Arrived => t!("sphere-arrived"),
        SlideEnd::Blocked => t!("sphere-blocked"),
        SlideEnd::Spent => t!("sphere-spent"),
        SlideEnd::Stuck => t!("sphere-stuck"),
    };
    rows::text_row(ui, t!("sphere-ended"), ended, actions);
}

/// Shows each part of the triangle that the sphere was tested against, with its time and verdict.
fn candidates(ui: &mut Ui, run: &SphereMotion, actions: &mut Vec<Action>) {
    let Some(trace) = &run.sweep.triangle else {
        rows::note(ui, t!("sphere-no-candidates"));
        return;
    };
    if let Some((height, speed)) = trace.plane {
        rows::value_row(ui, t!("sphere-height"), height, actions);
        rows::value_row(ui, t!("sphere-unit-of-t"), speed, actions);
    }
    let colors = Colors::of(ui);
    rows::table(ui, "candidates", [14.0, 2.0], 18.0, |ui| {
        for SweepCandidate { feature: part, t, verdict } in &trace.candidates {
            ui.label(RichText::new(feature(*part)).color(colors.weak));
            ui.label(RichText::new(t.map_or_else(|| "–".to_owned(), numbers::number)).monospace());
            let touches = matches!(verdict, SweepVerdict::Touches | SweepVerdict::TouchesAtBorder);
            ui.label(RichText::new(words(*verdict)).color(if touches { colors.text } else { colors.weak }));
            ui.end_row();
        }
    });
}

fn words(verdict: SweepVerdict) -> &'static str {
    match verdict {
        SweepVerdict::Touches => t!("sphere-touched"),
        SweepVerdict::TouchesAtBorder => t!("sphere-touched-at-border"),
        SweepVerdict::OffFeature => t!("sphere-off-feature"),
        SweepVerdict::AfterEnd => t!("sphere-after-end"),
        SweepVerdict::Recedes => t!("sphere-recedes"),
        SweepVerdict::PassesBy => t!("sphere-passes-by"),
        SweepVerdict::Hidden => t!("sphere-hidden"),
        SweepVerdict::StartsWithin => t!("sphere-starts-within"),
    }
}

fn feature(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => t!("sphere-face"),
        Feature::Edge(0) => t!("sphere-edge-ab"),
        Feature::Edge(1) => t!("sphere-edge-bc"),
        Feature::Edge(_) => t!("sphere-edge-ca"),
        Feature::Vertex(0) => t!("sphere-corner-a"),
        Feature::Vertex(1) => t!("sphere-corner-b"),
        Feature::Vertex(_) => t!("sphere-corner-c"),
    }
}

fn of_run(bench: &Sphere, desk: &Desk, run: &SphereMotion, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let (camera, sphere) = (&desk.view().camera, run.sweep.sphere);
    let at = |t: f64| geometry::Sphere { center: sphere.center + t * run.sweep.displacement, ..sphere };
    let pen = Pen::new(palette.ray, 1.5);
    let stop = at(run.sweep.hit.map_or(1.0, |hit| hit.contact.t));
    // Seen end on, the way is a point, and its start hides what it leads to.
    overlays.push(Overlay::Lines(shapes::sides(sphere.center, stop.center, sphere.radius, camera), pen));
    overlays.push(Overlay::Lines(vec![[sphere.center, stop.center]], pen.opacity(0.6)));
    overlays.push(Overlay::Lines(shapes::outline(&stop, camera), pen));
    if !is_seen_end_on(run, desk) {
        overlays.push(Overlay::Lines(shapes::outline(&sphere, camera), Pen::new(palette.near_point, 1.5)));
        overlays.push(Overlay::Points(vec![sphere.center], Pen::new(palette.near_point, 6.0)));
    }
    if bench.slides {
        // Up to the first contact the path is the way of the sweep.
        let after = run.path.steps.iter().skip(1).map(|step| [step.from, step.to]).collect();
        overlays.push(Overlay::Lines(after, Pen::new(palette.far_point, 2.0)));
        let bounces = run.path.steps.iter().filter(|step| step.contact.is_some()).map(|step| step.to).collect();
        overlays.push(Overlay::Points(bounces, Pen::new(palette.far_point, 6.0)));
        let end = geometry::Sphere { center: run.path.end, ..sphere };
        overlays.push(Overlay::Lines(shapes::outline(&end, camera), Pen::new(palette.far_point, 1.5)));
    } else if run.sweep.hit.is_some() {
        overlays.push(Overlay::Lines(vec![[stop.center, at(1.0).center]], pen.dashed(5.0).opacity(0.6)));
    }
    if let Some(hit) = &run.sweep.hit {
        of_contact(desk, hit, sphere.radius, palette, overlays);
    }
}

/// Draws the part of the triangle that is touched, the point, and the normal.
fn of_contact(desk: &Desk, hit: &SceneContact, radius: f64, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let Some(triangle) = desk.triangle(TriangleId { object: hit.object, triangle: hit.triangle }) else { return };
    let corner = |k: u8| triangle.corners()[usize::from(k % 3)];
    let pen = Pen::new(palette.ray, 4.0).behind(Behind::Drawn);
    overlays.push(match hit.contact.feature {
        Feature::Face => Overlay::triangle(&triangle, Pen { width: 2.5, ..pen }),
        Feature::Edge(edge) => Overlay::Lines(vec![[corner(edge), corner(edge % 3 + 1)]], pen),
        Feature::Vertex(at) => Overlay::Points(vec![corner(at)], Pen { width: 11.0, ..pen }),
    });
    let (point, normal) = (hit.contact.point, hit.contact.normal);
    let pen = Pen::new(palette.selected_outline, 2.0).behind(Behind::Drawn);
    // The head of the normal's arrow is seen broadside.
    let along = 1.6 * radius * normal;
    let across = along.cross(desk.view().camera.forward()).normalize_or_zero() * (0.1 * along.length());
    let (tip, neck) = (point + along, point + 0.82 * along);
    overlays.push(Overlay::Lines(vec![[point, tip], [tip, neck + across], [tip, neck - across]], pen));
    overlays.push(Overlay::Points(vec![point], Pen { width: 8.0, ..pen }));
    overlays.push(Overlay::Points(vec![point], Pen::new(palette.ray, 5.0).behind(Behind::Drawn)));
}
