//! Blocks of texture coordinates and normals: those of the vertices of a primitive. Primitives that share vertices may
//! have blocks of their own, and then all corners of their mesh have numbers of their own.

use super::accessor::{Accessor, Rows, Source};
use super::attributes::{AnyIndex, BlockSource};
use super::primitives::{ReadMesh, Vertices};
use super::tally::Tally;
use super::unfolding::Made;
use crate::math::inverse_transpose;
use crate::mesh::attributes::TEXTURE_SETS;
use crate::mesh::problem::{Item, Kind, List, Problem, Use};
use crate::mesh::refusal::Refusal;
use crate::mesh::{Attributes, CornerValues};
use crate::work::memory::{self, OutOfMemory};
use glam::{DMat3, DVec3};
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::Arc;

/// Texture coordinates and normals of consecutive vertices of a mesh: a value for each vertex, or none at all.
pub struct Block {
    pub vertices: Range<u32>,
    pub texture_coordinates: [Vec<[f32; 2]>; TEXTURE_SETS],
    pub normals: Vec<[f32; 3]>,
    /// First primitive that has the block.
    name: Item,
    targets: Vec<AnyIndex>,
    /// Rows of the accessors of displacements that compressed data stand for.
    decoded: Rows,
}

impl Block {
    /// Reads the values of `vertices`, which the primitive `name` has. Damaged ones are told and left out.
    pub fn read(
        source: &mut Source,
        tally: &mut Tally,
        name: &Item,
        vertices: Range<u32>,
        from: &BlockSource,
    ) -> Result<Self, Refusal> {
        let of = (name, vertices.len() as u64);
        let mut texture_coordinates: [_; TEXTURE_SETS] = Default::default();
        for (set, index) in texture_coordinates.iter_mut().zip(from.texture_coordinates) {
            *set = values(source, tally, of, (index, Use::TextureCoordinates))?;
        }
        let normals = values(source, tally, of, (from.normals, Use::Normals))?;
        let (name, targets, decoded) = (name.clone(), from.targets.clone(), Rows::clone(&source.decoded));
        Ok(Self { vertices, texture_coordinates, normals, name, targets, decoded })
    }

    /// Returns the block in a pose: its normals are displaced by the weights of morph targets, and turned by the
    /// matrices that move the vertices of the mesh, if there are any. What is damaged is told and left out.
    pub fn posed(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        weights: &[f64],
        matrices: &[DMat3],
    ) -> Result<Self, Refusal> {
        let moved = self.moved(source, tally, weights, matrices);
        let copied = || -> Result<_, OutOfMemory> {
            let [a, b] = self.texture_coordinates.each_ref().map(|set| memory::copied(set));
            Ok([a?, b?])
        };
        let n = self.texture_coordinates.iter().map(Vec::len).sum::<usize>() as u64;
        let counted = tally.unfolded.add(Made::Attributes, n, source.buffers.bytes, || self.name.clone());
        let texture_coordinates = counted.and_then(|()| Ok(copied()?));
        Ok(Self {
            vertices: self.vertices.clone(),
            texture_coordinates: tally.or_left_out(texture_coordinates, Use::TextureCoordinates)?,
            normals: tally.or_left_out(moved, Use::Normals)?,
            name: self.name.clone(),
            targets: Vec::new(),
            decoded: Rows::default(),
        })
    }

    fn moved(
        &self,
        source: &mut Source,
        tally: &mut Tally,
        weights: &[f64],
        matrices: &[DMat3],
    ) -> Result<Vec<[f32; 3]>, Refusal> {
        if self.normals.is_empty() {
            return Ok(Vec::new());
        }
        let n = self.normals.len() as u64;
        let made = n.saturating_add(self.targets.len() as u64);
        tally.unfolded.add(Made::Attributes, made, source.buffers.bytes, || self.name.clone())?;
        let mut normals = memory::filled(self.normals.len(), DVec3::ZERO)?;
        normals.iter_mut().zip(&self.normals).for_each(|(to, &from)| *to = DVec3::from(from.map(f64::from)));
        for (&weight, target) in weights.iter().zip(&self.targets).filter(|&(&weight, _)| weight != 0.0) {
            let Some(target) = target.0 else { continue };
            source.decoded = Rows::clone(&self.decoded);
            let accessor = open(source, tally, (&self.name, n), (target, Use::Normals, Made::Attributes));
            source.decoded = Rows::default();
            accessor?.each_given(source, |vertex, by| normals[vertex] += weight * DVec3::from(by.map(f64::from)))?;
        }
        let matrices = matrices.get(self.vertices.start as usize..self.vertices.end as usize).unwrap_or_default();
        normals.iter_mut().zip(matrices).for_each(|(normal, matrix)| *normal = inverse_transpose(matrix) * *normal);
        let mut rounded = Vec::new();
        memory::reserve(&mut rounded, normals.len())?;
        rounded.extend(normals.into_iter().map(|normal| normal.as_vec3().to_array()));
        Ok(rounded)
    }
}

impl ReadMesh {
    /// Returns the index of the block of a primitive's vertices, and reads it unless it was read; `None` without
    /// texture coordinates and normals.
    pub fn block(
        &mut self,
        source: &mut Source,
        tally: &mut Tally,
        name: &Item,
        from: BlockSource,
        vertices: &mut Vertices,
    ) -> Result<Option<usize>, Refusal> {
        if !source.attributes {
            return Ok(None);
        }
        self.by_corner |= !vertices.blocks.is_empty() && !vertices.blocks.contains_key(&from);
        Ok(match vertices.blocks.entry(from) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) if place.key().is_empty() => *place.insert(None),
            Entry::Vacant(place) => {
                self.blocks.push(Block::read(source, tally, name, vertices.range.clone(), place.key())?);
                *place.insert(Some(self.blocks.len() - 1))
            }
        })
    }
}

/// Opens an accessor that has a value for each of the `n` vertices of the primitive `name`, and counts the values that
/// are read.
pub fn open(
    source: &mut Source,
    tally: &mut Tally,
    (name, n): (&Item, u64),
    (index, used, made): (u32, Use, Made),
) -> Result<Accessor, Refusal> {
    let accessor = Accessor::open(source, index, name, used)?;
    if accessor.count != n {
        let what = Problem::ValueCount { item: name.clone(), vertices: n, count: accessor.count, what: used };
        return Err(source.document.refused(List::Accessors, index, what));
    }
    // Displacements that are zero are passed over; all others are read.
    let n_read = if used == Use::Displacements { accessor.n_given() } else { n.max(accessor.n_given()) };
    tally.unfolded.add(made, n_read, source.buffers.bytes, || name.with_accessor(index))?;
    Ok(accessor)
}

/// Reads a value for each of the `n` vertices of the primitive `name`; none, which is told, of a damaged accessor.
fn values<const N: usize>(
    source: &mut Source,
    tally: &mut Tally,
    (name, n): (&Item, u64),
    (index, used): (AnyIndex, Use),
) -> Result<Vec<[f32; N]>, Refusal> {
    let Some(index) = index.0 else { return Ok(Vec::new()) };
    let accessor = open(source, tally, (name, n), (index, used, Made::Attributes));
    let read = accessor.and_then(|accessor| accessor.numbers::<N>(source));
    let values = tally.or_left_out(read, used)?;
    let mut odd = values.iter().enumerate().filter(|(_, value)| !value.iter().all(|x| x.is_finite()));
    if let Some((vertex, _)) = odd.next() {
        let (item, count) = (name.clone(), 1 + odd.count());
        tally.tell(Kind::Attribute, || Problem::ValuesNotFinite { item, count, what: used, vertex });
    }
    Ok(values)
}

/// Mesh that is joined with others: the linear part of its transform, and whether the winding of its triangles turns.
pub struct Joining<'m> {
    pub mesh: &'m ReadMesh,
    pub matrix: DMat3,
    pub turns: bool,
}

/// Returns the attributes of a mesh, whose blocks are taken from it.
pub fn of_mesh(mesh: &mut ReadMesh) -> Result<Attributes, OutOfMemory> {
    if let [block] = &mut mesh.blocks[..]
        && block.vertices.len() == mesh.positions.len()
        && !mesh.by_corner
    {
        let texture_coordinates = std::mem::take(&mut block.texture_coordinates);
        let texture_coordinates = texture_coordinates.map(CornerValues::by_vertex);
        let normals = CornerValues::by_vertex(std::mem::take(&mut block.normals));
        return Ok(Attributes { texture_coordinates, normals, v_down: true });
    }
    joined(&[Joining { mesh, matrix: DMat3::IDENTITY, turns: false }])
}

/// Returns the attributes of meshes that are joined, one behind the other.
pub fn joined(all: &[Joining]) -> Result<Attributes, OutOfMemory> {
    if all.iter().all(|it| it.mesh.blocks.is_empty()) {
        return Ok(Attributes { v_down: true, ..Attributes::default() });
    }
    let by_corner = all.iter().any(|it| it.mesh.by_corner);
    // Index of the first value of each block of each mesh.
    let (mut starts, mut n_vertices, mut n_values) = (Vec::new(), 0, 0);
    for it in all {
        memory::reserve(&mut starts, it.mesh.blocks.len())?;
        for Block { vertices, .. } in &it.mesh.blocks {
            starts.push(if by_corner { n_values } else { n_vertices + vertices.start as usize });
            n_values += vertices.len();
        }
        n_vertices += it.mesh.positions.len();
    }
    let n = if by_corner { n_values } else { n_vertices };
    let corners = if by_corner { Some(Arc::new(corners(all, &starts)?)) } else { None };
    let mut texture_coordinates: [CornerValues<2>; TEXTURE_SETS] = Default::default();
    for (k, set) in texture_coordinates.iter_mut().enumerate() {
        let values = put(all, &starts, n, |block| &block.texture_coordinates[k], |_, uv| uv)?;
        *set = CornerValues::of(values, corners.as_ref());
    }
    let turned = |matrix: &DMat3, normal: [f32; 3]| (*matrix * DVec3::from(normal.map(f64::from))).as_vec3().to_array();
    let normals = put(all, &starts, n, |block| &block.normals, turned)?;
    Ok(Attributes { texture_coordinates, normals: CornerValues::of(normals, corners.as_ref()), v_down: true })
}

/// Exchanges the second and the third corner of all triangles, as it was done to the triangles themselves.
pub fn turn(attributes: &mut Attributes) -> Result<(), OutOfMemory> {
    fn put<const N: usize>(at: &mut CornerValues<N>, corners: &Arc<Vec<[u32; 3]>>) -> Result<(), OutOfMemory> {
        if at.corners().is_some() {
            *at = CornerValues::of(memory::copied(at.values())?, Some(corners));
        }
        Ok(())
    }
    let [first, second] = &mut attributes.texture_coordinates;
    // All of them have the same.
    let corners = first.corners().or(second.corners()).or(attributes.normals.corners());
    let Some(corners) = corners else { return Ok(()) };
    let mut corners = memory::copied(corners)?;
    corners.iter_mut().for_each(|corners| corners.swap(1, 2));
    let corners = Arc::new(corners);
    put(first, &corners)?;
    put(second, &corners)?;
    put(&mut attributes.normals, &corners)
}

/// Returns a list of `n` values with those of all blocks at their `starts`, moved by the inverse transposes of their
/// meshes' matrices; empty if no block has any.
fn put<const N: usize>(
    all: &[Joining],
    starts: &[usize],
    n: usize,
    of: impl Fn(&Block) -> &Vec<[f32; N]>,
    moved: impl Fn(&DMat3, [f32; N]) -> [f32; N],
) -> Result<Vec<[f32; N]>, OutOfMemory> {
    if all.iter().flat_map(|it| &it.mesh.blocks).all(|block| of(block).is_empty()) {
        return Ok(Vec::new());
    }
    let mut values = memory::filled(n, [f32::NAN; N])?;
    let mut starts = starts.iter();
    for it in all {
        let matrix = inverse_transpose(&it.matrix);
        for (block, &start) in it.mesh.blocks.iter().zip(&mut starts) {
            let places = values[start..].iter_mut();
            places.zip(of(block)).for_each(|(place, &value)| *place = moved(&matrix, value));
        }
    }
    Ok(values)
}

/// Returns the numbers of the values at the corners of all triangles of meshes that are joined.
fn corners(all: &[Joining], starts: &[usize]) -> Result<Vec<[u32; 3]>, OutOfMemory> {
    const NONE: [u32; 3] = [CornerValues::<2>::NONE; 3];
    let n = all.iter().map(|it| it.mesh.triangles.len()).sum();
    let mut corners = memory::filled(n, NONE)?;
    let (mut rest, mut starts) = (&mut corners[..], starts);
    for Joining { mesh, turns, .. } in all {
        let ends = mesh.primitives.iter().skip(1).map(|next| next.first as usize).chain([mesh.triangles.len()]);
        let (own, behind) = rest.split_at_mut(mesh.triangles.len());
        for (primitive, end) in mesh.primitives.iter().zip(ends) {
            let Some(block) = primitive.block else { continue };
            let (start, first) = (starts[block] as u32, mesh.blocks[block].vertices.start);
            let run = primitive.first as usize..end;
            for (numbers, triangle) in own[run.clone()].iter_mut().zip(&mesh.triangles[run]) {
                let [a, b, c] = triangle.map(|vertex| vertex - first + start);
                *numbers = if *turns { [a, c, b] } else { [a, b, c] };
            }
        }
        (rest, starts) = (behind, &starts[mesh.blocks.len()..]);
    }
    Ok(corners)
}

#[cfg(test)]
mod tests;
