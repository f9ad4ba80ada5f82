//! The two tests that a walk repeats, on eight lanes at once: boxes of a node, triangles of a leaf.
//!
//! Based on: Sven Woop, Carsten Benthin and Ingo Wald, "Watertight Ray/Triangle Intersection", Journal of Computer
//! Graphics Techniques 2013, for the leaf test. Departure: it only finds out which triangles the ray surely misses.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use super::grid::GridRay;
use super::layout::{LANES, Leaf, Node};
use crate::intersect::Four;

// What a program is compiled for, with no look at the processor.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128 as Portable;

/// Both tests, in the instructions of some processor. Their answers may differ within the slack of the boxes.
pub trait Lanes {
    /// A ray, ready for both.
    type Aimed;
    /// For what comes before the two, and the exact test of what they leave.
    type Four: Four;

    fn aimed(ray: &GridRay<Self::Four>) -> Self::Aimed;

    /// Which boxes the ray meets at a parameter of at most `limit`, a bit a lane, and where it enters each. Those of no
    /// child, which are upside down by more than any rounding, it leaves before it enters.
    fn boxes(ray: &Self::Aimed, node: &Node, limit: f32) -> (u32, [f32; LANES]);

    /// Which triangles the ray does not surely miss, a bit a place; bits above the last triangle mean nothing. `error`
    /// is [`Grid::leaf_error`](super::grid::Grid::leaf_error).
    fn triangles(ray: &Self::Aimed, error: &[f32; 3], leaf: &Leaf) -> u32;
}
