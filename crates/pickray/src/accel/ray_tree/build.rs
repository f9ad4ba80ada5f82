//! Construction of the tree: triangles are grouped into clusters along a space-filling curve; the upper part is a tree
//! over the clusters, and each of its leaves is replaced by a tree over triangles.

pub mod binary;
mod clusters;
pub mod collapse;

use super::BuildError;
use super::duplicates::{Duplicates, set_apart};
use super::grid::Grid;
use super::layout::{ChildRef, LANES, LEAF_LINES, LEAF_TRIANGLES, Leaf, Line, Node, WAITING};
use super::lines::Lines;
use super::shape::{Block, TreeShape};
use super::{LINES_PER_TRIANGLE, Processor, RayTree};
use crate::geometry::Aabb;
use crate::work::memory::{self, OutOfMemory};
use crate::work::{Cancelled, Progress, threads};
use binary::{Bounds, BuildItem, EMPTY, center, unite};
use bytemuck::Zeroable;
use clusters::Clusters;
pub use clusters::morton_code;
use collapse::Plan;
use glam::DVec3;
use std::cell::Cell;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Largest number of triangles in a part of the tree, which one thread builds; a part of one cluster may have more.
const PART: u32 = 1 << 12;
/// Bytes that threads and their work space take beside a large tree, and two more for each triangle; beside a smaller
/// tree as many as that tree has.
const BESIDE: usize = 16 << 20;
/// Number of triangles in one job of [`survey`].
const CHUNK: usize = 1 << 15;

/// Triangles to build a tree over: positions, and for each triangle its three indices into them.
pub struct Soup<'a> {
    pub positions: &'a [[f32; 3]],
    pub triangles: &'a [[u32; 3]],
}

impl Soup<'_> {
    #[inline(always)]
    pub fn corners(&self, triangle: usize) -> [[f32; 3]; 3] {
        let [a, b, c] = self.triangles[triangle];
        [self.positions[a as usize], self.positions[b as usize], self.positions[c as usize]]
    }

    #[inline(always)]
    fn bounds(&self, triangle: usize) -> Bounds {
        let mut bounds = EMPTY;
        for [x, y, z] in self.corners(triangle) {
            unite(&mut bounds, &[x, y, z, 0.0, -x, -y, -z, 0.0]);
        }
        bounds
    }
}

/// Share of a build's time until the triangles are in clusters, measured on 1 million.
const CLUSTERED: f32 = 0.06;

thread_local! {
    /// Number of trees that each thread has built, not counting trees without a triangle.
    pub static BUILDS: Cell<usize> = const { Cell::new(0) };
}

pub fn build(soup: &Soup, progress: &Progress) -> Result<RayTree, BuildError> {
    let n = soup.triangles.len();
    assert!(n <= RayTree::MAX_TRIANGLES, "a tree holds at most {} triangles", RayTree::MAX_TRIANGLES);
    memory::check(n as u64 * RayTree::LEAST_MEMORY)?;
    let (bounds, centers) = survey(soup, progress)?;
    let bounds = aabb(&bounds);
    if n == 0 {
        let (lines, duplicates, processor) = (Lines::reserve(0)?, Duplicates::default(), Processor::present());
        let grid = Grid::around(&Aabb::new(DVec3::ZERO, DVec3::ZERO));
        let shape = TreeShape::new(Vec::new(), 0, 0.0, &bounds);
        return Ok(RayTree { lines, root: None, bounds, grid, duplicates, shape, processor });
    }
    BUILDS.set(BUILDS.get() + 1);
    let mut clusters = Clusters::of(soup, &centers, progress)?;
    let (mut tree, waiting) = build_over(&mut clusters, soup, bounds, false, progress)?;
    if waiting > WAITING {
        // The planes of least cost made the tree too deep for the stack of a walk. A tree of halves never is.
        (tree, _) = build_over(&mut clusters, soup, bounds, true, progress)?;
    }
    progress.advance(1.0);
    Ok(tree)
}

/// Returns the tree over the clusters, and the largest number of boxes that wait at once on the stack of a walk.
fn build_over(
    Clusters { keys, items, ranges }: &mut Clusters,
    soup: &Soup,
    bounds: Aabb,
    halved: bool,
    progress: &Progress,
) -> Result<(RayTree, usize), BuildError> {
    let n = soup.triangles.len();
    let grid = Grid::around(&bounds);

    // Build the upper part, whose leaves are lists of clusters.
    let (mut nodes, mut parts) = (Vec::new(), Vec::new());
    items.sort_unstable_by_key(|item| item.id);
    binary::grow(
        items,
        &mut nodes,
        halved,
        |count| count,
        |clusters| clusters.len(),
        |items| {
            let total: u32 = items.iter().map(|item| item.count).sum();
            (total <= PART || items.len() == 1).then(|| {
                parts.push(items.iter().map(|item| ranges[item.id as usize]).collect::<Vec<_>>());
                parts.len() as u32 - 1
            })
        },
    );

    let mut lines = room_for(n)?;
    let bytes = size_of_val(lines.as_slice());
    // Ask for free memory only on failure: the query is slower than building a small tree.
    let short = || memory::missing(bytes);
    let space = Space { free: Mutex::new((0, lines.as_mut_slice())) };
    let done = AtomicUsize::new(0);
    let roots: Vec<Mutex<Option<LowerPart>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    threads::run(parts.len(), progress, Workshop::default, |workshop, job| {
        let keys = parts[job].iter().flat_map(|&(start, end)| &keys[start as usize..end as usize]);
        let part = workshop.build(soup, &grid, keys.map(|key| *key as u32), halved, &space);
        let count: u32 = parts[job].iter().map(|(start, end)| end - start).sum();
        *roots[job].lock().expect("a job is done once") = part;
        let done = done.fetch_add(count as usize, Ordering::Relaxed) + count as usize;
        progress.advance(CLUSTERED + (1.0 - CLUSTERED) * done as f32 / n as f32);
    })?;
    let parts: Option<Vec<LowerPart>> =
        roots.into_iter().map(|root| root.into_inner().expect("no thread panicked")).collect();
    let mut parts = parts.ok_or_else(short)?;

    let mut plans = Vec::new();
    collapse::plan(&nodes, &mut plans);
    let mut upper = Upper { nodes: &nodes, plans: &plans, parts: &parts, grid: &grid, blocks: Vec::new(), cost: 0.0 };
    let (root, waiting) = upper.write(&space).ok_or_else(short)?;
    let Upper { blocks, cost, .. } = upper;
    let len = space.free.into_inner().expect("no thread panicked").0;
    lines.truncate(len);
    let duplicates = Duplicates::new(parts.iter_mut().flat_map(|part| std::mem::take(&mut part.duplicates)).collect());
    let shape = TreeShape::new(blocks, n, cost, &bounds);
    Ok((RayTree { lines, root: Some(root), grid, bounds, duplicates, shape, processor: Processor::present() }, waiting))
}

/// Reserves memory for the tree over `n` triangles; where there are too few addresses for any such tree and for the
/// rest of the work, for a tree of well-filled leaves.
fn room_for(n: usize) -> Result<Lines, OutOfMemory> {
    let reserve = |len: usize| {
        let lines = Lines::reserve(len)?;
        let beside = BESIDE.min(size_of_val(lines.as_slice())) + 2 * n;
        memory::check(beside as u64)?;
        if memory::is_left(beside) { Ok(lines) } else { Err(memory::missing(beside)) }
    };
    let most = LINES_PER_TRIANGLE * n;
    [most / 3, most / 6].into_iter().fold(reserve(most), |lines, fewer| lines.or_else(|_| reserve(fewer)))
}

/// Returns the box around all triangles, and the box around the centres of their boxes.
pub fn survey(soup: &Soup, progress: &Progress) -> Result<(Bounds, Bounds), Cancelled> {
    let n = soup.triangles.len();
    let seen = threads::run(
        n.div_ceil(CHUNK),
        progress,
        || (EMPTY, EMPTY),
        |(bounds, centers), chunk| {
            for triangle in chunk * CHUNK..n.min((chunk + 1) * CHUNK) {
                let b = soup.bounds(triangle);
                unite(bounds, &b);
                let [x, y, z, _] = center(&b);
                unite(centers, &[x, y, z, 0.0, -x, -y, -z, 0.0]);
            }
        },
    )?;
    Ok(seen.into_iter().fold((EMPTY, EMPTY), |(mut bounds, mut centers), (b, c)| {
        unite(&mut bounds, &b);
        unite(&mut centers, &c);
        (bounds, centers)
    }))
}

pub fn aabb(b: &Bounds) -> Aabb {
    let [b0, b1, b2, _, b4, b5, b6, _] = b.map(f64::from);
    Aabb::new(DVec3::new(b0, b1, b2), -DVec3::new(b4, b5, b6))
}

/// Lines of the tree that are still free, and the number of the first one.
struct Space<'a> {
    free: Mutex<(usize, &'a mut [Line])>,
}

impl<'a> Space<'a> {
    /// Returns the next `len` lines and the number of the first, or `None` if fewer are left.
    fn allocate(&self, len: usize) -> Option<(usize, &'a mut [Line])> {
        let mut free = self.free.lock().expect("no thread panicked");
        let taken = free.1.split_off_mut(..len)?;
        free.0 += len;
        Some((free.0 - len, taken))
    }
}

/// Lower part of the tree: its uppermost node, whose descendants are written.
struct LowerPart {
    root: Root,
    /// Numbers of the cache lines that hold the descendants of the part's root.
    lines: Range<u32>,
    cost: f32,
    /// Largest number of boxes that wait at once on the stack of a walk through this part of the tree.
    waiting: usize,
    /// Pairs of indices of equal triangles: one that the part holds, and one that it leaves out.
    duplicates: Vec<[u32; 2]>,
}

enum Root {
    Node(Node),
    Leaf(Leaf),
}

/// Work space that a thread uses for one part after the other.
#[derive(Default)]
struct Workshop {
    items: Vec<BuildItem>,
    nodes: Vec<binary::BinaryNode>,
    leaves: Vec<Leaf>,
    plans: Vec<Plan>,
    lines: Vec<Line>,
    /// Indices of the elements of `lines` that are nodes, not leaves.
    inner: Vec<usize>,
}

impl Workshop {
    /// Builds the part over these triangles; `None` if the tree's memory is full.
    fn build(
        &mut self,
        soup: &Soup,
        grid: &Grid,
        triangles: impl Iterator<Item = u32>,
        halved: bool,
        space: &Space,
    ) -> Option<LowerPart> {
        self.items.clear();
        self.items.extend(triangles.map(|triangle| BuildItem::new(&soup.bounds(triangle as usize), triangle, 1)));
        self.leaves.clear();
        let leaves = &mut self.leaves;
        let mut duplicates = Vec::new();
        binary::grow(
            &mut self.items,
            &mut self.nodes,
            halved,
            leaves_of,
            |items| set_apart(items, |item| (corner_bits(soup, item), item.id), &mut duplicates),
            |items| {
                let leaf = pack(soup, items)?;
                leaves.push(leaf);
                Some(leaves.len() as u32 - 1)
            },
        );
        collapse::plan(&self.nodes, &mut self.plans);
        let cost = self.plans[0].cost();
        if self.nodes[0].is_leaf {
            return Some(LowerPart { root: Root::Leaf(self.leaves[0]), lines: 0..0, cost, waiting: 0, duplicates });
        }

        self.lines.clear();
        self.inner.clear();
        let (mut root, waiting) = self.write(grid, 0);
        // The lines were written as if they began at line 0. Now that their number is known, they get their place.
        let (start, lines) = space.allocate(self.lines.len())?;
        root.move_children(start);
        for &line in &self.inner {
            bytemuck::cast_mut::<Line, Node>(&mut self.lines[line]).move_children(start);
        }
        lines.copy_from_slice(&self.lines);
        let lines = start as u32..(start + self.lines.len()) as u32;
        Some(LowerPart { root: Root::Node(root), lines, cost, waiting, duplicates })
    }

    /// Writes the descendants of the wide node that replaces `node`; returns it and how many boxes wait below it.
    fn write(&mut self, grid: &Grid, node: u32) -> (Node, usize) {
        let children = collapse::children(&self.nodes, &self.plans, node, |child| self.nodes[child as usize].is_leaf);
        let (inner, leaves) = children.all().split_at(children.inner);
        let base = self.lines.len();
        self.lines.resize(base + inner.len(), Zeroable::zeroed());
        for &leaf in leaves {
            let leaf = &self.leaves[self.nodes[leaf as usize].first as usize];
            self.lines.extend_from_slice(bytemuck::cast_slice(std::slice::from_ref(leaf)));
        }
        let mut waiting = 0;
        for (i, &child) in inner.iter().enumerate() {
            let (child, below) = self.write(grid, child);
            waiting = waiting.max(below);
            self.lines[base + i] = bytemuck::cast(child);
            self.inner.push(base + i);
        }
        let node = encode(grid, &self.nodes, children.all(), |child| self.nodes[child as usize].is_leaf, base);
        (node, waiting + children.all().len() - 1)
    }
}

/// Returns the bits of a triangle's corners, in their order.
fn corner_bits(soup: &Soup, item: &BuildItem) -> [[u32; 3]; 3] {
    soup.corners(item.id as usize).map(|corner| corner.map(f32::to_bits))
}

/// Returns the least number of leaves that hold `count` triangles.
#[inline(always)]
fn leaves_of(count: f32) -> f32 {
    // Adding and subtracting 2²³ rounds to a whole number; no count lies halfway between two.
    const WHOLE: f32 = (1 << 23) as f32;
    (count + (LEAF_TRIANGLES / 2) as f32 - 0.5) * (1.0 / LEAF_TRIANGLES as f32) + WHOLE - WHOLE
}

/// Returns the leaf of these items; `None` where they are too many or have too many corners.
fn pack(soup: &Soup, items: &[BuildItem]) -> Option<Leaf> {
    if items.len() > LEAF_TRIANGLES {
        return None;
    }
    let mut triangles = [(0, [[0.0; 3]; 3]); LEAF_TRIANGLES];
    for (triangle, item) in triangles.iter_mut().zip(items) {
        *triangle = (item.id, soup.corners(item.id as usize));
    }
    Leaf::pack(&triangles[..items.len()])
}

/// The upper part of the tree, whose leaves are the roots of the lower ones.
struct Upper<'a> {
    nodes: &'a [binary::BinaryNode],
    plans: &'a [Plan],
    parts: &'a [LowerPart],
    grid: &'a Grid,
    blocks: Vec<Block>,
    cost: f64,
}

impl Upper<'_> {
    /// Writes the nodes; returns the root and how many boxes wait at once, or `None` if the tree's memory is full.
    fn write(&mut self, space: &Space) -> Option<(ChildRef, usize)> {
        let (start, lines) = space.allocate(if self.is_leaf(0) { LEAF_LINES } else { 1 })?;
        let waiting = self.write_subtree(0, (start, lines), space)?;
        Some((if self.is_leaf(0) { ChildRef::leaf(start) } else { ChildRef::inner(start) }, waiting))
    }

    /// Returns `true` if a binary node becomes a leaf of triangles.
    fn is_leaf(&self, node: u32) -> bool {
        let node = &self.nodes[node as usize];
        node.is_leaf && matches!(self.parts[node.first as usize].root, Root::Leaf(_))
    }

    /// Writes the node or leaf that replaces a binary node to the first of `lines`, of number `line`, and its
    /// descendants; returns how many boxes wait below it, or `None` if the tree's memory is full.
    fn write_subtree(&mut self, node: u32, (line, lines): (usize, &mut [Line]), space: &Space) -> Option<usize> {
        let present = self.nodes[node as usize];
        if present.is_leaf {
            let part = &self.parts[present.first as usize];
            self.cost += f64::from(part.cost);
            match &part.root {
                Root::Node(node) => {
                    lines[0] = bytemuck::cast(*node);
                    self.blocks.push(Block::new((line, *node), part.lines.clone()));
                }
                Root::Leaf(leaf) => lines.copy_from_slice(bytemuck::cast_slice(std::slice::from_ref(leaf))),
            }
            return Some(part.waiting);
        }
        let children = collapse::children(self.nodes, self.plans, node, |child| self.is_leaf(child));
        let leaves = children.all().len() - children.inner;
        let (base, mut rest) = space.allocate(children.inner + LEAF_LINES * leaves)?;
        let (mut waiting, mut line) = (0, base);
        for (i, &child) in children.all().iter().enumerate() {
            let (own, behind) = rest.split_at_mut(if i < children.inner { 1 } else { LEAF_LINES });
            let own_lines = own.len();
            waiting = waiting.max(self.write_subtree(child, (line, own), space)?);
            (rest, line) = (behind, line + own_lines);
        }
        self.cost += f64::from(collapse::NODE_COST * binary::area(&present.bounds));
        lines[0] = bytemuck::cast(encode(self.grid, self.nodes, children.all(), |child| self.is_leaf(child), base));
        Some(waiting + children.all().len() - 1)
    }
}

/// Returns the wide node whose children replace these binary nodes.
fn encode(
    grid: &Grid,
    nodes: &[binary::BinaryNode],
    children: &[u32],
    is_leaf: impl Fn(u32) -> bool,
    base: usize,
) -> Node {
    let mut boxes = [([DVec3::ZERO; 2], false); LANES];
    for (place, &child) in boxes.iter_mut().zip(children) {
        *place = (collapse::widened(grid, &nodes[child as usize].bounds), is_leaf(child));
    }
    collapse::encode(&boxes[..children.len()], base)
}
