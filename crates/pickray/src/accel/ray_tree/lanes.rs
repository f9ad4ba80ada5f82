//! Tests of a ray against the boxes of a node and the triangles of a leaf, on eight lanes at once.
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

// Lanes in the instructions that the program is compiled for, without asking the processor.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
pub use portable::Portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use simd128::Simd128 as Portable;

/// Tests of a ray against the boxes of a node and the triangles of a leaf, in the instructions of one kind of
/// processor. Answers may differ between processors, but by no more than the slack by which boxes are widened.
pub trait Lanes {
    /// Ray that is ready for both tests.
    type Aimed;
    /// Four f64 in the same instructions, to aim the ray and to test triangles exactly.
    type Four: Four;

    fn aimed(ray: &GridRay<Self::Four>) -> Self::Aimed;

    /// Returns a mask of the boxes that the ray meets at a parameter of at most `limit`, one bit per lane, and the
    /// parameter at which it enters each box. Boxes in lanes without a child are upside down by more than any rounding:
    /// the ray leaves them before it enters.
    fn boxes(ray: &Self::Aimed, node: &Node, limit: f32) -> (u32, [f32; LANES]);

    /// Returns a mask of the triangles that the ray may hit: bit i for triangle i of the leaf. Bits above the last
    /// triangle mean nothing. `error` is [`Grid::leaf_error`](super::grid::Grid::leaf_error).
    fn triangles(ray: &Self::Aimed, error: &[f32; 3], leaf: &Leaf) -> u32;
}
