//! Writes GLB, binary glTF 2, with a node for each part. Positions stay in f32; the node's matrix holds the mesh's
//! origin and the transform.
//!
//! Based on: Khronos, glTF 2.0 Specification. Each run of triangles of one material is a primitive of its own. If
//! triangles of different materials are too mixed for this, the materials are left out, as they would take another
//! order of triangles or many copies of vertices. Triangles that lack an attribute are primitives without it, or have
//! zeros where materials are mixed or there are none. A primitive holds the vertices from the first to the last that it
//! uses. Attributes are by vertex, so vertices are copied where their corners have different ones.

mod document;

use super::MeshPart;
use super::part::{Numbered, counts};
use super::sink::{Sink, WriteError};
use crate::mesh::problem::Word;
use crate::mesh::{Attributes, Colors, CornerValues, IndexedMesh, Srgb8, linear_from_srgb};
use crate::work::{OutOfMemory, memory};
use document::GlbDocument;
use glam::{DMat3, Vec3};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

/// Most runs of triangles of one material; with more, the materials are mixed.
const MOST_PRIMITIVES: usize = 1 << 10;
/// Most vertices for indices of 16 bits; with more, the last number of 16 bits, which ends a strip, would be an index.
const FEW_VERTICES: usize = u16::MAX as usize;
/// Largest distance from 1 of the length of a normal that is written as it is.
const UNIT: f32 = 1e-4;

/// Attributes that triangles have: texture coordinates of each set, and normals.
type Has = [bool; 3];

pub fn write(sink: &mut Sink, parts: &[Numbered]) -> Result<(), WriteError> {
    let meshes = parts.iter().map(|it| by_vertex(it.part.mesh)).collect::<Result<Vec<_>, _>>()?;
    let split: Vec<_> = parts
        .iter()
        .zip(&meshes)
        .map(|(it, mesh)| mesh.as_ref().map(|mesh| Numbered::new(&MeshPart { mesh, ..it.part })).transpose())
        .collect::<Result<_, _>>()?;
    let parts: Vec<&Numbered> = parts.iter().zip(&split).map(|(part, split)| split.as_ref().unwrap_or(part)).collect();
    let (vertices, triangles) = counts(parts.iter().copied());
    sink.expect(vertices, triangles, u64::from(u32::MAX))?;

    // The document comes first in the file, and tells where the bytes of its arrays will lie.
    let geometries: Vec<_> = parts.iter().map(|part| Geometry::of(part)).collect();
    let mut document = GlbDocument::default();
    for geometry in &geometries {
        document.add(sink, geometry)?;
    }
    let images = document.add_images();
    let data = document.data;
    let mut json = document.into_json().to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let whole = 12 + 8 + json.len() as u64 + 8 + data;
    sink.check_count(Word::Bytes, whole, u64::from(u32::MAX))?;
    sink.write_all(b"glTF")?;
    sink.write_all([2, whole as u32, json.len() as u32].map(u32::to_le_bytes).as_flattened())?;
    sink.write_all(b"JSON")?;
    sink.write_all(&json)?;
    sink.write_all(&(data as u32).to_le_bytes())?;
    sink.write_all(b"BIN\0")?;
    geometries.iter().try_for_each(|geometry| geometry.write(sink))?;
    for bytes in images {
        sink.write_all(&bytes)?;
        sink.write_all(&[0; 3][..bytes.len().next_multiple_of(4) - bytes.len()])?;
    }
    Ok(())
}

struct Geometry<'a> {
    numbered: &'a Numbered<'a>,
    primitives: Vec<MaterialTriangles>,
    /// `true` if the node's matrix mirrors: glTF then swaps front and back, so corners are written in opposite order.
    is_mirrored: bool,
    is_small: bool,
}

/// Triangles of one material and with the same attributes.
struct MaterialTriangles {
    material: Option<u32>,
    has: Has,
    /// Number of triangles of the primitive; in the part they come directly behind those of the primitive before.
    n_triangles: usize,
    /// Range of vertex numbers in the part, from the lowest to the highest that the triangles use.
    vertices: Range<u32>,
}

impl<'a> Geometry<'a> {
    fn of(numbered: &'a Numbered<'a>) -> Self {
        let all = MaterialTriangles {
            material: None,
            has: [true; 3],
            n_triangles: numbered.part.n_triangles(),
            vertices: 0..numbered.n_vertices,
        };
        let primitives = runs(numbered).unwrap_or_else(|| vec![all]);
        let is_mirrored = DMat3::from_mat4(numbered.part.transform).determinant() < 0.0;
        let is_small = primitives.iter().all(|primitive| primitive.vertices.len() <= FEW_VERTICES);
        Self { numbered, primitives, is_mirrored, is_small }
    }

    fn colors(&self) -> &'a [Srgb8] {
        &self.numbered.part.mesh.colors().vertices
    }

    fn normals(&self) -> Option<&'a [[f32; 3]]> {
        self.numbered.part.mesh.normals().map(CornerValues::values)
    }

    fn texture_coordinates(&self) -> [Option<&'a [[f32; 2]]>; 2] {
        [0, 1].map(|set| self.numbered.part.mesh.texture_coordinates(set).map(CornerValues::values))
    }

    /// Returns a texture coordinate with V downwards; zeros for one that is not finite, which glTF does not have.
    fn uv_down(&self, uv @ [u, v]: [f32; 2]) -> [f32; 2] {
        match uv.iter().all(|x| x.is_finite()) {
            true if self.numbered.part.mesh.v_is_down() => uv,
            true => [u, 1.0 - v],
            false => [0.0; 2],
        }
    }

    fn bytes_of_index(&self) -> u64 {
        if self.is_small { 2 } else { 4 }
    }

    fn write(&self, sink: &mut Sink) -> Result<(), WriteError> {
        let part = self.numbered.part;
        for vertex in self.numbered.vertices() {
            sink.write_all(part.mesh.positions()[vertex as usize].map(f32::to_le_bytes).as_flattened())?;
            sink.step()?;
        }
        if !self.colors().is_empty() {
            let fraction = |byte: u8| f32::from(byte) / 255.0;
            self.write_values(sink, |vertex| linear_from_srgb(self.colors()[vertex].map(fraction)))?;
        }
        if let Some(normals) = self.normals() {
            self.write_values(sink, |vertex| unit(normals[vertex]))?;
        }
        for values in self.texture_coordinates().into_iter().flatten() {
            self.write_values(sink, |vertex| self.uv_down(values[vertex]))?;
        }
        let mut triangles = part.triangles();
        for primitive in &self.primitives {
            for triangle in triangles.by_ref().take(primitive.n_triangles) {
                let [a, b, c] = self.numbered.corners(triangle).map(|number| number - primitive.vertices.start);
                self.write_indices(sink, if self.is_mirrored { [a, c, b] } else { [a, b, c] })?;
                sink.step()?;
            }
        }
        let ends_between_words = self.is_small && part.n_triangles() % 2 == 1;
        sink.write_all(if ends_between_words { &[0, 0] } else { &[] })?;
        Ok(())
    }

    fn write_values<const N: usize>(&self, sink: &mut Sink, value: impl Fn(usize) -> [f32; N]) -> io::Result<()> {
        self.numbered
            .vertices()
            .try_for_each(|vertex| sink.write_all(value(vertex as usize).map(f32::to_le_bytes).as_flattened()))
    }

    fn write_indices(&self, sink: &mut Sink, corners: [u32; 3]) -> io::Result<()> {
        if self.is_small {
            sink.write_all(corners.map(|index| (index as u16).to_le_bytes()).as_flattened())
        } else {
            sink.write_all(corners.map(u32::to_le_bytes).as_flattened())
        }
    }
}

/// Returns a normal of unit length, as glTF takes it, and as it is where it has that; zeros where it has no direction.
fn unit(normal: [f32; 3]) -> [f32; 3] {
    let vector = Vec3::from(normal);
    if (vector.length() - 1.0).abs() < UNIT { normal } else { vector.normalize_or_zero().to_array() }
}

/// Returns which attributes of the mesh all corners of a triangle have.
fn attributes_of(mesh: &IndexedMesh, triangle: u32) -> Has {
    fn has<const N: usize>(values: Option<&CornerValues<N>>, triangle: u32, vertices: [u32; 3]) -> bool {
        values.is_none_or(|values| values.of_triangle(triangle, vertices).iter().all(Option::is_some))
    }
    let vertices = mesh.triangles()[triangle as usize];
    let [first, second] = [0, 1].map(|set| has(mesh.texture_coordinates(set), triangle, vertices));
    [first, second, has(mesh.normals(), triangle, vertices)]
}

/// Returns the runs of triangles of one material and with the same attributes; `None` without materials or if mixed.
fn runs(numbered: &Numbered) -> Option<Vec<MaterialTriangles>> {
    let source = numbered.part.mesh.source();
    if source.materials().is_empty() {
        return None;
    }
    let mut runs = Vec::<MaterialTriangles>::new();
    for triangle in numbered.part.triangles() {
        let material = source.material_index(triangle);
        let has = attributes_of(numbered.part.mesh, triangle);
        if runs.last().is_none_or(|run| (run.material, run.has) != (material, has)) {
            if runs.len() == MOST_PRIMITIVES {
                return None;
            }
            let [first, ..] = numbered.corners(triangle);
            runs.push(MaterialTriangles { material, has, n_triangles: 0, vertices: first..first });
        }
        let run = runs.last_mut()?;
        run.n_triangles += 1;
        for number in numbered.corners(triangle) {
            run.vertices = run.vertices.start.min(number)..run.vertices.end.max(number + 1);
        }
    }
    if let [only] = &mut runs[..] {
        // A single primitive has also the vertices that no triangle uses.
        only.vertices = 0..numbered.n_vertices;
    }
    let n_vertices: usize = runs.iter().map(|run| run.vertices.len()).sum();
    (n_vertices < 2 * numbered.n_vertices as usize).then_some(runs)
}

/// Indices of the texture coordinates of both sets and of the normal at a corner.
type Indices = [u32; 3];

/// Returns the mesh with attributes by vertex, copies behind all others, in the same order; `None` if it is so already.
fn by_vertex(mesh: &IndexedMesh) -> Result<Option<IndexedMesh>, OutOfMemory> {
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

    // Gather the attributes of all vertices, copies included.
    let color = |&vertex: &u32| mesh.colors.vertices.get(vertex as usize).copied();
    let colors = Colors { vertices: vertices.iter().filter_map(color).collect(), ..mesh.colors.clone() };
    let places =
        || vertices.iter().zip(&indices).map(|(&vertex, own)| (vertex, own.unwrap_or([CornerValues::<2>::NONE; 3])));
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

#[cfg(test)]
mod tests {
    use crate::mesh::write::tests::written;
    use crate::mesh::{IndexedMesh, Load, MeshPart, WriteFormat};
    use glam::{DMat4, DVec3, Vec3};
    use serde_json::Value;

    /// Returns the JSON and the data of a GLB file of `parts`.
    fn chunks(parts: &[MeshPart]) -> (Value, Vec<u8>) {
        let file = written(parts, WriteFormat::Glb);
        let word = |at: usize| u32::from_le_bytes(file[at..][..4].try_into().expect("four bytes")) as usize;
        let data = 20 + word(12);
        assert_eq!((&file[..4], word(4), word(8), data % 4), (b"glTF".as_slice(), 2, file.len(), 0));
        assert_eq!((&file[16..20], &file[data + 4..data + 8]), (b"JSON".as_slice(), b"BIN\0".as_slice()));
        assert_eq!(word(data), file.len() - data - 8);
        (serde_json::from_slice(&file[20..data]).expect("JSON"), file[data + 8..].to_vec())
    }

    /// Returns the corners of all triangles in the world, read back.
    fn corners(parts: &[MeshPart]) -> Vec<DVec3> {
        let (scene, _) = Load::bytes("t.glb", &written(parts, WriteFormat::Glb)).scene().expect("a scene");
        let triangles = scene.objects().iter().flat_map(|object| {
            (0..object.mesh.n_triangles() as u32).map(|triangle| object.triangle_in_world(triangle))
        });
        triangles.flat_map(|triangle| triangle.corners()).collect()
    }

    fn expected(mesh: &IndexedMesh, triangles: &[u32], transform: DMat4) -> Vec<DVec3> {
        let vertices = triangles.iter().flat_map(|&triangle| mesh.triangles()[triangle as usize]);
        let position = |vertex: u32| mesh.origin() + Vec3::from(mesh.positions()[vertex as usize]).as_dvec3();
        vertices.map(|vertex| transform.transform_point3(position(vertex))).collect()
    }

    #[test]
    fn a_node_has_the_origin_and_the_transform_so_that_no_digit_is_lost() {
        let far = [[6e6 + 0.25, 1.0, 0.0], [6e6 + 1.25, 1.0, 0.0], [6e6 + 1.25, 2.0, 0.5], [6e6 + 0.25, 2.0, 0.0]];
        let mesh = IndexedMesh::new(&far, &[[0_u32, 1, 2], [0, 2, 3], [0, 3, 1]]).expect("a mesh");
        let far = [MeshPart::new(&mesh).named("far")];
        let file = chunks(&far);
        assert_eq!(corners(&far), expected(&mesh, &[0, 1, 2], DMat4::IDENTITY));
        assert_eq!((&file.0["nodes"][0]["name"], &file.0["accessors"][0]["max"][2]), (&"far".into(), &0.5.into()));
        let doubled = DMat4::from_scale(DVec3::splat(2.0));
        let two = [MeshPart::new(&mesh).only(&[2, 1]).moved_by(doubled), MeshPart::new(&mesh).only(&[0])];
        let both = [expected(&mesh, &[2, 1], doubled), expected(&mesh, &[0], DMat4::IDENTITY)].concat();
        assert_eq!(corners(&two), both);
        assert_eq!(chunks(&two).0["accessors"][2]["count"], 3, "vertices that no triangle uses are left out");
        // Where the matrix mirrors, the corners are turned, which glTF does once more.
        let mirrored = DMat4::from_scale(DVec3::new(-2.0, 2.0, 2.0));
        let part = [MeshPart::new(&mesh).only(&[0]).moved_by(mirrored)];
        assert_eq!(corners(&part), expected(&mesh, &[0], mirrored));
    }

    #[test]
    fn each_material_is_a_primitive_unless_they_are_mixed() {
        let text = |names: [&str; 4]| {
            let faces: String =
                (0..4).map(|i| format!("usemtl {}\nf {} {} {}\n", names[i], i + 1, i + 2, i + 3)).collect();
            format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 2 0\nv 1 2 0\n{faces}")
        };
        let mesh = |names| Load::bytes("t.obj", text(names).as_bytes()).indexed_mesh().expect("a mesh").0;
        let mut apart = mesh(["a", "a", "b", "b"]);
        apart.colors.materials = vec![None, Some([1.0, 0.0, 0.5])];
        apart.colors.vertices = vec![[255, 0, 188]; 6];
        let file = chunks(&[MeshPart::new(&apart)]);
        assert_eq!(corners(&[MeshPart::new(&apart)]), expected(&apart, &[0, 1, 2, 3], DMat4::IDENTITY));
        let primitives = file.0["meshes"][0]["primitives"].as_array().expect("primitives");
        assert_eq!(primitives.iter().map(|primitive| &primitive["material"]).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(file.0["materials"][0], serde_json::json!({ "name": "a" }));
        let color = &file.0["materials"][1]["pbrMetallicRoughness"]["baseColorFactor"];
        assert!((color[2].as_f64().expect("a number") - 0.214).abs() < 1e-3, "linear, not sRGB: {color}");
        assert_eq!(file.0["accessors"][3]["min"], serde_json::json!([0.0, 1.0, 0.0]), "of its own vertices");
        let last = f32::from_le_bytes(file.1[file.1.len() - 28..][..4].try_into().expect("four bytes"));
        assert!((last - 0.5028865).abs() < 1e-4, "{last}");
        let mixed = mesh(["a", "b", "a", "b"]);
        let file = chunks(&[MeshPart::new(&mixed)]);
        let n_primitives = file.0["meshes"][0]["primitives"].as_array().map(Vec::len);
        assert_eq!((file.0.get("materials"), n_primitives), (None, Some(1)));
        assert_eq!(corners(&[MeshPart::new(&mixed)]), expected(&mixed, &[0, 1, 2, 3], DMat4::IDENTITY));
    }
}
