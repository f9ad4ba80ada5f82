//! Way of a ray or a ball through the tree that picks walk, as the tree tells an observer of it.

use super::MOST_BOXES;
use pickray::accel::{QueryCounts, QueryObserver};
use pickray::geometry::Aabb;

/// Tests of a walk through a tree, in order.
#[derive(Clone, Debug, Default)]
pub struct Walk {
    /// Boxes tested, local to the mesh's origin, at most [`MOST_BOXES`]; more are only counted.
    pub boxes: Vec<TestedBox>,
    /// Triangles tested, at most [`MOST_BOXES`]; more are only counted.
    pub triangles: Vec<u32>,
    /// Numbers of all boxes and triangles tested.
    pub tested: QueryCounts,
    /// Numbers of the boxes and triangles tested that were met.
    pub met: QueryCounts,
    /// Numbers of boxes tested and met on each level, from the root's down to the lowest on which a box was tested.
    pub levels: Vec<[u64; 2]>,
}

/// Box that was tested.
#[derive(Clone, Copy, Debug)]
pub struct TestedBox {
    pub aabb: Aabb,
    /// Number of levels from the root (0) down to the box.
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
