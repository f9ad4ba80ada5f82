//! Observers of a running query, which are told of every box and triangle that the query tests.

use crate::geometry::Aabb;
use crate::intersect::RayTriangleHit;

/// Observer of the steps of a query. An observer that is not [`ACTIVE`](Self::ACTIVE), such as `()`, costs nothing.
pub trait QueryObserver {
    /// `true` if the query has to tell the observer anything.
    const ACTIVE: bool = true;

    /// Called after the ray was tested against a box of the tree, `depth` levels below the root (0); `met` is `true` if
    /// it met the box where a closer hit was still possible.
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        let _ = (aabb, depth, met);
    }

    /// Called after the ray was tested against a triangle; `outcome` is `None` if there is no hit.
    fn triangle_tested(&mut self, triangle: u32, outcome: Option<RayTriangleHit>) {
        let _ = (triangle, outcome);
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

    fn triangle_tested(&mut self, _: u32, _: Option<RayTriangleHit>) {
        self.triangles += 1;
    }
}
