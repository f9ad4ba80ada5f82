//! Half-space: all points on one side of a plane.

use crate::math::bounded::Bounded;
use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, dot, vector};
use crate::math::predicates::Sign;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Half-space of the points p with `normal · p <= offset`: the side behind the normal, and the plane itself.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HalfSpace {
    /// The normal of the plane, pointing out of the half-space; of any length.
    pub normal: DVec3,
    /// The value of `normal · p` for the points p of the plane.
    pub offset: f64,
}

/// Error of `offset - normal · p` per unit of the sum of the magnitudes of its four terms: each passes a product and
/// three sums at most; a fifth rounding covers those of the bound.
const SLACK_ERROR: f64 = 5.0 * ROUNDOFF;

impl HalfSpace {
    /// Returns the half-space of the points p with `normal · p <= offset`.
    pub const fn new(normal: DVec3, offset: f64) -> Self {
        Self { normal, offset }
    }

    /// Returns `true` if `point` lies in the half-space or on its plane, exactly. `false` if a number is not finite.
    pub fn contains(&self, point: DVec3) -> bool {
        self.is_finite() && point.is_finite() && self.slack_sign(point) != Sign::Negative
    }

    /// Returns the sign of [`slack`](Self::slack), decided exactly; all numbers must be finite.
    pub(crate) fn slack_sign(&self, point: DVec3) -> Sign {
        self.slack(point).sign().unwrap_or_else(|| self.slack_exactly(point).sign())
    }

    /// Returns `offset - normal · point`, with a bound of its error: not negative for points in the half-space.
    pub(crate) fn slack(&self, point: DVec3) -> Bounded {
        let terms = self.normal * point;
        let error = SLACK_ERROR * (self.offset.abs() + terms.abs().element_sum()) + f64::MIN_POSITIVE;
        Bounded { value: self.offset - terms.element_sum(), error }
    }

    /// Returns `offset - normal · point` without rounding; all numbers must be finite.
    pub(crate) fn slack_exactly(&self, point: DVec3) -> Exact {
        Exact::new(self.offset) - dot(&vector(self.normal), &vector(point))
    }

    /// Returns `true` if the normal and the offset are finite.
    pub fn is_finite(&self) -> bool {
        self.normal.is_finite() && self.offset.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plane_belongs_to_it_and_nothing_beyond() {
        let half_space = HalfSpace::new(DVec3::new(0.1, 0.2, 0.3), 0.6);
        // 0.1 + 0.2 + 0.3 of the nearest floats is above 0.6 by less than f64 shows in one sum.
        assert!(!half_space.contains(DVec3::ONE));
        assert!(half_space.contains(DVec3::new(1.0, 1.0, 1.0f64.next_down())));
        assert!(HalfSpace::new(DVec3::X, 1.0).contains(DVec3::new(1.0, 7.0, -1e300)));
        assert!(!HalfSpace::new(DVec3::X, 1.0).contains(DVec3::new(1.0f64.next_up(), 0.0, 0.0)));
    }

    #[test]
    fn numbers_that_overflow_are_decided_and_what_is_none_is_not_contained() {
        let steep = HalfSpace::new(DVec3::new(1e300, -1e300, 0.0), 0.0);
        assert!(steep.contains(DVec3::splat(1e300)));
        assert!(!steep.contains(DVec3::new(1e300f64.next_up(), 1e300, 0.0)));
        assert!(!steep.contains(DVec3::NAN) && !HalfSpace::new(DVec3::X, f64::INFINITY).contains(DVec3::ZERO));
    }
}
