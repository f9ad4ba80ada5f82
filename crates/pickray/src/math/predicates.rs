//! Exact signs of orientation determinants.
//!
//! Based on: Jonathan Richard Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates, 1997, through the `robust` crate.
//!
//! Departures: the first filter allows for underflow, so that its answer is never wrong; and coordinates with exponents
//! beyond what expansions of f64 can hold (outside 2^-300 to 2^300) are decided in integers of any length.

use super::double::{Double, ROUNDOFF, in_range};
use super::exact::{Exact, cross, difference, dot, vector};
use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul, Sub};

/// The sign of an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(i8)]
pub enum Sign {
    /// Sign of a number below zero.
    Negative = -1,
    /// Sign of exactly zero.
    Zero = 0,
    /// Sign of a number above zero.
    Positive = 1,
}

impl Sign {
    /// Returns the sign of a number that is not NaN.
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

impl Mul for Sign {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        match self {
            Self::Negative => -other,
            Self::Zero => Self::Zero,
            Self::Positive => other,
        }
    }
}

/// Error that underflowing products can add to a determinant of differences, per unit of `1 + |x|₁`, `x` its outer row.
/// Each of the six inner products is off by up to 2^-1075, and so is each of the three outer ones.
const UNDERFLOW: f64 = f64::from_bits(8); // 2^-1071

/// Relative error of a determinant of three rows of differences, per unit of its terms' magnitudes.
///
/// Each term passes three rounded differences, an inner product and subtraction, an outer product and at most two
/// additions: eight roundings. The computed sum of magnitudes is itself short by at most eight; the second summand
/// covers that, the square of the first and the product that makes the bound.
const DETERMINANT_ERROR: f64 = (8.0 + 128.0 * ROUNDOFF) * ROUNDOFF;

/// Returns `x · (y × z)` of three rows that are rounded differences, and a bound of its error against the determinant
/// of the exact differences. The bound is not finite if the value is not.
#[inline]
pub(crate) fn triple_product(x: DVec3, y: DVec3, z: DVec3) -> (f64, f64) {
    let cross = y.cross(z);
    let (x_abs, y_abs, z_abs) = (x.abs(), y.abs(), z.abs());
    let magnitudes = DVec3::new(
        y_abs.y * z_abs.z + z_abs.y * y_abs.z,
        y_abs.z * z_abs.x + z_abs.z * y_abs.x,
        y_abs.x * z_abs.y + z_abs.x * y_abs.y,
    );
    let underflow = UNDERFLOW * (1.0 + x_abs.x + x_abs.y + x_abs.z);
    (x.dot(cross), DETERMINANT_ERROR * x_abs.dot(magnitudes) + underflow)
}

/// Returns the determinant `x · (y × z)` in the arithmetic of `T`.
pub(crate) fn determinant<T>(x: [T; 3], y: [T; 3], z: [T; 3]) -> T
where
    T: Clone + Add<Output = T> + Sub<Output = T> + Mul<Output = T>,
{
    dot(&x, &cross(&y, &z))
}

/// Returns the sign of `((b - a) × (c - a)) · (d - a)`: positive where `d` lies above the plane of `a`, `b`, `c`, on
/// the side from which they run counter-clockwise; zero where the four are coplanar. Exact for all finite coordinates;
/// zero if a coordinate is not finite.
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let (value, error) = triple_product(a - d, b - d, c - d);
    if value.abs() > error { -Sign::of(value) } else { orient3d_exact(a, b, c, d) }
}

#[cold]
fn orient3d_exact(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let points = [a, b, c, d];
    if points.into_iter().all(in_range) {
        let [a, b, c, d] = points.map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
        -Sign::of(robust::orient3d(a, b, c, d))
    } else if points.into_iter().all(DVec3::is_finite) {
        let [a, b, c] = [a, b, c].map(|p| difference(p, d));
        -determinant(a, b, c).sign()
    } else {
        Sign::Zero
    }
}

/// Returns the sign of `direction · ((p - o) × (q - o))`: [`orient3d`] of `o`, `o + direction`, `p` and `q`, with `o +
/// direction` not rounded. Exact for all finite coordinates; zero if a coordinate is not finite.
pub(crate) fn orient_along(direction: DVec3, o: DVec3, p: DVec3, q: DVec3) -> Sign {
    let (value, error) = triple_product(direction, p - o, q - o);
    if value.abs() > error { Sign::of(value) } else { orient_along_exact(direction, o, p, q) }
}

#[cold]
fn orient_along_exact(direction: DVec3, o: DVec3, p: DVec3, q: DVec3) -> Sign {
    if ![direction, o, p, q].into_iter().all(DVec3::is_finite) {
        return Sign::Zero;
    }
    let is_exact = |point: DVec3| (0..3).all(|k| Double::difference(point[k], o[k]).lo == 0.0);
    if is_exact(p) && is_exact(q) {
        return orient3d(DVec3::ZERO, direction, p - o, q - o);
    }
    determinant(vector(direction), difference(p, o), difference(q, o)).sign()
}

/// Returns the sign of `(b - a) × (c - a)`: positive where `a`, `b`, `c` run counter-clockwise, zero where they lie on
/// a line. Exact for all finite coordinates; zero if a coordinate is not finite.
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let points = [a, b, c];
    if points.into_iter().all(|p| in_range(p.extend(0.0))) {
        let [a, b, c] = points.map(|p| Coord { x: p.x, y: p.y });
        Sign::of(robust::orient2d(a, b, c))
    } else {
        cross2d_exact(a, b, a, c)
    }
}

/// Returns the sign of `(b - a) × (d - c)`: positive where the direction from `c` to `d` is to the left of that from
/// `a` to `b`, zero where they are parallel. Exact for all finite coordinates; zero if a coordinate is not finite.
pub(crate) fn cross2d(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Sign {
    // Each term passes four roundings, a fifth covers the bound's; the second summand covers underflow of products.
    let (left, right) = ((b.x - a.x) * (d.y - c.y), (b.y - a.y) * (d.x - c.x));
    let bound = 5.0 * ROUNDOFF * (left.abs() + right.abs()) + f64::MIN_POSITIVE;
    if (left - right).abs() > bound { Sign::of(left - right) } else { cross2d_exact(a, b, c, d) }
}

#[cold]
fn cross2d_exact(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> Sign {
    if ![a, b, c, d].into_iter().all(DVec2::is_finite) {
        return Sign::Zero;
    }
    let difference = |p: f64, q: f64| Exact::new(p) - Exact::new(q);
    (difference(b.x, a.x) * difference(d.y, c.y) - difference(b.y, a.y) * difference(d.x, c.x)).sign()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rational::{Point, rational, sign};
    use num_traits::{Signed, Zero};

    /// A coordinate that is often a small integer or next to one, else anything within 2^±`spread`.
    fn coordinate(random: &mut fastrand::Rng, spread: i32) -> f64 {
        let integer = f64::from(random.i32(-3..=3));
        match random.u8(0..4) {
            0 | 1 => integer,
            2 => integer + f64::from(random.i32(-2..=2)) * f64::EPSILON,
            _ => (random.f64() - 0.5) * f64::exp2(f64::from(random.i32(-spread..=spread))),
        }
    }

    #[test]
    fn signs_are_those_of_rationals_at_every_scale() {
        let mut random = crate::work::seeded();
        let mut n_zero = 0;
        for _ in 0..5_000 {
            let spread = [0, 20, 300, 1020][random.usize(0..4)];
            let scale = if random.bool() { f64::exp2(f64::from(random.i32(-1070..=1000))) } else { 1.0 };
            let mut points: [DVec3; 4] = std::array::from_fn(|_| {
                let point = DVec3::from_array(std::array::from_fn(|_| coordinate(&mut random, spread)));
                if (point * scale).is_finite() { point * scale } else { point }
            });
            // A parallelogram, or all but one.
            let fourth = points[0] + (points[1] - points[2]);
            if fourth.is_finite() && random.bool() {
                points[3] = fourth;
            }
            let [a, b, c, d] = points;
            let row = |p: DVec3| -> Point { std::array::from_fn(|i| rational(p[i]) - rational(d[i])) };
            let exact = -determinant(row(a), row(b), row(c));
            assert_eq!(orient3d(a, b, c, d) as i32, sign(&exact), "{points:?}");
            n_zero += u32::from(exact.is_zero());

            let along = determinant(points[0].to_array().map(rational), row(b), row(c));
            assert_eq!(orient_along(a, d, b, c) as i32, sign(&along), "{points:?}");

            let (value, error) = triple_product(a - d, b - d, c - d);
            if error.is_finite() {
                assert!((rational(value) + exact).abs() <= rational(error), "{points:?}");
            }

            let [a, b, c, d] = points.map(DVec3::truncate);
            let difference = |p: f64, q: f64| rational(p) - rational(q);
            let exact = difference(b.x, a.x) * difference(d.y, c.y) - difference(b.y, a.y) * difference(d.x, c.x);
            assert_eq!(cross2d(a, b, c, d) as i32, sign(&exact), "{points:?}");
            let exact = difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x);
            assert_eq!(orient2d(a, b, c) as i32, sign(&exact), "{points:?}");
        }
        assert!(n_zero > 100, "{n_zero} coplanar: the points are too easy");
    }

    #[test]
    fn what_is_not_finite_has_no_orientation() {
        for bad in [f64::NAN, f64::INFINITY] {
            let point = DVec3::new(0.5, bad, 0.0);
            assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, point), Sign::Zero);
            assert_eq!(orient_along(DVec3::Z, DVec3::ZERO, DVec3::Y, point), Sign::Zero);
            assert_eq!(orient2d(DVec2::ZERO, DVec2::X, point.truncate()), Sign::Zero);
        }
    }
}
