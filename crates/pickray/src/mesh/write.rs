//! Writes meshes as OBJ, PLY, STL or GLB: all or some of their triangles, as they are or under a transform.
//!
//! Polygons are written as their triangles, in the order of the mesh. Names of materials are written, but no MTL file
//! is.

#[cfg(feature = "gltf")]
mod by_vertex;
mod format;
#[cfg(feature = "gltf")]
mod glb;
mod obj;
mod part;
mod ply;
mod sink;
mod stl;

pub use format::{LeftOut, WriteFormat};
pub use part::MeshPart;
pub use sink::{WriteError, Written};

use super::IndexedMesh;
use crate::work::Progress;
use part::Numbered;
use sink::Sink;
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
/// [`WriteError`] when writing to `out` fails, the format cannot hold the meshes, there is no triangle, or `progress`
/// was cancelled.
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
    let names_to_utf_8 = format.has_names() && parts.iter().any(is_recoded);
    let left_out = parts.iter().map(|part| LeftOut::of(part.part.mesh, format));
    let written = sink.finish()?;
    Ok(Written { names_to_utf_8, left_out: left_out.fold(written.left_out, LeftOut::or), ..written })
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

    fn text(part: MeshPart, format: WriteFormat) -> String {
        let mut file = Vec::new();
        write_meshes(&[part], format, &mut file, &Progress::default()).expect("written");
        String::from_utf8(file).expect("text")
    }

    #[test]
    fn text_has_short_numbers_names_and_colours() {
        let mut mesh = square();
        let obj = text(MeshPart::new(&mesh).named("a\nb\\"), WriteFormat::Obj);
        let (_, statements) = obj.split_once('\n').expect("a comment");
        assert_eq!(
            statements,
            "v 0 0 0 1 0 0.2\nv 1 0 0 1 0 0.2\nv 1 1 0 1 0 0.2\nv 0 1 0.25 1 0 0.2\nv 7 7 7 1 0 0.2\n\
            o a b\\ \nusemtl a\nf 1 2 3\nf 1 3 4\n"
        );
        let (again, _) = Load::bytes("again.obj", obj.as_bytes()).mesh().expect("a mesh");
        assert_eq!((again.source().object(1), again.n_vertices()), (Some("a b"), 5));
        mesh.colors.triangles = vec![[1, 2, 3]; 2];
        let ply = text(MeshPart::new(&mesh).only(&[1]), WriteFormat::PlyAscii);
        assert_eq!(
            ply,
            format!(
                "ply\nformat ascii 1.0\ncomment pickray {}\nelement vertex 3\n\
                property float x\nproperty float y\nproperty float z\n\
                property uchar red\nproperty uchar green\nproperty uchar blue\n\
                element face 1\nproperty list uchar int vertex_indices\n\
                property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n\
                0 0 0 255 0 51\n1 1 0 255 0 51\n0 1 0.25 255 0 51\n3 0 1 2 1 2 3\n",
                env!("CARGO_PKG_VERSION")
            )
        );
    }

    #[test]
    fn records_of_ply_take_doubles_where_digits_would_be_lost() {
        let mut mesh = square();
        mesh.colors.vertices.clear();
        let body = |part: MeshPart| {
            let mut file = Vec::new();
            write_meshes(&[part, part], WriteFormat::PlyBinary, &mut file, &Progress::default()).expect("written");
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
}
