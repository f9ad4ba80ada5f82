//! Trait of the numbers that exact decisions are computed with: f64 with error bounds, or exact numbers.

use super::bounded::Bounded;
use super::exact::Exact;
use super::predicates::Sign;
use std::ops::{Add, Mul, Sub};

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
