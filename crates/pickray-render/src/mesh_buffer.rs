//! Mesh on the GPU: corners of triangles, not indexed, 36 bytes a triangle, and more for colours and textures.
//!
//! Corners are not indexed, because a shader then knows its triangle and corner from `gl_VertexID` alone, on OpenGL ES
//! too. Large meshes are cut into chunks and uploaded slice by slice, so that no frame waits for ten million triangles.

mod layers;
mod simplified;

use super::RenderError;
use super::gl::{Buffer, Gl, VertexArray, call};
use super::normals::PackedNormals;
use super::simplified::SimplifiedMesh;
use glow::HasContext;
pub(super) use layers::Layer;
use layers::{LAYERS, Run, Uploaded};
use pickray::mesh::Mesh;
pub(super) use simplified::GpuSimplified;
use std::ops::Range;
use std::sync::Arc;

/// Number of bytes of a triangle's positions: three corners of three f32 each.
pub(super) const POSITION_BYTES: usize = 36;
/// Bytes of the normals of a triangle: three corners of 10, 10 and 10 bits.
const NORMAL_BYTES: usize = 12;

/// Attribute locations of `shaders/mesh.vert` and `shaders/ids.vert`.
const POSITION: u32 = 0;
const NORMAL: u32 = 1;

#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Largest number of triangles in one buffer and one draw call: 151 MB, and vertex counts far below 2³¹.
    pub(super) triangles_per_chunk: usize,
    /// Largest width and height of a texture, in texels.
    pub(super) texture_size: i32,
}

impl Limits {
    pub(super) fn of(gl: &Gl) -> Self {
        let texture_size = call!(gl, get_parameter_i32(glow::MAX_TEXTURE_SIZE)).max(64);
        Self { triangles_per_chunk: 1 << 22, texture_size }
    }

    /// Returns the number of triangles whose states fit into one texture.
    pub(super) fn triangles(&self) -> u64 {
        let side = self.texture_size as u64;
        side * side
    }
}

struct Chunk {
    // The array refers to the buffers, and is dropped before them.
    array: VertexArray,
    positions: Buffer,
    normals: Option<Buffer>,
    layers: [Option<Buffer>; LAYERS],
    first: usize,
    triangles: usize,
}

/// Mesh on the GPU: positions of its triangles, uploaded in order from the first, with normals and colours where they
/// are shown.
pub(super) struct MeshBuffer {
    gl: Gl,
    mesh: Arc<Mesh>,
    chunks: Vec<Chunk>,
    uploaded: usize,
    layers: [Uploaded; LAYERS],
    /// Runs of triangles of one texture among those whose texture coordinates are uploaded.
    runs: Vec<Run>,
    /// Simplified mesh, drawn in place of all triangles; `None` until it is provided, the inner `None` if there is
    /// none.
    simplified: Option<Option<GpuSimplified>>,
    scratch: Vec<[[f32; 3]; 3]>,
}

impl MeshBuffer {
    /// Allocates GPU memory for the whole mesh, or fails with [`RenderError::MeshTooLarge`]; uploads nothing yet.
    pub(super) fn new(gl: &Gl, mesh: &Arc<Mesh>, limits: &Limits) -> Result<Self, RenderError> {
        let triangles = mesh.n_triangles();
        let too_large = |limit: u64, what| RenderError::MeshTooLarge {
            triangles: triangles as u64,
            bytes: (triangles * (POSITION_BYTES + 1)) as u64,
            limit,
            what,
        };
        if limits.triangles() < triangles as u64 {
            return Err(too_large(limits.triangles(), "triangles, whose states fit into one texture"));
        }
        let mut chunks = Vec::new();
        for first in (0..triangles).step_by(limits.triangles_per_chunk) {
            let part = limits.triangles_per_chunk.min(triangles - first);
            let chunk = Chunk {
                array: VertexArray::new(gl)?,
                positions: Buffer::new(gl)?,
                normals: None,
                layers: [const { None }; LAYERS],
                first,
                triangles: part,
            };
            if !chunk.positions.allocate(chunk.triangles * POSITION_BYTES, glow::STATIC_DRAW) {
                return Err(too_large(first as u64, "triangles, before its memory was used up"));
            }
            chunk.array.bind();
            call!(gl, vertex_attrib_pointer_f32(POSITION, 3, glow::FLOAT, false, 0, 0));
            call!(gl, enable_vertex_attrib_array(POSITION));
            call!(gl, bind_vertex_array(None));
            chunks.push(chunk);
        }
        Ok(Self {
            gl: Arc::clone(gl),
            mesh: Arc::clone(mesh),
            chunks,
            uploaded: 0,
            layers: [Uploaded::None; LAYERS],
            runs: Vec::new(),
            simplified: None,
            scratch: Vec::new(),
        })
    }

    pub(super) fn is_of(&self, mesh: &Arc<Mesh>) -> bool {
        self.mesh.looks_as(mesh)
    }

    pub(super) fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    pub(super) fn gpu_bytes(&self) -> u64 {
        let bytes = |chunk: &Chunk| {
            let normals = if chunk.normals.is_some() { NORMAL_BYTES } else { 0 };
            let layers: usize = self.shown_layers().map(|(layer, _)| layer.bytes()).sum();
            chunk.triangles * (POSITION_BYTES + normals + layers)
        };
        let simplified = self.simplified().map_or(0, GpuSimplified::bytes);
        (self.chunks.iter().map(bytes).sum::<usize>() + simplified) as u64
    }

    /// Returns how many triangles, from the first, are uploaded and can be drawn.
    pub(super) fn uploaded(&self) -> usize {
        self.uploaded
    }

    pub(super) fn is_complete(&self) -> bool {
        self.uploaded == self.mesh.n_triangles()
    }

    /// Returns whether positions, colours or texture coordinates are still to be uploaded.
    pub(super) fn is_missing_some(&self) -> bool {
        let (there, all) = self.progress();
        there < all
    }

    /// Returns the number of bytes of positions, colours and texture coordinates that are uploaded, and their total
    /// number.
    pub(super) fn progress(&self) -> (usize, usize) {
        let sum = |(there, each): (usize, usize), (layer, triangles): (Layer, usize)| {
            (there + triangles * layer.bytes(), each + layer.bytes())
        };
        let (there, each) = self.shown_layers().fold((self.uploaded * POSITION_BYTES, POSITION_BYTES), sum);
        (there, self.mesh.n_triangles() * each)
    }

    /// Uploads triangles and what is missing of them, up to `budget` bytes (but at least one triangle); returns the
    /// number of bytes uploaded.
    pub(super) fn upload(&mut self, budget: usize) -> usize {
        let layers: usize = self.shown_layers().map(|(layer, _)| layer.bytes()).sum();
        // So that there is room for the colours of the same triangles.
        let of_positions = if layers > 0 { budget / (POSITION_BYTES + layers) * POSITION_BYTES } else { budget };
        let positions = self.upload_positions(of_positions);
        positions + self.upload_layers(budget.saturating_sub(positions))
    }

    fn upload_positions(&mut self, budget: usize) -> usize {
        let mut bytes = 0;
        while !self.is_complete() && (bytes == 0 || bytes + POSITION_BYTES <= budget) {
            let chunk = self
                .chunks
                .iter_mut()
                .rfind(|chunk| chunk.first <= self.uploaded)
                .expect("the first chunk begins at 0");
            let inside = self.uploaded - chunk.first;
            let fitting = ((budget - bytes.min(budget)) / POSITION_BYTES).max(1);
            let count = fitting.min(chunk.triangles - inside).min(SLICE);
            let positions = self.mesh.positions();
            let triangles = &self.mesh.triangles()[self.uploaded..self.uploaded + count];
            self.scratch.clear();
            self.scratch.extend(triangles.iter().map(|corners| corners.map(|vertex| positions[vertex as usize])));
            chunk.positions.write(inside * POSITION_BYTES, bytemuck::cast_slice(&self.scratch));
            self.uploaded += count;
            bytes += count * POSITION_BYTES;
        }
        if self.is_complete() {
            self.scratch = Vec::new();
        }
        bytes
    }

    pub(super) fn has_normals(&self) -> bool {
        self.chunks.iter().all(|chunk| chunk.normals.is_some())
    }

    /// Uploads normals for smooth shading and returns how many bytes they take; 0 if there is no memory for them.
    pub(super) fn upload_normals(&mut self, normals: &PackedNormals) -> Result<u64, RenderError> {
        for chunk in &mut self.chunks {
            let buffer = Buffer::new(&self.gl)?;
            if !buffer.allocate(chunk.triangles * NORMAL_BYTES, glow::STATIC_DRAW) {
                return Ok(0);
            }
            let corners = 3 * chunk.first..3 * (chunk.first + chunk.triangles);
            buffer.write(0, bytemuck::cast_slice(&normals.corners()[corners]));
            chunk.array.bind();
            call!(self.gl, vertex_attrib_pointer_f32(NORMAL, 4, glow::INT_2_10_10_10_REV, true, 0, 0));
            call!(self.gl, enable_vertex_attrib_array(NORMAL));
            call!(self.gl, bind_vertex_array(None));
            chunk.normals = Some(buffer);
        }
        Ok((self.mesh.n_triangles() * NORMAL_BYTES) as u64)
    }

    /// Draws those of the given triangles that are uploaded. Calls `before_each` before drawing from a chunk, with the
    /// index of the chunk's first triangle; returns the number of draw calls.
    pub(super) fn draw(&self, triangles: Range<usize>, mut before_each: impl FnMut(u32)) -> u32 {
        let mut calls = 0;
        for chunk in &self.chunks {
            let first = triangles.start.max(chunk.first);
            let end = triangles.end.min(self.uploaded).min(chunk.first + chunk.triangles);
            if end <= first {
                continue;
            }
            before_each(chunk.first as u32);
            chunk.array.bind();
            call!(self.gl, draw_arrays(glow::TRIANGLES, 3 * (first - chunk.first) as i32, 3 * (end - first) as i32));
            calls += 1;
        }
        call!(self.gl, bind_vertex_array(None));
        calls
    }
}

impl MeshBuffer {
    /// Draws those of the given triangles, in ascending order, that are uploaded, as [`draw`](Self::draw) does.
    pub(super) fn draw_some(&self, triangles: &[u32], mut before_each: impl FnMut(u32)) -> u32 {
        let mut calls = 0;
        for chunk in &self.chunks {
            let [first, end] = [chunk.first, self.uploaded.min(chunk.first + chunk.triangles)]
                .map(|end| triangles.partition_point(|&triangle| (triangle as usize) < end));
            let some = &triangles[first..end.max(first)];
            let Some(buffer) = Buffer::new(&self.gl).ok().filter(|_| !some.is_empty()) else { continue };
            let corners = some.iter().flat_map(|triangle| [0, 1, 2].map(|k| 3 * (triangle - chunk.first as u32) + k));
            let corners: Vec<u32> = corners.collect();
            before_each(chunk.first as u32);
            chunk.array.bind();
            buffer.fill_elements(&corners);
            call!(self.gl, draw_elements(glow::TRIANGLES, corners.len() as i32, glow::UNSIGNED_INT, 0));
            calls += 1;
        }
        call!(self.gl, bind_vertex_array(None));
        calls
    }

    /// Returns the simplified mesh; `None` until it is provided, and if there is none.
    pub(super) fn simplified(&self) -> Option<&GpuSimplified> {
        self.simplified.as_ref()?.as_ref()
    }

    /// Returns whether the simplified mesh is there, or it is known that there is none.
    pub(super) fn is_simplified(&self) -> bool {
        self.simplified.is_some()
    }

    /// Uploads the simplified mesh; `None` if the mesh cannot be simplified. Returns the number of bytes.
    pub(super) fn provide_simplified(&mut self, simplified: Option<SimplifiedMesh>) -> u64 {
        let uploaded = simplified.and_then(|simplified| GpuSimplified::new(&self.gl, &self.mesh, simplified).ok()?);
        let bytes = uploaded.as_ref().map_or(0, GpuSimplified::bytes);
        self.simplified = Some(uploaded);
        bytes as u64
    }
}

/// Number of triangles gathered at a time.
const SLICE: usize = 1 << 16;
