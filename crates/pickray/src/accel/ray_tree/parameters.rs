//! Part of a ray on which hits are looked for: a range of its parameter t.

use std::ops::{Bound, RangeBounds};

/// Closed interval of a ray's parameter t; empty if an end is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    pub min: f64,
    pub max: f64,
}

impl Parameters {
    /// Converts a range to a closed interval: an excluded end is moved inwards to the next f64, and a missing end
    /// becomes 0 or infinity.
    pub fn of(range: impl RangeBounds<f64>) -> Self {
        let min = match range.start_bound() {
            Bound::Included(&t) => t,
            Bound::Excluded(t) => t.next_up(),
            Bound::Unbounded => 0.0,
        };
        let max = match range.end_bound() {
            Bound::Included(&t) => t,
            Bound::Excluded(t) => t.next_down(),
            Bound::Unbounded => f64::INFINITY,
        };
        Self { min, max }
    }

    #[inline(always)]
    pub fn contain(&self, t: f64) -> bool {
        self.min <= t && t <= self.max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_belong_to_a_range_as_they_do_in_rust() {
        let one = 1.0_f64;
        assert_eq!(Parameters::of(..), Parameters { min: 0.0, max: f64::INFINITY });
        assert!(Parameters::of(0.5..=one).contain(1.0) && !Parameters::of(0.5..one).contain(1.0));
        assert!(Parameters::of(0.5..one).contain(one.next_down()) && Parameters::of(0.5..).contain(0.5));
        assert!(!Parameters::of((Bound::Excluded(0.5), Bound::Unbounded)).contain(0.5));
        assert!(!Parameters::of(f64::NAN..).contain(1.0) && !Parameters::of(..f64::NAN).contain(1.0));
        assert!(!Parameters::of(2.0..1.0).contain(1.5));
    }
}
