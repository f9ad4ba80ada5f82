//! Reading of a mesh of the document: the triangles of all its primitives, one primitive behind the other.

use super::accessor::{Accessor, Rows, Source};
use super::attributes::{AnyIndex, Attributes, BlockSource};
use super::blocks::Block;
use super::document::name_of;
use super::draco;
use super::tally::Tally;
use super::unfolding::Made;
use super::views::Within;
use crate::geometry::Aabb;
use crate::mesh::bounds::{Box32, box_of};
use crate::mesh::colors::WHITE;
use crate::mesh::problem::{Item, Kind, List, Problem, Use};
use crate::mesh::refusal::Refusal;
use crate::mesh::{Srgb8, srgb_from_linear};
use crate::work::memory;
use glam::DVec3;
use serde::Deserialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
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
    targets: Vec<TargetItem>,
    #[serde(default)]
    extensions: PrimitiveExtensions,
}

#[derive(Default, Deserialize)]
struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    draco: Option<draco::Compression>,
}

impl PrimitiveItem {
    /// Returns the rows of the accessors that compressed data stand for; none where the file gives bytes for vertices
    /// and indices, as it may for readers that know no Draco.
    fn decoded(&self, source: &mut Source, position: u32, name: &Item) -> Result<Rows, Refusal> {
        let Some(draco) = &self.extensions.draco else { return Ok(Rows::default()) };
        for accessor in [Some(position), self.indices].into_iter().flatten() {
            if source.is_zero(accessor, name)? {
                return draco.decode(source, &self.attributes.named, (position, self.indices), name);
            }
        }
        Ok(Rows::default())
    }

    /// Returns the accessors of the primitive's block.
    fn block(&self) -> BlockSource {
        let has_normals = self.attributes.block.normals.0.is_some();
        let targets = self.targets.iter().filter(|_| has_normals).map(|target| target.normal).collect();
        BlockSource { targets, ..self.attributes.block.clone() }
    }
}

#[derive(Deserialize)]
struct TargetItem {
    #[serde(rename = "POSITION")]
    position: Option<u32>,
    #[serde(rename = "NORMAL", default)]
    normal: AnyIndex,
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
    pub triangles: Vec<[u32; 3]>,
    /// Primitives that have triangles.
    pub primitives: Vec<Primitive>,
    /// Texture coordinates and normals of vertices.
    pub blocks: Vec<Block>,
    /// `true` if primitives that share vertices have different blocks.
    pub by_corner: bool,
    /// Smallest and largest coordinates of the positions.
    pub bounds: Box32,
    /// Ranges of vertices, each with the accessors that pose its vertices; empty for a mesh in a pose.
    pub runs: Vec<Run>,
    /// First primitive without joints and weights, or `None` if all have them.
    pub without_joints: Option<Item>,
    /// Number of morph targets of the primitive that has the most.
    pub n_targets: usize,
    /// The mesh's own weights of morph targets; empty if they move nothing.
    pub weights: Vec<f64>,
}

/// Vertices of a mesh that come from one accessor of positions, with the accessors that pose them.
pub struct Run {
    pub range: Range<u32>,
    /// First primitive that has these vertices.
    pub name: Item,
    /// Accessor of the displacements for each morph target; `None` for a target that displaces nothing.
    pub targets: Vec<Option<u32>>,
    /// Accessors of joints and of their weights, one pair for each set; `None` if the vertices have no joints.
    pub joints: Option<Vec<[u32; 2]>>,
    /// Rows of those accessors that compressed data stand for.
    pub decoded: Rows,
}

/// Accessors that make vertices. Primitives that name the same ones share them.
#[derive(PartialEq, Eq, Hash)]
struct VertexSource {
    /// Decoded positions that stand for those of the accessor; `None` if the primitive is not compressed.
    decoded: Option<Within>,
    position: u32,
    color: Option<u32>,
    targets: Vec<Option<u32>>,
    joints: Option<Vec<[u32; 2]>>,
}

/// Primitive of the document, as the source of consecutive triangles of a mesh.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// Index in the mesh of the primitive's first triangle. Its triangles end where those of the next primitive begin.
    pub first: u32,
    /// Name of the primitive: the name of its mesh, and the index of the primitive in that mesh.
    pub name: String,
    pub material: Option<u32>,
    /// Index in [`ReadMesh::blocks`] of the primitive's block; `None` without texture coordinates and normals.
    pub block: Option<usize>,
}

/// Vertices of a mesh that primitives share.
pub struct Vertices {
    pub range: Range<u32>,
    /// Indices in the mesh of the vertices that are not finite, in ascending order.
    unusable: Vec<u32>,
    /// Indices of the blocks of these vertices, by the accessors that make them.
    pub blocks: HashMap<BlockSource, Option<usize>>,
}

/// Reads the mesh `index` of the document. The item `by`, a node, refers to it.
pub fn read_mesh(source: &mut Source, tally: &mut Tally, index: u32, by: &Item) -> Result<ReadMesh, Refusal> {
    let item: MeshItem = source.document.get(List::Meshes, index, by)?;
    let name = name_of(item.name.as_deref(), List::Meshes, index);
    let mut mesh = ReadMesh::default();
    let mut shared = HashMap::new();
    for (place, primitive) in item.primitives.iter().enumerate() {
        let name = Item::Primitive { of: Box::new(name.clone()), index: place };
        tally.primitives += 1;
        let mode = match primitive.mode {
            0 => {
                tally.counts.points += 1;
                continue;
            }
            1..=3 => {
                tally.counts.polylines += 1;
                continue;
            }
            4 => Mode::List,
            5 => Mode::Strip,
            6 => Mode::Fan,
            other => {
                let what = Problem::UnknownMode { item: name, mode: other };
                return Err(source.document.refused(List::Meshes, index, what));
            }
        };
        let Some(position) = primitive.attributes.position else { continue };
        source.decoded = primitive.decoded(source, position, &name)?;
        let mode = if source.decoded.is_empty() { mode } else { Mode::List };
        let key = VertexSource {
            decoded: source.decoded.get(&position).map(|row| row.within),
            position,
            color: primitive.attributes.color,
            targets: primitive.targets.iter().map(|target| target.position).collect(),
            joints: primitive.attributes.joints(),
        };
        let vertices = match shared.entry(key) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let vertices = mesh.read_vertices(source, tally, &name, place.key())?;
                place.insert(vertices)
            }
        };
        mesh.read_primitive(source, tally, name, primitive, mode, vertices)?;
    }
    source.decoded = Rows::default();
    mesh.bounds = box_of(&mesh.positions);
    mesh.without_joints = mesh.runs.iter().find(|run| run.joints.is_none()).map(|run| run.name.clone());
    mesh.n_targets = mesh.runs.iter().map(|run| run.targets.len()).max().unwrap_or(0);
    if !item.weights.is_empty() {
        mesh.check_weights(&item.weights, tally, || name);
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

    /// Adds the vertices that accessors for positions and colours hold.
    fn read_vertices(
        &mut self,
        source: &mut Source,
        tally: &mut Tally,
        name: &Item,
        from: &VertexSource,
    ) -> Result<Vertices, Refusal> {
        let document = source.document;
        let &VertexSource { position, color, .. } = from;
        let accessor = Accessor::open(source, position, name, Use::Positions)?;
        tally.unfolded.add(Made::Vertices, accessor.count, source.buffers.bytes, || name.with_accessor(position))?;
        let first = self.positions.len() as u32;
        let positions = accessor.numbers::<3>(source)?;
        append(&mut self.positions, positions)?;
        let range = first..self.positions.len() as u32;
        let unusable = self.settle(range.clone(), tally, name);
        if let Some(color) = color {
            let colors = Accessor::open(source, color, name, Use::Colors)?;
            if colors.count != accessor.count {
                let (vertices, count, what) = (accessor.count, colors.count, Use::Colors);
                let what = Problem::ValueCount { item: name.clone(), vertices, count, what };
                return Err(document.refused(List::Accessors, color, what));
            }
            self.fill_colors(first as usize)?;
            let bytes = |color| srgb_from_linear(color).map(|x| (x * 255.0).round() as u8);
            let colors = colors.numbers::<3>(source)?.into_iter().map(bytes).collect();
            append(&mut self.colors, colors)?;
        } else if !self.colors.is_empty() {
            self.fill_colors(range.end as usize)?;
        }
        if !range.is_empty() {
            let (targets, joints) = (from.targets.clone(), from.joints.clone());
            let decoded = Rows::clone(&source.decoded);
            self.runs.push(Run { range: range.clone(), name: name.clone(), targets, joints, decoded });
        }
        Ok(Vertices { range, unusable, blocks: HashMap::new() })
    }

    /// Makes vertices up to `end` white where they have no colour yet.
    fn fill_colors(&mut self, end: usize) -> Result<(), Refusal> {
        let more = end.saturating_sub(self.colors.len());
        memory::reserve(&mut self.colors, more)?;
        self.colors.resize(end, WHITE);
        Ok(())
    }

    /// Moves vertices that are not finite to one that is, and returns which these are.
    fn settle(&mut self, range: Range<u32>, tally: &mut Tally, name: &Item) -> Vec<u32> {
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
        let (item, count, vertex) = (name.clone(), unusable.len(), unusable[0] - range.start);
        tally.tell(Kind::VertexRange, || Problem::VerticesNotFinite { item, count, vertex });
        unusable
    }

    fn read_primitive(
        &mut self,
        source: &mut Source,
        tally: &mut Tally,
        name: Item,
        item: &PrimitiveItem,
        mode: Mode,
        vertices: &mut Vertices,
    ) -> Result<(), Refusal> {
        let indices = match item.indices {
            Some(index) => {
                let accessor = Accessor::open(source, index, &name, Use::Indices)?;
                let n = mode.n_triangles(accessor.count);
                tally.unfolded.add(Made::Triangles, n, source.buffers.bytes, || name.with_accessor(index))?;
                Some(accessor.indices(source)?)
            }
            None => {
                let n = mode.n_triangles(vertices.range.len() as u64);
                tally.unfolded.add(Made::Triangles, n, source.buffers.bytes, || name.clone())?;
                None
            }
        };
        let n_corners = indices.as_ref().map_or(vertices.range.len(), Vec::len);
        let left_over = if mode == Mode::List {
            n_corners % 3
        } else if n_corners < 3 {
            n_corners
        } else {
            0
        };
        if left_over > 0 {
            tally.tell(Kind::FaceCorners, || Problem::LeftOver { item: name.clone(), corners: left_over });
        }
        let n_triangles = mode.n_triangles(n_corners as u64) as usize;
        if vertices.unusable.len() == vertices.range.len() && n_triangles > 0 {
            tally.tell(Kind::FaceVertex, || Problem::NoneUsable { item: name, triangles: n_triangles });
            tally.counts.left_out += n_triangles as u64;
            return Ok(());
        }
        if n_triangles == 0 {
            return Ok(());
        }
        let first = self.triangles.len();
        memory::reserve(&mut self.triangles, n_triangles)?;
        let corners = (0..n_triangles as u32).map(|i| mode.corners(i));
        match &indices {
            Some(indices) => self.triangles.extend(corners.map(|corners| corners.map(|k| indices[k as usize]))),
            None => self.triangles.extend(corners),
        }
        place_corners(&mut self.triangles[first..], vertices, &name, tally);
        if let Some(material) = item.material {
            tally.materials.read(source, material, &name)?;
            for problem in std::mem::take(&mut tally.materials.textures.problems) {
                tally.tell(Kind::Texture, || problem);
            }
        }
        let block = self.block(source, tally, &name, item.block(), vertices)?;
        let texture = item.material.and_then(|material| tally.materials.get(material).texture);
        let has =
            |set: u32| block.is_some_and(|block| !self.blocks[block].texture_coordinates[set as usize].is_empty());
        if texture.is_some_and(|texture| !has(texture.set)) {
            tally.tell(Kind::Texture, || Problem::NoTextureCoordinates { item: name.clone() });
        }
        self.primitives.push(Primitive { first: first as u32, name: name.to_string(), material: item.material, block });
        Ok(())
    }
}

/// Turns the primitive's indices into those of the mesh; triangles with an unusable one shrink to a point.
fn place_corners(triangles: &mut [[u32; 3]], vertices: &Vertices, name: &Item, tally: &mut Tally) {
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
        let (item, count) = (name.clone(), n_beyond);
        tally.tell(Kind::FaceRange, || Problem::VerticesAbsent { item, count, triangle, vertex });
    }
}

impl Mode {
    /// Returns the number of triangles that so many corners make.
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

/// Puts `more` behind `list`, or in its place where `list` is empty.
fn append<T>(list: &mut Vec<T>, mut more: Vec<T>) -> Result<(), Refusal> {
    if list.is_empty() {
        *list = more;
    } else {
        memory::reserve(list, more.len())?;
        list.append(&mut more);
    }
    Ok(())
}
