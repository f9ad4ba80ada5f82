//! Numbers that exact decisions are computed with: f64 with a bound of the error, which tells whether the sign is
//! certain, or exact numbers.

use super::double::ROUNDOFF;
use super::exact::Exact;
use super::predicates::Sign;
use std::ops::{Add, Mul, Sub};

/// Factor that makes up for the roundings of the bound itself, at most five for a sum or product.
const BOUND_ROUNDING: f64 = 1.0 + 8.0 * ROUNDOFF;

/// Number known to lie within `error` of `value`: exact if `error` is zero, unknown if `error` is not finite.
#[derive(Clone, Copy, Debug)]
pub struct Bounded {
    pub value: f64,
    pub error: f64,
}

impl Bounded {
    pub const ZERO: Self = Self { value: 0.0, error: 0.0 };

    /// Returns the f64 nearest to a number, with a bound of its rounding error.
    pub fn around(number: &Exact) -> Self {
        let value = number.rounded();
        let error = if value.abs() < f64::MAX { ROUNDOFF * value.abs() + f64::MIN_POSITIVE } else { f64::INFINITY };
        Self { value, error }
    }

    /// Returns the sign of the number, or `None` if the error is too large to tell.
    pub fn sign(&self) -> Option<Sign> {
        (self.value.abs() > self.error || (self.value == 0.0 && self.error == 0.0)).then(|| Sign::of(self.value))
    }

    fn is_zero(&self) -> bool {
        self.value == 0.0 && self.error == 0.0
    }

    fn plus(self, other: f64, error: f64) -> Self {
        let value = self.value + other;
        Self { value, error: (self.error + error + ROUNDOFF * value.abs()) * BOUND_ROUNDING }
    }
}

impl Add for Bounded {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        self.plus(other.value, other.error)
    }
}

impl Sub for Bounded {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.plus(-other.value, other.error)
    }
}

impl Mul for Bounded {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self::ZERO;
        }
        let value = self.value * other.value;
        let errors = self.value.abs() * other.error + other.value.abs() * self.error + self.error * other.error;
        // The last summand covers five products that underflow, each by less than half of the least number.
        let error = (errors + ROUNDOFF * value.abs()) * BOUND_ROUNDING + f64::MIN_POSITIVE;
        Self { value, error }
    }
}

/// Number whose sign may be unknown, with sums, differences and products.
pub trait Number: Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    const ZERO: Self;

    /// Returns the number equal to `value`, which is finite.
    fn new(value: f64) -> Self;

    /// Returns the sign of the number, or `None` if its error leaves it open.
    fn known_sign(&self) -> Option<Sign>;
}

impl Number for Bounded {
    const ZERO: Self = Self::ZERO;

    #[inline]
    fn new(value: f64) -> Self {
        Self { value, error: 0.0 }
    }

    #[inline]
    fn known_sign(&self) -> Option<Sign> {
        self.sign()
    }
}

impl Number for Exact {
    const ZERO: Self = Self::ZERO;

    fn new(value: f64) -> Self {
        Self::new(value)
    }

    fn known_sign(&self) -> Option<Sign> {
        Some(self.sign())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rational::rational;
    use num_traits::Signed;

    #[test]
    fn sums_and_products_lie_within_their_bounds() {
        let mut random = crate::work::seeded();
        for _ in 0..2_000 {
            let spread = [0, 30, 500][random.usize(..3)];
            let mut number = || {
                let value = (random.f64() - 0.5) * f64::exp2(f64::from(random.i32(-spread..=spread)));
                let error = if random.bool() { 0.0 } else { value.abs() * f64::EPSILON * random.f64() };
                // The number itself lies at one end of what is allowed.
                (Bounded { value, error }, rational(value) + rational(error))
            };
            let mut total = number();
            for step in 0..6 {
                let other = number();
                total = match step % 3 {
                    0 => (total.0 * other.0, total.1 * other.1),
                    1 => (total.0 + other.0, total.1 + other.1),
                    _ => (total.0 - other.0, total.1 - other.1),
                };
                let (Bounded { value, error }, exact) = &total;
                if value.is_finite() && error.is_finite() {
                    assert!((rational(*value) - exact).abs() <= rational(*error), "{value} ± {error}");
                }
            }
        }
    }

    #[test]
    fn a_sign_is_known_where_the_error_leaves_one() {
        let sign = |value, error| Bounded { value, error }.sign();
        assert_eq!([sign(1.0, 0.5), sign(-1.0, 0.5)], [Some(Sign::Positive), Some(Sign::Negative)]);
        assert_eq!([sign(0.0, 0.0), sign(0.0, 1e-300), sign(1.0, 1.0)], [Some(Sign::Zero), None, None]);
        assert_eq!([sign(f64::NAN, 0.0), sign(1.0, f64::NAN), sign(1.0, f64::INFINITY)], [None; 3]);
        assert_eq!((Bounded::ZERO * Bounded { value: 1.0, error: 1.0 }).sign(), Some(Sign::Zero));
    }
}
