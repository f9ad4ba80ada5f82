//! Inspector of a pixel: why ray and GPU differ about the pixel, and the triangle of each.

use super::{VERDICTS, chip};
use crate::app::action::Action;
use crate::app::panels::rows;
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, color32, heavy, palette};
use crate::app::tools::picking::pixel_check::{Candidate, Inspected};
use egui::{CornerRadius, FontId, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use pickray::math::CursorPosition;
use pickray::mesh::Place;
use pickray_render::Palette;

/// Number of pixels that the loupe shows on each side of the inspected one.
const LOUPE: i32 = 2;

/// The side of a pixel in the loupe, in logical pixels.
const MAGNIFIED: f32 = 32.0;

/// Shows the verdict on the inspected pixel, the reason for it, and the triangles of ray and GPU.
pub fn inspector(ui: &mut Ui, inspected: &Inspected, actions: &mut Vec<Action>) {
    let mismatch = &inspected.mismatch;
    ui.horizontal(|ui| {
        chip(ui, mismatch.verdict);
        let (column, row) = mismatch.cursor.pixel();
        let name = VERDICTS.iter().find(|(verdict, ..)| *verdict == mismatch.verdict).map(|(_, name, _)| name.shown());
        let (column, row) = (column.to_string(), row.to_string());
        let title = t!("pixel-title", column = column, row = row, verdict = name.unwrap_or_default());
        ui.label(RichText::new(title).font(FontId::new(16.0, heavy())));
    });
    rows::note(ui, &inspected.reason());
    let palette = palette(ui);
    loupe(ui, inspected, palette);
    candidate(ui, &inspected.picked, (palette.far_point, false), actions);
    candidate(ui, &inspected.shown, (palette.near_point, true), actions);
}

/// Shows the pixel and its neighbours, with the outlines of both triangles as they cross them; the dot is where the ray
/// goes.
fn loupe(ui: &mut Ui, inspected: &Inspected, palette: &Palette) {
    let side = MAGNIFIED * (2 * LOUPE + 1) as f32;
    ui.add_space(SPACE);
    let (place, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let (painter, colors) = (ui.painter().with_clip_rect(place), Colors::of(ui));
    painter.rect_filled(place, CornerRadius::ZERO, colors.sunken);
    let middle = inspected.mismatch.cursor;
    let on_loupe = |corner: &CursorPosition| {
        let offset = Vec2::new((corner.x - middle.x) as f32, (corner.y - middle.y) as f32);
        place.center() + MAGNIFIED * offset
    };
    let outlines = [(&inspected.picked, palette.far_point), (&inspected.shown, palette.near_point)];
    let outlines = outlines.map(|(candidate, color)| {
        let corners = candidate.as_ref()?.corners.as_ref()?;
        Some((corners.map(|corner| on_loupe(&corner)), color32(color)))
    });
    for (corners, color) in outlines.iter().flatten() {
        painter.add(egui::Shape::convex_polygon(corners.to_vec(), color.gamma_multiply(0.25), Stroke::NONE));
    }
    for line in 0..=2 * LOUPE + 1 {
        let stroke = Stroke::new(1.0, colors.line);
        painter.vline(place.left() + MAGNIFIED * line as f32, place.y_range(), stroke);
        painter.hline(place.x_range(), place.top() + MAGNIFIED * line as f32, stroke);
    }
    for (k, outline) in outlines.iter().enumerate() {
        let Some(([a, b, c], color)) = outline else { continue };
        let (closed, stroke) = ([*a, *b, *c, *a], Stroke::new(2.0, *color));
        if k == 0 {
            painter.add(egui::Shape::line(closed.to_vec(), stroke));
        } else {
            // Dashes of an edge far longer than the loupe would be far too many.
            for edge in closed.windows(2).filter_map(|ends| within(ends[0], ends[1], place)) {
                painter.extend(egui::Shape::dashed_line(&edge, stroke, 6.0, 4.0));
            }
        }
    }
    painter.circle(place.center(), 3.5, colors.text, Stroke::new(1.5, colors.panel));
}

/// Returns the part of a line within a rectangle; `None` if none is.
fn within(from: Pos2, to: Pos2, place: Rect) -> Option<[Pos2; 2]> {
    let along = to - from;
    let (mut start, mut end) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        let [low, high] = [place.min[axis], place.max[axis]].map(|side| (side - from[axis]) / along[axis]);
        if along[axis] == 0.0 {
            if from[axis] < place.min[axis] || place.max[axis] < from[axis] {
                return None;
            }
        } else {
            (start, end) = (start.max(low.min(high)), end.min(low.max(high)));
        }
    }
    (start < end).then(|| [from + start * along, from + end * along])
}

fn candidate(ui: &mut Ui, candidate: &Option<Candidate>, (color, dashed): ([f32; 3], bool), actions: &mut Vec<Action>) {
    ui.add_space(SPACE);
    ui.horizontal(|ui| {
        let (place, _) = ui.allocate_exact_size(Vec2::new(18.0, 12.0), Sense::hover());
        let stroke = Stroke::new(3.0, color32(color));
        let ends = [place.left_center(), place.right_center()];
        if dashed {
            ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, 5.0, 3.0));
        } else {
            ui.painter().line_segment(ends, stroke);
        }
        let triangle = candidate.as_ref().map(|candidate| candidate.evidence.triangle.triangle.to_string());
        let words = match (dashed, triangle) {
            (false, Some(triangle)) => t!("pixel-ray-hits", triangle = triangle),
            (false, None) => t!("pixel-ray-hits-nothing").to_owned(),
            (true, Some(triangle)) => t!("pixel-gpu-shows", triangle = triangle),
            (true, None) => t!("pixel-gpu-shows-nothing").to_owned(),
        };
        ui.label(RichText::new(words).font(FontId::new(13.5, heavy())));
    });
    let Some(Candidate { evidence, place, .. }) = candidate else { return };
    if let Some(place) = place {
        let (label, number) = match place {
            Place::Line(line) => (t!("record-line"), line.to_string()),
            Place::Record(record) => (t!("record-record"), record.to_string()),
        };
        rows::text_row(ui, label, &number, actions);
    }
    if evidence.from_edge.is_finite() {
        let pixels = format!("{:.5}", evidence.from_edge.abs());
        let error = format!("{:.1e}", evidence.edge_error);
        let text = if evidence.from_edge < 0.0 {
            t!("pixel-outside", pixels = pixels, error = error)
        } else {
            t!("pixel-inside", pixels = pixels, error = error)
        };
        rows::text_row(ui, t!("pixel-edge"), &text, actions);
        let depth = format!("{:.9} ± {:.1e}", evidence.depth, evidence.depth_error);
        rows::text_row(ui, t!("pixel-depth"), &depth, actions);
    } else {
        rows::text_row(ui, t!("pixel-edge"), t!("pixel-nowhere"), actions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_to_the_loupe() {
        let place = Rect::from_min_max(Pos2::new(0.0, 0.0), Pos2::new(10.0, 10.0));
        let cut = |from: [f32; 2], to: [f32; 2]| within(from.into(), to.into(), place);
        assert_eq!(cut([-1e6, 5.0], [1e6, 5.0]), Some([Pos2::new(0.0, 5.0), Pos2::new(10.0, 5.0)]));
        assert_eq!(cut([2.0, -20.0], [2.0, 4.0]), Some([Pos2::new(2.0, 0.0), Pos2::new(2.0, 4.0)]));
        assert_eq!(cut([-5.0, 0.0], [5.0, 20.0]), None);
        assert_eq!(cut([11.0, 0.0], [11.0, 10.0]), None);
    }
}
