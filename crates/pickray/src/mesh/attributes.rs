//! Attributes of a mesh's corners: texture coordinates and normals, as the file has them.

use super::{CornerValues, IndexedMesh, Mesh, MeshError};
use crate::work::packed;
use crate::work::packed::{Packed, Packer, Unpacker, packed_arrays};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// Number of sets of texture coordinates that a mesh keeps.
pub const TEXTURE_SETS: usize = 2;

/// Texture coordinates and normals of a mesh's corners.
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
    /// Fails unless there are values for all of these vertices, or for the corners of all of these triangles.
    pub fn check(&self, n_vertices: usize, n_triangles: usize) -> Result<(), MeshError> {
        self.texture_coordinates.iter().try_for_each(|set| set.check(n_vertices, n_triangles))?;
        self.normals.check(n_vertices, n_triangles)
    }
}

impl IndexedMesh {
    /// Returns the texture coordinates of a set, 0 or 1, as the file has them; `None` if there are none. V runs upwards
    /// from the bottom of a texture, except in a mesh [from glTF](Self::v_is_down).
    pub fn texture_coordinates(&self, set: usize) -> Option<&CornerValues<2>> {
        self.attributes.texture_coordinates.get(set).filter(|values| !values.is_empty())
    }

    /// Returns whether V of texture coordinates runs downwards from the top of a texture, as in glTF, and not upwards
    /// from the bottom.
    pub fn v_is_down(&self) -> bool {
        self.attributes.v_down
    }

    /// Returns the normals of corners, in object space and of any length, as the file has them; `None` if there are
    /// none.
    pub fn normals(&self) -> Option<&CornerValues<3>> {
        Some(&self.attributes.normals).filter(|values| !values.is_empty())
    }

    /// Returns the texture coordinate of a set, 0 or 1, at a point of a triangle: the mean of its corners' coordinates,
    /// weighed by 1 − u − v, `u` and `v`. Returns `None` where a corner has none.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn texture_coordinate_at(&self, set: usize, triangle: u32, u: f64, v: f64) -> Option<DVec2> {
        let vertices = self.triangles[triangle as usize];
        self.texture_coordinates(set)?.at(triangle, vertices, u, v).map(DVec2::from)
    }

    /// Returns the normal at a point of a triangle, in object space and not of unit length: the mean of its corners'
    /// normals, weighed by 1 − u − v, `u` and `v`. Returns `None` where a corner has none.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
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
