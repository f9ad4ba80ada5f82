//! Binary tree of boxes over triangles that has no leaf nodes: its lowest boxes refer to triangles.
//!
//! Based on: the improved AABB tree of the article 如何实现复杂网络模型模型的碰撞检测 (leaf nodes left out: N − 1 nodes for N triangles,
//! triangles tested against boxes at the bottom), after Gino van den Bergen, Efficient Collision Detection of Complex
//! Deformable Models using AABB Trees, 1997. Departures: it is built by the surface area heuristic, and not refitted;
//! nodes, triangles and vertices are stored in the order of the tree, so that everything below a node is a contiguous
//! range.

mod build;
mod moved;
mod own_pairs;
mod pairs;

pub use pairs::{PairCounts, PairFinder};

pub(crate) use moved::moved_point;

use crate::geometry::{Aabb, Triangle};
use crate::work::{Cancelled, Progress, packed};
use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Vec4};

/// Tree of boxes over the triangles of one mesh, with one node fewer than triangles.
///
/// Boxes are in the space of the positions that the tree was built from, and triangles are named by index.
///
/// ```
/// use pickray::accel::{AabbTree, PairFinder};
/// use pickray::glam::{DAffine3, DVec3};
///
/// let positions = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [1., 1., 0.]];
/// let tree = AabbTree::build(&positions, &[[0, 1, 2], [1, 3, 2]]);
/// assert_eq!(tree.n_nodes(), 1);
/// let moved_by = |x| DAffine3::from_translation(DVec3::new(x, 0.0, 0.0));
/// let touches = |x| PairFinder::new().first(&tree, &tree, &moved_by(x)).0.is_some();
/// assert!(touches(1.0) && !touches(1.5));
/// ```
#[derive(Clone, Debug)]
pub struct AabbTree {
    nodes: Vec<Node>,
    /// Number of triangles below each node.
    n_below: Vec<u32>,
    /// Triangles in the order of the tree, as indices into `positions`.
    triangles: Vec<[u32; 3]>,
    /// For each element of `triangles`, its index in the list that the tree was built over.
    triangle_ids: Vec<u32>,
    /// Used vertices, in the order in which the tree first uses them, each padded with a fourth number, 0.
    positions: Vec<[f32; 4]>,
}

packed!(struct AabbTree { nodes, n_below, triangles, triangle_ids, positions });

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(32))]
struct Node {
    min: [f32; 3],
    first: Child,
    max: [f32; 3],
    second: Child,
}

packed!(plain Node);

/// Child of a node: a node or, with the highest bit set, a triangle in the order of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
struct Child(u32);

/// Copy of a node of an [`AabbTree`]: its box and its two children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Smallest box around all triangles below the node.
    pub aabb: Aabb,
    /// The node's two children, each a node or a triangle.
    pub children: [TreeChild; 2],
}

/// Child of a node of an [`AabbTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeChild {
    /// Node, as its index in the tree, which is greater than the index of its parent.
    Node(u32),
    /// Triangle, as its index in the list that the tree was built over.
    Triangle(u32),
}

impl AabbTree {
    /// Returns the number of nodes: one less than the number of triangles, or 0 for an empty tree.
    #[doc(hidden)]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of triangles in the tree: those whose corners were finite.
    pub fn n_triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the root, which is node 0 or the only triangle, or `None` if the tree is empty.
    #[doc(hidden)]
    pub fn root(&self) -> Option<TreeChild> {
        self.top().map(|child| self.as_seen(child))
    }

    /// Returns the node with this index; the nodes below it have greater indices.
    #[doc(hidden)]
    pub fn node(&self, index: u32) -> TreeNode {
        let node = &self.nodes[index as usize];
        TreeNode { aabb: node.bounds().aabb(), children: [node.first, node.second].map(|child| self.as_seen(child)) }
    }

    /// Returns the smallest box around all triangles; an empty box when there are no triangles.
    pub fn bounds(&self) -> Aabb {
        self.top().map_or(Aabb::EMPTY, |child| self.child_bounds(child).aabb())
    }

    /// Returns the cost by the surface area heuristic: about how many boxes a random line through the mesh's box meets;
    /// 0 if the tree has no node, or if the box has no surface area.
    pub fn cost(&self) -> f64 {
        let area = |bounds: Bounds| f64::from(bounds.area());
        let whole = self.nodes.first().map_or(0.0, |root| area(root.bounds()));
        if whole > 0.0 { self.nodes.iter().map(|node| area(node.bounds())).sum::<f64>() / whole } else { 0.0 }
    }

    /// Calls `visit` with each box and its depth (0 for the root), parents first; `false` skips the boxes below.
    #[doc(hidden)]
    pub fn for_each_box(&self, mut visit: impl FnMut(&Aabb, u32) -> bool) {
        let mut waiting: Vec<(Child, u32)> = self.top().map(|top| (top, 0)).into_iter().collect();
        while let Some((child, depth)) = waiting.pop() {
            if !child.is_triangle() && visit(&self.child_bounds(child).aabb(), depth) {
                let Node { first, second, .. } = self.nodes[child.index()];
                waiting.extend([(second, depth + 1), (first, depth + 1)]);
            }
        }
    }

    fn as_seen(&self, child: Child) -> TreeChild {
        if child.is_triangle() {
            TreeChild::Triangle(self.triangle_ids[child.index()])
        } else {
            TreeChild::Node(child.index() as u32)
        }
    }

    fn top(&self) -> Option<Child> {
        match self.triangles.len() {
            0 => None,
            1 => Some(Child::triangle(0)),
            _ => Some(Child::node(0)),
        }
    }

    #[inline(always)]
    fn child_bounds(&self, child: Child) -> Bounds {
        if child.is_triangle() { self.triangle_bounds(child.index()) } else { self.nodes[child.index()].bounds() }
    }

    #[inline(always)]
    fn triangle_bounds(&self, index: usize) -> Bounds {
        let [a, b, c] = self.triangles[index].map(|i| Vec4::from_array(self.positions[i as usize]));
        Bounds { min: a.min(b).min(c), max: a.max(b).max(c) }
    }

    /// Returns the triangle at a place in the order of the tree.
    #[inline]
    fn triangle(&self, index: usize) -> Triangle {
        let [a, b, c] = self.triangles[index].map(|i| point(self.positions[i as usize]));
        Triangle::new(a, b, c)
    }
}

#[inline(always)]
fn point([x, y, z, _]: [f32; 4]) -> DVec3 {
    DVec3::new(x.into(), y.into(), z.into())
}

impl Node {
    /// Returns the box as it lies in memory: the fourth numbers are the children's bits.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        let [min, max]: [[f32; 4]; 2] = bytemuck::cast(*self);
        Bounds { min: Vec4::from_array(min), max: Vec4::from_array(max) }
    }
}

impl Child {
    const TRIANGLE: u32 = 1 << 31;

    const fn node(index: usize) -> Self {
        Self(index as u32)
    }

    const fn triangle(index: usize) -> Self {
        Self(index as u32 | Self::TRIANGLE)
    }

    #[inline(always)]
    const fn is_triangle(self) -> bool {
        self.0 & Self::TRIANGLE != 0
    }

    #[inline(always)]
    const fn index(self) -> usize {
        (self.0 & !Self::TRIANGLE) as usize
    }
}

/// Box in f32; the fourth numbers mean nothing.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    min: Vec4,
    max: Vec4,
}

impl Bounds {
    const EMPTY: Self = Self { min: Vec4::INFINITY, max: Vec4::NEG_INFINITY };

    #[inline(always)]
    fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    #[inline(always)]
    fn overlaps(&self, other: &Self) -> bool {
        (self.min.cmple(other.max) & other.min.cmple(self.max)).bitmask() & 0b111 == 0b111
    }

    /// Returns half the surface of the box.
    #[inline(always)]
    fn area(&self) -> f32 {
        let size = self.max - self.min;
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    fn aabb(&self) -> Aabb {
        Aabb::new(self.min.truncate().as_dvec3(), self.max.truncate().as_dvec3())
    }
}
