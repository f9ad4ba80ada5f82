//! Record of the boxes and triangles that a query by a ray or a ball tests in an AABB tree.

use super::MOST_BOXES;
use pickray::accel::{QueryCounts, QueryObserver};
use pickray::geometry::Aabb;

/// Record of the tests of one query of an AABB tree, in order.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Boxes tested, local to the mesh's origin, at most [`MOST_BOXES`]; more are only counted.
    pub boxes: Vec<TestedBox>,
    /// Triangles tested, at most [`MOST_BOXES`]; more are only counted.
    pub triangles: Vec<u32>,
    /// Number of all boxes tested, and number of all triangles tested.
    pub tested: QueryCounts,
    /// Number of the tested boxes, and of the tested triangles, that the ray or ball meets.
    pub met: QueryCounts,
    /// Number of boxes tested, and number of these that were met, on each level. The root's level is first; levels
    /// below the lowest tested box are missing.
    pub levels: Vec<[u64; 2]>,
}

/// Box of an AABB tree that a query has tested.
#[derive(Clone, Copy, Debug)]
pub struct TestedBox {
    pub aabb: Aabb,
    /// Depth of the box in the tree; the root has depth 0.
    pub depth: u32,
    pub met: bool,
}

impl QueryObserver for Walk {
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        self.tested.boxes += 1;
        self.met.boxes += u64::from(met);
        let level = depth as usize;
        self.levels.resize(self.levels.len().max(level + 1), [0; 2]);
        self.levels[level][0] += 1;
        self.levels[level][1] += u64::from(met);
        if self.boxes.len() < MOST_BOXES {
            self.boxes.push(TestedBox { aabb: *aabb, depth, met });
        }
    }

    fn triangle_tested(&mut self, triangle: u32, met: bool) {
        self.tested.triangles += 1;
        self.met.triangles += u64::from(met);
        if self.triangles.len() < MOST_BOXES {
            self.triangles.push(triangle);
        }
    }
}
