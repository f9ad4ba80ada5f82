//! Eight rays whose hits are searched for together.

use super::layout::LANES;
use crate::geometry::ExactRay;
use glam::DVec3;

/// Number of rays whose hits are searched for together in one walk through the tree.
pub(crate) const PACKET: usize = LANES;

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
