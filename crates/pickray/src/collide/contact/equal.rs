//! Equal triangles among those that meet something: whatever one of them shares with another triangle, all of them do.

use std::collections::HashMap;

/// Map from triangles to the one of lowest index over the same three points.
pub(super) struct Equal {
    /// The lowest equal triangle of each triangle, without those that are the lowest themselves.
    lowest: HashMap<u32, u32>,
}

impl Equal {
    /// Finds equal ones among `triangles` of a mesh of `count`; `corners` gives vertices that are equal where points
    /// are.
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

    /// Returns the lowest triangle that equals `triangle`, or itself.
    pub(super) fn lowest(&self, triangle: u32) -> u32 {
        if self.lowest.is_empty() { triangle } else { *self.lowest.get(&triangle).unwrap_or(&triangle) }
    }
}
