//! Open edges of a mesh: those of one triangle alone.

use super::triples::hash;
use pickray::mesh::{JoinedVertices, Mesh};
use std::collections::HashMap;

/// Returns the open edges of a mesh, each as its two vertices, in the order of its triangle, and the triangle.
///
/// Around a vertex within a closed surface each neighbour is once behind it in a triangle and once before it. The sum
/// of what is behind less that of what is before tells the others, by hashed numbers, so that only few edges are
/// compared.
pub(super) fn open_edges(mesh: &Mesh, joined: &JoinedVertices) -> Vec<[u32; 3]> {
    let mut sums = vec![0_u32; joined.n_positions()];
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|vertex| joined.number(vertex));
        let [of_a, of_b, of_c] = [a, b, c].map(|number| hash(number + 1));
        for (number, behind, before) in [(a, of_b, of_c), (b, of_c, of_a), (c, of_a, of_b)] {
            let sum = &mut sums[number as usize];
            *sum = sum.wrapping_add(behind).wrapping_sub(before);
        }
    }
    let mut open: HashMap<(u32, u32), Vec<[u32; 3]>> = HashMap::new();
    for (index, &[a, b, c]) in (0..).zip(mesh.triangles()) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let ends = [from, to].map(|vertex| joined.number(vertex));
            if ends[0] != ends[1] && ends.iter().all(|&end| sums[end as usize] != 0) {
                match open.get_mut(&(ends[1], ends[0])).and_then(Vec::pop) {
                    Some(_) => {}
                    None => open.entry((ends[0], ends[1])).or_default().push([from, to, index]),
                }
            }
        }
    }
    // In an order that is the same each time, as sums of rounded numbers depend on it.
    let mut edges: Vec<_> = open.into_values().flatten().collect();
    edges.sort_unstable();
    edges
}
