//! Watching a query at work: every box and triangle that it meets, or only their numbers.

use crate::geometry::Aabb;
use crate::intersect::RayTriangleHit;

/// Is told of the steps of a query. An observer that is not [`ACTIVE`](Self::ACTIVE), as `()`, costs nothing.
pub trait QueryObserver {
    /// Whether the query has to say anything.
    const ACTIVE: bool = true;

    /// The ray was tested against a box of the tree, `depth` levels below the root (0), and `met` it where a closer hit
    /// was still possible.
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        let _ = (aabb, depth, met);
    }

    /// The ray was tested against a triangle.
    fn triangle_tested(&mut self, triangle: u32, outcome: Option<RayTriangleHit>) {
        let _ = (triangle, outcome);
    }
}

impl QueryObserver for () {
    const ACTIVE: bool = false;
}

/// How much work a query was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct QueryCounts {
    /// Boxes tested.
    pub boxes: u64,
    /// Triangles tested.
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
