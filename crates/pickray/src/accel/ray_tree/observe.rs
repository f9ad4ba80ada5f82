//! Observers of a running query, which are told of every box and triangle that the query tests.

use crate::geometry::Aabb;

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
