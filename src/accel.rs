//! Trees over triangles and sweep-and-prune; knows no meshes, files or scenes.

mod progress;
mod ray_tree;

pub use progress::{Cancelled, Progress};
pub use ray_tree::{QueryCounts, QueryObserver, RayTree, TriangleHit};
