//! Groups of eight boxes, and a test that finds which of the eight another box meets.
//!
//! Coordinates are f32, rounded outwards: the test may report a box that is not met, but never misses a box that is.

use crate::geometry::Aabb;

/// Number of boxes in a group: the lanes of a vector register.
pub const LANES: usize = 8;

/// Eight boxes as a structure of arrays.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub struct BoxGroup {
    pub min: [[f32; LANES]; 3],
    pub max: [[f32; LANES]; 3],
}

/// Axis-aligned box in f32, rounded outwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Narrow {
    pub min: [f32; 3],
    pub max: [f32; 3],
}

impl Narrow {
    /// Box that meets nothing, not even a box without bounds.
    pub const NOWHERE: Self = Self { min: [f32::NAN; 3], max: [f32::NAN; 3] };

    /// Subtracts `shift` from `aabb` and returns the smallest, or nearly smallest, f32 box around the result.
    #[inline(always)]
    pub fn around(aabb: &Aabb, shift: [f64; 3]) -> Self {
        Self {
            min: std::array::from_fn(|k| {
                let x = ((aabb.min[k] - shift[k]) as f32).min(f32::MAX);
                x - (x.abs() * f32::EPSILON + f32::MIN_POSITIVE)
            }),
            max: std::array::from_fn(|k| {
                let x = ((aabb.max[k] - shift[k]) as f32).max(f32::MIN);
                x + (x.abs() * f32::EPSILON + f32::MIN_POSITIVE)
            }),
        }
    }
}

impl BoxGroup {
    /// Eight boxes that meet nothing.
    pub const NOWHERE: Self = Self { min: [[f32::NAN; LANES]; 3], max: [[f32::NAN; LANES]; 3] };

    #[inline(always)]
    pub fn set(&mut self, lane: usize, narrow: &Narrow) {
        for k in 0..3 {
            self.min[k][lane] = narrow.min[k];
            self.max[k][lane] = narrow.max[k];
        }
    }

    #[inline(always)]
    pub fn get(&self, lane: usize) -> Narrow {
        Narrow { min: std::array::from_fn(|k| self.min[k][lane]), max: std::array::from_fn(|k| self.max[k][lane]) }
    }

    /// Returns the box around all boxes of the group other than `Narrow::NOWHERE`.
    #[inline(always)]
    pub fn hull(&self) -> Narrow {
        let least = |a: f32, b: f32| if b < a { b } else { a };
        let most = |a: f32, b: f32| if b > a { b } else { a };
        Narrow {
            min: self.min.map(|axis| axis.into_iter().fold(f32::INFINITY, least)),
            max: self.max.map(|axis| axis.into_iter().fold(f32::NEG_INFINITY, most)),
        }
    }

    /// Returns a mask in which bit i is set if box i of the group meets `narrow`.
    #[inline(always)]
    pub fn meeting(&self, narrow: &Narrow) -> u32 {
        let mut met = 0;
        for lane in 0..LANES {
            let mut meets = true;
            for k in 0..3 {
                meets &= (self.min[k][lane] <= narrow.max[k]) & (narrow.min[k] <= self.max[k][lane]);
            }
            met |= u32::from(meets) << lane;
        }
        met
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline]
    pub fn meeting_avx2(&self, narrow: &Narrow) -> u32 {
        use std::arch::x86_64::*;
        let wide = |lanes: [f32; LANES]| -> __m256 { bytemuck::cast(lanes) };
        let mut met = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
        for k in 0..3 {
            let below = _mm256_cmp_ps::<_CMP_LE_OQ>(wide(self.min[k]), _mm256_set1_ps(narrow.max[k]));
            let above = _mm256_cmp_ps::<_CMP_GE_OQ>(wide(self.max[k]), _mm256_set1_ps(narrow.min[k]));
            met = _mm256_and_ps(met, _mm256_and_ps(below, above));
        }
        _mm256_movemask_ps(met) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_narrow_box_holds_the_wide_one() {
        let mut rng = crate::work::seeded();
        for _ in 0..20_000 {
            let mut corner = || DVec3::from([0; 3].map(|_| (rng.f64() - 0.5) * 2f64.powi(rng.i32(-1070..1020))));
            let aabb = Aabb::from_points([corner(), corner()]);
            let narrow = Narrow::around(&aabb, [0.0; 3]);
            for k in 0..3 {
                assert!(f64::from(narrow.min[k]) <= aabb.min[k] && aabb.max[k] <= f64::from(narrow.max[k]));
            }
        }
    }

    #[test]
    fn both_ways_of_comparing_agree() {
        let mut rng = crate::work::seeded();
        for _ in 0..2000 {
            let mut narrow = || {
                let min: [f32; 3] = std::array::from_fn(|_| rng.f32());
                Narrow { min, max: min.map(|x| x + rng.f32()) }
            };
            let mut group = BoxGroup::NOWHERE;
            for lane in 0..5 {
                group.set(lane, &narrow());
            }
            let other = narrow();
            let met = group.meeting(&other);
            assert_eq!(met & !0b11111, 0, "an empty lane meets nothing");
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                #[expect(unsafe_code, reason = "the instructions are there")]
                // SAFETY: the processor has AVX2.
                let avx2 = unsafe { group.meeting_avx2(&other) };
                assert_eq!(met, avx2);
            }
        }
    }
}
