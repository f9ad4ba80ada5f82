//! The sorted end points of an axis as bars: all of them as pixels, and a few magnified.

use super::color;
use crate::app::panels::rows;
use crate::app::texts::t;
use crate::app::theme::{Colors, color32, palette};
use crate::app::tools::many_bodies::ManyBodies;
use egui::{Rect, Sense, Stroke, Ui, Vec2, pos2};

/// Height of the strip of all end points, in logical pixels.
const STRIP: f32 = 44.0;

const MAGNIFIED: usize = 36;

/// Height of a bar and of the room for it, in logical pixels.
const BAR: (f32, f32) = (4.0, 6.0);

pub fn show(ui: &mut Ui, bench: &ManyBodies) {
    let ends = &bench.ends;
    let (Some(first), Some(last)) = (ends.first(), ends.last()) else { return };
    let shown = MAGNIFIED.min(ends.len());
    let rank = (bench.window * (ends.len() - shown) as f64).round() as usize;
    let magnified = &ends[rank..rank + shown];

    let width = ui.available_width();
    let (strip, response) = ui.allocate_exact_size(Vec2::new(width, STRIP), Sense::hover());
    response.on_hover_text(t!("many-bodies-end-points-about"));
    all(ui, strip, ends, (first.0, last.0));
    frame(ui, strip, (first.0, last.0), (magnified[0].0, magnified[shown - 1].0));

    // Room for as many bars as there can be, so that what is below stands still.
    let height = MAGNIFIED as f32 * BAR.1 + 4.0;
    let (table, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    let [low, high] = [magnified[0].0, magnified[shown - 1].0].map(|end| format!("{end:.2}"));
    let text = t!(
        "many-bodies-end-points",
        count = ends.len(),
        first = rank,
        last = rank + shown - 1,
        axis = ["x", "y", "z"][bench.axis],
        low = low,
        high = high,
    );
    response.on_hover_text(t!("many-bodies-intervals-about"));
    bars(ui, table, bench, magnified);
    rows::note(ui, &text);
}

/// Shows how many lower ends lie in each column of pixels, above the line, and how many upper ends, below it.
fn all(ui: &Ui, rect: Rect, ends: &[(f64, u32, bool)], range: (f64, f64)) {
    let colors = Colors::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, colors.sunken);
    let columns = rect.width().floor().max(1.0) as usize;
    let mut counts = vec![[0u32; 2]; columns];
    for &(value, _, is_max) in ends {
        let column = (part(value, range) * columns as f64) as usize;
        counts[column.min(columns - 1)][usize::from(is_max)] += 1;
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

/// Shows a frame around the magnified part in the strip of all end points.
fn frame(ui: &Ui, rect: Rect, range: (f64, f64), part_of: (f64, f64)) {
    let at = |value: f64| rect.left() + part(value, range) as f32 * rect.width();
    let (left, right) = (at(part_of.0), at(part_of.1));
    let middle = 0.5 * (left + right);
    let half = (0.5 * (right - left)).max(2.0);
    let framed = Rect::from_min_max(pos2(middle - half, rect.top()), pos2(middle + half, rect.bottom()));
    ui.painter_at(rect).rect_stroke(framed, 1.0, Stroke::new(1.5, Colors::of(ui).text), egui::StrokeKind::Inside);
}

/// Shows a bar for each body with an end in the magnified part, from its lower to its upper end, in the order in which
/// they come.
fn bars(ui: &Ui, rect: Rect, bench: &ManyBodies, magnified: &[(f64, u32, bool)]) {
    let Some(world) = &bench.world else { return };
    let colors = Colors::of(ui);
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 3.0, colors.sunken);
    let range = (magnified[0].0, magnified[magnified.len() - 1].0);
    let palette = palette(ui);
    let x = |value: f64| rect.left() + 3.0 + part(value, range) as f32 * (rect.width() - 6.0);
    let mut order: Vec<u32> = Vec::new();
    for &(_, body, _) in magnified {
        if !order.contains(&body) {
            order.push(body);
        }
    }
    for (row, &body) in order.iter().enumerate() {
        // A body may have gone since the list was made.
        let (Some(aabb), Some(&overlaps)) = (world.boxes().get(body as usize), world.overlaps().get(body as usize))
        else {
            continue;
        };
        let top = rect.top() + 3.0 + row as f32 * BAR.1;
        let (left, right) = (x(aabb.min[bench.axis]), x(aabb.max[bench.axis]));
        let bar = Rect::from_min_max(pos2(left, top), pos2(right.max(left + 1.0), top + BAR.0));
        painter.rect_filled(bar, 0.0, color32(color(overlaps, palette)));
        for (end, inside) in [(left, aabb.min[bench.axis] >= range.0), (right, aabb.max[bench.axis] <= range.1)] {
            if inside {
                painter
                    .line_segment([pos2(end, top - 1.0), pos2(end, top + BAR.0 + 1.0)], Stroke::new(1.5, colors.text));
            }
        }
    }
}

/// Returns where a value lies in a range, from 0 to 1; 0 in a range without length.
fn part(value: f64, (least, most): (f64, f64)) -> f64 {
    if most > least { ((value - least) / (most - least)).clamp(0.0, 1.0) } else { 0.0 }
}
