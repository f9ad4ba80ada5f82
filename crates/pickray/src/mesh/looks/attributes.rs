//! Attributes of a mesh's corners: texture coordinates and normals, as the file has them.

use crate::mesh::{IndexedMesh, Mesh, MeshError};
use crate::work::packed::{Packed, Packer, Unpacker, packed_arrays};
use crate::work::{OutOfMemory, memory, packed};
use glam::{DVec2, DVec3};
use std::sync::Arc;

pub const TEXTURE_SETS: usize = 2;

/// Values of `N` numbers at the corners of triangles: one for each vertex, or one for each corner, where corners of one
/// vertex differ. A corner may have no value. Methods panic if the mesh lacks the triangle or vertex.
///
/// ```
/// use pickray::Mesh;
/// use pickray::mesh::CornerValues;
///
/// let mut mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// mesh.set_texture_coordinates(0, CornerValues::by_vertex(vec![[0., 0.], [1., 0.], [0., 1.]]))?;
/// assert_eq!(mesh.texture_coordinate_at(0, 0, 0.25, 0.5).expect("coordinates").to_array(), [0.25, 0.5]);
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CornerValues<const N: usize> {
    values: Vec<[f32; N]>,
    /// Indices in `values` for each triangle's corners, perhaps shared; `None` if those of the corners' vertices.
    corners: Option<Arc<Vec<[u32; 3]>>>,
}
packed!(struct CornerValues<2> { values, corners });
packed!(struct CornerValues<3> { values, corners });

impl<const N: usize> CornerValues<N> {
    /// Index of a corner that has no value.
    pub const NONE: u32 = u32::MAX;

    /// Returns one value for each vertex. A vertex has none if its value is not finite.
    pub fn by_vertex(values: impl Into<Vec<[f32; N]>>) -> Self {
        Self { values: values.into(), corners: None }
    }

    /// Returns values at corners: `corners` holds, for each triangle, the indices of its corners' values, or
    /// [`NONE`](Self::NONE). A corner has none either if its value is not finite.
    pub fn by_corner(values: impl Into<Vec<[f32; N]>>, corners: impl Into<Arc<Vec<[u32; 3]>>>) -> Self {
        Self { values: values.into(), corners: Some(corners.into()) }
    }

    /// Returns all values, as they were given.
    pub fn values(&self) -> &[[f32; N]] {
        &self.values
    }

    /// Returns the indices of the values of each triangle's corners; `None` if they are the indices of its vertices.
    pub fn corners(&self) -> Option<&Arc<Vec<[u32; 3]>>> {
        self.corners.as_ref()
    }

    /// Returns whether there are no values at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(in crate::mesh) fn indices(&self, triangle: u32, vertices: [u32; 3]) -> [u32; 3] {
        self.corners.as_ref().map_or(vertices, |corners| corners[triangle as usize])
    }

    /// Returns the values at the corners of a triangle, whose vertices are given, each `None` where there is none.
    pub fn of_triangle(&self, triangle: u32, vertices: [u32; 3]) -> [Option<[f32; N]>; 3] {
        let indices = self.indices(triangle, vertices);
        let value = |index: u32| if index == Self::NONE { None } else { Some(self.values[index as usize]) };
        indices.map(|index| value(index).filter(|value| value.iter().all(|x| x.is_finite())))
    }

    /// Returns the mean of a triangle's corner values, weighed by 1 − u − v, `u`, `v`; `None` where a corner has none.
    pub fn at(&self, triangle: u32, vertices: [u32; 3], u: f64, v: f64) -> Option<[f64; N]> {
        if self.is_empty() {
            return None;
        }
        let [a, b, c] = self.of_triangle(triangle, vertices);
        let (a, b, c) = (a?, b?, c?);
        let weighed = |i: usize| (1.0 - u - v) * f64::from(a[i]) + u * f64::from(b[i]) + v * f64::from(c[i]);
        Some(std::array::from_fn(weighed))
    }

    /// Fails unless there are values for all of these vertices, or for the corners of all of these triangles.
    pub(in crate::mesh) fn check(&self, n_vertices: usize, n_triangles: usize) -> Result<(), MeshError> {
        let (given, wanted, each) = match &self.corners {
            None if self.is_empty() => return Ok(()),
            None => (self.values.len(), n_vertices, "vertices"),
            Some(corners) => (corners.len(), n_triangles, "triangles"),
        };
        if given != wanted {
            return Err(MeshError::ValueCount { given, wanted, each });
        }
        let corners = self.corners.as_ref().map_or(&[][..], |corners| corners.as_flattened());
        let is_wrong = |&index: &u32| index != Self::NONE && index as usize >= self.values.len();
        match corners.iter().position(is_wrong) {
            None => Ok(()),
            Some(corner) => {
                let (triangle, index) = (corner / 3, corners[corner]);
                Err(MeshError::NoValue { triangle, index, values: self.values.len() })
            }
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Attributes {
    pub texture_coordinates: [CornerValues<2>; TEXTURE_SETS],
    pub normals: CornerValues<3>,
    /// `true` if V runs downwards from the top of a texture, as in glTF, and not upwards from the bottom.
    pub v_down: bool,
}
packed!(struct Attributes { texture_coordinates, normals, v_down });
packed_arrays!([CornerValues<2>; 2]);

impl Attributes {
    /// Returns attributes of a set of texture coordinates, V upwards, and normals. They share equal indices.
    pub fn new(texture: CornerValues<2>, mut normals: CornerValues<3>) -> Self {
        if texture.corners == normals.corners {
            normals.corners.clone_from(&texture.corners);
        }
        Self { texture_coordinates: [texture, CornerValues::default()], normals, v_down: false }
    }

    pub fn check(&self, n_vertices: usize, n_triangles: usize) -> Result<(), MeshError> {
        self.texture_coordinates.iter().try_for_each(|set| set.check(n_vertices, n_triangles))?;
        self.normals.check(n_vertices, n_triangles)
    }
}

/// Appends the value of the last of `n` vertices or faces; those ahead of it without one get `absent`.
#[inline(always)]
pub(in crate::mesh) fn push_last<T: Copy>(values: &mut Vec<T>, n: usize, value: T, absent: T) {
    if values.len() + 1 != n {
        values.resize(n - 1, absent);
    }
    values.push(value);
}

/// Returns the values of all parts' vertices or faces, each part given with its number; `absent` behind its last one.
pub(in crate::mesh) fn joined_values<T: Copy, V: IntoIterator<Item = T>>(
    n: usize,
    parts: impl Iterator<Item = (usize, V)>,
    absent: T,
) -> Result<Vec<T>, OutOfMemory> {
    let mut all = Vec::new();
    memory::reserve(&mut all, n)?;
    for (n, values) in parts {
        let end = all.len() + n;
        all.extend(values);
        all.resize(end, absent);
    }
    Ok(all)
}

impl IndexedMesh {
    /// Returns the texture coordinates of a set, 0 or 1, as the file has them; `None` if there are none. V runs upwards
    /// from the bottom of a texture, except in a mesh [from glTF](Self::v_is_down).
    pub fn texture_coordinates(&self, set: usize) -> Option<&CornerValues<2>> {
        self.attributes.texture_coordinates.get(set).filter(|values| !values.is_empty())
    }

    /// Returns whether V of texture coordinates runs downwards from the top, as in glTF, and not upwards.
    pub fn v_is_down(&self) -> bool {
        self.attributes.v_down
    }

    /// Returns the normals of corners, in object space and of any length, as the file has them, if it has any.
    pub fn normals(&self) -> Option<&CornerValues<3>> {
        Some(&self.attributes.normals).filter(|values| !values.is_empty())
    }

    /// Returns the texture coordinate of a set, 0 or 1, at a point of a triangle: the mean of its corners' coordinates,
    /// weighed by 1 − u − v, `u` and `v`. Returns `None` where a corner has none.
    pub fn texture_coordinate_at(&self, set: usize, triangle: u32, u: f64, v: f64) -> Option<DVec2> {
        let vertices = self.triangles[triangle as usize];
        self.texture_coordinates(set)?.at(triangle, vertices, u, v).map(DVec2::from)
    }

    /// Returns the normal at a point of a triangle, in object space and not of unit length: the mean of its corners'
    /// normals, weighed by 1 − u − v, `u` and `v`. Returns `None` where a corner has none.
    pub fn normal_at(&self, triangle: u32, u: f64, v: f64) -> Option<DVec3> {
        let vertices = self.triangles[triangle as usize];
        self.normals()?.at(triangle, vertices, u, v).map(DVec3::from)
    }

    /// Sets the texture coordinates of a set, 0 or 1; [`Mesh`] has the same.
    ///
    /// # Errors
    /// [`MeshError::NoTextureSet`], [`MeshError::ValueCount`] and [`MeshError::NoValue`].
    pub fn set_texture_coordinates(&mut self, set: usize, values: CornerValues<2>) -> Result<(), MeshError> {
        values.check(self.positions.len(), self.triangles.len())?;
        let sets = &mut self.attributes.texture_coordinates;
        *sets.get_mut(set).ok_or(MeshError::NoTextureSet { set })? = values;
        Ok(())
    }

    /// Sets the normals of corners, in object space and of any length; [`Mesh`] has the same.
    ///
    /// # Errors
    /// [`MeshError::ValueCount`] and [`MeshError::NoValue`].
    pub fn set_normals(&mut self, values: CornerValues<3>) -> Result<(), MeshError> {
        values.check(self.positions.len(), self.triangles.len())?;
        self.attributes.normals = values;
        Ok(())
    }
}

impl Mesh {
    /// Sets the texture coordinates of a set, 0 or 1. They stay when vertices move.
    ///
    /// # Errors
    /// [`MeshError::NoTextureSet`], [`MeshError::ValueCount`] and [`MeshError::NoValue`].
    pub fn set_texture_coordinates(&mut self, set: usize, values: CornerValues<2>) -> Result<(), MeshError> {
        Arc::make_mut(&mut self.indexed).set_texture_coordinates(set, values)
    }

    /// Sets the normals of corners, in object space and of any length. They stay as they are when vertices move.
    ///
    /// # Errors
    /// [`MeshError::ValueCount`] and [`MeshError::NoValue`].
    pub fn set_normals(&mut self, values: CornerValues<3>) -> Result<(), MeshError> {
        Arc::make_mut(&mut self.indexed).set_normals(values)
    }
}
