//! Tests of a ray against boxes and triangles in plain Rust.

use super::super::grid::GridRay;
use super::super::layout::{LANES, Leaf, Node, larger, smaller};
use super::Lanes;
use crate::intersect::Four;

/// [`Lanes`] in plain Rust, which a compiler may turn into vector instructions.
pub struct Portable;

/// [`GridRay`] with its numbers in f32.
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
        // Project the corners along the ray, which starts at their origin and goes along the main axis.
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
