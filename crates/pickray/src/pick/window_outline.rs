//! Triangles in the picture: the part between near and far plane, its distance from a place, and the one just missed.

use crate::geometry::{Triangle, clipped};
use crate::intersect::{Culling, Side};
use crate::math::{CursorPosition, Viewport};
use crate::pick::{PickOptions, Sight, TriangleId, cast};
use crate::scene::{Object, Scene, View};
use crate::work::said::said;
use crate::work::{Cancelled, Progress, uncancelled};
use glam::{DMat3, DMat4, DVec2, DVec3, DVec4};
use serde::{Deserialize, Serialize};

/// Number of triangles looked at between two checks whether somebody asked to stop.
const TRIANGLES_BETWEEN_CHECKS: usize = 1 << 14;

/// Largest error of a distance from an edge, for each pixel that the edge reaches from the window's origin: the
/// difference from its end, the product, the quotient, and the product and sum that make the foot, all twice.
const DISTANCE_ERROR: f64 = 16.0 * f64::EPSILON;

said! {
    /// Edge, corner or cut in the outline of the part of a triangle between near and far plane, in the picture.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum OutlinePart {
        Edge(edge: u8) where edge = ["ab", "bc", "ca"][usize::from(edge % 3)] => "its edge {edge}",
        Vertex(corner: u8) where corner = ["a", "b", "c"][usize::from(corner % 3)] => "its corner {corner}",
        NearCut => "where the near plane cuts it",
        FarCut => "where the far plane cuts it",
    }
}

/// Projection from an object to the window, in f64.
pub(super) struct Projector {
    world_from_object: DMat4,
    eye: DVec3,
    eye_from_world: DMat3,
    clip_from_eye: DMat4,
    /// Sign of NDC y: 1 where it points upwards, −1 where it points downwards.
    y_sign: f64,
    /// NDC z at window depth 0 and at window depth 1.
    depths: [f64; 2],
    viewport: Viewport,
    reversed: bool,
}

/// Outline in the picture of a triangle between near and far plane, before the eye: a convex polygon of 1 to 5 corners.
pub(super) struct WindowOutline {
    points: Vec<OutlinePoint>,
}

/// Corner of an outline, and the edge that begins there.
#[derive(Clone, Copy)]
struct OutlinePoint {
    clip: DVec4,
    window: DVec2,
    corner: Option<u8>,
    edge: OutlinePart,
}

/// Reason why a triangle has no part between near and far plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NothingLeft {
    BeforeNear,
    BeyondFar,
}

/// Place of an outline that is nearest to a sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Distance between the sample and the nearest place, in pixels; 0 for a sample inside the outline.
    pub pixels: f64,
    /// Vector from the nearest place to the sample, in pixels, y up; zero for a sample inside the outline.
    pub offset: DVec2,
    pub part: OutlinePart,
}

impl Projector {
    /// Returns the projection of an object to the window of a view; `reversed` if window depth is 1 at the near plane.
    pub fn new(object: &Object, view: &View, reversed: bool) -> Self {
        let (eye, eye_from_world) = view.eye_and_axes();
        let clip_space = view.clip_space();
        Self {
            world_from_object: object.world_from_object,
            eye,
            eye_from_world,
            clip_from_eye: view.clip_from_eye(),
            y_sign: clip_space.y_sign(),
            depths: clip_space.depth_range(),
            viewport: view.viewport,
            reversed,
        }
    }

    /// Returns the corners of a triangle of object space in clip coordinates; `None` where they are not finite.
    pub fn clip(&self, triangle: &Triangle) -> Option<[DVec4; 3]> {
        // Subtract the eye in world space, so that an eye far from the origin costs no digits.
        let in_eye = |world: DVec3| self.eye_from_world * (world - self.eye);
        let clip = |corner| self.clip_from_eye * in_eye(self.world_from_object.transform_point3(corner)).extend(1.0);
        let corners = triangle.corners().map(clip);
        corners.iter().all(|corner| corner.is_finite()).then_some(corners)
    }

    /// Returns the window coordinates of a point in clip coordinates, which must be before the eye.
    pub fn window(&self, clip: DVec4) -> DVec2 {
        let Viewport { x, y, width, height } = self.viewport;
        let size = DVec2::new(f64::from(width), f64::from(height));
        let ndc = DVec2::new(clip.x, self.y_sign * clip.y) / clip.w;
        DVec2::new(f64::from(x), f64::from(y)) + (0.5 + 0.5 * ndc) * size
    }

    /// Returns how far a point is beyond the near plane and before the far plane, in clip units: negative outside.
    fn within_planes(&self, clip: DVec4) -> [f64; 2] {
        let [low, high] = self.depths;
        let [above_low, below_high] = [clip.z - low * clip.w, high * clip.w - clip.z];
        if self.reversed { [below_high, above_low] } else { [above_low, below_high] }
    }

    /// Returns a triangle's distance from a sample in pixels, `true` for its back; `None` if unseen or beyond `best`.
    fn seen(&self, triangle: &Triangle, sample: DVec2, culling: Culling, best: f64) -> Option<(f64, bool)> {
        let clip = self.clip(triangle)?;

        // Where all of it is before the eye, a box around its corners holds its outline.
        if clip.iter().all(|&corner| self.within_planes(corner)[0] >= 0.0) {
            let [a, b, c] = clip.map(|corner| self.window(corner));
            let outside = (a.min(b).min(c) - sample).max(sample - a.max(b).max(c)).max(DVec2::ZERO);
            let reach = [a, b, c, sample].into_iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
            if outside.length() - DISTANCE_ERROR * reach > best {
                return None;
            }
        }
        let outline = self.outline(&clip).ok()?;
        let doubled_area = outline.doubled_area();
        let side = if doubled_area > 0.0 { Side::Front } else { Side::Back };
        let is_seen = doubled_area.abs() > 0.0 && !culling.culls(side);
        let nearest = outline.nearest(sample).filter(|_| is_seen)?;
        Some((nearest.pixels, side == Side::Back))
    }

    /// Returns the outline, in the picture, of the part of a triangle between near and far plane.
    pub fn outline(&self, triangle: &[DVec4; 3]) -> Result<WindowOutline, NothingLeft> {
        let point = |corner: u8| OutlinePoint {
            clip: triangle[usize::from(corner)],
            window: DVec2::ZERO,
            corner: Some(corner),
            edge: OutlinePart::Edge(corner),
        };
        let whole = [0, 1, 2].map(point);
        let from_near = cut(&whole, |clip| self.within_planes(clip)[0], OutlinePart::NearCut);
        if from_near.is_empty() {
            return Err(NothingLeft::BeforeNear);
        }
        let mut points = cut(&from_near, |clip| self.within_planes(clip)[1], OutlinePart::FarCut);
        if points.is_empty() {
            return Err(NothingLeft::BeyondFar);
        }
        for point in &mut points {
            point.window = self.window(point.clip);
        }
        Ok(WindowOutline { points })
    }
}

/// Returns the part of a convex polygon where `inside` is not negative, in clip space, before the division by w.
fn cut(polygon: &[OutlinePoint], inside: impl Fn(DVec4) -> f64, edge: OutlinePart) -> Vec<OutlinePoint> {
    let slacks: Vec<f64> = polygon.iter().map(|point| inside(point.clip)).collect();
    let slack = |i: usize| slacks[i];
    let kept = |i: usize, next: usize| {
        let begins_cut = slack(i) == 0.0 && slack(next) < 0.0;
        let edge = if begins_cut { edge } else { polygon[i].edge };
        (slack(i) >= 0.0).then_some(OutlinePoint { edge, ..polygon[i] })
    };
    let crossing = |i: usize, next: usize| {
        let (inner, outer, edge) = match (slack(i), slack(next)) {
            (from, to) if from > 0.0 && to < 0.0 => (i, next, edge),
            (from, to) if from < 0.0 && to > 0.0 => (next, i, polygon[i].edge),
            _ => return None,
        };
        // Cut from the end inside, so that both triangles of a shared edge are cut at the same point.
        let clip = polygon[inner].clip.lerp(polygon[outer].clip, slack(inner) / (slack(inner) - slack(outer)));
        Some(OutlinePoint { clip, corner: None, edge, ..polygon[inner] })
    };
    clipped(polygon.len(), kept, crossing)
}

impl WindowOutline {
    /// Returns twice the outline's area in square pixels: positive for a front, negative for a back, zero edge-on.
    pub fn doubled_area(&self) -> f64 {
        let first = self.points[0].window;
        self.points.windows(2).map(|pair| (pair[0].window - first).perp_dot(pair[1].window - first)).sum()
    }

    /// Returns the place of the outline nearest to a sample in window coordinates; `None` if the outline is not finite.
    pub fn nearest(&self, sample: DVec2) -> Option<Nearest> {
        let edges = || self.points.iter().zip(self.points.iter().cycle().skip(1));
        // Of equally near edges, this is the first.
        let of_edges = edges().map(|(from, to)| nearest_of_edge(from, to, sample));
        let nearest = of_edges.min_by(|x, y| x.pixels.total_cmp(&y.pixels))?;
        let turn = self.doubled_area();
        let is_inside = |(from, to): (&OutlinePoint, &OutlinePoint)| {
            turn * (to.window - from.window).perp_dot(sample - from.window) >= 0.0
        };
        let is_finite = self.points.iter().all(|point| point.window.is_finite());
        let inside = turn != 0.0 && edges().all(is_inside);
        is_finite.then_some(if inside { Nearest { pixels: 0.0, offset: DVec2::ZERO, ..nearest } } else { nearest })
    }
}

/// Returns the place of one edge nearest to a sample.
fn nearest_of_edge(from: &OutlinePoint, to: &OutlinePoint, sample: DVec2) -> Nearest {
    // Measure from the lower end, so that both triangles of a shared edge are equally far.
    let lower_first = from.window.x.total_cmp(&to.window.x).then(from.window.y.total_cmp(&to.window.y)).is_le();
    let (start, end) = if lower_first { (from, to) } else { (to, from) };
    let along = end.window - start.window;
    let share = (sample - start.window).dot(along) / along.length_squared();
    let (foot, corner) = if share > 0.0 && share < 1.0 {
        (start.window + share * along, None)
    } else if share >= 1.0 {
        (end.window, end.corner)
    } else {
        (start.window, start.corner)
    };
    let offset = sample - foot;
    Nearest { pixels: offset.length(), offset, part: corner.map_or(from.edge, OutlinePart::Vertex) }
}

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
    if let Some(hit) = cast::closest(scene, &cast::Query::seen(&sight.ray, options)) {
        return Ok(Some(hit.id()));
    }

    // Nothing is hit: measure every triangle, as trees do not know distances in pixels.
    let triangles = |object: &Object| object.mesh.n_triangles();
    let total: usize = scene.objects().iter().map(triangles).sum();
    let mut nearest: Option<(f64, bool, TriangleId)> = None;
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
                let best = nearest.map_or(f64::INFINITY, |(pixels, ..)| pixels);
                let triangle = object.mesh.triangle(id.triangle);
                if let Some((pixels, shows_back)) = projector.seen(&triangle, sight.window, options.culling, best)
                    && nearest.is_none_or(|nearest| (pixels, shows_back, id) < nearest)
                {
                    nearest = Some((pixels, shows_back, id));
                }
            }
        }
        done += triangles(object);
    }
    progress.advance(1.0);
    Ok(nearest.map(|(.., id)| id))
}
