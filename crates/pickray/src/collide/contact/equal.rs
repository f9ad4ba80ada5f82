//! Triangles of a mesh that have the same three corners. Any other triangle has the same intersection with each of
//! them, so that one of them is tested for all.

use std::collections::HashMap;

/// Map from each triangle to the triangle of lowest index with the same three corners.
pub(super) struct Equal {
    /// Map from a triangle to the lowest index of a triangle with the same corners. Triangles that have the lowest
    /// index themselves are left out.
    lowest: HashMap<u32, u32>,
}

impl Equal {
    /// Finds triangles with the same corners among `triangles`, the indices of some triangles of a mesh that has
    /// `count` of them. `corners` returns the vertices of a triangle, the same vertex for equal positions.
    pub(super) fn among(count: usize, triangles: impl Iterator<Item = u32>, corners: impl Fn(u32) -> [u32; 3]) -> Self {
        let mut by_corners = Vec::new();
        let mut seen = vec![0u64; count.div_ceil(64)];
        for triangle in triangles {
            let (word, bit) = (&mut seen[triangle as usize / 64], 1 << (triangle % 64));
            if *word & bit == 0 {
                *word |= bit;
                let mut corners = corners(triangle);
                corners.sort_unstable();
                by_corners.push((corners, triangle));
            }
        }
        by_corners.sort_unstable();
        let same = by_corners.chunk_by(|(p, _), (q, _)| p == q);
        let lowest = same.flat_map(|same| same[1..].iter().map(|&(_, triangle)| (triangle, same[0].1))).collect();
        Self { lowest }
    }

    /// Returns the lowest index of a triangle with the same corners as `triangle`, which may be `triangle` itself.
    pub(super) fn lowest(&self, triangle: u32) -> u32 {
        if self.lowest.is_empty() { triangle } else { *self.lowest.get(&triangle).unwrap_or(&triangle) }
    }
}
