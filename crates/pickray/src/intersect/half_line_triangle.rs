//! Exact test of a half-line along an axis against a triangle. Edges and corners are decided so that a half-line that
//! goes through a surface, even at an edge or a corner, crosses it exactly once there.
//!
//! The half-line, seen along the axis, is a point and the triangle a triangle. The point is treated as if it lay a
//! little higher than it does, and further right by an amount that is infinitely smaller still: then it lies on no edge
//! and no corner. Whether an edge lies above the point is decided by that edge alone, and so in the same way for all
//! triangles that share the edge. A triangle seen as a segment or a point does not hold the point.
//!
//! Based on: Herbert Edelsbrunner and Ernst Peter Mücke, Simulation of Simplicity, ACM Transactions on Graphics 9(1),
//! 1990. Departure: only the half-line is moved, in two directions, as counting its crossings needs no more.

use super::without;
use crate::geometry::Triangle;
use crate::math::predicates::{Sign, orient2d, orient3d};
use glam::DVec3;

/// Half-line: a point and all points beyond it along an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HalfLine {
    pub from: DVec3,
    /// The axis that the half-line is parallel to: 0, 1 or 2 for x, y or z.
    pub axis: usize,
    /// `true` if the half-line leads towards larger coordinates.
    pub is_upward: bool,
}

/// Returns `true` if the half-line goes through the triangle, which must not contain `from`. Exact if finite.
///
/// The number of triangles of a closed surface that a half-line goes through is odd if its starting point lies inside
/// the surface, and even if it lies outside. The starting point must lie on none of the triangles.
pub(crate) fn half_line_triangle(half_line: &HalfLine, triangle: &Triangle) -> bool {
    let corners = triangle.corners().map(|corner| without(corner, half_line.axis));
    let from = without(half_line.from, half_line.axis);
    let is_right = corners.map(|corner| corner.x > from.x);
    let (mut is_covered, mut runs_right) = (false, false);
    for (start, end) in [(0, 1), (1, 2), (2, 0)] {
        if is_right[start] == is_right[end] {
            continue;
        }
        let (left, right) = if is_right[end] { (start, end) } else { (end, start) };
        // A point on the edge itself is taken to lie a little up: the edge is below it.
        if orient2d(corners[left], corners[right], from) == Sign::Negative {
            is_covered = !is_covered;
            runs_right = is_right[end];
        }
    }
    // With one edge above and one below, the corners run clockwise where the upper one runs to the right.
    let side_before = if runs_right == half_line.is_upward { Sign::Positive } else { Sign::Negative };
    is_covered && orient3d(triangle.a, triangle.b, triangle.c, half_line.from) == side_before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_line_through_a_shared_corner_or_edge_goes_through_one_triangle_of_a_fan() {
        let ring = [(2, 0), (2, 2), (0, 2), (-2, 2), (-2, 0), (-2, -2), (0, -2), (2, -2)];
        let at = |(u, v): (i32, i32), axis: usize| {
            let mut point = DVec3::ZERO;
            point[(axis + 1) % 3] = f64::from(u);
            point[(axis + 2) % 3] = f64::from(v);
            point
        };
        for (axis, is_upward) in [(0, true), (0, false), (1, true), (1, false), (2, true), (2, false)] {
            for (u, v) in (-2..=2).flat_map(|u| (-2..=2).map(move |v| (u, v))) {
                let below = if is_upward { -1.0 } else { 1.0 };
                let n_met = |height: f64| {
                    let mut from = at((u, v), axis);
                    from[axis] = height;
                    let half_line = HalfLine { from, axis, is_upward };
                    let fan =
                        (0..8).map(|k| Triangle::new(DVec3::ZERO, at(ring[k], axis), at(ring[(k + 1) % 8], axis)));
                    fan.filter(|triangle| half_line_triangle(&half_line, triangle)).count()
                };
                // A little up and to the right, the sides of the square at 2 are outside and those at -2 inside.
                let expected = usize::from(u < 2 && v < 2);
                assert_eq!((n_met(below), n_met(-below)), (expected, 0), "{u}, {v} along axis {axis}, {is_upward}");
            }
        }
    }
}
