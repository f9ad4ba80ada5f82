//! New positions for the vertices of a tree: the boxes are computed anew from the bottom up.

use super::{AabbTree, Bounds};
use crate::math::Shortest;

/// Reason why a tree cannot take new positions; the tree is left as it was.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RefitError {
    /// Lack of a new position for a vertex that a triangle uses.
    #[error(
        "a triangle uses vertex {vertex}, but only {positions} positions were given: give all that the tree was built \
         over"
    )]
    Missing {
        /// Index, among the positions that the tree was built over, of the first vertex left out, in tree order.
        vertex: u32,
        /// Number of new positions that were given.
        positions: usize,
    },
    /// New position with a coordinate that is NaN or infinite.
    #[error("vertex {vertex} is not finite ({}, {}, {}): correct it",
        Shortest([.position[0]]), Shortest([.position[1]]), Shortest([.position[2]]))]
    NotFinite {
        /// Index, among the positions that the tree was built over, of the first vertex not finite, in tree order.
        vertex: u32,
        /// New position of the vertex.
        position: [f32; 3],
    },
}

impl AabbTree {
    /// Moves the vertices of the tree to `positions`, numbered as when the tree was built, and computes every box anew
    /// from the bottom up.
    ///
    /// Takes a few nanoseconds a triangle. The tree's shape stays, so that boxes grow as the mesh deforms;
    /// [`cost`](Self::cost) tells how much.
    ///
    /// # Errors
    /// [`RefitError`] when a position that a triangle uses is missing or not finite.
    #[doc(hidden)]
    pub fn refit(&mut self, positions: &[[f32; 3]]) -> Result<(), RefitError> {
        for &vertex in &self.vertex_ids {
            let Some(&position) = positions.get(vertex as usize) else {
                return Err(RefitError::Missing { vertex, positions: positions.len() });
            };
            if !position.iter().all(|x| x.is_finite()) {
                return Err(RefitError::NotFinite { vertex, position });
            }
        }
        for (own, &vertex) in self.positions.iter_mut().zip(&self.vertex_ids) {
            let [x, y, z] = positions[vertex as usize];
            *own = [x, y, z, 0.0];
        }
        // Children come after their parents.
        for i in (0..self.nodes.len()).rev() {
            let node = self.nodes[i];
            let Bounds { min, max } = self.child_bounds(node.first).union(self.child_bounds(node.second));
            (self.nodes[i].min, self.nodes[i].max) = (min.truncate().to_array(), max.truncate().to_array());
        }
        Ok(())
    }

    /// Returns the cost by the surface area heuristic: about how many boxes a random line through the mesh's box meets.
    /// The cost grows as refits make boxes larger than a new tree would have them. The cost is 0 if the tree has no
    /// node, or if the box has no surface area.
    pub fn cost(&self) -> f64 {
        let area = |bounds: Bounds| f64::from(bounds.area());
        let whole = self.nodes.first().map_or(0.0, |root| area(root.bounds()));
        if whole > 0.0 { self.nodes.iter().map(|node| area(node.bounds())).sum::<f64>() / whole } else { 0.0 }
    }
}
