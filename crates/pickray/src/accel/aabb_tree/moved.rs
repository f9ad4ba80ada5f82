//! Vertices and boxes of one tree in the space of another, computed only for the nodes that a query visits.

use super::{AabbTree, Bounds, Child};
use glam::{DAffine3, DVec3, Vec4};

/// Largest number of triangles in a subtree that is moved whole and refitted from the bottom up, which gives tight
/// boxes; the boxes above are moved themselves. On meshes of 3,072 and 69,450 triangles, 4 to 64 make no difference.
const REFITTED: u32 = 16;

/// Maps a vertex of one mesh to the space of another: the only rounding of coordinates in a test of two meshes.
#[inline(always)]
pub(crate) fn moved_point(map: &DAffine3, position: DVec3) -> DVec3 {
    map.transform_point3(position)
}

/// Vertices and boxes of a tree, moved to another space. Each tree or map begins an epoch; earlier entries are stale.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    epoch: u32,
    map: DAffine3,
    map_of_boxes: BoxMap,
    /// Positions of the moved vertices in f64, each padded with a fourth number, 0.
    corners: Vec<[f64; 4]>,
    corners_epoch: Vec<u32>,
    /// Box in f32 around each moved vertex.
    corner_bounds: Vec<Bounds>,
    triangle_bounds: Vec<Bounds>,
    node_bounds: Vec<Bounds>,
    /// For each node, the epoch in which the boxes of its children were last computed.
    opened: Vec<u32>,
}

impl Moved {
    /// Begins a new epoch with `tree` moved by `map`, and computes the box of the tree's root.
    pub(super) fn begin(&mut self, tree: &AabbTree, map: &DAffine3) {
        if self.epoch == u32::MAX {
            *self = Self::default();
        }
        self.epoch += 1;
        self.map = *map;
        self.map_of_boxes = BoxMap::new(map, &tree.bounds());
        self.corners.resize(tree.positions.len(), [0.0; 4]);
        self.corners_epoch.resize(tree.positions.len(), 0);
        self.corner_bounds.resize(tree.positions.len(), Bounds::EMPTY);
        self.triangle_bounds.resize(tree.triangles.len(), Bounds::EMPTY);
        self.node_bounds.resize(tree.nodes.len(), Bounds::EMPTY);
        self.opened.resize(tree.nodes.len(), 0);
        if let Some(top) = tree.top() {
            self.bound_child(tree, top);
        }
    }

    /// Computes the boxes of the node's children unless they were computed in this epoch.
    #[inline(always)]
    pub(super) fn open(&mut self, tree: &AabbTree, node: usize) {
        if self.opened[node] != self.epoch {
            self.bound_children(tree, node);
        }
    }

    /// Returns the box of the root, or of a child of a node that was opened in this epoch.
    #[inline(always)]
    pub(super) fn bounds(&self, child: Child) -> Bounds {
        if child.is_triangle() { self.triangle_bounds[child.index()] } else { self.node_bounds[child.index()] }
    }

    /// Returns the moved vertices; they are up to date for every triangle whose box was computed in this epoch.
    #[inline(always)]
    pub(super) fn corners(&self) -> &[[f64; 4]] {
        &self.corners
    }

    #[inline(never)]
    fn bound_children(&mut self, tree: &AabbTree, node: usize) {
        self.opened[node] = self.epoch;
        self.bound_child(tree, tree.nodes[node].first);
        self.bound_child(tree, tree.nodes[node].second);
    }

    fn bound_child(&mut self, tree: &AabbTree, child: Child) {
        let index = child.index();
        if child.is_triangle() {
            self.bound_triangle(tree, index);
        } else if tree.n_below[index] <= REFITTED {
            // The nodes of a subtree follow its root in the list.
            let n_nodes = tree.n_below[index] as usize - 1;
            for i in (index..index + n_nodes).rev() {
                let node = &tree.nodes[i];
                self.node_bounds[i] = self.child_bounds(tree, node.first).union(self.child_bounds(tree, node.second));
                self.opened[i] = self.epoch;
            }
        } else {
            self.node_bounds[index] = self.map_of_boxes.moved(&tree.nodes[index].bounds());
        }
    }

    #[inline]
    fn child_bounds(&mut self, tree: &AabbTree, child: Child) -> Bounds {
        if child.is_triangle() { self.bound_triangle(tree, child.index()) } else { self.node_bounds[child.index()] }
    }

    #[inline]
    fn bound_triangle(&mut self, tree: &AabbTree, index: usize) -> Bounds {
        let [a, b, c] = tree.triangles[index].map(|vertex| self.move_corner(tree, vertex as usize));
        let bounds = a.union(b).union(c);
        self.triangle_bounds[index] = bounds;
        bounds
    }

    #[inline]
    fn move_corner(&mut self, tree: &AabbTree, index: usize) -> Bounds {
        if self.corners_epoch[index] != self.epoch {
            self.corners_epoch[index] = self.epoch;
            let point = moved_point(&self.map, super::point(tree.positions[index]));
            self.corners[index] = [point.x, point.y, point.z, 0.0];
            self.corner_bounds[index] = around(point);
        }
        self.corner_bounds[index]
    }
}

/// Returns a box in f32 around a point in f64.
#[inline]
fn around(point: DVec3) -> Bounds {
    // Rounding to f32 moves a coordinate by at most ε / 2 of its size, or half the smallest f32. Beyond the range of
    // f32, the largest number plus the slack is infinite.
    let near = point.as_vec3().extend(0.0).clamp(Vec4::splat(f32::MIN), Vec4::splat(f32::MAX));
    let slack = near.abs() * f32::EPSILON + Vec4::splat(f32::MIN_POSITIVE);
    Bounds { min: near - slack, max: near + slack }
}

/// Affine map of boxes to boxes around what they become, in f32.
#[derive(Clone, Copy, Debug, Default)]
struct BoxMap {
    columns: [Vec4; 3],
    absolute_columns: [Vec4; 3],
    shift: Vec4,
    slack: Vec4,
}

impl BoxMap {
    /// Errors of a moved box, relative to the largest sum of magnitudes that makes one of its coordinates. Half of ε is
    /// the error of one rounding; a coordinate of the middle passes 6, one of the half size 6, their sum or difference
    /// 1 for each of the two: 14, and 2 more for the slack's own. Twice that is taken.
    const ERROR: f32 = 16.0 * f32::EPSILON;

    fn new(map: &DAffine3, bounds: &crate::geometry::Aabb) -> Self {
        let matrix = map.matrix3;
        let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|column| column.as_vec3().extend(0.0));
        let absolute_columns = columns.map(|column| column.abs());
        let shift = map.translation.as_vec3().extend(0.0);
        let reach = bounds.min.abs().max(bounds.max.abs()).as_vec3();
        let [x, y, z] = absolute_columns;
        let magnitude = x * reach.x + y * reach.y + z * reach.z + shift.abs();
        if !magnitude.is_finite() {
            // The numbers leave the range of f32: infinite boxes leave nothing out.
            return Self { slack: Vec4::INFINITY, ..Self::default() };
        }
        // A subnormal entry of a column is rounded by up to half the smallest f32, in the middle and in the half size.
        let lost = (f64::from(f32::from_bits(1)) * reach.as_dvec3().element_sum()) as f32;
        let slack = magnitude * Self::ERROR + Vec4::splat(lost + f32::MIN_POSITIVE);
        Self { columns, absolute_columns, shift, slack }
    }

    #[inline]
    fn moved(&self, Bounds { min, max }: &Bounds) -> Bounds {
        let (middle, half) = (0.5 * *min + 0.5 * *max, 0.5 * *max - 0.5 * *min);
        let ([x, y, z], [p, q, r]) = (self.columns, self.absolute_columns);
        let middle = x * middle.x + y * middle.y + z * middle.z + self.shift;
        let half = p * half.x + q * half.y + r * half.z + self.slack;
        Bounds { min: middle - half, max: middle + half }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::{seeded, turn, vector};
    use glam::DMat3;

    #[test]
    fn every_box_holds_what_it_is_made_from() {
        let mut random = seeded();
        for round in 0..48 {
            let scale = [1e-30f32, 1e-3, 1.0, 1e6, 1e30, 2e38][round % 6];
            // Also thin ones, long along an axis through the origin.
            let long = round / 12;
            let thin = if long < 3 { 1e-9 } else { 1.0 };
            let mut along = |axis| (random.f32() - 0.5) * scale * if axis == long { 1.0 } else { thin };
            let positions: Vec<[f32; 3]> = (0..90).map(|_| std::array::from_fn(&mut along)).collect();
            let triangles: Vec<[u32; 3]> = (0..30).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let tree = AabbTree::build(&positions, &triangles);
            let stretch = DMat3::from_diagonal(vector(&mut random) * DVec3::new(1.0, 1.0, 10.0));
            let (turned, shift) = (DMat3::from_quat(turn(&mut random)), vector(&mut random) * f64::from(scale * thin));
            // Also so small a scale that f32 does not have it.
            let size = [1.0, 1e-46][round / 6 % 2];
            let map = DAffine3::from_mat3_translation(turned * stretch * size, shift * size);
            let mut moved = Moved::default();
            moved.begin(&tree, &map);
            let mut waiting = vec![(Child::node(0), Vec::new())];
            while let Some((child, above)) = waiting.pop() {
                let bounds = moved.bounds(child);
                let above: Vec<Bounds> = above.into_iter().chain([bounds]).collect();
                if child.is_triangle() {
                    for vertex in tree.triangles[child.index()] {
                        let [x, y, z, _] = moved.corners()[vertex as usize];
                        for bounds in &above {
                            assert!(bounds.aabb().contains(DVec3::new(x, y, z)), "{bounds:?} misses {x} {y} {z}");
                        }
                    }
                } else {
                    moved.open(&tree, child.index());
                    let node = tree.nodes[child.index()];
                    waiting.extend([(node.first, above.clone()), (node.second, above)]);
                }
            }
        }
    }
}
