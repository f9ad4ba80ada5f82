//! Exact signs of orientation determinants.
//!
//! Based on: Jonathan Richard Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates,
//! 1997, through the `robust` crate.

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};
use serde::{Deserialize, Serialize};

/// The sign of an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(i8)]
pub enum Sign {
    /// Below zero.
    Negative = -1,
    /// Zero, exactly.
    Zero = 0,
    /// Above zero.
    Positive = 1,
}

impl Sign {
    /// The sign of a number that is not NaN.
    pub fn of(value: f64) -> Self {
        debug_assert!(!value.is_nan(), "NaN has no sign");
        if value > 0.0 {
            Self::Positive
        } else if value < 0.0 {
            Self::Negative
        } else {
            Self::Zero
        }
    }
}

impl std::ops::Neg for Sign {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Zero => Self::Zero,
            Self::Positive => Self::Negative,
        }
    }
}

impl std::ops::Mul for Sign {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        match self {
            Self::Negative => -other,
            Self::Zero => Self::Zero,
            Self::Positive => other,
        }
    }
}

/// The sign of `((b - a) × (c - a)) · (d - a)`: positive where `d` lies above the plane of `a`, `b`, `c`, on the side from which they run
/// counter-clockwise; zero where the four are coplanar. Exact. All coordinates are finite.
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    -Sign::of(robust::orient3d(coord(a), coord(b), coord(c), coord(d)))
}

/// The sign of `(b - a) × (c - a)`: positive where `a`, `b`, `c` run counter-clockwise, zero where they lie on a line. Exact. All
/// coordinates are finite.
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    Sign::of(robust::orient2d(coord(a), coord(b), coord(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_above_a_counter_clockwise_triangle_is_positive() {
        let sign = |z| orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.25, 0.25, z));
        assert_eq!((sign(1.0), sign(0.0), sign(-1.0)), (Sign::Positive, Sign::Zero, Sign::Negative));
    }

    #[test]
    fn a_left_turn_is_positive() {
        let sign = |y| orient2d(DVec2::ZERO, DVec2::X, DVec2::new(0.5, y));
        assert_eq!((sign(1.0), sign(0.0), sign(-1.0)), (Sign::Positive, Sign::Zero, Sign::Negative));
    }
}
