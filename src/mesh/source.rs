//! Where each triangle of a mesh came from: line, face, place in the face, object, group, material.
//!
//! A triangle costs at most 4 bytes for its line (next to nothing where faces follow each other line by line), 1 bit where faces have more than three corners, and nothing for the names, which are
//! kept once per run of faces.

mod faces;
mod lines;
mod text;

pub(super) use faces::FaceStarts;
pub(super) use lines::{FaceLines, LineRuns};
pub(super) use text::FileText;
pub use text::LineTextError;

use std::path::Path;

/// Where the triangles of a mesh came from.
///
/// A face is a polygon of the file; its triangles follow each other. A mesh without a file has one face per triangle, no lines and no
/// names. A triangle is an index into the mesh's; all that is asked of one that is not there panics.
#[derive(Clone, Debug)]
pub struct Source {
    provenance: Provenance,
    text: Option<FileText>,
}

/// What is known of the faces, apart from the file's text.
#[derive(Clone, Debug)]
pub(super) struct Provenance {
    pub starts: FaceStarts,
    /// Line of each face; none where there is no text.
    pub lines: FaceLines,
    /// From which face on how many statements have been left out.
    pub left_out: Vec<(u32, u32)>,
    /// From which face on which names hold.
    pub spans: Vec<Span>,
    pub names: Names,
}

/// The names that hold from one face to the next span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub first_face: u32,
    pub object: Option<u32>,
    pub group: Option<u32>,
    pub material: Option<u32>,
}

/// The names of a file, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub objects: Vec<String>,
    pub groups: Vec<String>,
    pub materials: Vec<String>,
}

impl Source {
    /// That of a mesh made of `n_triangles` triangles, of no file.
    pub(super) fn without_file(n_triangles: usize) -> Self {
        let provenance = Provenance {
            starts: FaceStarts::one_each(n_triangles),
            lines: LineRuns::default().into(),
            left_out: Vec::new(),
            spans: Vec::new(),
            names: Names::default(),
        };
        Self { provenance, text: None }
    }

    /// That of a mesh from text, which may be in a file.
    pub(super) fn new(provenance: Provenance, text: Option<FileText>) -> Self {
        Self { provenance, text }
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        self.text.as_ref().map(FileText::path)
    }

    /// The text of a line of the file, from 1, without its end; a long one is cut off and ends in `…`. The file is read again for it, from
    /// not far ahead of the line.
    ///
    /// # Errors
    /// [`LineTextError`] when there is no file, or it cannot be read or has changed since it was loaded.
    pub fn line_text(&self, line: u32) -> Result<String, LineTextError> {
        self.text.as_ref().ok_or(LineTextError::NoFile)?.line(line)
    }

    /// The line of the file, from 1, where the triangle's face begins; `None` without a file.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn line(&self, triangle: u32) -> Option<u32> {
        self.provenance.lines.get(self.provenance.starts.face(triangle))
    }

    /// The number of the triangle's face, from 1, among all `f` statements of the file.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn face(&self, triangle: u32) -> u32 {
        let face = self.provenance.starts.face(triangle);
        let after = self.provenance.left_out.partition_point(|&(first, _)| first <= face);
        let left_out = after.checked_sub(1).map_or(0, |i| self.provenance.left_out[i].1);
        face + left_out + 1
    }

    /// Which triangle of its face it is, from 0.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn place_in_face(&self, triangle: u32) -> u32 {
        triangle - self.provenance.starts.first_triangle(triangle)
    }

    /// How many triangles its face was cut into.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn triangles_of_face(&self, triangle: u32) -> u32 {
        self.provenance.starts.end_triangle(triangle) - self.provenance.starts.first_triangle(triangle)
    }

    /// The indices of all triangles of its face, itself included.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn face_triangles(&self, triangle: u32) -> std::ops::Range<u32> {
        self.provenance.starts.first_triangle(triangle)..self.provenance.starts.end_triangle(triangle)
    }

    /// How many corners its face has.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn face_corners(&self, triangle: u32) -> u32 {
        self.triangles_of_face(triangle) + 2
    }

    /// The name that the last `o` statement ahead of its face gives.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn object(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.object.map(|name| self.provenance.names.objects[name as usize].as_str())
    }

    /// The name or names that the last `g` statement ahead of its face gives.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn group(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.group.map(|name| self.provenance.names.groups[name as usize].as_str())
    }

    /// The name that the last `usemtl` statement ahead of its face gives.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn material(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.material.map(|name| self.provenance.names.materials[name as usize].as_str())
    }

    /// Names of objects that hold a face, in the order of the file, each once.
    pub fn objects(&self) -> &[String] {
        &self.provenance.names.objects
    }

    /// Names of groups that hold a face, in the order of the file, each once.
    pub fn groups(&self) -> &[String] {
        &self.provenance.names.groups
    }

    /// Names of materials that a face uses, in the order of the file, each once.
    pub fn materials(&self) -> &[String] {
        &self.provenance.names.materials
    }

    fn span(&self, triangle: u32) -> Option<&Span> {
        let face = self.provenance.starts.face(triangle);
        let after = self.provenance.spans.partition_point(|span| span.first_face <= face);
        self.provenance.spans.get(after.checked_sub(1)?)
    }
}
