//! Tree over boxes in Morton order: eight boxes a leaf, eight children a node, nothing stored but boxes.
//!
//! Based on: Christian Lauterbach, Michael Garland, Shubhabrata Sengupta, David Luebke and Dinesh Manocha, Fast BVH
//! Construction on GPUs, 2009, section 3.1 (Morton order); Gino van den Bergen, Efficient Collision Detection of
//! Complex Deformable Models using AABB Trees, 1997, section 5 (refitting from the bottom up). Departures: the tree is
//! complete, so that indices replace pointers; boxes are sorted anew only when a search has become costlier by a fixed
//! share; the eight boxes of a leaf search for overlapping boxes together.

use super::groups::{BoxGroup, LANES, Narrow};
use super::pairs::{Pair, ordered};
use crate::accel::ray_tree::morton_code;
use crate::geometry::Aabb;
use glam::DVec3;

/// Box that stands for an empty one, and meets nothing, not even a box without bounds.
const NOWHERE: Aabb = Aabb::new(DVec3::NAN, DVec3::NAN);

/// Ratio of the tests of a search to those after the last sorting, above which the order is made anew.
const DEARER: f64 = 1.2;

/// Bits of a Morton code along each axis.
const CODE_BITS: u32 = 10;

/// Tree over boxes in Morton order. The order and the memory are kept from one update to the next.
#[derive(Clone, Debug, Default)]
pub struct LinearTree {
    /// Indices of the boxes in the caller's list, in the order of the leaves.
    order: Vec<u32>,
    /// Vector that is subtracted from all coordinates, so that f32 keeps their digits.
    shift: [f64; 3],
    /// Boxes in the f64 coordinates that the caller gave, in the order of the leaves.
    wide: Vec<Aabb>,
    /// Levels of the tree: the leaves first, then the levels above, up to the level that is a single group.
    levels: Vec<Vec<BoxGroup>>,
    /// Number of comparisons in the first search after the boxes were sorted; 0 before that search.
    tests_when_sorted: u64,
    /// `true` if the last search took so many comparisons that the next update sorts the boxes first.
    worn: bool,
}

impl LinearTree {
    /// Adds the overlapping pairs to `found`; returns the number of comparisons of a box with eight others, and `true`
    /// if the boxes were sorted anew.
    pub fn pairs(&mut self, boxes: &[Aabb], found: &mut Vec<Pair>) -> (u64, bool) {
        if boxes.is_empty() {
            return (0, false);
        }
        let sort = self.worn || self.order.len() != boxes.len();
        if sort {
            self.sort(boxes);
        }
        let tests = self.fit_and_search(boxes, found);
        if sort {
            self.tests_when_sorted = tests;
        }
        self.worn = tests as f64 > DEARER * self.tests_when_sorted as f64;
        (tests, sort)
    }

    fn fit_and_search(&mut self, boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            #[expect(unsafe_code, reason = "vector instructions")]
            // SAFETY: the processor has AVX2.
            return unsafe { self.fit_and_search_avx2(boxes, found) };
        }
        self.fit(boxes);
        self.search(found, BoxGroup::meeting)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fit_and_search_avx2(&mut self, boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
        self.fit(boxes);
        self.search(found, |group, narrow| group.meeting_avx2(narrow))
    }

    /// Orders the boxes by the Morton codes of their midpoints.
    fn sort(&mut self, boxes: &[Aabb]) {
        let finite = |aabb: &&Aabb| aabb.min.is_finite() && aabb.max.is_finite();
        let bounds = boxes.iter().filter(finite).fold(Aabb::EMPTY, |bounds, aabb| bounds.including(aabb.center()));
        self.shift = if bounds.is_empty() { [0.0; 3] } else { bounds.min.to_array() };
        let cells = f64::from(1u32 << CODE_BITS);
        let scale = (DVec3::splat(cells) / bounds.size()).to_array();
        let code = |aabb: &Aabb| {
            let center = aabb.center();
            // A cast takes NaN to 0 and what is too large to the largest.
            let cell = |k: usize| (((center[k] - self.shift[k]) * scale[k]) as u32).min((1 << CODE_BITS) - 1);
            morton_code([0, 1, 2].map(cell))
        };
        let mut keys: Vec<u64> =
            boxes.iter().enumerate().map(|(i, aabb)| u64::from(code(aabb)) << 32 | i as u64).collect();
        keys.sort_unstable();
        self.order.clear();
        self.order.extend(keys.into_iter().map(|key| key as u32));
    }

    /// Writes the boxes into the leaves and the hulls above them.
    #[inline(always)]
    fn fit(&mut self, boxes: &[Aabb]) {
        let mut size = boxes.len().div_ceil(LANES);
        let mut n_levels = 1;
        loop {
            if self.levels.len() < n_levels {
                self.levels.push(Vec::new());
            }
            self.levels[n_levels - 1].resize(size, BoxGroup::NOWHERE);
            if size == 1 {
                break;
            }
            size = size.div_ceil(LANES);
            n_levels += 1;
        }
        self.levels.truncate(n_levels);

        // Copy all boxes before computing with them, so that reads from all over the memory do not wait for arithmetic.
        self.wide.clear();
        self.wide.extend(self.order.iter().map(|&place| boxes[place as usize]));
        for (group, wide) in self.levels[0].iter_mut().zip(self.wide.chunks_mut(LANES)) {
            for (lane, aabb) in wide.iter_mut().enumerate() {
                if aabb.is_empty() {
                    *aabb = NOWHERE;
                }
                group.set(lane, &Narrow::around(aabb, self.shift));
            }
            for lane in wide.len()..LANES {
                group.set(lane, &Narrow::NOWHERE);
            }
        }

        // Each level above holds the hulls of the groups below.
        for level in 1..n_levels {
            let (below, above) = self.levels.split_at_mut(level);
            for (group, children) in above[0].iter_mut().zip(below[level - 1].chunks(LANES)) {
                for (lane, child) in children.iter().enumerate() {
                    group.set(lane, &child.hull());
                }
                for lane in children.len()..LANES {
                    group.set(lane, &Narrow::NOWHERE);
                }
            }
        }
    }

    /// Finds, for each leaf, the leaves from it on that its hull meets, then the boxes of both that meet each other.
    ///
    /// Each step turns one list into the next without a branch per lane: a misprediction costs more than a comparison.
    #[inline(always)]
    fn search(&mut self, found: &mut Vec<Pair>, meeting: impl Fn(&BoxGroup, &Narrow) -> u32) -> u64 {
        let Self { order, wide, levels, .. } = self;
        let (mut nodes, mut children) = (LaneList::default(), LaneList::default());
        let mut hits: Vec<(u32, u32)> = Vec::new();
        let mut tests = 0;
        for (leaf, group) in levels[0].iter().enumerate() {
            // Descend the levels. Skip children whose leaves all come before this leaf: they have their pairs with it.
            let hull = group.hull();
            nodes.restart_at(0);
            for level in (1..levels.len()).rev() {
                children.clear();
                for &node in nodes.as_slice() {
                    let first = (leaf >> (3 * (level - 1))) as u32;
                    let before = !0 << first.saturating_sub(node * LANES as u32);
                    children.extend(node, meeting(&levels[level][node as usize], &hull) & before);
                }
                tests += nodes.as_slice().len();
                std::mem::swap(&mut nodes, &mut children);
            }

            // Find the leaf's boxes that meet the hull of another leaf, then test each against the boxes of that leaf.
            children.clear();
            for &other in nodes.as_slice() {
                let (parent, lane) = (other as usize / LANES, other as usize % LANES);
                let other_hull = if levels.len() > 1 { levels[1][parent].get(lane) } else { hull };
                children.extend(other, meeting(group, &other_hull));
            }
            tests += nodes.as_slice().len() + children.as_slice().len();
            hits.resize(children.as_slice().len(), (0, 0));
            let mut n_hits = 0;
            for &entry in children.as_slice() {
                let (other, lane) = (entry as usize / LANES, entry as usize % LANES);
                let later = if other == leaf { !0u32 << lane << 1 } else { !0 };
                let met = meeting(&levels[0][other], &group.get(lane)) & later;
                hits[n_hits] = (entry, met);
                n_hits += usize::from(met != 0);
            }

            for &(entry, mut met) in &hits[..n_hits] {
                let (other, lane) = (entry as usize / LANES, entry as usize % LANES);
                let i = leaf * LANES + lane;
                while met != 0 {
                    let j = other * LANES + met.trailing_zeros() as usize;
                    met &= met - 1;
                    // Boxes that meet in f32, rounded outwards, may be apart in f64.
                    if meet(&wide[i], &wide[j]) {
                        found.push(ordered(order[i], order[j]));
                    }
                }
            }
        }
        tests as u64
    }
}

/// List of lanes of groups, each as eight times the group plus the lane.
#[derive(Clone, Debug, Default)]
struct LaneList {
    entries: Vec<u32>,
    len: usize,
}

impl LaneList {
    fn clear(&mut self) {
        self.len = 0;
    }

    fn restart_at(&mut self, entry: u32) {
        self.clear();
        self.extend(0, 1 << entry);
    }

    fn as_slice(&self) -> &[u32] {
        &self.entries[..self.len]
    }

    /// Adds the lanes of a group that have their bit set: writes eight, keeps as many as there are.
    #[inline(always)]
    fn extend(&mut self, group: u32, lanes: u32) {
        if self.entries.len() < self.len + LANES {
            self.entries.resize(2 * self.entries.len() + LANES, 0);
        }
        let places = &SET_BITS[lanes as usize % 256];
        let next = &mut self.entries[self.len..self.len + LANES];
        for (entry, &lane) in next.iter_mut().zip(places) {
            *entry = group * LANES as u32 + u32::from(lane);
        }
        self.len += lanes.count_ones() as usize;
    }
}

/// Places of the bits that are set in each number of eight bits.
const SET_BITS: [[u8; LANES]; 256] = {
    let mut table = [[0; LANES]; 256];
    let mut number = 0;
    while number < 256 {
        let (mut bit, mut n_set) = (0, 0);
        while bit < LANES {
            if number >> bit & 1 == 1 {
                table[number][n_set] = bit as u8;
                n_set += 1;
            }
            bit += 1;
        }
        number += 1;
    }
    table
};

/// Returns `true` if two boxes share a point; those that hold a NaN share none.
#[inline(always)]
fn meet(a: &Aabb, b: &Aabb) -> bool {
    (a.min.cmple(b.max) & b.min.cmple(a.max)).all()
}
