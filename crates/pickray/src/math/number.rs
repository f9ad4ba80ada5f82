//! The arithmetic of exact decisions, written once: in f64 with bounds of its errors, and without any.

use super::bounded::Bounded;
use super::exact::Exact;
use super::predicates::Sign;
use std::ops::{Add, Mul, Sub};

/// Arithmetic in which a sign may be open.
pub trait Number: Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    const ZERO: Self;

    /// Returns a finite number.
    fn new(value: f64) -> Self;

    /// Returns the sign; `None` where the error leaves it open.
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
