//! Equal triangles: the tree holds one of them, this list the others. A ray that meets one of them meets all, at the
//! same t.
//!
//! Boxes cannot tell equal triangles apart, so that a query would have to visit all of them one by one. The builder
//! looks for equal triangles only in ranges that no plane divides: more of them than fit into a leaf end up in such a
//! range.

use crate::work::packed;

/// Triangles that a ray tree leaves out because each equals, corner by corner, a triangle that the tree holds.
#[derive(Clone, Debug, Default)]
pub struct Duplicates {
    /// Pairs of indices of equal triangles, sorted: one that the tree holds, and a higher one that it leaves out.
    pairs: Vec<[u32; 2]>,
}
packed!(struct Duplicates { pairs });

impl Duplicates {
    pub fn new(mut pairs: Vec<[u32; 2]>) -> Self {
        pairs.sort_unstable();
        pairs.shrink_to_fit();
        Self { pairs }
    }

    /// Returns the triangles left out that equal `triangle` of the tree, lowest index first.
    pub fn of(&self, triangle: u32) -> impl Iterator<Item = u32> {
        let first = self.pairs.partition_point(|&[held, _]| held < triangle);
        self.pairs[first..].iter().take_while(move |[held, _]| *held == triangle).map(|&[_, duplicate]| duplicate)
    }

    /// Returns `true` if each triangle left out still equals the held one, by the present `corners` of a triangle.
    pub fn are_equal(&self, corners: impl Fn(u32) -> [[f32; 3]; 3]) -> bool {
        let bits = |triangle| corners(triangle).map(|corner| corner.map(f32::to_bits));
        self.pairs.iter().all(|&[held, duplicate]| bits(held) == bits(duplicate))
    }

    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs
    }

    pub fn memory(&self) -> usize {
        size_of_val(self.pairs.as_slice())
    }
}

/// Moves one item of each set of equal triangles, the one of lowest index, to the front of `items`, and returns the
/// number of these items. Adds every other triangle to `duplicates`, as a pair of the index kept and its own index.
/// `key` gives the bits of a triangle's corners, and its index.
///
/// Triangles are equal if their corners have the same bits in the same order: a triangle that begins at another corner
/// has other u and v, and one of opposite winding has another front side.
pub fn set_apart<T: Copy>(
    items: &mut [T],
    key: impl Fn(&T) -> ([[u32; 3]; 3], u32),
    duplicates: &mut Vec<[u32; 2]>,
) -> usize {
    items.sort_unstable_by_key(&key);
    let mut held = 1;
    for i in 1..items.len() {
        let ((bits, id), (held_bits, held_id)) = (key(&items[i]), key(&items[held - 1]));
        if bits == held_bits {
            duplicates.push([held_id, id]);
        } else {
            items[held] = items[i];
            held += 1;
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use crate::accel::{Query, QueryCounts, RayTree};
    use crate::geometry::Ray;
    use crate::intersect::{Culling, Side};
    use glam::DVec3;

    #[test]
    fn a_pick_among_equal_triangles_tests_as_many_as_there_are_different_ones() {
        let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [1.0, 1.0, -1.0]];
        let down = Ray::between(DVec3::ONE, DVec3::new(1.0, 1.0, 0.0));
        for n in [40, 4_000] {
            // Copies of one triangle, with its other rotations and its back in between.
            let copies: Vec<_> = (0..n).map(|i| [[2, 1, 0], [1, 2, 0], [0, 1, 2], [0, 1, 2]][i % 4]).collect();
            let tree = RayTree::build(&corners, &copies).expect("memory");
            let mut counts = QueryCounts::default();
            let hit = tree.closest_of(Query::new(&down, ..), &mut counts, |_| true).expect("a hit");
            assert_eq!((hit.triangle, hit.side), (0, Side::Back));
            assert_eq!(counts.triangles, 3, "of {n}");
            assert_eq!(tree.closest(Query::new(&down, Culling::Back)).map(|hit| hit.triangle), Some(1));
        }
    }
}
