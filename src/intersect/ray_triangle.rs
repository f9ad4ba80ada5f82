//! A ray against a triangle, decided exactly.
//!
//! Based on: Jonathan Richard Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, 1997; the
//! three signed volumes after Rafael Segura and Francisco Feito, Algorithms to Test Ray-Triangle Intersection, 2001.

use super::{Culling, RayTriangleHit, Side};
use crate::geometry::{Ray, Triangle};
use crate::math::predicates::{Sign, orient3d};

/// Where the ray meets the closed triangle at t >= 0, decided exactly: a ray through a shared edge or vertex hits every triangle
/// there, and no other hit is invented.
///
/// Ray and triangle are in the same space, with finite coordinates. `None` is a miss; so is a ray in the triangle's plane, a triangle of zero area, a
/// ray of two equal points, and, with [`Culling::Back`], a ray that meets the back.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Triangle};
/// use pickray::intersect::{Culling, Side, ray_triangle};
///
/// let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
/// let ray = Ray::new(DVec3::new(0.25, 0.5, 2.0), DVec3::new(0.25, 0.5, 1.0));
/// let hit = ray_triangle(&ray, &triangle, Culling::None).unwrap();
/// assert_eq!((hit.t, hit.u, hit.v, hit.side), (2.0, 0.25, 0.5, Side::Front));
/// ```
pub fn ray_triangle(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    let (o, p) = (ray.origin, ray.target);
    let Triangle { a, b, c } = *triangle;

    // The line goes through the triangle where it passes its three edges on the same side.
    let signs = [orient3d(o, p, b, c), orient3d(o, p, c, a), orient3d(o, p, a, b)];
    let side = match (signs.contains(&Sign::Positive), signs.contains(&Sign::Negative)) {
        // Seen along the ray, counter-clockwise edges have the ray's line on their left.
        (true, false) => Side::Back,
        (false, true) => Side::Front,
        _ => return None,
    };
    if culling == Culling::Back && side == Side::Back {
        return None;
    }

    // The origin is not beyond the triangle's plane.
    let origin_side = orient3d(a, b, c, o);
    let beyond = if side == Side::Front { Sign::Negative } else { Sign::Positive };
    if origin_side == beyond {
        return None;
    }

    let (edge_ab, edge_ac, from_a, direction) = (b - a, c - a, o - a, ray.direction());
    let p_vec = direction.cross(edge_ac);
    let q_vec = from_a.cross(edge_ab);
    let det = edge_ab.dot(p_vec);
    let (t, u, v) = if det != 0.0 && (det > 0.0) == (side == Side::Front) {
        (edge_ac.dot(q_vec) / det, from_a.dot(p_vec) / det, direction.dot(q_vec) / det)
    } else {
        // The determinant is lost to cancellation, so the ray all but lies in the plane: the middle of what is possible.
        let share = 1.0 / signs.iter().filter(|sign| **sign != Sign::Zero).count() as f64;
        let [_, u, v] = signs.map(|sign| if sign == Sign::Zero { 0.0 } else { share });
        (0.0, u, v)
    };
    let t = if origin_side == Sign::Zero { 0.0 } else { within_extents(t, ray, triangle).max(0.0) };
    let (u, v) = (u.clamp(0.0, 1.0), v.clamp(0.0, 1.0));
    Some(RayTriangleHit { t, u, v, side })
}

/// `t` moved to where the ray is within the triangle's extents on every axis.
///
/// Near the triangle's plane `t` suffers from cancellation; the extents bound it to a few roundings, so that whoever skips
/// boxes beyond a hit skips no triangle whose t would have been smaller.
fn within_extents(t: f64, ray: &Ray, triangle: &Triangle) -> f64 {
    let Triangle { a, b, c } = *triangle;
    let direction = ray.direction();
    let (mut near, mut far) = (f64::NEG_INFINITY, f64::INFINITY);
    for k in 0..3 {
        if direction[k] != 0.0 {
            let [a, b, c] = [a, b, c].map(|p| (p[k] - ray.origin[k]) / direction[k]);
            near = near.max(a.min(b).min(c));
            far = far.min(a.max(b).max(c));
        }
    }
    t.max(near).min(far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_ray_from_the_front_meets_the_front() {
        let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
        let down = Ray::new(DVec3::new(0.25, 0.25, 2.0), DVec3::new(0.25, 0.25, 1.0));
        let up = Ray::new(DVec3::new(0.25, 0.25, -2.0), DVec3::new(0.25, 0.25, -1.0));
        assert_eq!(ray_triangle(&down, &triangle, Culling::Back).unwrap().side, Side::Front);
        assert_eq!(ray_triangle(&up, &triangle, Culling::None).unwrap().side, Side::Back);
        assert_eq!(ray_triangle(&up, &triangle, Culling::Back), None);
    }

    #[test]
    fn a_triangle_behind_the_origin_is_missed() {
        let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
        let away = Ray::new(DVec3::new(0.25, 0.25, 1.0), DVec3::new(0.25, 0.25, 2.0));
        assert_eq!(ray_triangle(&away, &triangle, Culling::None), None);
    }
}
