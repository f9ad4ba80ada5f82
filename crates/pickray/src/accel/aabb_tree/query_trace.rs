//! Traces of queries of the tree of boxes, step by step; and the tree's boxes level by level.

use super::{AabbTree, TreeChild};
use crate::accel::{QueryCounts, TriangleHit};
use crate::geometry::{Aabb, Ray, Sphere};
use crate::intersect::Culling;
use serde::{Deserialize, Serialize};

/// Largest number of boxes, and of triangles, that a trace lists; more are only counted.
const MOST_LISTED: usize = 4096;

/// Trace of a query of an [`AabbTree`]: every step, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TreeTrace {
    /// Tests of boxes, at most 4,096.
    pub boxes: Vec<TreeBoxTest>,
    /// Number of boxes that were tested but are not listed.
    pub boxes_left_out: u64,
    /// Tests of triangles, at most 4,096.
    pub triangles: Vec<TreeTriangleTest>,
    /// Number of triangles that were tested but are not listed.
    pub triangles_left_out: u64,
    /// Numbers of all boxes and triangles tested.
    pub counts: QueryCounts,
    /// Numbers of boxes tested and opened on each level, from the root's level down to the lowest level on which a box
    /// was tested.
    pub levels: Vec<LevelCounts>,
}

/// Test of a box of an [`AabbTree`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeBoxTest {
    /// Index of the node whose box was tested.
    pub node: u32,
    /// Box that was tested.
    pub aabb: Aabb,
    /// Number of levels from the root (0) down to the node.
    pub depth: u32,
    /// Outcome of the test.
    pub outcome: BoxOutcome,
}

/// Outcome of the test of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoxOutcome {
    /// Box that the query does not meet, so that nothing in it was tested.
    Rejected,
    /// Box that the query meets, and whose children were tested.
    Opened,
    /// Box that the ray meets, but beyond a hit that was found before the box was opened.
    Behind,
}

/// Test of a triangle of an [`AabbTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeTriangleTest {
    /// Index of the triangle in the list that the tree was built over.
    pub triangle: u32,
    /// `true` if the query meets the triangle.
    pub met: bool,
}

/// Numbers of boxes tested and opened on one level of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelCounts {
    /// Number of boxes tested.
    pub tested: u64,
    /// Number of boxes tested that were opened.
    pub opened: u64,
}

pub(super) trait Observe {
    /// Called after the box of a node, `depth` levels below the root, was tested, and `met` or not.
    fn box_tested(&mut self, node: u32, depth: u32, met: bool);

    /// Called when a box that had been met turns out to lie behind a hit.
    fn box_behind(&mut self, _node: u32, _depth: u32) {}

    /// Called after the triangle of this index was tested, and `met` or not.
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
    /// Returns the [`closest_hit`](Self::closest_hit), and a trace of every step; the root's box is not tested and so
    /// is not in the trace.
    pub fn closest_hit_traced(&self, ray: &Ray, culling: Culling) -> (Option<TriangleHit>, TreeTrace) {
        let mut recorder = Recorder { tree: self, trace: TreeTrace::default() };
        let hit = self.closest_hit_observed(ray, culling, &mut recorder);
        (hit, recorder.trace)
    }

    /// Returns [`triangles_in_sphere`](Self::triangles_in_sphere), and a trace of every step.
    pub fn triangles_in_sphere_traced(&self, sphere: &Sphere) -> (Vec<u32>, TreeTrace) {
        let mut recorder = Recorder { tree: self, trace: TreeTrace::default() };
        let found = self.triangles_in_sphere_observed(sphere, &mut recorder);
        (found, recorder.trace)
    }

    /// Returns the number of nodes on each level, beginning with the root's; an empty list when the tree has no node.
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

    /// Returns the indices of the first nodes at `depth` (0 for the root), in the order of the tree; at most `most` of
    /// them.
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
