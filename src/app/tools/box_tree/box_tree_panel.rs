//! Panel of the bench of the tree of boxes: its numbers, the boxes of a level, and the boxes that a ray or a ball was
//! tested against.

use super::{BoxTree, BoxTreeAction, MOST_BOXES, Query, QueryShape, RADII, Tree};
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::numbers::{count, duration, number};
use crate::app::panels::probe;
use crate::app::panels::rows::{self, ask};
use crate::app::shapes;
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tool::Panel;
use egui::{CornerRadius, Grid, Rect, RichText, Sense, Ui, Vec2};
use pickray::accel::{BoxOutcome, TreeBoxTest, TreeTrace};
use pickray::geometry::Aabb;
use pickray_render::{Overlay, Palette, Pen};

/// Number of boxes or triangles above which they are drawn with the thinnest lines.
const MANY: usize = 150;

/// The size of a level's bar, in logical pixels.
const BAR: Vec2 = Vec2::new(130.0, 7.0);

impl Panel for BoxTree {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        let Some(tree) = self.tree.get() else {
            return rows::section(ui, Text("box-tree-section-tree"), true, |ui| {
                ask(actions, probe::not_there(ui, &self.tree).then_some(BoxTreeAction::Build));
            });
        };
        rows::section(ui, Text("box-tree-section-tree"), true, |ui| of_tree(ui, tree, actions));
        rows::section(ui, Text("box-tree-section-level"), true, |ui| level(ui, self, tree, actions));
        rows::section(ui, Text("box-tree-section-query"), true, |ui| {
            controls(ui, self, actions);
            match &self.query {
                Some(query) => answer(ui, self, desk, query, actions),
                None if self.probe.is_some() => rows::note(ui, t!("box-tree-no-ball")),
                None => rows::note(ui, t!("box-tree-empty")),
            }
        });
        if let Some(query) = &self.query {
            rows::section(ui, Text("box-tree-section-level-by-level"), true, |ui| levels(ui, tree, &query.trace));
        }
    }

    fn overlays(&self, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        if self.shows_level {
            let lines = self.level_boxes.iter().flat_map(|aabb| shapes::box_edges(aabb.corners())).collect();
            overlays.push(Overlay::Lines(lines, Pen::new(palette.near_point, 1.0).opacity(0.7)));
        }
        if let (Some(query), Some(tree)) = (&self.query, self.tree.get()) {
            if self.shows_tested {
                tested(desk, &query.trace, tree, palette, &mut overlays);
            }
            if let Some(ball) = &query.ball {
                overlays.extend(shapes::ball(ball, &desk.view().camera, Pen::new(palette.ray, 2.0), (1.0, 0.5)));
            }
        }
        probe::lines(desk, self.probe.as_ref(), palette, &mut overlays);
        overlays
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[
            (Text("gesture-mouse"), Text("box-tree-hint-mouse")),
            (Text("gesture-plain-click"), Text("box-tree-hint-click")),
            (Text("key-escape"), Text("box-tree-hint-esc")),
            (Text("gesture-shift-wheel"), Text("box-tree-hint-wheel")),
        ]
    }
}

fn of_tree(ui: &mut Ui, tree: &Tree, actions: &mut Vec<Action>) {
    let (n_triangles, n_nodes) = (tree.tree.n_triangles() as u64, tree.tree.n_nodes() as u64);
    rows::text_row(ui, t!("mesh-triangles"), &count(n_triangles), actions);
    rows::text_row(ui, t!("box-tree-nodes"), &t!("box-tree-nodes-about", count = n_nodes), actions);
    let leaves = t!("box-tree-leaves-about", count = n_nodes + n_triangles);
    rows::text_row(ui, t!("box-tree-with-leaves"), &leaves, actions);
    rows::text_row(ui, t!("box-tree-levels"), &count(tree.levels.len() as u64), actions);
    rows::text_row(ui, t!("record-heading-cost"), &t!("box-tree-cost", boxes = number(round(tree.cost))), actions);
    rows::text_row(ui, t!("box-tree-built"), &duration(tree.seconds), actions);
}

/// Rounds a number to a tenth.
fn round(x: f64) -> f64 {
    (10.0 * x).round() / 10.0
}

fn level(ui: &mut Ui, bench: &BoxTree, tree: &Tree, actions: &mut Vec<Action>) {
    let shows = rows::check(ui, bench.shows_level, t!("box-tree-draw-level"), "");
    ask(actions, shows.map(BoxTreeAction::ShowLevel));
    let deepest = tree.levels.len().saturating_sub(1) as u32;
    ui.add_enabled_ui(shows.unwrap_or(bench.shows_level) && deepest > 0, |ui| {
        let level = rows::whole_slider(ui, t!("box-tree-level"), bench.level, 0..=deepest, true);
        ask(actions, level.map(BoxTreeAction::Level));
    });
    let n = tree.levels.get(bench.level as usize).map_or(0, |&n| u64::from(n));
    let words = if n <= MOST_BOXES as u64 {
        t!("box-tree-level-all", count = n)
    } else {
        t!("box-tree-level-first", shown = MOST_BOXES as u64, all = n)
    };
    rows::note(ui, &words);
}

fn controls(ui: &mut Ui, bench: &BoxTree, actions: &mut Vec<Action>) {
    let shapes = [(QueryShape::Ray, t!("box-tree-ray")), (QueryShape::Ball, t!("box-tree-ball"))];
    ask(actions, rows::choice(ui, t!("box-tree-ask"), bench.shape, shapes).map(BoxTreeAction::Shape));
    if bench.shape == QueryShape::Ball {
        let range = RADII.start() * bench.diagonal..=RADII.end() * bench.diagonal;
        ask(actions, rows::slider(ui, t!("radius"), bench.radius, range, false).map(BoxTreeAction::Radius));
    }
    ask(actions, rows::check(ui, bench.shows_tested, t!("box-tree-draw-tested"), "").map(BoxTreeAction::ShowTested));
    ui.add_space(SPACE);
}

fn answer(ui: &mut Ui, bench: &BoxTree, desk: &Desk, query: &Query, actions: &mut Vec<Action>) {
    let Some(asked) = &bench.probe else { return };
    match query.ball {
        None => probe::heading(ui, asked),
        Some(_) => rows::title(ui, &t!("box-tree-touches", count = query.found.len() as u64)),
    }
    let trace = &query.trace;
    let opened: u64 = trace.levels.iter().map(|level| level.opened).sum();
    let words = t!("box-tree-tested-and-opened", tested = trace.counts.boxes, opened = opened);
    rows::text_row(ui, t!("box-tree-boxes"), &words, actions);
    let met = trace.triangles.iter().filter(|test| test.met).count() as u64;
    let words = t!("box-tree-tested-and-met", tested = trace.counts.triangles, met = met);
    rows::text_row(ui, t!("mesh-triangles"), &words, actions);
    if trace.boxes_left_out > 0 {
        let (drawn, all) = (trace.boxes.len() as u64, trace.counts.boxes);
        rows::note(ui, &t!("box-tree-first-drawn", drawn = drawn, all = all));
    }
    ask(actions, probe::kept(ui, desk, asked).then_some(BoxTreeAction::LetGo));
}

/// Shows for each level a bar of the boxes tested, those opened in a stronger colour.
fn levels(ui: &mut Ui, tree: &Tree, trace: &TreeTrace) {
    let most = trace.levels.iter().map(|level| level.tested).max().unwrap_or(0).max(1);
    let colors = Colors::of(ui);
    Grid::new("levels").num_columns(3).spacing([10.0, 1.0]).min_row_height(16.0).show(ui, |ui| {
        rows::headings(ui, &[t!("box-tree-level"), t!("box-tree-tested-opened"), t!("box-tree-tested-of-all")]);
        let rows = trace.levels.iter().zip(&tree.levels).enumerate();
        for (depth, (level, &n)) in rows.filter(|(_, (level, _))| level.tested > 0) {
            ui.label(RichText::new(depth.to_string()).monospace().color(colors.weak));
            let (rect, _) = ui.allocate_exact_size(BAR, Sense::hover());
            for (n, color) in [(level.tested, colors.line), (level.opened, colors.weak)] {
                let filled = Vec2::new(BAR.x * (n as f64 / most as f64) as f32, BAR.y);
                ui.painter().rect_filled(Rect::from_min_size(rect.min, filled), CornerRadius::ZERO, color);
            }
            let words = t!("box-tree-n-of-all", tested = level.tested, all = n);
            ui.label(RichText::new(words).monospace());
            ui.end_row();
        }
    });
}

/// Draws the boxes and the triangles that were tested; opened boxes are brighter the deeper they lie.
fn tested(desk: &Desk, trace: &TreeTrace, tree: &Tree, palette: &Palette, overlays: &mut Vec<Overlay>) {
    let boxes = |overlays: &mut Vec<Overlay>, pen: Pen, which: &dyn Fn(&TreeBoxTest) -> bool| {
        let lines = trace.boxes.iter().filter(|test| which(test)).flat_map(|test| {
            let aabb = Aabb::new(test.aabb.min + tree.origin, test.aabb.max + tree.origin);
            shapes::box_edges(aabb.corners())
        });
        overlays.push(Overlay::Lines(lines.collect(), pen));
    };
    let rejected = Pen::new(palette.frustum, 1.0).opacity(0.4);
    boxes(overlays, rejected, &|test| test.outcome == BoxOutcome::Rejected);
    let behind = Pen::new(palette.hover, 1.0).dashed(3.0).opacity(0.8);
    boxes(overlays, behind, &|test| test.outcome == BoxOutcome::Behind);
    let width = |n: usize, width: f32| if n > MANY { 1.0 } else { width };
    let deepest = trace.levels.len() as f32;
    for depth in 0..trace.levels.len() as u32 {
        let opened = Pen::new(palette.hover, width(trace.boxes.len(), 1.75));
        let opened = opened.opacity(0.3 + 0.7 * (depth + 1) as f32 / deepest);
        boxes(overlays, opened, &|test| test.outcome == BoxOutcome::Opened && test.depth == depth);
    }
    let Some(object) = desk.bench_object() else { return };
    let edges = trace.triangles.iter().flat_map(|test| {
        let [a, b, c] = object.triangle_in_world(test.triangle).corners();
        [[a, b], [b, c], [c, a]]
    });
    overlays.push(Overlay::Lines(edges.collect(), Pen::new(palette.far_point, width(trace.triangles.len(), 1.5))));
}
