//! The two tests that a walk repeats, on eight lanes at once: boxes of a node, triangles of a leaf.
//!
//! Based on: Sven Woop, Carsten Benthin and Ingo Wald, "Watertight Ray/Triangle Intersection", Journal of Computer
//! Graphics Techniques 2013, for the leaf test. Departure: it only finds out which triangles the ray surely misses.

#[cfg(target_arch = "x86_64")]
pub mod avx2;

use super::grid::GridRay;
use super::layout::{LANES, Leaf, Node, larger, smaller};
use crate::intersect::Four;

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

/// Plain Rust, which a compiler may turn into vector instructions.
pub struct Portable;

/// The numbers of a [`GridRay`] in f32.
pub struct PortableRay {
    inverse: [f32; 4],
    constant: [f32; 4],
    axes: [usize; 3],
    entry: [f32; 4],
    slope: [f32; 4],
}

impl Lanes for Portable {
    type Aimed = PortableRay;
    type Four = [f64; 4];

    #[inline(always)]
    fn aimed(ray: &GridRay<[f64; 4]>) -> PortableRay {
        PortableRay {
            inverse: ray.inverse.singles(),
            constant: ray.constant.singles(),
            axes: ray.axes,
            entry: ray.entry.singles(),
            slope: ray.slope.singles(),
        }
    }

    #[inline(always)]
    fn boxes(ray: &PortableRay, node: &Node, limit: f32) -> (u32, [f32; LANES]) {
        let (origin, scale) = (node.origin(), node.scale());
        let (mut near, mut far) = ([0.0f32; LANES], [limit; LANES]);
        for (k, origin) in origin.into_iter().enumerate() {
            let base = origin as f32 * ray.inverse[k] - ray.constant[k];
            let step = scale * ray.inverse[k];
            let near_row = 2 * k + usize::from(ray.inverse[k].is_sign_negative());
            let (near_planes, far_planes) = (&node.planes[near_row], &node.planes[near_row ^ 1]);
            for lane in 0..LANES {
                near[lane] = larger(f32::from(near_planes[lane]) * step + base, near[lane]);
                far[lane] = smaller(f32::from(far_planes[lane]) * step + base, far[lane]);
            }
        }
        let mut met = 0;
        for lane in 0..LANES {
            met |= u32::from(near[lane] <= far[lane]) << lane;
        }
        (met, near)
    }

    #[inline(always)]
    fn triangles(ray: &PortableRay, error: &[f32; 3], leaf: &Leaf) -> u32 {
        // The corners seen along the ray: it comes from their origin and goes along the main axis.
        let (mut x, mut y, mut m) = ([0.0f32; LANES], [0.0f32; LANES], 0.0);
        for lane in 0..LANES {
            let [from_x, from_y, along] = ray.axes.map(|axis| leaf.corners[axis][lane] - ray.entry[axis]);
            x[lane] = from_x - ray.slope[ray.axes[0]] * along;
            y[lane] = from_y - ray.slope[ray.axes[1]] * along;
            m = larger(x[lane].abs() + y[lane].abs(), m);
        }
        let error = (error[2] * m + error[1]) * m + error[0];

        // The ray misses a triangle when it passes two edges on different sides.
        let mut candidates = 0;
        for place in 0..leaf.len() {
            let [a, b, c] = [0, 3, 6].map(|shift| (leaf.indices >> (9 * place + shift)) as usize & 7);
            let edges = [(b, c), (c, a), (a, b)].map(|(i, j)| x[j] * y[i] - x[i] * y[j]);
            let missed = edges.iter().any(|e| *e < -error) && edges.iter().any(|e| *e > error);
            candidates |= u32::from(!missed) << place;
        }
        candidates
    }
}
