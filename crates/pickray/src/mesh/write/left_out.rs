//! Attributes that a format has no place for, and that are left out of what is written.

use super::format::WriteFormat;
use crate::mesh::IndexedMesh;
use crate::work::packed;

/// Attributes of meshes that were left out of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// `true` if a mesh has textures, and the file neither holds all images nor names them.
    pub textures: bool,
    /// `true` if a set of texture coordinates was left out.
    pub texture_coordinates: bool,
    /// `true` if normals were left out.
    pub normals: bool,
}

packed!(struct LeftOut { textures, texture_coordinates, normals });

impl LeftOut {
    /// Returns what a mesh has and files of a format have no place for.
    pub(super) fn of(mesh: &IndexedMesh, format: WriteFormat) -> Self {
        use WriteFormat::{Obj, PlyAscii, PlyBinary, StlAscii, StlBinary};
        let (n_sets, has_textures) = match format {
            Obj => (1, false),
            PlyAscii | PlyBinary => (1, true),
            StlAscii | StlBinary => (0, false),
            #[cfg(feature = "gltf")]
            WriteFormat::Glb => (2, true),
        };
        let has_normals = match format {
            PlyAscii | PlyBinary => mesh.normals().is_none_or(|normals| normals.corners().is_none()),
            _ => n_sets > 0,
        };
        Self {
            textures: !has_textures && !mesh.textures().images().is_empty(),
            texture_coordinates: (n_sets..2).any(|set| mesh.texture_coordinates(set).is_some()),
            normals: !has_normals && mesh.normals().is_some(),
        }
    }

    /// Returns what either left out.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            textures: self.textures || other.textures,
            texture_coordinates: self.texture_coordinates || other.texture_coordinates,
            normals: self.normals || other.normals,
        }
    }
}
