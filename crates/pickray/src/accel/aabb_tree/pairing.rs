//! Exact test of the pairs of triangles whose boxes overlap.

use super::AabbTree;
use super::moved::Moved;
use crate::geometry::Triangle;
use crate::intersect::triangle_triangle;
use glam::DVec3;

/// Pair of triangles that may meet: one of the first tree and one of the second, each as its index in its tree's
/// `triangles`.
pub(super) type Candidate = (u32, u32);

/// Two trees that are tested against each other, the second in the space of the first.
#[derive(Clone, Copy)]
pub(super) struct Pairing<'a> {
    pub a: &'a AabbTree,
    pub b: &'a AabbTree,
    pub moved: &'a Moved,
}

impl Pairing<'_> {
    /// Returns element `index` of the second tree's `triangles`, in the space of the first tree.
    pub(super) fn moved_triangle(&self, index: u32) -> Triangle {
        let [a, b, c] = self.b.triangles[index as usize].map(|vertex| {
            let [x, y, z, _] = self.moved.corners()[vertex as usize];
            DVec3::new(x, y, z)
        });
        Triangle::new(a, b, c)
    }

    #[inline]
    pub(super) fn meet(&self, (i, j): Candidate) -> bool {
        triangle_triangle(&self.a.triangle(i as usize), &self.moved_triangle(j))
    }

    pub(super) fn test_all(&self, candidates: &[Candidate], found: &mut impl FnMut(Candidate)) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "calls code for a processor feature")]
            // SAFETY: the processor has the feature.
            return unsafe { avx2::test_all(self, candidates, found) };
        }
        candidates.iter().filter(|&&candidate| self.meet(candidate)).for_each(|&candidate| found(candidate));
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Candidate, Pairing};
    use crate::intersect::filter_four;

    #[target_feature(enable = "avx2")]
    pub(super) fn test_all(pairing: &Pairing, candidates: &[Candidate], found: &mut impl FnMut(Candidate)) {
        let (fours, rest) = candidates.as_chunks::<4>();
        for four in fours {
            let mut meet = test_four(pairing, four);
            while meet != 0 {
                found(four[meet.trailing_zeros() as usize]);
                meet &= meet - 1;
            }
        }
        rest.iter().filter(|&&candidate| pairing.meet(candidate)).for_each(|&candidate| found(candidate));
    }

    /// Returns four bits, of which bit k is set if the triangles of candidate k meet.
    #[target_feature(enable = "avx2")]
    fn test_four(pairing: &Pairing, four: &[Candidate; 4]) -> u8 {
        let &Pairing { a, b, moved } = pairing;
        let positions = a.positions.as_slice();
        let corners = moved.corners();
        let [p, q] = [four.map(|(i, _)| &a.triangles[i as usize]), four.map(|(_, j)| &b.triangles[j as usize])];
        let p = [0, 1, 2].map(|corner| p.map(|triangle| &positions[triangle[corner] as usize]));
        let q = [0, 1, 2].map(|corner| q.map(|triangle| &corners[triangle[corner] as usize]));
        let verdicts = filter_four(p, q);
        let mut meet = verdicts.meet;
        let mut unsure = !(verdicts.meet | verdicts.apart) & 0b1111;
        while unsure != 0 {
            let k = unsure.trailing_zeros();
            meet |= u8::from(pairing.meet(four[k as usize])) << k;
            unsure &= unsure - 1;
        }
        meet
    }
}
