//! Builds the tree: clusters along a curve, a tree over those, and below each of its leaves a tree over triangles.

mod binary;
mod clusters;
mod collapse;
mod parallel;

use super::grid::Grid;
use super::layout::{ChildRef, LEAF_LINES, LEAF_TRIANGLES, Leaf, Line, MAX_DEPTH, MAX_LINES, Node};
use super::lines::Lines;
use crate::accel::{Cancelled, Progress};
use crate::geometry::Aabb;
use binary::{Bounds, EMPTY, Item, unite};
use bytemuck::Zeroable;
use clusters::Clusters;
use collapse::Plan;
use glam::DVec3;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A lower part of the tree, which one thread builds in its caches, has at most this many triangles, unless a cluster has more.
const PART: u32 = 1 << 12;
/// Triangles of one job of the first look.
const CHUNK: usize = 1 << 15;

/// The triangles to build over.
pub struct Soup<'a> {
    pub positions: &'a [[f32; 3]],
    pub triangles: &'a [[u32; 3]],
}

impl Soup<'_> {
    fn corners(&self, triangle: usize) -> [[f32; 3]; 3] {
        self.triangles[triangle].map(|i| self.positions[i as usize])
    }

    /// The box of a triangle; `None` when a corner is not finite.
    #[inline(always)]
    fn bounds(&self, triangle: usize) -> Option<Bounds> {
        let corners = self.corners(triangle);
        let mut bounds = EMPTY;
        for [x, y, z] in corners {
            unite(&mut bounds, &[x, y, z, 0.0, -x, -y, -z, 0.0]);
        }
        corners.as_flattened().iter().all(|x| x.is_finite()).then_some(bounds)
    }
}

/// What a build makes.
pub struct Built {
    pub lines: Lines,
    pub root: Option<ChildRef>,
    pub bounds: Aabb,
    pub grid: Grid,
}

pub fn build(soup: &Soup, progress: &Progress) -> Result<Built, Cancelled> {
    assert!(soup.triangles.len() < MAX_LINES / 3, "too many triangles for one tree");
    let (bounds, centers, used) = survey(soup, progress)?;
    let aabb = if used == 0 { Aabb::EMPTY } else { aabb(&bounds) };
    let grid = Grid::around(&if used == 0 { Aabb::new(DVec3::ZERO, DVec3::ZERO) } else { aabb });
    if used == 0 {
        return Ok(Built { lines: Lines::reserve(0), root: None, bounds: aabb, grid });
    }
    let mut clusters = Clusters::of(soup, &centers, used, progress)?;

    // The upper part, whose leaves are lists of clusters.
    let (mut nodes, mut parts) = (Vec::new(), Vec::new());
    binary::grow(
        &mut clusters.items,
        &mut nodes,
        |count| count as f32,
        |items| {
            let total: u32 = items.iter().map(|item| item.count).sum();
            (total <= PART || items.len() == 1).then(|| {
                parts.push(items.iter().map(|item| clusters.ranges[item.id as usize]).collect::<Vec<_>>());
                parts.len() as u32 - 1
            })
        },
    );

    // A leaf a triangle and a node less than leaves is the most that can be needed.
    let mut lines = Lines::reserve(3 * used);
    let space = Space { free: Mutex::new((0, lines.as_mut_slice())) };
    let done = AtomicUsize::new(0);
    let roots: Vec<Mutex<Option<Part>>> = parts.iter().map(|_| Mutex::new(None)).collect();
    parallel::run(parts.len(), progress, Workshop::default, |workshop, job| {
        let keys = parts[job].iter().flat_map(|&(start, end)| &clusters.keys[start as usize..end as usize]);
        let part = workshop.build(soup, &grid, keys.map(|key| *key as u32), &space);
        let count: u32 = parts[job].iter().map(|(start, end)| end - start).sum();
        *roots[job].lock().expect("a job is done once") = Some(part);
        let done = done.fetch_add(count as usize, Ordering::Relaxed) + count as usize;
        progress.advance(0.25 + 0.75 * done as f32 / used as f32);
    })?;
    let roots: Vec<Part> =
        roots.into_iter().map(|root| root.into_inner().ok().flatten().expect("every job was done")).collect();

    let mut plans = Vec::new();
    collapse::plan(&nodes, &mut plans, |node| roots[node.first as usize].cost);
    let upper = Upper { nodes: &nodes, plans: &plans, parts: &roots, grid: &grid };
    let (root, depth) = upper.write(&space);
    assert!(depth <= MAX_DEPTH, "a tree {depth} levels deep");
    let len = space.free.into_inner().expect("no thread panicked").0;
    lines.truncate(len);
    progress.advance(1.0);
    Ok(Built { lines, root: Some(root), bounds: aabb, grid })
}

/// The boxes around all triangles that a ray can meet and around their centres, and their number.
fn survey(soup: &Soup, progress: &Progress) -> Result<(Bounds, Bounds, usize), Cancelled> {
    let n = soup.triangles.len();
    let seen = parallel::run(
        n.div_ceil(CHUNK),
        progress,
        || (EMPTY, EMPTY, 0),
        |(bounds, centers, used), chunk| {
            for triangle in chunk * CHUNK..n.min((chunk + 1) * CHUNK) {
                if let Some(b) = soup.bounds(triangle) {
                    unite(bounds, &b);
                    let [x, y, z] = [0, 1, 2].map(|k| 0.5 * b[k] - 0.5 * b[k + 4]);
                    unite(centers, &[x, y, z, 0.0, -x, -y, -z, 0.0]);
                    *used += 1;
                }
            }
        },
    )?;
    Ok(seen.into_iter().fold((EMPTY, EMPTY, 0), |(mut bounds, mut centers, used), (b, c, u)| {
        unite(&mut bounds, &b);
        unite(&mut centers, &c);
        (bounds, centers, used + u)
    }))
}

fn aabb(b: &Bounds) -> Aabb {
    let [b0, b1, b2, _, b4, b5, b6, _] = b.map(f64::from);
    Aabb::new(DVec3::new(b0, b1, b2), -DVec3::new(b4, b5, b6))
}

/// The lines that are still free, and the number of the first one.
struct Space<'a> {
    free: Mutex<(usize, &'a mut [Line])>,
}

impl<'a> Space<'a> {
    /// Takes `len` lines.
    fn take(&self, len: usize) -> (usize, &'a mut [Line]) {
        let mut free = self.free.lock().expect("no thread panicked");
        let (taken, rest) = std::mem::take(&mut free.1).split_at_mut(len);
        free.1 = rest;
        free.0 += len;
        (free.0 - len, taken)
    }
}

/// A lower part of the tree: its uppermost node, whose descendants are written.
struct Part {
    root: Root,
    cost: f32,
    depth: usize,
}

enum Root {
    Node(Node),
    Leaf(Leaf),
}

/// Memory that a thread uses for one part after the other.
#[derive(Default)]
struct Workshop {
    items: Vec<Item>,
    nodes: Vec<binary::Node>,
    leaves: Vec<Leaf>,
    plans: Vec<Plan>,
    lines: Vec<Line>,
    /// Which of them are nodes.
    inner: Vec<usize>,
}

impl Workshop {
    fn build(&mut self, soup: &Soup, grid: &Grid, triangles: impl Iterator<Item = u32>, space: &Space) -> Part {
        self.items.clear();
        self.items.extend(triangles.map(|triangle| {
            let bounds = soup.bounds(triangle as usize).expect("only those with a box are in clusters");
            Item::new(&bounds, triangle, 1)
        }));
        self.leaves.clear();
        let leaves = &mut self.leaves;
        binary::grow(
            &mut self.items,
            &mut self.nodes,
            |count| count.div_ceil(LEAF_TRIANGLES as u32) as f32,
            |items| {
                let leaf = pack(soup, items)?;
                leaves.push(leaf);
                Some(leaves.len() as u32 - 1)
            },
        );
        collapse::plan(&self.nodes, &mut self.plans, collapse::leaf_cost);
        let cost = collapse::cost(&self.plans);
        if self.nodes[0].is_leaf {
            return Part { root: Root::Leaf(self.leaves[0]), cost, depth: 1 };
        }

        self.lines.clear();
        self.inner.clear();
        let mut depth = 0;
        let mut root = self.write(grid, 0, 1, &mut depth);
        // Written as if from line 0: now that their number is known they get their place.
        let (start, lines) = space.take(self.lines.len());
        root.move_children(start);
        for &line in &self.inner {
            bytemuck::cast_mut::<Line, Node>(&mut self.lines[line]).move_children(start);
        }
        lines.copy_from_slice(&self.lines);
        Part { root: Root::Node(root), cost, depth }
    }

    /// The node of eight in the place of the binary `node`, after its descendants have been written.
    fn write(&mut self, grid: &Grid, node: u32, depth: usize, deepest: &mut usize) -> Node {
        *deepest = (*deepest).max(depth + 1);
        let children = collapse::children(&self.nodes, &self.plans, node, |child| self.nodes[child as usize].is_leaf);
        let (inner, leaves) = children.all().split_at(children.inner);
        let base = self.lines.len();
        self.lines.resize(base + inner.len(), Zeroable::zeroed());
        for &leaf in leaves {
            let leaf = &self.leaves[self.nodes[leaf as usize].first as usize];
            self.lines.extend_from_slice(bytemuck::cast_slice(std::slice::from_ref(leaf)));
        }
        for (i, &child) in inner.iter().enumerate() {
            let child = self.write(grid, child, depth + 1, deepest);
            self.lines[base + i] = bytemuck::cast(child);
            self.inner.push(base + i);
        }
        let boxes = children.all().iter().map(|child| &self.nodes[*child as usize]);
        collapse::encode(grid, boxes.map(|child| (child.bounds, child.is_leaf)), base)
    }
}

/// The leaf of these items; `None` where they are too many or have too many corners.
fn pack(soup: &Soup, items: &[Item]) -> Option<Leaf> {
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
    nodes: &'a [binary::Node],
    plans: &'a [Plan],
    parts: &'a [Part],
    grid: &'a Grid,
}

impl Upper<'_> {
    /// Writes the nodes; returns the root and the depth of the whole tree.
    fn write(&self, space: &Space) -> (ChildRef, usize) {
        let (start, lines) = space.take(if self.is_leaf(0) { LEAF_LINES } else { 1 });
        let mut depth = 0;
        self.put(0, 1, lines, space, &mut depth);
        (if self.is_leaf(0) { ChildRef::leaf(start) } else { ChildRef::inner(start) }, depth)
    }

    /// Whether a binary node ends as triangles.
    fn is_leaf(&self, node: u32) -> bool {
        let node = &self.nodes[node as usize];
        node.is_leaf && matches!(self.parts[node.first as usize].root, Root::Leaf(_))
    }

    /// Writes what takes the place of a binary node to `lines`, and its descendants behind what was written before.
    fn put(&self, node: u32, depth: usize, lines: &mut [Line], space: &Space, deepest: &mut usize) {
        let present = &self.nodes[node as usize];
        if present.is_leaf {
            let part = &self.parts[present.first as usize];
            *deepest = (*deepest).max(depth + part.depth);
            match &part.root {
                Root::Node(node) => lines[0] = bytemuck::cast(*node),
                Root::Leaf(leaf) => lines.copy_from_slice(bytemuck::cast_slice(std::slice::from_ref(leaf))),
            }
            return;
        }
        let children = collapse::children(self.nodes, self.plans, node, |child| self.is_leaf(child));
        let leaves = children.all().len() - children.inner;
        let (base, mut rest) = space.take(children.inner + LEAF_LINES * leaves);
        for (i, &child) in children.all().iter().enumerate() {
            let (own, behind) = rest.split_at_mut(if i < children.inner { 1 } else { LEAF_LINES });
            rest = behind;
            self.put(child, depth + 1, own, space, deepest);
        }
        let boxes = children.all().iter().map(|child| (self.bounds(*child), self.is_leaf(*child)));
        lines[0] = bytemuck::cast(collapse::encode(self.grid, boxes, base));
    }

    fn bounds(&self, node: u32) -> Bounds {
        self.nodes[node as usize].bounds
    }
}
