//! Sphere, with all that is in it: which points it contains, its volume and its surface.

mod enclosing;

use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, difference, dot};
use crate::math::predicates::Sign;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Error of a squared distance per unit of it: two differences of one rounding each, a product and two additions; the
/// rest covers the squared radius and the roundings of the bound.
const SQUARE_ERROR: f64 = 8.0 * ROUNDOFF;

/// Sphere around `center`, with all points in it.
///
/// ```
/// use pickray::{geometry::Sphere, glam::DVec3};
///
/// let sphere = Sphere { center: DVec3::ZERO, radius: 1.0 };
/// assert!(sphere.contains(DVec3::X) && !sphere.contains(DVec3::X.with_x(1.0_f64.next_up())));
/// assert!(!sphere.contains(DVec3::NAN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sphere {
    /// The centre of the sphere.
    pub center: DVec3,
    /// The radius of the sphere, not negative.
    pub radius: f64,
}

impl Sphere {
    /// Returns `true` if `point` lies in the sphere or on its surface, exactly. `false` if a number is not finite.
    pub fn contains(&self, point: DVec3) -> bool {
        let squared_distance = (point - self.center).length_squared();
        let squared_radius = self.radius * self.radius;
        let error = SQUARE_ERROR * (squared_distance + squared_radius) + f64::MIN_POSITIVE;
        if (squared_distance - squared_radius).abs() > error {
            squared_distance < squared_radius
        } else {
            self.contains_exactly(point)
        }
    }

    #[cold]
    fn contains_exactly(&self, point: DVec3) -> bool {
        if !(point.is_finite() && self.center.is_finite() && self.radius.is_finite()) {
            return false;
        }
        let (offset, radius) = (difference(point, self.center), Exact::new(self.radius));
        (dot(&offset, &offset) - radius.clone() * radius).sign() != Sign::Positive
    }

    /// Returns the volume, in cubed units of the radius.
    pub fn volume(&self) -> f64 {
        4.0 / 3.0 * PI * self.radius.powi(3)
    }

    /// Returns the area of the surface, in squared units of the radius.
    pub fn surface_area(&self) -> f64 {
        4.0 * PI * self.radius.powi(2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_belongs_to_the_sphere() {
        let sphere = Sphere { center: DVec3::new(1.0, 2.0, 3.0), radius: 3.0 };
        assert!(sphere.contains(DVec3::new(2.0, 4.0, 5.0)));
        assert!(!sphere.contains(DVec3::new(2.0, 4.0, 5.0_f64.next_up())));
        assert!(!sphere.contains(DVec3::NAN));
        let huge = Sphere { center: DVec3::ZERO, radius: 1e200 };
        assert!(huge.contains(DVec3::new(1e200, 0.0, 0.0)));
        assert!(!huge.contains(DVec3::new(1e200, 1e160, 0.0)));
    }

    #[test]
    fn measures_are_those_of_the_unit_sphere_scaled() {
        let sphere = Sphere { center: DVec3::ZERO, radius: 2.0 };
        assert!((sphere.volume() - 33.510_321_638_291_124).abs() < 1e-13);
        assert!((sphere.surface_area() - 50.265_482_457_436_69).abs() < 1e-13);
    }
}
