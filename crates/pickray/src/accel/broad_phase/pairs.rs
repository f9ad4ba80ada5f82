//! Pairs of boxes that overlap, as every structure finds them, and statistics of the search.

use crate::geometry::Aabb;
use serde::{Deserialize, Serialize};

/// Identities of two boxes that overlap, the lower one first.
pub type Pair = [u32; 2];

/// Pairs that an update changed; no pair is in both lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairChanges {
    /// Pairs that overlap now and did not before.
    pub added: Vec<Pair>,
    /// Pairs that overlapped before and do not now.
    pub removed: Vec<Pair>,
}

/// Data structure in which a broad phase searches for overlapping boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structure {
    /// List of boxes, each of which is compared with every later one, eight at a time.
    #[default]
    BruteForce,
    /// Sorted end points of the boxes on three axes.
    SweepAndPrune,
    /// Tree over boxes in Morton order, refitted at each update.
    LinearTree,
}

/// Statistics of the last update of a broad phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BroadPhaseStats {
    /// Structure that found the pairs.
    pub structure: Structure,
    /// Number of comparisons of boxes. Sweep-and-prune compares two boxes at a time, the others one with eight.
    pub tests: u64,
    /// Number of times that an end point moved past another one; 0 unless the structure is sweep-and-prune.
    pub swaps: u64,
    /// `true` if the boxes or their end points were sorted anew.
    pub sorted: bool,
}

/// Returns `true` if two boxes share a point; an empty box has no points.
pub fn overlap(a: &Aabb, b: &Aabb) -> bool {
    let meet = a.min.cmple(b.max) & b.min.cmple(a.max);
    meet.all() && !a.is_empty() && !b.is_empty()
}

pub fn ordered(a: u32, b: u32) -> Pair {
    [a.min(b), a.max(b)]
}
