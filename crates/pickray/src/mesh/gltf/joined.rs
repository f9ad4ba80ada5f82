//! Joining of all meshes that are placed by nodes into one mesh in world coordinates.

use super::File;
use super::blocks::{self, Joining};
use super::nodes::PlacedMesh;
use super::primitives::ReadMesh;
use super::provenance::Provenance;
use crate::geometry::Aabb;
use crate::mesh::bounds::{bounds_of, bounds_of_points};
use crate::mesh::colors::WHITE;
use crate::mesh::problem::Word;
use crate::mesh::refusal::Refusal;
use crate::mesh::{Colors, IndexedMesh, origin};
use crate::work::{Progress, memory, threads};
use glam::{DAffine3, DMat3, DVec3};

/// Number of vertices moved between two looks at whether to go on.
const CHECK_EVERY: usize = 1 << 16;

pub fn join(file: File, progress: &Progress) -> Result<IndexedMesh, Refusal> {
    let placed: Vec<(&PlacedMesh, &ReadMesh)> = file.placed.iter().map(|it| (it, &file.meshes[&it.shape])).collect();
    for (what, count) in [(Word::Vertices, file.report.vertices), (Word::Triangles, file.report.triangles)] {
        if count > file.most {
            return Err(Refusal::too_many(what, count, file.most));
        }
    }
    let (n_vertices, n_triangles) = (file.report.vertices as usize, file.report.triangles as usize);
    let mut bounds = Aabb::EMPTY;
    for (it, mesh) in &placed {
        progress.check()?;
        let in_world = |vertex: usize| moved(mesh.positions[vertex], mesh.origin, &it.world_from_object);
        bounds = bounds.union(bounds_of_points(mesh.positions.len(), in_world, &[&mesh.triangles]));
    }
    let origin = origin::origin_that_keeps(&bounds)?;
    let mut positions = Vec::new();
    memory::check((n_vertices * size_of::<[f32; 3]>()) as u64)?;
    memory::reserve(&mut positions, n_vertices)?;
    each_vertex(&placed, progress, |vertex| positions.push(origin::local(vertex.to_array(), origin)))?;

    let has_colors = placed.iter().any(|(_, mesh)| !mesh.colors.is_empty());
    let mut colors = memory::filled(if has_colors { n_vertices } else { 0 }, WHITE)?;
    let mut triangles = Vec::new();
    memory::check((n_triangles * size_of::<[u32; 3]>()) as u64)?;
    memory::reserve(&mut triangles, n_triangles)?;
    let mut provenance = Provenance::default();
    let mut first_vertex = 0;
    for (it, mesh) in &placed {
        progress.check()?;
        for primitive in &mesh.primitives {
            let first = triangles.len() as u32 + primitive.first;
            provenance.push(first, Some(&it.node), primitive, &file.materials);
        }
        let start = first_vertex as u32;
        let turn = it.mirrors;
        triangles.extend(mesh.triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(|corner| corner + start);
            if turn { [a, c, b] } else { [a, b, c] }
        }));
        if !mesh.colors.is_empty() {
            colors[first_vertex..][..mesh.colors.len()].copy_from_slice(&mesh.colors);
        }
        first_vertex += mesh.positions.len();
    }
    let (source, materials, textures) = provenance.into_source(triangles.len(), file.text, file.beside);
    let bounds = bounds_of(origin, &positions, &[&triangles], threads::available());
    let (origin, bounds) = origin::settle(origin, &mut positions, bounds);
    let colors = Colors { vertices: colors, materials, ..Colors::default() };
    let joining =
        |&(it, mesh): &(&PlacedMesh, _)| Joining { mesh, matrix: it.world_from_object.matrix3, turns: it.mirrors };
    let attributes = blocks::joined(&placed.iter().map(joining).collect::<Vec<_>>())?;
    Ok(IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures })
}

/// Calls `take` with each vertex of all placed meshes, in world coordinates.
fn each_vertex(
    placed: &[(&PlacedMesh, &ReadMesh)],
    progress: &Progress,
    mut take: impl FnMut(DVec3),
) -> Result<(), Refusal> {
    for (it, mesh) in placed {
        let world_from_object = it.world_from_object;
        for block in mesh.positions.chunks(CHECK_EVERY) {
            progress.check()?;
            block.iter().for_each(|&position| take(moved(position, mesh.origin, &world_from_object)));
        }
    }
    Ok(())
}

/// Returns the place in the world of a mesh's position. A node that only moves the mesh leaves the sign of a zero.
fn moved(position: [f32; 3], mesh_origin: DVec3, world_from_object: &DAffine3) -> DVec3 {
    if world_from_object.matrix3 == DMat3::IDENTITY && mesh_origin == DVec3::ZERO {
        origin::global(position, world_from_object.translation)
    } else {
        world_from_object.transform_point3(origin::global(position, mesh_origin))
    }
}
