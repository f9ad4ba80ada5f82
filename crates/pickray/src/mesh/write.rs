//! Writes meshes as OBJ, PLY, STL or GLB: all or some of their triangles, as they are or under a transform.
//!
//! Polygons are written as their triangles. Names of materials are written, but no MTL file is.

#[cfg(feature = "gltf")]
mod glb;
mod obj;
mod part;
mod ply;
mod sink;
mod stl;

pub use part::MeshPart;
pub use sink::{WriteError, Written};

use crate::mesh::IndexedMesh;
use crate::work::{Progress, packed};
use part::Numbered;
use sink::Sink;
use std::fmt;
use std::io::Write;

impl IndexedMesh {
    /// Writes the whole mesh to `out`, and returns a report on what was written. [`write_meshes`] also writes several
    /// meshes, parts of them, and meshes with a name or a transform.
    ///
    /// ```
    /// use pickray::mesh::{Load, WriteFormat, samples::Sample};
    ///
    /// let mut file = Vec::new();
    /// let written = Sample::Cube.mesh()?.write(WriteFormat::Obj, &mut file)?;
    /// assert_eq!(written.triangles, 12);
    /// let (again, _) = Load::bytes("cube.obj", &file).mesh()?;
    /// assert_eq!(again.triangle(7), Sample::Cube.mesh()?.triangle(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Errors of [`write_meshes`].
    pub fn write(&self, format: WriteFormat, out: &mut impl Write) -> Result<Written, WriteError> {
        write_meshes(&[MeshPart::new(self)], format, out, &Progress::default())
    }
}

/// Writes meshes, one behind the other, as one file to `out`, and returns a report on what was written. Reports to
/// `progress`. After an error, what was written so far is of no use.
///
/// # Errors
/// [`WriteError`] if `out` fails, the format cannot hold the meshes, there is no triangle, or `progress` was cancelled.
pub fn write_meshes(
    parts: &[MeshPart],
    format: WriteFormat,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<Written, WriteError> {
    let parts = parts.iter().filter(|part| part.n_triangles() > 0);
    let parts = parts.map(Numbered::new).collect::<Result<Vec<_>, _>>()?;
    if parts.is_empty() {
        return Err(WriteError::NoTriangles);
    }
    progress.begin("writing", 0.0..1.0);
    let mut sink = Sink::new(out, format, progress);
    match format {
        WriteFormat::Obj => obj::write(&mut sink, &parts)?,
        WriteFormat::PlyAscii => ply::write(&mut sink, &parts, true)?,
        WriteFormat::PlyBinary => ply::write(&mut sink, &parts, false)?,
        WriteFormat::StlAscii => stl::write_ascii(&mut sink, &parts)?,
        WriteFormat::StlBinary => stl::write_binary(&mut sink, &parts)?,
        #[cfg(feature = "gltf")]
        WriteFormat::Glb => glb::write(&mut sink, &parts)?,
    }
    let is_recoded = |part: &Numbered| {
        let source = part.part.mesh.source();
        source.encoding().is_some() && source.names.iter().flatten().any(|name| !name.is_ascii())
    };
    let has_names = !matches!(format, WriteFormat::PlyAscii | WriteFormat::PlyBinary | WriteFormat::StlBinary);
    let names_to_utf_8 = has_names && parts.iter().any(is_recoded);
    let mut written = sink.finish()?;
    parts.iter().for_each(|part| written.left_out.add(part.part.mesh, format));
    Ok(Written { names_to_utf_8, ..written })
}

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
/// [`Written::left_out`](crate::mesh::Written::left_out) tells what is lost.
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
    /// Adds what a mesh has and files of a format have no place for.
    fn add(&mut self, mesh: &IndexedMesh, format: WriteFormat) {
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
        self.textures |= !has_textures && !mesh.textures().images().is_empty();
        self.colors |= colors;
        self.texture_coordinates |= (n_sets..2).any(|set| mesh.texture_coordinates(set).is_some());
        self.normals |= !has_normals && mesh.normals().is_some();
    }
}

#[cfg(test)]
mod attribute_tests;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Load;
    use glam::DMat4;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.25\nv 7 7 7\nusemtl a\nf 1 2 3 4\n";

    fn square() -> IndexedMesh {
        let (mut mesh, _) = Load::bytes("square.obj", SQUARE.as_bytes()).indexed_mesh().expect("a mesh");
        mesh.colors.vertices = vec![[255, 0, 51]; 5];
        mesh
    }

    /// Returns the file that is written of these parts.
    pub fn written(parts: &[MeshPart], format: WriteFormat) -> Vec<u8> {
        let mut file = Vec::new();
        write_meshes(parts, format, &mut file, &Progress::default()).expect("written");
        file
    }

    fn text(part: MeshPart, format: WriteFormat) -> String {
        String::from_utf8(written(&[part], format)).expect("text")
    }

    #[test]
    fn text_has_short_numbers_names_and_colours() {
        let mut mesh = square();
        let obj = text(MeshPart::new(&mesh).named("a\nb\\"), WriteFormat::Obj);
        let (_, statements) = obj.split_once('\n').expect("a comment");
        let want = "v 0 0 0 1 0 0.2\nv 1 0 0 1 0 0.2\nv 1 1 0 1 0 0.2\nv 0 1 0.25 1 0 0.2\nv 7 7 7 1 0 0.2\n\
                    o a b\\ \nusemtl a\nf 1 2 3\nf 1 3 4\n";
        assert_eq!(statements, want);
        let (again, _) = Load::bytes("again.obj", obj.as_bytes()).mesh().expect("a mesh");
        assert_eq!((again.source().object(1), again.n_vertices()), (Some("a b"), 5));
        mesh.colors.triangles = vec![[1, 2, 3]; 2];
        let ply = text(MeshPart::new(&mesh).only(&[1]), WriteFormat::PlyAscii);
        let colors = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
        let want = format!(
            "ply\nformat ascii 1.0\ncomment pickray {}\nelement vertex 3\n\
            property float x\nproperty float y\nproperty float z\n{colors}\
            element face 1\nproperty list uchar int vertex_indices\n{colors}end_header\n\
            0 0 0 255 0 51\n1 1 0 255 0 51\n0 1 0.25 255 0 51\n3 0 1 2 1 2 3\n",
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(ply, want);
    }

    #[test]
    fn records_of_ply_take_doubles_where_digits_would_be_lost() {
        let mut mesh = square();
        mesh.colors.vertices.clear();
        let body = |part: MeshPart| {
            let file = written(&[part, part], WriteFormat::PlyBinary);
            let end = file.windows(11).position(|line| line == b"end_header\n").expect("a header") + 11;
            (String::from_utf8(file[..end].to_vec()).expect("text"), file[end..].to_vec())
        };
        let faces = [[0_u32, 1, 2], [0, 2, 3], [5, 6, 7], [5, 7, 8]];
        let faces = faces.map(|face| [&[3][..], face.map(u32::to_le_bytes).as_flattened()].concat()).concat();
        let (header, records) = body(MeshPart::new(&mesh));
        let numbers = mesh.positions.as_flattened().repeat(2).iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<_>>();
        assert!(header.contains("property float z") && header.contains("element vertex 10\n"), "{header}");
        assert!(records == [numbers, faces.clone()].concat());
        let third = DMat4::from_scale(glam::DVec3::splat(1.0 / 3.0));
        let (header, records) = body(MeshPart::new(&mesh).moved_by(third));
        let numbers = mesh.positions.as_flattened().repeat(2);
        let numbers = numbers.iter().flat_map(|&x| (f64::from(x) * (1.0 / 3.0)).to_le_bytes()).collect::<Vec<_>>();
        assert!(header.contains("property double x"), "{header}");
        assert!(records == [numbers, faces].concat());
    }

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
