//! Parts of meshes to be written: some or all triangles, and the vertices and attributes that they use.

use crate::math::inverse_transpose;
use crate::mesh::origin::global;
use crate::mesh::{CornerValues, IndexedMesh};
use crate::work::{OutOfMemory, memory};
use glam::{DMat3, DMat4, DVec3};
use std::ops::Range;
use std::path::Path;

/// Mesh to be written, or some of its triangles, with a name and a transform.
#[derive(Clone, Copy, Debug)]
pub struct MeshPart<'a> {
    pub(super) mesh: &'a IndexedMesh,
    pub(super) name: &'a str,
    pub(super) transform: DMat4,
    pub(super) folder: Option<&'a Path>,
    pub(super) selection: Option<&'a [u32]>,
}

impl<'a> MeshPart<'a> {
    /// Returns a part that is the whole mesh, without a transform and including the vertices that no triangle uses.
    pub fn new(mesh: &'a IndexedMesh) -> Self {
        Self { mesh, name: "", transform: DMat4::IDENTITY, folder: None, selection: None }
    }

    /// Returns the same part with a name: in GLB of its node; in OBJ and STL of all objects that have none themselves.
    #[must_use]
    pub fn named(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    /// Returns the same part under an affine transform, which goes into coordinates, or in GLB into the node's matrix.
    #[must_use]
    pub fn moved_by(self, transform: DMat4) -> Self {
        Self { transform, ..self }
    }

    /// Returns the same part of a file that will lie in `folder`, from where PLY names images that a reader would find.
    #[must_use]
    pub fn in_folder(self, folder: &'a Path) -> Self {
        Self { folder: Some(folder), ..self }
    }

    /// Returns the same part with only `triangles`, by index and written in this order, and the vertices they use.
    ///
    /// # Panics
    /// When an index in `triangles` is not below the number of triangles of the mesh.
    #[must_use]
    pub fn only(self, triangles: &'a [u32]) -> Self {
        let n = self.mesh.triangles().len();
        assert!(triangles.iter().all(|&triangle| (triangle as usize) < n), "a triangle not below {n}");
        Self { selection: Some(triangles), ..self }
    }

    /// Returns the number of triangles of the part that will be written.
    pub fn n_triangles(&self) -> usize {
        self.selection.map_or(self.mesh.triangles().len(), <[u32]>::len)
    }

    pub(super) fn triangles(&self) -> impl Iterator<Item = u32> + use<'a> {
        let selection = self.selection;
        (0..self.n_triangles()).map(move |place| selection.map_or(place as u32, |triangles| triangles[place]))
    }

    /// Returns whether the coordinates of `vertices`, as they will be written, are exact in f32.
    pub(super) fn is_f32(&self, mut vertices: impl Iterator<Item = u32>) -> bool {
        let holds = |position: DVec3| position.as_vec3().as_dvec3() == position;
        let is_local = self.transform == DMat4::IDENTITY && self.mesh.origin() == DVec3::ZERO;
        is_local || vertices.all(|vertex| holds(self.position(vertex)))
    }

    pub(super) fn position(&self, vertex: u32) -> DVec3 {
        let position = global(self.mesh.positions()[vertex as usize], self.mesh.origin());
        if self.transform == DMat4::IDENTITY { position } else { self.transform.transform_point3(position) }
    }

    /// Returns a normal under the inverse transpose, of unit length; as it is where nothing turns or scales it.
    pub(super) fn normal(&self, normal: [f32; 3]) -> [f32; 3] {
        let linear = DMat3::from_mat4(self.transform);
        if linear == DMat3::IDENTITY {
            return normal;
        }
        let moved = inverse_transpose(&linear) * DVec3::from(normal.map(f64::from));
        moved.normalize_or_zero().as_vec3().to_array()
    }

    pub(super) fn uv_up(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        [u, if self.mesh.v_is_down() { 1.0 - v } else { v }]
    }
}

/// Part to be written, whose vertices are numbered from 0 without gaps.
pub struct Numbered<'a> {
    pub part: MeshPart<'a>,
    pub n_vertices: u32,
    /// Numbering of the vertices; `None` if each vertex has its index in the mesh as its number.
    order: Option<Order>,
}

struct Order {
    /// For each vertex of the mesh, its number in the part, or [`NOT_USED`].
    numbers: Vec<u32>,
    /// For each number in the part, the index of the vertex in the mesh; the inverse of `numbers`.
    vertices: Vec<u32>,
}

/// Number of what is not written.
pub const NOT_USED: u32 = u32::MAX;

impl<'a> Numbered<'a> {
    /// Returns the part with the vertices that are written numbered in the order of the mesh.
    pub fn new(part: &MeshPart<'a>) -> Result<Self, OutOfMemory> {
        let n = part.mesh.positions().len();
        if part.selection.is_none() {
            return Ok(Self { part: *part, n_vertices: n as u32, order: None });
        }
        let mut numbers = memory::filled(n, NOT_USED)?;
        for triangle in part.triangles() {
            for vertex in part.mesh.triangles()[triangle as usize] {
                numbers[vertex as usize] = 0;
            }
        }
        let mut vertices = Vec::new();
        memory::reserve(&mut vertices, numbers.iter().filter(|&&number| number != NOT_USED).count())?;
        for (vertex, number) in (0..).zip(&mut numbers).filter(|(_, number)| **number != NOT_USED) {
            *number = vertices.len() as u32;
            vertices.push(vertex);
        }
        Ok(Self { part: *part, n_vertices: vertices.len() as u32, order: Some(Order { numbers, vertices }) })
    }

    /// Returns the mesh indices of the vertices that have these `numbers` in the part.
    pub fn vertices_of(&self, numbers: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        numbers.map(|number| self.order.as_ref().map_or(number, |order| order.vertices[number as usize]))
    }

    /// Returns the mesh indices of the vertices to be written, in the order of their numbers in the part.
    pub fn vertices(&self) -> impl Iterator<Item = u32> + '_ {
        self.vertices_of(0..self.n_vertices)
    }

    pub fn corners(&self, triangle: u32) -> [u32; 3] {
        let corners = self.part.mesh.triangles()[triangle as usize];
        self.order.as_ref().map_or(corners, |order| corners.map(|vertex| order.numbers[vertex as usize]))
    }
}

/// Values of a part, of which those that are finite are written: all of a whole mesh, or those that the part uses.
pub struct NumberedValues<'a, const N: usize> {
    part: MeshPart<'a>,
    values: Option<&'a CornerValues<N>>,
    /// For each value its number in the part, or [`NOT_USED`].
    numbers: Vec<u32>,
    pub n: u32,
}

impl<'a, const N: usize> NumberedValues<'a, N> {
    pub fn new(part: MeshPart<'a>, values: Option<&'a CornerValues<N>>) -> Result<Self, OutOfMemory> {
        let all = values.map_or(&[][..], CornerValues::values);
        let mut numbers = memory::filled(all.len(), if part.selection.is_none() { 0 } else { NOT_USED })?;
        if let Some(values) = values.filter(|_| part.selection.is_some()) {
            for triangle in part.triangles() {
                let indices = values.indices(triangle, part.mesh.triangles()[triangle as usize]);
                for index in indices.into_iter().filter(|&index| index != CornerValues::<N>::NONE) {
                    numbers[index as usize] = 0;
                }
            }
        }
        let mut n = 0;
        for (number, value) in numbers.iter_mut().zip(all).filter(|(number, _)| **number != NOT_USED) {
            *number = if value.iter().all(|x| x.is_finite()) { n } else { NOT_USED };
            n += u32::from(*number != NOT_USED);
        }
        Ok(Self { part, values, numbers, n })
    }

    pub fn written(&self) -> impl Iterator<Item = [f32; N]> {
        let all = self.values.map_or(&[][..], CornerValues::values);
        self.numbers.iter().zip(all).filter(|(number, _)| **number != NOT_USED).map(|(_, value)| *value)
    }

    pub fn corners(&self, triangle: u32) -> [Option<u32>; 3] {
        let Some(values) = self.values else { return [None; 3] };
        let indices = values.indices(triangle, self.part.mesh.triangles()[triangle as usize]);
        indices.map(|index| self.numbers.get(index as usize).copied().filter(|&number| number != NOT_USED))
    }
}

/// Returns the numbers of vertices and of triangles in all parts.
pub fn counts<'a, 'b: 'a>(parts: impl IntoIterator<Item = &'a Numbered<'b>>) -> (u64, u64) {
    let add = |(vertices, triangles), numbered: &Numbered| {
        (vertices + u64::from(numbered.n_vertices), triangles + numbered.part.n_triangles() as u64)
    };
    parts.into_iter().fold((0, 0), add)
}

/// Returns a name without line ends and other control characters, for a format that ends names with their lines.
pub fn on_one_line(name: &str) -> String {
    name.replace(|c: char| c.is_control(), " ")
}
