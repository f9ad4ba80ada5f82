//! Query of a ray tree for half-lines along an axis: whether a half-line goes through an odd number of triangles.

use super::RayTree;
use super::layout::{ChildRef, LANES, Leaf, Node};
use super::traverse::{Walker, walk};
use crate::intersect::HalfLine;
use glam::DVec3;
use std::ops::ControlFlow;

/// Number of the last plane of a node's grid.
const LAST_PLANE: f64 = 255.0;

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = 0x80 * EACH_BYTE;

impl RayTree {
    /// Returns `true` if the half-line, in the space of the tree, goes through an odd number of triangles, where equal
    /// triangles count separately; breaks as soon as `crosses` breaks.
    ///
    /// `crosses` returns `true` if the half-line goes through the triangle with the given corners. It is called for
    /// every triangle whose box the half-line may touch, but for only one of several equal triangles. `misplaced` is
    /// the greatest distance by which rounding may have moved the half-line or a triangle.
    pub(crate) fn is_crossed_oddly(
        &self,
        half_line: &HalfLine,
        misplaced: f64,
        crosses: impl FnMut(&[[f32; 3]; 3]) -> ControlFlow<(), bool>,
    ) -> ControlFlow<(), bool> {
        let mut query = AxisQuery::new(self, half_line, misplaced, crosses);
        walk(self, &mut query, f32::INFINITY);
        query.is_odd
    }
}

/// Query along a half-line, which is taken as a thin box around it that has no end on one side.
struct AxisQuery<'a, F> {
    tree: &'a RayTree,
    /// Lower corner of the box around the half-line, in grid steps; `upper` is the opposite corner.
    lower: DVec3,
    upper: DVec3,
    /// Lower corner of the box around the half-line, in the space of the tree; `leaf_upper` is the opposite corner.
    leaf_lower: [f32; 3],
    leaf_upper: [f32; 3],
    crosses: F,
    is_odd: ControlFlow<(), bool>,
}

impl<'a, F> AxisQuery<'a, F> {
    fn new(tree: &'a RayTree, half_line: &HalfLine, misplaced: f64, crosses: F) -> Self {
        let from = half_line.from;
        // The four differences below are rounded, of coordinates no larger than `reach`. Rounding in the steps of a
        // node is less than the margin by which boxes are wider than what they hold.
        let reach = from.abs().max(tree.bounds.min.abs()).max(tree.bounds.max.abs()).max_element();
        let slack = misplaced + 8.0 * f64::EPSILON * reach;
        let (mut lower, mut upper) = (from - slack, from + slack);
        let open_side = if half_line.is_upward { &mut upper } else { &mut lower };
        open_side[half_line.axis] = if half_line.is_upward { f64::INFINITY } else { f64::NEG_INFINITY };
        let steps = |corner: DVec3| (corner - tree.grid.min()) * tree.grid.steps_per_unit();
        Self {
            tree,
            lower: steps(lower),
            upper: steps(upper),
            // Rounding keeps the order, so that no corner gets beyond it.
            leaf_lower: lower.as_vec3().to_array(),
            leaf_upper: upper.as_vec3().to_array(),
            crosses,
            is_odd: ControlFlow::Continue(false),
        }
    }

    /// Returns a bit for each place whose triangle may touch the half-line: its corners are not all beyond one side.
    #[inline(always)]
    fn candidates(&self, leaf: &Leaf) -> u32 {
        let mut beyond = [0u32; LANES];
        for (k, corners) in leaf.corners.iter().enumerate() {
            for (beyond, &corner) in beyond.iter_mut().zip(corners) {
                *beyond |= u32::from(corner < self.leaf_lower[k]) << (2 * k);
                *beyond |= u32::from(corner > self.leaf_upper[k]) << (2 * k + 1);
            }
        }
        let mut candidates = 0;
        for place in 0..leaf.len() {
            let [a, b, c] = leaf.lanes_of(place);
            candidates |= u32::from(beyond[a] & beyond[b] & beyond[c] == 0) << place;
        }
        candidates
    }
}

impl<F: FnMut(&[[f32; 3]; 3]) -> ControlFlow<(), bool>> Walker<'_> for AxisQuery<'_, F> {
    #[inline(always)]
    fn boxes(&mut self, _: ChildRef, node: &Node, _: f32) -> (u32, [f32; LANES]) {
        const ENTRIES: [f32; LANES] = [0.0; LANES];
        let (origin, scale) = (node.origin(), 1.0 / f64::from(node.scale()));
        let mut met = u64::MAX;
        for (k, origin) in origin.into_iter().enumerate() {
            let [lower, upper] = [self.lower[k], self.upper[k]].map(|x| (x - f64::from(origin)) * scale);
            if upper < 0.0 || lower > LAST_PLANE {
                return (0, ENTRIES);
            }
            // The cast rounds down and clamps to the planes 0 to 255.
            let [lower, upper] = [lower, upper].map(|plane| u64::from(plane as u8) * EACH_BYTE);
            let [lower_planes, upper_planes] = [2 * k, 2 * k + 1].map(|row| u64::from_le_bytes(node.planes[row]));
            met &= at_least(upper, lower_planes) & at_least(upper_planes, lower);
        }
        // Moves the top bits of all bytes into one byte.
        let bits = ((met & TOP_BITS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        (bits as u32 & ((1 << node.children()) - 1), ENTRIES)
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: &Leaf, limit: f32) -> f32 {
        let mut candidates = self.candidates(leaf);
        while candidates != 0 {
            let place = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            match (self.crosses)(&leaf.corners_of(place)) {
                ControlFlow::Continue(false) => {}
                ControlFlow::Continue(true) => {
                    let is_one_more = self.tree.with_duplicates(leaf.triangles[place]).count() % 2 == 1;
                    self.is_odd = self.is_odd.map_continue(|is_odd| is_odd != is_one_more);
                }
                ControlFlow::Break(()) => {
                    self.is_odd = ControlFlow::Break(());
                    return -1.0;
                }
            }
        }
        limit
    }
}

/// Returns a number in which the top bit of each byte is set where that byte of `a` is not less than that of `b`.
#[inline(always)]
fn at_least(a: u64, b: u64) -> u64 {
    // Subtract the lower seven bits of each byte, below a top bit that stops the borrow; top bits that differ decide.
    let by_lower_bits = (a | TOP_BITS) - (b & !TOP_BITS);
    (a & !b) | (!(a ^ b) & by_lower_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_compared_with_its_own() {
        for (a, b) in (0..=255u8).flat_map(|a| (0..=255u8).map(move |b| (a, b))) {
            let (x, y) =
                (u64::from_le_bytes([a, b, a, 0, 255, b, a, b]), u64::from_le_bytes([b, a, a, 255, 0, a, b, b]));
            let expected = [a >= b, b >= a, true, false, true, b >= a, a >= b, true];
            let found = at_least(x, y).to_le_bytes().map(|byte| byte >= 128);
            assert_eq!(found, expected, "{a} and {b}");
        }
    }
}
