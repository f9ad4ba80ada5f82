//! Triangle that a pick just missed: the nearest one in the picture.

use crate::intersect::{Culling, Side};
use crate::math::CursorPosition;
use crate::pick::window_outline::Projector;
use crate::pick::{PickOptions, Sight, TriangleId, cast};
use crate::scene::{Object, Scene, View};
use crate::work::{Cancelled, Progress, uncancelled};
use glam::DVec2;

/// Number of triangles looked at between two checks whether somebody asked to stop.
const TRIANGLES_BETWEEN_CHECKS: usize = 1 << 14;

/// Largest error of a distance from an edge, for each pixel that the edge reaches from the window's origin: the
/// difference from its end, the product, the quotient, and the product and sum that make the foot, all twice.
const DISTANCE_ERROR: f64 = 16.0 * f64::EPSILON;

/// Returns the triangle nearest to the pixel's sample in the picture, by distance in physical pixels: the hit, if there
/// is one. Of equally near triangles, one that shows its front comes first, then the one of the lower id.
///
/// Triangles of visible objects whose mask has a bit of the options' mask count, unless they are hidden one by one: the
/// part of each between near and far plane, even where other triangles cover it. Triangles that show a side that is
/// culled do not count. `None` where no triangle counts, and where the cursor has no line of sight. Time grows
/// in proportion to the size of the scene.
pub fn nearest_in_pixels(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
) -> Option<TriangleId> {
    uncancelled(|progress| nearest_in_pixels_with(scene, view, cursor, options, progress))
}

/// Returns what [`nearest_in_pixels`] does, reporting to `progress` how much of the work is done.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
pub fn nearest_in_pixels_with(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    progress: &Progress,
) -> Result<Option<TriangleId>, Cancelled> {
    progress.begin("looking for the nearest triangle", 0.0..1.0);
    let Ok(sight) = Sight::new(view, cursor, options) else { return Ok(None) };
    if let Some(hit) = cast::closest(scene, &cast::Query::seen(&sight.ray, options), &mut ()) {
        return Ok(Some(hit.id()));
    }
    let triangles = |object: &Object| object.mesh.n_triangles();
    let total: usize = scene.objects().iter().map(triangles).sum();
    let mut nearest: Option<SeenTriangle> = None;
    let mut done = 0;
    for (index, object) in (0_u32..).zip(scene.objects()) {
        if object.visible && options.mask & object.mask != 0 && object.object_from_world().is_some() {
            let projector = Projector::new(object, view, sight.ray.reversed);
            for triangle in 0..object.mesh.n_triangles() {
                if triangle % TRIANGLES_BETWEEN_CHECKS == 0 {
                    progress.check()?;
                    progress.advance((done + triangle) as f32 / total as f32);
                }
                let id = TriangleId { object: index, triangle: triangle as u32 };
                if object.hidden.contains(id.triangle) {
                    continue;
                }
                let best = nearest.map_or(f64::INFINITY, |nearest| nearest.pixels);
                let candidate = SeenTriangle::new(&projector, object, id, sight.window, options.culling, best);
                if let Some(candidate) = candidate
                    && nearest.is_none_or(|nearest| candidate.key() < nearest.key())
                {
                    nearest = Some(candidate);
                }
            }
        }
        done += triangles(object);
    }
    progress.advance(1.0);
    Ok(nearest.map(|nearest| nearest.id))
}

/// Triangle that is seen, with its distance from the pixel's sample.
#[derive(Clone, Copy)]
struct SeenTriangle {
    id: TriangleId,
    pixels: f64,
    shows_back: bool,
}

impl SeenTriangle {
    /// Returns the candidate of a triangle; `None` where it is not seen, or certainly farther than `best` pixels.
    fn new(
        projector: &Projector,
        object: &Object,
        id: TriangleId,
        sample: DVec2,
        culling: Culling,
        best: f64,
    ) -> Option<Self> {
        let clip = projector.clip(&object.mesh.triangle(id.triangle))?;

        // Where all of it is before the eye, a box around its corners holds its outline.
        if clip.corners.iter().all(|&corner| projector.beyond_near(corner) >= 0.0) {
            let [a, b, c] = clip.corners.map(|corner| projector.window(corner));
            let outside = (a.min(b).min(c) - sample).max(sample - a.max(b).max(c)).max(DVec2::ZERO);
            let reach = [a, b, c, sample].into_iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
            if outside.length() - DISTANCE_ERROR * reach > best {
                return None;
            }
        }
        let outline = projector.outline(&clip).ok()?;
        let doubled_area = outline.doubled_area();
        let side = if doubled_area > 0.0 { Side::Front } else { Side::Back };
        let is_seen = doubled_area.abs() > 0.0 && !culling.culls(side);
        let nearest = outline.nearest(sample).filter(|_| is_seen)?;
        Some(Self { id, pixels: nearest.pixels, shows_back: side == Side::Back })
    }

    fn key(&self) -> (f64, bool, TriangleId) {
        (self.pixels, self.shows_back, self.id)
    }
}
