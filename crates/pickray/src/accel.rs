//! Search structures over triangles (trees) and over boxes (broad phase); independent of meshes, files and scenes.

mod aabb_tree;
mod batch;
mod box_tree;
mod broad_phase;
mod ray_options;
mod ray_tree;

pub(crate) use aabb_tree::moved_point;
pub use aabb_tree::{AabbTree, PairCounts, PairFinder};
#[doc(hidden)]
pub use aabb_tree::{TreeChild, TreeNode};
pub use batch::{Answers, HitColumns, Lists, OriginsAndDirections, Points, Rays};
pub(crate) use batch::{answer_each, answer_each_with, answer_packets, list_chunks, list_each};
pub(crate) use box_tree::{Below, BoxRay, BoxTree, EVERYWHERE};
pub use broad_phase::{BroadPhase, BroadPhaseStats, Pair, PairChanges, Structure};
#[doc(hidden)]
pub use broad_phase::{EndPoint, SweepAndPrune};
pub(crate) use ray_options::Parameters;
pub use ray_options::{RayOptions, Skip};
pub use ray_tree::{BuildError, QueryCounts, QueryObserver, TriangleHit};
pub(crate) use ray_tree::{
    EightRays, Horizon, Inside, PACKET, Placement, SavedTree, SpherePath, TreeBox, Visitor, prefetch, prefetch_pair,
    set_each,
};
#[doc(hidden)]
pub use ray_tree::{Query, RayTree};
