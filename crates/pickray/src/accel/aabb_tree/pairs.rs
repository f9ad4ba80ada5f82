//! Pairs of triangles of two trees: where two meshes meet.

use super::moved::Moved;
use super::{AabbTree, Bounds, Child};
use crate::geometry::Triangle;
use crate::intersect::triangle_triangle;
use crate::work::packed;
use glam::{DAffine3, DVec3};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Numbers of tests made in a search for pairs of triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    /// Number of tests of two boxes, either of two nodes or of two triangles.
    pub box_box: u64,
    /// Number of tests of a triangle's box against the box of a node.
    pub triangle_box: u64,
    /// Number of exact tests of triangles against triangles.
    pub triangle_triangle: u64,
}

packed!(struct PairCounts { box_box, triangle_box, triangle_triangle });

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: Self) {
        self.box_box += other.box_box;
        self.triangle_box += other.triangle_box;
        self.triangle_triangle += other.triangle_triangle;
    }
}

/// Finder of the triangles at which two trees meet. It reuses its work space from query to query, and keeps no results.
///
/// Vertices of the second tree are taken into the space of the first by an affine map, in f64, rounded once; the pairs
/// found are exact for triangles with these rounded vertices. Triangles that touch count as meeting.
#[derive(Clone, Debug, Default)]
pub struct PairFinder {
    moved: Moved,
    stack: Vec<(Child, Child)>,
    candidates: Vec<Candidate>,
}

/// Pair of triangles that may meet, as their indices in `triangles` of the first and of the second tree.
type Candidate = (u32, u32);

/// Number of candidates that are tested together.
const BATCH: usize = 64;

impl PairFinder {
    /// Returns a finder that has no work space yet; its first query allocates it.
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `found` once with each pair of triangles of `a` and `b` that meet, in any order. Returns counts of tests.
    ///
    /// `a_from_b` maps the space of `b` to the space of `a`; if this map is not finite, no pair is found.
    pub fn all(
        &mut self,
        a: &AabbTree,
        b: &AabbTree,
        a_from_b: &DAffine3,
        mut found: impl FnMut(u32, u32),
    ) -> PairCounts {
        let mut tell = |(i, j): Candidate| found(a.triangle_ids[i as usize], b.triangle_ids[j as usize]);
        PairWalk::begin(self, a, b, a_from_b).all(&mut tell)
    }

    /// Returns one pair of triangles that meet, the same every time, or `None` if none meet; and counts of tests.
    ///
    /// Pairs whose boxes overlap most are tried first. `a_from_b` maps the space of `b` to the space of `a`; if this
    /// map is not finite, no pair is found.
    pub fn first(&mut self, a: &AabbTree, b: &AabbTree, a_from_b: &DAffine3) -> (Option<(u32, u32)>, PairCounts) {
        let (found, counts) = PairWalk::begin(self, a, b, a_from_b).first();
        (found.map(|(i, j)| (a.triangle_ids[i as usize], b.triangle_ids[j as usize])), counts)
    }
}

/// Walk through two trees, with pairs still to divide and triangle pairs still to test.
struct PairWalk<'a> {
    a: &'a AabbTree,
    b: &'a AabbTree,
    moved: &'a mut Moved,
    stack: &'a mut Vec<(Child, Child)>,
    candidates: &'a mut Vec<Candidate>,
    counts: PairCounts,
}

impl<'a> PairWalk<'a> {
    fn begin(finder: &'a mut PairFinder, a: &'a AabbTree, b: &'a AabbTree, a_from_b: &DAffine3) -> Self {
        let PairFinder { moved, stack, candidates } = finder;
        stack.clear();
        candidates.clear();
        let mut walk = Self { a, b, moved, stack, candidates, counts: PairCounts::default() };
        if let (Some(i), Some(j)) = (a.top(), b.top())
            && a_from_b.is_finite()
        {
            walk.moved.begin(b, a_from_b);
            let (i, j) = ((i, a.child_bounds(i)), (j, walk.moved.bounds(j)));
            if walk.may_meet(&i, &j) {
                walk.push_pair(i.0, j.0);
            }
        }
        walk
    }

    fn all(mut self, tell: &mut impl FnMut(Candidate)) -> PairCounts {
        while self.step::<false>() {
            if self.candidates.len() >= BATCH {
                self.test_candidates(tell);
            }
        }
        self.test_candidates(tell);
        self.counts
    }

    fn test_candidates(&mut self, tell: &mut impl FnMut(Candidate)) {
        self.counts.triangle_triangle += self.candidates.len() as u64;
        self.test_all(tell);
        self.candidates.clear();
    }

    fn test_all(&self, tell: &mut impl FnMut(Candidate)) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "calls code for a processor feature")]
            // SAFETY: the processor has the feature.
            return unsafe { avx2::test_all(self, tell) };
        }
        self.candidates.iter().filter(|&&candidate| self.meet(candidate)).for_each(|&candidate| tell(candidate));
    }

    #[inline]
    fn meet(&self, (i, j): Candidate) -> bool {
        let [a, b, c] = self.b.triangles[j as usize].map(|vertex| {
            let [x, y, z, _] = self.moved.corners()[vertex as usize];
            DVec3::new(x, y, z)
        });
        triangle_triangle(&self.a.triangle(i as usize), &Triangle::new(a, b, c))
    }

    fn first(mut self) -> (Option<Candidate>, PairCounts) {
        loop {
            let more = self.step::<true>();
            while let Some(candidate) = self.candidates.pop() {
                self.counts.triangle_triangle += 1;
                if self.meet(candidate) {
                    return (Some(candidate), self.counts);
                }
            }
            if !more {
                return (None, self.counts);
            }
        }
    }

    /// Divides the pair on top; `false` if there is none. With `ORDERED`, pairs whose boxes share more come first.
    #[inline(always)]
    fn step<const ORDERED: bool>(&mut self) -> bool {
        let Some((i, j)) = self.stack.pop() else { return false };
        // Divide nodes; a triangle stays as it is.
        match (i.is_triangle(), j.is_triangle()) {
            (true, _) => {
                let halves = self.halves_of_b(j);
                self.compare::<ORDERED, 1, 2>([(i, self.a.child_bounds(i))], halves);
            }
            (_, true) => self.compare::<ORDERED, 2, 1>(self.halves_of_a(i), [(j, self.moved.bounds(j))]),
            _ => {
                let halves = self.halves_of_b(j);
                self.compare::<ORDERED, 2, 2>(self.halves_of_a(i), halves);
            }
        }
        true
    }

    #[inline(always)]
    fn halves_of_a(&self, i: Child) -> [(Child, Bounds); 2] {
        let node = &self.a.nodes[i.index()];
        [(node.first, self.a.child_bounds(node.first)), (node.second, self.a.child_bounds(node.second))]
    }

    #[inline(always)]
    fn halves_of_b(&mut self, j: Child) -> [(Child, Bounds); 2] {
        self.moved.open(self.b, j.index());
        let node = &self.b.nodes[j.index()];
        [(node.first, self.moved.bounds(node.first)), (node.second, self.moved.bounds(node.second))]
    }

    /// Keeps the pairs that may meet; with `ORDERED` the most promising last.
    #[inline(always)]
    fn compare<const ORDERED: bool, const M: usize, const N: usize>(
        &mut self,
        of_a: [(Child, Bounds); M],
        of_b: [(Child, Bounds); N],
    ) {
        let (mut ordered, mut len) = ([(0.0, Child::node(0), Child::node(0)); 4], 0);
        for i in &of_a {
            for j in &of_b {
                if self.may_meet(i, j) {
                    if ORDERED {
                        let shared = Bounds { min: i.1.min.max(j.1.min), max: i.1.max.min(j.1.max) };
                        ordered[len] = (shared.area(), i.0, j.0);
                        len += 1;
                    } else {
                        self.push_pair(i.0, j.0);
                    }
                }
            }
        }
        ordered[..len].sort_by(|a, b| a.0.total_cmp(&b.0));
        ordered[..len].iter().for_each(|&(_, i, j)| self.push_pair(i, j));
    }

    #[inline(always)]
    fn push_pair(&mut self, i: Child, j: Child) {
        if i.is_triangle() & j.is_triangle() {
            self.candidates.push((i.index() as u32, j.index() as u32));
        } else {
            self.stack.push((i, j));
        }
    }

    /// Tests two children, with their boxes, cheaply: returns `false` where they surely do not meet.
    #[inline(always)]
    fn may_meet(&mut self, i: &(Child, Bounds), j: &(Child, Bounds)) -> bool {
        let mixed = i.0.is_triangle() != j.0.is_triangle();
        self.counts.triangle_box += u64::from(mixed);
        self.counts.box_box += u64::from(!mixed);
        i.1.overlaps(&j.1)
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Candidate, PairWalk};
    use crate::intersect::filter_four;

    #[target_feature(enable = "avx2")]
    pub(super) fn test_all(walk: &PairWalk, tell: &mut impl FnMut(Candidate)) {
        let (fours, rest) = walk.candidates.as_chunks::<4>();
        for four in fours {
            let mut meet = test_four(walk, four);
            while meet != 0 {
                tell(four[meet.trailing_zeros() as usize]);
                meet &= meet - 1;
            }
        }
        rest.iter().filter(|&&candidate| walk.meet(candidate)).for_each(|&candidate| tell(candidate));
    }

    /// Returns four bits; bit k is set if the triangles of candidate k meet.
    #[target_feature(enable = "avx2")]
    fn test_four(walk: &PairWalk, four: &[Candidate; 4]) -> u8 {
        let (positions, corners) = (walk.a.positions.as_slice(), walk.moved.corners());
        let p = four.map(|(i, _)| &walk.a.triangles[i as usize]);
        let q = four.map(|(_, j)| &walk.b.triangles[j as usize]);
        let p = [0, 1, 2].map(|corner| p.map(|triangle| &positions[triangle[corner] as usize]));
        let q = [0, 1, 2].map(|corner| q.map(|triangle| &corners[triangle[corner] as usize]));
        let verdicts = filter_four(p, q);
        let mut meet = verdicts.meet;
        let mut unsure = !(verdicts.meet | verdicts.apart) & 0b1111;
        while unsure != 0 {
            let k = unsure.trailing_zeros();
            meet |= u8::from(walk.meet(four[k as usize])) << k;
            unsure &= unsure - 1;
        }
        meet
    }
}
