//! Reading of a mesh of the document: the triangles of all its primitives, one primitive behind the other.

use super::accessor::{Accessor, Use};
use super::attributes::{Attributes, Target, put, values};
use super::document::List;
#[cfg(not(feature = "draco"))]
use super::document::{DRACO, check_extensions};
#[cfg(feature = "draco")]
use super::draco::Compression;
use super::source::{Made, Rows, Source, Within};
use super::textures::Materials;
use crate::geometry::Aabb;
use crate::mesh::bounds::{Box32, box_of};
use crate::mesh::looks::WHITE;
use crate::mesh::looks::attributes::TEXTURE_SETS;
use crate::mesh::problem::Kind;
use crate::mesh::report::Result;
use crate::mesh::{Srgb8, srgb_from_linear};
use crate::work::memory;
use glam::DVec3;
use serde::Deserialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::ops::Range;

#[derive(Deserialize)]
struct MeshItem {
    name: Option<String>,
    primitives: Vec<PrimitiveItem>,
    #[serde(default)]
    weights: Vec<f64>,
}

#[derive(Deserialize)]
struct PrimitiveItem {
    attributes: Attributes,
    indices: Option<u32>,
    material: Option<u32>,
    #[serde(default = "triangles")]
    mode: u32,
    #[serde(default)]
    targets: Vec<Target>,
    #[serde(default)]
    extensions: PrimitiveExtensions,
}

#[cfg(not(feature = "draco"))]
#[derive(Deserialize)]
struct Compression {}

#[derive(Default, Deserialize)]
struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    draco: Option<Compression>,
}

impl PrimitiveItem {
    /// Returns the rows that compressed data stand for; none if there are bytes, too, for readers without Draco.
    fn decoded(&self, source: &mut Source, position: u32, name: &str) -> Result<Rows> {
        let Some(draco) = &self.extensions.draco else { return Ok(Rows::default()) };
        for accessor in [Some(position), self.indices].into_iter().flatten() {
            let item = source.accessors.get(source.document, accessor, &name)?;
            if item.buffer_view.is_none() && item.sparse.is_none() {
                #[cfg(feature = "draco")]
                return draco.decode(source, &self.attributes.0, (position, self.indices), &name);
                // Without its decoder, the extension is refused by name.
                #[cfg(not(feature = "draco"))]
                let Compression {} = draco;
                #[cfg(not(feature = "draco"))]
                check_extensions(&[DRACO.to_owned()])?;
            }
        }
        Ok(Rows::default())
    }
}

fn triangles() -> u32 {
    4
}

/// Way in which vertices in a row make triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    List,
    Strip,
    Fan,
}

/// Mesh that was read from the document: without a pose, in object space, or in one of its poses.
#[derive(Default)]
pub struct ReadMesh {
    /// Origin to which the positions are relative: zero, except for a pose that lies far out.
    pub origin: DVec3,
    pub positions: Vec<[f32; 3]>,
    /// Colours of the vertices, one for each, or none at all.
    pub colors: Vec<Srgb8>,
    /// Texture coordinates for each set, and normals, NaN where a vertex has none: one for each vertex, or none at all.
    pub texture_coordinates: [Vec<[f32; 2]>; TEXTURE_SETS],
    pub normals: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
    pub primitives: Vec<Primitive>,
    pub bounds: Box32,
    /// Ranges of vertices, each with the accessors that pose its vertices; empty for a mesh in a pose.
    pub runs: Vec<Run>,
    /// First primitive without joints and weights, or `None` if all have them.
    pub without_joints: Option<String>,
    /// Number of morph targets of the primitive that has the most.
    pub n_targets: usize,
    /// The mesh's own weights of morph targets; empty if they move nothing.
    pub weights: Vec<f64>,
}

/// Vertices of a mesh that come from the same accessors.
pub struct Run {
    pub range: Range<u32>,
    /// First primitive that has these vertices.
    pub name: String,
    pub from: VertexSource,
    pub has_normals: bool,
    /// Rows of those accessors that compressed data stand for.
    pub decoded: Rows,
}

/// Accessors that make vertices. Primitives that name the same ones share them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct VertexSource {
    /// Decoded positions that stand for those of the accessor; `None` if the primitive is not compressed.
    decoded: Option<Within>,
    pub attributes: Attributes,
    pub targets: Vec<Target>,
}

/// Primitive of the document, as the source of consecutive triangles of a mesh.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// Index in the mesh of the primitive's first triangle. Its triangles end where those of the next primitive begin.
    pub first: u32,
    /// Name of the primitive: the name of its mesh, and the index of the primitive in that mesh.
    pub name: String,
    pub material: Option<u32>,
}

struct Vertices {
    range: Range<u32>,
    /// Indices in the mesh of the vertices that are not finite, in ascending order.
    unusable: Vec<u32>,
    sets: [bool; TEXTURE_SETS],
}

pub fn read_mesh(source: &mut Source, materials: &mut Materials, (index, by): (u32, &dyn Display)) -> Result<ReadMesh> {
    let of = List::Meshes.item(index);
    let item: MeshItem = source.document.get(of, by)?;
    let name = of.name(item.name.as_deref());
    let mut mesh = ReadMesh::default();
    let mut shared = HashMap::new();
    for (place, primitive) in item.primitives.iter().enumerate() {
        let name = format!("{name}, primitive {place}");
        source.n_primitives += 1;
        let mode = match primitive.mode {
            4 => Mode::List,
            5 => Mode::Strip,
            6 => Mode::Fan,
            mode @ 0..=3 => {
                let count = if mode == 0 { &mut source.report.points } else { &mut source.report.polylines };
                *count += 1;
                continue;
            }
            other => return Err(source.document.refused(of, format!("{name} is of the unknown mode {other}"))),
        };

        // Primitives with the same accessors share their vertices.
        let PrimitiveItem { attributes, targets, .. } = primitive;
        let Some(position) = attributes.get("POSITION") else { continue };
        source.decoded = primitive.decoded(source, position, &name)?;
        let mode = if source.decoded.is_empty() { mode } else { Mode::List };
        let decoded = source.decoded.get(&position).map(|row| row.within);
        let key = VertexSource { decoded, attributes: attributes.clone(), targets: targets.clone() };
        let vertices = match shared.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let vertices = mesh.read_vertices(source, &name, position, place.key())?;
                place.insert(vertices)
            }
        };
        mesh.read_primitive(source, materials, name, primitive, mode, vertices)?;
    }
    source.decoded = Rows::default();
    mesh.bounds = box_of(&mesh.positions);
    mesh.without_joints =
        mesh.runs.iter().find(|run| run.from.attributes.joints().is_none()).map(|run| run.name.clone());
    mesh.n_targets = mesh.runs.iter().map(|run| run.from.targets.len()).max().unwrap_or(0);
    if !item.weights.is_empty() {
        mesh.check_weights(&item.weights, source, &name);
    }
    mesh.weights = mesh.moving_weights(&item.weights).to_vec();
    Ok(mesh)
}

impl ReadMesh {
    /// Returns the smallest box around all vertices of the mesh, including those that no triangle uses.
    pub fn bounds(&self) -> Aabb {
        let [min, max] = self.bounds.map(|corner| DVec3::from(corner.map(f64::from)));
        Aabb::new(self.origin + min, self.origin + max)
    }

    fn read_vertices(
        &mut self,
        source: &mut Source,
        name: &str,
        position: u32,
        from: &VertexSource,
    ) -> Result<Vertices> {
        let attributes = &from.attributes;
        let accessor = Accessor::open(source, position, &name, Use::POSITIONS)?;
        let of = (name, accessor.count);
        source.make(Made::Vertices, accessor.count, &format_args!("{name} with accessor {position}"))?;
        let first = self.positions.len() as u32;
        let positions = accessor.numbers::<3>(source)?;
        let range = first..first + positions.len() as u32;
        put(&mut self.positions, &range, positions, [0.0; 3])?;
        let unusable = self.settle(range.clone(), source, name);

        let colors = match attributes.get("COLOR_0") {
            Some(color) => {
                let colors = Accessor::open(source, color, &name, Use::COLORS)?;
                colors.check_count(source, of, Use::COLORS)?;
                let bytes = |color| srgb_from_linear(color).map(|x| (x * 255.0).round() as u8);
                colors.numbers::<3>(source)?.into_iter().map(bytes).collect()
            }
            None => Vec::new(),
        };
        put(&mut self.colors, &range, colors, WHITE)?;

        let mut sets = [false; TEXTURE_SETS];
        for (set, name) in ["TEXCOORD_0", "TEXCOORD_1"].into_iter().enumerate() {
            let read = values(source, of, (attributes.get(name), Use::TEXTURE_COORDINATES))?;
            sets[set] = !read.is_empty();
            put(&mut self.texture_coordinates[set], &range, read, [f32::NAN; 2])?;
        }
        let normals = values(source, of, (attributes.get("NORMAL"), Use::NORMALS))?;
        let has_normals = !normals.is_empty();
        put(&mut self.normals, &range, normals, [f32::NAN; 3])?;

        if !range.is_empty() {
            let (name, from, decoded) = (name.to_owned(), from.clone(), Rows::clone(&source.decoded));
            self.runs.push(Run { range: range.clone(), name, from, has_normals, decoded });
        }
        Ok(Vertices { range, unusable, sets })
    }

    /// Moves vertices that are not finite to one that is, and returns which these are.
    fn settle(&mut self, range: Range<u32>, source: &mut Source, name: &str) -> Vec<u32> {
        let is_finite = |position: &[f32; 3]| position.iter().all(|x| x.is_finite());
        let positions = &mut self.positions[range.start as usize..];
        if positions.iter().all(is_finite) {
            return Vec::new();
        }
        let stand_in = positions.iter().copied().find(is_finite).unwrap_or_default();
        let mut unusable = Vec::new();
        for (vertex, position) in range.clone().zip(positions).filter(|(_, position)| !is_finite(position)) {
            *position = stand_in;
            unusable.push(vertex);
        }
        let what = "of its vertices are not finite, the first is vertex";
        let (count, vertex) = (unusable.len(), unusable[0] - range.start);
        source.tell(Kind::VertexRange, || format!("{name}: {count} {what} {vertex}; faces with them cannot be hit"));
        unusable
    }

    fn read_primitive(
        &mut self,
        source: &mut Source,
        materials: &mut Materials,
        name: String,
        item: &PrimitiveItem,
        mode: Mode,
        vertices: &Vertices,
    ) -> Result<()> {
        let accessor = item.indices.map(|index| Accessor::open(source, index, &name, Use::INDICES)).transpose()?;
        let n_corners = accessor.as_ref().map_or(vertices.range.len() as u64, |accessor| accessor.count);
        let by = item.indices.map_or_else(|| name.clone(), |index| format!("{name} with accessor {index}"));
        let n_triangles = mode.n_triangles(n_corners);
        source.make(Made::Triangles, n_triangles, &by)?;
        let indices = accessor.map(|accessor| accessor.indices(source)).transpose()?;
        let n_triangles = n_triangles as usize;
        let left_over = if mode == Mode::List || n_corners < 3 { n_corners % 3 } else { 0 };
        if left_over > 0 {
            let what = "corners are left over, which make no triangle";
            source.tell(Kind::FaceCorners, || format!("{name}: {left_over} {what}"));
        }
        if vertices.unusable.len() == vertices.range.len() && n_triangles > 0 {
            let what = format!("none of its vertices can be used; its {n_triangles} triangles are left out");
            source.tell(Kind::FaceVertex, || format!("{name}: {what}"));
            source.report.faces_left_out += n_triangles as u64;
            return Ok(());
        }
        if n_triangles == 0 {
            return Ok(());
        }

        // Append the triangles, by indices or in order.
        let first = self.triangles.len();
        memory::reserve(&mut self.triangles, n_triangles)?;
        let corners = (0..n_triangles as u32).map(|i| mode.corners(i));
        match &indices {
            Some(indices) => self.triangles.extend(corners.map(|corners| corners.map(|k| indices[k as usize]))),
            None => self.triangles.extend(corners),
        }
        place_corners(&mut self.triangles[first..], vertices, &name, source);
        if let Some(material) = item.material {
            let texture = materials.read(source, material, &name)?.texture;
            if texture.is_some_and(|texture| !vertices.sets[texture.set as usize]) {
                source.tell(Kind::Texture, || format!("{name} has a texture, and no texture coordinates for it"));
            }
        }
        self.primitives.push(Primitive { first: first as u32, name, material: item.material });
        Ok(())
    }
}

/// Turns the primitive's indices into those of the mesh; triangles with an unusable one shrink to a point.
fn place_corners(triangles: &mut [[u32; 3]], vertices: &Vertices, name: &str, source: &mut Source) {
    let Vertices { range, unusable, .. } = vertices;
    let (start, n) = (range.start, range.len() as u32);
    let highest = triangles.as_flattened_mut().iter_mut().fold(0, |highest: u32, corner| {
        let index = *corner;
        *corner = index.wrapping_add(start);
        highest.max(index)
    });
    if highest < n && unusable.is_empty() {
        return;
    }
    let is_there = |corner: u32| corner.wrapping_sub(start) < n;
    let is_usable = |corner: u32| is_there(corner) && unusable.binary_search(&corner).is_err();
    let mut beyond = None;
    let mut n_beyond = 0;
    for (i, triangle) in triangles.iter_mut().enumerate() {
        if let Some(&corner) = triangle.iter().find(|&&corner| !is_there(corner)) {
            n_beyond += 1;
            beyond = beyond.or(Some((i, corner.wrapping_sub(start))));
        }
        if !triangle.iter().all(|&corner| is_usable(corner)) {
            let kept = triangle.iter().copied().find(|&corner| is_usable(corner));
            *triangle = [kept.unwrap_or(start); 3];
        }
    }
    if let Some((triangle, vertex)) = beyond {
        let what = format!("the first is triangle {triangle} with vertex {vertex}; they cannot be hit");
        let names = "of its triangles name vertices that are not there";
        source.tell(Kind::FaceRange, || format!("{name}: {n_beyond} {names}, {what}"));
    }
}

impl Mode {
    fn n_triangles(self, corners: u64) -> u64 {
        if self == Self::List { corners / 3 } else { corners.saturating_sub(2) }
    }

    /// Returns the places of a triangle's corners among all, in the order that makes all of a strip face the same way.
    fn corners(self, triangle: u32) -> [u32; 3] {
        match self {
            Self::List => [0, 1, 2].map(|k| 3 * triangle + k),
            Self::Strip => [triangle, triangle + 1 + triangle % 2, triangle + 2 - triangle % 2],
            Self::Fan => [triangle + 1, triangle + 2, 0],
        }
    }
}
