//! Sources of the triangles of a mesh: node, primitive and material.

use super::materials::Materials;
use super::primitives::Primitive;
use crate::mesh::image::Image;
use crate::mesh::names::NameTable;
use crate::mesh::source::{FaceStarts, FileText, Named, Source, Span};
use crate::mesh::{Texture, Textures};
use std::collections::HashMap;
use std::sync::Arc;

/// Sources of a mesh's triangles, collected primitive by primitive.
#[derive(Default)]
pub struct Provenance {
    names: [NameTable; 3],
    spans: Vec<Span>,
    /// Colours of the materials, as [`Colors::materials`](crate::mesh::Colors::materials) has them.
    colors: Vec<Option<[f32; 3]>>,
    /// Textures of the materials, and their images.
    textures: Textures,
    /// Index among those images of images of the file.
    images: HashMap<u32, u32>,
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
            let texture = material.and_then(|material| material.texture);
            self.push_texture(texture, &materials.textures.images);
        }
        self.spans.push(Span { first_face: first, names: indices });
    }

    /// Adds the texture of a material; `images` are all those of the file.
    fn push_texture(&mut self, texture: Option<Texture>, images: &[Image]) {
        let known = &mut self.textures.images;
        let texture = texture.map(|texture| {
            let image = *self.images.entry(texture.image).or_insert_with(|| {
                known.push(images[texture.image as usize].clone());
                known.len() as u32 - 1
            });
            Texture { image, ..texture }
        });
        self.textures.materials.push(texture);
    }

    /// Returns the source of a mesh of `n_triangles` triangles, and the colours and textures of its materials. The
    /// triangles come from `file` and from the files `beside` it.
    pub fn into_source(
        self,
        n_triangles: usize,
        file: Option<FileText>,
        beside: Arc<[FileText]>,
    ) -> (Source, Vec<Option<[f32; 3]>>, Textures) {
        let source = Source {
            starts: FaceStarts::one_each(n_triangles),
            spans: self.spans,
            names: self.names.map(NameTable::into_utf8),
            text: file,
            beside,
            counts_by_span: true,
            ..Source::default()
        };
        let mut textures = self.textures;
        if textures.images.is_empty() {
            textures.materials.clear();
        }
        (source, self.colors, textures)
    }
}
