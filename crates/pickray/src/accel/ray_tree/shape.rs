//! What a tree needs when its triangles move: its blocks, how good it is, and the ways up.

use super::layout::{ChildRef, Leaf, Line, Node};
use crate::geometry::Aabb;
use crate::work::memory::{self, OutOfMemory};
use crate::work::packed;
use glam::DVec3;
use std::ops::Range;

/// As a leaf tells them.
type Bounds = [f32; 8];

/// How a tree is cut for refitting, what it was built over, and how good it is.
#[derive(Clone, Debug)]
pub struct TreeShape {
    /// By their lines.
    pub blocks: Vec<Block>,
    /// The line of each block's root and the block, by that line.
    pub roots: Vec<[u32; 2]>,
    pub n_triangles: usize,
    /// Triangles that are not in the tree, as they were not finite.
    pub left_out: usize,
    /// What a ray pays, times the area of the box around everything, and that area.
    pub cost: f64,
    pub area: f64,
    /// The quotient of these two after the build.
    pub built_cost: f64,
    pub links: Option<Links>,
}
packed!(struct TreeShape { blocks, roots, n_triangles, left_out, cost, area, built_cost, links });

/// A lower part of the tree, whose lines lie together.
#[derive(Clone, Debug)]
pub struct Block {
    /// The line of its uppermost node, which is not among them.
    pub root: usize,
    /// The lines of what is below.
    pub lines: Range<u32>,
    /// What the refit under way makes of that node; until then the node as it is.
    pub refitted: Subtree,
}
packed!(struct Block { root, lines, refitted });

impl Block {
    pub fn new((root, node): (usize, Node), lines: Range<u32>) -> Self {
        Self { root, lines, refitted: Subtree { node, bounds: [0.0; 8], cost: 0.0 } }
    }
}

/// A node whose descendants are refitted.
#[derive(Clone, Copy, Debug)]
pub struct Subtree {
    pub node: Node,
    pub bounds: Bounds,
    pub cost: f64,
}
packed!(struct Subtree { node, bounds, cost });

impl TreeShape {
    /// That of a tree just built; `cost` is what a ray pays times the area of the bounds.
    pub fn new(mut blocks: Vec<Block>, cost: f64, bounds: &Aabb) -> Self {
        blocks.sort_unstable_by_key(|block| block.lines.start);
        let mut roots: Vec<_> = (0..).zip(&blocks).map(|(i, block)| [block.root as u32, i]).collect();
        roots.sort_unstable();
        let area = if bounds.is_empty() { 0.0 } else { half_surface(bounds.size()) };
        let built_cost = if area > 0.0 { cost / area } else { 0.0 };
        Self { blocks, roots, n_triangles: 0, left_out: 0, cost, area, built_cost, links: None }
    }

    /// The block below the node at this line, where there is one.
    pub fn block(&self, root: usize) -> Option<&Block> {
        let place = self.roots.binary_search_by_key(&(root as u32), |[root, _]| *root).ok()?;
        Some(&self.blocks[self.roots[place][1] as usize])
    }

    pub fn memory(&self) -> usize {
        let links = self.links.as_ref().map_or(0, Links::memory);
        size_of_val(self.blocks.as_slice()) + size_of_val(self.roots.as_slice()) + links
    }
}

/// Half the surface of a box of this size.
pub fn half_surface(size: DVec3) -> f64 {
    size.x * size.y + size.y * size.z + size.z * size.x
}

pub const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Links {
    /// The line of the leaf that holds a triangle.
    pub leaves: Vec<u32>,
    /// The line of the node above what begins at a line.
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
