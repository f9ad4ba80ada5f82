//! Barycentric weights of a point drawn as areas. The triangle is divided around the point into three parts, each in
//! the colour of the opposite corner. Drawn in the picture and in the loupe, the close-up of the pixel.

use crate::app::desk::Desk;
use crate::app::panels::{area_of, on_screen};
use crate::app::theme::{color32, palette};
use egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, Ui};
use pickray::pick::explain::Loupe;
use pickray_render::Palette;

/// Opacity of an area over the surface.
const OPACITY: f32 = 0.9;

/// Least width and height of a triangle whose corners are named, in logical pixels.
const LEAST_NAMED: f32 = 26.0;

/// Distance of a name from its corner, outwards, in logical pixels.
const BESIDE: f32 = 11.0;

/// Returns whether barycentric weights are those of a point of the triangle: none is negative.
pub fn is_inside(weights: [f64; 3]) -> bool {
    weights.iter().all(|weight| 0.0 <= *weight)
}

/// Paints the outline of a triangle and, if `is_inside`, its three parts around `point`, in the colours of the weights.
pub fn show(painter: &Painter, corners: [Pos2; 3], point: Pos2, is_inside: bool, palette: &Palette) {
    let outline = Stroke::new(1.5, color32(palette.selected_outline));
    if is_inside {
        for k in 0..3 {
            let part = vec![point, corners[(k + 1) % 3], corners[(k + 2) % 3]];
            let color = color32(palette.weights[k]).gamma_multiply(OPACITY);
            painter.add(Shape::convex_polygon(part, color, Stroke::NONE));
        }
        for corner in corners {
            painter.line_segment([point, corner], Stroke::new(1.0, outline.color));
        }
    }
    painter.add(Shape::closed_line(corners.to_vec(), outline));
}

/// Paints the weights of the loupe's point as areas of its triangle in the picture, with the names of the corners.
pub fn over(ui: &Ui, loupe: &Loupe, desk: &Desk, area: Rect) {
    let Some([_, u, v]) = loupe.weights.filter(|weights| is_inside(*weights)) else { return };
    let Some(object) = desk.scene().objects().get(loupe.id.object as usize) else { return };
    let triangle = object.triangle_in_world(loupe.id.triangle);
    let point = triangle.at(u, v);
    let seen = |point| Some(on_screen(desk, desk.view().cursor_from_world(point)?));
    let [Some(a), Some(b), Some(c)] = triangle.corners().map(seen) else { return };
    let (Some(point), corners) = (seen(point), [a, b, c]) else { return };
    let (painter, palette) = (ui.painter().with_clip_rect(area_of(desk, desk.view()).intersect(area)), palette(ui));
    show(&painter, corners, point, true, palette);
    let size = Rect::from_points(&corners).size();
    if size.x.min(size.y) < LEAST_NAMED {
        return;
    }
    let middle = ((a.to_vec2() + b.to_vec2() + c.to_vec2()) / 3.0).to_pos2();
    for (k, corner) in corners.into_iter().enumerate() {
        let at = corner + BESIDE * (corner - middle).normalized();
        let (font, color) = (FontId::monospace(14.0), color32(palette.weights[k]));
        let text = painter.layout_no_wrap(["a", "b", "c"][k].to_owned(), font, color);
        let place = Align2::CENTER_CENTER.anchor_size(at, text.size());
        painter.rect_filled(place.expand(2.0), 3.0, color32(palette.background_bottom).gamma_multiply(0.8));
        painter.galley(place.min, text, color);
    }
}
