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
    /// Returns `self * other + more`, with one rounding or two.
    fn times_plus(self, other: Self, more: Self) -> Self;
    /// Returns `self - a * b`, with one rounding or two.
    fn minus_product(self, a: Self, b: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn abs(self) -> Self;
    /// Returns the magnitudes of `self` with the signs of `other`.
    fn with_signs_of(self, other: Self) -> Self;
    /// Returns `self`, negated in the lanes where `other` has the sign bit.
    fn with_signs_flipped_by(self, other: Self) -> Self;
    /// Returns the greater number of each lane.
    fn max(self, other: Self) -> Self;
    /// Returns the lesser number of each lane.
    fn min(self, other: Self) -> Self;
    /// Returns the numbers rounded to f32.
    fn singles(self) -> [f32; 4];
    /// Returns lanes 1, 0, 3, 2.
    fn swap_neighbours(self) -> Self;
    /// Returns lanes 2, 3, 0, 1.
    fn swap_halves(self) -> Self;
    /// Returns the number of a lane (0 to 3), in all lanes.
    fn lane(self, lane: usize) -> Self;
    /// Returns the number of lane 0.
    fn first(self) -> f64;
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

impl Four for [f64; 4] {
    #[inline(always)]
    fn new(x: [f64; 4]) -> Self {
        x
    }

    #[inline(always)]
    fn gather(row: &[f32; 8], indices: u32, shifts: [u32; 4]) -> Self {
        shifts.map(|shift| f64::from(row[(indices >> shift) as usize & 7]))
    }

    #[inline(always)]
    fn with_low_half_of(self, other: Self) -> Self {
        [other[0], other[1], self[2], self[3]]
    }

    #[inline(always)]
    fn with_even_of(self, other: Self) -> Self {
        [other[0], self[1], other[2], self[3]]
    }

    #[inline(always)]
    fn array(self) -> [f64; 4] {
        self
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] + other[i])
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] - other[i])
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] * other[i])
    }

    #[inline(always)]
    fn product(self, other: Self) -> (Self, Self) {
        let exact: [Double; 4] = std::array::from_fn(|i| Double::product(self[i], other[i]));
        (exact.map(|x| x.hi), exact.map(|x| x.lo))
    }

    #[inline(always)]
    fn times_plus(self, other: Self, more: Self) -> Self {
        std::array::from_fn(|i| self[i] * other[i] + more[i])
    }

    #[inline(always)]
    fn minus_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|i| self[i] - a[i] * b[i])
    }

    #[inline(always)]
    fn over(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] / other[i])
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.map(f64::abs)
    }

    #[inline(always)]
    fn with_signs_of(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i].copysign(other[i]))
    }

    #[inline(always)]
    fn with_signs_flipped_by(self, other: Self) -> Self {
        std::array::from_fn(|i| if other[i].is_sign_negative() { -self[i] } else { self[i] })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        std::array::from_fn(|i| if self[i] < other[i] { self[i] } else { other[i] })
    }

    #[inline(always)]
    fn singles(self) -> [f32; 4] {
        self.map(|x| x as f32)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        std::array::from_fn(|i| if self[i] > other[i] { self[i] } else { other[i] })
    }

    #[inline(always)]
    fn swap_neighbours(self) -> Self {
        [self[1], self[0], self[3], self[2]]
    }

    #[inline(always)]
    fn swap_halves(self) -> Self {
        [self[2], self[3], self[0], self[1]]
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> Self {
        [self[lane & 3]; 4]
    }

    #[inline(always)]
    fn first(self) -> f64 {
        self[0]
    }

    #[inline(always)]
    fn last(self) -> Self {
        [self[3]; 4]
    }

    #[inline(always)]
    fn where_negative(self, of: Self) -> Self {
        std::array::from_fn(|i| if of[i].is_sign_negative() { self[i] } else { 0.0 })
    }

    #[inline(always)]
    fn powers_of_two(self) -> Self {
        self.map(|x| f64::from_bits(x.to_bits() & Self::EXPONENT))
    }

    #[inline(always)]
    fn reciprocals_of_powers(self) -> Self {
        self.map(|x| f64::from_bits(Self::TWICE_BIAS.wrapping_sub(x.to_bits())))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| f64::from_bits(self[i].to_bits() | other[i].to_bits()))
    }

    #[inline(always)]
    fn less(self, other: Self) -> u32 {
        (0..4).map(|i| u32::from(self[i] < other[i]) << i).sum()
    }

    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        (0..4).map(|i| u32::from(self[i] == other[i]) << i).sum()
    }
}
