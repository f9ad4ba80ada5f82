//! Trees saved as bytes, and restored from bytes that anybody may have changed: the arrangement of the triangles is
//! kept if it is consistent, and boxes and corners are computed again from the triangles' positions.

use super::build::Soup;
use super::duplicates::Duplicates;
use super::grid::Grid;
use super::layout::{ChildRef, LANES, LEAF_LINES, LEAF_TRIANGLES, Leaf, Line, Node, WAITING};
use super::lines::Lines;
use super::shape::TreeShape;
use super::{Processor, RayTree};
use crate::geometry::Aabb;

/// Parts of a ray tree that are written when the tree is saved.
pub(crate) struct SavedTree<'a> {
    /// Root of the tree, a node or a leaf, as the number within its [`ChildRef`].
    pub root: u32,
    /// Cache lines of the tree, end to end.
    pub lines: &'a [u8],
    /// Pairs of indices of equal triangles: one that the tree holds, and one that it leaves out.
    pub duplicates: &'a [[u32; 2]],
}

impl RayTree {
    /// Returns the parts of the tree to save; `None` for an empty tree.
    pub(crate) fn saved(&self) -> Option<SavedTree<'_>> {
        let lines = bytemuck::cast_slice(self.lines.as_slice());
        Some(SavedTree { root: self.root?.0, lines, duplicates: self.duplicates.pairs() })
    }

    /// Returns the saved tree over `triangles`, which must be within `bounds`; `None` if the saved tree does
    /// not hold each triangle once or is not consistent, or if there is not enough memory.
    pub(crate) fn restored(
        saved: &SavedTree,
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        bounds: Aabb,
    ) -> Option<Self> {
        let mut lines = Lines::reserve(saved.lines.len() / size_of::<Line>()).ok()?;
        let room: &mut [u8] = bytemuck::cast_slice_mut(lines.as_mut_slice());
        if room.len() != saved.lines.len() {
            return None;
        }
        room.copy_from_slice(saved.lines);
        let root = ChildRef(saved.root);
        let mut held = SavedContents {
            lines: lines.as_slice(),
            is_used: vec![false; lines.as_slice().len()],
            triangles: vec![false; triangles.len()],
        };
        held.take_all(root)?;
        held.take_duplicates(saved.duplicates)?;

        let shape = TreeShape::new(Vec::new(), triangles.len(), 0.0, &bounds);
        let duplicates = Duplicates::new(saved.duplicates.to_vec());
        let (grid, processor) = (Grid::around(&bounds), Processor::present());
        let mut tree = Self { lines, root: Some(root), grid, bounds, duplicates, shape, processor };
        let soup = Soup { positions, triangles };
        if !tree.duplicates.are_equal(|triangle| soup.corners(triangle as usize)) {
            return None;
        }
        tree.refit_lines(&soup, bounds)?;
        tree.shape.built_cost = tree.cost();
        Some(tree)
    }
}

/// Lines and triangles that a saved tree was found to hold.
struct SavedContents<'a> {
    lines: &'a [Line],
    is_used: Vec<bool>,
    triangles: Vec<bool>,
}

impl SavedContents<'_> {
    /// Marks all lines and triangles from `root` down as held. Returns `None` where one comes twice or is not there,
    /// where a walk would have more boxes wait than it has room for, or where some lines are not held.
    fn take_all(&mut self, root: ChildRef) -> Option<()> {
        let mut to_do = vec![(root, 0, 0)];
        while let Some((child, waiting, depth)) = to_do.pop() {
            if child.is_leaf() {
                self.take_lines(child.line(), LEAF_LINES)?;
                self.take_leaf(Leaf::at(self.lines, child.line()))?;
                continue;
            }
            self.take_lines(child.line(), 1)?;
            let node = Node::at(self.lines, child.line());
            let n = node.children();
            let waiting = waiting + n.checked_sub(1)?;
            if n > LANES || node.inner() > n || waiting > WAITING || depth == WAITING {
                return None;
            }
            to_do.extend((0..n).map(|lane| (node.child(lane), waiting, depth + 1)));
        }
        self.is_used.iter().all(|is_used| *is_used).then_some(())
    }

    fn take_lines(&mut self, first: usize, n: usize) -> Option<()> {
        let lines = self.is_used.get_mut(first..first.checked_add(n)?)?;
        (!lines.contains(&true)).then(|| lines.fill(true))
    }

    fn take_leaf(&mut self, leaf: &Leaf) -> Option<()> {
        if !(1..=LEAF_TRIANGLES).contains(&leaf.len()) {
            return None;
        }
        leaf.triangles[..leaf.len()].iter().try_for_each(|triangle| self.take_triangle(*triangle))
    }

    fn take_triangle(&mut self, triangle: u32) -> Option<()> {
        let is_held = self.triangles.get_mut(triangle as usize)?;
        (!std::mem::replace(is_held, true)).then_some(())
    }

    /// Marks the triangles that were left out as held; `None` if a pair is wrong, or some triangle is still not held.
    fn take_duplicates(&mut self, pairs: &[[u32; 2]]) -> Option<()> {
        let of_tree = self.triangles.clone();
        for [held, duplicate] in pairs {
            if held >= duplicate || !*of_tree.get(*held as usize)? {
                return None;
            }
            self.take_triangle(*duplicate)?;
        }
        self.triangles.iter().all(|is_held| *is_held).then_some(())
    }
}
