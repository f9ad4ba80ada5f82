//! Search for the triangles of a ray tree in a region of any kind, where those in boxes wholly inside are not tested;
//! and boxes opened one by one, for searches that order the boxes of several trees themselves.

use super::layout::{ChildRef, Leaf, Node};
use super::{QueryObserver, RayTree};
use crate::geometry::Aabb;
use glam::DVec3;
use std::ops::ControlFlow;

/// Placement of a box relative to a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    Outside,
    /// Box that may lie inside the region, outside, or across its boundary.
    Unsure,
    Inside,
}

/// Box of a tree that may be opened. The order of boxes means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TreeBox(ChildRef);

/// Thing that lies right inside of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    /// Box that may be opened in turn, and its bounds in the space of the tree.
    Box(TreeBox, Aabb),
    Triangle(u32),
}

impl RayTree {
    /// Returns the box around all triangles, whose bounds are [`bounds`](Self::bounds); `None` for an empty tree.
    pub(crate) fn root_box(&self) -> Option<TreeBox> {
        self.root.map(TreeBox)
    }

    /// Calls `found` with all that lies right inside a box: triangles, or boxes that hold theirs in spite of rounding.
    pub(crate) fn open(&self, TreeBox(opened): TreeBox, mut found: impl FnMut(Inside)) {
        let lines = self.lines.as_slice();
        if opened.is_leaf() {
            let leaf = Leaf::at(lines, opened.line());
            for &triangle in &leaf.triangles[..leaf.len()] {
                found(Inside::Triangle(triangle));
                self.duplicates.of(triangle).for_each(|equal| found(Inside::Triangle(equal)));
            }
            return;
        }
        let (node, rounding) = (Node::at(lines, opened.line()), self.box_rounding());
        for lane in 0..node.children() {
            found(Inside::Box(TreeBox(node.child(lane)), self.child_bounds(node.corners(lane), rounding)));
        }
    }

    /// Calls `visit` with each box of the tree and its depth, a box before the boxes in it; the root has depth 0. Where
    /// `visit` returns `false`, the boxes inside are skipped. The lowest boxes are those of leaves, not of triangles.
    pub fn for_each_box(&self, mut visit: impl FnMut(&Aabb, u32) -> bool) {
        let place = |aabb: &Aabb, depth| if visit(aabb, depth) { Placement::Unsure } else { Placement::Outside };
        let _ = self.in_region(place, |_| false, &mut (), |_| ControlFlow::Continue(()));
    }

    /// Calls `found` with each triangle that passes `test` or lies in a box that `place` says is inside the region, in
    /// no particular order, until `found` breaks.
    ///
    /// `place` is called with a box in the space of the tree and its depth, 0 for the root; the box holds all of its
    /// triangles in spite of rounding. `test` is called for no triangle in a box outside the region. Of several equal
    /// triangles it is called for one, but `found` for all. `observer` is told of all boxes and triangles tested.
    pub(crate) fn in_region<O: QueryObserver>(
        &self,
        mut place: impl FnMut(&Aabb, u32) -> Placement,
        mut test: impl FnMut(u32) -> bool,
        observer: &mut O,
        mut found: impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lines = self.lines.as_slice();
        let rounding = self.box_rounding();
        let mut place = |aabb: &Aabb, depth: u32, observer: &mut O| {
            let placement = place(aabb, depth);
            observer.box_tested(aabb, depth, placement != Placement::Outside);
            placement
        };
        let mut waiting: Vec<(ChildRef, Placement, u32)> = Vec::new();
        if let Some(root) = self.root {
            waiting.push((root, place(&self.bounds, 0, observer), 0));
        }

        // Boxes wait with their placement, which all boxes below an inner one share.
        while let Some((present, placement, depth)) = waiting.pop() {
            if placement == Placement::Outside {
                continue;
            }
            let is_inside = placement == Placement::Inside;
            if present.is_leaf() {
                let leaf = Leaf::at(lines, present.line());
                for &triangle in &leaf.triangles[..leaf.len()] {
                    let passes = is_inside || {
                        let passes = test(triangle);
                        observer.triangle_tested(triangle, passes);
                        passes
                    };
                    if passes {
                        found(triangle)?;
                        self.duplicates.of(triangle).try_for_each(&mut found)?;
                    }
                }
                continue;
            }
            let node = Node::at(lines, present.line());
            for lane in 0..node.children() {
                let placement = if is_inside {
                    placement
                } else {
                    place(&self.child_bounds(node.corners(lane), rounding), depth + 1, observer)
                };
                waiting.push((node.child(lane), placement, depth + 1));
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns a bound of the rounding of `Grid::aabb`: three sums, of up to twice the largest coordinate.
    pub(super) fn box_rounding(&self) -> DVec3 {
        4.0 * f64::EPSILON * self.bounds.min.abs().max(self.bounds.max.abs())
    }

    /// Returns the box of a child in the space of the tree; the corners are in grid steps.
    pub(super) fn child_bounds(&self, [lower, upper]: [DVec3; 2], rounding: DVec3) -> Aabb {
        let Aabb { min, max } = self.grid.aabb(lower, upper);
        // The tree's own bounds are exact, and children are wider than what they hold.
        Aabb::new((min - rounding).max(self.bounds.min), (max + rounding).min(self.bounds.max))
    }
}
