//! Values that a mesh's file gives to corners of triangles, on the GPU: colours, 12 bytes a triangle, and texture
//! coordinates, 24 bytes a triangle. Each is kept there only while it is shown.
//!
//! The colours of a vertex, its face and its material are multiplied, in sRGB. The product is interpolated over the
//! triangle and lit as linear light.

use super::{MeshBuffer, SLICE};
use crate::RenderError;
use crate::gl::{Buffer, Gl, call};
use glam::DVec2;
use glow::HasContext;
use pickray::mesh::{Image, Mesh, Texture};
use std::ops::Range;

/// Colour of a triangle's corner: red, green and blue in sRGB, and 255; four zeros if the triangle has no colour.
pub(super) type CornerColor = [u8; 4];

fn in_bytes(color: [f32; 3]) -> CornerColor {
    let [red, green, blue] = color.map(|x| (x * 255.0).round() as u8);
    [red, green, blue, 255]
}

/// Returns the colours of a triangle's corners.
fn corner_colors(mesh: &Mesh, triangle: u32) -> [CornerColor; 3] {
    mesh.corner_colors(triangle).map_or([[0; 4]; 3], |corners| corners.map(in_bytes))
}

/// Values of triangles' corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layer {
    Colors,
    TextureCoordinates,
}

/// Number of layers.
pub(super) const LAYERS: usize = 2;

impl Layer {
    const ALL: [Self; LAYERS] = [Self::Colors, Self::TextureCoordinates];

    /// Bytes of a triangle.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Colors => 3 * size_of::<CornerColor>(),
            Self::TextureCoordinates => 3 * size_of::<[f32; 2]>(),
        }
    }

    /// Attribute location of `shaders/mesh.vert`.
    const fn location(self) -> u32 {
        match self {
            Self::Colors => 3,
            Self::TextureCoordinates => 5,
        }
    }

    pub(super) fn is_of(self, mesh: &Mesh) -> bool {
        match self {
            Self::Colors => !mesh.colors().is_empty(),
            Self::TextureCoordinates => {
                let is_awaited = |image: &Image| image.pixels().is_some() || !image.is_settled();
                let has_coordinates = || (0..2).any(|set| mesh.texture_coordinates(set).is_some());
                mesh.textures().images().iter().any(is_awaited) && has_coordinates()
            }
        }
    }

    /// Makes the bound vertex array take the values from the bound buffer.
    pub(super) fn set_format(self, gl: &Gl) {
        let (n, kind) = match self {
            Self::Colors => (4, glow::UNSIGNED_BYTE),
            Self::TextureCoordinates => (2, glow::FLOAT),
        };
        call!(gl, vertex_attrib_pointer_f32(self.location(), n, kind, true, 0, 0));
        call!(gl, enable_vertex_attrib_array(self.location()));
    }
}

/// Progress of uploading a layer to the GPU.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Uploaded {
    /// Nothing: the mesh has no such values, or they are not shown.
    #[default]
    None,
    /// Nothing: the GPU has no memory for it.
    Refused,
    /// Number of triangles, from the first, whose values are uploaded.
    Triangles(usize),
}

/// Consecutive triangles of one texture.
pub(super) struct Run {
    /// Index of the triangle behind the last one.
    end: usize,
    texture: Option<Texture>,
}

impl Run {
    /// Adds a triangle, the one after the last, to a list of runs.
    pub(super) fn extend(runs: &mut Vec<Self>, triangle: usize, texture: Option<Texture>) {
        match runs.last_mut() {
            Some(run) if run.texture == texture => run.end = triangle + 1,
            _ => runs.push(Self { end: triangle + 1, texture }),
        }
    }
}

impl MeshBuffer {
    /// Returns whether all triangles uploaded so far can be drawn with a layer.
    pub(crate) fn is_with(&self, layer: Layer) -> bool {
        matches!(self.layers[layer as usize], Uploaded::Triangles(there) if self.uploaded <= there)
    }

    /// Returns whether texture coordinates are on the GPU, or on their way.
    pub(crate) fn shows_textures(&self) -> bool {
        matches!(self.layers[Layer::TextureCoordinates as usize], Uploaded::Triangles(_))
    }

    /// Allocates GPU memory for a layer if `shown` is `true` and the mesh has the layer; otherwise frees it.
    pub(crate) fn show(&mut self, layer: Layer, shown: bool) -> Result<(), RenderError> {
        let shown = shown && layer.is_of(&self.mesh);
        if shown == (self.layers[layer as usize] != Uploaded::None) {
            return Ok(());
        }
        self.layers[layer as usize] = match shown {
            true if self.allocate_layer(layer)? => Uploaded::Triangles(0),
            true => Uploaded::Refused,
            false => Uploaded::None,
        };
        if !matches!(self.layers[layer as usize], Uploaded::Triangles(_)) {
            self.free_layer(layer);
        }
        if layer == Layer::TextureCoordinates {
            self.runs = Vec::new();
        }
        Ok(())
    }

    fn allocate_layer(&mut self, layer: Layer) -> Result<bool, RenderError> {
        for chunk in &mut self.chunks {
            let buffer = Buffer::new(&self.gl)?;
            if !buffer.allocate(chunk.triangles * layer.bytes(), glow::STATIC_DRAW) {
                return Ok(false);
            }
            chunk.array.bind();
            layer.set_format(&self.gl);
            call!(self.gl, bind_vertex_array(None));
            chunk.layers[layer as usize] = Some(buffer);
        }
        Ok(true)
    }

    fn free_layer(&mut self, layer: Layer) {
        for chunk in self.chunks.iter_mut().filter(|chunk| chunk.layers[layer as usize].is_some()) {
            // An array must not read what is no longer there.
            chunk.array.bind();
            call!(self.gl, disable_vertex_attrib_array(layer.location()));
            call!(self.gl, bind_vertex_array(None));
            chunk.layers[layer as usize] = None;
        }
    }

    /// Returns the layers that are shown, each with the number of triangles of which it is uploaded.
    pub(super) fn shown_layers(&self) -> impl Iterator<Item = (Layer, usize)> + use<> {
        let there = |(layer, uploaded)| match uploaded {
            Uploaded::Triangles(there) => Some((layer, there)),
            Uploaded::None | Uploaded::Refused => None,
        };
        Layer::ALL.into_iter().zip(self.layers).filter_map(there)
    }

    /// Uploads the layers of triangles whose positions are uploaded, up to `budget` bytes (but at least one triangle of
    /// each); returns the number of bytes uploaded.
    pub(super) fn upload_layers(&mut self, budget: usize) -> usize {
        let (mut bytes, mut each) = (0, self.shown_layers().map(|(layer, _)| layer.bytes()).sum::<usize>());
        for (layer, first) in self.shown_layers() {
            let count = (budget.saturating_sub(bytes) / each).max(1);
            let end = self.uploaded.min(first + count).max(first);
            self.upload_layer(layer, first..end);
            bytes += (end - first) * layer.bytes();
            each -= layer.bytes();
        }
        bytes
    }

    fn upload_layer(&mut self, layer: Layer, triangles: Range<usize>) {
        for index in 0..self.chunks.len() {
            let of_chunk = self.chunks[index].first..self.chunks[index].first + self.chunks[index].triangles;
            let [first, end] = [triangles.start, triangles.end].map(|n| n.clamp(of_chunk.start, of_chunk.end));
            for start in (first..end).step_by(SLICE) {
                let bytes = self.packed(layer, start..end.min(start + SLICE));
                if let Some(buffer) = &self.chunks[index].layers[layer as usize] {
                    buffer.write((start - of_chunk.start) * layer.bytes(), &bytes);
                }
            }
        }
        self.layers[layer as usize] = Uploaded::Triangles(triangles.end);
    }

    fn packed(&mut self, layer: Layer, triangles: Range<usize>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(triangles.len() * layer.bytes());
        for triangle in triangles {
            match layer {
                Layer::Colors => {
                    let colors = corner_colors(&self.mesh, triangle as u32);
                    bytes.extend_from_slice(colors.as_flattened());
                }
                Layer::TextureCoordinates => {
                    let (texture, places) = textured(&self.mesh, triangle as u32).unzip();
                    bytes.extend_from_slice(bytemuck::cast_slice(&places.unwrap_or_default()));
                    Run::extend(&mut self.runs, triangle, texture);
                }
            }
        }
        bytes
    }

    /// Returns the runs of some of the triangles that are uploaded, each with its texture; `None` for those that have
    /// none, and for all of them if no textures are shown.
    pub(crate) fn runs(&self, triangles: Range<usize>) -> impl Iterator<Item = (Range<usize>, Option<&Texture>)> {
        runs_of(if self.is_with(Layer::TextureCoordinates) { &self.runs } else { &[] }, triangles)
    }
}

/// Returns the runs of some triangles, out of all runs.
pub(super) fn runs_of(all: &[Run], triangles: Range<usize>) -> impl Iterator<Item = (Range<usize>, Option<&Texture>)> {
    let first = all.partition_point(|run| run.end <= triangles.start);
    let whole = std::iter::repeat_n((triangles.clone(), None), usize::from(all.is_empty()));
    let (mut start, last) = (triangles.start, triangles.end);
    let runs = all[first..].iter().map_while(move |run| {
        let part = start..run.end.min(last);
        start = run.end;
        (!part.is_empty()).then_some((part, run.texture.as_ref()))
    });
    whole.chain(runs)
}

/// Returns the texture of a triangle, and the places of its corners in the image; `None` if it has no texture, or a
/// corner has no coordinates.
pub(super) fn textured(mesh: &Mesh, triangle: u32) -> Option<(Texture, [[f32; 2]; 3])> {
    let texture = mesh.texture(triangle)?;
    let coordinates = mesh.texture_coordinates(texture.set as usize)?;
    let [a, b, c] = coordinates.of_triangle(triangle, mesh.triangles()[triangle as usize]);
    let place = |uv: [f32; 2]| texture.image_from_uv.transform_point2(DVec2::from(uv.map(f64::from))).as_vec2();
    Some((*texture, [a?, b?, c?].map(|uv| place(uv).to_array())))
}
