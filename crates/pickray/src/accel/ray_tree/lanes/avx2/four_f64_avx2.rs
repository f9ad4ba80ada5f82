//! Four f64 in one AVX register.

use crate::intersect::Four;
use std::arch::x86_64::*;

/// Four f64 in AVX2 and FMA instructions; only to be used inside a function that is compiled for these instructions.
#[derive(Clone, Copy)]
pub struct Four256(__m256d);

impl Four256 {
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub fn narrow(self) -> __m128 {
        _mm256_cvtpd_ps(self.0)
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub fn widened(x: [f32; 4]) -> Self {
        Self(_mm256_cvtps_pd(bytemuck::cast(x)))
    }
}

/// Defines functions whose bodies are vector instructions.
macro_rules! instructions {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty { $body:expr })*) => {$(
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result {
            // SAFETY: the processor has what `Four256` asks for.
            unsafe { $body }
        }
    )*};
}

#[expect(unsafe_code, reason = "vector instructions; every call is inlined where the processor is known to have them")]
impl Four for Four256 {
    #[inline(always)]
    fn array(self) -> [f64; 4] {
        bytemuck::cast(self.0)
    }

    instructions! {
        fn new(x: [f64; 4]) -> Self { Self(_mm256_setr_pd(x[0], x[1], x[2], x[3])) }
        fn gather(row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> Self {{
            let [a, b, c, d] = shifts.map(|shift| shift as i32);
            let shifts = _mm256_setr_epi32(a, b, c, d, 0, 0, 0, 0);
            let indices = _mm256_srlv_epi32(_mm256_set1_epi32(indices as i32), shifts);
            let gathered = _mm256_permutevar8x32_ps(_mm256_loadu_ps(row.as_ptr()), indices);
            Self(_mm256_cvtps_pd(_mm256_castps256_ps128(gathered)))
        }}
        fn with_low_half_of(self: Self, other: Self) -> Self { Self(_mm256_blend_pd::<0b0011>(self.0, other.0)) }
        fn with_even_of(self: Self, other: Self) -> Self { Self(_mm256_blend_pd::<0b0101>(self.0, other.0)) }
        fn plus(self: Self, other: Self) -> Self { Self(_mm256_add_pd(self.0, other.0)) }
        fn minus(self: Self, other: Self) -> Self { Self(_mm256_sub_pd(self.0, other.0)) }
        fn times(self: Self, other: Self) -> Self { Self(_mm256_mul_pd(self.0, other.0)) }
        fn product(self: Self, other: Self) -> (Self, Self) {{
            let product = _mm256_mul_pd(self.0, other.0);
            (Self(product), Self(_mm256_fmsub_pd(self.0, other.0, product)))
        }}
        fn times_plus(self: Self, other: Self, more: Self) -> Self { Self(_mm256_fmadd_pd(self.0, other.0, more.0)) }
        fn over(self: Self, other: Self) -> Self { Self(_mm256_div_pd(self.0, other.0)) }
        fn with_signs_of(self: Self, other: Self) -> Self {
            Self(_mm256_or_pd(self.0, _mm256_and_pd(_mm256_set1_pd(-0.0), other.0)))
        }
        fn min(self: Self, other: Self) -> Self { Self(_mm256_min_pd(self.0, other.0)) }
        fn singles(self: Self) -> [f32; 4] { bytemuck::cast(_mm256_cvtpd_ps(self.0)) }
        fn abs(self: Self) -> Self { Self(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0)) }
        fn max(self: Self, other: Self) -> Self { Self(_mm256_max_pd(self.0, other.0)) }
        fn swap_neighbours(self: Self) -> Self { Self(_mm256_permute_pd::<0b0101>(self.0)) }
        fn swap_halves(self: Self) -> Self { Self(_mm256_permute2f128_pd::<0x01>(self.0, self.0)) }
        fn first(self: Self) -> f64 { _mm256_cvtsd_f64(self.0) }
        fn last(self: Self) -> Self { Self(_mm256_permute4x64_pd::<0b11_11_11_11>(self.0)) }
        fn minus_product(self: Self, a: Self, b: Self) -> Self { Self(_mm256_fnmadd_pd(a.0, b.0, self.0)) }
        fn with_signs_flipped_by(self: Self, other: Self) -> Self {
            Self(_mm256_xor_pd(self.0, _mm256_and_pd(_mm256_set1_pd(-0.0), other.0)))
        }
        fn where_negative(self: Self, of: Self) -> Self { Self(_mm256_blendv_pd(_mm256_setzero_pd(), self.0, of.0)) }
        fn powers_of_two(self: Self) -> Self {
            Self(_mm256_and_pd(self.0, _mm256_castsi256_pd(_mm256_set1_epi64x(Self::EXPONENT as i64))))
        }
        fn reciprocals_of_powers(self: Self) -> Self {{
            let bits = _mm256_sub_epi64(_mm256_set1_epi64x(Self::TWICE_BIAS as i64), _mm256_castpd_si256(self.0));
            Self(_mm256_castsi256_pd(bits))
        }}
        fn or(self: Self, other: Self) -> Self { Self(_mm256_or_pd(self.0, other.0)) }
        fn less(self: Self, other: Self) -> u32 {
            _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)) as u32
        }
        fn equal(self: Self, other: Self) -> u32 {
            _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_EQ_OQ>(self.0, other.0)) as u32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::is_available;
    use super::*;

    /// All operations on some numbers, as bits.
    #[inline(always)]
    fn results<F: Four>(a: [f64; 4], b: [f64; 4]) -> Vec<u64> {
        let (x, y) = (F::new(a), F::new(b));
        let (product, lost) = x.product(y);
        let fours = [
            x.plus(y),
            x.minus(y),
            x.times(y),
            product,
            lost,
            x.abs(),
            x.max(y),
            x.min(y),
            x.over(y),
            x.with_low_half_of(y),
            x.with_even_of(y),
            F::gather(&std::array::from_fn(|i| i as f32), 0o7316, [0, 3, 6, 9]),
            x.abs().with_signs_of(y),
            x.or(y),
            x.greatest(),
            x.lane(0),
            x.lane(3),
            F::all(x.first()),
            x.last(),
            x.with_signs_flipped_by(y),
            F::all(x.total()),
            x.where_negative(y),
            x.abs().powers_of_two(),
            x.abs().powers_of_two().reciprocals_of_powers(),
            x.swap_neighbours(),
            x.swap_halves(),
        ];
        let masks = [x.less(y), x.equal(y), x.equal(x.max(y))].map(u64::from);
        fours.iter().flat_map(|four| four.array().map(f64::to_bits)).chain(masks).collect()
    }

    #[target_feature(enable = "avx2,fma")]
    fn by_instructions(a: [f64; 4], b: [f64; 4]) -> Vec<u64> {
        results::<Four256>(a, b)
    }

    #[test]
    fn the_instructions_compute_what_plain_rust_computes() {
        assert!(is_available(), "run the tests on a processor with AVX2 and FMA: here they cannot try that path");
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..if cfg!(miri) { 10 } else { 1_000 } {
            let mut numbers = || std::array::from_fn(|_| (random.f64() - 0.5) * f64::from(random.i32(1..1000)));
            let (a, b) = (numbers(), numbers());
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: they are available.
            let by_instructions = unsafe { by_instructions(a, b) };
            assert_eq!(by_instructions, results::<[f64; 4]>(a, b), "{a:?} and {b:?}");
        }
    }
}
