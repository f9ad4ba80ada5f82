//! Pairs of triangles of one tree: where a mesh cuts through itself.

use super::{AabbTree, Child, PairCounts};
use crate::intersect::neighbours_overlap;
use std::ops::ControlFlow;

impl AabbTree {
    /// Calls `found` with every pair of triangles that meet elsewhere than at their common corners or edge: once for
    /// each pair, the lower index first, in no particular order. Returns the numbers of tests made.
    ///
    /// Pairs are decided exactly, by [`neighbours_overlap`]: triangles that only share an edge or corners are no pair,
    /// but equal triangles are, and so are triangles folded onto each other. Triangles of zero area are left out.
    #[doc(hidden)]
    pub fn own_pairs(&self, mut found: impl FnMut(u32, u32)) -> PairCounts {
        self.own_pairs_until(|i, j| {
            found(i, j);
            ControlFlow::Continue(())
        })
    }

    /// Returns one of the [`own_pairs`](Self::own_pairs), always the same, or `None`, and the numbers of tests made.
    pub(crate) fn first_own_pair(&self) -> (Option<(u32, u32)>, PairCounts) {
        let mut first = None;
        let counts = self.own_pairs_until(|i, j| {
            first = Some((i, j));
            ControlFlow::Break(())
        });
        (first, counts)
    }

    fn own_pairs_until(&self, mut found: impl FnMut(u32, u32) -> ControlFlow<()>) -> PairCounts {
        let mut counts = PairCounts::default();
        let mut stack: Vec<(Child, Child)> = self.top().map(|top| (top, top)).into_iter().collect();
        while let Some((i, j)) = stack.pop() {
            // A node with itself is each child with itself, and both together.
            if i == j {
                if !i.is_triangle() {
                    let node = &self.nodes[i.index()];
                    stack.extend([(node.first, node.first), (node.second, node.second), (node.first, node.second)]);
                }
                continue;
            }
            let mixed = i.is_triangle() != j.is_triangle();
            counts.triangle_box += u64::from(mixed);
            counts.box_box += u64::from(!mixed);
            if !self.child_bounds(i).overlaps(&self.child_bounds(j)) {
                continue;
            }
            if i.is_triangle() & j.is_triangle() {
                counts.triangle_triangle += 1;
                let (p, q) = (self.triangle(i.index()), self.triangle(j.index()));
                if neighbours_overlap(&p, &q) {
                    let (p, q) = (self.triangle_ids[i.index()], self.triangle_ids[j.index()]);
                    if found(p.min(q), p.max(q)).is_break() {
                        break;
                    }
                }
                continue;
            }

            // Of two nodes, the larger is divided.
            let divide_first =
                j.is_triangle() || !i.is_triangle() && self.n_below[i.index()] >= self.n_below[j.index()];
            let children = |node: Child| [self.nodes[node.index()].first, self.nodes[node.index()].second];
            if divide_first {
                stack.extend(children(i).map(|child| (child, j)));
            } else {
                stack.extend(children(j).map(|child| (i, child)));
            }
        }
        counts
    }
}
