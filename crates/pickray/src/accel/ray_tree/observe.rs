//! Observers of a running query, which are told of every box and triangle that the query tests.

use super::RayTree;
use super::grid::FarRay;
use super::layout::{ChildRef, Leaf, Node};
use crate::geometry::{Aabb, ExactRay};
use glam::DVec3;

/// Observer of the steps of a query. An observer that is not [`ACTIVE`](Self::ACTIVE), such as `()`, costs nothing.
pub trait QueryObserver {
    /// `true` if the query has to tell the observer anything.
    const ACTIVE: bool = true;

    /// Called after a box of the tree, `depth` levels below the root (0), was tested; `met` is `true` if a ray met it
    /// where a closer hit was still possible, or if it is not wholly outside of a region.
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        let _ = (aabb, depth, met);
    }

    /// Called after a triangle was tested; `met` is `true` if the ray hits it, or if it passes the test of a region.
    fn triangle_tested(&mut self, triangle: u32, met: bool) {
        let _ = (triangle, met);
    }
}

impl QueryObserver for () {
    const ACTIVE: bool = false;
}

/// Numbers of the boxes and triangles that a query tested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct QueryCounts {
    /// Number of boxes tested.
    pub boxes: u64,
    /// Number of triangles tested.
    pub triangles: u64,
}

impl QueryObserver for QueryCounts {
    fn box_tested(&mut self, _: &Aabb, _: u32, _: bool) {
        self.boxes += 1;
    }

    fn triangle_tested(&mut self, _: u32, _: bool) {
        self.triangles += 1;
    }
}

/// Tells `observer` of the tree's bounds; returns `true` if the ray may meet anything in them.
pub(super) fn tell_bounds<O: QueryObserver>(tree: &RayTree, ray: &ExactRay, observer: &mut O) -> bool {
    let direction = ray.direction();
    let is_ray = ray.origin.is_finite() && direction.is_finite() && direction != DVec3::ZERO;
    let extent = tree.grid.extent();
    let may_meet = is_ray && FarRay::new(&tree.grid, ray).is_none_or(|ray| ray.may_meet(DVec3::ZERO, extent));
    observer.box_tested(&tree.bounds, 0, may_meet);
    may_meet
}

/// Observer of a walk, with the depths of the boxes that were met, if it is active.
pub(super) struct Observed<'a, O> {
    pub tree: &'a RayTree,
    pub observer: &'a mut O,
    depths: Vec<(ChildRef, u32)>,
}

impl<'a, O: QueryObserver> Observed<'a, O> {
    #[inline(always)]
    pub(super) fn new(tree: &'a RayTree, observer: &'a mut O) -> Self {
        let root = tree.root.filter(|_| O::ACTIVE).map(|root| (root, 0));
        Self { tree, observer, depths: root.into_iter().collect() }
    }

    /// Tells the observer of all boxes of the node `parent`, of which those in `met` will be opened.
    #[inline(always)]
    pub(super) fn boxes(&mut self, parent: ChildRef, node: &Node, met: u32) {
        if O::ACTIVE {
            let place = self.depths.iter().rposition(|(child, _)| *child == parent).expect("its parent met it");
            let depth = self.depths.swap_remove(place).1 + 1;
            for lane in 0..node.children() {
                let [lower, upper] = node.corners(lane);
                let is_met = met >> lane & 1 != 0;
                self.observer.box_tested(&self.tree.grid.aabb(lower, upper), depth, is_met);
                if is_met {
                    self.depths.push((node.child(lane), depth));
                }
            }
        }
    }

    /// Tells the observer of the triangles of a leaf that are surely missed, a bit a place.
    #[inline(always)]
    pub(super) fn missed(&mut self, leaf: &Leaf, missed: u32) {
        if O::ACTIVE {
            for place in (0..leaf.len()).filter(|place| missed >> place & 1 != 0) {
                self.observer.triangle_tested(leaf.triangles[place], false);
            }
        }
    }
}
