//! Exact sums and products of floating-point numbers, for signs that rounding must not decide.
//!
//! Based on: Jonathan Richard Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates,
//! 1997, sections 2.1 to 2.8 (expansions, GROW-EXPANSION, SCALE-EXPANSION, COMPRESS).
//! Departure: every result is compressed, since these run only where a cheap bound could not decide.

use super::predicates::Sign;

/// A real number as a sum of floats that do not overlap, smallest first, without zeros; zero is the empty sum.
///
/// Exact as long as nothing overflows or underflows: keep magnitudes near 1.
#[derive(Clone, Debug)]
pub(crate) struct Expansion(Vec<f64>);

impl Expansion {
    /// `a - b`, exactly.
    pub(crate) fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self([low, high].into_iter().filter(|&component| component != 0.0).collect())
    }

    /// `self + other`.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        for &component in &other.0 {
            grow(&mut sum, component);
        }
        Self(sum).compressed()
    }

    /// `self - other`.
    pub(crate) fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(other.0.iter().map(|component| -component).collect()))
    }

    /// `self * other`.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = Vec::new();
        for &factor in &other.0 {
            for &component in &self.0 {
                let (high, low) = two_product(component, factor);
                grow(&mut product, low);
                grow(&mut product, high);
            }
        }
        Self(product).compressed()
    }

    /// `self * self`.
    pub(crate) fn squared(&self) -> Self {
        self.times(self)
    }

    /// The exact sign.
    pub(crate) fn sign(&self) -> Sign {
        self.0.last().map_or(Sign::Zero, |&largest| Sign::of(largest))
    }

    /// The nearest float, to within an ulp.
    pub(crate) fn approximation(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The same number in as few components as its bits need.
    fn compressed(mut self) -> Self {
        let Some(mut carry) = self.0.pop() else { return self };
        // Downwards: gather each component's bits into the largest float that holds them.
        let mut gathered = Vec::with_capacity(self.0.len() + 1);
        for &component in self.0.iter().rev() {
            let (high, low) = fast_two_sum(carry, component);
            if low == 0.0 {
                carry = high;
            } else {
                gathered.push(high);
                carry = low;
            }
        }
        // Upwards: let what is left trickle into the larger ones.
        self.0.clear();
        for &component in gathered.iter().rev() {
            let (high, low) = fast_two_sum(component, carry);
            if low != 0.0 {
                self.0.push(low);
            }
            carry = high;
        }
        if carry != 0.0 {
            self.0.push(carry);
        }
        self
    }
}

/// Adds one float to an expansion of increasing magnitude.
fn grow(expansion: &mut Vec<f64>, value: f64) {
    let mut carry = value;
    for component in expansion.iter_mut() {
        let (high, low) = two_sum(carry, *component);
        (*component, carry) = (low, high);
    }
    expansion.push(carry);
    expansion.retain(|&component| component != 0.0);
}

/// `a + b` rounded, and what rounding lost.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a + b` rounded, and what rounding lost, where `a` is the larger or they do not overlap.
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a * b` rounded, and what rounding lost (Dekker).
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    (product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low))
}

/// The upper 26 bits of `a`, and the rest (Veltkamp).
fn split(a: f64) -> (f64, f64) {
    const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
    let c = SPLITTER * a;
    let high = c - (c - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;

    fn exact(value: f64) -> BigRational {
        BigRational::from_float(value).expect("a finite number")
    }

    fn sum(expansion: &Expansion) -> BigRational {
        expansion.0.iter().fold(exact(0.0), |sum, &component| sum + exact(component))
    }

    fn number(rng: &mut fastrand::Rng) -> f64 {
        let mantissa = (rng.f64() - 0.5) * if rng.bool() { 1.0 } else { 1e-9 };
        if rng.bool() { (mantissa * 64.0).round() } else { mantissa * 2f64.powi(rng.i32(-20..20)) }
    }

    #[test]
    fn polynomials_of_random_numbers_equal_their_rational_values() {
        let seed = 20_030_725;
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..2000 {
            let [a, b, c, d, e, f] = std::array::from_fn(|_| number(&mut rng));
            let x = Expansion::difference(a, b);
            let y = Expansion::difference(c, d);
            let z = Expansion::difference(e, f);
            let value = x.times(&y).minus(&z.squared()).plus(&x);
            let (xr, yr, zr) = (exact(a) - exact(b), exact(c) - exact(d), exact(e) - exact(f));
            let expected = xr.clone() * yr - zr.clone() * zr + xr;
            assert_eq!(sum(&value), expected);
            assert_eq!(value.sign() as i8, expected.cmp(&exact(0.0)) as i8);
            let error = exact(value.approximation()) - &expected;
            let bound = expected * exact(f64::EPSILON);
            assert!(&error * &error <= &bound * &bound);
        }
    }

    #[test]
    fn a_difference_of_equal_products_is_zero() {
        let (x, y) = (Expansion::difference(0.1, 1e-20), Expansion::difference(0.3, 1e20));
        assert_eq!(x.times(&y).minus(&y.times(&x)).sign(), Sign::Zero);
    }
}
