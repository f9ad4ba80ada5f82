//! Queries of a ray tree for the triangles near a sphere, moving or at rest, nearest boxes first.
//!
//! Based on: the tree of `layout.rs`; a moving sphere against a box after Christer Ericson, Real-Time Collision
//! Detection, 2005, section 5.5.7 (the box widened by the radius). Departure: a widened box reaches too far at its
//! corners, so each test adds one step of Newton's method. The distance to a box is convex in time; its tangent at the
//! time when the sphere enters the widened box gives a lower bound of the time of contact.

use super::RayTree;
use super::grid::enters;
use super::horizon::{Horizon, NarrowHorizon};
use super::layout::{ChildRef, LANES, Leaf, Node, ORIGIN_MAX, larger, smaller};
use super::traverse::{Walker, walk};
use glam::DVec3;

/// Path of a moving sphere, or of an ellipsoid with a sphere around it, in the space of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpherePath {
    /// Centre of the sphere at t = 0.
    pub(crate) center: DVec3,
    /// Displacement of the centre from t = 0 to t = 1.
    pub(crate) displacement: DVec3,
    /// Half the side lengths of the box around the sphere or ellipsoid.
    pub(crate) half_extents: DVec3,
    /// Radius of the sphere, or of the sphere around the ellipsoid.
    pub(crate) radius: f64,
    /// Greatest distance by which rounding may have moved the triangles or the centre.
    pub(crate) misplaced: f64,
}

/// Visitor of the triangles that a search finds; it limits the rest of the search.
pub(crate) trait Visitor {
    /// Visits a triangle; returns the largest t, or the largest distance, at which further triangles are of interest.
    fn visit(&mut self, index: u32, corners: &[[f32; 3]; 3]) -> f64;

    /// Returns the plane, in the space of the tree, beyond which triangles are of no interest; `None` if there is no
    /// such plane. Called after each visit that lowers the limit.
    fn horizon(&self) -> Option<Horizon> {
        None
    }

    /// Called with the number of boxes that are tested next.
    #[inline(always)]
    fn boxes(&mut self, _count: usize) {}
}

impl<F: FnMut(u32, &[[f32; 3]; 3]) -> f64> Visitor for F {
    fn visit(&mut self, index: u32, corners: &[[f32; 3]; 3]) -> f64 {
        self(index, corners)
    }
}

/// Bound of what arithmetic on f32 loses, relative to the extents of the grid and of the sphere: coordinates and times
/// are off by a few roundings of 2⁻²⁴ of these; 2⁻¹⁹ is thirty-two.
const SLACK: f32 = 1.0 / (1 << 19) as f32;

/// Share of the distance by which the approach is taken to be faster than computed, for what f32 loses.
const FASTER: f32 = 1.0 / (1 << 20) as f32;

/// Largest reciprocal of a direction's component: along flatter ones a sphere moves by less than the slack on its way.
const STEEPEST: f32 = (1u32 << 26) as f32;

/// Bound of what arithmetic on f64 loses, relative to the way from the start to the bounds and on: ten roundings of
/// 2⁻⁵³ here, and as much as a triangle may be farther away than the radius when it is found to be touched, three times
/// the `slack` of `swept_sphere_triangle`, which is 8 · 2⁻⁵² of three times the way. Together that is less than 128 ·
/// 2⁻⁵².
const SLACK_OF_REACH: f64 = 1.0 / (1u64 << 45) as f64;

/// Size, in grid steps, beyond which squares leave the range of f32: a sphere of such sizes is shown every triangle, if
/// it meets the bounds.
///
/// Let the extent and the slack be 2⁵⁶ together at most. Then the sphere begins within 2⁵⁷ of every plane. Along its
/// main axis, of which the reciprocal is below 2, it leaves every box within 2⁵⁹ steps, and a sphere at rest has a
/// limit of the slack: a box that is entered before it is left is entered within 2⁵⁹. From there it is not 2⁶⁰ away on
/// any axis, squares add up to less than 2¹²², and a gap times a distance stays below that too. So nothing is infinite,
/// hence nothing NaN, save for boxes that are left before they are entered: these are not met, whatever comes of them.
/// Little is lost beyond, where the slack is at least 2¹² times as large as the grid.
const STEPS_MAX: f64 = (1u64 << 56) as f64;

/// Share of t by which a contact may be later than its t.
const LATER: f64 = 1.0 / (1 << 20) as f64;

/// Bounds of the time, or distance, at which a query may meet the boxes of a node, in the units of its limit.
trait NodeBounds {
    /// Returns a mask of the children that the query may meet up to `limit`, and the least time or distance of each.
    fn bounds(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]);

    /// Returns the limit that belongs to a t, or a distance, in the units of the caller.
    fn limit(&self, value: f64) -> f32;
}

impl RayTree {
    /// Shows `visitor` the triangles that the sphere may touch at t up to `t_max`, roughly in the order of t. Of
    /// several equal triangles, at least the one of lowest index is shown.
    pub(crate) fn meet_sphere(&self, path: &SpherePath, t_max: f64, visitor: &mut impl Visitor) {
        if let Some(moving) = Moving::new(self, path, t_max) {
            self.walk_bounded(&moving, t_max, visitor);
        }
    }

    /// Shows `visitor` the triangles that may be within `distance` of the point, roughly from near to far. Of several
    /// equal triangles, at least the one of lowest index is shown. `misplaced` is the greatest distance by which
    /// rounding may have moved the point or a triangle.
    pub(crate) fn near(&self, point: DVec3, distance: f64, misplaced: f64, visitor: &mut impl Visitor) {
        self.walk_bounded(&Resting::new(self, point, misplaced), distance, visitor);
    }

    #[inline]
    fn walk_bounded<B: NodeBounds>(&self, bounds: &B, limit: f64, visitor: &mut impl Visitor) {
        let mut query = SphereQuery { tree: self, bounds, visitor, horizon: NarrowHorizon::NONE };
        self.processor.run(
            #[inline(always)]
            || walk(self, &mut query, bounds.limit(limit)),
        );
    }
}

struct SphereQuery<'a, B, V> {
    tree: &'a RayTree,
    bounds: &'a B,
    visitor: &'a mut V,
    horizon: NarrowHorizon,
}

impl<B: NodeBounds, V: Visitor> Walker<'_> for SphereQuery<'_, B, V> {
    #[inline(always)]
    fn boxes(&mut self, _: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        self.visitor.boxes(node.children());
        self.bounds.bounds(node, limit)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &Leaf, mut limit: f32) -> f32 {
        let mut beyond = self.horizon.corners_beyond(leaf);
        for place in 0..leaf.len() {
            if leaf.corner_bits(place) & !beyond == 0 {
                continue;
            }
            let closer = self.bounds.limit(self.visitor.visit(leaf.triangles[place], &leaf.corners_of(place)));
            if closer < limit {
                limit = closer;
                self.horizon = NarrowHorizon::new(self.visitor.horizon(), &self.tree.bounds);
                beyond = self.horizon.corners_beyond(leaf);
            }
        }
        limit
    }
}

/// Moving sphere in grid steps; its time counts steps along the way, from where it comes near the bounds.
struct Moving {
    start: [f32; 3],
    heading: [f32; 3],
    inverse: [f32; 3],
    half: [f32; 3],
    radius: f32,
    /// Number of units of the sphere's own time in one unit of the path's t; `t_start` is the t at its time 0.
    steps_per_t: f64,
    t_start: f64,
    /// Bound of what rounding may have moved the sphere by, relative to boxes, in grid steps.
    slack: f64,
}

impl Moving {
    /// Returns the sphere in grid steps; `None` when it goes past the tree's bounds.
    fn new(tree: &RayTree, path: &SpherePath, t_max: f64) -> Option<Self> {
        let grid = &tree.grid;
        let steps = grid.steps_per_unit();
        let half = path.half_extents * steps;
        let origin = (path.center - grid.min()) * steps;
        let displacement = path.displacement * steps;
        let reach = origin.abs().max_element() + displacement.abs().max_element();
        let extent = f64::from(ORIGIN_MAX) + half.max_element() + path.radius * steps;
        let slack = f64::from(SLACK) * extent + SLACK_OF_REACH * reach + path.misplaced * steps;
        if !slack.is_finite() {
            return Some(Self::blind());
        }

        // Cut the way to the part near the bounds, so that coordinates are small enough for f32.
        let half = half + slack;
        let enter = enters(-half - origin, grid.extent() + half - origin, displacement, t_max)?;
        if extent + slack > STEPS_MAX {
            return Some(Self::blind());
        }
        let steps_per_t = displacement.length();
        let heading = displacement.normalize_or_zero();
        let start = origin + enter * displacement;
        let inverse = heading.as_vec3().to_array().map(|x| {
            let inverse = 1.0 / x;
            if inverse.abs() <= STEEPEST { inverse } else { STEEPEST.copysign(x) }
        });
        Some(Self {
            start: start.as_vec3().to_array(),
            heading: heading.as_vec3().to_array(),
            inverse,
            half: half.as_vec3().to_array(),
            radius: (path.radius * steps + slack) as f32,
            steps_per_t,
            t_start: enter,
            slack,
        })
    }

    /// Returns a sphere that may meet every box, in place of one whose numbers leave the range of f32.
    #[cold]
    fn blind() -> Self {
        Self {
            start: [0.0; 3],
            heading: [0.0; 3],
            inverse: [STEEPEST; 3],
            half: [f32::INFINITY; 3],
            radius: f32::INFINITY,
            steps_per_t: 0.0,
            t_start: 0.0,
            slack: f64::INFINITY,
        }
    }
}

impl NodeBounds for Moving {
    #[inline(always)]
    fn bounds(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (origin, scale) = (node.origin(), node.scale());
        let (mut lower, mut upper) = ([[0.0f32; LANES]; 3], [[0.0f32; LANES]; 3]);
        let (mut enter, mut leave) = ([0.0f32; LANES], [limit; LANES]);

        // Compute when the centre is within the widened boxes.
        for k in 0..3 {
            let base = origin[k] as f32 - self.start[k];
            let (below, above) = (&node.planes[2 * k], &node.planes[2 * k + 1]);
            for lane in 0..LANES {
                lower[k][lane] = f32::from(below[lane]) * scale + base;
                upper[k][lane] = f32::from(above[lane]) * scale + base;
                let a = (lower[k][lane] - self.half[k]) * self.inverse[k];
                let b = (upper[k][lane] + self.half[k]) * self.inverse[k];
                enter[lane] = larger(smaller(a, b), enter[lane]);
                leave[lane] = smaller(larger(a, b), leave[lane]);
            }
        }

        // One step of Newton's method from there.
        let (mut squared, mut approach) = ([0.0f32; LANES], [0.0f32; LANES]);
        for k in 0..3 {
            for lane in 0..LANES {
                let at = self.heading[k] * enter[lane];
                let offset = larger(lower[k][lane] - at, 0.0) + smaller(upper[k][lane] - at, 0.0);
                squared[lane] += offset * offset;
                approach[lane] += offset * self.heading[k];
            }
        }
        let mut met = 0;
        for lane in 0..LANES {
            let distance = squared[lane].sqrt();
            let gap = larger(distance - self.radius, 0.0);
            let falling = approach[lane] + distance * FASTER;
            // If there is no gap, the sphere touches at once, even if the other numbers are not finite.
            let way = if falling > 0.0 {
                gap * distance / falling
            } else if gap > 0.0 {
                f32::INFINITY
            } else {
                0.0
            };
            enter[lane] += way;
            met |= u32::from(enter[lane] <= leave[lane]) << lane;
        }
        (met & ((1 << node.children()) - 1), enter)
    }

    #[inline(always)]
    fn limit(&self, t: f64) -> f32 {
        let steps = (t - self.t_start) * self.steps_per_t;
        ((steps + steps.abs() * LATER + self.slack) as f32).max(0.0)
    }
}

/// Point at rest, in grid steps.
struct Resting {
    at: [f32; 3],
    steps_per_unit: f64,
    /// Bound of what rounding may have moved the point by, relative to boxes, in grid steps.
    slack: f64,
}

impl Resting {
    fn new(tree: &RayTree, point: DVec3, misplaced: f64) -> Self {
        let grid = &tree.grid;
        let steps_per_unit = grid.steps_per_unit();
        let at = (point - grid.min()) * steps_per_unit;
        let extent = f64::from(ORIGIN_MAX) + at.abs().max_element();
        if extent < STEPS_MAX {
            let slack = f64::from(SLACK) * extent + misplaced * steps_per_unit;
            Self { at: at.as_vec3().to_array(), steps_per_unit, slack }
        } else {
            // Distances would overflow, so the infinite slack makes every limit unbounded.
            Self { at: [0.0; 3], steps_per_unit, slack: f64::INFINITY }
        }
    }
}

impl NodeBounds for Resting {
    #[inline(always)]
    fn bounds(&self, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (origin, scale) = (node.origin(), node.scale());
        let mut squared = [0.0f32; LANES];
        for (k, (&origin, &at)) in origin.iter().zip(&self.at).enumerate() {
            let base = origin as f32 - at;
            for (lane, squared) in squared.iter_mut().enumerate() {
                let lower = f32::from(node.planes[2 * k][lane]) * scale + base;
                let upper = f32::from(node.planes[2 * k + 1][lane]) * scale + base;
                let offset = larger(lower, 0.0) + smaller(upper, 0.0);
                *squared += offset * offset;
            }
        }
        let distance = squared.map(f32::sqrt);
        let within = distance.iter().rev().fold(0, |met, distance| met << 1 | u32::from(*distance <= limit));
        (within & ((1 << node.children()) - 1), distance)
    }

    #[inline(always)]
    fn limit(&self, distance: f64) -> f32 {
        let steps = distance * self.steps_per_unit;
        (steps + (steps * LATER + self.slack)) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Sphere, Triangle};
    use crate::intersect::swept_sphere_triangle;

    /// Number of triangles: few under Miri, which takes some ten thousand times as long.
    const TRIANGLES: u32 = if cfg!(miri) { 12 } else { 300 };
    const ROUNDS: usize = if cfg!(miri) { 2 } else { 200 };

    fn soup(rng: &mut fastrand::Rng, origin: f32, size: f32) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
        let mut positions = Vec::new();
        for _ in 0..TRIANGLES {
            let center: [f32; 3] = std::array::from_fn(|_| origin + rng.f32() * size);
            positions.extend((0..3).map(|_| center.map(|x| x + (rng.f32() - 0.5) * 0.2 * size)));
        }
        (positions, (0..TRIANGLES).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
    }

    fn corners(triangle: &[[f32; 3]; 3]) -> Triangle {
        let [a, b, c] = triangle.map(|corner| DVec3::from(corner.map(f64::from)));
        Triangle::new(a, b, c)
    }

    #[test]
    fn every_triangle_that_a_sphere_touches_or_is_near_to_is_shown_on_every_path() {
        let mut rng = crate::work::seeded();
        let (mut touched, mut shown_in_all) = (0, 0);
        for (origin, size) in [(0.0, 1.0), (1e6, 1.0), (-3.0, 1e-6), (0.0, 1e18), (5e3, 1e3)] {
            let (positions, triangles) = soup(&mut rng, origin, size);
            let tree = RayTree::build(&positions, &triangles).expect("memory");
            let shapes: Vec<_> = triangles.iter().map(|it| it.map(|corner| positions[corner as usize])).collect();
            let (origin, size) = (f64::from(origin), f64::from(size));
            for tree in [tree.clone().portable(), tree] {
                for round in 0..ROUNDS {
                    let mut point =
                        |way: f64| origin + size * (0.5 + way * (DVec3::new(rng.f64(), rng.f64(), rng.f64()) - 0.5));
                    let (center, to) = (point([2.0, 1e6][round % 2]), point(1.5));
                    let displacement = [to - center, 1.5 * (to - center), DVec3::ZERO][rng.usize(0..3)];
                    let radius = size * 2f64.powi(rng.i32(-12..3));
                    let path =
                        SpherePath { center, displacement, half_extents: DVec3::splat(radius), radius, misplaced: 0.0 };
                    let mut shown = vec![false; triangles.len()];
                    tree.meet_sphere(&path, 1.0, &mut |index: u32, _: &[[f32; 3]; 3]| {
                        assert!(!std::mem::replace(&mut shown[index as usize], true), "a triangle is shown twice");
                        1.0
                    });
                    let (mut is_near, reach) = (vec![false; triangles.len()], 0.3 * radius.min(size));
                    tree.near(to, reach, 0.0, &mut |index: u32, _: &[[f32; 3]; 3]| {
                        is_near[index as usize] = true;
                        reach
                    });
                    for (i, shape) in shapes.iter().enumerate() {
                        let triangle = corners(shape);
                        // Of equal triangles the lowest one is shown.
                        let same = shapes.iter().position(|other| other == shape).expect("it equals itself");
                        assert!(is_near[same] || triangle.closest_point(to).distance > reach, "{triangle:?} near {to}");
                        let contact = swept_sphere_triangle(&Sphere { center, radius }, displacement, &triangle);
                        assert!(shown[same] || contact.is_none(), "{contact:?} with triangle {i} at {path:?}");
                        touched += u32::from(contact.is_some());
                        shown_in_all += u32::from(shown[same]);
                    }
                }
            }
        }
        let are_few = touched > 10_000 && shown_in_all < 2 * touched;
        assert!(cfg!(miri) || are_few, "{touched} touched, {shown_in_all} shown");
    }
}
