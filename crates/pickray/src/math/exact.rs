//! Exact arithmetic on dyadic numbers (an integer times a power of two), without limits: the last resort.
//!
//! Every f64 is a dyadic number, and so are sums and products of dyadic numbers. The code is plain and allocates.

use super::predicates::Sign;
use glam::DVec3;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Exact number `±magnitude * 2^exponent`.
#[derive(Clone, Debug)]
pub struct Exact {
    negative: bool,
    /// Digits of 64 bits, least significant first, without zeros at the end: empty for zero.
    magnitude: Vec<u64>,
    exponent: i64,
}

impl Exact {
    pub const ZERO: Self = Self { negative: false, magnitude: Vec::new(), exponent: 0 };

    /// Returns the exact value of a finite f64.
    pub fn new(value: f64) -> Self {
        debug_assert!(value.is_finite(), "{value} has no exact value");
        let bits = value.to_bits();
        let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i64);
        let mantissa = if biased == 0 { fraction } else { fraction | 1 << 52 };
        Self { negative: value < 0.0, magnitude: trimmed(vec![mantissa]), exponent: biased.max(1) - 1075 }
    }

    pub fn sign(&self) -> Sign {
        match (self.magnitude.is_empty(), self.negative) {
            (true, _) => Sign::Zero,
            (false, true) => Sign::Negative,
            (false, false) => Sign::Positive,
        }
    }

    /// Returns the f64 closest to the number, ties to even; the largest finite f64 if the number is larger.
    pub fn rounded(&self) -> f64 {
        self.quotient(&Self::new(1.0))
    }

    /// Returns the f64 closest to `self / divisor` (not zero), as [`rounded`](Self::rounded) rounds it.
    pub fn quotient(&self, divisor: &Self) -> f64 {
        debug_assert!(!divisor.magnitude.is_empty(), "division by zero");
        if self.magnitude.is_empty() {
            return 0.0;
        }

        // Shift the dividend until it has 64 or 65 bits more than the divisor, so that the quotient has 64 to 66.
        let shift = 65 + bit_length(&divisor.magnitude) - bit_length(&self.magnitude);
        let dividend = shifted(&self.magnitude, shift.max(0) as u64);
        let denominator = shifted(&divisor.magnitude, (-shift).max(0) as u64);
        let (quotient, remainder) = divided(dividend, &denominator);
        let magnitude = scaled_and_rounded(quotient, self.exponent - divisor.exponent - shift, !remainder.is_empty());
        if self.negative == divisor.negative { magnitude } else { -magnitude }
    }

    /// Returns the magnitude as a multiple of `2^exponent`; `exponent` is at most the number's own.
    fn aligned(&self, exponent: i64) -> Vec<u64> {
        shifted(&self.magnitude, (self.exponent - exponent) as u64)
    }
}

/// Rounds `quotient * 2^exponent`, or a little more if `inexact`: ties to even, at most the largest finite f64.
fn scaled_and_rounded(quotient: u128, exponent: i64, inexact: bool) -> f64 {
    // The last place of the result; the quotient reaches below it unless it is out of range.
    let top = exponent + i64::from(u128::BITS - quotient.leading_zeros());
    if top > 1024 {
        return f64::MAX;
    }
    let last_place = (top - 53).max(-1074);
    let drop = last_place - exponent;
    if drop > 100 {
        return 0.0;
    }
    debug_assert!(drop > 0, "the quotient has more bits than the result");
    let (kept, dropped, half) = (quotient >> drop, quotient & ((1 << drop) - 1), 1_u128 << (drop - 1));
    let up = match dropped.cmp(&half) {
        Ordering::Greater => true,
        Ordering::Equal => inexact || kept & 1 == 1,
        Ordering::Less => false,
    };
    let count = (kept + u128::from(up)) as f64;

    // Two steps, since the power itself may lie outside of what f64 holds; neither of them rounds.
    let (first, second) = (last_place / 2, last_place - last_place / 2);
    (count * f64::exp2(first as f64) * f64::exp2(second as f64)).min(f64::MAX)
}

impl Neg for Exact {
    type Output = Self;

    fn neg(self) -> Self {
        Self { negative: !self.negative, ..self }
    }
}

impl Add for Exact {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.magnitude.is_empty() {
            return other;
        }
        if other.magnitude.is_empty() {
            return self;
        }
        let exponent = self.exponent.min(other.exponent);
        let (a, b) = (self.aligned(exponent), other.aligned(exponent));
        if self.negative == other.negative {
            return Self { negative: self.negative, magnitude: added(a, &b), exponent };
        }
        match compared(&a, &b) {
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => Self { negative: self.negative, magnitude: subtracted(a, &b), exponent },
            Ordering::Less => Self { negative: other.negative, magnitude: subtracted(b, &a), exponent },
        }
    }
}

impl Sub for Exact {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Exact {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let mut product = vec![0_u64; self.magnitude.len() + other.magnitude.len()];
        for (i, &a) in self.magnitude.iter().enumerate() {
            let mut carry = 0_u128;
            for (j, &b) in other.magnitude.iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(product[i + j]) + carry;
                product[i + j] = sum as u64;
                carry = sum >> 64;
            }
            product[i + other.magnitude.len()] = carry as u64;
        }
        Self {
            negative: self.negative != other.negative,
            magnitude: trimmed(product),
            exponent: self.exponent + other.exponent,
        }
    }
}

/// Returns the coordinates of a finite point as exact numbers.
pub fn vector(point: DVec3) -> [Exact; 3] {
    point.to_array().map(Exact::new)
}

pub fn difference(p: DVec3, q: DVec3) -> [Exact; 3] {
    std::array::from_fn(|i| Exact::new(p[i]) - Exact::new(q[i]))
}

/// Returns the dot product of two vectors, in the arithmetic of their numbers.
pub fn dot<T: Clone + Add<Output = T> + Mul<Output = T>>(p: &[T; 3], q: &[T; 3]) -> T {
    let [x, y, z] = std::array::from_fn(|i| p[i].clone() * q[i].clone());
    x + y + z
}

/// Returns the cross product of two vectors, in the arithmetic of their numbers.
pub fn cross<T: Clone + Sub<Output = T> + Mul<Output = T>>(p: &[T; 3], q: &[T; 3]) -> [T; 3] {
    [(1, 2), (2, 0), (0, 1)].map(|(i, j)| p[i].clone() * q[j].clone() - p[j].clone() * q[i].clone())
}

/// Returns the digits without the zeros at the most significant end.
fn trimmed(mut digits: Vec<u64>) -> Vec<u64> {
    while digits.last() == Some(&0) {
        digits.pop();
    }
    digits
}

fn bit_length(digits: &[u64]) -> i64 {
    digits.last().map_or(0, |last| 64 * digits.len() as i64 - i64::from(last.leading_zeros()))
}

/// Returns `digits * 2^by`.
fn shifted(digits: &[u64], by: u64) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let mut result = vec![0; whole];
    if part == 0 {
        result.extend_from_slice(digits);
        return result;
    }
    let mut carry = 0;
    for &digit in digits {
        result.push(digit << part | carry);
        carry = digit >> (64 - part);
    }
    result.push(carry);
    trimmed(result)
}

fn compared(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

fn added(a: Vec<u64>, b: &[u64]) -> Vec<u64> {
    let mut sum = a;
    sum.resize(sum.len().max(b.len()) + 1, 0);
    let mut carry = false;
    for (i, digit) in sum.iter_mut().enumerate() {
        let total = u128::from(*digit) + u128::from(b.get(i).copied().unwrap_or(0)) + u128::from(carry);
        (*digit, carry) = (total as u64, total >> 64 != 0);
    }
    trimmed(sum)
}

/// Returns `a - b`, where `a >= b`.
fn subtracted(a: Vec<u64>, b: &[u64]) -> Vec<u64> {
    let mut difference = a;
    let mut borrow = false;
    for (i, digit) in difference.iter_mut().enumerate() {
        let rest = i128::from(*digit) - i128::from(b.get(i).copied().unwrap_or(0)) - i128::from(borrow);
        (*digit, borrow) = (rest as u64, rest < 0);
    }
    trimmed(difference)
}

/// Returns the quotient, of at most 66 bits, and the remainder, by subtracting the shifted divisor bit after bit.
fn divided(dividend: Vec<u64>, divisor: &[u64]) -> (u128, Vec<u64>) {
    let (mut quotient, mut rest) = (0_u128, dividend);
    for bit in (0..=66_u64).rev() {
        let part = shifted(divisor, bit);
        if compared(&rest, &part) != Ordering::Less {
            rest = subtracted(rest, &part);
            quotient |= 1 << bit;
        }
    }
    (quotient, rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::rational::{is_nearest, rational, sign};

    /// Returns any finite bit pattern half of the time, a nearby or a small number otherwise, so that cancellation and
    /// ties occur.
    fn number(random: &mut fastrand::Rng) -> f64 {
        match random.u8(0..4) {
            0 => f64::from(random.i32(-9..=9)),
            1 => 1.0 + f64::from(random.i32(-2..=2)) * f64::EPSILON,
            _ => Some(f64::from_bits(random.u64(..))).filter(|x| x.is_finite()).unwrap_or(0.0),
        }
    }

    #[test]
    fn polynomials_have_the_sign_and_the_value_of_rationals() {
        let mut random = crate::work::seeded();
        for _ in 0..500 {
            let [a, b, c, d] = std::array::from_fn(|_| number(&mut random));
            let got = Exact::new(a) * Exact::new(b) - Exact::new(c) * Exact::new(d);
            let exact = rational(a) * rational(b) - rational(c) * rational(d);
            assert_eq!(got.sign() as i32, sign(&exact), "{a} {b} {c} {d}");
            assert!(is_nearest(got.rounded(), &exact), "{a} {b} {c} {d} give {}", got.rounded());
        }
    }

    #[test]
    fn quotients_are_rounded_to_nearest_even() {
        let mut random = crate::work::seeded();
        for _ in 0..1_000 {
            let [a, b, c, d] = std::array::from_fn(|_| number(&mut random));
            if c == 0.0 || d == 0.0 {
                continue;
            }
            let got = (Exact::new(a) + Exact::new(b)).quotient(&(Exact::new(c) * Exact::new(d)));
            let exact = (rational(a) + rational(b)) / (rational(c) * rational(d));
            assert!(is_nearest(got, &exact), "({a} + {b}) / ({c} * {d}) gives {got}");
        }
    }

    #[test]
    fn ties_go_to_even_down_to_the_smallest_number_and_what_is_too_large_is_the_largest() {
        let sum = |a: f64, b: f64| (Exact::new(a) + Exact::new(b)).rounded();
        let product = |a: f64, b: f64| (Exact::new(a) * Exact::new(b)).rounded();
        assert_eq!(sum(1.0, 0.5 * f64::EPSILON), 1.0);
        assert_eq!(sum(1.0 + f64::EPSILON, 0.5 * f64::EPSILON), 1.0 + 2.0 * f64::EPSILON);
        let smallest = f64::from_bits(1);
        let products = [0.5, 0.75, 1.5, smallest].map(|by| product(smallest, by));
        assert_eq!(products, [0.0, smallest, 2.0 * smallest, 0.0]);
        assert_eq!(product(f64::MAX, -2.0), -f64::MAX);
    }
}
