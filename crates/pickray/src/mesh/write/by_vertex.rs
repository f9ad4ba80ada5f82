//! Meshes whose vertices are copied where their corners have different attributes, as GLB takes them.

use crate::mesh::{Attributes, Colors, CornerValues, IndexedMesh};
use crate::work::{OutOfMemory, memory};
use std::collections::HashMap;

/// Indices of the texture coordinates of both sets and of the normal at a corner.
type Indices = [u32; 3];

const NONE: u32 = CornerValues::<2>::NONE;

/// Returns the mesh with all attributes by vertex and the same triangles in their order, or `None` if they are already.
/// A vertex keeps its number, and its copies come behind all others.
pub fn by_vertex(mesh: &IndexedMesh) -> Result<Option<IndexedMesh>, OutOfMemory> {
    let Attributes { texture_coordinates: [first, second], normals, v_down } = &mesh.attributes;
    let lists = [first.corners(), second.corners(), normals.corners()];
    if lists.iter().all(Option::is_none) {
        return Ok(None);
    }
    let n = mesh.positions.len();
    // At worst each corner becomes a vertex.
    let of_vertex = size_of::<(u32, Indices)>() as u64;
    memory::check(mesh.triangles.len() as u64 * 3 * 2 * of_vertex + n as u64 * of_vertex)?;
    let mut vertices: Vec<u32> = (0..n as u32).collect();
    let mut indices: Vec<Option<Indices>> = vec![None; n];
    let mut copies = HashMap::new();
    let mut triangles = mesh.triangles.clone();
    for (i, triangle) in triangles.iter_mut().enumerate() {
        for (k, vertex) in triangle.iter_mut().enumerate() {
            let own = lists.map(|list| list.map_or(0, |list| list[i][k]));
            if *indices[*vertex as usize].get_or_insert(own) != own {
                *vertex = *copies.entry((*vertex, own)).or_insert_with(|| {
                    vertices.push(*vertex);
                    indices.push(Some(own));
                    vertices.len() as u32 - 1
                });
            }
        }
    }
    let gather = |values: &[[u8; 3]]| -> Vec<[u8; 3]> {
        if values.is_empty() { Vec::new() } else { vertices.iter().map(|&vertex| values[vertex as usize]).collect() }
    };
    let colors = Colors { vertices: gather(&mesh.colors.vertices), ..mesh.colors.clone() };
    let places = || vertices.iter().zip(&indices).map(|(&vertex, own)| (vertex, own.unwrap_or([NONE; 3])));
    let attributes = Attributes {
        texture_coordinates: [
            gathered(first, places().map(|(vertex, own)| (vertex, own[0]))),
            gathered(second, places().map(|(vertex, own)| (vertex, own[1]))),
        ],
        normals: gathered(normals, places().map(|(vertex, own)| (vertex, own[2]))),
        v_down: *v_down,
    };
    let positions = vertices.iter().map(|&vertex| mesh.positions[vertex as usize]).collect();
    let (source, textures) = (mesh.source.clone(), mesh.textures.clone());
    Ok(Some(IndexedMesh { positions, triangles, colors, attributes, source, textures, ..*mesh }))
}

fn gathered<const N: usize>(values: &CornerValues<N>, places: impl Iterator<Item = (u32, u32)>) -> CornerValues<N> {
    if values.is_empty() {
        return CornerValues::default();
    }
    let has_own = values.corners().is_some();
    let value = |(vertex, own)| {
        let index: u32 = if has_own { own } else { vertex };
        values.values().get(index as usize).copied().unwrap_or([f32::NAN; N])
    };
    CornerValues::by_vertex(places.map(value).collect::<Vec<_>>())
}
