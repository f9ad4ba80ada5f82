//! Marks of the renderer's own over the scene: outlines and rings that make selected and hovered triangles visible when they
//! are tiny or behind something, and the triad of the world's axes.

use super::frame::Frame;
use super::overlay::{Behind, Overlay, Pen, Stroke, Strokes};
use super::style::Palette;
use crate::geometry::Triangle;
use crate::pick::TriangleId;
use glam::{DVec2, DVec3};

/// Up to this many selected triangles have outlines that are seen through surfaces; more are told by their fill alone.
const MOST_OUTLINED: usize = 256;

/// A triangle narrower and lower than this on the screen, in logical pixels, has a ring around it.
const TINY: f64 = 9.0;

/// Radius of that ring, in logical pixels.
const RING: f32 = 9.0;

/// The strokes of a frame: its overlays, then its marks.
pub(super) fn strokes(frame: &Frame) -> Vec<Stroke> {
    let mut strokes = Strokes::new(frame.view, frame.scale_factor);
    for overlay in frame.overlays {
        strokes.push(overlay);
    }
    push_marks(frame, &mut strokes);
    strokes.finish()
}

fn push_marks(frame: &Frame, strokes: &mut Strokes) {
    let palette = Palette::of(frame.style.theme);
    if let Some(triangle) = frame.hover.filter(|&id| !frame.selection.contains(id)).and_then(|id| triangle(frame, id)) {
        strokes.push(&Overlay::triangle(&triangle, Pen::new(palette.hover, 2.0).behind(Behind::Hidden)));
        ring(&triangle, frame, strokes, &[Pen::new(palette.hover, 1.5)]);
    }
    if frame.selection.len() <= MOST_OUTLINED {
        for triangle in frame.selection.iter().filter_map(|id| triangle(frame, id)) {
            strokes.push(&Overlay::triangle(&triangle, Pen::new(palette.selected_outline, 2.5)));
            strokes.push(&Overlay::triangle(&triangle, Pen::new(palette.selected, 1.0)));
            let halo = Pen::new(palette.selected_outline, 4.0).behind(Behind::Drawn).opacity(0.8);
            let pen = Pen::new(palette.selected, 2.0).behind(Behind::Drawn);
            ring(&triangle, frame, strokes, &[halo, pen]);
        }
    }
    if frame.style.axes {
        triad(frame, palette, strokes);
    }
}

fn triangle(frame: &Frame, id: TriangleId) -> Option<Triangle> {
    let object = frame.scene.objects.get(id.object as usize)?;
    let is_seen = object.visible && (id.triangle as usize) < object.mesh.n_triangles();
    is_seen.then(|| object.triangle_in_world(id.triangle))
}

/// Draws a ring around a triangle that is tiny on the screen.
fn ring(triangle: &Triangle, frame: &Frame, strokes: &mut Strokes, pens: &[Pen]) {
    let corners = [triangle.a, triangle.b, triangle.c];
    let Some(pixels) = corners.iter().map(|&corner| strokes.on_viewport(corner)).collect::<Option<Vec<_>>>() else {
        return;
    };
    let (min, max) = pixels.iter().fold((pixels[0], pixels[0]), |(min, max), &p| (min.min(p), max.max(p)));
    if (max - min).max_element() < TINY * frame.scale_factor {
        let middle = corners.iter().sum::<DVec3>() / 3.0;
        for &pen in pens {
            strokes.push(&Overlay::Rings(vec![middle], RING, pen));
        }
    }
}

/// Length of the triad's arms, and where it stands, in logical pixels from the lower left corner.
const ARM: f64 = 26.0;
const PLACE: DVec2 = DVec2::new(46.0, 44.0);

/// Strokes of the letters x, y, z in a square of side 1 about the origin.
const LETTERS: [&[[f64; 4]]; 3] = [
    &[[-0.4, -0.5, 0.4, 0.5], [-0.4, 0.5, 0.4, -0.5]],
    &[[-0.4, 0.5, 0.0, 0.0], [0.4, 0.5, 0.0, 0.0], [0.0, 0.0, 0.0, -0.5]],
    &[[-0.4, 0.5, 0.4, 0.5], [0.4, 0.5, -0.4, -0.5], [-0.4, -0.5, 0.4, -0.5]],
];

fn triad(frame: &Frame, palette: &Palette, strokes: &mut Strokes) {
    let size = frame.view.viewport;
    let room = 2.0 * PLACE.max_element() * frame.scale_factor;
    if f64::from(size.width.min(size.height)) < 1.5 * room {
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
