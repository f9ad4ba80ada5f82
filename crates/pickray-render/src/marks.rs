//! Marks that the renderer adds by itself: outlines of selected triangles behind others, locators (rings) around small
//! triangles, and the triad of the axes.

use super::frame::Frame;
use super::overlay::{Behind, Overlay, Pen, Stroke, Strokes};
use super::style::{Palette, Srgb, Style, Theme};
use glam::{DVec2, DVec3};
use pickray::geometry::Triangle;
use pickray::math::{CursorPosition, Viewport};
use pickray::pick::TriangleId;
use pickray::scene::View;

/// Largest number of selected triangles that are outlined; more are told by their fill alone.
const MOST_OUTLINED: usize = 256;

/// Largest number of selected, or of marked, triangles with locators: many are seen without, and would be hidden.
const MOST_LOCATED: usize = 16;

/// Size on the screen in logical pixels: a triangle narrower and lower is left bare, with a locator around it.
const SMALL: f64 = 18.0;

/// Size on the screen in logical pixels: a triangle narrower and lower shows as a dot of this width.
const DOT: f64 = 2.5;

/// Space between a small triangle and its locator, in logical pixels.
const GAP: f64 = 6.0;

/// Extra radius of a locator that sets out for its place, in logical pixels.
const APPROACH: f64 = 24.0;

/// Returns the strokes to draw over a frame: its overlays, then the renderer's own marks.
pub(super) fn strokes(frame: &Frame) -> Vec<Stroke> {
    let mut strokes = Strokes::new(frame.view, frame.scale_factor, frame.warp);
    for overlay in frame.overlays {
        strokes.push(overlay);
    }
    push_marks(frame, &mut strokes);
    strokes.strokes
}

fn push_marks(frame: &Frame, strokes: &mut Strokes) {
    let palette = Palette::of(frame.style.theme);
    let marked = frame.marked.iter().filter(|_| frame.marked.len() <= MOST_LOCATED);
    for triangle in marked.filter_map(|&id| triangle(frame, id)) {
        if is_small(&triangle, strokes) {
            locate(&triangle, palette.marked_dot, 0.0, frame, strokes);
        }
    }
    if let Some(triangle) = frame.hover.filter(|&id| !frame.selection.contains(id)).and_then(|id| triangle(frame, id)) {
        if is_small(&triangle, strokes) {
            locate(&triangle, palette.hover, 0.0, frame, strokes);
        } else {
            strokes.push(&Overlay::triangle(&triangle, Pen::new(palette.hover, 2.0).behind(Behind::Hidden)));
        }
    }
    let selected = frame.selection.len();
    let outlined = frame.selection.iter().take(MOST_OUTLINED + 1);
    for (id, triangle) in outlined.filter_map(|id| Some((id, triangle(frame, id)?))) {
        if is_small(&triangle, strokes) {
            if selected <= MOST_LOCATED {
                let left = frame.locating.filter(|&(located, _)| located == id).map_or(0.0, |(_, left)| left);
                locate(&triangle, palette.selected, APPROACH * left, frame, strokes);
            }
        } else if selected <= MOST_OUTLINED {
            // Dashes through what lies before it, on a dark ground that sets them off from whatever colour that has.
            let ground = Pen::new(Palette::of(Theme::Dark).background_bottom, 5.0).opacity(0.6).behind(Behind::Alone);
            let through = Pen::new(palette.selected, 3.0).dashed(6.0).behind(Behind::Alone);
            let seen = Pen::new(palette.selected_outline, 2.5).behind(Behind::Hidden);
            for pen in [ground, through, seen, Pen { color: palette.selected, width: 1.0, ..seen }] {
                strokes.push(&Overlay::triangle(&triangle, pen));
            }
        }
    }
    if frame.style.axes {
        triad(frame, palette, strokes);
    }
}

fn triangle(frame: &Frame, id: TriangleId) -> Option<Triangle> {
    let object = id.object_in(frame.scene).filter(|object| object.visible && !object.hidden.contains(id.triangle))?;
    Some(object.triangle_in_world(id.triangle))
}

/// Returns the extent of a triangle on the screen, in logical pixels; `None` if a part of it is not before the eye.
fn extent(triangle: &Triangle, strokes: &Strokes) -> Option<DVec2> {
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| strokes.on_viewport(corner));
    let [a, b, c] = [a?, b?, c?];
    Some((a.max(b).max(c) - a.min(b).min(c)) / strokes.scale)
}

/// Returns whether a triangle in world space is so small in a view that a locator (a ring) is drawn around it when it
/// is selected. `scale_factor` is physical pixels to a logical pixel.
pub fn has_locator(triangle: &Triangle, view: &View, scale_factor: f64) -> bool {
    is_small(triangle, &Strokes::new(view, scale_factor, None))
}

fn is_small(triangle: &Triangle, strokes: &Strokes) -> bool {
    extent(triangle, strokes).is_some_and(|extent| extent.max_element() < SMALL)
}

/// Draws a ring around a triangle that is small on the screen, outside of it, and `wider` logical pixels farther out.
fn locate(triangle: &Triangle, color: Srgb, wider: f64, frame: &Frame, strokes: &mut Strokes) {
    let Some(extent) = extent(triangle, strokes) else { return };
    let middle = triangle.centroid();
    // No corner is further from the middle than two thirds of the extent.
    let radius = (2.0 / 3.0 * extent.length() + GAP + wider) as f32;
    let halo = Pen::new(Palette::of(frame.style.theme).background_bottom, 4.5).behind(Behind::Drawn).opacity(0.75);
    let pen = Pen::new(color, 2.0).behind(Behind::Drawn);
    for pen in [halo, pen] {
        strokes.push(&Overlay::Rings(vec![middle], radius, pen));
    }
    if extent.max_element() < DOT {
        strokes.push(&Overlay::Points(vec![middle], Pen { width: DOT as f32, ..pen }));
    }
}

/// Length of the triad's arms, and where it stands, in logical pixels from the lower left corner.
const ARM: f64 = 26.0;
const PLACE: DVec2 = DVec2::new(46.0, 44.0);

/// Distance from the end of an arm that counts as on it, in logical pixels.
const GRASP: f64 = 12.0;

/// Returns the world axis (0 to 2 for x, y, z) whose arm of the corner triad ends under the cursor, the arm nearer to
/// the viewer if two do. `None` if no arm ends there, or if no triad is drawn.
pub fn axis_under(view: &View, style: &Style, scale_factor: f64, cursor: CursorPosition) -> Option<usize> {
    let viewport = view.viewport;
    if !style.axes || !has_room(viewport, scale_factor) {
        return None;
    }
    let from_corner = DVec2::new(cursor.x, f64::from(view.framebuffer.height) - cursor.y)
        - DVec2::new(f64::from(viewport.x), f64::from(viewport.y));
    let axes = view.camera.axes().transpose();
    let under = (0..3).filter(|&axis| {
        let end = PLACE + (ARM + 5.0) * axes.col(axis).truncate();
        (from_corner / scale_factor - end).length() <= GRASP
    });
    under.max_by(|&a, &b| axes.col(a).z.total_cmp(&axes.col(b).z))
}

/// Returns whether the picture is large enough for the triad.
fn has_room(viewport: Viewport, scale_factor: f64) -> bool {
    3.0 * PLACE.max_element() * scale_factor <= f64::from(viewport.width.min(viewport.height))
}

/// Strokes of the letters x, y, z in a square of side 1 about the origin.
const LETTERS: [&[[f64; 4]]; 3] = [
    &[[-0.4, -0.5, 0.4, 0.5], [-0.4, 0.5, 0.4, -0.5]],
    &[[-0.4, 0.5, 0.0, 0.0], [0.4, 0.5, 0.0, 0.0], [0.0, 0.0, 0.0, -0.5]],
    &[[-0.4, 0.5, 0.4, 0.5], [0.4, 0.5, -0.4, -0.5], [-0.4, -0.5, 0.4, -0.5]],
];

fn triad(frame: &Frame, palette: &Palette, strokes: &mut Strokes) {
    if !has_room(frame.view.viewport, frame.scale_factor) {
        return;
    }
    // The world's axes in eye space are the rows of the camera's; those that point away are drawn first.
    let axes = frame.view.camera.axes().transpose();
    let mut order: Vec<(usize, DVec3)> = (0..3).map(|axis| (axis, axes.col(axis))).collect();
    order.sort_by(|(_, a), (_, b)| a.z.total_cmp(&b.z));
    for (axis, direction) in order {
        let opacity = if direction.z < -0.2 { 0.55 } else { 1.0 };
        let tip = PLACE + ARM * direction.truncate();
        let letter = PLACE + (ARM + 10.0) * direction.truncate();
        // A halo in the background's colour keeps it legible over the scene.
        let halo = Pen::new(palette.background_bottom, 3.0).opacity(0.7 * opacity);
        for (pen, wider) in [(halo, 2.5), (Pen::new(palette.axes[axis], 0.0).opacity(opacity), 0.0)] {
            strokes.on_screen(PLACE, tip, &Pen { width: 2.0 + wider, ..pen });
            strokes.on_screen(tip, tip, &Pen { width: 4.0 + wider, ..pen });
            for &[x0, y0, x1, y1] in LETTERS[axis] {
                let [from, to] = [DVec2::new(x0, y0), DVec2::new(x1, y1)].map(|p| letter + 7.5 * p);
                strokes.on_screen(from, to, &Pen { width: 1.5 + wider, ..pen });
            }
        }
    }
}
