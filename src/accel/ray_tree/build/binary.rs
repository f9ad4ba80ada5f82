//! A binary tree over boxes, top down, by the surface area heuristic over bins of their centres.
//!
//! Based on: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", IEEE Symposium on Interactive Ray
//! Tracing 2007. Departures: a range that no plane divides (equal centres) is halved as it stands, and so is every range when the
//! caller asks for a tree of bounded depth.

use bytemuck::{Pod, Zeroable};

/// Bins per axis.
const BINS: usize = 16;

/// A box: its smallest coordinates in lanes 0 to 2, its largest ones, negated, in 4 to 6, so that two are united by eight minima.
/// Lanes 3 and 7 mean nothing.
pub type Bounds = [f32; 8];

pub const EMPTY: Bounds = [f32::INFINITY; 8];

#[inline(always)]
pub fn unite(bounds: &mut Bounds, other: &Bounds) {
    for i in 0..8 {
        bounds[i] = if other[i] < bounds[i] { other[i] } else { bounds[i] };
    }
}

/// Half the surface of a box that is not empty.
#[inline(always)]
pub fn area(bounds: &Bounds) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|k| -bounds[k + 4] - bounds[k]);
    x * y + y * z + z * x
}

/// Something in a box: a triangle or a cluster of them.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct Item {
    pub min: [f32; 3],
    pub id: u32,
    pub negated_max: [f32; 3],
    /// Triangles in it.
    pub count: u32,
}

impl Item {
    #[inline(always)]
    pub fn new(bounds: &Bounds, id: u32, count: u32) -> Self {
        let b = bounds;
        Self { min: [b[0], b[1], b[2]], id, negated_max: [b[4], b[5], b[6]], count }
    }

    #[inline(always)]
    pub fn bounds(&self) -> &Bounds {
        bytemuck::cast_ref(self)
    }

    /// The centre, as a box of one point.
    #[inline(always)]
    fn center(&self) -> Bounds {
        let b = self.bounds();
        let mut center = [0.0; 8];
        for k in 0..4 {
            center[k] = 0.5 * b[k] - 0.5 * b[k + 4];
            center[k + 4] = -center[k];
        }
        center
    }
}

#[derive(Clone, Copy)]
pub struct Node {
    pub bounds: Bounds,
    /// The first of two children side by side, or what the leaf's maker said.
    pub first: u32,
    pub is_leaf: bool,
}

/// A range of items on its way to become a node.
struct Open {
    node: u32,
    start: u32,
    end: u32,
    /// Around the items' centres.
    centers: Bounds,
}

/// The nodes of a tree over `items` (at least one), parents before children. `make_leaf` may turn items into a leaf; it has to for a single one.
/// `cost` says what it costs to test a number of triangles; when `halved` the depth is at most the logarithm of the items.
pub fn grow(
    items: &mut [Item],
    nodes: &mut Vec<Node>,
    halved: bool,
    cost: impl Fn(u32) -> f32,
    mut make_leaf: impl FnMut(&[Item]) -> Option<u32>,
) {
    nodes.clear();
    let (mut bounds, mut centers) = (EMPTY, EMPTY);
    for item in items.iter() {
        unite(&mut bounds, item.bounds());
        unite(&mut centers, &item.center());
    }
    nodes.push(Node { bounds, first: 0, is_leaf: true });
    let mut open = vec![Open { node: 0, start: 0, end: items.len() as u32, centers }];
    while let Some(Open { node, start, end, centers }) = open.pop() {
        let range = &mut items[start as usize..end as usize];
        if let Some(leaf) = make_leaf(range) {
            nodes[node as usize].first = leaf;
            continue;
        }
        let parts = match best_plane(range, &centers, &cost) {
            Some(plane) if !halved => divide(range, &plane),
            _ => halve(range),
        };
        let middle = start + parts.middle as u32;
        let first = nodes.len() as u32;
        (nodes[node as usize].first, nodes[node as usize].is_leaf) = (first, false);
        for (side, (start, end)) in [(start, middle), (middle, end)].into_iter().enumerate() {
            nodes.push(Node { bounds: parts.bounds[side], first: 0, is_leaf: true });
            open.push(Open { node: first + side as u32, start, end, centers: parts.centers[side] });
        }
    }
}

/// A plane between bins: what lies in a bin below `bin` goes left.
struct Plane {
    axis: usize,
    bin: u32,
    binning: Binning,
}

/// Maps centres to bins.
struct Binning {
    low: [f32; 4],
    /// 256 times the bins per unit: the lowest bits of the sum below are a fraction.
    scale: [f32; 4],
}

/// A float of this size has whole numbers for its mantissa, so that adding it rounds without a conversion.
const MAGIC: f32 = (1u32 << 23) as f32;

impl Binning {
    fn of(centers: &Bounds) -> Self {
        let (mut low, mut scale) = ([0.0; 4], [0.0; 4]);
        for k in 0..3 {
            let size = -centers[k + 4] - centers[k];
            let per_unit = (BINS as f32 * 256.0 * 0.999) / size;
            (low[k], scale[k]) = (centers[k], if per_unit.is_finite() && size > 0.0 { per_unit } else { 0.0 });
        }
        Self { low, scale }
    }

    #[inline(always)]
    fn bins(&self, item: &Item) -> [u32; 4] {
        let center = item.center();
        let mut bins = [0; 4];
        for k in 0..4 {
            bins[k] = (((center[k] - self.low[k]) * self.scale[k] + MAGIC).to_bits() & 0xfff) >> 8;
        }
        bins
    }
}

/// The plane of least cost, both sides not empty; `None` where all centres lie in one bin on every axis.
fn best_plane(items: &[Item], centers: &Bounds, cost: &impl Fn(u32) -> f32) -> Option<Plane> {
    let binning = Binning::of(centers);
    let mut bins = [[EMPTY; BINS]; 3];
    let mut counts = [[0u32; BINS]; 3];
    for item in items {
        let places = binning.bins(item);
        for axis in 0..3 {
            let bin = places[axis] as usize % BINS;
            unite(&mut bins[axis][bin], item.bounds());
            counts[axis][bin] += item.count;
        }
    }

    let (mut best, mut found) = (f32::INFINITY, None);
    for axis in 0..3 {
        if binning.scale[axis] == 0.0 {
            continue;
        }
        // What the right side of each plane costs, then the left side on the way up.
        let mut right = [f32::INFINITY; BINS];
        let (mut bounds, mut count) = (EMPTY, 0);
        for bin in (1..BINS).rev() {
            unite(&mut bounds, &bins[axis][bin]);
            count += counts[axis][bin];
            if count > 0 {
                right[bin] = area(&bounds) * cost(count);
            }
        }
        let (mut bounds, mut count) = (EMPTY, 0);
        for bin in 1..BINS {
            unite(&mut bounds, &bins[axis][bin - 1]);
            count += counts[axis][bin - 1];
            if count > 0 && right[bin] < f32::INFINITY {
                let total = area(&bounds) * cost(count) + right[bin];
                if total < best {
                    (best, found) = (total, Some((axis, bin as u32)));
                }
            }
        }
    }
    found.map(|(axis, bin)| Plane { axis, bin, binning })
}

/// Two parts of a range.
struct Parts {
    middle: usize,
    bounds: [Bounds; 2],
    centers: [Bounds; 2],
}

impl Parts {
    const EMPTY: Self = Self { middle: 0, bounds: [EMPTY; 2], centers: [EMPTY; 2] };

    #[inline(always)]
    fn add(&mut self, side: usize, item: &Item) {
        unite(&mut self.bounds[side], item.bounds());
        unite(&mut self.centers[side], &item.center());
    }
}

/// Moves what lies left of the plane to the front.
fn divide(items: &mut [Item], plane: &Plane) -> Parts {
    let mut parts = Parts::EMPTY;
    let is_left = |item: &Item| plane.binning.bins(item)[plane.axis] < plane.bin;
    let (mut left, mut right) = (0, items.len());
    loop {
        while left < right && is_left(&items[left]) {
            parts.add(0, &items[left]);
            left += 1;
        }
        while left < right && !is_left(&items[right - 1]) {
            right -= 1;
            parts.add(1, &items[right]);
        }
        if left == right {
            parts.middle = left;
            return parts;
        }
        items.swap(left, right - 1);
    }
}

fn halve(items: &[Item]) -> Parts {
    let mut parts = Parts { middle: items.len() / 2, ..Parts::EMPTY };
    for (i, item) in items.iter().enumerate() {
        parts.add(usize::from(i >= items.len() / 2), item);
    }
    parts
}
