//! Checksums of meshes, by which saved picks and selections recognise the meshes that they were made in.

use crate::math::{FNV, fnv};
use crate::mesh::Mesh;
use crate::scene::Object;
use std::collections::HashMap;
use std::sync::Arc;

/// Returns 16 hexadecimal digits that change when the mesh does: the checksum of its origin, positions and triangles.
pub fn checksum(mesh: &Mesh) -> String {
    let origin = mesh.origin().to_array().map(f64::to_bits);
    let origin = origin.iter().flat_map(|bits| [*bits as u32, (bits >> 32) as u32]);
    let positions = mesh.positions().as_flattened().iter().map(|x| x.to_bits());
    let triangles = mesh.triangles().as_flattened().iter().copied();
    let words = origin.chain([mesh.n_vertices() as u32]).chain(positions).chain(triangles);
    format!("{:016x}", words.fold(FNV, fnv))
}

/// Returns the [`checksum`] of each object's mesh; a mesh that several objects share is looked at once.
pub fn checksums(objects: &[Object]) -> Vec<String> {
    let mut known = HashMap::new();
    let sum =
        |object: &Object| known.entry(Arc::as_ptr(&object.mesh)).or_insert_with(|| checksum(&object.mesh)).clone();
    objects.iter().map(sum).collect()
}
