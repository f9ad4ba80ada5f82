//! Oriented bounding box: which points it contains, its corners, its volume and its surface.

mod enclosing;

use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, difference, dot, vector};
use crate::math::predicates::Sign;
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

/// Error of `axis · (point - center)` per unit of its terms' magnitudes: a difference, a product, two sums.
const PROJECTION_ERROR: f64 = 6.0 * ROUNDOFF;

/// Closed box turned in space: the points whose offset from `center` along each axis is at most the half extent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obb {
    /// The midpoint of the box.
    pub center: DVec3,
    /// Half the lengths of the sides, not negative, along `axes`.
    pub half_extents: DVec3,
    /// The box's unit axes, orthogonal, as columns.
    pub axes: DMat3,
}

impl Obb {
    /// Returns `true` if all numbers of the box are finite.
    pub fn is_finite(&self) -> bool {
        self.center.is_finite() && self.half_extents.is_finite() && self.axes.is_finite()
    }

    /// Returns `true` if `point` lies in the box or on its surface: decided exactly. `false` if a number is not finite.
    pub fn contains(&self, point: DVec3) -> bool {
        let offset = point - self.center;
        (0..3).all(|i| {
            let (axis, half) = (self.axes.col(i), self.half_extents[i]);
            let along = axis.dot(offset).abs();
            let error = PROJECTION_ERROR * (axis.abs().dot(offset.abs()) + half) + f64::MIN_POSITIVE;
            if (along - half).abs() > error { along < half } else { self.contains_exactly(point, i) }
        })
    }

    #[cold]
    fn contains_exactly(&self, point: DVec3, axis: usize) -> bool {
        if !(self.is_finite() && point.is_finite()) {
            return false;
        }
        let along = dot(&vector(self.axes.col(axis)), &difference(point, self.center));
        let half = Exact::new(self.half_extents[axis]);
        (along.clone() - half.clone()).sign() != Sign::Positive && (along + half).sign() != Sign::Negative
    }

    /// Returns the eight corners. The first is on the negative side of every axis; the side on the first axis changes
    /// fastest, the side on the third slowest.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let side = |bit: usize, half: f64| if i >> bit & 1 == 0 { -half } else { half };
            let half = self.half_extents;
            self.center + self.axes * DVec3::new(side(0, half.x), side(1, half.y), side(2, half.z))
        })
    }

    /// Returns the volume, in cubed units of the extents.
    pub fn volume(&self) -> f64 {
        8.0 * self.half_extents.element_product()
    }

    /// Returns the surface area, twice the sum of the three face areas, in squared units of the extents.
    pub fn surface_area(&self) -> f64 {
        let half = self.half_extents;
        8.0 * (half.x * half.y + half.y * half.z + half.z * half.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_and_corners_belong_to_the_box() {
        let turned = DMat3::from_cols(DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z);
        let obb = Obb { center: DVec3::ONE, half_extents: DVec3::new(5.0, 2.5, 1.0), axes: turned };
        assert!(obb.contains(DVec3::new(1.0, 1.0, 2.0)));
        assert!(!obb.contains(DVec3::new(1.0, 1.0, 2.0_f64.next_up())));
        assert!(obb.contains(obb.center + 4.99 * turned.x_axis));
        assert!(!obb.contains(obb.center + 2.51 * turned.y_axis));
        assert!(!obb.contains(DVec3::NAN));
        assert_eq!((obb.volume(), obb.surface_area()), (100.0, 160.0));
        assert_eq!(obb.corners().iter().sum::<DVec3>() / 8.0, obb.center);
    }
}
