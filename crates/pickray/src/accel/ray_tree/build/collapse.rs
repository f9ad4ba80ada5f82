//! Collapse of a binary tree to a tree of nodes with up to eight children, of the least expected cost for a ray.
//!
//! Based on: Henri Ylitie, Tero Karras and Samuli Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed
//! Wide BVHs", High Performance Graphics 2017, section 3.1.

use super::super::grid::{Grid, SLACK_STEPS};
use super::super::layout::{self, LANES, ORIGIN_MAX};
use super::binary::{self, Bounds};
use glam::DVec3;

/// Cost of testing a ray against a node, relative to [`LEAF_COST`], the cost of testing it against a leaf.
pub const NODE_COST: f32 = 1.0;
pub const LEAF_COST: f32 = 1.0;

/// Cheapest ways to turn the subtree below a binary node into a forest of at most n wide trees, for n from 1 to 7:
/// their costs, and how many of the trees lie below the left child.
#[derive(Clone, Copy)]
pub struct Plan {
    costs: [f32; LANES - 1],
    /// For each i, the number of trees below the left child in a forest of i + 1 trees; 0 if a forest of one tree fewer
    /// costs no more. Element 0 is for a single wide node: the number of its eight children that lie below the left
    /// child.
    left: [u8; LANES - 1],
}

/// Fills `plans` with one plan for each of `nodes`, in which parents come before their children.
pub fn plan(nodes: &[binary::BinaryNode], plans: &mut Vec<Plan>) {
    plans.clear();
    plans.resize(nodes.len(), Plan { costs: [0.0; LANES - 1], left: [0; LANES - 1] });
    for (i, node) in nodes.iter().enumerate().rev() {
        let area = binary::area(&node.bounds);
        plans[i] = if node.is_leaf {
            Plan { costs: [LEAF_COST * area; LANES - 1], left: [0; LANES - 1] }
        } else {
            let (left, right) = (&plans[node.first as usize], &plans[node.first as usize + 1]);
            let share = |roots: usize| {
                let mut best = (f32::INFINITY, 1);
                for l in 1.max(roots.saturating_sub(LANES - 1))..roots.min(LANES) {
                    let cost = left.costs[l - 1] + right.costs[roots - l - 1];
                    if cost < best.0 {
                        best = (cost, l as u8);
                    }
                }
                best
            };
            let mut plan = Plan { costs: [0.0; LANES - 1], left: [0; LANES - 1] };
            let (children, left) = share(LANES);
            (plan.costs[0], plan.left[0]) = (NODE_COST * area + children, left);
            for roots in 2..LANES {
                let (cost, left) = share(roots);
                let fewer = plan.costs[roots - 2];
                (plan.costs[roots - 1], plan.left[roots - 1]) = if cost < fewer { (cost, left) } else { (fewer, 0) };
            }
            plan
        };
    }
}

impl Plan {
    /// Returns the cost of the planned subtree if it becomes a single child of a wide node.
    pub fn cost(&self) -> f32 {
        self.costs[0]
    }
}

/// Returns the binary nodes that become the children of the wide node for inner node `node`: inner nodes first.
pub fn children(nodes: &[binary::BinaryNode], plans: &[Plan], node: u32, is_leaf: impl Fn(u32) -> bool) -> Children {
    let mut present = Children { nodes: [0; LANES], inner: 0, len: 0 };
    let first = nodes[node as usize].first;
    let left = plans[node as usize].left[0];
    roots(nodes, plans, first, left, &mut present);
    roots(nodes, plans, first + 1, LANES as u8 - left, &mut present);
    let mut sorted = Children { nodes: [0; LANES], inner: 0, len: 0 };
    for leaves in [false, true] {
        for &child in present.all().iter().filter(|child| is_leaf(**child) == leaves) {
            sorted.nodes[sorted.len] = child;
            sorted.len += 1;
        }
        sorted.inner = if leaves { sorted.inner } else { sorted.len };
    }
    sorted
}

pub struct Children {
    nodes: [u32; LANES],
    pub inner: usize,
    len: usize,
}

impl Children {
    pub fn all(&self) -> &[u32] {
        &self.nodes[..self.len]
    }
}

/// Collects the roots of the forest of at most `count` that `node` is to become.
fn roots(nodes: &[binary::BinaryNode], plans: &[Plan], node: u32, mut count: u8, children: &mut Children) {
    let plan = &plans[node as usize];
    while count > 1 && plan.left[count as usize - 1] == 0 {
        count -= 1;
    }
    if count <= 1 || nodes[node as usize].is_leaf {
        children.nodes[children.len] = node;
        children.len += 1;
        return;
    }
    let left = plan.left[count as usize - 1];
    let first = nodes[node as usize].first;
    roots(nodes, plans, first, left, children);
    roots(nodes, plans, first + 1, count - left, children);
}

/// Returns the lower and the upper corner of a box in grid steps, widened by [`SLACK_STEPS`] on each side.
#[inline(always)]
pub fn widened(grid: &Grid, bounds: &Bounds) -> [DVec3; 2] {
    let steps = |coordinate: usize, sign: f32| {
        DVec3::from(std::array::from_fn::<f64, 3, _>(|k| grid.steps(k, sign * bounds[k + coordinate])))
    };
    [steps(0, 1.0) - SLACK_STEPS, steps(4, -1.0) + SLACK_STEPS]
}

/// Child of a node that is to be encoded: its box in grid steps, and `true` if the child is a leaf.
pub type Child = ([DVec3; 2], bool);

/// Encodes a node around one or more children, which will be stored from cache line `base` on.
#[inline(always)]
pub fn encode(children: &[Child], base: usize) -> layout::Node {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for ([lower, upper], _) in children {
        low = low.min(*lower);
        high = high.max(*upper);
    }
    let origin = low.floor().clamp(DVec3::ZERO, DVec3::splat(f64::from(ORIGIN_MAX)));
    let scale = scale_above((high - origin).max_element() / 255.0);
    let mut node = layout::Node::new(origin.to_array().map(|x| x as u32), scale, base);
    for (bounds, is_leaf) in children {
        let [lower, upper] = planes(origin, scale, bounds);
        node.push(lower.map(|x| x.max(0) as u8), upper.map(|x| x as u8), *is_leaf);
    }
    node
}

/// Returns the lower and upper planes of a box in a node of this origin and scale: 0 to 255 if it fits into the node.
#[inline(always)]
pub fn planes(origin: DVec3, scale: f32, [lower, upper]: &[DVec3; 2]) -> [[i32; 3]; 2] {
    let per_step = 1.0 / f64::from(scale);
    // The quotients are rounded by less than 2⁻⁴⁰ steps, which the ray's slack contains.
    [
        ((*lower - origin) * per_step).to_array().map(floor),
        ((*upper - origin) * per_step).to_array().map(|x| -floor(-x)),
    ]
}

/// Rounds down: several times as fast as a call where the processor's own instruction is not compiled in.
#[inline(always)]
fn floor(x: f64) -> i32 {
    let towards_zero = x as i32;
    towards_zero.saturating_sub(i32::from(f64::from(towards_zero) > x))
}

/// Returns the least number of 8 significant bits that is not below `x`, which is at least 2⁻⁷.
fn scale_above(x: f64) -> f32 {
    let x = (x as f32).next_up();
    f32::from_bits((x.to_bits() + 0xffff) & 0xffff_0000)
}
