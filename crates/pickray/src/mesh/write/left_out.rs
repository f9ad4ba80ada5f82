//! Attributes that a format has no place for, and that are left out of what is written.

use super::format::WriteFormat;
use crate::mesh::IndexedMesh;
use crate::work::packed;

/// Attributes of meshes that were left out of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// `true` if a mesh has textures, and the file neither holds all images nor names them.
    pub textures: bool,
    /// `true` if textures lost their scale, their offset, or the way in which they go on beyond their edges.
    pub texture_placement: bool,
    /// `true` if colours of vertices, triangles or materials were left out.
    pub colors: bool,
    /// `true` if a set of texture coordinates was left out.
    pub texture_coordinates: bool,
    /// `true` if normals were left out.
    pub normals: bool,
    /// `true` if corners without a texture coordinate or normal got zeros.
    pub gaps: bool,
}

packed!(struct LeftOut { textures, texture_placement, colors, texture_coordinates, normals, gaps });

impl LeftOut {
    /// Returns what a mesh has and files of a format have no place for.
    pub(super) fn of(mesh: &IndexedMesh, format: WriteFormat) -> Self {
        use WriteFormat::{Obj, PlyAscii, PlyBinary, StlAscii, StlBinary};
        let colors = mesh.colors();
        let (n_sets, has_textures, colors) = match format {
            Obj => (1, false, colors.has_triangles() || colors.has_materials()),
            PlyAscii | PlyBinary => (1, true, false),
            StlAscii | StlBinary => (0, false, !colors.is_empty()),
            #[cfg(feature = "gltf")]
            WriteFormat::Glb => (2, true, colors.has_triangles()),
        };
        let has_normals = match format {
            PlyAscii | PlyBinary => mesh.normals().is_none_or(|normals| normals.corners().is_none()),
            _ => n_sets > 0,
        };
        Self {
            textures: !has_textures && !mesh.textures().images().is_empty(),
            colors,
            texture_coordinates: (n_sets..2).any(|set| mesh.texture_coordinates(set).is_some()),
            normals: !has_normals && mesh.normals().is_some(),
            ..Self::default()
        }
    }

    /// Returns what either left out.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            textures: self.textures || other.textures,
            texture_placement: self.texture_placement || other.texture_placement,
            colors: self.colors || other.colors,
            texture_coordinates: self.texture_coordinates || other.texture_coordinates,
            normals: self.normals || other.normals,
            gaps: self.gaps || other.gaps,
        }
    }
}
