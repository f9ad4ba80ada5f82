//! A ray against a triangle by the algorithm of Möller and Trumbore, in f64: to learn from, and to compare.
//!
//! Based on: Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, Journal of Graphics Tools
//! 2(1), 1997, section 3; both the culling and the two-sided branch.
//!
//! Departures: no epsilon, only a determinant of zero is parallel (the paper's 0.000001 is absolute, although the
//! determinant grows with the cube of the scene's scale); t < 0 is a miss; the comparisons come before the division in
//! both branches, where they are as exact as the determinants; a NaN fails every comparison, which is a miss.

use super::{Culling, RayTriangleHit, Side};
use crate::geometry::{Ray, Triangle};

/// Returns the hit of the ray on the triangle at t >= 0, by Möller and Trumbore in f64, or `None` if it misses.
///
/// Ray and triangle are in the same space. Rounding may decide when the ray passes within a few roundings of an edge: a
/// ray through a shared edge can miss both triangles, which [`ray_triangle`](super::ray_triangle()) never does. `None`
/// is returned for the same misses as by that function, and for numbers that under- or overflow.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Triangle};
/// use pickray::intersect::{Culling, Side, moller_trumbore};
///
/// let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
/// let from_below = Ray::between(DVec3::new(0.25, 0.5, -2.0), DVec3::new(0.25, 0.5, -1.0));
/// let hit = moller_trumbore(&from_below, &triangle, Culling::None).unwrap();
/// assert_eq!((hit.t, hit.u, hit.v, hit.side), (2.0, 0.25, 0.5, Side::Back));
/// assert_eq!(moller_trumbore(&from_below, &triangle, Culling::Back), None);
/// ```
pub fn moller_trumbore(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    let direction = ray.direction();
    let edge_1 = triangle.b - triangle.a;
    let edge_2 = triangle.c - triangle.a;

    // The determinant of [-direction, edge_1, edge_2]: positive where the ray faces the front, zero where parallel.
    let p_vec = direction.cross(edge_2);
    let det = edge_1.dot(p_vec);
    let side = if det > 0.0 { Side::Front } else { Side::Back };
    if det == 0.0 || culling.culls(side) {
        return None;
    }

    // Turned by the sign s, the determinant is positive, and the numerators can be compared with it undivided.
    let (det, s) = match side {
        Side::Front => (det, ray.origin - triangle.a),
        Side::Back => (-det, triangle.a - ray.origin),
    };
    let u = s.dot(p_vec);
    if !(0.0 <= u && u <= det) {
        return None;
    }
    let q_vec = s.cross(edge_1);
    let v = direction.dot(q_vec);
    if !(0.0 <= v && u + v <= det) {
        return None;
    }
    let t = edge_2.dot(q_vec);
    let hit = RayTriangleHit { t: t / det, u: u / det, v: v / det, side };
    (0.0 <= t && hit.t.is_finite()).then_some(hit)
}
