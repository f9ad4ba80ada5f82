//! Four f64 at once, in the vector instructions of any processor: operations that `fearless_simd` does not have.
//!
//! Processors differ in [`minus_product`] and `mul_add`, which round once or twice; error bounds hold for both.
//! [`product`] is computed in different ways, all with the same exact result.

use super::double::Double;
#[cfg(any(target_arch = "aarch64", target_feature = "sse2", target_feature = "simd128"))]
use fearless_simd::Level;
use fearless_simd::{Simd, f64x2, f64x4, prelude::*, u64x4};
#[cfg(target_feature = "simd128")]
use std::arch::wasm32::v128;

/// Instructions that the program is compiled for, without asking the processor.
#[cfg(target_arch = "aarch64")]
pub type Baseline = fearless_simd::aarch64::Neon;
#[cfg(target_feature = "sse2")]
pub type Baseline = fearless_simd::x86::Sse2;
#[cfg(target_feature = "simd128")]
pub type Baseline = fearless_simd::wasm32::WasmSimd128;
#[cfg(not(any(target_arch = "aarch64", target_feature = "sse2", target_feature = "simd128")))]
pub type Baseline = fearless_simd::Fallback;

#[inline(always)]
pub fn baseline() -> Baseline {
    #[cfg(target_arch = "aarch64")]
    let simd = Level::baseline().as_neon();
    #[cfg(target_feature = "sse2")]
    let simd = Level::baseline().as_sse2();
    #[cfg(target_feature = "simd128")]
    let simd = Level::baseline().as_wasm_simd128();
    #[cfg(not(any(target_arch = "aarch64", target_feature = "sse2", target_feature = "simd128")))]
    return Baseline::new();
    #[cfg(any(target_arch = "aarch64", target_feature = "sse2", target_feature = "simd128"))]
    return simd.expect("the program is compiled for these instructions");
}

/// Mask of the bits of an f64's exponent.
const EXPONENT: u64 = 0x7ff << 52;
/// Sum of the bits of a power of two and of its reciprocal, as f64.
const TWICE_BIAS: u64 = (2 * 1023) << 52;
const SIGN: u64 = 1 << 63;

/// Returns `true` if `mul_add` and its like round once, in one instruction.
#[inline(always)]
fn rounds_once<S: Simd>(simd: S) -> bool {
    #[cfg(target_arch = "x86_64")]
    return simd.level().as_avx2().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    return cfg!(target_arch = "aarch64") && !simd.level().is_fallback();
}

/// Returns the numbers of a row that the lowest three bits of `indices >> shifts[i]` say for lane i.
#[inline(always)]
pub fn gather<S: Simd>(simd: S, row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> f64x4<S> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = simd.level().as_avx2() {
        return gather_avx2(avx2, row, indices, shifts).simd_into(simd);
    }
    shifts.map(|shift| f64::from(row[(indices >> shift) as usize & 7])).simd_into(simd)
}

#[cfg(target_arch = "x86_64")]
fearless_simd::kernel!(
    #[inline(always)]
    fn gather_avx2(avx2: Avx2, row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> std::arch::x86_64::__m256d {
        use std::arch::x86_64::*;
        let [a, b, c, d] = shifts.map(|shift| shift as i32);
        let shifts = _mm256_setr_epi32(a, b, c, d, 0, 0, 0, 0);
        let indices = _mm256_srlv_epi32(_mm256_set1_epi32(indices as i32), shifts);
        let row = fearless_simd::f32x8::load_array_ref(avx2, row);
        _mm256_cvtps_pd(_mm256_castps256_ps128(_mm256_permutevar8x32_ps(row.into(), indices)))
    }
);

/// Returns `a * b`, and what its rounding lost, exactly.
#[inline(always)]
pub fn product<S: Simd>(a: f64x4<S>, b: f64x4<S>) -> (f64x4<S>, f64x4<S>) {
    let hi = a * b;
    if rounds_once(a.simd) {
        return (hi, a.mul_sub(b, hi));
    }
    // As `Double::product` does it.
    let split = |a: f64x4<S>| {
        let scaled = a * Double::SPLITTER;
        let high = scaled - (scaled - a);
        (high, a - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let rest = hi - a_high * b_high - a_low * b_high;
    (hi, a_low * b_low - (rest - a_high * b_low))
}

/// Returns `x - a * b`, with one rounding or two.
#[inline(always)]
pub fn minus_product<S: Simd>(x: f64x4<S>, a: f64x4<S>, b: f64x4<S>) -> f64x4<S> {
    (-a).mul_add(b, x)
}

/// Returns the larger number of each lane, or either if one is NaN.
#[inline(always)]
pub fn larger<S: Simd>(a: f64x4<S>, b: f64x4<S>) -> f64x4<S> {
    // `max` of WebAssembly takes several instructions of most processors, for NaN and zeros.
    #[cfg(target_feature = "simd128")]
    return halves(a, b, |a, b| std::arch::wasm32::f64x2_pmax(b, a));
    #[cfg(not(target_feature = "simd128"))]
    return a.max(b);
}

/// Returns the smaller number of each lane, or either if one is NaN.
#[inline(always)]
pub fn smaller<S: Simd>(a: f64x4<S>, b: f64x4<S>) -> f64x4<S> {
    #[cfg(target_feature = "simd128")]
    return halves(a, b, |a, b| std::arch::wasm32::f64x2_pmin(b, a));
    #[cfg(not(target_feature = "simd128"))]
    return a.min(b);
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn halves<S: Simd>(a: f64x4<S>, b: f64x4<S>, of: impl Fn(v128, v128) -> v128) -> f64x4<S> {
    let ((a_low, a_high), (b_low, b_high)) = (a.split(), b.split());
    let join = |a: f64x2<S>, b: f64x2<S>| -> f64x2<S> { of(a.into(), b.into()).simd_into(a.simd) };
    join(a_low, b_low).combine(join(a_high, b_high))
}

#[inline(always)]
fn bits<S: Simd>(x: f64x4<S>) -> u64x4<S> {
    x.bitcast()
}

/// Returns the bits that any of three numbers has.
#[inline(always)]
pub fn any_bits<S: Simd>([x, y, z]: [f64x4<S>; 3]) -> f64x4<S> {
    (bits(x) | bits(y) | bits(z)).bitcast()
}

/// Returns `x`, negated in the lanes where `by` has the sign bit.
#[inline(always)]
pub fn with_signs_flipped_by<S: Simd>(x: f64x4<S>, by: f64x4<S>) -> f64x4<S> {
    (bits(x) ^ (bits(by) & SIGN)).bitcast()
}

/// Returns the largest power of two that is not above each number; the numbers are positive and normal.
#[inline(always)]
pub fn powers_of_two<S: Simd>(x: f64x4<S>) -> f64x4<S> {
    (bits(x) & EXPONENT).bitcast()
}

/// Returns the reciprocals of powers of two, all of them normal.
#[inline(always)]
pub fn reciprocals_of_powers<S: Simd>(x: f64x4<S>) -> f64x4<S> {
    (u64x4::splat(x.simd, TWICE_BIAS) - bits(x)).bitcast()
}

/// Returns lanes 0 and 1 of `low`, 2 and 3 of `high`.
#[inline(always)]
pub fn halves_of<S: Simd>(low: f64x4<S>, high: f64x4<S>) -> f64x4<S> {
    low.split().0.combine(high.split().1)
}

/// Returns lanes 0 and 2 of `even`, 1 and 3 of `odd`.
#[inline(always)]
pub fn alternate<S: Simd>(even: f64x4<S>, odd: f64x4<S>) -> f64x4<S> {
    let ((even_low, even_high), (odd_low, odd_high)) = (even.split(), odd.split());
    let pick = |even: f64x2<S>, odd: f64x2<S>| even.zip_low(odd.zip_high(odd));
    pick(even_low, odd_low).combine(pick(even_high, odd_high))
}

/// Returns lanes 1, 0, 3, 2.
#[inline(always)]
pub fn swap_neighbours<S: Simd>(x: f64x4<S>) -> f64x4<S> {
    x.slide_within_blocks::<1>(x)
}

/// Returns lanes 2, 3, 0, 1.
#[inline(always)]
pub fn swap_halves<S: Simd>(x: f64x4<S>) -> f64x4<S> {
    let (low, high) = x.split();
    high.combine(low)
}

/// Returns the number of a lane (0 to 3) in all lanes: through memory, as fast as a permutation by a variable.
#[inline(always)]
pub fn lane<S: Simd>(x: f64x4<S>, lane: usize) -> f64x4<S> {
    f64x4::splat(x.simd, x[lane & 3])
}

/// Returns the greatest of the four numbers, in all lanes.
#[inline(always)]
pub fn greatest<S: Simd>(x: f64x4<S>) -> f64x4<S> {
    let of_halves = larger(x, swap_halves(x));
    larger(of_halves, swap_neighbours(of_halves))
}

/// Returns the sum of the four numbers, in three roundings.
#[inline(always)]
pub fn total<S: Simd>(x: f64x4<S>) -> f64 {
    let of_halves = x + swap_halves(x);
    (of_halves + swap_neighbours(of_halves))[0]
}

/// Returns a bit for each lane, set where `a < b`.
#[inline(always)]
pub fn less<S: Simd>(a: f64x4<S>, b: impl SimdInto<f64x4<S>, S>) -> u32 {
    a.simd_lt(b).to_bitmask() as u32
}

/// Returns a bit for each lane, set where `a == b`.
#[inline(always)]
pub fn equal<S: Simd>(a: f64x4<S>, b: impl SimdInto<f64x4<S>, S>) -> u32 {
    a.simd_eq(b).to_bitmask() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::array::from_fn;

    /// Holds each operation against plain Rust, lane by lane.
    #[inline(always)]
    fn check<S: Simd>(simd: S, a: [f64; 4], b: [f64; 4]) {
        let (x, y): (f64x4<S>, f64x4<S>) = (a.simd_into(simd), b.simd_into(simd));
        let powers = a.map(|a| super::super::double::power_of_two_up_to(a.abs()));
        let products = from_fn(|i| Double::product(a[i], b[i])).map(|x: Double| [x.hi, x.lo]);
        let (product, lost) = product(x, y);
        let most = a.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let row: [f32; 8] = from_fn(|i| i as f32 + 0.5);
        let fours = [
            (product, products.map(|[hi, _]| hi)),
            (lost, products.map(|[_, lo]| lo)),
            (larger(x, y), from_fn(|i| a[i].max(b[i]))),
            (smaller(x, y), from_fn(|i| a[i].min(b[i]))),
            (with_signs_flipped_by(x, y), from_fn(|i| a[i] * b[i].signum())),
            (powers_of_two(x.abs()), powers),
            (reciprocals_of_powers(powers.simd_into(simd)), powers.map(f64::recip)),
            (halves_of(x, y), [a[0], a[1], b[2], b[3]]),
            (alternate(x, y), [a[0], b[1], a[2], b[3]]),
            (swap_neighbours(x), [a[1], a[0], a[3], a[2]]),
            (swap_halves(x), [a[2], a[3], a[0], a[1]]),
            (lane(x, 2), [a[2]; 4]),
            (greatest(x), [most; 4]),
            (gather(simd, &row, 0o7316, [0, 3, 6, 9]), [6.5, 1.5, 3.5, 7.5]),
        ];
        for (i, (found, expected)) in fours.into_iter().enumerate() {
            assert_eq!(found.to_array().map(f64::to_bits), expected.map(f64::to_bits), "{i}: {a:?} and {b:?}");
        }
        assert_eq!(total(x).to_bits(), ((a[0] + a[2]) + (a[1] + a[3])).to_bits());
        let bits = |holds: fn(f64, f64) -> bool| (0..4).map(|i| u32::from(holds(a[i], b[i])) << i).sum::<u32>();
        assert_eq!(less(x, y), bits(|a, b| a < b));
        assert_eq!(equal(x, larger(x, y)), bits(|a, b| a >= b));
        let zeros = f64x4::splat(simd, 0.0);
        assert_eq!(equal(any_bits([zeros; 3]), 0.0), 0b1111);
        assert_eq!(equal(any_bits([zeros, zeros, x]), 0.0), 0);
    }

    #[test]
    fn the_instructions_compute_what_plain_rust_computes() {
        let mut random = crate::work::seeded();
        for _ in 0..if cfg!(miri) { 10 } else { 1_000 } {
            let mut numbers = || from_fn(|_| (random.f64() - 0.5) * f64::from(random.i32(1..1000)));
            let (a, b) = (numbers(), numbers());
            check(baseline(), a, b);
            #[cfg(target_arch = "x86_64")]
            if let Some(avx2) = Level::new().as_avx2() {
                avx2.vectorize(
                    #[inline(always)]
                    || check(avx2, a, b),
                );
            }
        }
    }
}
