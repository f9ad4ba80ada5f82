//! Numbers as text that reads back as the same numbers, pseudorandom ones, and checksums.

use std::fmt::{self, Display, LowerExp};

/// Numbers that are displayed with blanks between them, each in the fewest digits that read back as the same number.
#[derive(Debug)]
pub struct Shortest<T, const N: usize>(pub [T; N]);

impl<T: Copy + Into<f64> + Display + LowerExp, const N: usize> Display for Shortest<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, x) in self.0.into_iter().enumerate() {
            let blank = if place == 0 { "" } else { " " };
            let size = x.into().abs();
            // Outside of these, zeros would be most of the digits.
            if size == 0.0 || (1e-5..1e16).contains(&size) {
                write!(f, "{blank}{x}")?;
            } else {
                write!(f, "{blank}{x:e}")?;
            }
        }
        Ok(())
    }
}

/// SplitMix64 pseudorandom generator; holds its state, which may begin as any seed. It gives the same numbers from the
/// same seed on every machine.
///
/// Based on: Guy L. Steele, Doug Lea and Christine H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
/// 2014, figure 16, without splitting.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Returns the next pseudorandom number, any of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a pseudorandom number from `least` to below `most`.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        // The upper 53 bits are a number from 0 to below 1.
        least + (most - least) * (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Checksum of no words, which [`fnv`] adds words to.
pub const FNV: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns a checksum with a word added: FNV-1a. Another word gives another sum.
///
/// Based on: Glenn Fowler, Landon Curt Noll and Phong Vo, The FNV Non-Cryptographic Hash Algorithm, 1991; taken over
/// words of 32 bits instead of bytes.
#[inline]
pub fn fnv(sum: u64, word: u32) -> u64 {
    (sum ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_any_size_are_short_and_read_back_as_they_are() {
        for (x, text) in [
            (0.0, "0"),
            (-2.5, "-2.5"),
            (1e15, "1000000000000000"),
            (1e300, "1e300"),
            (-1.25e-300, "-1.25e-300"),
            (f64::INFINITY, "inf"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(Shortest([x]).to_string(), text);
        }
        let mut random = crate::work::seeded();
        for _ in 0..10_000 {
            let (x, y) = (f64::from_bits(random.u64(..)), f32::from_bits(random.u32(..)));
            let (long, short) = (Shortest([x]).to_string(), Shortest([y]).to_string());
            assert!(long.len() <= 25 && short.len() <= 17, "{long} {short}");
            assert!(x.is_nan() || long.parse() == Ok(x), "{long}");
            assert!(y.is_nan() || short.parse() == Ok(y), "{short}");
        }
    }
}
