//! Refit of a tree to new positions of its triangles, from the bottom up, keeping its leaves and nodes.
//!
//! Blocks of nodes are refitted on all cores if the tree is large enough for several threads.

use super::build::binary::{self, Bounds, EMPTY, unite};
use super::build::{self, Soup, collapse};
use super::grid::Grid;
use super::layout::{LANES, LEAF_TRIANGLES, Leaf, Line, Node};
use super::shape::{Block, Subtree, half_surface};
use super::{BuildError, Processor, RayTree};
use crate::geometry::Aabb;
use crate::work::{Progress, threads};
use glam::DVec3;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of blocks that are worth a thread: some 40,000 triangles, half a millisecond.
const BLOCKS_PER_THREAD: usize = 10;

impl RayTree {
    /// Moves the triangles to new positions; queries then give the same answers as in a tree built anew. There have to
    /// be as many triangles as before.
    ///
    /// Takes a small part of the time of a build. Allocates memory only to start threads, which a small tree does not
    /// need. Boxes grow as the mesh deforms: [`cost`](Self::cost) tells when building the tree again pays. The tree is
    /// built anew if it cannot be kept: if equal corners of a leaf have moved apart so that the leaf has too many, or
    /// if equal triangles have moved apart.
    ///
    /// # Errors
    /// [`BuildError::OutOfMemory`] when the tree has to be built again and there is not enough memory; the tree then
    /// has to be refitted or built again before its next query.
    ///
    /// # Panics
    /// When there are more or fewer triangles than before, or a triangle has an index beyond the end of `positions`.
    pub fn refit(&mut self, positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Result<(), BuildError> {
        self.refit_with_room(&Soup { positions, triangles }, 0.0)
    }

    /// Refits as [`refit`](Self::refit) does, but widens the bounds on each side by `share` of their longest side.
    pub(super) fn refit_with_room(&mut self, soup: &Soup, share: f64) -> Result<(), BuildError> {
        let (bounds, _) = build::survey(soup, &Progress::default())?;
        let bounds = build::aabb(&bounds);
        let room = share * bounds.size().max_element();
        let bounds = Aabb::new(bounds.min - room, bounds.max + room);
        self.refit_within(soup.positions, soup.triangles, bounds).map(drop)
    }

    /// Refits as [`refit`](Self::refit) does, within `bounds`, which may have room to spare; returns the smallest box.
    pub(crate) fn refit_within(
        &mut self,
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        bounds: Aabb,
    ) -> Result<Aabb, BuildError> {
        let soup = Soup { positions, triangles };
        assert_eq!(
            triangles.len(),
            self.shape.n_triangles,
            "a tree is refitted to the triangles that it was built over"
        );
        let are_equal = self.duplicates.are_equal(|i| soup.corners(i as usize));
        if are_equal && let Some(smallest) = self.refit_lines(&soup, bounds) {
            return Ok(smallest);
        }
        self.build_again(&soup)?;
        Ok(self.bounds)
    }

    /// Replaces the tree with one built anew, which is searched in the instructions of the same processor.
    pub(super) fn build_again(&mut self, soup: &Soup) -> Result<(), BuildError> {
        *self = Self { processor: self.processor, ..build::build(soup, &Progress::default())? };
        Ok(())
    }

    /// Returns the cost by the surface area heuristic: about how many nodes and leaves a random line through the bounds
    /// meets; 0 if the bounds have no surface.
    ///
    /// The cost grows as a refit, or an update, leaves boxes larger than a new tree would have them.
    pub fn cost(&self) -> f64 {
        if self.shape.area > 0.0 { self.shape.cost / self.shape.area } else { 0.0 }
    }

    /// Returns the value that [`cost`](Self::cost) had just after the tree was built.
    pub fn built_cost(&self) -> f64 {
        self.shape.built_cost
    }

    /// Refits all leaves and nodes; returns the box around all triangles, or `None` if the tree became unusable.
    pub(super) fn refit_lines(&mut self, soup: &Soup, bounds: Aabb) -> Option<Aabb> {
        let root = self.root?;
        let grid = Grid::around(&bounds);
        let refit = Refit { soup, grid: &grid, processor: self.processor };
        let lines = self.lines.as_mut_slice();

        // Refit the blocks, each with its root, which is not among its lines.
        let parts: usize = self.shape.blocks.len();
        let worth = parts / BLOCKS_PER_THREAD;
        let threads = if worth > 1 { worth.min(threads::available()) } else { 1 };
        for block in &mut self.shape.blocks {
            block.refitted.node = *Node::at(lines, block.root);
        }
        let failed = AtomicBool::new(false);
        let blocks = with_lines(&mut self.shape.blocks, lines);
        threads::for_each(threads, blocks, |(block, mut lines)| {
            match refit.node(&mut lines, &block.refitted.node, &|_| None) {
                Some(subtree) => block.refitted = subtree,
                None => failed.store(true, Ordering::Relaxed),
            }
        });
        if failed.into_inner() {
            return None;
        }

        // Refit the nodes above the blocks.
        let mut lines = LineWindow { first: 0, lines: self.lines.as_mut_slice() };
        let of_block = |line: usize| self.shape.block(line).map(|block| block.refitted);
        let (around, cost) = match root.is_leaf() {
            true => {
                let (leaf, mut vertices) = (lines.leaf(root.line()), LeafVertices::default());
                refit.vertices_of(leaf, &mut vertices);
                refit.leaf(leaf, &vertices)?
            }
            false => refit.inner(&mut lines, root.line(), &of_block)?,
        };
        let smallest = build::aabb(&around);
        debug_assert_eq!(smallest.union(bounds), bounds);
        (self.shape.cost, self.shape.area) = (cost, half_surface(smallest.size()));
        (self.grid, self.bounds) = (grid, bounds);
        Some(smallest)
    }
}

fn with_lines<'a>(
    blocks: &'a mut [Block],
    lines: &'a mut [Line],
) -> impl Iterator<Item = (&'a mut Block, LineWindow<'a>)> {
    let (mut first, mut rest) = (0, lines);
    blocks.iter_mut().map(move |block| {
        let (start, end) = (block.lines.start as usize, block.lines.end as usize);
        let (_, from_start) = std::mem::take(&mut rest).split_at_mut(start - first);
        let (lines, behind) = from_start.split_at_mut(end - start);
        (first, rest) = (end, behind);
        (block, LineWindow { first: start, lines })
    })
}

/// Consecutive lines of a tree, and the number of the first.
struct LineWindow<'a> {
    first: usize,
    lines: &'a mut [Line],
}

impl LineWindow<'_> {
    fn node(&mut self, line: usize) -> &mut Node {
        Node::at_mut(self.lines, line - self.first)
    }

    fn leaf(&mut self, line: usize) -> &mut Leaf {
        Leaf::at_mut(self.lines, line - self.first)
    }
}

/// Positions of the triangles now, and the grid for their boxes.
struct Refit<'a> {
    soup: &'a Soup<'a>,
    grid: &'a Grid,
    processor: Processor,
}

impl Refit<'_> {
    /// Returns a node, refitted after its descendants that `done` has not; `None` if triangles do not fit their leaf.
    fn node(&self, lines: &mut LineWindow, node: &Node, done: &impl Fn(usize) -> Option<Subtree>) -> Option<Subtree> {
        self.processor.run(
            #[inline(always)]
            || self.node_inlined(lines, node, done),
        )
    }

    /// Does what [`node`](Self::node) does, in the instructions of its caller.
    #[inline(always)]
    fn node_inlined(
        &self,
        lines: &mut LineWindow,
        node: &Node,
        done: &impl Fn(usize) -> Option<Subtree>,
    ) -> Option<Subtree> {
        let mut children = [([DVec3::ZERO; 2], false); LANES];
        let (mut bounds, mut cost) = (EMPTY, 0.0);
        let vertices = self.vertices(lines, node);
        for (lane, child) in children[..node.children()].iter_mut().enumerate() {
            let present = node.child(lane);
            let (around, of_child) = match present.is_leaf() {
                true => self.leaf(lines.leaf(present.line()), &vertices[lane - node.inner()])?,
                false => self.inner(lines, present.line(), done)?,
            };
            *child = (collapse::widened(self.grid, &around), present.is_leaf());
            unite(&mut bounds, &around);
            cost += of_child;
        }
        cost += f64::from(collapse::NODE_COST * binary::area(&bounds));
        let node = collapse::encode(&children[..node.children()], node.base());
        Some(Subtree { node, bounds, cost })
    }

    /// Returns the vertices of a node's leaves, asked for together: one by one, each would be waited for.
    #[inline(always)]
    fn vertices(&self, lines: &mut LineWindow, node: &Node) -> [LeafVertices; LANES] {
        let mut vertices = [[[0; 3]; LEAF_TRIANGLES]; LANES];
        for (of_leaf, lane) in vertices.iter_mut().zip(node.inner()..node.children()) {
            self.vertices_of(lines.leaf(node.child(lane).line()), of_leaf);
        }
        vertices
    }

    #[inline(always)]
    fn vertices_of(&self, leaf: &Leaf, vertices: &mut LeafVertices) {
        for (vertices, &triangle) in vertices.iter_mut().zip(&leaf.triangles[..leaf.len()]) {
            *vertices = self.soup.triangles[triangle as usize];
        }
    }

    /// Refits what is below a node and the node in its place; returns the box around it and its cost.
    fn inner(
        &self,
        lines: &mut LineWindow,
        line: usize,
        done: &impl Fn(usize) -> Option<Subtree>,
    ) -> Option<(Bounds, f64)> {
        let subtree = match done(line) {
            Some(subtree) => subtree,
            None => {
                let node = *lines.node(line);
                self.node(lines, &node, done)?
            }
        };
        *lines.node(line) = subtree.node;
        Some((subtree.bounds, subtree.cost))
    }

    /// Refits a leaf of these vertices; returns the box around it and its cost.
    #[inline(always)]
    fn leaf(&self, leaf: &mut Leaf, vertices: &LeafVertices) -> Option<(Bounds, f64)> {
        let position = |vertex: u32| self.soup.positions[vertex as usize];
        leaf.refit(|place| vertices[place].map(position))?;
        let bounds = leaf.bounds();
        Some((bounds, f64::from(collapse::LEAF_COST * binary::area(&bounds))))
    }
}

type LeafVertices = [[u32; 3]; LEAF_TRIANGLES];
