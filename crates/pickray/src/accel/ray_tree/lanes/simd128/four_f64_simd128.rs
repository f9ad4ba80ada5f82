//! Four f64 in two registers of WebAssembly.

use crate::intersect::{Four, inlined};
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
    inlined! {
        fn new(x: [f64; 4]) -> Self { Self(f64x2(x[0], x[1]), f64x2(x[2], x[3])) }
        fn gather(row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> Self {
            Self::new(shifts.map(|shift| f64::from(row[(indices >> shift) as usize & 7])))
        }
        fn with_low_half_of(self: Self, other: Self) -> Self { Self(other.0, self.1) }
        fn with_even_of(self: Self, other: Self) -> Self { self.both(other, |a, b| i64x2_shuffle::<0, 3>(b, a)) }
        fn array(self: Self) -> [f64; 4] { bytemuck::cast([self.0, self.1]) }
        fn plus(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_add(a, b)) }
        fn minus(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_sub(a, b)) }
        fn times(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_mul(a, b)) }
        fn product(self: Self, other: Self) -> (Self, Self) {
            let (low, high) = (product(self.0, other.0), product(self.1, other.1));
            (Self(low.0, high.0), Self(low.1, high.1))
        }
        fn over(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_div(a, b)) }
        fn abs(self: Self) -> Self { self.each(|a| f64x2_abs(a)) }
        fn with_signs_of(self: Self, other: Self) -> Self { self.both(other, |a, b| v128_or(a, v128_and(b, SIGNS))) }
        fn with_signs_flipped_by(self: Self, other: Self) -> Self {
            self.both(other, |a, b| v128_xor(a, v128_and(b, SIGNS)))
        }
        fn max(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_pmax(b, a)) }
        fn min(self: Self, other: Self) -> Self { self.both(other, |a, b| f64x2_pmin(b, a)) }
        fn singles(self: Self) -> [f32; 4] { bytemuck::cast(self.narrow()) }
        fn swap_neighbours(self: Self) -> Self { self.each(|a| i64x2_shuffle::<1, 0>(a, a)) }
        fn swap_halves(self: Self) -> Self { Self(self.1, self.0) }
        fn first(self: Self) -> f64 { f64x2_extract_lane::<0>(self.0) }
        fn last(self: Self) -> Self {
            let last = i64x2_shuffle::<1, 1>(self.1, self.1);
            Self(last, last)
        }
        fn where_negative(self: Self, of: Self) -> Self { self.both(of, |a, b| v128_and(a, i64x2_shr(b, 63))) }
        fn powers_of_two(self: Self) -> Self { self.each(|a| v128_and(a, u64x2_splat(Self::EXPONENT))) }
        fn reciprocals_of_powers(self: Self) -> Self { self.each(|a| u64x2_sub(u64x2_splat(Self::TWICE_BIAS), a)) }
        fn or(self: Self, other: Self) -> Self { self.both(other, |a, b| v128_or(a, b)) }
        fn less(self: Self, other: Self) -> u32 { self.where_both(other, |a, b| f64x2_lt(a, b)) }
        fn equal(self: Self, other: Self) -> u32 { self.where_both(other, |a, b| f64x2_eq(a, b)) }
    }
}
