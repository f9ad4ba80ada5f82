//! Closest hits of eight rays in one walk, of those that go through the tree together.

use super::lanes::packet;
use super::layout::LANES;
use super::{Processor, RayTree, TriangleHit};
use crate::accel::RayOptions;
use crate::geometry::ExactRay;
use crate::math::four_f64::baseline;
use glam::DVec3;

/// Number of rays whose hits are searched for together in one walk through the tree.
pub(crate) const PACKET: usize = LANES;

/// Largest difference of rays that go together: of directions, relative to the longest component of the first one, and
/// of origins, relative to the longest side of the bounds.
const APART: f64 = 1.0 / 16.0;
/// Lanes of the rays that are held against the first one, by which rays in no order are recognised.
const HELD_AGAINST_FIRST: [usize; 2] = [7, 4];

/// Eight rays, one in each lane: x, y and z of origins, `from`, `to`, and both summands of `lost`, as in [`ExactRay`].
pub(crate) type EightRays = [[[f64; PACKET]; 3]; 5];

/// Sets the ray of each lane, which is zeros, to `ray(lane)`; returns `false` as soon as `ray` returns `None`.
#[inline(always)]
pub(crate) fn set_each(rays: &mut EightRays, ray: impl Fn(usize) -> Option<ExactRay>) -> bool {
    let set = |rows: &mut [[[f64; PACKET]; 3]], lane: usize, points: &[DVec3]| {
        for (rows, point) in rows.iter_mut().zip(points) {
            for (row, number) in rows.iter_mut().zip(point.to_array()) {
                row[lane] = number;
            }
        }
    };
    for lane in 0..PACKET {
        let Some(ExactRay { origin, from, to, lost }) = ray(lane) else { return false };
        set(&mut rays[..3], lane, &[origin, from, to]);
        if let Some(lost) = lost {
            set(&mut rays[3..], lane, &lost);
        }
    }
    true
}

#[inline(always)]
pub fn ray_of(rays: &EightRays, lane: usize) -> ExactRay {
    let [origin, from, to, first, second] = rays.each_ref().map(|[x, y, z]| DVec3::new(x[lane], y[lane], z[lane]));
    let is_as_given = from == DVec3::ZERO || from == origin;
    let lost = if is_as_given && first == DVec3::ZERO { None } else { Some([first, second]) };
    ExactRay { origin, from, to, lost }
}

impl RayTree {
    /// Writes to `hits` the closest hit of each of the eight rays that `fill` writes, all found in one walk. Returns
    /// `false`, and finds nothing, if `fill` returns `false`, if the rays are not close to one another and nearly
    /// parallel, or if the processor has no instructions for eight rays at once.
    #[inline(always)]
    pub(crate) fn closest_together(
        &self,
        fill: impl FnOnce(&mut EightRays) -> bool,
        options: &RayOptions<[Option<u32>; PACKET]>,
        hits: &mut [Option<TriangleHit>; PACKET],
    ) -> bool {
        let takes_eight = cfg!(target_arch = "aarch64") || !matches!(self.processor, Processor::Baseline);
        let mut rays = EightRays::default();
        if !takes_eight || !fill(&mut rays) {
            return false;
        }
        let first = ray_of(&rays, 0);
        for lane in HELD_AGAINST_FIRST {
            let ray = ray_of(&rays, lane);
            let apart = (ray.origin - first.origin).abs().max_element();
            let parting = (ray.direction() - first.direction()).abs().max_element();
            let are_near = apart <= APART * self.bounds.size().max_element()
                && parting <= APART * first.direction().abs().max_element();
            if !are_near {
                return false;
            }
        }
        match self.processor {
            Processor::Baseline => packet::closest_hits(baseline(), self, &rays, options, hits),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(simd) => fearless_simd::Simd::vectorize(
                simd,
                #[inline(always)]
                || packet::closest_hits(simd, self, &rays, options, hits),
            ),
        }
    }
}
