//! Search for the overlapping pairs among many boxes, with the structure that is fastest for their number.
//!
//! Sweep-and-prune is the classic structure, and the fastest if few boxes move. For few boxes, it is fastest to compare
//! every pair; for many, to refit a tree from the bottom up. [`BroadPhaseStats`] tells which [`Structure`] was used.

mod groups;
mod linear_tree;
mod pairs;
mod sweep_and_prune;

pub use pairs::{BroadPhaseStats, Pair, PairChanges, Structure};
#[doc(hidden)]
pub use sweep_and_prune::{EndPoint, SweepAndPrune};

use crate::geometry::Aabb;
use groups::{BoxGroup, LANES, Narrow};
use linear_tree::LinearTree;
use pairs::overlap;

/// Largest number of boxes of which every pair is tried: measured on boxes that each overlap one other or two.
const BRUTE_FORCE_MAX: usize = 192;

/// Broad phase of collision detection: finds the pairs of overlapping boxes among many boxes that move.
///
/// A box is identified by its index in the slice given to [`update`](Self::update). An empty box overlaps nothing, and
/// can stand for an object that was removed; a box with a NaN counts as empty. Boxes that touch overlap.
///
/// ```
/// use glam::DVec3;
/// use pickray::accel::BroadPhase;
/// use pickray::geometry::Aabb;
///
/// let unit = |x: f64| Aabb::new(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
/// let mut broad = BroadPhase::default();
/// assert_eq!(broad.update(&[unit(0.0), unit(3.0), unit(0.5)]), [[0, 2]]);
/// assert_eq!(broad.update(&[unit(0.0), unit(1.0), unit(5.0)]), [[0, 1]]);
/// let changes = broad.changes();
/// assert_eq!((changes.added, changes.removed), (vec![[0, 1]], vec![[0, 2]]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BroadPhase {
    fixed: Option<Structure>,
    sweep: SweepAndPrune,
    tree: LinearTree,
    pairs: Vec<Pair>,
    before: Vec<Pair>,
    stats: BroadPhaseStats,
}

impl BroadPhase {
    /// Returns a broad phase that uses `structure` for any number of boxes.
    pub fn with_structure(structure: Structure) -> Self {
        Self { fixed: Some(structure), ..Self::default() }
    }

    /// Returns the fastest structure for `n_boxes` boxes, all of which move.
    #[doc(hidden)]
    pub fn best_structure(n_boxes: usize) -> Structure {
        if n_boxes <= BRUTE_FORCE_MAX { Structure::BruteForce } else { Structure::LinearTree }
    }

    /// Replaces the boxes by `boxes` and returns the pairs that overlap now: each pair once, the lower index first, in
    /// no particular order.
    pub fn update(&mut self, boxes: &[Aabb]) -> &[Pair] {
        let structure = self.fixed.unwrap_or_else(|| Self::best_structure(boxes.len()));
        std::mem::swap(&mut self.pairs, &mut self.before);
        self.pairs.clear();
        self.stats = BroadPhaseStats { structure, ..BroadPhaseStats::default() };
        match structure {
            Structure::BruteForce => self.stats.tests = pairs_of_all(boxes, &mut self.pairs),
            Structure::LinearTree => {
                let (tests, sorted) = self.tree.pairs(boxes, &mut self.pairs);
                (self.stats.tests, self.stats.sorted) = (tests, sorted);
            }
            Structure::SweepAndPrune => self.update_sweep(boxes),
        }
        &self.pairs
    }

    /// Returns the pairs that overlapped at the last update.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Returns the pairs that the last update added and removed, compared with the one before it, both sorted.
    pub fn changes(&self) -> PairChanges {
        let sorted = |pairs: &[Pair]| {
            let mut pairs = pairs.to_vec();
            pairs.sort_unstable();
            pairs
        };
        let (before, now) = (sorted(&self.before), sorted(&self.pairs));
        let without = |pairs: &[Pair], others: &[Pair]| {
            pairs.iter().filter(|pair| others.binary_search(pair).is_err()).copied().collect()
        };
        PairChanges { added: without(&now, &before), removed: without(&before, &now) }
    }

    /// Returns statistics of the last update.
    pub fn stats(&self) -> BroadPhaseStats {
        self.stats
    }

    /// Returns the end points on an axis (0, 1, 2 for x, y, z) in the order in which sweep-and-prune last sorted them;
    /// an empty list if sweep-and-prune never ran.
    #[doc(hidden)]
    pub fn end_points(&self, axis: usize) -> &[EndPoint] {
        self.sweep.end_points(axis)
    }

    fn update_sweep(&mut self, boxes: &[Aabb]) {
        // Identities are given out in order, and boxes that are gone become empty: an identity is always the index.
        for id in boxes.len()..self.sweep.len() {
            self.sweep.set(id as u32, Aabb::EMPTY);
        }
        for (id, &aabb) in boxes.iter().enumerate() {
            if id < self.sweep.len() {
                self.sweep.set(id as u32, aabb);
            } else {
                self.sweep.insert(aabb);
            }
        }
        self.sweep.update();
        self.pairs.extend_from_slice(self.sweep.pairs());
        self.stats = self.sweep.stats();
    }
}

/// Adds all overlapping pairs to `found`; returns the number of comparisons of a box with eight others.
fn pairs_of_all(boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "vector instructions")]
        // SAFETY: the processor has AVX2.
        return unsafe { pairs_of_all_avx2(boxes, found) };
    }
    search(boxes, found, BoxGroup::meeting)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn pairs_of_all_avx2(boxes: &[Aabb], found: &mut Vec<Pair>) -> u64 {
    search(boxes, found, |group, narrow| group.meeting_avx2(narrow))
}

#[inline(always)]
fn search(boxes: &[Aabb], found: &mut Vec<Pair>, meeting: impl Fn(&BoxGroup, &Narrow) -> u32) -> u64 {
    // Shift each axis by its first finite end, if there is one, so that f32 keeps the digits of coordinates near it.
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
        // In the box's own group, only later boxes count.
        let mut later = !0u32 << lane << 1;
        for (group, lanes) in groups[own..].iter().enumerate() {
            let mut met = meeting(lanes, &narrow) & later;
            later = !0;
            while met != 0 {
                let j = (own + group) * LANES + met.trailing_zeros() as usize;
                met &= met - 1;
                // Boxes that meet in f32, rounded outwards, may be apart in f64.
                if overlap(&boxes[i], &boxes[j]) {
                    found.push([i as u32, j as u32]);
                }
            }
        }
    }
    tests
}
