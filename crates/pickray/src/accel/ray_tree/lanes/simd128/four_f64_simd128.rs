//! Four f64 in two registers of WebAssembly.

use crate::intersect::Four;
use std::arch::wasm32::*;

/// Four f64 in two registers: lanes 0 and 1, lanes 2 and 3.
#[derive(Clone, Copy)]
pub struct Four128(v128, v128);

impl Four128 {
    /// Returns the numbers rounded to f32.
    #[inline(always)]
    pub fn narrow(self) -> v128 {
        i64x2_shuffle::<0, 2>(f32x4_demote_f64x2_zero(self.0), f32x4_demote_f64x2_zero(self.1))
    }

    #[inline(always)]
    fn each(self, f: impl Fn(v128) -> v128) -> Self {
        Self(f(self.0), f(self.1))
    }

    #[inline(always)]
    fn both(self, other: Self, f: impl Fn(v128, v128) -> v128) -> Self {
        Self(f(self.0, other.0), f(self.1, other.1))
    }

    /// Returns a bit for each lane where `holds` is true of both numbers.
    #[inline(always)]
    fn where_both(self, other: Self, holds: impl Fn(v128, v128) -> v128) -> u32 {
        u32::from(i64x2_bitmask(holds(self.0, other.0)) | i64x2_bitmask(holds(self.1, other.1)) << 2)
    }
}

const SIGNS: v128 = u64x2(1 << 63, 1 << 63);

/// Returns the product and its rounding error, as `Double::product` does it.
#[inline(always)]
fn product(a: v128, b: v128) -> (v128, v128) {
    let split = |a: v128| {
        const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
        let scaled = f64x2_mul(f64x2_splat(SPLITTER), a);
        let high = f64x2_sub(scaled, f64x2_sub(scaled, a));
        (high, f64x2_sub(a, high))
    };
    let hi = f64x2_mul(a, b);
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let rest = f64x2_sub(f64x2_sub(hi, f64x2_mul(a_high, b_high)), f64x2_mul(a_low, b_high));
    (hi, f64x2_sub(f64x2_mul(a_low, b_low), f64x2_sub(rest, f64x2_mul(a_high, b_low))))
}

impl Four for Four128 {
    #[inline(always)]
    fn new([a, b, c, d]: [f64; 4]) -> Self {
        Self(f64x2(a, b), f64x2(c, d))
    }

    #[inline(always)]
    fn gather(row: &[f32; 8], indices: u32, [a, b, c, d]: [u32; 4]) -> Self {
        let at = |shift: u32| f64::from(row[(indices >> shift) as usize & 7]);
        Self(f64x2(at(a), at(b)), f64x2(at(c), at(d)))
    }

    #[inline(always)]
    fn with_low_half_of(self, other: Self) -> Self {
        Self(other.0, self.1)
    }

    #[inline(always)]
    fn with_even_of(self, other: Self) -> Self {
        self.both(other, |a, b| i64x2_shuffle::<0, 3>(b, a))
    }

    #[inline(always)]
    fn array(self) -> [f64; 4] {
        bytemuck::cast([self.0, self.1])
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_add(a, b))
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_sub(a, b))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_mul(a, b))
    }

    #[inline(always)]
    fn product(self, other: Self) -> (Self, Self) {
        let (low, high) = (product(self.0, other.0), product(self.1, other.1));
        (Self(low.0, high.0), Self(low.1, high.1))
    }

    #[inline(always)]
    fn times_plus(self, other: Self, more: Self) -> Self {
        self.times(other).plus(more)
    }

    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        self.minus(a.times(b))
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_div(a, b))
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.each(|a| f64x2_abs(a))
    }

    #[inline(always)]
    fn with_signs_of(self, other: Self) -> Self {
        self.both(other, |a, b| v128_or(a, v128_and(b, SIGNS)))
    }

    #[inline(always)]
    fn with_signs_flipped_by(self, other: Self) -> Self {
        self.both(other, |a, b| v128_xor(a, v128_and(b, SIGNS)))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_pmax(b, a))
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.both(other, |a, b| f64x2_pmin(b, a))
    }

    #[inline(always)]
    fn singles(self) -> [f32; 4] {
        bytemuck::cast(self.narrow())
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        self.each(|a| i64x2_shuffle::<1, 0>(a, a))
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        Self(self.1, self.0)
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> Self {
        Self::all(self.array()[lane & 3])
    }

    #[inline(always)]
    fn first(self) -> f64 {
        f64x2_extract_lane::<0>(self.0)
    }

    #[inline(always)]
    fn last(self) -> Self {
        let last = i64x2_shuffle::<1, 1>(self.1, self.1);
        Self(last, last)
    }

    #[inline(always)]
    fn where_negative(self, of: Self) -> Self {
        self.both(of, |a, b| v128_and(a, i64x2_shr(b, 63)))
    }

    #[inline(always)]
    fn powers_of_two(self) -> Self {
        self.each(|a| v128_and(a, u64x2_splat(Self::EXPONENT)))
    }

    #[inline(always)]
    fn reciprocals_of_powers(self) -> Self {
        self.each(|a| u64x2_sub(u64x2_splat(Self::TWICE_BIAS), a))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.both(other, |a, b| v128_or(a, b))
    }

    #[inline(always)]
    fn less(self, other: Self) -> u32 {
        self.where_both(other, |a, b| f64x2_lt(a, b))
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        self.where_both(other, |a, b| f64x2_eq(a, b))
    }
}
