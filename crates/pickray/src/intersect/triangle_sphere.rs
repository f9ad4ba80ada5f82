//! Exact test of a triangle against a sphere.

use super::swept_sphere_triangle::{SweepStart, start_state};
use crate::geometry::{Sphere, Triangle};
use glam::DVec3;

/// Error of the distance of [`Triangle::closest_point`], relative to that of the farthest corner: the normal of a
/// needle is off by three roundings over 1/64, which is less than 2⁻⁴⁴; this is four times as much.
const DISTANCE_ERROR: f64 = 1.0 / (1_u64 << 42) as f64;

/// Bounds of all differences of coordinates but zero, between which the closest point computes within f64.
const LARGEST: f64 = (1_u128 << 100) as f64;
const SMALLEST: f64 = 1.0 / LARGEST;

/// Returns `true` if the closed triangle and the closed sphere share a point. Exact for the numbers given.
///
/// A triangle of zero area is the segment or the point that its corners span. If a number is not finite, or the radius
/// negative, the answer is `false`.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Sphere, Triangle};
/// use pickray::intersect::triangle_sphere;
///
/// let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
/// let sphere = |radius| Sphere { center: DVec3::new(1.0, 1.0, 3.0), radius };
/// assert!(triangle_sphere(&triangle, &sphere(3.0)));
/// assert!(!triangle_sphere(&triangle, &sphere(3.0f64.next_down())));
/// ```
pub fn triangle_sphere(triangle: &Triangle, sphere: &Sphere) -> bool {
    let corners = triangle.corners();
    let is_finite = sphere.center.is_finite() && sphere.radius.is_finite();
    if !is_finite || sphere.radius < 0.0 || !triangle.is_finite() {
        return false;
    }
    let offsets = corners.map(|corner| corner - sphere.center);
    let has_bound = offsets.into_iter().chain([0, 1, 2].map(|i| corners[i] - corners[(i + 1) % 3])).all(is_in_range);
    let (gap, slack) = if has_bound {
        let farthest = offsets.iter().map(|offset| offset.length()).fold(0.0, f64::max);
        (triangle.closest_point(sphere.center).distance - sphere.radius, DISTANCE_ERROR * farthest)
    } else {
        (0.0, 0.0)
    };
    start_state(triangle, sphere.center, sphere.radius, gap, slack) != SweepStart::Separate
}

fn is_in_range(difference: DVec3) -> bool {
    difference.to_array().iter().all(|x| *x == 0.0 || (SMALLEST..=LARGEST).contains(&x.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns triangles and points, each with the least radius at which a sphere around the point touches the
    /// triangle, a whole number.
    fn touching() -> Vec<(Triangle, DVec3, f64)> {
        let face = Triangle::new(DVec3::ZERO, DVec3::new(9.0, 0.0, 0.0), DVec3::new(0.0, 9.0, 0.0));
        let edge = Triangle::new(DVec3::new(0.0, 4.0, 3.0), DVec3::new(9.0, 4.0, 3.0), DVec3::new(2.0, 9.0, 9.0));
        let corner = Triangle::new(DVec3::new(2.0, 3.0, 6.0), DVec3::new(9.0, 9.0, 9.0), DVec3::new(4.0, 9.0, 6.0));
        let segment = Triangle::new(DVec3::new(3.0, 4.0, -1.0), DVec3::new(3.0, 4.0, 5.0), DVec3::new(3.0, 4.0, 1.0));
        let point = Triangle::new(DVec3::new(1.0, 4.0, 8.0), DVec3::new(1.0, 4.0, 8.0), DVec3::new(1.0, 4.0, 8.0));
        vec![
            (face, DVec3::new(2.0, 3.0, -5.0), 5.0),
            (edge, DVec3::new(4.0, 0.0, 0.0), 5.0),
            (corner, DVec3::ZERO, 7.0),
            (segment, DVec3::ZERO, 5.0),
            (point, DVec3::ZERO, 9.0),
            (face, DVec3::new(2.0, 3.0, 0.0), 0.0),
        ]
    }

    #[test]
    fn the_surface_of_a_sphere_belongs_to_it_on_every_part_of_a_triangle_at_every_scale() {
        for (triangle, center, radius) in touching() {
            for power in [-400, -80, 0, 80, 400] {
                let scale = 2f64.powi(power);
                let scaled = Triangle::new(triangle.a * scale, triangle.b * scale, triangle.c * scale);
                let sphere = |radius: f64| Sphere { center: center * scale, radius };
                assert!(triangle_sphere(&scaled, &sphere(radius * scale)), "{triangle:?} 2^{power}");
                assert!(!triangle_sphere(&scaled, &sphere((radius * scale).next_down())), "{triangle:?} 2^{power}");
            }
        }
    }

    #[test]
    fn a_sphere_beside_a_needle_that_is_thinner_than_products_of_f64_is_not_met() {
        let needle = Triangle::new(DVec3::ZERO, DVec3::new(0.0, 2f64.powi(-600), 0.0), DVec3::X);
        let center = DVec3::new(-1.0, 2f64.powi(-602), 0.0);
        assert!(!triangle_sphere(&needle, &Sphere { center, radius: 0.5 }));
        assert!(triangle_sphere(&needle, &Sphere { center, radius: 1.0 }));
    }

    #[test]
    fn what_is_not_finite_meets_nothing() {
        let (triangle, center, _) = touching()[0];
        for radius in [f64::NAN, f64::INFINITY, -9.0] {
            assert!(!triangle_sphere(&triangle, &Sphere { center, radius }));
        }
        assert!(!triangle_sphere(&triangle, &Sphere { center: DVec3::NAN, radius: 9.0 }));
        assert!(!triangle_sphere(&Triangle { a: DVec3::INFINITY, ..triangle }, &Sphere { center, radius: 9.0 }));
    }
}
