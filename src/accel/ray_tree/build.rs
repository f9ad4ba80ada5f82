//! Top-down construction by the surface area heuristic over bins of centroids.
//!
//! Based on: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", IEEE Symposium on Interactive Ray
//! Tracing 2007. Departure: a range that no plane divides (equal centroids) is halved as it stands.

use super::{Node, RayTree};
use crate::accel::{Cancelled, Progress};

/// Candidate planes per axis, less one.
const BINS: usize = 16;
/// A leaf holds at most this many triangles.
const LEAF_MAX: usize = 4;
/// Cost of stepping into a node, in tests of a triangle.
const STEP_COST: f32 = 1.0;
/// Triangles between two looks at the progress.
const REPORT_EVERY: usize = 4096;

#[derive(Clone, Copy)]
struct Bounds {
    min: [f32; 3],
    max: [f32; 3],
}

impl Bounds {
    const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };

    fn grow(&mut self, other: &Self) {
        for k in 0..3 {
            self.min[k] = self.min[k].min(other.min[k]);
            self.max[k] = self.max[k].max(other.max[k]);
        }
    }

    /// Half the surface; 0 when empty.
    fn area(&self) -> f32 {
        let [x, y, z] = std::array::from_fn(|k| (self.max[k] - self.min[k]).max(0.0));
        x * y + y * z + z * x
    }

    fn center(&self, axis: usize) -> f32 {
        0.5 * self.min[axis] + 0.5 * self.max[axis]
    }
}

/// A triangle on its way into a leaf.
#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds,
    triangle: u32,
}

pub fn build(positions: &[[f32; 3]], triangles: &[[u32; 3]], progress: &Progress) -> Result<RayTree, Cancelled> {
    assert!(triangles.len() < 1 << 31, "a tree holds fewer than 2^31 triangles");
    let corners = |triangle: u32| triangles[triangle as usize].map(|i| positions[i as usize]);
    let mut items = Vec::with_capacity(triangles.len());
    for triangle in 0..triangles.len() as u32 {
        let corners = corners(triangle);
        if corners.as_flattened().iter().all(|x| x.is_finite()) {
            let mut bounds = Bounds::EMPTY;
            for p in corners {
                bounds.grow(&Bounds { min: p, max: p });
            }
            items.push(Item { bounds, triangle });
        }
    }

    let mut nodes = Vec::new();
    if !items.is_empty() {
        nodes.push(node_around(&items));
        let mut open = vec![(0usize, 0..items.len())];
        let (mut done, mut reported) = (0, 0);
        while let Some((node, range)) = open.pop() {
            let Some(middle) = split(&nodes[node], &mut items[range.clone()]) else {
                (nodes[node].first, nodes[node].count) = (range.start as u32, range.len() as u32);
                done += range.len();
                if done >= reported + REPORT_EVERY {
                    progress.check()?;
                    progress.advance(done as f32 / items.len() as f32);
                    reported = done;
                }
                continue;
            };
            progress.check()?;
            let middle = range.start + middle;
            let first = nodes.len();
            nodes[node].first = first as u32;
            nodes.push(node_around(&items[range.start..middle]));
            nodes.push(node_around(&items[middle..range.end]));
            open.extend([(first, range.start..middle), (first + 1, middle..range.end)]);
        }
    }
    progress.check()?;
    progress.advance(1.0);
    let order: Vec<u32> = items.iter().map(|item| item.triangle).collect();
    let corners = order.iter().map(|&triangle| corners(triangle)).collect();
    Ok(RayTree { nodes, order, corners })
}

fn node_around(items: &[Item]) -> Node {
    let mut bounds = Bounds::EMPTY;
    items.iter().for_each(|item| bounds.grow(&item.bounds));
    Node { min: bounds.min, max: bounds.max, first: 0, count: 0 }
}

/// Sorts the items into two parts and says where the second begins; `None` where a leaf is better.
fn split(node: &Node, items: &mut [Item]) -> Option<usize> {
    if items.len() == 1 {
        return None;
    }
    let area = Bounds { min: node.min, max: node.max }.area();
    let best = (0..3).filter_map(|axis| best_plane(items, axis)).min_by(|a, b| a.cost.total_cmp(&b.cost));
    let Some(plane) = best.filter(|plane| plane.cost.is_finite()) else {
        return (items.len() > LEAF_MAX).then_some(items.len() / 2);
    };
    if items.len() <= LEAF_MAX && items.len() as f32 * area <= STEP_COST * area + plane.cost {
        return None;
    }
    let mut middle = 0;
    for i in 0..items.len() {
        if plane.bin_of(&items[i]) < plane.bin {
            items.swap(i, middle);
            middle += 1;
        }
    }
    Some(middle)
}

/// A plane between bins: items whose bin lies below `bin` go left.
struct Plane {
    axis: usize,
    bin: usize,
    low: f32,
    bins_per_unit: f32,
    cost: f32,
}

impl Plane {
    fn bin_of(&self, item: &Item) -> usize {
        (((item.bounds.center(self.axis) - self.low) * self.bins_per_unit) as usize).min(BINS - 1)
    }
}

/// The plane of least cost across `axis`, both sides not empty; `None` where all centroids lie in one bin.
fn best_plane(items: &[Item], axis: usize) -> Option<Plane> {
    let (low, high) = items.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), item| {
        let center = item.bounds.center(axis);
        (low.min(center), high.max(center))
    });
    let mut plane = Plane { axis, bin: 0, low, bins_per_unit: BINS as f32 / (high - low), cost: f32::INFINITY };
    if low >= high || !plane.bins_per_unit.is_finite() || plane.bins_per_unit == 0.0 {
        return None;
    }

    let mut bins = [(Bounds::EMPTY, 0usize); BINS];
    for item in items {
        let (bounds, count) = &mut bins[plane.bin_of(item)];
        bounds.grow(&item.bounds);
        *count += 1;
    }

    // Cost of the right side of each plane, then of the left side on the way up.
    let mut right = [(0.0f32, 0usize); BINS];
    let (mut bounds, mut count) = (Bounds::EMPTY, 0);
    for bin in (1..BINS).rev() {
        bounds.grow(&bins[bin].0);
        count += bins[bin].1;
        right[bin] = (bounds.area() * count as f32, count);
    }
    let (mut bounds, mut count) = (Bounds::EMPTY, 0);
    for bin in 1..BINS {
        bounds.grow(&bins[bin - 1].0);
        count += bins[bin - 1].1;
        let cost = bounds.area() * count as f32 + right[bin].0;
        if count > 0 && right[bin].1 > 0 && (plane.bin == 0 || cost < plane.cost) {
            (plane.bin, plane.cost) = (bin, cost);
        }
    }
    (plane.bin > 0).then_some(plane)
}
