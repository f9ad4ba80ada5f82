//! Tree over boxes: a hierarchy of bounding volumes whose nodes have four children, for few or many thousand items.
//!
//! Based on: Ingo Wald, Carsten Benthin and Solomon Boulos, Getting Rid of Packets: Efficient SIMD Single-Ray Traversal
//! using Multi-Branching BVHs, 2008. A binary tree is built first; of each node, the largest children are opened until
//! there are four. Departure: a leaf is one item, whose box lies in the node above.

use super::ray_tree::{
    BinaryNode, BuildItem, ChildRef, Processor, Stack, Waiting, grow, half_area, larger, prefetch_pair, smaller,
};
use crate::geometry::Aabb;
use crate::work::packed;
use bytemuck::{Pod, Zeroable};
use glam::DVec3;

/// Number of children of a node.
const LANES: usize = 4;

/// Most levels of nodes. Where rays would have it deeper, the tree is halved instead, which needs 32 levels at most.
const DEEPEST: usize = 40;

// On each level, all children of one node wait but the one that is entered: the stack must have room for them.
const _: () = assert!(DEEPEST * (LANES - 1) < Stack::ROOM.len());

/// Tree over the boxes of items, each known by its index.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoxTree {
    /// Nodes, parents before their children; the first is the root.
    nodes: Vec<Node>,
    /// Half the surface of all nodes' boxes, relative to that of all items together, as of now and when built.
    cost: f64,
    built_cost: f64,
}
packed!(struct BoxTree { nodes, cost, built_cost });

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Node {
    /// Planes of the children's boxes, a lane each.
    planes: [[f64; LANES]; 6],
    children: [Child; LANES],
}
packed!(plain Node);

/// Smallest coordinates of a box, and its largest, negated: the smaller of two planes is that of both boxes together.
type Planes = [f64; 6];

/// Child of a node: a node or, with the highest bit set, an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
struct Child(u32);

/// Node or item right below a node, by its index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Below {
    Node(u32),
    Item(u32),
}

impl BoxTree {
    /// Returns a tree over boxes. Infinite boxes hold all, and empty ones nothing.
    pub fn build(boxes: &[Aabb]) -> Self {
        let all = bounds_of(boxes);
        let middle = if all.is_empty() { DVec3::ZERO } else { all.center() };
        let item = |(id, aabb): (u32, &Aabb)| {
            let aabb = if aabb.min.is_finite() { *aabb } else { Aabb::new(middle, middle) };
            let [[a, b, c], [d, e, f]] =
                [aabb.min - middle, middle - aabb.max].map(|corner| corner.as_vec3().to_array());
            BuildItem::new(&[a, b, c, 0.0, d, e, f, 0.0], id, 1)
        };
        let mut items: Vec<BuildItem> = (0..).zip(boxes).map(item).collect();
        let (mut tree, mut binary, mut groups) = (Self::default(), Vec::new(), Vec::new());
        for halved in [false, true] {
            if items.is_empty() {
                break;
            }
            groups.clear();
            let group = |range: &[BuildItem]| {
                let item = |lane| range.get(lane).map_or(Child::NONE, |item: &BuildItem| Child(item.id | Child::ITEM));
                (range.len() <= LANES).then(|| groups.push(std::array::from_fn(item)))?;
                Some(groups.len() as u32 - 1)
            };
            grow(&mut items, &mut binary, halved, |count| count, |range| range.len(), group);
            tree.nodes.clear();
            if tree.add(&binary, &groups, 0, 0).is_some() {
                break;
            }
        }
        tree.fit(boxes);
        tree.built_cost = tree.cost;
        tree
    }

    /// Adds the nodes over a node of the binary tree, whose leaves are groups of items; `None` if they would be too
    /// deep.
    fn add(&mut self, binary: &[BinaryNode], groups: &[[Child; LANES]], top: u32, depth: usize) -> Option<Child> {
        if depth == DEEPEST {
            return None;
        }
        let of = |index: u32| &binary[index as usize];
        let place = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        if of(top).is_leaf {
            self.nodes[place].children = groups[of(top).first as usize];
            return Some(Child(place as u32));
        }

        // Open the largest child until there are four.
        let (mut opened, mut count) = ([top; LANES], 1);
        while count < LANES {
            let inner = (0..count).filter(|&lane| !of(opened[lane]).is_leaf);
            let area = |&lane: &usize| half_area(&of(opened[lane]).bounds);
            let Some(largest) = inner.max_by(|a, b| area(a).total_cmp(&area(b))) else { break };
            let first = of(opened[largest]).first;
            (opened[largest], opened[count]) = (first, first + 1);
            count += 1;
        }
        for (lane, &index) in opened[..count].iter().enumerate() {
            let BinaryNode { first, is_leaf, .. } = *of(index);
            let child = match groups.get(first as usize).filter(|_| is_leaf) {
                Some(&[item, Child::NONE, ..]) => item,
                _ => self.add(binary, groups, index, depth + 1)?,
            };
            self.nodes[place].children[lane] = child;
        }
        Some(Child(place as u32))
    }

    /// Returns the same tree with other boxes; `None` if it has become much worse than when it was built.
    pub fn refitted(&self, boxes: &[Aabb]) -> Option<Self> {
        /// Cost, in costs when built, above which a tree is given up.
        const WORN_OUT: f64 = 2.0;
        let mut tree = self.clone();
        tree.fit(boxes);
        (tree.cost <= WORN_OUT * tree.built_cost).then_some(tree)
    }

    /// Fits all nodes to the boxes of items, from the bottom up.
    fn fit(&mut self, boxes: &[Aabb]) {
        let mut area = 0.0;
        for place in (0..self.nodes.len()).rev() {
            let mut node = self.nodes[place];
            for lane in 0..LANES {
                let planes = match node.children[lane].below() {
                    Some(Below::Item(item)) => planes_of(&boxes[item as usize]),
                    Some(Below::Node(inner)) => self.nodes[inner as usize].bounds(),
                    None => continue,
                };
                for (lanes, plane) in node.planes.iter_mut().zip(planes) {
                    lanes[lane] = plane;
                }
            }
            let of_node = aabb_of(node.bounds()).surface_area();
            area += if of_node.is_finite() { of_node } else { 0.0 };
            self.nodes[place] = node;
        }
        let of_all = bounds_of(boxes).surface_area();
        self.cost = if of_all > 0.0 { area / of_all } else { 0.0 };
    }

    /// Calls `visit` with each item whose box a ray meets at a t up to `limit`, roughly in the order of t; `visit`
    /// returns the t that is the limit from there on. `expect` is called when an item may soon be visited.
    #[inline(always)]
    pub fn along(&self, ray: &BoxRay, limit: f64, expect: impl Fn(u32), visit: impl FnMut(u32) -> f64) {
        Processor::present().run(
            #[inline(always)]
            || {
                let slabs = Slabs::of(ray);
                self.walk(
                    limit,
                    #[inline(always)]
                    |node, limit| slabs.entries(node, limit),
                    expect,
                    visit,
                );
            },
        );
    }

    /// Calls `visit` with each item whose box has an `entry` up to `limit`, roughly in ascending order. `visit` returns
    /// the new limit. The entry of a box must be no greater than that of any box inside it. NaN stands for no entry.
    pub fn within(&self, limit: f64, entry: impl Fn(&Aabb) -> f64, visit: impl FnMut(u32) -> f64) {
        let entries = |node: &Node, limit: f64| {
            let entries = std::array::from_fn(|lane| entry(&aabb_of(node.planes.map(|lanes| lanes[lane]))));
            (met(&entries, &[limit; LANES]), entries)
        };
        self.walk(limit, entries, |_| (), visit);
    }

    #[inline(always)]
    fn walk(
        &self,
        mut limit: f64,
        entries: impl Fn(&Node, f64) -> (u32, [f64; LANES]),
        expect: impl Fn(u32),
        mut visit: impl FnMut(u32) -> f64,
    ) {
        if self.nodes.is_empty() {
            return;
        }
        let mut room = Stack::ROOM;
        let mut stack = Stack::new(&mut room);
        stack.push_sorted(0, Waiting::new(0.0, ChildRef(0)));
        while let Some(next) = stack.pop() {
            if f64::from(next.entry()) > limit {
                continue;
            }
            let node = match Child(next.child().0).below() {
                Some(Below::Node(node)) => &self.nodes[node as usize],
                Some(Below::Item(item)) => {
                    limit = visit(item);
                    continue;
                }
                None => continue,
            };

            // Push the children that are met, the nearest on top.
            let ((mut met, entries), bottom) = (entries(node, limit), stack.len);
            while met != 0 {
                let lane = met.trailing_zeros() as usize;
                met &= met - 1;
                let child = node.children[lane];
                match child.below() {
                    Some(Below::Item(item)) => expect(item),
                    Some(Below::Node(node)) => prefetch_pair(self.nodes.as_ptr().wrapping_add(node as usize)),
                    None => continue,
                }
                stack.push_sorted(bottom, Waiting::new(rounded_down(entries[lane]), ChildRef(child.0)));
            }
        }
    }

    /// Calls `found` with all that lies right below a node, and its box. The root is node 0.
    pub fn open(&self, node: u32, mut found: impl FnMut(Below, Aabb)) {
        let Some(node) = self.nodes.get(node as usize) else { return };
        for (lane, child) in node.children.iter().enumerate() {
            if let Some(below) = child.below() {
                found(below, aabb_of(node.planes.map(|lanes| lanes[lane])));
            }
        }
    }
}

impl Node {
    const EMPTY: Self = Self { planes: [[f64::INFINITY; LANES]; 6], children: [Child::NONE; LANES] };

    fn bounds(&self) -> Planes {
        self.planes.map(|lanes| lanes.into_iter().fold(f64::INFINITY, f64::min))
    }
}

impl Child {
    const NONE: Self = Self(u32::MAX);
    const ITEM: u32 = 1 << 31;

    #[inline(always)]
    fn below(self) -> Option<Below> {
        match self {
            Self::NONE => None,
            Self(index) if index & Self::ITEM != 0 => Some(Below::Item(index & !Self::ITEM)),
            Self(index) => Some(Below::Node(index)),
        }
    }
}

/// Rounds an entry down to f32; an entry below 0 becomes 0.
#[inline(always)]
fn rounded_down(entry: f64) -> f32 {
    if entry > 0.0 { f32::from_bits((entry as f32).to_bits().saturating_sub(1)) } else { 0.0 }
}

/// Box that holds everything.
pub(crate) const EVERYWHERE: Aabb = Aabb::new(DVec3::NEG_INFINITY, DVec3::INFINITY);

fn planes_of(aabb: &Aabb) -> Planes {
    let ([a, b, c], [d, e, f]) = (aabb.min.to_array(), (-aabb.max).to_array());
    [a, b, c, d, e, f]
}

fn aabb_of([a, b, c, d, e, f]: Planes) -> Aabb {
    Aabb::new(DVec3::new(a, b, c), -DVec3::new(d, e, f))
}

/// Returns the box around all boxes that are neither empty nor [`EVERYWHERE`].
fn bounds_of(boxes: &[Aabb]) -> Aabb {
    boxes.iter().filter(|aabb| aabb.min.is_finite()).copied().fold(Aabb::EMPTY, Aabb::union)
}

/// Ray for tests against boxes. Its points may be off on each axis: by `at_start` at t = 0, and by `per_t` more in each
/// unit of t.
pub(crate) struct BoxRay {
    pub origin: DVec3,
    pub direction: DVec3,
    pub at_start: DVec3,
    pub per_t: f64,
}

/// The two planes of a box across each axis, in the order in which a ray comes to them. The ray may be behind the near
/// plane, p, from t = `(p - near_offset) * near_inverse` on. It may be before the far one, p, up to `(p - far_offset) *
/// far_inverse`, or from there on if it `widens`: if it is off by more in a unit of t than it advances on this axis.
struct Slabs {
    near: [usize; 3],
    near_offset: [f64; 3],
    near_inverse: [f64; 3],
    far_offset: [f64; 3],
    far_inverse: [f64; 3],
    widens: [bool; 3],
}

impl Slabs {
    #[inline(always)]
    fn of(&BoxRay { origin, direction, at_start, per_t }: &BoxRay) -> Self {
        let is_backwards = direction.cmplt(DVec3::ZERO);
        let (start, speed) = (DVec3::select(is_backwards, -origin, origin), direction.abs());
        Self {
            near: [0, 1, 2].map(|k| if is_backwards.test(k) { k + 3 } else { k }),
            near_offset: (at_start + start).to_array(),
            near_inverse: (1.0 / (per_t + speed)).to_array(),
            far_offset: (at_start - start).to_array(),
            far_inverse: (1.0 / (per_t - speed)).to_array(),
            widens: speed.cmple(DVec3::splat(per_t)).into(),
        }
    }

    /// Returns a mask of the children in whose box the ray may be at a t from 0 to `limit`, and the least such t of
    /// each. NaN, which an infinite ray gives, leaves out nothing.
    #[inline(always)]
    fn entries(&self, node: &Node, limit: f64) -> (u32, [f64; LANES]) {
        let (mut enter, mut leave) = ([0.0; LANES], [limit; LANES]);
        for k in 0..3 {
            let (near, far) = (&node.planes[self.near[k]], &node.planes[(self.near[k] + 3) % 6]);
            for lane in 0..LANES {
                enter[lane] = larger((near[lane] - self.near_offset[k]) * self.near_inverse[k], enter[lane]);
            }
            for lane in 0..LANES {
                let t = (far[lane] - self.far_offset[k]) * self.far_inverse[k];
                if self.widens[k] {
                    enter[lane] = larger(t, enter[lane]);
                } else {
                    leave[lane] = smaller(t, leave[lane]);
                }
            }
        }
        (met(&enter, &leave), enter)
    }
}

/// Returns a mask of the lanes where `enter` is at most `leave`.
#[inline(always)]
fn met(enter: &[f64; LANES], leave: &[f64; LANES]) -> u32 {
    (0..LANES).fold(0, |met, lane| met | u32::from(enter[lane] <= leave[lane]) << lane)
}
