//! Data that a tree needs when its triangles move: blocks of lines, the tree's cost, and links from children to
//! parents.

use super::layout::{ChildRef, Leaf, Line, Node};
use crate::geometry::Aabb;
use crate::work::memory::{self, OutOfMemory};
use crate::work::packed;
use glam::DVec3;
use std::ops::Range;

/// Box as [`Leaf::bounds`] gives it: smallest coordinates in lanes 0 to 2, largest ones, negated, in 4 to 6.
type Bounds = [f32; 8];

/// Division of a tree into blocks for refitting, the number of its triangles, and its cost.
#[derive(Clone, Debug)]
pub struct TreeShape {
    /// Blocks of the tree, in the order of their lines.
    pub blocks: Vec<Block>,
    /// For each block, the number of its root's cache line and the index of the block in `blocks`; sorted by line.
    pub roots: Vec<[u32; 2]>,
    pub n_triangles: usize,
    /// Expected cost of a ray, times `area`, which is half the surface of the bounds of the tree.
    pub cost: f64,
    pub area: f64,
    /// Expected cost of a ray just after the build, `cost / area`.
    pub built_cost: f64,
    pub links: Option<Links>,
}
packed!(struct TreeShape { blocks, roots, n_triangles, cost, area, built_cost, links });

/// Subtree at the bottom of the tree; its cache lines, except that of its root, are contiguous.
#[derive(Clone, Debug)]
pub struct Block {
    /// Number of the cache line of the block's uppermost node, which is not among `lines`.
    pub root: usize,
    /// Numbers of the cache lines of the nodes and leaves below the root.
    pub lines: Range<u32>,
    /// Root of the block as the present refit has computed it, or the unchanged root before the refit reaches it.
    pub refitted: Subtree,
}
packed!(struct Block { root, lines, refitted });

impl Block {
    pub fn new((root, node): (usize, Node), lines: Range<u32>) -> Self {
        Self { root, lines, refitted: Subtree { node, bounds: [0.0; 8], cost: 0.0 } }
    }
}

/// Root of a subtree whose other nodes are already refitted: the node, the box around it and the cost of the subtree.
#[derive(Clone, Copy, Debug)]
pub struct Subtree {
    pub node: Node,
    pub bounds: Bounds,
    pub cost: f64,
}
packed!(struct Subtree { node, bounds, cost });

impl TreeShape {
    /// Returns the shape of a tree that was just built; `cost` is the expected cost of a ray, times half the surface of
    /// `bounds`.
    pub fn new(mut blocks: Vec<Block>, n_triangles: usize, cost: f64, bounds: &Aabb) -> Self {
        blocks.sort_unstable_by_key(|block| block.lines.start);
        let mut roots: Vec<_> = (0..).zip(&blocks).map(|(i, block)| [block.root as u32, i]).collect();
        roots.sort_unstable();
        let area = if bounds.is_empty() { 0.0 } else { half_surface(bounds.size()) };
        let built_cost = if area > 0.0 { cost / area } else { 0.0 };
        Self { blocks, roots, n_triangles, cost, area, built_cost, links: None }
    }

    /// Returns the block whose root is the node at cache line `root`, or `None` if no block has this root.
    pub fn block(&self, root: usize) -> Option<&Block> {
        let place = self.roots.binary_search_by_key(&(root as u32), |[root, _]| *root).ok()?;
        Some(&self.blocks[self.roots[place][1] as usize])
    }

    pub fn memory(&self) -> usize {
        let links = self.links.as_ref().map_or(0, Links::memory);
        size_of_val(self.blocks.as_slice()) + size_of_val(self.roots.as_slice()) + links
    }
}

/// Returns half the surface area of a box with the side lengths `size`.
pub fn half_surface(size: DVec3) -> f64 {
    size.x * size.y + size.y * size.z + size.z * size.x
}

pub const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Links {
    /// For each triangle, the number of the cache line of its leaf; [`NOWHERE`] if it is in no leaf.
    pub leaves: Vec<u32>,
    /// For each cache line at which a node or leaf begins, the number of the cache line of its parent.
    parents: Vec<u32>,
}
packed!(struct Links { leaves, parents });

impl Links {
    pub fn of(lines: &[Line], root: Option<ChildRef>, n_triangles: usize) -> Result<Self, OutOfMemory> {
        let leaves = memory::filled(n_triangles, NOWHERE)?;
        let mut links = Self { leaves, parents: memory::filled(lines.len(), NOWHERE)? };
        if let Some(root) = root {
            links.add(lines, root);
        }
        Ok(links)
    }

    fn add(&mut self, lines: &[Line], child: ChildRef) {
        if child.is_leaf() {
            let leaf = Leaf::at(lines, child.line());
            for &triangle in &leaf.triangles[..leaf.len()] {
                self.leaves[triangle as usize] = child.line() as u32;
            }
            return;
        }
        let node = Node::at(lines, child.line());
        for below in (0..node.children()).map(|lane| node.child(lane)) {
            self.parents[below.line()] = child.line() as u32;
            self.add(lines, below);
        }
    }

    pub fn parent(&self, line: usize) -> Option<usize> {
        Some(self.parents[line]).filter(|line| *line != NOWHERE).map(|line| line as usize)
    }

    pub fn memory(&self) -> usize {
        size_of_val(self.leaves.as_slice()) + size_of_val(self.parents.as_slice())
    }
}
