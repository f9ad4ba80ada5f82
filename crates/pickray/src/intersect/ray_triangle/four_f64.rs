//! Four f64 at once: a trait for the vector instructions of different processors, and its implementation in plain Rust.

use crate::math::double::Double;

/// Four numbers, and operations on all of them at once. All answers are those of IEEE 754; only [`Self::product`] may
/// be computed in different ways, all with the same exact result.
pub trait Four: Copy {
    /// Mask of the bits of an f64's exponent.
    const EXPONENT: u64 = 0x7ff << 52;
    /// Sum of the bits of a power of two and of its reciprocal, as f64.
    const TWICE_BIAS: u64 = (2 * 1023) << 52;

    fn new(x: [f64; 4]) -> Self;
    /// Returns the numbers of a row that the lowest three bits of `indices >> shifts[i]` say for lane i.
    fn gather(row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> Self;
    /// Returns lanes 0 and 1 of `other`, 2 and 3 of `self`.
    fn with_low_half_of(self, other: Self) -> Self;
    /// Returns lanes 0 and 2 of `other`, 1 and 3 of `self`.
    fn with_even_of(self, other: Self) -> Self;
    fn array(self) -> [f64; 4];
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    /// Returns `self * other`, and what its rounding lost, exactly.
    fn product(self, other: Self) -> (Self, Self);
    fn over(self, other: Self) -> Self;
    fn abs(self) -> Self;
    /// Returns the magnitudes of `self` with the signs of `other`.
    fn with_signs_of(self, other: Self) -> Self;
    /// Returns `self`, negated in the lanes where `other` has the sign bit.
    fn with_signs_flipped_by(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// Returns the numbers rounded to f32.
    fn singles(self) -> [f32; 4];
    /// Returns lanes 1, 0, 3, 2.
    fn swap_neighbours(self) -> Self;
    /// Returns lanes 2, 3, 0, 1.
    fn swap_halves(self) -> Self;
    /// Returns the number of lane 3, in all lanes.
    fn last(self) -> Self;
    /// Returns `self` in the lanes where `of` has the sign bit, else zeros.
    fn where_negative(self, of: Self) -> Self;
    /// Returns the largest power of two that is not above each number; the numbers are positive and normal.
    fn powers_of_two(self) -> Self;
    /// Returns the reciprocals of powers of two, all of them normal.
    fn reciprocals_of_powers(self) -> Self;
    /// Returns the bits that either operand has.
    fn or(self, other: Self) -> Self;
    /// Returns a bit for each lane, set where `self < other`.
    fn less(self, other: Self) -> u32;
    /// Returns a bit for each lane, set where `self == other`.
    fn equal(self, other: Self) -> u32;

    #[inline(always)]
    fn all(x: f64) -> Self {
        Self::new([x; 4])
    }

    /// Returns the number of a lane (0 to 3) in all lanes: through memory, as fast as a permutation by a variable.
    #[inline(always)]
    fn lane(self, lane: usize) -> Self {
        Self::all(self.array()[lane & 3])
    }

    /// Returns the number of lane 0.
    #[inline(always)]
    fn first(self) -> f64 {
        self.array()[0]
    }

    /// Returns `self * other + more`, with one rounding or two.
    #[inline(always)]
    fn times_plus(self, other: Self, more: Self) -> Self {
        self.times(other).plus(more)
    }

    /// Returns `self - a * b`, with one rounding or two.
    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        self.minus(a.times(b))
    }

    /// Returns the greatest of the four numbers, in all lanes.
    #[inline(always)]
    fn greatest(self) -> Self {
        let of_halves = self.max(self.swap_halves());
        of_halves.max(of_halves.swap_neighbours())
    }

    /// Returns the sum of the four numbers, in three roundings.
    #[inline(always)]
    fn total(self) -> f64 {
        let of_halves = self.plus(self.swap_halves());
        of_halves.plus(of_halves.swap_neighbours()).first()
    }
}

/// Defines functions that are compiled for the instructions of their callers: they are inlined.
macro_rules! inlined {
    ($(fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block)*) => {$(
        #[inline(always)]
        fn $name($($argument: $type),*) -> $result $body
    )*};
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(crate) use inlined;

impl Four for [f64; 4] {
    inlined! {
        fn new(x: [f64; 4]) -> Self { x }
        fn gather(row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> Self {
            shifts.map(|shift| f64::from(row[(indices >> shift) as usize & 7]))
        }
        fn with_low_half_of(self: Self, other: Self) -> Self { [other[0], other[1], self[2], self[3]] }
        fn with_even_of(self: Self, other: Self) -> Self { [other[0], self[1], other[2], self[3]] }
        fn array(self: Self) -> [f64; 4] { self }
        fn plus(self: Self, other: Self) -> Self { std::array::from_fn(|i| self[i] + other[i]) }
        fn minus(self: Self, other: Self) -> Self { std::array::from_fn(|i| self[i] - other[i]) }
        fn times(self: Self, other: Self) -> Self { std::array::from_fn(|i| self[i] * other[i]) }
        fn product(self: Self, other: Self) -> (Self, Self) {
            let exact: [Double; 4] = std::array::from_fn(|i| Double::product(self[i], other[i]));
            (exact.map(|x| x.hi), exact.map(|x| x.lo))
        }
        fn over(self: Self, other: Self) -> Self { std::array::from_fn(|i| self[i] / other[i]) }
        fn abs(self: Self) -> Self { self.map(f64::abs) }
        fn with_signs_of(self: Self, other: Self) -> Self { std::array::from_fn(|i| self[i].copysign(other[i])) }
        fn with_signs_flipped_by(self: Self, other: Self) -> Self {
            std::array::from_fn(|i| if other[i].is_sign_negative() { -self[i] } else { self[i] })
        }
        fn min(self: Self, other: Self) -> Self {
            std::array::from_fn(|i| if self[i] < other[i] { self[i] } else { other[i] })
        }
        fn singles(self: Self) -> [f32; 4] { self.map(|x| x as f32) }
        fn max(self: Self, other: Self) -> Self {
            std::array::from_fn(|i| if self[i] > other[i] { self[i] } else { other[i] })
        }
        fn swap_neighbours(self: Self) -> Self { [self[1], self[0], self[3], self[2]] }
        fn swap_halves(self: Self) -> Self { [self[2], self[3], self[0], self[1]] }
        fn last(self: Self) -> Self { [self[3]; 4] }
        fn where_negative(self: Self, of: Self) -> Self {
            std::array::from_fn(|i| if of[i].is_sign_negative() { self[i] } else { 0.0 })
        }
        fn powers_of_two(self: Self) -> Self { self.map(|x| f64::from_bits(x.to_bits() & Self::EXPONENT)) }
        fn reciprocals_of_powers(self: Self) -> Self {
            self.map(|x| f64::from_bits(Self::TWICE_BIAS.wrapping_sub(x.to_bits())))
        }
        fn or(self: Self, other: Self) -> Self {
            std::array::from_fn(|i| f64::from_bits(self[i].to_bits() | other[i].to_bits()))
        }
        fn less(self: Self, other: Self) -> u32 { (0..4).map(|i| u32::from(self[i] < other[i]) << i).sum() }
        fn equal(self: Self, other: Self) -> u32 { (0..4).map(|i| u32::from(self[i] == other[i]) << i).sum() }
    }
}
