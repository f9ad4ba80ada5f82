//! Boxes of a ray tree, opened one by one, for searches that order the boxes of several trees themselves.

use super::RayTree;
use super::layout::{ChildRef, Leaf, Node};
use crate::geometry::Aabb;

/// Box of a tree that may be opened. The order of boxes means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TreeBox(ChildRef);

/// Thing that lies right inside of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    /// Box that may be opened in turn, and its bounds in the space of the tree.
    Box(TreeBox, Aabb),
    /// Triangle, by its index.
    Triangle(u32),
}

impl RayTree {
    /// Returns the box around all triangles, whose bounds are [`bounds`](Self::bounds); `None` for an empty tree.
    pub(crate) fn root_box(&self) -> Option<TreeBox> {
        self.root.map(TreeBox)
    }

    /// Calls `found` with all that lies right inside of a box: boxes, which hold their triangles in spite of rounding,
    /// or triangles.
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
}
