//! A triangle of three corners.

use crate::math::predicates::{Sign, orient2d};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Three corners; counter-clockwise as seen from the front.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Triangle {
    /// First corner, of barycentric weight `w = 1 - u - v`.
    pub a: DVec3,
    /// Second corner, of barycentric weight `u`.
    pub b: DVec3,
    /// Third corner, of barycentric weight `v`.
    pub c: DVec3,
}

impl Triangle {
    /// The triangle of these corners, in this order.
    pub const fn new(a: DVec3, b: DVec3, c: DVec3) -> Self {
        Self { a, b, c }
    }

    /// The corners `a`, `b`, `c`.
    #[inline]
    pub const fn corners(&self) -> [DVec3; 3] {
        [self.a, self.b, self.c]
    }

    /// `(b - a) × (c - a)`: points to the front, as long as twice the area; not normalised.
    pub fn scaled_normal(&self) -> DVec3 {
        (self.b - self.a).cross(self.c - self.a)
    }

    /// The unit vector towards the front; `None` where the computed normal has no direction, as where the corners lie
    /// on a line.
    pub fn normal(&self) -> Option<DVec3> {
        self.scaled_normal().try_normalize()
    }

    /// The area, in squared units of the corners.
    pub fn area(&self) -> f64 {
        0.5 * self.scaled_normal().length()
    }

    /// The mean of the corners.
    pub fn centroid(&self) -> DVec3 {
        (self.a + self.b + self.c) / 3.0
    }

    /// The point of barycentric weights `u` of `b` and `v` of `c`: `(1 - u - v) a + u b + v c`.
    pub fn at(&self, u: f64, v: f64) -> DVec3 {
        self.a + u * (self.b - self.a) + v * (self.c - self.a)
    }

    /// Whether the corners lie on a line, so that it has no inside: decided exactly. All coordinates are finite.
    pub fn is_degenerate(&self) -> bool {
        let flat = |i: usize, j: usize| {
            let [a, b, c] = [self.a, self.b, self.c].map(|p| DVec2::new(p[i], p[j]));
            orient2d(a, b, c) == Sign::Zero
        };
        flat(0, 1) && flat(1, 2) && flat(2, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_right_triangle_has_half_the_area_of_its_square() {
        let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
        assert_eq!((triangle.area(), triangle.normal()), (0.5, Some(DVec3::Z)));
        assert_eq!(triangle.at(0.25, 0.5), DVec3::new(0.25, 0.5, 0.0));
        assert_eq!(Triangle { c: DVec3::new(2.0, 3.0, 0.0), ..triangle }.centroid(), DVec3::new(1.0, 1.0, 0.0));
        assert!(!triangle.is_degenerate());
    }

    #[test]
    fn corners_on_a_line_make_no_triangle_and_nearly_so_do() {
        let on_a_line = Triangle::new(DVec3::ZERO, DVec3::ONE, DVec3::splat(3.0));
        assert!(on_a_line.is_degenerate());
        assert_eq!((on_a_line.area(), on_a_line.normal()), (0.0, None));
        let sliver = Triangle { c: DVec3::new(3.0, 3.0, 3.0_f64.next_up()), ..on_a_line };
        assert!(!sliver.is_degenerate());
    }
}
