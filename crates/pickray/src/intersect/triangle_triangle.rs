//! Exact test of a triangle against a triangle.
//!
//! Based on: Olivier Devillers and Philippe Guigue, Faster Triangle-Triangle Intersection Tests, INRIA RR-4488, 2002;
//! the filter is the semi-static one of Aymeric Meyer and Sylvain Pion, FPG: A Code Generator for Fast and Certified
//! Geometric Predicates, 2008. Departures: one error bound serves all eight determinants of a pair; signs are never
//! combined by multiplying determinants; a triangle of zero area is the segment or point that it covers; coplanar
//! triangles are also compared by containment.

mod decision_trace;
mod exact;
#[cfg(target_arch = "x86_64")]
mod filter_four_pairs;
mod flat;
mod intersection;
mod neighbours;

pub use decision_trace::{IntersectionLine, TriangleTriangleTrace, triangle_triangle_traced};
pub use exact::{Canonical, Way};
pub(crate) use intersection::{FeaturePoint, Featured, featured_intersection};
pub use intersection::{TriangleIntersection, triangle_triangle_intersection};
pub use neighbours::neighbours_overlap;

#[cfg(target_arch = "x86_64")]
pub(crate) use filter_four_pairs::filter_four;

use crate::geometry::Triangle;
use glam::DVec3;

/// Returns `true` if the closed triangles share a point, decided exactly: touching in a corner or along an edge counts.
///
/// The triangles are in the same space. A triangle of zero area is the segment or the point that its corners span. The
/// order of the two, and of their corners, makes no difference. The answer is `false` if a coordinate is not finite.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::Triangle;
/// use pickray::intersect::triangle_triangle;
///
/// let floor = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
/// let pin = |z| Triangle::new(DVec3::new(1.0, 1.0, z), DVec3::new(1.0, 1.0, 3.0), DVec3::new(2.0, 1.0, 3.0));
/// assert!(triangle_triangle(&floor, &pin(0.0)));
/// assert!(!triangle_triangle(&floor, &pin(f64::MIN_POSITIVE)));
/// ```
#[inline]
pub fn triangle_triangle(p: &Triangle, q: &Triangle) -> bool {
    filtered(p, q).unwrap_or_else(|| meet_exactly(p, q))
}

#[cold]
fn meet_exactly(p: &Triangle, q: &Triangle) -> bool {
    let shares_a_corner = p.corners().iter().any(|corner| q.corners().contains(corner));
    if shares_a_corner { p.is_finite() && q.is_finite() } else { exact::decide(p, q).meet }
}

/// Largest error of a 3 × 3 determinant of differences, relative to the product of the three largest ones.
///
/// None of the determinant's six terms, each a product of three differences, passes more than 3 roundings for the
/// differences, 1 for the product of two, 1 for the difference of two products, 1 for the third factor and 2 for the
/// sum: `6 ((1 + ε)^8 - 1)` with ε = 2⁻⁵³ is just above 48 ε. One more ε covers the product of the largest differences.
const DETERMINANT_ERROR: f64 = 49.0 * (f64::EPSILON / 2.0);

/// Bounds of the largest differences, between which no term of the error bound's derivation under- or overflows. A
/// product of two that underflows errs by 2⁻¹⁰⁷⁵ and by 2⁻⁸⁷⁵ after the third factor, far below the slack of the bound,
/// which is at least 2⁻⁶⁰⁰⁻⁵³⁻⁷.
const SMALLEST_EXTENT: f64 = f64::from_bits((1023 - 200) << 52);
const LARGEST_EXTENT: f64 = f64::from_bits((1023 + 200) << 52);

/// Returns the error bound of determinants of differences of corners of `p` and `q`; `None` outside of its range.
#[inline]
fn determinant_bound(p: &Triangle, q: &Triangle) -> Option<f64> {
    let low = p.a.min(p.b).min(p.c).min(q.a.min(q.b).min(q.c));
    let high = p.a.max(p.b).max(p.c).max(q.a.max(q.b).max(q.c));
    let extent = high - low;
    let in_range = extent.min_element() >= SMALLEST_EXTENT && extent.max_element() <= LARGEST_EXTENT;
    in_range.then_some(DETERMINANT_ERROR * extent.x * extent.y * extent.z)
}

/// Corner that is alone on its side of a plane, indexed by the bits of the corners above the plane.
const ALONE: [usize; 8] = [0, 0, 1, 2, 2, 1, 0, 0];
/// Corners in cyclic order, twice around: the corner after `i` is at `i + 1`.
const NEXT: [usize; 6] = [0, 1, 2, 0, 1, 2];

/// Returns whether the triangles meet, if f64 is certain of every sign needed and none is zero; else `None`.
#[inline]
pub(crate) fn filtered(p: &Triangle, q: &Triangle) -> Option<bool> {
    let bound = determinant_bound(p, q)?;

    // Ask on which side of q's plane p lies, then the other way around: most pairs are told apart by one of them.
    let p_above = sides(q, p, bound);
    if let Some(0b000 | 0b111) = p_above {
        return Some(false);
    }
    let q_above = sides(p, q, bound);
    if let Some(0b000 | 0b111) = q_above {
        return Some(false);
    }
    let (p_above, q_above) = (p_above?, q_above?);

    // Turn the corners until the first is alone on its side; exchange the last two if the other's first is below.
    let (p_alone, q_alone) = (ALONE[p_above], ALONE[q_above]);
    let p_first_is_below = p_above >> p_alone & 1 ^ 1;
    let q_first_is_below = q_above >> q_alone & 1 ^ 1;
    let (p, q) = (p.corners(), q.corners());
    let [p0, p1, p2] = [p[p_alone], p[NEXT[p_alone + 1 + q_first_is_below]], p[NEXT[p_alone + 2 - q_first_is_below]]];
    let [q0, q1, q2] = [q[q_alone], q[NEXT[q_alone + 1 + p_first_is_below]], q[NEXT[q_alone + 2 - p_first_is_below]]];

    // The intervals on the line that the planes share overlap where neither begins after the other ends.
    let begin = determinant(p0, p1, q0, q1);
    let end = determinant(p0, p2, q2, q0);
    if begin > bound || end > bound {
        return Some(false);
    }
    (begin < -bound && end < -bound).then_some(true)
}

/// Returns the corners of `triangle` above `plane`, as bits, or `None` if one is too close to tell.
#[inline]
fn sides(plane: &Triangle, triangle: &Triangle, bound: f64) -> Option<usize> {
    let normal = (plane.b - plane.a).cross(plane.c - plane.a);
    let heights = triangle.corners().map(|corner| normal.dot(corner - plane.a));
    let certain = heights.iter().all(|height| height.abs() > bound);
    let bit = |i: usize| usize::from(heights[i] > 0.0) << i;
    certain.then(|| bit(0) | bit(1) | bit(2))
}

/// Returns `((b - a) × (c - a)) · (d - a)`, positive where `d` is above the plane of `a`, `b`, `c`.
#[inline]
fn determinant(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> f64 {
    (b - a).cross(c - a).dot(d - a)
}
