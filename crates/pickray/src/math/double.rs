//! Numbers of twice the precision of f64, as unevaluated sums of two.
//!
//! Based on: T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, 1971 (the exact product);
//! Mioara Joldes, Jean-Michel Muller, Valentina Popescu, Tight and Rigorous Error Bounds for Basic Building Blocks of
//! Double-Word Arithmetic, 2017 (algorithms 6 and 10 with their bounds).
//!
//! The bounds hold where nothing overflows and nothing underflows; [`IN_RANGE`] says which inputs are safe.

use glam::DVec3;
use std::ops::{Add, Mul, Neg, RangeInclusive, Sub};

/// Half the distance from 1 to the next f64: the relative error of one operation.
pub const ROUNDOFF: f64 = 0.5 * f64::EPSILON;

/// A bound of the relative error of one [`Double`] operation: 7 `ROUNDOFF`² for the product, rounded up.
pub const DOUBLE_ROUNDOFF: f64 = 8.0 * ROUNDOFF * ROUNDOFF;

/// Magnitudes whose differences, and products of three such differences, neither overflow nor lose their lowest bits.
///
/// A number of at least 2^-300 is a multiple of 2^-352, and so is a difference of two. A product of three such
/// differences is a multiple of 2^-1056, which is above the 2^-1074 that f64 reaches, so that whatever the operations
/// leave over is representable. At the upper end, 2^300 leaves 2^123 of room for sums and for the splitting of factors.
pub const IN_RANGE: RangeInclusive<f64> = power_of_two(-300)..=power_of_two(300);

/// Returns 2 to the power of `exponent`, which is the exponent of a normal number.
const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Returns the largest power of two that is not above `x`, which is not negative; zero where `x` is zero or subnormal.
pub fn power_of_two_up_to(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & f64::INFINITY.to_bits())
}

/// Returns `true` if each coordinate is zero or has a magnitude [`IN_RANGE`].
pub fn in_range(point: DVec3) -> bool {
    let coordinate = |x: f64| x == 0.0 || IN_RANGE.contains(&x.abs());
    coordinate(point.x) && coordinate(point.y) && coordinate(point.z)
}

/// Returns `p + q`, rounded, and exactly what the rounding lost: the two parts of [`Double::sum`] of each coordinate.
#[inline(always)]
pub fn sum(p: DVec3, q: DVec3) -> (DVec3, DVec3) {
    let sum = p + q;
    let q_in_it = sum - p;
    (sum, (p - (sum - q_in_it)) + (q - q_in_it))
}

/// Unevaluated sum of two f64, with `lo` at most half a unit in the last place of `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Double {
    /// The value rounded to f64.
    pub hi: f64,
    /// The rounding error of `hi`: the value minus `hi`.
    pub lo: f64,
}

impl Double {
    /// Factor that splits a number into its upper 26 bits and the rest: 2^27 + 1.
    pub const SPLITTER: f64 = 134_217_729.0;

    /// Returns `a + b`, exactly.
    #[inline]
    pub fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let b_in_hi = hi - a;
        let a_in_hi = hi - b_in_hi;
        Self { hi, lo: (a - a_in_hi) + (b - b_in_hi) }
    }

    /// Returns `a - b`, exactly.
    #[inline]
    pub fn difference(a: f64, b: f64) -> Self {
        Self::sum(a, -b)
    }

    /// Returns `a + b`, exactly, where `|a| >= |b|` or `a` is 0.
    #[inline]
    fn ordered_sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        Self { hi, lo: b - (hi - a) }
    }

    /// Returns `a * b`, exactly.
    #[inline]
    pub fn product(a: f64, b: f64) -> Self {
        let hi = a * b;
        if cfg!(target_feature = "fma") {
            return Self { hi, lo: a.mul_add(b, -hi) };
        }
        let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
        let lo = a_low * b_low - (((hi - a_high * b_high) - a_low * b_high) - a_high * b_low);
        Self { hi, lo }
    }

    /// Returns `self * power`, exactly; `power` is a power of two.
    #[inline]
    pub fn times_power_of_two(self, power: f64) -> Self {
        Self { hi: self.hi * power, lo: self.lo * power }
    }

    /// Returns `true` if the number, known to within `error`, is certainly not zero; `false` if either is NaN.
    #[inline]
    pub fn exceeds(self, error: f64) -> bool {
        self.hi.abs() > error
    }

    /// Returns `self / divisor`, to a relative error of 16 `ROUNDOFF`².
    #[inline]
    pub fn quotient(self, divisor: Self) -> Self {
        let first = self.hi / divisor.hi;
        let remainder = self - divisor * Self::from(first);
        Self::ordered_sum(first, remainder.hi / divisor.hi)
    }
}

/// Returns a number's upper 26 bits and the rest, so that products of the parts are exact.
#[inline]
fn split(a: f64) -> (f64, f64) {
    let scaled = Double::SPLITTER * a;
    let high = scaled - (scaled - a);
    (high, a - high)
}

impl From<f64> for Double {
    fn from(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }
}

impl Neg for Double {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}

impl Add for Double {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let high = Self::sum(self.hi, other.hi);
        let low = Self::sum(self.lo, other.lo);
        let first = Self::ordered_sum(high.hi, high.lo + low.hi);
        Self::ordered_sum(first.hi, low.lo + first.lo)
    }
}

impl Sub for Double {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Double {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        let cross = self.hi * other.lo + self.lo * other.hi;
        Self::ordered_sum(product.hi, product.lo + cross)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rational::rational;
    use num_rational::BigRational;
    use num_traits::{Signed, Zero};

    fn value(x: Double) -> BigRational {
        rational(x.hi) + rational(x.lo)
    }

    /// A random number of random exponent in ±`spread`, which is sometimes a small integer.
    fn number(random: &mut fastrand::Rng, spread: i32) -> f64 {
        if random.u8(0..4) == 0 {
            return f64::from(random.i32(-9..=9));
        }
        (random.f64() - 0.5) * f64::exp2(f64::from(random.i32(-spread..=spread)))
    }

    fn double(random: &mut fastrand::Rng) -> Double {
        let hi = number(random, 60);
        Double::sum(hi, hi * (random.f64() - 0.5) * ROUNDOFF)
    }

    #[test]
    fn sums_and_products_of_two_numbers_are_exact() {
        let mut random = crate::work::seeded();
        for _ in 0..20_000 {
            let (a, b) = (number(&mut random, 280), number(&mut random, 280));
            assert_eq!(value(Double::sum(a, b)), rational(a) + rational(b));
            assert_eq!(value(Double::product(a, b)), rational(a) * rational(b));
        }
    }

    #[test]
    fn every_operation_keeps_its_bound() {
        let mut random = crate::work::seeded();
        let bound = rational(DOUBLE_ROUNDOFF);
        let two = rational(2.0);
        for _ in 0..20_000 {
            let (a, b) = (double(&mut random), double(&mut random));
            let check = |got: Double, exact: BigRational, bound: &BigRational| {
                assert!((value(got) - &exact).abs() <= bound * exact.abs(), "{a:?} and {b:?} give {got:?}");
            };
            check(a + b, value(a) + value(b), &bound);
            check(a - b, value(a) - value(b), &bound);
            check(a * b, value(a) * value(b), &bound);
            if !value(b).is_zero() {
                check(a.quotient(b), value(a) / value(b), &(&two * &bound));
            }
        }
    }
}
