//! Plane behind a contact, beyond which triangles are of no interest.

use super::layout::{LANES, Leaf};
use crate::geometry::Aabb;
use glam::DVec3;

/// Half-space of the points with `normal · point > offset`; triangles wholly inside it are of no interest to a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Horizon {
    pub(crate) normal: DVec3,
    pub(crate) offset: f64,
}

/// Horizon in f32, for tests of corners in f32; its offset is larger by a bound on the rounding errors.
#[derive(Clone, Copy)]
pub(super) struct NarrowHorizon {
    normal: [f32; 3],
    offset: f32,
}

impl NarrowHorizon {
    pub(super) const NONE: Self = Self { normal: [0.0; 3], offset: f32::INFINITY };

    /// Returns `horizon` for corners in f32 within `bounds`; [`NONE`](Self::NONE) if `horizon` is `None`.
    ///
    /// The normal, three products and their sum are off by five roundings of 2⁻²⁴ of a corner's size at most, the
    /// offset by one.
    ///
    /// Denormal numbers would lose more. The normal is therefore scaled to a size of about 1 first, and what its
    /// components and the products lose below 2⁻¹²⁶ is added. No number overflows: the result is [`NONE`](Self::NONE)
    /// if `size`, which bounds all numbers, nears 2¹²⁸.
    pub(super) fn new(horizon: Option<Horizon>, bounds: &Aabb) -> Self {
        let Some(Horizon { normal, offset }) = horizon else { return Self::NONE };
        let length = normal.abs().max_element();
        let (normal, offset) = (normal / length, offset / length);
        let corner = bounds.min.abs().max(bounds.max.abs());
        let size = normal.abs().dot(corner) + offset.abs();
        let lost = f64::from(f32::MIN_POSITIVE) * (1.0 + corner.element_sum());
        if size.is_nan() || size >= SIZE_MAX {
            return Self::NONE;
        }
        Self { normal: normal.as_vec3().to_array(), offset: (offset + SLACK * size + lost) as f32 }
    }

    /// Returns a mask in which bit i is set if corner i of the leaf is beyond the horizon.
    #[inline(always)]
    pub(super) fn corners_beyond(&self, leaf: &Leaf) -> u32 {
        let [x, y, z] = self.normal;
        let mut beyond = 0;
        for lane in 0..LANES {
            let along = x * leaf.corners[0][lane] + y * leaf.corners[1][lane] + z * leaf.corners[2][lane];
            beyond |= u32::from(along > self.offset) << lane;
        }
        beyond
    }
}

/// Bound of what rounding loses, relative to `size`: six roundings of 2⁻²⁴ at most; 2⁻¹⁹ is thirty-two.
const SLACK: f64 = 1.0 / (1 << 19) as f64;

/// Bound of `size`, below which sums of products do not overflow f32.
const SIZE_MAX: f64 = (1u128 << 120) as f64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_corner_before_a_horizon_is_beyond_it_at_any_scale() {
        let mut rng = crate::work::seeded();
        let (mut beyond, mut before) = (0, 0);
        for round in 0..4000 {
            let size = [1e-44, 1e-30, 1.0, 1e30, 3.4e38][round % 5];
            let mut corner = || [0; 3].map(|_: i32| (2.0 * rng.f32() - 1.0) * size);
            let packed = [[corner(), corner(), corner()], [corner(), corner(), corner()]];
            let leaf = Leaf::pack(&[(0, packed[0]), (1, packed[1])]).expect("six corners");
            let bounds =
                Aabb::from_points(packed.as_flattened().iter().map(|&corner| DVec3::from(corner.map(f64::from))));
            let mut unit = || 2.0 * rng.f64() - 1.0;
            let normal = DVec3::new(unit(), unit(), unit() * 1e-42) * [1.0, 1e60, 1e-60][round % 3];
            let horizon = Horizon { normal, offset: normal.dot(0.5 * bounds.max) };
            let narrow = NarrowHorizon::new(Some(horizon), &bounds).corners_beyond(&leaf);
            for lane in 0..6 {
                let corner = DVec3::from([0, 1, 2].map(|k| f64::from(leaf.corners[k][lane])));
                let is_beyond = normal.dot(corner) > horizon.offset;
                assert!(is_beyond || narrow >> lane & 1 == 0, "{corner} {horizon:?}");
                beyond += narrow >> lane & 1;
                before += u32::from(!is_beyond);
            }
        }
        assert!(beyond > 2000 && before > 2000, "{beyond} beyond, {before} before");
    }
}
