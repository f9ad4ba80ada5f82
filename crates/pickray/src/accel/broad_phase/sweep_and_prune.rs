//! Sweep-and-prune: the overlapping pairs among many moving boxes, from sorted end points.
//!
//! Based on: David Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, 1992, section 2.3; Jonathan Cohen, Ming
//! Lin, Dinesh Manocha and Madhav Ponamgi, I-COLLIDE, 1995, section 5 (insertion sort on three axes, pairs changed by
//! swaps). Departures: a swap looks at the boxes themselves, so that no overlap flags are kept for each axis; touching
//! boxes overlap; and if so many boxes are new that swapping would take quadratic time, the lists are sorted anew.

mod pair_set;

use super::pairs::{BroadPhaseStats, Pair, PairChanges, Structure, ordered, overlap};
use crate::geometry::Aabb;
use pair_set::PairSet;

/// Lower or upper end of the interval that a box covers on an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndPoint {
    /// Coordinate of the end.
    pub value: f64,
    /// Twice the identity of the box, plus 1 for the upper end.
    tag: u32,
}

impl EndPoint {
    /// Returns the identity of the box that the end belongs to.
    pub fn id(&self) -> u32 {
        self.tag >> 1
    }

    /// Returns `true` for the upper end of a box.
    pub fn is_max(&self) -> bool {
        self.tag & 1 == 1
    }

    /// Returns `true` if this end comes before `other`; of equal values, lower ends do, so that touching boxes overlap.
    fn precedes(&self, other: &Self) -> bool {
        self.value < other.value || (self.value == other.value && !self.is_max() && other.is_max())
    }
}

/// Boxes of moving objects, their sorted end points on the three axes, and the pairs that overlap.
///
/// Boxes are told apart by identities, given out by [`insert`](Self::insert). Changes to boxes take effect at the next
/// [`update`](Self::update). An empty box (a box with a NaN counts as empty) overlaps nothing, as if it were removed.
///
/// ```
/// use glam::DVec3;
/// use pickray::accel::SweepAndPrune;
/// use pickray::geometry::Aabb;
///
/// let unit = |x: f64| Aabb::new(DVec3::new(x, 0.0, 0.0), DVec3::new(x + 1.0, 1.0, 1.0));
/// let mut boxes = SweepAndPrune::default();
/// let (a, b) = (boxes.insert(unit(0.0)), boxes.insert(unit(5.0)));
/// assert!(boxes.update().added.is_empty());
/// boxes.set(b, unit(1.0));
/// assert_eq!(boxes.update().added, [[a, b]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune {
    boxes: Vec<Aabb>,
    /// Boxes as they were at the last update.
    settled: Vec<Aabb>,
    /// Identities of the boxes that, since the last update, were added, or became or ceased to be empty.
    turned: Vec<u32>,
    /// For each index in `boxes`, `true` if the box's end points are in `axes`; those of an empty box are not.
    listed: Vec<bool>,
    axes: [Vec<EndPoint>; 3],
    pairs: PairSet,
    changes: PairChanges,
    stats: BroadPhaseStats,
    /// Number of boxes that, since the last update, were added or moved by more than [`JUMP`] of their longest sides.
    unsettled: usize,
}

/// Reciprocal of the share of boxes, new or jumped, above which the lists are sorted anew.
const REBUILD_SHARE: usize = 8;

/// Distance, in longest sides of the box, above which a moved box has jumped.
const JUMP: f64 = 4.0;

impl SweepAndPrune {
    /// Adds a box and returns its identity.
    pub fn insert(&mut self, aabb: Aabb) -> u32 {
        let id = self.boxes.len() as u32;
        self.boxes.push(cleaned(aabb));
        self.settled.push(Aabb::EMPTY);
        self.listed.push(false);
        self.turned.push(id);
        id
    }

    /// Replaces the box `id` by `aabb`. Panics if no box has this id.
    pub fn set(&mut self, id: u32, aabb: Aabb) {
        let aabb = cleaned(aabb);
        let old = &mut self.boxes[id as usize];
        let moved = (aabb.min - old.min).abs().max_element();
        self.unsettled += usize::from(moved > JUMP * old.size().max_element());
        if aabb.is_empty() != old.is_empty() {
            self.turned.push(id);
        }
        *old = aabb;
    }

    /// Returns the number of boxes, empty ones included.
    pub(crate) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Applies all changes to boxes since the last update, and returns the pairs that began or ceased to overlap.
    pub fn update(&mut self) -> &PairChanges {
        self.changes.added.clear();
        self.changes.removed.clear();
        self.stats = BroadPhaseStats { structure: Structure::SweepAndPrune, ..BroadPhaseStats::default() };
        self.list_and_unlist();
        let live = self.axes[0].len() / 2;
        if self.unsettled * REBUILD_SHARE > live {
            self.rebuild();
        } else {
            for axis in 0..3 {
                self.sort(axis);
            }
        }
        self.unsettled = 0;
        self.settled.copy_from_slice(&self.boxes);
        &self.changes
    }

    /// Returns the pairs that overlapped at the last update, in no particular order.
    pub fn pairs(&self) -> &[Pair] {
        self.pairs.as_slice()
    }

    /// Returns the pairs that the last update changed.
    pub fn changes(&self) -> &PairChanges {
        &self.changes
    }

    /// Returns statistics of the last update.
    pub fn stats(&self) -> BroadPhaseStats {
        self.stats
    }

    /// Returns the end points on an axis (0, 1, 2 for x, y, z) as sorted by the last update. Panics for another axis.
    pub fn end_points(&self, axis: usize) -> &[EndPoint] {
        &self.axes[axis]
    }

    /// Lists the end points of new boxes, and takes out those of boxes that are empty now.
    fn list_and_unlist(&mut self) {
        let Self { boxes, listed, turned, axes, pairs, changes, .. } = self;
        if turned.is_empty() {
            return;
        }
        turned.sort_unstable();
        turned.dedup();
        let (mut gone, mut new) = (false, Vec::new());
        for &id in turned.iter() {
            let (place, stays) = (id as usize, !boxes[id as usize].is_empty());
            if stays && !listed[place] {
                new.push(id);
            }
            gone |= !stays && listed[place];
            listed[place] = stays;
        }

        // Boxes that are empty now take their end points and their pairs with them.
        if gone {
            for axis in axes.iter_mut() {
                axis.retain(|end| listed[end.id() as usize]);
            }
            let lost = pairs.as_slice().iter().filter(|pair| pair.iter().any(|&id| !listed[id as usize]));
            changes.removed.extend(lost);
            for &pair in &changes.removed {
                pairs.remove(pair);
            }
        }
        for axis in axes.iter_mut() {
            // New end points go to the end of the list, so that sorting moves them past all that they come to overlap.
            axis.extend(new.iter().flat_map(|&id| [2 * id, 2 * id + 1]).map(|tag| EndPoint { value: 0.0, tag }));
        }
        self.unsettled += new.len();
        self.turned.clear();
    }

    /// Sorts the end points of one axis by insertion: what moves past something else may begin or cease to overlap it.
    fn sort(&mut self, axis: usize) {
        let Self { boxes, settled, axes, pairs, changes, stats, .. } = self;
        let ends = &mut axes[axis];
        for end in ends.iter_mut() {
            end.value = value(boxes, end.tag, axis);
        }
        for i in 1..ends.len() {
            let moving = ends[i];
            let mut place = i;
            while place > 0 && moving.precedes(&ends[place - 1]) {
                let passed = ends[place - 1];
                ends[place] = passed;
                place -= 1;
                if moving.is_max() == passed.is_max() {
                    continue;
                }
                let pair = ordered(moving.id(), passed.id());
                stats.tests += 1;
                // A lower end that moves before an upper end now overlaps it on this axis; in the other case no longer.
                if !moving.is_max() {
                    if overlap_of(boxes, pair) && pairs.insert(pair) {
                        changes.added.push(pair);
                    }
                } else if overlap_of(settled, pair) && pairs.remove(pair) {
                    changes.removed.push(pair);
                }
            }
            ends[place] = moving;
            stats.swaps += (i - place) as u64;
        }
    }

    /// Sorts all lists from scratch, finds all pairs by sweeping over one axis, and compares with the pairs before.
    fn rebuild(&mut self) {
        let Self { boxes, axes, pairs, changes, stats, .. } = self;
        stats.sorted = true;
        for (axis, ends) in axes.iter_mut().enumerate() {
            for end in ends.iter_mut() {
                end.value = value(boxes, end.tag, axis);
            }
            ends.sort_unstable_by(|p, q| p.value.total_cmp(&q.value).then(p.is_max().cmp(&q.is_max())));
        }

        // Sweep over the widest axis: each lower end meets the boxes that are open there.
        let mut found = PairSet::default();
        let mut open: Vec<u32> = Vec::new();
        let mut place_in_open = vec![0; boxes.len()];
        for end in &axes[widest(axes)] {
            let id = end.id();
            if end.is_max() {
                let place = place_in_open[id as usize];
                open.swap_remove(place);
                if let Some(&moved) = open.get(place) {
                    place_in_open[moved as usize] = place;
                }
                continue;
            }
            stats.tests += open.len() as u64;
            for pair in open.iter().map(|&other| ordered(id, other)) {
                if overlap_of(boxes, pair) {
                    found.insert(pair);
                }
            }
            place_in_open[id as usize] = open.len();
            open.push(id);
        }

        // Tell what differs from the pairs before.
        changes.removed.extend(pairs.as_slice().iter().filter(|&&pair| !found.contains(pair)));
        changes.added.extend(found.as_slice().iter().filter(|&&pair| !pairs.contains(pair)));
        *pairs = found;
    }
}

/// Returns a box as it is kept: −0 as 0, which compares equal but sorts apart, and anything empty or NaN as empty.
fn cleaned(aabb: Aabb) -> Aabb {
    if aabb.is_empty() { Aabb::EMPTY } else { Aabb::new(aabb.min + 0.0, aabb.max + 0.0) }
}

fn value(boxes: &[Aabb], tag: u32, axis: usize) -> f64 {
    let aabb = &boxes[(tag >> 1) as usize];
    if tag & 1 == 0 { aabb.min[axis] } else { aabb.max[axis] }
}

/// Returns the axis on which the middle half of the end points spreads most, so that few boxes are open at a time.
fn widest(axes: &[Vec<EndPoint>; 3]) -> usize {
    let spread = |axis: usize| {
        let ends = &axes[axis];
        ends.get(3 * ends.len() / 4).map_or(0.0, |upper| upper.value - ends[ends.len() / 4].value)
    };
    (0..3).max_by(|&p, &q| spread(p).total_cmp(&spread(q))).unwrap_or(0)
}

fn overlap_of(boxes: &[Aabb], [a, b]: Pair) -> bool {
    overlap(&boxes[a as usize], &boxes[b as usize])
}
