//! Colours that a mesh's file gives, on the GPU: 12 bytes a triangle, kept there only while the colours are shown.
//!
//! The colours of a vertex, its face and its material are multiplied, in sRGB. The product is interpolated over the
//! triangle and lit as linear light.

use super::{MeshBuffer, SLICE};
use crate::RenderError;
use crate::gl::{Buffer, Gl, call};
use glow::HasContext;
use pickray::mesh::Mesh;

pub(super) const COLOR_BYTES: usize = 3 * size_of::<CornerColor>();

/// Attribute location of `shaders/mesh.vert`.
const COLOR: u32 = 3;

/// Colour of a triangle's corner: red, green and blue in sRGB, and 255; four zeros if the triangle has no colour.
pub(super) type CornerColor = [u8; 4];

pub(super) fn packed(mesh: &Mesh, triangle: u32) -> [CornerColor; 3] {
    let in_bytes = |color: [f32; 3]| {
        let [red, green, blue] = color.map(|x| (x * 255.0).round() as u8);
        [red, green, blue, 255]
    };
    mesh.corner_colors(triangle).map_or([[0; 4]; 3], |corners| corners.map(in_bytes))
}

/// Makes the bound vertex array take its colours from the bound buffer; `stride` and `offset` are in bytes.
pub(super) fn set_color_format(gl: &Gl, stride: usize, offset: i32) {
    call!(gl, vertex_attrib_pointer_f32(COLOR, 4, glow::UNSIGNED_BYTE, true, stride as i32, offset));
    call!(gl, enable_vertex_attrib_array(COLOR));
}

/// Progress of uploading a mesh's own colours to the GPU.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum OwnColors {
    /// No colours: the mesh has none, or they are not shown.
    None,
    /// No colours: the GPU has no memory for them.
    Refused,
    /// Number of triangles, from the first, whose colours are uploaded.
    Uploaded(usize),
}

impl MeshBuffer {
    pub(crate) fn has_own_colors(&self) -> bool {
        !self.mesh.colors().is_empty()
    }

    /// Returns whether all triangles uploaded so far can be drawn in their own colours.
    pub(crate) fn is_colored(&self) -> bool {
        matches!(self.colors, OwnColors::Uploaded(there) if self.uploaded <= there)
    }

    /// Allocates GPU memory for the mesh's own colours if `shown` is `true` and the mesh has colours; otherwise frees
    /// it.
    pub(crate) fn show_colors(&mut self, shown: bool) -> Result<(), RenderError> {
        let shown = shown && self.has_own_colors();
        if shown == (self.colors != OwnColors::None) {
            return Ok(());
        }
        self.colors = match shown {
            true if self.allocate_colors()? => OwnColors::Uploaded(0),
            true => OwnColors::Refused,
            false => OwnColors::None,
        };
        if !matches!(self.colors, OwnColors::Uploaded(_)) {
            self.free_colors();
        }
        Ok(())
    }

    fn allocate_colors(&mut self) -> Result<bool, RenderError> {
        for chunk in &mut self.chunks {
            let buffer = Buffer::new(&self.gl)?;
            if !buffer.allocate(chunk.triangles * COLOR_BYTES, glow::STATIC_DRAW) {
                return Ok(false);
            }
            chunk.array.bind();
            set_color_format(&self.gl, 0, 0);
            call!(self.gl, bind_vertex_array(None));
            chunk.colors = Some(buffer);
        }
        Ok(true)
    }

    fn free_colors(&mut self) {
        for chunk in self.chunks.iter_mut().filter(|chunk| chunk.colors.is_some()) {
            // An array must not read what is no longer there.
            chunk.array.bind();
            call!(self.gl, disable_vertex_attrib_array(COLOR));
            call!(self.gl, bind_vertex_array(None));
            chunk.colors = None;
        }
    }

    /// Uploads the colours of triangles whose positions are uploaded, up to `budget` bytes (but at least one triangle);
    /// returns the number of bytes uploaded.
    pub(super) fn upload_colors(&mut self, budget: usize) -> usize {
        let OwnColors::Uploaded(first) = self.colors else { return 0 };
        let end = self.uploaded.min(first + (budget / COLOR_BYTES).max(1));
        for chunk in &self.chunks {
            let Some(buffer) = &chunk.colors else { continue };
            let [first, end] = [first, end].map(|n| n.clamp(chunk.first, chunk.first + chunk.triangles));
            for start in (first..end).step_by(SLICE) {
                let slice = start..end.min(start + SLICE);
                let colors: Vec<_> = slice.map(|triangle| packed(&self.mesh, triangle as u32)).collect();
                buffer.write((start - chunk.first) * COLOR_BYTES, bytemuck::cast_slice(&colors));
            }
        }
        self.colors = OwnColors::Uploaded(end.max(first));
        (end.max(first) - first) * COLOR_BYTES
    }
}
