//! Values of triangles' corners on the GPU, a buffer for each layer of them.
//!
//! The colours of a vertex, its face and its material are multiplied, in sRGB. The product is interpolated over the
//! triangle and lit as linear light.

use crate::gl::{Buffer, Gl, RenderError, VertexArray, call};
use glam::DVec2;
use glow::HasContext;
use pickray::mesh::{Image, Mesh, Texture};
use std::ops::Range;
use std::sync::Arc;

/// Values of triangles' corners. Colours and texture coordinates are on the GPU only while they are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Layer {
    Positions,
    Normals,
    Colors,
    TextureCoordinates,
}

impl Layer {
    pub(super) const ALL: [Self; 4] = [Self::Positions, Self::Normals, Self::Colors, Self::TextureCoordinates];

    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Positions => 36,
            Self::Normals | Self::Colors => 12,
            Self::TextureCoordinates => 24,
        }
    }

    /// Attribute location of `shaders/mesh.glsl`.
    const fn location(self) -> u32 {
        match self {
            Self::Positions => 0,
            Self::Normals => 1,
            Self::Colors => 3,
            Self::TextureCoordinates => 5,
        }
    }

    /// Makes the bound vertex array take the values from the bound buffer.
    fn set_format(self, gl: &Gl) {
        let (n, kind) = match self {
            Self::Positions => (3, glow::FLOAT),
            Self::Normals => (4, glow::INT_2_10_10_10_REV),
            Self::Colors => (4, glow::UNSIGNED_BYTE),
            Self::TextureCoordinates => (2, glow::FLOAT),
        };
        // Integers become shares of the largest one; floats stay as they are.
        call!(gl, vertex_attrib_pointer_f32(self.location(), n, kind, true, 0, 0));
        call!(gl, enable_vertex_attrib_array(self.location()));
    }

    /// Returns whether a mesh has values of this layer to be shown.
    pub(super) fn is_of(self, mesh: &Mesh) -> bool {
        match self {
            Self::Positions | Self::Normals => true,
            Self::Colors => !mesh.colors().is_empty(),
            Self::TextureCoordinates => {
                let is_awaited = |image: &Image| image.pixels().is_some() || !image.is_settled();
                let has_coordinates = || (0..2).any(|set| mesh.texture_coordinates(set).is_some());
                mesh.textures().images().iter().any(is_awaited) && has_coordinates()
            }
        }
    }
}

/// Consecutive triangles of a mesh, or all of a simplified one.
pub(crate) struct Chunk {
    pub(crate) gl: Gl,
    // The array refers to the buffers, and is dropped before them.
    pub(crate) array: VertexArray,
    buffers: [Option<Buffer>; Layer::ALL.len()],
    pub(crate) triangles: Range<usize>,
}

impl Chunk {
    pub(super) fn new(gl: &Gl, triangles: Range<usize>) -> Result<Self, RenderError> {
        let buffers = [const { None }; Layer::ALL.len()];
        Ok(Self { gl: Arc::clone(gl), array: VertexArray::new(gl)?, buffers, triangles })
    }

    pub(super) fn has(&self, layer: Layer) -> bool {
        self.buffers[layer as usize].is_some()
    }

    pub(super) fn gpu_bytes(&self) -> usize {
        let layers = Layer::ALL.into_iter().filter(|layer| self.has(*layer));
        layers.map(|layer| self.triangles.len() * layer.bytes()).sum()
    }

    /// Allocates memory for a layer; returns `false` if there is none.
    pub(super) fn allocate(&mut self, layer: Layer) -> Result<bool, RenderError> {
        let buffer = Buffer::new(&self.gl)?;
        if !buffer.allocate(self.triangles.len() * layer.bytes()) {
            return Ok(false);
        }
        self.array.bind();
        layer.set_format(&self.gl);
        call!(self.gl, bind_vertex_array(None));
        self.buffers[layer as usize] = Some(buffer);
        Ok(true)
    }

    pub(super) fn free(&mut self, layer: Layer) {
        if self.has(layer) {
            // An array must not read what is no longer there.
            self.array.bind();
            call!(self.gl, disable_vertex_attrib_array(layer.location()));
            call!(self.gl, bind_vertex_array(None));
            self.buffers[layer as usize] = None;
        }
    }

    /// Writes values of triangles from `first` on, counted within the mesh, into an allocated layer.
    pub(super) fn write<T: bytemuck::NoUninit>(&self, layer: Layer, first: usize, values: &[T]) {
        if let Some(buffer) = &self.buffers[layer as usize] {
            buffer.write((first - self.triangles.start) * layer.bytes(), bytemuck::cast_slice(values));
        }
    }

    /// Allocates a layer and writes its values. Returns `false` if memory runs out.
    pub(super) fn upload<T: bytemuck::NoUninit>(&mut self, layer: Layer, values: &[T]) -> Result<bool, RenderError> {
        let is_allocated = self.allocate(layer)?;
        self.write(layer, self.triangles.start, values);
        Ok(is_allocated)
    }
}

/// Consecutive triangles of one texture.
pub(crate) struct Run {
    /// Index of the triangle behind the last one.
    pub(crate) end: usize,
    pub(crate) texture: Option<Texture>,
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

/// Returns the colours of a triangle's corners in sRGB, with 255; zeros if the triangle has no colour.
pub(super) fn corner_colors(mesh: &Mesh, triangle: u32) -> [[u8; 4]; 3] {
    let in_bytes = |color: [f32; 3]| {
        let [red, green, blue] = color.map(|x| (x * 255.0).round() as u8);
        [red, green, blue, 255]
    };
    mesh.corner_colors(triangle).map_or([[0; 4]; 3], |corners| corners.map(in_bytes))
}

/// Returns a triangle's texture and the places of its corners in the image; `None` without texture or coordinates.
pub(super) fn textured(mesh: &Mesh, triangle: u32) -> Option<(Texture, [[f32; 2]; 3])> {
    let texture = mesh.texture(triangle)?;
    let coordinates = mesh.texture_coordinates(texture.set as usize)?;
    let [a, b, c] = coordinates.of_triangle(triangle, mesh.triangles()[triangle as usize]);
    let place = |uv: [f32; 2]| texture.image_from_uv.transform_point2(DVec2::from(uv.map(f64::from))).as_vec2();
    Some((*texture, [a?, b?, c?].map(|uv| place(uv).to_array())))
}
