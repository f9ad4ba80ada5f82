//! Painter of strokes (lines, discs and rings on the screen) with OpenGL.

use super::RenderError;
use super::gl::{Buffer, Gl, VertexArray, call};
use super::overlay::Stroke;
use super::program::{Program, sources};
use glow::HasContext;
use pickray::math::Viewport;
use std::sync::Arc;

/// Attributes of `shaders/stroke.vert`: numbers of floats, in the order of [`Stroke`].
const ATTRIBUTES: [i32; 5] = [3, 3, 4, 4, 2];

pub(super) struct StrokePainter {
    gl: Gl,
    program: Program,
    // The array refers to the buffer, and is dropped before it.
    array: VertexArray,
    buffer: Buffer,
}

impl StrokePainter {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        let program = Program::new(gl, &sources!("stroke"))?;
        let (array, buffer) = (VertexArray::new(gl)?, Buffer::new(gl)?);
        buffer.replace(&[]);
        array.bind();
        let stride = size_of::<Stroke>() as i32;
        let mut offset = 0;
        for (location, floats) in (0..).zip(ATTRIBUTES) {
            call!(gl, enable_vertex_attrib_array(location));
            call!(gl, vertex_attrib_pointer_f32(location, floats, glow::FLOAT, false, stride, offset));
            call!(gl, vertex_attrib_divisor(location, 1));
            offset += 4 * floats;
        }
        call!(gl, bind_vertex_array(None));
        Ok(Self { gl: Arc::clone(gl), program, array, buffer })
    }

    /// Draws the strokes over the current picture, first their parts behind surfaces, then those in front; returns the
    /// number of bytes sent to the GPU. The depth test and blending must be on.
    pub(super) fn draw(&self, strokes: &[Stroke], viewport: Viewport, reversed_z: bool) -> u64 {
        if strokes.is_empty() {
            return 0;
        }
        let gl = &self.gl;
        let bytes: &[u8] = bytemuck::cast_slice(strokes);
        self.buffer.replace(bytes);
        self.program.bind();
        self.program.set_vec2("u_viewport", [viewport.width as f32, viewport.height as f32]);
        self.array.bind();
        let (before, behind) = if reversed_z { (glow::GEQUAL, glow::LESS) } else { (glow::LEQUAL, glow::GREATER) };
        for (is_behind, depth_test) in [(true, behind), (false, before)] {
            self.program.set_i32("u_behind", is_behind.into());
            call!(gl, depth_func(depth_test));
            call!(gl, draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, strokes.len() as i32));
        }
        call!(gl, bind_vertex_array(None));
        bytes.len() as u64
    }
}
