//! Closest hits of eight rays in one walk, of those that go through the tree together.

use super::eight_rays::{EightRays, PACKET, ray_of};
use super::lanes::packet;
use super::{Processor, RayTree, TriangleHit};
use crate::accel::RayOptions;
use crate::math::four_f64::baseline;

/// Largest difference of rays that go together: of directions, relative to the longest component of the first one, and
/// of origins, relative to the longest side of the bounds.
const APART: f64 = 1.0 / 16.0;
/// Lanes of the rays that are held against the first one, by which rays in no order are recognised.
const HELD_AGAINST_FIRST: [usize; 2] = [7, 4];

impl RayTree {
    /// Returns whether the processor has instructions for eight rays at once.
    #[inline]
    pub(crate) fn takes_eight(&self) -> bool {
        cfg!(target_arch = "aarch64") || !matches!(self.processor, Processor::Baseline)
    }

    /// Writes to `hits` the closest hit of each of the eight rays, all found in one walk. Returns `false`, and finds
    /// nothing, if the rays are not close to one another and nearly parallel.
    // Compiled once for all callers.
    pub(crate) fn closest_together(
        &self,
        rays: &EightRays,
        options: &RayOptions<[Option<u32>; PACKET]>,
        hits: &mut [Option<TriangleHit>; PACKET],
    ) -> bool {
        let first = ray_of(rays, 0);
        for lane in HELD_AGAINST_FIRST {
            let ray = ray_of(rays, lane);
            let apart = (ray.origin - first.origin).abs().max_element();
            let parting = (ray.direction() - first.direction()).abs().max_element();
            let are_near = apart <= APART * self.bounds.size().max_element()
                && parting <= APART * first.direction().abs().max_element();
            if !are_near {
                return false;
            }
        }
        match self.processor {
            Processor::Baseline => packet::closest_hits(baseline(), self, rays, options, hits),
            #[cfg(target_arch = "x86_64")]
            Processor::Avx2(simd) => fearless_simd::Simd::vectorize(
                simd,
                #[inline(always)]
                || packet::closest_hits(simd, self, rays, options, hits),
            ),
        }
    }
}
