//! Trees over triangles and sweep-and-prune; knows no meshes, files or scenes.

mod progress;

pub use progress::{Cancelled, Progress};
