//! Exact test of a triangle against an axis-aligned box.
//!
//! Based on: Tomas Akenine-Möller, Fast 3D Triangle-Box Overlap Testing, Journal of Graphics Tools 6(1), 2001 (the 13
//! separating axes). Departures: what f64 cannot tell is decided by exact signs; the box is first cut to the triangle's
//! bounds, which changes nothing that they share and makes the error bounds tight.

mod separating_axes;

pub use separating_axes::{AxisTest, SeparatingAxis, TriangleAabbTrace, triangle_aabb_traced};

use super::without;
use crate::geometry::{Aabb, Triangle};
use crate::math::predicates::{Sign, cross2d, orient3d};
use glam::{DVec2, DVec3};

/// Returns `true` if the closed triangle and the closed, solid box share a point. Exact for the coordinates given.
///
/// Triangle and box are in the same space; the triangle's coordinates are finite, the box may be flat, infinite or
/// empty. A triangle of zero area is the segment or the point that its corners span. With a NaN the answer is `false`.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Aabb, Triangle};
/// use pickray::intersect::triangle_aabb;
///
/// let cube = Aabb::new(DVec3::ZERO, DVec3::ONE);
/// // Cuts the corner at (1, 1, 1), then only touches it, then passes it.
/// let slice = |s: f64| Triangle::new(DVec3::new(s, 0.0, 0.0), DVec3::new(0.0, s, 0.0), DVec3::new(0.0, 0.0, s));
/// assert!(triangle_aabb(&slice(2.5), &cube) && triangle_aabb(&slice(3.0), &cube));
/// assert!(!triangle_aabb(&slice(3.0f64.next_up()), &cube));
/// ```
pub fn triangle_aabb(triangle: &Triangle, aabb: &Aabb) -> bool {
    let corners = triangle.corners();
    let bounds = Aabb::from_points(corners);
    // The box's own axes separate where nothing of it lies within the triangle's bounds.
    let near = Aabb::new(aabb.min.max(bounds.min), aabb.max.min(bounds.max));
    if near.is_empty() || !triangle.is_finite() || aabb.min.is_nan() || aabb.max.is_nan() {
        return false;
    }
    if corners.iter().any(|&corner| near.contains(corner)) {
        return true;
    }
    let extent = bounds.size();
    if plane_separates(triangle, &near, extent) {
        return false;
    }
    !(0..3).any(|edge| (0..3).any(|axis| edge_separates(triangle, &near, extent, edge, axis)))
}

/// Errors of the f64 values below in units of the product of the largest differences. A term of the plane test is a
/// product of three differences and goes through 8 roundings, `6 ((1 + ε)^8 - 1) < 49 ε` for all six; one of the edge
/// tests is a product of two and goes through 4, `2 ((1 + ε)^4 - 1) < 9 ε`, with 1 ε more for the roundings of the
/// bound; two such values are compared.
const PLANE_ERROR: f64 = 50.0 * (f64::EPSILON / 2.0);
const EDGE_ERROR: f64 = 2.0 * 10.0 * (f64::EPSILON / 2.0);

/// Returns `true` if the box lies strictly on one side of the plane; `extent` bounds all coordinate differences.
fn plane_separates(triangle: &Triangle, aabb: &Aabb, extent: DVec3) -> bool {
    let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
    let (to_min, to_max) = (normal * (aabb.min - triangle.a), normal * (aabb.max - triangle.a));
    let (lowest, highest) = (to_min.min(to_max).element_sum(), to_min.max(to_max).element_sum());
    // The second summand covers products that underflow: by 2⁻¹⁰⁷⁵ and then at most the largest difference times that.
    let bound = PLANE_ERROR * extent.x * extent.y * extent.z + (1.0 + extent.max_element()) * f64::MIN_POSITIVE;
    if lowest > bound || highest < -bound {
        return true;
    }
    if lowest < -bound && highest > bound {
        return false;
    }
    plane_separates_exactly(triangle, aabb)
}

#[cold]
fn plane_separates_exactly(triangle: &Triangle, aabb: &Aabb) -> bool {
    let side = |corner: DVec3| orient3d(triangle.a, triangle.b, triangle.c, corner);
    let [first, others @ ..] = aabb.corners();
    let first = side(first);
    first != Sign::Zero && others.iter().all(|&corner| side(corner) == first)
}

/// Returns `true` if the projections on `axis` × `edge` have a gap; `extent` bounds all coordinate differences.
fn edge_separates(triangle: &Triangle, aabb: &Aabb, extent: DVec3, edge: usize, axis: usize) -> bool {
    let [start, end, third] = edge_along(triangle, edge, axis);
    let flat_extent = without(extent, axis);
    // Heights over the edge's line, seen along the axis.
    let along = end - start;
    let height = |point: DVec2| along.x * (point.y - start.y) - along.y * (point.x - start.x);
    let heights = [along.x * (without(aabb.min, axis).y - start.y), along.x * (without(aabb.max, axis).y - start.y)];
    let depths = [along.y * (without(aabb.min, axis).x - start.x), along.y * (without(aabb.max, axis).x - start.x)];
    let lowest = heights[0].min(heights[1]) - depths[0].max(depths[1]);
    let highest = heights[0].max(heights[1]) - depths[0].min(depths[1]);
    let (low, high) = (height(third).min(0.0), height(third).max(0.0));
    let bound = EDGE_ERROR * flat_extent.x * flat_extent.y + f64::MIN_POSITIVE;
    if lowest > high + bound || highest < low - bound {
        return true;
    }
    if lowest < high - bound && highest > low + bound {
        return false;
    }
    edge_separates_exactly([start, end, third], aabb, axis)
}

/// Returns the edge's start and end and the corner across from it, seen along the axis.
fn edge_along(triangle: &Triangle, edge: usize, axis: usize) -> [DVec2; 3] {
    let corners = triangle.corners();
    [0, 1, 2].map(|step| without(corners[(edge + step) % 3], axis))
}

#[cold]
fn edge_separates_exactly([start, end, third]: [DVec2; 3], aabb: &Aabb, axis: usize) -> bool {
    let (min, max) = (without(aabb.min, axis), without(aabb.max, axis));
    let box_corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
    // Every corner of the box on the same side both of the edge and of its parallel through the third corner.
    let side = |corner: DVec2, of: DVec2| cross2d(start, end, of, corner);
    let first = side(box_corners[0], start);
    first != Sign::Zero
        && box_corners.iter().all(|&corner| side(corner, start) == first && side(corner, third) == first)
}
