//! Meshes that several subjects ask.

use pickray::mesh::Mesh;
use std::sync::Arc;

pub fn mesh(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Arc<Mesh> {
    Arc::new(Mesh::from_triangles(positions.to_vec(), triangles.to_vec()).expect("a mesh"))
}

/// A cube of side 2 around zero.
pub fn cube() -> Arc<Mesh> {
    let corners: [[f32; 3]; 8] = std::array::from_fn(|i| [0, 1, 2].map(|k| if i >> k & 1 == 0 { -1.0 } else { 1.0 }));
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<[u32; 3]> = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    mesh(&corners, &triangles)
}
