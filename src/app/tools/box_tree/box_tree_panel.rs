//! Panel of the bench of AABB trees: numbers of the chosen tree, boxes of a level, and boxes tested by a query.

use super::{BoxTree, BoxTreeAction, Choices, MOST_BOXES, Query, QueryShape, RADII, TestedBox, TreeKind, Trees, Walk};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::numbers::{count, duration, number};
use crate::app::panels::probe;
use crate::app::panels::rows::{self, ask};
use crate::app::shapes;
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tool::Panel;
use egui::{CornerRadius, Rect, RichText, Sense, Ui, Vec2};
use pickray_render::{Overlay, Palette, Pen};

/// Number of boxes or triangles above which they are drawn with the thinnest lines.
const MANY: usize = 150;
const BAR_SIZE: Vec2 = Vec2::new(130.0, 7.0);

impl Panel for BoxTree {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        let (trees, mut chosen) = (self.trees.get(), self.chosen);
        rows::section(ui, Text("box-tree-section-tree"), true, |ui| {
            let kinds = [(TreeKind::Ray, t!("box-tree-of-picks")), (TreeKind::Leafless, t!("box-tree-leafless"))];
            chosen.kind = rows::choice(ui, t!("box-tree-shown"), chosen.kind, kinds).unwrap_or(chosen.kind);
            let is_of_picks = chosen.kind == TreeKind::Ray;
            rows::note(ui, if is_of_picks { t!("box-tree-of-picks-about") } else { t!("box-tree-leafless-about") });
            ui.add_space(SPACE);
            match trees {
                Some(trees) => of_tree(ui, self.chosen.kind, trees, actions),
                None => ask(actions, probe::not_there(ui, &self.trees).map(BoxTreeAction::Trees)),
            }
        });
        if let Some(trees) = trees {
            rows::section(ui, Text("box-tree-section-level"), true, |ui| level(ui, &mut chosen, trees));
        }
        if self.chosen.kind == TreeKind::Ray {
            rows::section(ui, Text("box-tree-section-query"), true, |ui| {
                let shapes = [(QueryShape::Ray, t!("box-tree-ray")), (QueryShape::Ball, t!("box-tree-ball"))];
                chosen.shape = rows::choice(ui, t!("box-tree-ask"), chosen.shape, shapes).unwrap_or(chosen.shape);
                if chosen.shape == QueryShape::Ball {
                    let range = RADII.start() * desk.bench_diagonal()..=RADII.end() * desk.bench_diagonal();
                    let radius = rows::slider(ui, t!("radius"), chosen.radius, range, false);
                    chosen.radius = radius.unwrap_or(chosen.radius);
                }
                ui.checkbox(&mut chosen.shows_tested, t!("box-tree-draw-tested"));
                ui.add_space(SPACE);
                match &self.query {
                    Some(query) => answer(ui, self, desk, query, actions),
                    None if self.ray.probe.is_some() => rows::note(ui, t!("box-tree-no-ball")),
                    None => rows::note(ui, t!("box-tree-empty")),
                }
            });
        }
        if let (Some(query), Some(trees)) = (&self.query, trees) {
            rows::section(ui, Text("box-tree-section-level-by-level"), true, |ui| levels(ui, trees, &query.walk));
        }
        ask(actions, (chosen != self.chosen).then_some(BoxTreeAction::Choose(chosen)));
    }

    fn overlays(&self, desk: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        if self.chosen.shows_level {
            let lines = self.level_boxes.iter().flat_map(|aabb| shapes::box_edges(aabb.corners())).collect();
            overlays.push(Overlay::Lines(lines, Pen::new(palette.near_point, 1.0).opacity(0.7)));
        }
        if let Some(query) = &self.query {
            if self.chosen.shows_tested {
                tested(desk, &query.walk, palette, &mut overlays);
            }
            if let Some(ball) = &query.ball {
                overlays.extend(shapes::ball(ball, &desk.view().camera, Pen::new(palette.ray, 2.0), (1.0, 0.5)));
            }
        }
        let probe = self.ray.probe.as_ref().filter(|_| self.chosen.kind == TreeKind::Ray);
        probe::lines(desk, probe, palette, &mut overlays);
        overlays
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        if self.chosen.kind == TreeKind::Leafless {
            return &[];
        }
        &[
            (Text("gesture-mouse"), Text("box-tree-hint-mouse")),
            (Text("gesture-plain-click"), Text("box-tree-hint-click")),
            (Text("key-escape"), Text("box-tree-hint-esc")),
            (Text("gesture-shift-wheel"), Text("box-tree-hint-wheel")),
        ]
    }
}

fn of_tree(ui: &mut Ui, kind: TreeKind, trees: &Trees, actions: &mut Vec<Action>) {
    let levels = trees.levels(kind);
    let (n_triangles, n_boxes) = (trees.leafless.n_triangles() as u64, levels.iter().copied().map(u64::from).sum());
    rows::text_row(ui, t!("mesh-triangles"), &count(n_triangles), actions);
    match kind {
        TreeKind::Ray => rows::text_row(ui, t!("box-tree-boxes"), &count(n_boxes), actions),
        TreeKind::Leafless => {
            rows::text_row(ui, t!("box-tree-nodes"), &t!("box-tree-nodes-about", count = n_boxes), actions);
            let leaves = t!("box-tree-leaves-about", count = n_boxes + n_triangles);
            rows::text_row(ui, t!("box-tree-with-leaves"), &leaves, actions);
        }
    }
    rows::text_row(ui, t!("box-tree-levels"), &count(levels.len() as u64), actions);
    if kind == TreeKind::Leafless {
        let cost = t!("box-tree-cost", boxes = number((10.0 * trees.cost).round() / 10.0));
        rows::text_row(ui, t!("record-heading-cost"), &cost, actions);
        rows::text_row(ui, t!("box-tree-built"), &duration(trees.seconds), actions);
    }
}

fn level(ui: &mut Ui, chosen: &mut Choices, trees: &Trees) {
    let levels = trees.levels(chosen.kind);
    ui.checkbox(&mut chosen.shows_level, t!("box-tree-draw-level"));
    let deepest = levels.len().saturating_sub(1) as u32;
    ui.add_enabled_ui(chosen.shows_level && deepest > 0, |ui| {
        let level = rows::whole_slider(ui, t!("box-tree-level"), chosen.level, 0..=deepest, true);
        chosen.level = level.unwrap_or(chosen.level);
    });
    let n = levels.get(chosen.level as usize).map_or(0, |&n| u64::from(n));
    let is_cut = n > MOST_BOXES as u64;
    let cut = || t!("box-tree-level-first", shown = MOST_BOXES as u64, all = n);
    rows::note(ui, &if is_cut { cut() } else { t!("box-tree-level-all", count = n) });
}

fn answer(ui: &mut Ui, bench: &BoxTree, desk: &Desk, query: &Query, actions: &mut Vec<Action>) {
    let Some(asked) = &bench.ray.probe else { return };
    match query.ball {
        None => probe::heading(ui, asked),
        Some(_) => rows::title(ui, &t!("box-tree-touches", count = query.found.len() as u64)),
    }
    let Walk { boxes, tested, met, .. } = &query.walk;
    let words = t!("box-tree-tested-and-met", tested = tested.boxes, met = met.boxes);
    rows::text_row(ui, t!("box-tree-boxes"), &words, actions);
    let words = t!("box-tree-tested-and-met", tested = tested.triangles, met = met.triangles);
    rows::text_row(ui, t!("mesh-triangles"), &words, actions);
    let untested = query.found.len() as u64 - met.triangles.min(query.found.len() as u64);
    if query.ball.is_some() && untested > 0 {
        rows::note(ui, &t!("box-tree-untested", count = untested));
    }
    let (drawn, all) = (boxes.len() as u64, tested.boxes);
    if drawn < all {
        rows::note(ui, &t!("box-tree-first-drawn", drawn = drawn, all = all));
    }
    ask(actions, probe::kept(ui, desk, asked).then_some(Action::LetGo));
}

/// Shows for each level a bar of the boxes tested, those met in a stronger colour.
fn levels(ui: &mut Ui, trees: &Trees, walk: &Walk) {
    let most = walk.levels.iter().map(|[tested, _]| *tested).max().unwrap_or(0).max(1);
    let colors = Colors::of(ui);
    rows::table(ui, "levels", [10.0, 1.0], 16.0, |ui| {
        rows::headings(ui, &[t!("box-tree-level"), t!("box-tree-tested-met"), t!("box-tree-tested-of-all")]);
        for (depth, (&[tested, met], &n)) in walk.levels.iter().zip(&trees.ray_levels).enumerate() {
            ui.label(RichText::new(depth.to_string()).monospace().color(colors.weak));
            let (rect, _) = ui.allocate_exact_size(BAR_SIZE, Sense::hover());
            for (n, color) in [(tested, colors.line), (met, colors.weak)] {
                let filled = Vec2::new(BAR_SIZE.x * (n as f64 / most as f64) as f32, BAR_SIZE.y);
                ui.painter().rect_filled(Rect::from_min_size(rect.min, filled), CornerRadius::ZERO, color);
            }
            ui.label(RichText::new(t!("box-tree-n-of-all", tested = tested, all = n)).monospace());
            ui.end_row();
        }
    });
}

/// Draws the boxes and the triangles that were tested; boxes that were met are brighter the deeper they lie.
fn tested(desk: &Desk, walk: &Walk, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let Some(object) = desk.bench_object() else { return };
    let origin = object.mesh.origin();
    let boxes = |overlays: &mut Vec<Overlay>, pen: Pen, which: &dyn Fn(&TestedBox) -> bool| {
        let tested = walk.boxes.iter().filter(|test| which(test));
        let lines = tested.flat_map(|test| shapes::box_edges(test.aabb.corners().map(|corner| corner + origin)));
        overlays.push(Overlay::Lines(lines.collect(), pen));
    };
    boxes(overlays, Pen::new(palette.frustum, 1.0).opacity(0.4), &|test| !test.met);
    let width = |n: usize, width: f32| if n > MANY { 1.0 } else { width };
    let deepest = walk.levels.len() as f32;
    for depth in 0..walk.levels.len() as u32 {
        let met = Pen::new(palette.hover, width(walk.boxes.len(), 1.75));
        let met = met.opacity(0.3 + 0.7 * (depth + 1) as f32 / deepest);
        boxes(overlays, met, &|test| test.met && test.depth == depth);
    }
    let edges = walk.triangles.iter().flat_map(|&triangle| {
        let [a, b, c] = object.triangle_in_world(triangle).corners();
        [[a, b], [b, c], [c, a]]
    });
    overlays.push(Overlay::Lines(edges.collect(), Pen::new(palette.far_point, width(walk.triangles.len(), 1.5))));
}
