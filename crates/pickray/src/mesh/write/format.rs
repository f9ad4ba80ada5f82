//! Formats that meshes are written in, and what they have no place for.

use crate::mesh::IndexedMesh;
use crate::work::packed;
use std::fmt;

/// Format that meshes are written in.
///
/// | format | coordinates | names | colours | texture coordinates and normals | textures |
/// |---|---|---|---|---|---|
/// | OBJ | f64 | objects, groups, materials | of vertices | set 0, normals | – |
/// | PLY | f32 if exact, else f64 | – | of vertices and faces | set 0, normals of vertices | names of files |
/// | STL | f32; in ascii f64 | of solids, in ascii | – | – | – |
/// | GLB | f32 from an f64 origin | of nodes and materials | of vertices and materials | both sets, normals | images |
///
/// In text, numbers have the fewest digits that read back as the same f64. Texture coordinates and normals are written
/// bit for bit, except that V is turned over between glTF and other formats, and normals under a transform become unit
/// vectors. GLB has them by vertex, so that a mesh whose corners differ at a vertex has more vertices there.
/// [`Written::left_out`](super::Written::left_out) tells what is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteFormat {
    /// Wavefront OBJ.
    Obj,
    /// PLY as text.
    PlyAscii,
    /// PLY in binary, little-endian.
    PlyBinary,
    /// STL as text.
    StlAscii,
    /// STL in binary.
    StlBinary,
    /// Binary glTF 2.
    #[cfg(feature = "gltf")]
    Glb,
}
#[cfg(feature = "gltf")]
packed!(enum WriteFormat [Obj, PlyAscii, PlyBinary, StlAscii, StlBinary, Glb]);

impl WriteFormat {
    /// File name extensions of the formats that can be written, without the dot.
    pub const ENDINGS: &[&str] = &[
        "obj",
        "ply",
        "stl",
        #[cfg(feature = "gltf")]
        "glb",
    ];

    /// Returns the format that files with the extension `ending` are written in, in upper or lower case; `None` for any
    /// other extension. If a binary and a text format share the extension, returns the binary one.
    pub fn from_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "obj" => Some(Self::Obj),
            "ply" => Some(Self::PlyBinary),
            "stl" => Some(Self::StlBinary),
            #[cfg(feature = "gltf")]
            "glb" => Some(Self::Glb),
            _ => None,
        }
    }

    /// Returns whether files of the format hold names of objects, nodes or the like.
    pub(super) fn has_names(self) -> bool {
        !matches!(self, Self::PlyAscii | Self::PlyBinary | Self::StlBinary)
    }

    /// Returns the text variant of the format, which may be the format itself; `None` if there is none.
    pub fn as_text(self) -> Option<Self> {
        match self {
            Self::Obj => Some(Self::Obj),
            Self::PlyAscii | Self::PlyBinary => Some(Self::PlyAscii),
            Self::StlAscii | Self::StlBinary => Some(Self::StlAscii),
            #[cfg(feature = "gltf")]
            Self::Glb => None,
        }
    }
}

impl fmt::Display for WriteFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Obj => "OBJ",
            Self::PlyAscii => "ascii PLY",
            Self::PlyBinary => "binary PLY",
            Self::StlAscii => "ascii STL",
            Self::StlBinary => "binary STL",
            #[cfg(feature = "gltf")]
            Self::Glb => "GLB",
        })
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_name_formats_and_their_forms_as_text() {
        for ending in WriteFormat::ENDINGS {
            let format = WriteFormat::from_ending(&ending.to_uppercase()).expect("a format");
            assert!(format.to_string().ends_with(&ending.to_uppercase()), "{format}");
            assert_eq!(format.as_text().is_none(), *ending == "glb");
        }
        assert_eq!(WriteFormat::from_ending("txt"), None);
    }
}
