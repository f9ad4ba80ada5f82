//! Where each triangle of a mesh came from: line, face, place in the face, object, group, material.
//!
//! A triangle costs at most 4 bytes for its line, 1 bit where faces have more than three corners, and nothing for the names, which are
//! kept once per run of faces.

mod faces;

use faces::FaceStarts;
use std::path::{Path, PathBuf};

/// Where the triangles of a mesh came from.
///
/// A face is a polygon of the file; its triangles follow each other. A mesh without a file has one face per triangle, no lines and no
/// names.
#[derive(Clone, Debug)]
pub struct Source {
    path: Option<PathBuf>,
    starts: FaceStarts,
    /// Line of each face; empty without a file.
    lines: Vec<u32>,
    /// From which face on how many statements have been left out.
    left_out: Vec<(u32, u32)>,
    /// From which face on which names hold.
    spans: Vec<Span>,
    names: Names,
}

/// The names that hold from one face to the next span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Why the text of a line cannot be shown.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineTextError {
    /// The mesh was not read from a file.
    #[error("the mesh was not read from a file, so that its lines cannot be shown")]
    NoFile,
    /// The file cannot be read again.
    #[error("{}: cannot be read again: {error}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// The file is no longer what was loaded.
    #[error("{}: has changed since it was loaded; load it again", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
}

impl Source {
    /// That of a mesh made of `n_triangles` triangles, of no file.
    pub(super) fn without_file(n_triangles: usize) -> Self {
        Self {
            path: None,
            starts: FaceStarts::one_each(n_triangles),
            lines: Vec::new(),
            left_out: Vec::new(),
            spans: Vec::new(),
            names: Names::default(),
        }
    }

    /// That of faces cut into `counts` triangles each.
    pub(super) fn new(
        counts: &[u32],
        lines: Vec<u32>,
        left_out: Vec<(u32, u32)>,
        spans: Vec<Span>,
        names: Names,
    ) -> Self {
        let starts = FaceStarts::from_counts(counts.iter().copied());
        Self { path: None, starts, lines, left_out, spans, names }
    }

    pub(super) fn set_path(&mut self, path: &Path) {
        self.path = Some(path.to_owned());
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The line of the file, from 1, where the triangle's face begins; `None` without a file.
    pub fn line(&self, triangle: u32) -> Option<u32> {
        self.lines.get(self.starts.face(triangle) as usize).copied()
    }

    /// The number of the triangle's face, from 1, among all `f` statements of the file.
    pub fn face(&self, triangle: u32) -> u32 {
        let face = self.starts.face(triangle);
        let after = self.left_out.partition_point(|&(first, _)| first <= face);
        let left_out = after.checked_sub(1).map_or(0, |i| self.left_out[i].1);
        face + left_out + 1
    }

    /// Which triangle of its face it is, from 0.
    pub fn place_in_face(&self, triangle: u32) -> u32 {
        triangle - self.starts.first_triangle(triangle)
    }

    /// How many triangles its face was cut into.
    pub fn triangles_of_face(&self, triangle: u32) -> u32 {
        self.starts.end_triangle(triangle) - self.starts.first_triangle(triangle)
    }

    /// The indices of all triangles of its face, itself included.
    pub fn face_triangles(&self, triangle: u32) -> std::ops::Range<u32> {
        self.starts.first_triangle(triangle)..self.starts.end_triangle(triangle)
    }

    /// How many corners its face has.
    pub fn face_corners(&self, triangle: u32) -> u32 {
        self.triangles_of_face(triangle) + 2
    }

    /// The name that the last `o` statement ahead of its face gives.
    pub fn object(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.object.map(|name| self.names.objects[name as usize].as_str())
    }

    /// The name or names that the last `g` statement ahead of its face gives.
    pub fn group(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.group.map(|name| self.names.groups[name as usize].as_str())
    }

    /// The name that the last `usemtl` statement ahead of its face gives.
    pub fn material(&self, triangle: u32) -> Option<&str> {
        self.span(triangle)?.material.map(|name| self.names.materials[name as usize].as_str())
    }

    /// Names of objects that hold a face, in the order of the file, each once.
    pub fn objects(&self) -> &[String] {
        &self.names.objects
    }

    /// Names of groups that hold a face, in the order of the file, each once.
    pub fn groups(&self) -> &[String] {
        &self.names.groups
    }

    /// Names of materials that a face uses, in the order of the file, each once.
    pub fn materials(&self) -> &[String] {
        &self.names.materials
    }

    fn span(&self, triangle: u32) -> Option<&Span> {
        let face = self.starts.face(triangle);
        let after = self.spans.partition_point(|span| span.first_face <= face);
        self.spans.get(after.checked_sub(1)?)
    }
}
