//! The loupe: the pixel with its sample and the triangle around it, as large as there is room.

use crate::app::texts::t;
use crate::app::theme::{Colors, color32, palette};
use crate::pick::Loupe;
use egui::{Align2, FontId, Pos2, Sense, Shape, Stroke, Ui, Vec2};
use glam::DVec2;

const SIDE: f32 = 132.0;

/// How many pixels of the picture it shows at least, from edge to edge.
const LEAST_PIXELS: f64 = 5.0;

/// How many it shows at most: the pixel itself is still to be seen.
const MOST_PIXELS: f64 = 61.0;

pub fn show(ui: &mut Ui, loupe: &Loupe) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
    response.on_hover_text(t!("ladder-lens-about"));
    let (colors, palette) = (Colors::of(ui), palette(ui));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 4.0, colors.sunken);
    let Some(seen) = loupe.in_window else {
        let text = t!("ladder-lens-behind");
        painter.text(rect.center(), Align2::CENTER_CENTER, text, FontId::proportional(10.0), colors.weak);
        return;
    };
    let reach = seen.corners.iter().map(|corner| (*corner - loupe.sample).abs().max_element()).fold(0.0, f64::max);
    let pixels = (2.2 * reach).clamp(LEAST_PIXELS, MOST_PIXELS);
    let per_pixel = f64::from(SIDE) / pixels;
    let place = |window: DVec2| {
        let from_sample = (window - loupe.sample) * per_pixel;
        rect.center() + Vec2::new(from_sample.x as f32, -from_sample.y as f32)
    };
    // The grid of the picture's pixels.
    let line = Stroke::new(0.5, colors.line);
    let half = (0.5 * pixels).ceil() as i32 + 1;
    for k in -half..=half {
        let at = place(loupe.pixel[0] + f64::from(k));
        painter.vline(at.x, rect.y_range(), line);
        painter.hline(rect.x_range(), at.y, line);
    }
    let [low, high] = loupe.pixel.map(place);
    painter.rect_filled(egui::Rect::from_two_pos(low, high), 0.0, colors.raised);
    let corners = seen.corners.map(place);
    let triangle = color32(palette.selected);
    painter.add(Shape::convex_polygon(corners.to_vec(), triangle.gamma_multiply(0.25), Stroke::new(1.5, triangle)));
    let middle = (corners[0].to_vec2() + corners[1].to_vec2() + corners[2].to_vec2()) / 3.0;
    for (corner, name) in corners.into_iter().zip(["a", "b", "c"]) {
        let inwards = (middle.to_pos2() - corner).normalized();
        let at = Pos2::new(
            (corner.x + 9.0 * inwards.x).clamp(rect.left() + 6.0, rect.right() - 6.0),
            (corner.y + 9.0 * inwards.y).clamp(rect.top() + 7.0, rect.bottom() - 7.0),
        );
        painter.text(at, Align2::CENTER_CENTER, name, FontId::monospace(11.0), colors.text);
    }
    painter.circle_filled(place(loupe.sample), 3.0, color32(palette.ray));
}
