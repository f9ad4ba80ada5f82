//! What a query of the tree of boxes did, step by step; and the tree's boxes level by level.

use super::{AabbTree, TreeChild};
use crate::accel::{QueryCounts, TriangleHit};
use crate::geometry::{Aabb, Ray, Sphere};
use crate::intersect::Culling;
use serde::{Deserialize, Serialize};

/// How many boxes, and how many triangles, a trace lists; more are only counted.
const MOST_LISTED: usize = 4096;

/// Every step of a query, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TreeTrace {
    /// The boxes tested.
    pub boxes: Vec<TreeBoxTest>,
    /// How many more boxes were tested than are listed.
    pub boxes_left_out: u64,
    /// The triangles tested.
    pub triangles: Vec<TreeTriangleTest>,
    /// How many more triangles were tested than are listed.
    pub triangles_left_out: u64,
    /// How many of both.
    pub counts: QueryCounts,
    /// What became of the boxes of each level, from the root's, as far down as any was tested.
    pub levels: Vec<LevelCounts>,
}

/// A box of the tree, tested.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeBoxTest {
    /// Index of the node.
    pub node: u32,
    /// Its box.
    pub aabb: Aabb,
    /// Levels below the root.
    pub depth: u32,
    /// What became of it.
    pub outcome: BoxOutcome,
}

/// What became of a box that was tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxOutcome {
    /// It was not met, and nothing in it was tested.
    Rejected,
    /// It was met, and what it is made from was tested.
    Opened,
    /// It was met, but behind a hit that was found before its turn.
    Behind,
}

/// A triangle, tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeTriangleTest {
    /// Its index in the list that the tree was built over.
    pub triangle: u32,
    /// Whether it was met.
    pub met: bool,
}

/// What became of the boxes of one level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCounts {
    /// Those tested.
    pub tested: u64,
    /// Those of them that were opened.
    pub opened: u64,
}

pub(super) trait Observe {
    /// The box of a node, so many levels below the root, was tested, and `met` or not.
    fn box_tested(&mut self, node: u32, depth: u32, met: bool);

    /// A box that had been met lies behind a hit.
    fn box_behind(&mut self, _node: u32, _depth: u32) {}

    /// The triangle of this index was tested, and `met` or not.
    fn triangle_tested(&mut self, triangle: u32, met: bool);
}

impl Observe for QueryCounts {
    #[inline(always)]
    fn box_tested(&mut self, _: u32, _: u32, _: bool) {
        self.boxes += 1;
    }

    #[inline(always)]
    fn triangle_tested(&mut self, _: u32, _: bool) {
        self.triangles += 1;
    }
}

struct Recorder<'a> {
    tree: &'a AabbTree,
    trace: TreeTrace,
}

impl Observe for Recorder<'_> {
    fn box_tested(&mut self, node: u32, depth: u32, met: bool) {
        let trace = &mut self.trace;
        trace.counts.boxes += 1;
        if trace.levels.len() <= depth as usize {
            trace.levels.resize(depth as usize + 1, LevelCounts::default());
        }
        let level = &mut trace.levels[depth as usize];
        level.tested += 1;
        level.opened += u64::from(met);
        if trace.boxes.len() < MOST_LISTED {
            let outcome = if met { BoxOutcome::Opened } else { BoxOutcome::Rejected };
            trace.boxes.push(TreeBoxTest { node, aabb: self.tree.node(node).aabb, depth, outcome });
        } else {
            trace.boxes_left_out += 1;
        }
    }

    fn box_behind(&mut self, node: u32, depth: u32) {
        self.trace.levels[depth as usize].opened -= 1;
        // It was tested a moment ago.
        if let Some(test) = self.trace.boxes.iter_mut().rev().find(|test| test.node == node) {
            test.outcome = BoxOutcome::Behind;
        }
    }

    fn triangle_tested(&mut self, triangle: u32, met: bool) {
        let trace = &mut self.trace;
        trace.counts.triangles += 1;
        if trace.triangles.len() < MOST_LISTED {
            trace.triangles.push(TreeTriangleTest { triangle, met });
        } else {
            trace.triangles_left_out += 1;
        }
    }
}

impl AabbTree {
    /// [`closest_hit`](Self::closest_hit), with every step on the way but the root's box, which is not tested.
    pub fn closest_hit_traced(&self, ray: &Ray, culling: Culling) -> (Option<TriangleHit>, TreeTrace) {
        let mut recorder = Recorder { tree: self, trace: TreeTrace::default() };
        let hit = self.closest_hit_observed(ray, culling, &mut recorder);
        (hit, recorder.trace)
    }

    /// [`triangles_in_sphere`](Self::triangles_in_sphere), with every step on the way.
    pub fn triangles_in_sphere_traced(&self, sphere: &Sphere) -> (Vec<u32>, TreeTrace) {
        let mut recorder = Recorder { tree: self, trace: TreeTrace::default() };
        let found = self.triangles_in_sphere_observed(sphere, &mut recorder);
        (found, recorder.trace)
    }

    /// How many nodes lie at each depth below the root, the root's first; none when there is no node.
    pub fn levels(&self) -> Vec<u32> {
        let mut levels = Vec::new();
        // Nodes come after their parents, so that one pass knows the depth of each.
        let mut depths = vec![0; self.n_nodes()];
        for node in 0..self.n_nodes() {
            let depth = depths[node];
            if levels.len() <= depth {
                levels.resize(depth + 1, 0);
            }
            levels[depth] += 1;
            for child in self.node(node as u32).children {
                if let TreeChild::Node(below) = child {
                    depths[below as usize] = depth + 1;
                }
            }
        }
        levels
    }

    /// The first nodes, at most so many, in the order of the tree, of those at a depth below the root (0).
    pub fn nodes_at(&self, depth: u32, most: usize) -> Vec<u32> {
        let mut found = Vec::new();
        let mut waiting: Vec<(TreeChild, u32)> = self.root().map(|root| (root, 0)).into_iter().collect();
        while let Some((child, its_depth)) = waiting.pop() {
            match child {
                _ if found.len() == most => break,
                TreeChild::Node(node) if its_depth == depth => found.push(node),
                TreeChild::Node(node) => {
                    waiting.extend(self.node(node).children.into_iter().rev().map(|child| (child, its_depth + 1)));
                }
                TreeChild::Triangle(_) => {}
            }
        }
        found
    }
}
