//! Source of each triangle of a mesh in its file: line or record, face, index in the face, object, group and material.
//!
//! A triangle takes at most 4 bytes for its line, almost none in consecutive ones, 1 bit among polygons, 0 for names.

mod faces;
mod text;

pub use faces::Record;
pub(super) use faces::{FaceLines, FaceStarts, LineRuns, Records};
pub(super) use text::FileText;
pub use text::LineTextError;

use crate::mesh::Format;
use crate::work::packed;
use crate::work::said::said;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Source of the triangles of a mesh: the file they were read from, and their lines or records, faces and names.
///
/// A face is a polygon of the file; its triangles are consecutive. A mesh that was not read from a file has one face
/// per triangle, no lines and no names. Methods panic if the index of a triangle is out of range.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub(super) starts: FaceStarts,
    /// Line of each face; empty if the mesh was not read from a text.
    pub(super) lines: FaceLines,
    /// Position in a binary file of the record of each face, by the number of the face in the file; empty for a text.
    pub(super) records: Records,
    /// For each gap of faces left out: the next face of the mesh, and the number of all left out before it.
    pub(super) left_out: Vec<(u32, u32)>,
    pub(super) spans: Vec<Span>,
    /// Names of objects, groups and materials, indexed by [`Named`].
    pub(super) names: [Vec<String>; 3],
    pub(super) text: Option<FileText>,
    /// Other files opened for the mesh's file, those with records first; shared by all meshes of the file.
    pub(super) beside: Arc<[FileText]>,
    /// `true` if faces are numbered from 1 anew in each span, as in glTF, where a span is a primitive.
    pub(super) counts_by_span: bool,
    pub(super) format: Option<Format>,
    /// Encoding of the file, as in [`LoadReport::encoding`](crate::mesh::LoadReport::encoding).
    pub(super) encoding: Option<String>,
}
packed!(struct Source {
    starts, lines, records, left_out, spans, names, text, beside, counts_by_span, format, encoding
});

said! {
    /// Position of a face or a problem in a file: a line of a text, or a record of a binary file, counted from 1.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Place {
        Line(line: u32) => "line {line}",
        Record(record: u32) => "record {record}",
    }
}

impl Place {
    pub(crate) fn of(line: Option<u32>, record: Option<u32>) -> Option<Self> {
        line.map(Self::Line).or(record.map(Self::Record))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Object,
    Group,
    Material,
}

/// Names of the faces from `first_face` up to the next span.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub first_face: u32,
    /// Indices in `Source::names` of object, group and material, in the order of [`Named`]; `None` for no name.
    pub names: [Option<u32>; 3],
}
packed!(struct Span { first_face, names });

impl Source {
    /// Returns the path of the file that the mesh was read from; `None` if it was not read from a file.
    pub fn path(&self) -> Option<&Path> {
        self.text.as_ref().map(FileText::path)
    }

    /// Returns the format of the file or bytes that the mesh was read from; `None` for a mesh made by code.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Returns the encoding of the names in the file, or of the whole file; `None` for UTF-8.
    pub fn encoding(&self) -> Option<&str> {
        self.encoding.as_deref()
    }

    /// Returns the paths of the files that were opened for the mesh: its own, if any, and those that this names.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.text.iter().chain(&*self.beside).map(FileText::path)
    }

    /// Returns the text of line number `line`, from 1, of the file, without its line end; a long line is cut off and
    /// ends in `…`. Reads the file again, from a byte shortly before the line on.
    ///
    /// # Errors
    /// [`LineTextError`] when the mesh was not read from a file, or the file cannot be read or has changed since.
    pub fn line_text(&self, line: u32) -> Result<String, LineTextError> {
        self.text.as_ref().ok_or(LineTextError::NoFile)?.line(line, self.encoding())
    }

    /// Returns the line of the text, from 1, where the triangle's face begins; `None` for a mesh of no text.
    pub fn line(&self, triangle: u32) -> Option<u32> {
        self.lines.get(self.starts.face(triangle))
    }

    /// Returns the record of a binary STL or PLY file that holds the triangle's face; `None` for any other mesh. For a
    /// triangle of a strip in PLY, the record is its three indices.
    pub fn record(&self, triangle: u32) -> Option<Record> {
        let record = self.records.get(self.face_of_file(triangle))?;
        Some(Record { number: self.face(triangle), ..record })
    }

    /// Returns the line or record where the triangle's face begins; `None` for a mesh made by code.
    pub fn place(&self, triangle: u32) -> Option<Place> {
        Place::of(self.line(triangle), self.record(triangle).map(|record| record.number))
    }

    /// Returns the text of the line where the triangle's face begins, as [`line_text`](Self::line_text) does, or the
    /// face's record in hexadecimal; `None` if the face has neither.
    pub fn face_text(&self, triangle: u32) -> Option<Result<String, LineTextError>> {
        if let Some(record) = self.record(triangle) {
            return Some(self.text.as_ref().ok_or(LineTextError::NoFile).and_then(|text| text.bytes(record)));
        }
        self.line(triangle).map(|line| self.line_text(line))
    }

    /// Returns the number of the triangle's face, from 1, among the faces of the file: `f` statements or facets, in
    /// glTF the faces of its primitive.
    pub fn face(&self, triangle: u32) -> u32 {
        let ahead = self.span(triangle).filter(|_| self.counts_by_span).map_or(0, |span| span.first_face);
        self.face_of_file(triangle) - ahead
    }

    /// Returns the number of the triangle's face, from 1, among all faces of the file.
    fn face_of_file(&self, triangle: u32) -> u32 {
        let face = self.starts.face(triangle);
        let after = self.left_out.partition_point(|&(first, _)| first <= face);
        let left_out = after.checked_sub(1).map_or(0, |i| self.left_out[i].1);
        face + left_out + 1
    }

    /// Returns the index of the triangle, from 0, among the triangles of its face.
    pub fn place_in_face(&self, triangle: u32) -> u32 {
        triangle - self.face_triangles(triangle).start
    }

    /// Returns the number of triangles that the triangle's face was cut into.
    pub fn triangles_of_face(&self, triangle: u32) -> u32 {
        self.face_triangles(triangle).len() as u32
    }

    /// Returns the indices of all triangles of the triangle's face, itself included.
    pub fn face_triangles(&self, triangle: u32) -> Range<u32> {
        self.starts.face_triangles(triangle)
    }

    /// Returns the number of corners of the triangle's face.
    pub fn face_corners(&self, triangle: u32) -> u32 {
        self.triangles_of_face(triangle) + 2
    }

    /// Returns the name of the triangle's object: in OBJ the name in the last `o` statement before its face, in STL
    /// that of its solid, in glTF that of its node. Returns `None` if the file gives none.
    pub fn object(&self, triangle: u32) -> Option<&str> {
        self.names_of(triangle)[Named::Object as usize]
    }

    /// Returns the name of the triangle's group: in OBJ the names in the last `g` statement before its face, in glTF
    /// its mesh and primitive. Returns `None` if the triangle is in no group.
    pub fn group(&self, triangle: u32) -> Option<&str> {
        self.names_of(triangle)[Named::Group as usize]
    }

    /// Returns the name of the triangle's material: in OBJ the name in the last `usemtl` statement before its face, in
    /// glTF that of the material of its primitive. Returns `None` if the triangle has no material.
    pub fn material(&self, triangle: u32) -> Option<&str> {
        self.names_of(triangle)[Named::Material as usize]
    }

    /// Returns the names of the objects that have at least one face, in the order of the file, each once.
    pub fn objects(&self) -> &[String] {
        &self.names[Named::Object as usize]
    }

    /// Returns the names of the groups that have at least one face, in the order of the file, each once.
    pub fn groups(&self) -> &[String] {
        &self.names[Named::Group as usize]
    }

    /// Returns the names of the materials that at least one face uses, in the order of the file, each once.
    pub fn materials(&self) -> &[String] {
        &self.names[Named::Material as usize]
    }

    pub(crate) fn material_index(&self, triangle: u32) -> Option<u32> {
        self.name_index(triangle, Named::Material)
    }

    /// Returns the index of the triangle's object in [`objects`](Self::objects); `None` without an object.
    pub fn object_index(&self, triangle: u32) -> Option<u32> {
        self.name_index(triangle, Named::Object)
    }

    /// Returns all triangles as runs of consecutive ones of one object, each with its index in
    /// [`objects`](Self::objects), or `None` without an object. An object may have several runs.
    ///
    /// ```
    /// use pickray::Load;
    ///
    /// let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\no a\nf 1 2 3\nf 1 2 3\no b\nf 1 2 3\no a\nf 1 2 3\n";
    /// let (mesh, _) = Load::bytes("two.obj", text.as_bytes()).mesh()?;
    /// assert_eq!(mesh.source().objects(), ["a", "b"]);
    /// assert_eq!(mesh.source().object_runs(), [(Some(0), 0..2), (Some(1), 2..3), (Some(0), 3..4)]);
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn object_runs(&self) -> Vec<(Option<u32>, Range<u32>)> {
        let end = self.starts.n_triangles();
        let mut runs = vec![(None, 0..end)];
        for &Span { first_face, names } in &self.spans {
            let name = names[Named::Object as usize];
            if let Some((last, run)) = runs.last_mut()
                && *last != name
            {
                let first = self.starts.first_of_face(first_face);
                run.end = first;
                runs.push((name, first..end));
            }
        }
        runs.retain(|(_, run)| !run.is_empty());
        runs
    }

    pub(super) fn names_of(&self, triangle: u32) -> [Option<&str>; 3] {
        let span = self.span(triangle).copied().unwrap_or_default();
        std::array::from_fn(|named| Some(&*self.names[named][span.names[named]? as usize]))
    }

    fn name_index(&self, triangle: u32, named: Named) -> Option<u32> {
        self.span(triangle)?.names[named as usize]
    }

    fn span(&self, triangle: u32) -> Option<&Span> {
        let face = self.starts.face(triangle);
        let after = self.spans.partition_point(|span| span.first_face <= face);
        self.spans[..after].last()
    }
}

/// Name of an object, group or material, which holds for the faces of a piece from `face` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameChange {
    /// Index, from 0, in the piece of the first face with this name.
    pub face: u32,
    pub named: Named,
    /// Index of the name in the [`NameTable`] of objects, groups or materials; `None` if the statement gives no name.
    pub name: Option<u32>,
}

/// Table of names, each kept once, in the order in which they first came.
#[derive(Debug, Default)]
pub struct NameTable {
    indices: HashMap<Vec<u8>, u32>,
}

impl NameTable {
    pub fn index_of<N: AsRef<[u8]> + Into<Vec<u8>>>(&mut self, name: N) -> u32 {
        if let Some(&index) = self.indices.get(name.as_ref()) {
            return index;
        }
        let index = self.indices.len() as u32;
        self.indices.insert(name.into(), index);
        index
    }

    pub fn into_names(self) -> Vec<Vec<u8>> {
        let mut names = vec![Vec::new(); self.indices.len()];
        for (name, index) in self.indices {
            names[index as usize] = name;
        }
        names
    }
}

#[derive(Debug, Default)]
pub struct NameChanges {
    pub changes: Vec<NameChange>,
    pub tables: [NameTable; 3],
}

impl NameChanges {
    /// Records that `named` is called `name` from face `face` on, in place of a name recorded for the same face.
    pub fn change(&mut self, face: u32, named: Named, name: &[u8]) {
        let name = (!name.is_empty()).then(|| self.tables[named as usize].index_of(name));
        let change = NameChange { face, named, name };
        let same = |old: &&mut NameChange| old.named == named && old.face == face;
        match self.changes.iter_mut().rev().take(3).find(same) {
            Some(old) => *old = change,
            None => self.changes.push(change),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_keeps_the_index_of_its_first_coming() {
        let mut random = crate::work::seeded();
        let (mut table, mut list) = (NameTable::default(), Vec::new());
        for _ in 0..5000 {
            let name = format!("name {}", random.u32(..1500));
            let known = list.iter().position(|other| *other == name);
            assert_eq!(table.index_of(name.as_str()) as usize, known.unwrap_or(list.len()));
            if known.is_none() {
                list.push(name);
            }
        }
        assert_eq!(table.into_names(), list.into_iter().map(String::into_bytes).collect::<Vec<_>>());
    }
}
