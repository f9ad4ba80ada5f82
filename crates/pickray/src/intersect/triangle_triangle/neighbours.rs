//! Exact test whether triangles that share corners overlap beyond those corners.

use super::exact::{project, projection_axis};
use super::triangle_triangle;
use crate::geometry::Triangle;
use crate::math::predicates::{Sign, orient2d, orient3d};
use glam::DVec3;

/// Returns `true` if two triangles of one surface share points beside their equal corners and the edge between these.
/// The surface then cuts, touches or folds onto itself. Exact for the coordinates given.
///
/// Triangles without an equal corner overlap if they meet; triangles with three equal corners are the same and overlap.
/// A triangle of zero area overlaps nothing.
pub fn neighbours_overlap(p: &Triangle, q: &Triangle) -> bool {
    let have_area = || !p.is_degenerate() && !q.is_degenerate();
    let (shared, n_shared) = shared(p, q);
    match shared[..n_shared] {
        [] => triangle_triangle(p, q) && have_area(),
        [(i, j)] => overlap_beyond_a_corner(p, q, i, j) && have_area(),
        [(i, j), (k, l)] => have_area() && overlap_beyond_an_edge(p, q, [i, k], [j, l]),
        _ => have_area(),
    }
}

/// Returns the pairs of a corner of p and a corner of q that are equal, and how many there are.
fn shared(p: &Triangle, q: &Triangle) -> ([(usize, usize); 9], usize) {
    let (mut shared, mut count) = ([(0, 0); 9], 0);
    for (i, p) in p.corners().into_iter().enumerate() {
        for (j, q) in q.corners().into_iter().enumerate() {
            if p == q {
                shared[count] = (i, j);
                count += 1;
            }
        }
    }
    (shared, count)
}

/// Returns `true` if the triangles share more than p's corner `i`, which is q's corner `j`. Both are cones with that
/// corner on top: a ray in both leaves one of them first, through its far edge.
fn overlap_beyond_a_corner(p: &Triangle, q: &Triangle, i: usize, j: usize) -> bool {
    let (p_edge, q_edge) = (far_edge(p, i), far_edge(q, j));
    if beside(p_edge, q) || beside(q_edge, p) {
        return false;
    }
    triangle_triangle(&segment(p_edge), q) || triangle_triangle(&segment(q_edge), p)
}

fn far_edge(triangle: &Triangle, corner: usize) -> [DVec3; 2] {
    let corners = triangle.corners();
    [corners[(corner + 1) % 3], corners[(corner + 2) % 3]]
}

/// Returns `true` if the segment lies strictly on one side of the triangle's plane.
fn beside([start, end]: [DVec3; 2], triangle: &Triangle) -> bool {
    let side = |point| orient3d(triangle.a, triangle.b, triangle.c, point);
    let first = side(start);
    first != Sign::Zero && first == side(end)
}

fn segment([start, end]: [DVec3; 2]) -> Triangle {
    Triangle::new(start, end, end)
}

/// Returns `true` if the triangles share more than an edge: only coplanar triangles on the same side of it do.
fn overlap_beyond_an_edge(p: &Triangle, q: &Triangle, p_shared: [usize; 2], q_shared: [usize; 2]) -> bool {
    let (p_other, q_other) = (3 - p_shared[0] - p_shared[1], 3 - q_shared[0] - q_shared[1]);
    let [u, v, a] = [p_shared[0], p_shared[1], p_other].map(|i| p.corners()[i]);
    let c = q.corners()[q_other];
    let edge_and_corners = Triangle::new(u, v, a);
    let Some(axis) = projection_axis(&edge_and_corners) else { return false };
    if orient3d(u, v, a, c) != Sign::Zero {
        return false;
    }
    let [u2, v2, a2] = project(&edge_and_corners, axis);
    let [_, _, c2] = project(&Triangle::new(u, v, c), axis);
    orient2d(u2, v2, a2) == orient2d(u2, v2, c2)
}
