//! Brute force: every box is compared with every later one, eight at a time.

use super::groups::{BoxGroup, LANES, Narrow};
use crate::accel::sweep_and_prune::{Pair, overlap};
use crate::geometry::Aabb;

/// Adds the overlapping pairs to `found`; returns the number of comparisons of a box with eight others.
pub fn pairs(boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "vector instructions")]
        // SAFETY: the processor has AVX2.
        return unsafe { pairs_avx2(boxes, found) };
    }
    search(boxes, found, BoxGroup::meeting)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn pairs_avx2(boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
    search(boxes, found, |group, narrow| group.meeting_avx2(narrow))
}

#[inline(always)]
fn search(boxes: &[Aabb], found: &mut Vec<Pair>, meeting: impl Fn(&BoxGroup, &Narrow) -> u32) -> u64 {
    // On each axis the first end that is a number, so that f32 keeps the digits of what lies near it; any will do where
    // there is none.
    let shift = std::array::from_fn(|k| {
        let mut ends = boxes.iter().flat_map(|aabb| [aabb.min[k], aabb.max[k]]);
        ends.find(|end| end.is_finite()).unwrap_or(0.0)
    });
    let mut groups = vec![BoxGroup::NOWHERE; boxes.len().div_ceil(LANES)];
    for (i, aabb) in boxes.iter().enumerate() {
        groups[i / LANES].set(i % LANES, &Narrow::around(aabb, shift));
    }
    let mut tests = 0;
    for i in 0..boxes.len() {
        let (own, lane) = (i / LANES, i % LANES);
        let narrow = groups[own].get(lane);
        tests += (groups.len() - own) as u64;
        // In its own group only what comes later.
        let mut later = !0u32 << lane << 1;
        for (group, lanes) in groups[own..].iter().enumerate() {
            let mut met = meeting(lanes, &narrow) & later;
            later = !0;
            while met != 0 {
                let j = (own + group) * LANES + met.trailing_zeros() as usize;
                met &= met - 1;
                // Rounding to f32 may have let boxes meet that do not.
                if overlap(&boxes[i], &boxes[j]) {
                    found.push([i as u32, j as u32]);
                }
            }
        }
    }
    tests
}
