//! Panel of the bench of many bodies: its switches, the work of sweep-and-prune, and the end points that it sorts.

use super::{BODIES, BodyShape, Choices, ManyBodies, ManyBodiesAction, SPEEDS, Update, World};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE, color32, palette};
use crate::app::tool::Panel;
use egui::{Button, Checkbox, Rect, Sense, Stroke, Ui, Vec2, pos2};
use pickray::accel::{EndPoint, Structure};
use pickray_render::{Body, Overlay, Palette, Pen, Srgb, Swarm};

/// Number of pairs up to which they are joined by lines: software draws no more in time, and nobody sees more.
const JOINED: usize = 2000;

impl Panel for ManyBodies {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        let mut chosen = self.chosen;
        rows::section(ui, Text("many-bodies-section-bodies"), true, |ui| {
            controls(ui, self, &mut chosen, desk, actions);
        });
        rows::section(ui, Text("many-bodies-section-sweep-and-prune"), true, |ui| {
            update(ui, self, &mut chosen, actions);
        });
        rows::section(ui, Text("many-bodies-section-end-points"), true, |ui| {
            let axes = ["x", "y", "z"].into_iter().enumerate();
            chosen.axis = rows::choice(ui, t!("many-bodies-axis"), chosen.axis, axes).unwrap_or(chosen.axis);
            end_points(ui, self);
            let window = rows::slider(ui, t!("many-bodies-magnified"), chosen.window, 0.0..=1.0, true);
            chosen.window = window.unwrap_or(chosen.window);
        });
        ask(actions, (chosen != self.chosen).then_some(ManyBodiesAction::Choose(chosen)));
    }

    fn overlays(&self, _: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let Some(world) = &self.world else { return Vec::new() };
        let mut overlays = vec![Overlay::aabb(&self.room(), Pen::new(palette.frustum, 1.25).opacity(0.8))];
        if self.chosen.lines && world.broad.pairs().len() <= JOINED {
            let boxes = &world.boxes;
            let middle = |body: u32| boxes[body as usize].center();
            let lines = world.broad.pairs().iter().map(|&[a, b]| [middle(a), middle(b)]).collect();
            overlays.push(Overlay::Lines(lines, Pen::new(palette.ray, 1.5)));
        }
        overlays
    }

    fn swarm(&self, desk: &Desk, palette: &Palette) -> Option<Swarm> {
        let (world, shape) = (self.world.as_ref()?, self.mesh(desk)?);
        let body = |(&aabb, &overlaps)| Body { aabb, color: color(overlaps, palette) };
        let bodies = world.boxes.iter().zip(&world.overlaps).map(body).collect();
        Some(Swarm { shape, closed: self.chosen.shape != BodyShape::Open, bodies, room: self.room() })
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[(Text("many-bodies-gesture-teleport"), Text("many-bodies-hint-teleport"))]
    }
}

fn controls(ui: &mut Ui, bench: &ManyBodies, chosen: &mut Choices, desk: &Desk, actions: &mut Vec<Action>) {
    let range = *BODIES.start() as u32..=*BODIES.end() as u32;
    let count = rows::whole_slider(ui, t!("many-bodies-number"), bench.count() as u32, range, false);
    ask(actions, count.map(|count| ManyBodiesAction::Count(count as usize)));
    chosen.speed = rows::slider(ui, t!("many-bodies-speed"), chosen.speed, SPEEDS, false).unwrap_or(chosen.speed);
    let open = desk.bench_object().map_or(0, |object| object.mesh.n_triangles());
    rows::choices(ui, t!("many-bodies-shape"), &mut |ui| {
        for shape in BodyShape::ALL {
            let fits = shape.is_small_enough(bench.count(), open);
            let button = ui.add_enabled(fits, Button::selectable(chosen.shape == shape, shape.name()));
            if button.on_disabled_hover_text(t!("many-bodies-too-many")).clicked() {
                chosen.shape = shape;
            }
        }
    });
    ui.add_space(SPACE);
    ui.horizontal_wrapped(|ui| {
        let run = if bench.chosen.runs { t!("hold") } else { t!("many-bodies-run") };
        let (more, fewer) = (bench.count() < *BODIES.end(), bench.count() > *BODIES.start());
        let teleport = t!("many-bodies-teleport-about");
        let turned = Choices { runs: !bench.chosen.runs, ..bench.chosen };
        for (text, enabled, hint, action) in [
            (run, true, t!("many-bodies-run-about"), ManyBodiesAction::Choose(turned)),
            (t!("many-bodies-step"), true, t!("many-bodies-step-about"), ManyBodiesAction::Step),
            (t!("many-bodies-gesture-teleport"), true, teleport, ManyBodiesAction::Teleport),
            (t!("many-bodies-add"), more, t!("many-bodies-add-about"), ManyBodiesAction::Add),
            (t!("many-bodies-remove"), fewer, t!("many-bodies-remove-about"), ManyBodiesAction::Remove),
        ] {
            ask(actions, ui.add_enabled(enabled, Button::new(text)).on_hover_text(hint).clicked().then_some(action));
        }
    });
    let few = bench.world.as_ref().is_some_and(|world| world.broad.pairs().len() <= JOINED);
    let mut none = false;
    let join = Checkbox::new(if few { &mut chosen.lines } else { &mut none }, t!("many-bodies-lines"));
    ui.add_enabled(few, join).on_disabled_hover_text(t!("many-bodies-lines-most", count = JOINED as u64));
}

fn update(ui: &mut Ui, bench: &ManyBodies, chosen: &mut Choices, actions: &mut Vec<Action>) {
    let (Some(world), Some(Update { stats, mean_seconds, .. })) = (&bench.world, bench.last) else { return };
    rows::title(ui, &t!("n-pairs", count = world.broad.pairs().len() as u64));
    let palette = palette(ui);

    // Bodies that overlap no other body, one, and more.
    let n_with = |n: u32| world.overlaps.iter().filter(|&&overlaps| overlaps.min(2) == n).count();
    let [alone, one, more] = [0, 1, 2].map(|n| numbers::count(n_with(n) as u64));
    for (n, text) in [
        (0, t!("many-bodies-alone", number = alone)),
        (1, t!("many-bodies-one", number = one)),
        (2, t!("many-bodies-more", number = more)),
    ] {
        ui.horizontal(|ui| {
            rows::swatch(ui, color32(color(n, palette)));
            ui.label(text);
        });
    }
    ui.add_space(SPACE);

    // What the last update changed, and what it cost.
    let changes = world.broad.changes();
    let changed = format!("{}, {}", changes.added.len(), changes.removed.len());
    rows::text_row(ui, t!("many-bodies-came-went"), &changed, actions);
    rows::text_row(ui, t!("many-bodies-swaps"), &numbers::count(stats.swaps), actions);
    cost(ui, stats.tests, mean_seconds, actions);
    if let Some((body, swaps)) = bench.teleported {
        let text = t!("many-bodies-teleported-swaps", body = body.to_string(), count = swaps);
        rows::text_row(ui, t!("many-bodies-teleported"), &text, actions);
    }
    ui.add_space(2.0 * SPACE);
    ui.checkbox(&mut chosen.compares, t!("many-bodies-compare"));
    if let Some(other) = &bench.other {
        rows::text_row(ui, t!("many-bodies-choice"), name(other.stats.structure), actions);
        rows::text_row(ui, t!("many-bodies-pairs"), &numbers::count(other.pairs as u64), actions);
        cost(ui, other.stats.tests, other.mean_seconds, actions);
    }
}

/// Shows the cost of an update, the time with three decimals: a number that changes with each frame stands still.
fn cost(ui: &mut Ui, tests: u64, seconds: f64, actions: &mut Vec<Action>) {
    rows::text_row(ui, t!("box-tests"), &numbers::count(tests), actions);
    rows::text_row(ui, t!("took"), &format!("{:.3} ms", 1e3 * seconds), actions);
}

fn name(structure: Structure) -> &'static str {
    match structure {
        Structure::BruteForce => t!("many-bodies-brute-force"),
        Structure::SweepAndPrune => t!("many-bodies-sweep-and-prune"),
        Structure::LinearTree => t!("many-bodies-linear-tree"),
    }
}

fn color(overlaps: u32, palette: &Palette) -> Srgb {
    match overlaps {
        0 => [0.66, 0.69, 0.73],
        1 => palette.marked_dot,
        _ => palette.near_point,
    }
}

const MAGNIFIED: usize = 36;

/// Height of a bar, and distance from one bar to the next, in logical pixels.
const BAR: f32 = 4.0;
const BAR_STEP: f32 = 6.0;

fn end_points(ui: &mut Ui, bench: &ManyBodies) {
    let Some(world) = &bench.world else { return };
    let ends = world.broad.end_points(bench.chosen.axis);
    let ([first, ..], [.., last]) = (ends, ends) else { return };
    let shown = MAGNIFIED.min(ends.len());
    let rank = (bench.chosen.window * (ends.len() - shown) as f64).round() as usize;
    let magnified = &ends[rank..rank + shown];

    let width = ui.available_width();
    let (strip, response) = ui.allocate_exact_size(Vec2::new(width, 44.0), Sense::hover());
    response.on_hover_text(t!("many-bodies-end-points-about"));
    let (whole, part_of) = ((first.value, last.value), (magnified[0].value, magnified[shown - 1].value));
    all(ui, strip, ends, whole);
    // A frame around the magnified part.
    let [left, right] = [part_of.0, part_of.1].map(|end| strip.left() + part(end, whole) as f32 * strip.width());
    let (middle, half) = (0.5 * (left + right), (0.5 * (right - left)).max(2.0));
    let framed = Rect::from_x_y_ranges(middle - half..=middle + half, strip.y_range());
    ui.painter_at(strip).rect_stroke(framed, 1.0, Stroke::new(1.5, Colors::of(ui).text), egui::StrokeKind::Inside);

    // Room for as many bars as there can be, so that what is below stands still.
    let height = MAGNIFIED as f32 * BAR_STEP + 4.0;
    let (table, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    let [low, high] = [part_of.0, part_of.1].map(|end| format!("{end:.2}"));
    let text = t!(
        "many-bodies-end-points",
        count = ends.len(),
        first = rank,
        last = rank + shown - 1,
        axis = ["x", "y", "z"][bench.chosen.axis],
        low = low,
        high = high,
    );
    response.on_hover_text(t!("many-bodies-intervals-about"));
    bars(ui, table, (world, bench.chosen.axis), magnified);
    rows::note(ui, &text);
}

/// Shows how many lower ends lie in each column of pixels, above the line, and how many upper ends, below it.
fn all(ui: &Ui, rect: Rect, ends: &[EndPoint], range: (f64, f64)) {
    let colors = Colors::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, colors.sunken);
    let columns = rect.width().floor().max(1.0) as usize;
    let mut counts = vec![[0u32; 2]; columns];
    for end in ends {
        let column = (part(end.value, range) * columns as f64) as usize;
        counts[column.min(columns - 1)][usize::from(end.is_max())] += 1;
    }
    let most = counts.iter().flatten().copied().max().unwrap_or(1).max(1) as f32;
    let (middle, reach) = (rect.center().y, 0.5 * rect.height() - 2.0);
    for (column, [lower, upper]) in counts.into_iter().enumerate() {
        let x = rect.left() + column as f32 + 0.5;
        for (count, up, color) in [(lower, -1.0, colors.text), (upper, 1.0, colors.weak)] {
            if count > 0 {
                let end = middle + up * (1.0 + reach * count as f32 / most);
                painter.line_segment([pos2(x, middle), pos2(x, end)], Stroke::new(1.0, color));
            }
        }
    }
}

/// Shows a bar for each body with an end in the magnified part, in the order of these ends.
fn bars(ui: &Ui, rect: Rect, (world, axis): (&World, usize), magnified: &[EndPoint]) {
    let colors = Colors::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, colors.sunken);
    let range = (magnified[0].value, magnified[magnified.len() - 1].value);
    let palette = palette(ui);
    let x = |value: f64| rect.left() + 3.0 + part(value, range) as f32 * (rect.width() - 6.0);
    let mut order: Vec<u32> = Vec::new();
    for body in magnified.iter().map(EndPoint::id) {
        if !order.contains(&body) {
            order.push(body);
        }
    }
    for (row, &body) in order.iter().enumerate() {
        let (aabb, overlaps) = (&world.boxes[body as usize], world.overlaps[body as usize]);
        let top = rect.top() + 3.0 + row as f32 * BAR_STEP;
        let (left, right) = (x(aabb.min[axis]), x(aabb.max[axis]));
        let bar = Rect::from_min_max(pos2(left, top), pos2(right.max(left + 1.0), top + BAR));
        painter.rect_filled(bar, 0.0, color32(color(overlaps, palette)));
        for (end, inside) in [(left, aabb.min[axis] >= range.0), (right, aabb.max[axis] <= range.1)] {
            if inside {
                painter.line_segment([pos2(end, top - 1.0), pos2(end, top + BAR + 1.0)], Stroke::new(1.5, colors.text));
            }
        }
    }
}

/// Returns where a value lies in a range, from 0 to 1; 0 in a range without length.
fn part(value: f64, (least, most): (f64, f64)) -> f64 {
    if most > least { ((value - least) / (most - least)).clamp(0.0, 1.0) } else { 0.0 }
}
