//! Top-down construction of a binary tree over boxes, by the surface area heuristic over bins of their centres.
//!
//! Based on: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", IEEE Symposium on Interactive
//! Ray Tracing 2007. Departures: the plane that divides a large range of items is chosen by a sample of its items. From
//! a range that no plane divides (equal centres), duplicates are removed; it is then halved in its present order. Every
//! range is treated so if the caller asks for a tree of bounded depth.

use bytemuck::{Pod, Zeroable};

const BINS: usize = 16;
/// Bins per axis for at most [`FEW`] items, where looking at planes takes longer than looking at items.
const FEW_BINS: usize = 8;
const FEW: usize = 32;
/// Least number of items, evenly spread over a range that has more, by which its plane is chosen.
const SAMPLE: usize = 256;

/// Box: its smallest coordinates in lanes 0 to 2, and its largest, negated, in lanes 4 to 6. The lane-wise minimum of
/// two boxes is thus their union. Lanes 3 and 7 mean nothing.
pub type Bounds = [f32; 8];

pub const EMPTY: Bounds = [f32::INFINITY; 8];

#[inline(always)]
pub fn unite(bounds: &mut Bounds, other: &Bounds) {
    let less = |i: usize| if other[i] < bounds[i] { other[i] } else { bounds[i] };
    *bounds = [less(0), less(1), less(2), less(3), less(4), less(5), less(6), less(7)];
}

/// Returns what `of` makes of each of four lanes. Written out, as in [`unite`]: a compiler for size, as for a web page,
/// makes no vectors of a loop.
#[inline(always)]
fn lanes<T>(of: impl Fn(usize) -> T) -> [T; 4] {
    [of(0), of(1), of(2), of(3)]
}

/// Returns half the surface area of a box that is not empty.
#[inline(always)]
pub fn area(bounds: &Bounds) -> f32 {
    let [x, y, z] = [0, 1, 2].map(|k| -bounds[k + 4] - bounds[k]);
    x * y + y * z + z * x
}

/// Returns the centre of a box. The last lane is 0: an item's id and count are subnormal as floats, and slow to add.
#[inline(always)]
pub fn center(bounds: &Bounds) -> [f32; 4] {
    lanes(|k| if k < 3 { 0.5 * bounds[k] - 0.5 * bounds[k + 4] } else { 0.0 })
}

/// Element that a tree is built over: a triangle, or a cluster of triangles.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(32))]
pub struct BuildItem {
    pub min: [f32; 3],
    pub id: u32,
    pub negated_max: [f32; 3],
    pub count: u32,
}

impl BuildItem {
    #[inline(always)]
    pub fn new(bounds: &Bounds, id: u32, count: u32) -> Self {
        let b = bounds;
        Self { min: [b[0], b[1], b[2]], id, negated_max: [b[4], b[5], b[6]], count }
    }

    #[inline(always)]
    pub fn bounds(&self) -> &Bounds {
        bytemuck::cast_ref(self)
    }
}

#[derive(Clone, Copy)]
pub struct BinaryNode {
    pub bounds: Bounds,
    /// For an inner node, the index of its first child, which its second child follows. For a leaf, the value that
    /// `make_leaf` of [`grow`] returned.
    pub first: u32,
    pub is_leaf: bool,
}

/// A range of items on its way to become a node.
struct Open {
    node: u32,
    start: u32,
    end: u32,
    /// `true` if `set_apart` of [`grow`] has already taken equal items out of the range.
    distinct: bool,
}

/// Fills `nodes` with a tree over `items`, of which there is at least one; parents come before their children.
///
/// `make_leaf` turns a range of items into a leaf and returns a value for it, or returns `None` to have the range
/// divided; it must accept a single item. `cost` returns the cost of testing a number of triangles. If `halved` is
/// `true`, the depth of the tree is at most the binary logarithm of the number of items, rounded up. `set_apart` moves
/// the items that the tree is to hold to the front of a range, at least one of each set of equal items, and returns
/// their number.
pub fn grow(
    items: &mut [BuildItem],
    nodes: &mut Vec<BinaryNode>,
    halved: bool,
    cost: impl Fn(f32) -> f32,
    mut set_apart: impl FnMut(&mut [BuildItem]) -> usize,
    mut make_leaf: impl FnMut(&[BuildItem]) -> Option<u32>,
) {
    nodes.clear();
    nodes.push(BinaryNode { bounds: around(items), first: 0, is_leaf: true });
    let mut open = vec![Open { node: 0, start: 0, end: items.len() as u32, distinct: false }];
    while let Some(Open { node, start, end, distinct }) = open.pop() {
        let range = &mut items[start as usize..end as usize];
        if let Some(leaf) = make_leaf(range) {
            nodes[node as usize].first = leaf;
            continue;
        }
        let plane = match range.len() {
            _ if halved => None,
            ..=FEW => best_plane::<FEW_BINS>(range, &cost),
            _ => best_plane::<BINS>(range, &cost),
        };
        if plane.is_none() && !distinct {
            // Equal items have the same box, so the box of the node does not change without them.
            let end = start + set_apart(range) as u32;
            open.push(Open { node, start, end, distinct: true });
            continue;
        }
        let middle = plane.map_or(range.len() / 2, |plane| divide(range, &plane));
        let bounds = [around(&range[..middle]), around(&range[middle..])];
        let middle = start + middle as u32;
        let first = nodes.len() as u32;
        (nodes[node as usize].first, nodes[node as usize].is_leaf) = (first, false);
        for (side, (start, end)) in [(start, middle), (middle, end)].into_iter().enumerate() {
            nodes.push(BinaryNode { bounds: bounds[side], first: 0, is_leaf: true });
            open.push(Open { node: first + side as u32, start, end, distinct });
        }
    }
}

fn around(items: &[BuildItem]) -> Bounds {
    let mut bounds = EMPTY;
    for item in items {
        unite(&mut bounds, item.bounds());
    }
    bounds
}

/// A plane between bins: what lies in a bin below `bin` goes left.
struct SplitPlane {
    axis: usize,
    bin: u32,
    binning: Binning,
}

struct Binning {
    low: [f32; 4],
    /// Number of steps in a unit of length on each axis: [`FRACTION`] times the number of bins in a unit.
    scale: [f32; 4],
}

/// Number so large that the mantissa counts whole numbers, so that adding it rounds without a conversion.
const MAGIC: f32 = (1u32 << 23) as f32;
/// Number of steps in a bin: so many that rounding to the nearest is as good as rounding down.
const FRACTION: f32 = 256.0;

impl Binning {
    /// Returns the division of the range of the items' centres into `bins` bins on each axis.
    fn of<'a>(items: impl Iterator<Item = &'a BuildItem>, bins: usize) -> Self {
        let (mut low, mut high) = ([f32::INFINITY; 4], [f32::NEG_INFINITY; 4]);
        for item in items {
            let center = center(item.bounds());
            low = lanes(|k| if center[k] < low[k] { center[k] } else { low[k] });
            high = lanes(|k| if center[k] > high[k] { center[k] } else { high[k] });
        }
        let mut scale = [0.0; 4];
        for k in 0..3 {
            let size = high[k] - low[k];
            let per_unit = (bins as f32 * FRACTION * 0.999) / size;
            scale[k] = if per_unit.is_finite() && size > 0.0 { per_unit } else { 0.0 };
        }
        Self { low, scale }
    }

    /// Returns the step of a centre on an axis, plus [`MAGIC`].
    #[inline(always)]
    fn step(&self, center: f32, axis: usize) -> f32 {
        (center - self.low[axis]) * self.scale[axis] + MAGIC
    }
}

/// Returns the plane of least cost, both sides not empty; `None` where all centres lie in one bin on every axis.
fn best_plane<const BINS: usize>(items: &[BuildItem], cost: &impl Fn(f32) -> f32) -> Option<SplitPlane> {
    let sample = || items.iter().step_by((items.len() / SAMPLE).max(1));
    let binning = Binning::of(sample(), BINS);
    let mut bins = [[EMPTY; 3]; BINS];
    let mut counts = [[0u32; 4]; BINS];
    for item in sample() {
        let center = center(item.bounds());
        let places = lanes(|k| binning.step(center[k], k).to_bits() / FRACTION as u32);
        let mut add = |axis: usize| {
            let bin = places[axis] as usize % BINS;
            unite(&mut bins[bin][axis], item.bounds());
            counts[bin][axis] += item.count;
        };
        add(0);
        add(1);
        add(2);
    }

    // Compute the costs of the right sides, then add those of the left; an empty side costs NaN, which is never less.
    let mut right = [[0.0; 4]; BINS];
    let (mut sides, mut count) = ([EMPTY; 3], [0; 4]);
    for bin in (1..BINS).rev() {
        right[bin] = add_bin(&mut sides, &mut count, &bins[bin], &counts[bin], cost);
    }
    let (mut best, mut at) = ([f32::INFINITY; 4], [0; 4]);
    let (mut sides, mut count) = ([EMPTY; 3], [0; 4]);
    for bin in 1..BINS {
        let left = add_bin(&mut sides, &mut count, &bins[bin - 1], &counts[bin - 1], cost);
        let total = lanes(|k| left[k] + right[bin][k]);
        at = lanes(|k| if total[k] < best[k] { bin as u32 } else { at[k] });
        best = lanes(|k| if total[k] < best[k] { total[k] } else { best[k] });
    }
    let axis = (1..3).fold(0, |least, axis| if best[axis] < best[least] { axis } else { least });
    (at[axis] > 0).then(|| SplitPlane { axis, bin: at[axis], binning })
}

/// Adds a bin to the sides of a plane on each axis; returns what they cost.
#[inline(always)]
fn add_bin(
    sides: &mut [Bounds; 3],
    count: &mut [u32; 4],
    bounds: &[Bounds; 3],
    counts: &[u32; 4],
    cost: &impl Fn(f32) -> f32,
) -> [f32; 4] {
    unite(&mut sides[0], &bounds[0]);
    unite(&mut sides[1], &bounds[1]);
    unite(&mut sides[2], &bounds[2]);
    *count = lanes(|axis| count[axis] + counts[axis]);
    lanes(|axis| area(&sides[axis % 3]) * cost(count[axis] as i32 as f32))
}

/// Moves the items left of the plane to the front; returns how many there are.
fn divide(items: &mut [BuildItem], plane: &SplitPlane) -> usize {
    let axis = plane.axis;
    let end = MAGIC + plane.bin as f32 * FRACTION;
    let mut left = 0;
    for i in 0..items.len() {
        let item = items[i];
        let is_left = plane.binning.step(center(item.bounds())[axis], axis) < end;
        // All from `left` to here lie right of the plane. Advance by a number: a branch is wrong half the time.
        items[i] = items[left];
        items[left] = item;
        left += usize::from(is_left);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of which most lie together, and a few far away, where no sample sees them.
    fn items(rng: &mut fastrand::Rng, count: u32) -> Vec<BuildItem> {
        let item = |id| {
            let far = if rng.u32(..100) == 0 { 1e30 } else { 1.0 };
            let [x, y, z] = [0; 3].map(|_| far * (rng.f32() - 0.5));
            BuildItem::new(&[x, y, z, 0.0, -x - 0.1, -y - 0.1, -z - 0.1, 0.0], id, 1)
        };
        (0..count).map(item).collect()
    }

    #[test]
    fn every_item_lies_in_one_leaf_and_in_every_box_above_it() {
        let mut rng = crate::work::seeded();
        let counts = [1, 2, 7, FEW as u32 + 1, 2 * SAMPLE as u32 + 1, 5000];
        for &count in if cfg!(miri) { &counts[..3] } else { &counts[..] } {
            for halved in [false, true] {
                let mut items = items(&mut rng, count);
                let (mut nodes, mut leaves) = (Vec::new(), Vec::new());
                let make_leaf = |range: &[BuildItem]| {
                    (range.len() <= 3).then(|| {
                        leaves.push(range.to_vec());
                        leaves.len() as u32 - 1
                    })
                };
                grow(&mut items, &mut nodes, halved, |count| count, |range| range.len(), make_leaf);
                let mut seen = vec![0; count as usize];
                let mut open = vec![(0, [f32::NEG_INFINITY; 8])];
                while let Some((node, parent)) = open.pop() {
                    let BinaryNode { bounds, first, is_leaf } = nodes[node as usize];
                    assert!([0, 1, 2, 4, 5, 6].iter().all(|&k| bounds[k] >= parent[k]), "{count}");
                    if !is_leaf {
                        open.extend([(first, bounds), (first + 1, bounds)]);
                        continue;
                    }
                    for item in &leaves[first as usize] {
                        seen[item.id as usize] += 1;
                        assert!([0, 1, 2, 4, 5, 6].iter().all(|&k| item.bounds()[k] >= bounds[k]), "{count}");
                    }
                }
                assert!(seen.iter().all(|times| *times == 1), "{count}");
            }
        }
    }
}
