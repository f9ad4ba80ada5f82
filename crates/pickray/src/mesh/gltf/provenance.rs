//! Sources of the triangles of a mesh: node, primitive, material, and the bytes of the file that make each triangle.

use super::materials::Materials;
use super::primitives::Primitive;
use crate::mesh::names::NameTable;
use crate::mesh::source::{FaceStarts, FileText, Named, Records, Source, Span};
use std::sync::Arc;

/// Sources of a mesh's triangles, collected primitive by primitive.
#[derive(Default)]
pub struct Provenance {
    names: [NameTable; 3],
    spans: Vec<Span>,
    records: Records,
    /// Colours of the materials, as [`Colors::materials`](crate::mesh::Colors::materials) has them.
    colors: Vec<Option<[f32; 3]>>,
}

impl Provenance {
    /// Adds the source of the triangles from index `first` on: a primitive and, if given, the name of the `node` that
    /// places its mesh.
    pub fn push(&mut self, first: u32, node: Option<&str>, primitive: &Primitive, materials: &Materials) {
        let material = primitive.material.map(|index| materials.get(index));
        let names = [node, Some(primitive.name.as_str()), material.map(|material| material.name.as_str())];
        let mut indices = [None; 3];
        for ((index, table), name) in indices.iter_mut().zip(&mut self.names).zip(names) {
            *index = name.map(|name| table.index_of(name));
        }
        if indices[Named::Material as usize] == Some(self.colors.len() as u32) {
            self.colors.push(material.and_then(|material| material.color));
        }
        self.spans.push(Span { first_face: first, names: indices });
        let number = first + 1;
        match primitive.record {
            Some(row) => self.records.push_run_in(row.file, number, row.offset, row.length, row.stride),
            None => self.records.push_gap(number),
        }
    }

    /// Returns the source of a mesh of `n_triangles` triangles, and the colours of its materials. The triangles come
    /// from `file` and from the files `beside` it.
    pub fn into_source(
        self,
        n_triangles: usize,
        file: Option<FileText>,
        beside: Arc<[FileText]>,
    ) -> (Source, Vec<Option<[f32; 3]>>) {
        let source = Source {
            starts: FaceStarts::one_each(n_triangles),
            records: if file.is_some() { self.records } else { Records::default() },
            spans: self.spans,
            names: self.names.map(NameTable::into_utf8),
            text: file,
            beside,
            counts_by_span: true,
            ..Source::default()
        };
        (source, self.colors)
    }
}
