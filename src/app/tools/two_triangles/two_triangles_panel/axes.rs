//! Table of the 13 separating axes of a triangle and a box, with their intervals as bars.

use super::{CORNERS, NAMES, bar, color, fill, interval_in_words, span};
use crate::app::action::Action;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use crate::app::tools::two_triangles::{Seen, TwoTriangles, TwoTrianglesAction};
use egui::{RichText, Ui, Vec2};
use pickray::intersect::{AxisTest, SeparatingAxis, TriangleAabbTrace};

pub fn show(ui: &mut Ui, bench: &TwoTriangles, seen: &Seen, actions: &mut Vec<Action>) {
    let trace = &seen.boxes[bench.boxed];
    ui.horizontal_wrapped(|ui| {
        for (which, text) in [t!("axes-p-box-of-q"), t!("axes-q-box-of-p")].into_iter().enumerate() {
            let choice = ui.selectable_label(bench.boxed == which, text);
            ask(actions, choice.clicked().then_some(TwoTrianglesAction::Boxed(which)));
        }
        ask(actions, rows::check(ui, bench.shows_box, t!("axes-draw"), "").map(TwoTrianglesAction::ShowBox));
    });
    ui.add_space(SPACE);
    let text = match trace.first_separating {
        None => t!("axes-meet").to_owned(),
        Some(index) => {
            let count = trace.axes.iter().filter(|axis| axis.separates).count();
            t!("axes-separated", axis = name(trace.axes[index].axis), others = count.saturating_sub(1) as u64)
        }
    };
    rows::note(ui, &text);
    ui.add_space(SPACE);
    for (index, axis) in trace.axes.iter().enumerate() {
        row(ui, bench.boxed, trace, index, axis);
    }
}

/// Shows an axis as a bar: the triangle's interval above the box's, on the span of both.
fn row(ui: &mut Ui, which: usize, trace: &TriangleAabbTrace, index: usize, axis: &AxisTest) {
    let colors = Colors::of(ui);
    let first = trace.first_separating == Some(index);
    rows::line(ui, &name(axis.axis), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(6.0, 0.0);
            let (rect, response) = bar(ui, (ui.available_width() - 48.0).max(40.0));
            let no_direction = axis.direction == glam::DVec3::ZERO;
            if !no_direction {
                let span = span(axis.triangle, axis.aabb);
                let (above, below) = rect.split_top_bottom_at_fraction(0.5);
                let color = color(ui, which);
                fill(ui, above.expand2(Vec2::new(0.0, 3.0)), span, axis.triangle, color);
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
            let color = if first { colors.text } else { colors.weak };
            ui.label(RichText::new(text).small().color(color));
            let [of_triangle, of_box] = [axis.triangle, axis.aabb].map(interval_in_words);
            response.on_hover_text(t!("axes-about", name = NAMES[which], triangle = of_triangle, aabb = of_box));
        });
    });
}

fn name(axis: SeparatingAxis) -> String {
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
