//! Simplified mesh on the GPU: corners of triangles with normals and, where the mesh has them, colours and texture
//! coordinates.

use super::layers::{Layer, Run, runs_of, textured};
use super::{NORMAL, POSITION};
use crate::RenderError;
use crate::gl::{Buffer, Gl, VertexArray, call};
use crate::simplified::SimplifiedMesh;
use glam::{Vec2, Vec3};
use glow::HasContext;
use pickray::mesh::{Mesh, Texture};
use std::ops::Range;

/// Lengths of a triangle to which its places in an image are continued.
const FAR: f64 = 64.0;

/// Simplified mesh whose corners are on the GPU.
pub(crate) struct GpuSimplified {
    gl: Gl,
    // The array refers to the buffers, and is dropped before them.
    array: VertexArray,
    _buffers: Vec<Buffer>,
    bytes: usize,
    /// Runs of triangles of one texture; empty if the mesh has no texture coordinates.
    runs: Vec<Run>,
    mesh: SimplifiedMesh,
}

/// Returns the places in an image of three points, to which the places of a triangle's corners are continued evenly.
fn continued(places: [[f32; 2]; 3], triangle: [[f32; 3]; 3], points: [[f32; 3]; 3]) -> [[f32; 2]; 3] {
    let [a, b, c] = triangle.map(|corner| Vec3::from(corner).as_dvec3());
    let [from, u, v] = places.map(|place| Vec2::from(place).as_dvec2());
    let normal = (b - a).cross(c - a);
    points.map(|point| {
        let offset = Vec3::from(point).as_dvec3() - a;
        let weights = [offset.cross(c - a), (b - a).cross(offset)].map(|cross| cross.dot(normal) / normal.dot(normal));
        // Of needles the middle is taken.
        let is_near = weights.iter().all(|weight| weight.abs() < FAR);
        let [to_u, to_v] = if is_near { weights } else { [1.0 / 3.0; 2] };
        (from + to_u * (u - from) + to_v * (v - from)).as_vec2().to_array()
    })
}

impl GpuSimplified {
    /// Uploads a simplified mesh; `None` if there is no memory for it.
    pub(super) fn new(gl: &Gl, mesh: &Mesh, mut simplified: SimplifiedMesh) -> Result<Option<Self>, RenderError> {
        let (array, mut buffers) = (VertexArray::new(gl)?, Vec::new());
        let (mut bytes, mut runs) = (0, Vec::new());
        let mut upload = |content: &[u8], set_format: &dyn Fn()| {
            let buffer = Buffer::new(gl)?;
            let is_there = buffer.allocate(content.len(), glow::STATIC_DRAW);
            if is_there {
                buffer.write(0, content);
                array.bind();
                buffer.bind();
                set_format();
                call!(gl, bind_vertex_array(None));
            }
            bytes += content.len();
            buffers.push(buffer);
            Ok::<_, RenderError>(is_there)
        };
        let corners: Vec<_> = simplified.corners().collect();
        let mut is_there = upload(bytemuck::cast_slice(&corners), &|| {
            call!(gl, vertex_attrib_pointer_f32(POSITION, 3, glow::FLOAT, false, 0, 0));
            call!(gl, enable_vertex_attrib_array(POSITION));
        })?;
        is_there &= upload(bytemuck::cast_slice(simplified.normals()), &|| {
            call!(gl, vertex_attrib_pointer_f32(NORMAL, 4, glow::INT_2_10_10_10_REV, true, 0, 0));
            call!(gl, enable_vertex_attrib_array(NORMAL));
        })?;
        if Layer::Colors.is_of(mesh) {
            let colors: Vec<_> = simplified.corner_colors().collect();
            is_there &= upload(bytemuck::cast_slice(&colors), &|| Layer::Colors.set_format(gl))?;
        }
        if Layer::TextureCoordinates.is_of(mesh) {
            let places = simplified.sources().iter().enumerate().map(|(triangle, &source)| {
                let (texture, places) = textured(mesh, source).unzip();
                Run::extend(&mut runs, triangle, texture);
                let source = mesh.triangles()[source as usize].map(|vertex| mesh.positions()[vertex as usize]);
                places.map_or([[0.0; 2]; 3], |places| continued(places, source, corners[triangle]))
            });
            let places: Vec<_> = places.collect();
            is_there &= upload(bytemuck::cast_slice(&places), &|| Layer::TextureCoordinates.set_format(gl))?;
        }
        simplified.forget_corners();
        Ok(is_there.then(|| Self { gl: gl.clone(), array, _buffers: buffers, bytes, runs, mesh: simplified }))
    }

    /// Returns the number of bytes on the GPU: 48 a triangle, and more with colours and texture coordinates.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn n_triangles(&self) -> usize {
        self.mesh.sources().len()
    }

    /// Returns the triangle that was made of a triangle of the mesh alone; `None` if there is none.
    pub(crate) fn alone(&self, source: u32) -> Option<u32> {
        Some(self.mesh.sources().iter().position(|&alone| alone == source)? as u32)
    }

    /// Returns the triangles that were made of several, which come before the others.
    pub(crate) fn not_alone(&self) -> Range<usize> {
        0..self.mesh.sources().partition_point(|source| *source == u32::MAX)
    }

    /// Returns the runs of one texture of some triangles, all with `None` unless `textured`.
    pub(crate) fn runs(
        &self,
        textured: bool,
        triangles: Range<usize>,
    ) -> impl Iterator<Item = (Range<usize>, Option<&Texture>)> {
        runs_of(if textured { &self.runs } else { &[] }, triangles)
    }

    /// Draws some of the triangles; returns the number of draw calls.
    pub(crate) fn draw(&self, triangles: Range<usize>) -> u32 {
        self.array.bind();
        call!(self.gl, draw_arrays(glow::TRIANGLES, 3 * triangles.start as i32, 3 * triangles.len() as i32));
        call!(self.gl, bind_vertex_array(None));
        1
    }

    /// Returns the simplified mesh, whose corners are forgotten.
    pub(crate) fn mesh(&self) -> &SimplifiedMesh {
        &self.mesh
    }
}
