//! Simplified mesh on the GPU: corners of triangles with normals and, where the mesh has them, colours and texture
//! coordinates.

use super::layers::{Batch, Chunk, Layer, Run, textured};
use crate::gl::{Gl, RenderError};
use crate::simplified::SimplifiedMesh;
use glam::{Vec2, Vec3};
use pickray::mesh::Mesh;
use std::ops::Range;

/// Lengths of a triangle to which its places in an image are continued.
const FAR: f64 = 64.0;

/// Simplified mesh whose corners are on the GPU: 48 bytes a triangle, and more with colours and texture coordinates.
pub(crate) struct GpuSimplified {
    chunk: Chunk,
    /// Runs of triangles of one texture; empty if the mesh has no texture coordinates.
    runs: Vec<Run>,
    /// The simplified mesh, whose corners are forgotten.
    pub(crate) mesh: SimplifiedMesh,
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
        let mut chunk = Chunk::new(gl, 0..simplified.sources.len())?;
        let mut runs = Vec::new();
        let corners: Vec<_> = simplified.corners().collect();
        let mut is_there = chunk.upload(Layer::Positions, &corners)?;
        is_there &= chunk.upload(Layer::Normals, &simplified.normals)?;
        if Layer::Colors.is_of(mesh) {
            is_there &= chunk.upload(Layer::Colors, &simplified.corner_colors().collect::<Vec<_>>())?;
        }
        if Layer::TextureCoordinates.is_of(mesh) {
            let places = simplified.sources.iter().enumerate().map(|(triangle, &source)| {
                let (texture, places) = textured(mesh, source).unzip();
                Run::extend(&mut runs, triangle, texture);
                let source = mesh.triangles()[source as usize].map(|vertex| mesh.positions()[vertex as usize]);
                places.map_or([[0.0; 2]; 3], |places| continued(places, source, corners[triangle]))
            });
            is_there &= chunk.upload(Layer::TextureCoordinates, &places.collect::<Vec<_>>())?;
        }
        simplified.forget_corners();
        Ok(is_there.then_some(Self { chunk, runs, mesh: simplified }))
    }

    pub(super) fn gpu_bytes(&self) -> usize {
        self.chunk.gpu_bytes()
    }

    pub(crate) fn n_triangles(&self) -> usize {
        self.mesh.sources.len()
    }

    /// Returns the triangle that was made of a triangle of the mesh alone; `None` if there is none.
    pub(crate) fn alone(&self, source: u32) -> Option<u32> {
        Some(self.mesh.sources.iter().position(|&alone| alone == source)? as u32)
    }

    /// Returns the triangles that were made of several, which come before the others.
    pub(crate) fn not_alone(&self) -> Range<usize> {
        0..self.mesh.sources.partition_point(|source| *source == u32::MAX)
    }

    pub(crate) fn batch(&self, textured: bool) -> Batch<'_> {
        let runs = if textured { &self.runs[..] } else { &[] };
        Batch { chunks: std::slice::from_ref(&self.chunk), n_uploaded: self.n_triangles(), runs }
    }
}
