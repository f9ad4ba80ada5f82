//! Panel of the bench of two triangles: whether they meet, by signs, intervals and 13 axes; and lines in the picture.

use super::{Case, Seen, TwoTriangles, TwoTrianglesAction};
use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::on_screen;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{Text, t};
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tool::Panel;
use egui::{Align2, Color32, CursorIcon, FontId, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use glam::DVec3;
use pickray::intersect::{
    AxisTest, Canonical, IntersectionLine, SeparatingAxis, TriangleIntersection, TriangleTriangleTrace, Way,
};
use pickray::math::predicates::Sign;
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

const NAMES: [&str; 2] = ["p", "q"];
const CORNERS: [&str; 3] = ["a", "b", "c"];

fn colors(palette: &Palette) -> [Srgb; 2] {
    [palette.far_point, palette.hover]
}

fn color(ui: &Ui, which: usize) -> Color32 {
    color32(colors(palette(ui))[which])
}

impl Panel for TwoTriangles {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        rows::section(ui, Text("two-triangles-section-triangles"), true, |ui| triangles(ui, self, actions));
        let Some(seen) = &self.seen else {
            let empty = |ui: &mut Ui| rows::note(ui, t!("two-triangles-empty"));
            return rows::section(ui, Text("two-triangles-section-verdict"), true, empty);
        };
        rows::section(ui, Text("two-triangles-section-verdict"), true, |ui| verdict(ui, seen, desk, actions));
        rows::section(ui, Text("two-triangles-section-signs"), true, |ui| signs(ui, &seen.trace));
        rows::section(ui, Text("two-triangles-section-on-the-line-of-both-planes"), true, |ui| line(ui, &seen.trace));
        rows::section(ui, Text("two-triangles-section-box"), true, |ui| axes(ui, self, seen, actions));
    }

    fn overlays(&self, desk: &Desk, _: Pane, palette: &Palette) -> Vec<Overlay> {
        let mut overlays = Vec::new();
        if let Some(seen) = &self.seen {
            for (triangle, color) in [&seen.trace.p, &seen.trace.q].into_iter().zip(colors(palette)) {
                overlays.push(Overlay::triangle(triangle, Pen::new(color, 2.5)));
            }
            overlays.extend(seen.trace.line.iter().flat_map(|line| of_line(line, palette)));
            overlays.extend(seen.trace.intersection.iter().flat_map(|shared| of_intersection(shared, palette)));
            if self.shows_box {
                overlays.push(Overlay::aabb(&seen.boxes[self.boxed].aabb, Pen::new(palette.frustum, 1.5)));
            }
        } else if let [Some(p), None] | [None, Some(p)] = self.clicked
            && let Some(triangle) = desk.triangle(p)
        {
            overlays.push(Overlay::triangle(&triangle, Pen::new(colors(palette)[0], 2.5)));
        }
        overlays
    }

    fn show_over(&self, ui: &Ui, desk: &Desk, area: Rect, _: &mut Vec<Action>) {
        let Some(seen) = &self.seen else { return };
        let painter = ui.painter().with_clip_rect(area);
        let place = |world: DVec3| Some(on_screen(desk, desk.view().cursor_from_world(world)?));
        let pair = [&seen.trace.p, &seen.trace.q];
        let [Some(p), Some(q)] = pair.map(|triangle| place(triangle.centroid())) else { return };
        for (which, (triangle, [own, other])) in pair.into_iter().zip([[p, q], [q, p]]).enumerate() {
            let color = color(ui, which);
            let seen: Vec<_> = triangle.corners().into_iter().map(place).collect();
            let extent = Rect::from_points(&seen.iter().flatten().copied().collect::<Vec<_>>());
            // The corners of a small triangle have no names.
            if !self.free && extent.size().max_elem() < 70.0 {
                label(&painter, ui, own + 40.0 * direction(own - other), NAMES[which], color);
                continue;
            }
            for (corner, at) in seen.into_iter().enumerate() {
                let Some(at) = at else { continue };
                if self.free {
                    let radius = [5.0, 7.5][usize::from(self.corner == Some([which, corner]))];
                    painter.circle(at, radius, color, Stroke::new(1.5, Color32::WHITE));
                    painter.circle_stroke(at, radius + 1.5, Stroke::new(1.0, Color32::from_black_alpha(150)));
                }
                let text = format!("{}.{}", NAMES[which], CORNERS[corner]);
                label(&painter, ui, at + 20.0 * direction(at - own), &text, color);
            }
        }
        if self.corner.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
    }

    fn in_one_line(&self, _: &Desk) -> Option<String> {
        self.seen.as_ref().map(|seen| title(seen).to_owned())
    }

    fn next_step(&self, desk: &Desk) -> Option<(String, &'static str)> {
        let takes = if self.next == 0 { t!("two-triangles-take-p") } else { t!("two-triangles-take-q") };
        (!self.free).then(|| (desk.click_gesture().to_owned(), takes))
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        &[
            (Text("gesture-plain-click"), Text("two-triangles-hint-click")),
            (Text("key-escape"), Text("two-triangles-hint-esc")),
            (Text("two-triangles-gesture-corner"), Text("two-triangles-hint-corner")),
        ]
    }
}

fn triangles(ui: &mut Ui, bench: &TwoTriangles, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (free, text) in [(false, t!("two-triangles-of-mesh")), (true, t!("two-triangles-free"))] {
            let clicked = ui.selectable_label(bench.free == free, text).on_hover_text("T").clicked();
            ask(actions, (clicked && bench.free != free).then_some(TwoTrianglesAction::Free(free)));
        }
    });
    ui.add_space(SPACE);
    if bench.free {
        rows::note(ui, t!("two-triangles-drag"));
        ui.horizontal_wrapped(|ui| {
            for case in Case::ALL {
                rows::button(ui, case.name(), "", TwoTrianglesAction::Case(case), actions);
            }
        });
    } else {
        for (which, name) in NAMES.iter().enumerate() {
            let text = match bench.clicked[which] {
                Some(id) => t!("triangle-number", index = id.triangle.to_string()),
                None if which == bench.next => t!("two-triangles-next").to_owned(),
                None => t!("two-triangles-after").to_owned(),
            };
            let color = if bench.clicked[which].is_some() { Colors::of(ui).text } else { Colors::of(ui).weak };
            rows::line(ui, name, &mut |ui| _ = ui.label(RichText::new(&text).color(color)));
        }
        if bench.clicked != [None; 2] {
            rows::button(ui, t!("two-triangles-forget"), t!("key-escape"), Action::LetGo, actions);
        }
    }
}

fn title(seen: &Seen) -> &'static str {
    if seen.trace.meet { t!("two-meshes-meet") } else { t!("two-meshes-apart") }
}

fn verdict(ui: &mut Ui, seen: &Seen, desk: &Desk, actions: &mut Vec<Action>) {
    let (trace, size) = (&seen.trace, desk.bounds().size().max_element());
    rows::title(ui, title(seen));
    rows::note(ui, way(trace));
    ui.add_space(SPACE);

    // What both triangles share.
    match &trace.intersection {
        None => {}
        Some(TriangleIntersection::Point(point)) => {
            rows::place_row(ui, t!("two-triangles-point"), *point, size, actions);
        }
        Some(TriangleIntersection::Segment(from, to)) => {
            rows::place_row(ui, t!("two-triangles-from"), *from, size, actions);
            rows::place_row(ui, t!("two-triangles-to"), *to, size, actions);
            rows::value_row(ui, t!("length"), (*to - *from).length(), actions);
        }
        Some(TriangleIntersection::Polygon(corners)) => {
            for (i, corner) in corners.iter().enumerate() {
                rows::place_row(ui, if i == 0 { t!("two-triangles-area") } else { "" }, *corner, size, actions);
            }
        }
    }

    // How much arithmetic the answer took, and whether a test that rounds would give it.
    let filter = if trace.filter_decides { t!("two-triangles-certain") } else { t!("two-triangles-not-certain") };
    rows::text_row(ui, t!("two-triangles-f64"), filter, actions);
    let interval = match (seen.interval == trace.meet, seen.interval) {
        (true, true) => t!("two-triangles-meets-right"),
        (true, false) => t!("two-triangles-apart-right"),
        (false, true) => t!("two-triangles-meets-wrong"),
        (false, false) => t!("two-triangles-apart-wrong"),
    };
    rows::text_row(ui, t!("two-triangles-moller"), interval, actions);
}

fn way(trace: &TriangleTriangleTrace) -> &'static str {
    match (trace.way, trace.meet) {
        (Way::NotFinite, _) => t!("two-triangles-way-not-finite"),
        (Way::BesideQ, _) => t!("two-triangles-way-beside-q"),
        (Way::BesideP, _) => t!("two-triangles-way-beside-p"),
        (Way::Line { .. }, true) => t!("two-triangles-way-overlap"),
        (Way::Line { .. }, false) => t!("two-triangles-way-apart"),
        (Way::Coplanar { dropped }, _) => match dropped {
            0 => t!("two-triangles-way-without-x"),
            1 => t!("two-triangles-way-without-y"),
            _ => t!("two-triangles-way-without-z"),
        },
        (Way::SegmentP, _) => t!("two-triangles-way-segment-p"),
        (Way::SegmentQ, _) => t!("two-triangles-way-segment-q"),
        (Way::Segments, _) => t!("two-triangles-way-segments"),
    }
}

fn signs(ui: &mut Ui, trace: &TriangleTriangleTrace) {
    rows::note(ui, t!("two-triangles-signs-about"));
    ui.add_space(SPACE);
    let weak = Colors::of(ui).weak;
    let sides = [(trace.p_determinants, trace.p_sides), (trace.q_determinants, trace.q_sides)];
    rows::table(ui, "signs", [16.0, 2.0], 18.0, |ui| {
        let columns = [t!("two-triangles-corner"), t!("two-triangles-side"), t!("two-triangles-determinant"), ""];
        rows::headings(ui, &columns);
        for (which, (determinants, signs)) in sides.into_iter().enumerate() {
            let written = numbers::aligned(&determinants);
            for corner in 0..3 {
                ui.label(RichText::new(format!("{}.{}", NAMES[which], CORNERS[corner])).color(color(ui, which)));
                ui.label(sign(signs[corner]));
                ui.label(RichText::new(&written[corner]).monospace());
                let doubtful = trace.error_bound.is_none_or(|bound| determinants[corner].abs() <= bound);
                ui.label(RichText::new(if doubtful { t!("two-triangles-too-close") } else { "" }).small().color(weak));
                ui.end_row();
            }
        }
    });

    // Where the line of both planes decides, two more signs compare the intervals on it.
    let Way::Line { p, q, tests } = trace.way else { return };
    ui.add_space(SPACE);
    rows::note(ui, t!("two-triangles-turned"));
    for (name, Canonical { order, exchanged }) in NAMES.iter().zip([p, q]) {
        let corners = order.map(|i| CORNERS[usize::from(i)]).join(" ");
        let corners = if exchanged { t!("two-triangles-exchanged", corners = corners) } else { corners };
        rows::line(ui, name, &mut |ui| _ = ui.label(RichText::new(&corners).monospace()));
    }
    rows::note(ui, t!("two-triangles-two-signs"));
    for (name, test) in ["p0 p1 q0 q1", "p0 p2 q2 q0"].iter().zip(tests) {
        rows::line(ui, name, &mut |ui| _ = ui.label(sign(test)));
    }
}

fn sign(sign: Sign) -> RichText {
    let text = match sign {
        Sign::Negative => "−",
        Sign::Zero => "0",
        Sign::Positive => "+",
    };
    RichText::new(text).monospace().strong()
}

fn line(ui: &mut Ui, trace: &TriangleTriangleTrace) {
    let Some(line) = &trace.line else {
        let touches = matches!(trace.way, Way::Line { .. });
        return rows::note(ui, if touches { t!("two-triangles-line-point") } else { t!("two-triangles-line-not") });
    };
    rows::note(ui, t!("two-triangles-line-about"));
    ui.add_space(SPACE);
    let span = span(line.p, line.q);
    let shared = [line.p[0].max(line.q[0]), line.p[1].min(line.q[1])];
    for (name, interval, color) in [
        ("p", Some(line.p), color(ui, 0)),
        ("q", Some(line.q), color(ui, 1)),
        (t!("two-triangles-both"), Some(shared).filter(|_| trace.meet), Colors::of(ui).text),
    ] {
        rows::line(ui, name, &mut |ui| {
            let (bar, response) = bar(ui, ui.available_width());
            let Some(interval) = interval else { return };
            fill(ui, bar, span, interval, color);
            response.on_hover_text(interval_in_words(interval));
        });
    }
}

/// Returns the interval from the lowest to the highest end of two intervals, whichever way each leads.
fn span(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    a.into_iter().chain(b).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

fn interval_in_words([low, high]: [f64; 2]) -> String {
    t!("two-triangles-interval", low = numbers::number(low), high = numbers::number(high))
}

fn bar(ui: &mut Ui, width: f32) -> (Rect, egui::Response) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 16.0), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, Colors::of(ui).sunken);
    (rect, response)
}

/// Fills the part of a bar that an interval takes, where the whole bar is `span`; at least a mark.
fn fill(ui: &Ui, bar: Rect, span: [f64; 2], interval: [f64; 2], color: Color32) {
    let length = span[1] - span[0];
    let share = |x: f64| if length > 0.0 { ((x - span[0]) / length).clamp(0.0, 1.0) as f32 } else { 0.5 };
    let at = |x: f64| bar.left() + 3.0 + share(x) * (bar.width() - 6.0);
    let (left, right) = (at(interval[0]) - 1.0, at(interval[1]) + 1.0);
    let rect = Rect::from_min_max(Pos2::new(left, bar.top() + 4.0), Pos2::new(right, bar.bottom() - 4.0));
    ui.painter().rect_filled(rect, 2.0, color);
}

/// Draws the line of both planes, and on it p's interval, wide, and q's, narrow: both are seen.
fn of_line(line: &IntersectionLine, palette: &Palette) -> Vec<Overlay> {
    let at = |along: f64| line.point + along * line.direction;
    let ends = [line.p[0].min(line.q[0]), line.p[1].max(line.q[1])];
    let beyond = 0.15 * (ends[1] - ends[0]);
    let pen = Pen::new(palette.frustum, 1.25).behind(Behind::Drawn).dashed(4.0).opacity(0.8);
    let intervals =
        [line.p, line.q].into_iter().zip(colors(palette)).zip([8.0, 4.0]).map(|((interval, color), width)| {
            Overlay::Lines(vec![interval.map(at)], Pen::new(color, width).behind(Behind::Drawn))
        });
    let whole = Overlay::Lines(vec![[at(ends[0] - beyond), at(ends[1] + beyond)]], pen);
    [whole].into_iter().chain(intervals).collect()
}

fn of_intersection(shared: &TriangleIntersection, palette: &Palette) -> Vec<Overlay> {
    let halo = Pen::new(palette.selected_outline, 5.0).behind(Behind::Drawn);
    let pen = Pen::new(palette.ray, 3.0).behind(Behind::Drawn);
    let points = match shared {
        TriangleIntersection::Point(point) => vec![*point],
        TriangleIntersection::Segment(from, to) => vec![*from, *to],
        TriangleIntersection::Polygon(corners) => corners.clone(),
    };
    // Around a polygon; of a segment there and back, of a point none.
    let next = points.iter().cycle().skip(1);
    let lines: Vec<_> = points.iter().zip(next).filter(|(a, b)| a != b).map(|(a, b)| [*a, *b]).collect();
    let dots = |pen: Pen| Overlay::Points(points.clone(), Pen { width: 2.0 * pen.width + 1.0, ..pen });
    [halo, pen].into_iter().flat_map(|pen| [Overlay::Lines(lines.clone(), pen), dots(pen)]).collect()
}

/// Returns the unit vector along `v`; up, where it has no direction.
fn direction(v: Vec2) -> Vec2 {
    if v == Vec2::ZERO { -Vec2::Y } else { v.normalized() }
}

fn label(painter: &egui::Painter, ui: &Ui, at: Pos2, text: &str, color: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::new(12.0, heavy()), Colors::of(ui).text);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    let (ground, outline) = (Colors::of(ui).panel.gamma_multiply(0.85), Stroke::new(1.0, color));
    painter.rect(rect.expand2(Vec2::new(4.0, 1.0)), 4.0, ground, outline, egui::StrokeKind::Outside);
    painter.galley(rect.min, galley, color);
}

fn axes(ui: &mut Ui, bench: &TwoTriangles, seen: &Seen, actions: &mut Vec<Action>) {
    let trace = &seen.boxes[bench.boxed];
    ui.horizontal_wrapped(|ui| {
        for (which, text) in [t!("axes-p-box-of-q"), t!("axes-q-box-of-p")].into_iter().enumerate() {
            let choice = ui.selectable_label(bench.boxed == which, text);
            ask(actions, choice.clicked().then_some(TwoTrianglesAction::Boxed(which)));
        }
        ask(actions, rows::check(ui, bench.shows_box, t!("axes-draw"), "").map(TwoTrianglesAction::ShowBox));
    });
    ui.add_space(SPACE);
    let others = trace.axes.iter().filter(|axis| axis.separates).count().saturating_sub(1) as u64;
    match trace.first_separating {
        None => rows::note(ui, t!("axes-meet")),
        Some(index) => rows::note(ui, &t!("axes-separated", axis = axis_name(trace.axes[index].axis), others = others)),
    }
    ui.add_space(SPACE);
    for (index, axis) in trace.axes.iter().enumerate() {
        row(ui, bench.boxed, trace.first_separating == Some(index), axis);
    }
}

/// Shows an axis as a bar: the triangle's interval above the box's, on the span of both.
fn row(ui: &mut Ui, which: usize, first: bool, axis: &AxisTest) {
    let colors = Colors::of(ui);
    rows::line(ui, &axis_name(axis.axis), &mut |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(6.0, 0.0);
            let (rect, response) = bar(ui, (ui.available_width() - 48.0).max(40.0));
            let no_direction = axis.direction == DVec3::ZERO;
            if !no_direction {
                let span = span(axis.triangle, axis.aabb);
                let (above, below) = rect.split_top_bottom_at_fraction(0.5);
                fill(ui, above.expand2(Vec2::new(0.0, 3.0)), span, axis.triangle, color(ui, which));
                fill(ui, below.expand2(Vec2::new(0.0, 3.0)), span, axis.aabb, colors.weak);
                if axis.separates {
                    let gap = [axis.triangle[1].min(axis.aabb[1]), axis.triangle[0].max(axis.aabb[0])];
                    fill(ui, rect, span, gap, colors.text);
                }
            }
            let text = match (no_direction, first, axis.separates) {
                (true, ..) => t!("axes-no-direction"),
                (_, true, _) => t!("axes-apart"),
                (_, _, true) => t!("axes-also"),
                _ => "",
            };
            ui.label(RichText::new(text).small().color(if first { colors.text } else { colors.weak }));
            let [of_triangle, of_box] = [axis.triangle, axis.aabb].map(interval_in_words);
            response.on_hover_text(t!("axes-about", name = NAMES[which], triangle = of_triangle, aabb = of_box));
        });
    });
}

fn axis_name(axis: SeparatingAxis) -> String {
    const AXES: [&str; 3] = ["x", "y", "z"];
    match axis {
        SeparatingAxis::BoxAxis(axis) => t!("axes-of-box", axis = AXES[usize::from(axis % 3)]),
        SeparatingAxis::Plane => t!("axes-plane").to_owned(),
        SeparatingAxis::EdgeCross { axis, edge } => {
            let edge = usize::from(edge % 3);
            format!("{} × {}{}", AXES[usize::from(axis % 3)], CORNERS[edge], CORNERS[(edge + 1) % 3])
        }
    }
}
