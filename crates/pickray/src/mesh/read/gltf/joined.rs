//! Joining of all placed meshes into one in the world, and the sources of triangles: node, primitive and material.

use super::File;
use super::accessor::reserved;
use super::nodes::PlacedMesh;
use super::primitives::{Primitive, ReadMesh};
use super::textures::Materials;
use crate::geometry::Aabb;
use crate::math::inverse_transpose;
use crate::mesh::bounds::{bounds_of, bounds_of_points};
use crate::mesh::looks::WHITE;
use crate::mesh::looks::attributes::{TEXTURE_SETS, joined_values};
use crate::mesh::problem::Word;
use crate::mesh::report::{Refusal, Result};
use crate::mesh::source::{FaceStarts, FileText, NameTable, Named, Source, Span};
use crate::mesh::{Attributes, Colors, CornerValues, IndexedMesh, Texture, Textures, origin};
use crate::work::{OutOfMemory, Progress, threads};
use glam::{DAffine3, DMat3, DVec3};
use std::collections::HashMap;
use std::sync::Arc;

const CHECK_EVERY: usize = 1 << 16;

pub fn join(file: File, progress: &Progress) -> Result<IndexedMesh> {
    let placed: Vec<(&PlacedMesh, &ReadMesh)> = file.placed.iter().map(|it| (it, &file.meshes[&it.shape])).collect();
    for (what, count) in [(Word::Vertices, file.report.vertices), (Word::Triangles, file.report.triangles)] {
        if count > file.most {
            return Err(Refusal::too_many(what, count, file.most));
        }
    }
    let mut bounds = Aabb::EMPTY;
    for (it, mesh) in &placed {
        progress.check()?;
        let in_world = |vertex: usize| moved(mesh.positions[vertex], mesh.origin, &it.world_from_object);
        bounds = bounds.union(bounds_of_points(mesh.positions.len(), in_world, &[&mesh.triangles]));
    }
    let origin = origin::origin_that_keeps(&bounds)?;
    let mut positions = reserved(file.report.vertices)?;
    for (it, mesh) in &placed {
        for block in mesh.positions.chunks(CHECK_EVERY) {
            progress.check()?;
            let in_world = block.iter().map(|&position| moved(position, mesh.origin, &it.world_from_object));
            positions.extend(in_world.map(|vertex| origin::local(vertex.to_array(), origin)));
        }
    }

    let mut triangles = reserved::<[u32; 3]>(file.report.triangles)?;
    let mut provenance = Provenance::default();
    let mut n_before = 0;
    for (it, mesh) in &placed {
        progress.check()?;
        for primitive in &mesh.primitives {
            let first = triangles.len() as u32 + primitive.first;
            provenance.push(first, Some(&it.node), primitive, &file.materials);
        }
        let first = n_before as u32;
        triangles.extend(mesh.triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(|corner| corner + first);
            if it.mirrors { [a, c, b] } else { [a, b, c] }
        }));
        n_before += mesh.positions.len();
    }
    let (source, materials, textures) = provenance.into_source(triangles.len(), file.text, file.beside);
    let bounds = bounds_of(origin, &positions, &[&triangles], threads::available());
    let (origin, bounds) = origin::settle(origin, &mut positions, bounds);
    let vertices = values(&placed, |mesh| &mesh.colors, WHITE, |_, color| color)?;
    let colors = Colors { vertices, materials, ..Colors::default() };
    let uvs = |set: usize| values(&placed, move |mesh| &mesh.texture_coordinates[set], [f32::NAN; 2], |_, uv| uv);
    let turned = |matrix: &DMat3, normal: [f32; 3]| (*matrix * DVec3::from(normal.map(f64::from))).as_vec3().to_array();
    let normals = values(&placed, |mesh| &mesh.normals, [f32::NAN; 3], turned)?;
    let attributes = attributes([uvs(0)?, uvs(1)?], normals);
    Ok(IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures })
}

pub fn attributes(texture_coordinates: [Vec<[f32; 2]>; TEXTURE_SETS], normals: Vec<[f32; 3]>) -> Attributes {
    let texture_coordinates = texture_coordinates.map(CornerValues::by_vertex);
    Attributes { texture_coordinates, normals: CornerValues::by_vertex(normals), v_down: true }
}

/// Returns the values of all placed meshes, moved by inverse transposes; `absent` where only other meshes have any.
fn values<'m, T: Copy + 'm>(
    placed: &[(&PlacedMesh, &'m ReadMesh)],
    of: impl Fn(&'m ReadMesh) -> &'m Vec<T>,
    absent: T,
    move_by: impl Fn(&DMat3, T) -> T,
) -> Result<Vec<T>, OutOfMemory> {
    if placed.iter().all(|(_, mesh)| of(mesh).is_empty()) {
        return Ok(Vec::new());
    }
    let (n, move_by) = (placed.iter().map(|(_, mesh)| mesh.positions.len()).sum(), &move_by);
    let parts = placed.iter().map(|&(it, mesh)| {
        let matrix = inverse_transpose(&it.world_from_object.matrix3);
        (mesh.positions.len(), of(mesh).iter().map(move |&value| move_by(&matrix, value)))
    });
    joined_values(n, parts, absent)
}

/// Returns the place in the world of a mesh's position. A node that only moves the mesh leaves the sign of a zero.
fn moved(position: [f32; 3], mesh_origin: DVec3, world_from_object: &DAffine3) -> DVec3 {
    if world_from_object.matrix3 == DMat3::IDENTITY && mesh_origin == DVec3::ZERO {
        origin::global(position, world_from_object.translation)
    } else {
        world_from_object.transform_point3(origin::global(position, mesh_origin))
    }
}

/// Sources of a mesh's triangles, collected primitive by primitive.
#[derive(Default)]
pub struct Provenance {
    names: [NameTable; 3],
    spans: Vec<Span>,
    colors: Vec<Option<[f32; 3]>>,
    textures: Textures,
    /// Index among those images of images of the file.
    images: HashMap<u32, u32>,
}

impl Provenance {
    pub fn push(&mut self, first: u32, node: Option<&str>, primitive: &Primitive, materials: &Materials) {
        let material = primitive.material.map(|index| materials.get(index));
        let names = [node, Some(primitive.name.as_str()), material.map(|material| material.name.as_str())];
        let mut indices = [None; 3];
        for ((index, table), name) in indices.iter_mut().zip(&mut self.names).zip(names) {
            *index = name.map(|name| table.index_of(name));
        }
        if indices[Named::Material as usize] == Some(self.colors.len() as u32) {
            self.colors.push(material.and_then(|material| material.color));
            let (known, all) = (&mut self.textures.images, &materials.images);
            let texture = material.and_then(|material| material.texture).map(|texture| {
                let image = *self.images.entry(texture.image).or_insert_with(|| {
                    known.push(all[texture.image as usize].clone());
                    known.len() as u32 - 1
                });
                Texture { image, ..texture }
            });
            self.textures.materials.push(texture);
        }
        self.spans.push(Span { first_face: first, names: indices });
    }

    /// Returns the source of all triangles, from `file` and files `beside` it, and colours and textures of materials.
    pub fn into_source(
        self,
        n_triangles: usize,
        file: Option<FileText>,
        beside: Arc<[FileText]>,
    ) -> (Source, Vec<Option<[f32; 3]>>, Textures) {
        let text = |name: Vec<u8>| String::from_utf8_lossy(&name).into_owned();
        let source = Source {
            starts: FaceStarts::one_each(n_triangles),
            spans: self.spans,
            names: self.names.map(|table| table.into_names().into_iter().map(text).collect()),
            text: file,
            beside,
            counts_by_span: true,
            ..Source::default()
        };
        let mut textures = self.textures;
        if textures.images.is_empty() {
            textures.materials.clear();
        }
        (source, self.colors, textures)
    }
}
