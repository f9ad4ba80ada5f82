//! Triangle of three corners: its normal, its area, and points on it.

use crate::math::double::power_of_two_up_to;
use crate::math::predicates::{Sign, orient2d};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Lengths whose squares are neither infinite nor less exact than others.
const SQUARED_SAFELY: RangeInclusive<f64> = 1e-150..=1e150;

/// Triangle of three corners, counter-clockwise as seen from the front.
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
    /// Returns the triangle of the corners `a`, `b` and `c`, in this order.
    pub const fn new(a: DVec3, b: DVec3, c: DVec3) -> Self {
        Self { a, b, c }
    }

    /// Returns the corners `a`, `b`, `c`.
    #[inline]
    pub const fn corners(&self) -> [DVec3; 3] {
        [self.a, self.b, self.c]
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.corners().iter().all(|corner| corner.is_finite())
    }

    /// Returns `(b - a) × (c - a)`, a normal that points to the front, as long as twice the area; not normalised.
    pub fn scaled_normal(&self) -> DVec3 {
        (self.b - self.a).cross(self.c - self.a)
    }

    /// Returns the unit normal towards the front, or `None` if the normal has no direction, as for corners on a line.
    ///
    /// ```
    /// use pickray::{Triangle, glam::DVec3};
    ///
    /// assert_eq!(Triangle::new(DVec3::ZERO, DVec3::X, 2.0 * DVec3::X).normal(), None);
    /// let tiny = Triangle::new(DVec3::ZERO, 1e-300 * DVec3::X, 1e-300 * DVec3::Y);
    /// assert!(tiny.normal().is_some_and(|normal| normal.z > 0.999));
    /// ```
    pub fn normal(&self) -> Option<DVec3> {
        self.normal_and_factors().0.try_normalize()
    }

    /// Returns the area, in squared units of the corners; infinite if it is too large for f64.
    pub fn area(&self) -> f64 {
        let (normal, factors) = self.normal_and_factors();
        let area = factors.into_iter().fold(0.5 * normal.length(), |product, factor| product * factor);
        if area.is_nan() { f64::INFINITY } else { area }
    }

    /// Returns the [`scaled_normal`](Self::scaled_normal) divided by three factors, and these factors: 1, or what keeps
    /// products of edges from overflowing and from vanishing.
    fn normal_and_factors(&self) -> (DVec3, [f64; 3]) {
        let normal = self.scaled_normal();
        if SQUARED_SAFELY.contains(&normal.length()) {
            return (normal, [1.0; 3]);
        }
        // Half of a difference of finite numbers is finite.
        let halves = [self.b, self.c].map(|corner| 0.5 * corner - 0.5 * self.a);
        let scale = power_of_two_of(halves[0].abs().max(halves[1].abs()));
        let [e1, e2] = halves.map(|half| 2.0 * (half / scale));
        let normal = e1.cross(e2);
        let size = power_of_two_of(normal.abs());
        (normal / size, [size, scale, scale])
    }

    /// Returns the mean of the corners.
    pub fn centroid(&self) -> DVec3 {
        (self.a + self.b + self.c) / 3.0
    }

    /// Returns the point of barycentric weights `u` of `b` and `v` of `c`: `(1 - u - v) a + u b + v c`.
    pub fn at(&self, u: f64, v: f64) -> DVec3 {
        self.a + u * (self.b - self.a) + v * (self.c - self.a)
    }

    /// Returns `true` if the corners lie on a line, decided exactly. Coordinates must be finite.
    pub fn is_degenerate(&self) -> bool {
        let flat = |i: usize, j: usize| {
            let [a, b, c] = [self.a, self.b, self.c].map(|p| DVec2::new(p[i], p[j]));
            orient2d(a, b, c) == Sign::Zero
        };
        flat(0, 1) && flat(1, 2) && flat(2, 0)
    }
}

/// Returns the largest power of two up to the largest component; 1 if that is too small to have one.
fn power_of_two_of(magnitudes: DVec3) -> f64 {
    let power_of_two = power_of_two_up_to(magnitudes.max_element());
    if power_of_two > 0.0 { power_of_two } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_and_normals_of_any_size_are_numbers() {
        let unit = Triangle::new(DVec3::new(-1.0, -1.0, 0.0), DVec3::new(1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, 0.0));
        let scaled = |scale: f64| Triangle::new(scale * unit.a, scale * unit.b, scale * unit.c);
        for (scale, area) in [(1e-300, 0.0), (1e-150, 2e-300), (1e100, 2e200), (1e150, 2e300), (1e308, f64::INFINITY)] {
            let found = scaled(scale).area();
            assert!(found == area || (found - area).abs() < 1e-12 * area, "{found} of size {scale}");
            let normal = scaled(scale).normal().expect("a direction");
            assert!((normal - DVec3::Z).length() < 1e-15, "{normal} of size {scale:e}");
        }
        let uneven = Triangle::new(unit.a, unit.b.with_y(1e308), unit.c.with_y(-1e308));
        assert!(uneven.area() > 1e308 && uneven.normal().is_some_and(|normal| normal.is_normalized()));
        assert_eq!(Triangle::new(unit.a, unit.b, unit.c.with_x(f64::INFINITY)).area(), f64::INFINITY);
        assert_eq!(Triangle::new(unit.a, unit.a, unit.b).normal(), None);
    }

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
