//! Top-down construction by the surface area heuristic.
//!
//! Based on: Ingo Wald, On fast Construction of SAH-based Bounding Volume Hierarchies, 2007. Departures: ranges of
//! triangles are divided down to single triangles; short ranges are sorted and every split position is tried; a range
//! that no plane divides is halved in its present order.

use super::{AabbTree, Bounds, Cancelled, Child, Node, Progress};
use crate::work::uncancelled;
use bytemuck::Zeroable;
use glam::{Vec3, Vec4};
use std::ops::Range;

/// Number of bins in which centroids are counted: one more than there are candidate planes.
const BINS: usize = 16;
/// Length up to which ranges are sorted instead.
const SORTED_MAX: usize = 12;
/// Depth from which on ranges are halved, so that no input makes a tree deeper than this plus 32.
const DEEPEST: u32 = 64;
/// Number of triangles between two looks at the progress.
const REPORT_EVERY: usize = 4096;

#[derive(Clone, Copy)]
struct TriangleItem {
    bounds: Bounds,
    triangle: u32,
}

impl TriangleItem {
    fn twice_middle(&self) -> Vec4 {
        self.bounds.min + self.bounds.max
    }
}

impl AabbTree {
    /// Builds a tree over `triangles`, which index `positions`.
    ///
    /// Triangles with a corner that is not finite are left out.
    ///
    /// # Panics
    /// When a triangle has an index beyond the end of `positions`, or there are 2³¹ triangles or more.
    pub fn build(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Self {
        uncancelled(|progress| Self::build_with(positions, triangles, progress))
    }

    /// Builds a tree as [`build`](Self::build) does, telling `progress` how far the build has come.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    ///
    /// # Panics
    /// For the same reasons as [`build`](Self::build).
    pub fn build_with(positions: &[[f32; 3]], triangles: &[[u32; 3]], progress: &Progress) -> Result<Self, Cancelled> {
        assert!(triangles.len() < 1 << 31, "a tree holds fewer than 2^31 triangles");
        let mut items = Vec::with_capacity(triangles.len());
        for (id, triangle) in triangles.iter().enumerate() {
            let corners = triangle.map(|i| Vec3::from(positions[i as usize]).extend(0.0));
            if corners.iter().all(|corner| corner.is_finite()) {
                let [a, b, c] = corners;
                let bounds = Bounds { min: a.min(b).min(c), max: a.max(b).max(c) };
                items.push(TriangleItem { bounds, triangle: id as u32 });
            }
        }
        let nodes = nodes_over(&mut items, progress)?;
        Ok(in_tree_order(positions, triangles, &items, nodes))
    }
}

/// Sorts `items` into the order of the tree; returns the nodes, depth first, and how many items are below each.
fn nodes_over(items: &mut [TriangleItem], progress: &Progress) -> Result<(Vec<Node>, Vec<u32>), Cancelled> {
    let mut nodes = vec![Node::zeroed(); items.len().saturating_sub(1)];
    let mut n_below = vec![0; nodes.len()];
    let mut open = Vec::new();
    if items.len() > 1 {
        open.push((0..items.len(), 0, 0));
    }
    let (mut done, mut reported) = (0, 0);
    while let Some((range, node, depth)) = open.pop() {
        let part = &mut items[range.clone()];
        let bounds = part.iter().fold(Bounds::EMPTY, |bounds, item| bounds.union(item.bounds));
        let n_first = if depth < DEEPEST { split(part) } else { part.len() / 2 };
        let n = part.len() as u32;
        let middle = range.start + n_first;

        // Over n triangles lie n - 1 nodes, so that the second child comes n nodes after its parent.
        let mut child = |range: Range<usize>, node: usize| {
            if range.len() == 1 {
                done += 1;
                return Child::triangle(range.start);
            }
            open.push((range, node, depth + 1));
            Child::node(node)
        };
        let second = child(middle..range.end, node + n_first);
        let first = child(range.start..middle, node + 1);
        n_below[node] = n;
        nodes[node] =
            Node { min: bounds.min.truncate().to_array(), first, max: bounds.max.truncate().to_array(), second };
        if done >= reported + REPORT_EVERY {
            progress.check()?;
            progress.advance(done as f32 / items.len() as f32);
            reported = done;
        }
    }
    progress.check()?;
    progress.advance(1.0);
    Ok((nodes, n_below))
}

/// Sorts at least two items into two parts and returns how many come first.
fn split(items: &mut [TriangleItem]) -> usize {
    if items.len() <= SORTED_MAX { split_sorted(items) } else { split_binned(items) }
}

/// Does what [`split`] does for few items: tries every place in the order of their middles along each axis.
fn split_sorted(items: &mut [TriangleItem]) -> usize {
    let n = items.len();
    let sort = |items: &mut [TriangleItem], axis: usize| {
        items.sort_unstable_by(|p, q| {
            p.twice_middle()[axis].total_cmp(&q.twice_middle()[axis]).then(p.triangle.cmp(&q.triangle))
        });
    };
    let (mut best_cost, mut best_axis, mut best_place) = (f32::INFINITY, 0, n / 2);
    for axis in 0..3 {
        sort(items, axis);
        let mut after = [0.0; SORTED_MAX];
        let mut bounds = Bounds::EMPTY;
        for i in (1..n).rev() {
            bounds = bounds.union(items[i].bounds);
            after[i] = bounds.area() * (n - i) as f32;
        }
        let mut bounds = Bounds::EMPTY;
        for place in 1..n {
            bounds = bounds.union(items[place - 1].bounds);
            let cost = bounds.area() * place as f32 + after[place];
            if cost < best_cost {
                (best_cost, best_axis, best_place) = (cost, axis, place);
            }
        }
    }
    if best_axis != 2 {
        sort(items, best_axis);
    }
    best_place
}

/// Does what [`split`] does by the best plane between bins of the items' middles along any axis.
fn split_binned(items: &mut [TriangleItem]) -> usize {
    let twice_middles = items.iter().fold(Bounds::EMPTY, |bounds, item| {
        let twice_middle = item.twice_middle();
        Bounds { min: bounds.min.min(twice_middle), max: bounds.max.max(twice_middle) }
    });
    // Bins count from the least midpoint; an axis of equal midpoints, or ones too far apart for f32, has one bin.
    let extent = twice_middles.max - twice_middles.min;
    let per_unit = Vec4::splat(BINS as f32) / extent;
    let usable = [0, 1, 2].map(|axis| extent[axis] > 0.0 && per_unit[axis].is_finite() && per_unit[axis] > 0.0);
    let bin_of = |item: &TriangleItem, axis: usize| {
        (((item.twice_middle()[axis] - twice_middles.min[axis]) * per_unit[axis]) as usize).min(BINS - 1)
    };
    let mut bins = [[(Bounds::EMPTY, 0u32); BINS]; 3];
    for item in items.iter() {
        for (axis, bins) in bins.iter_mut().enumerate() {
            let bin = &mut bins[if usable[axis] { bin_of(item, axis) } else { 0 }];
            *bin = (bin.0.union(item.bounds), bin.1 + 1);
        }
    }

    let mut best: Option<(f32, usize, usize)> = None;
    for (axis, bins) in bins.iter().enumerate() {
        let mut after = [(0.0, 0); BINS];
        let (mut bounds, mut count) = (Bounds::EMPTY, 0);
        for i in (1..BINS).rev() {
            (bounds, count) = (bounds.union(bins[i].0), count + bins[i].1);
            after[i] = (if count > 0 { bounds.area() * count as f32 } else { 0.0 }, count);
        }
        let (mut bounds, mut count) = (Bounds::EMPTY, 0);
        for plane in 1..BINS {
            (bounds, count) = (bounds.union(bins[plane - 1].0), count + bins[plane - 1].1);
            if count == 0 || after[plane].1 == 0 {
                continue;
            }
            let cost = bounds.area() * count as f32 + after[plane].0;
            if best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, axis, plane));
            }
        }
    }
    let Some((_, axis, plane)) = best else { return items.len() / 2 };
    let mut n_first = 0;
    for i in 0..items.len() {
        if bin_of(&items[i], axis) < plane {
            items.swap(i, n_first);
            n_first += 1;
        }
    }
    n_first
}

/// Returns the tree, with triangles as they lie in `items` and vertices as these use them first.
fn in_tree_order(
    positions: &[[f32; 3]],
    triangles: &[[u32; 3]],
    items: &[TriangleItem],
    (nodes, n_below): (Vec<Node>, Vec<u32>),
) -> AabbTree {
    const UNUSED: u32 = u32::MAX;
    let mut place = vec![UNUSED; positions.len()];
    let mut in_order = Vec::new();
    let triangle_ids: Vec<u32> = items.iter().map(|item| item.triangle).collect();
    let ordered = triangle_ids.iter().map(|&id| {
        triangles[id as usize].map(|vertex| {
            let place = &mut place[vertex as usize];
            if *place == UNUSED {
                *place = in_order.len() as u32;
                let [x, y, z] = positions[vertex as usize];
                in_order.push([x, y, z, 0.0]);
            }
            *place
        })
    });
    let ordered = ordered.collect();
    AabbTree { nodes, n_below, triangles: ordered, triangle_ids, positions: in_order }
}
