//! The two tests that a walk repeats, on eight lanes at once: boxes of a node, triangles of a leaf.
//!
//! Based on: Sven Woop, Carsten Benthin and Ingo Wald, "Watertight Ray/Triangle Intersection", Journal of Computer Graphics
//! Techniques 2013, for the leaf test. Departure: it only finds out which triangles the ray surely misses.

#[cfg(target_arch = "x86_64")]
pub mod avx2;

use super::grid::GridRay;
use super::layout::{LANES, Leaf, Node};
use crate::intersect::Four;

/// Both tests, in the instructions of some processor. Their answers may differ within the ray's slack.
pub trait Lanes {
    /// What the box test needs of a ray, ready for it.
    type Slabs;
    /// For the exact test of what these leave.
    type Four: Four;

    fn slabs(ray: &GridRay) -> Self::Slabs;

    /// Which boxes the ray meets at a parameter of at most `limit`, a bit a lane, and where it enters each.
    fn boxes(slabs: &Self::Slabs, node: &Node, limit: f32) -> (u32, [f32; LANES]);

    /// Which triangles the ray does not surely miss, a bit a place; bits above the last triangle mean nothing.
    fn triangles(ray: &GridRay, leaf: &Leaf) -> u32;
}

/// Plain Rust, which a compiler may turn into vector instructions.
pub struct Portable;

impl Lanes for Portable {
    type Slabs = GridRay;
    type Four = [f64; 4];

    fn slabs(ray: &GridRay) -> GridRay {
        *ray
    }

    #[inline(always)]
    fn boxes(ray: &GridRay, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (origin, scale) = (node.origin(), node.scale());
        let (mut near, mut far) = ([0.0f32; LANES], [limit; LANES]);
        for (k, origin) in origin.into_iter().enumerate() {
            let from_origin = origin as f32 * ray.inverse[k];
            let (near_base, far_base) = (from_origin + ray.near[k], from_origin + ray.far[k]);
            let step = scale * ray.inverse[k];
            let (near_row, far_row) = (&node.planes[ray.near_row[k]], &node.planes[ray.near_row[k] ^ 1]);
            for lane in 0..LANES {
                near[lane] = larger(f32::from(near_row[lane]) * step + near_base, near[lane]);
                far[lane] = smaller(f32::from(far_row[lane]) * step + far_base, far[lane]);
            }
        }
        let mut met = 0;
        for lane in 0..LANES {
            met |= u32::from(near[lane] <= far[lane]) << lane;
        }
        (met & ((1 << node.children()) - 1), near)
    }

    #[inline(always)]
    fn triangles(ray: &GridRay, leaf: &Leaf) -> u32 {
        // The corners seen along the ray: it comes from their origin and goes along the main axis.
        let [across_x, across_y, main] = ray.axes.map(|axis| &leaf.corners[axis]);
        let (mut x, mut y, mut size) = ([0.0f32; LANES], [0.0f32; LANES], [0.0f32; LANES]);
        for lane in 0..LANES {
            let along = main[lane] - ray.entry[2];
            x[lane] = across_x[lane] - ray.entry[0] - ray.entry_rest[0] - ray.slope[0] * along;
            y[lane] = across_y[lane] - ray.entry[1] - ray.entry_rest[1] - ray.slope[1] * along;
            size[lane] = x[lane].abs() + y[lane].abs();
        }

        // The ray misses a triangle when it passes two edges on different sides.
        let mut candidates = 0;
        for place in 0..leaf.len() {
            let [a, b, c] = [0, 3, 6].map(|shift| (leaf.indices >> (9 * place + shift)) as usize & 7);
            let edges = [(b, c), (c, a), (a, b)].map(|(i, j)| x[j] * y[i] - x[i] * y[j]);
            let m = larger(larger(size[a], size[b]), size[c]);
            let error = (ray.error[2] * m + ray.error[1]) * m + ray.error[0];
            let missed = edges.iter().any(|e| *e < -error) && edges.iter().any(|e| *e > error);
            candidates |= u32::from(!missed) << place;
        }
        candidates
    }
}

/// As the processor's instructions do it: the second where either is not a number.
#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}
