//! Text of floating-point numbers that reads back as the same numbers.

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
        let seed = 3;
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..10_000 {
            let (x, y) = (f64::from_bits(random.u64(..)), f32::from_bits(random.u32(..)));
            let (long, short) = (Shortest([x]).to_string(), Shortest([y]).to_string());
            assert!(long.len() <= 25 && short.len() <= 17, "{long} {short}, seed {seed}");
            assert!(x.is_nan() || long.parse() == Ok(x), "{long}, seed {seed}");
            assert!(y.is_nan() || short.parse() == Ok(y), "{short}, seed {seed}");
        }
    }
}
