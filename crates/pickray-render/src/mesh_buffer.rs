//! Mesh on the GPU: corners of triangles, not indexed, 36 bytes a triangle, and more for colours and textures.
//!
//! Corners are not indexed, because a shader then knows its triangle and corner from `gl_VertexID` alone, on OpenGL ES
//! too. Large meshes are cut into chunks and uploaded slice by slice, so that no frame waits for ten million triangles.

mod layers;

use super::gl::{Gl, RenderError, call};
use super::normals::PackedNormals;
use super::simplified::SimplifiedMesh;
use glam::{Vec2, Vec3};
use glow::HasContext;
pub(super) use layers::{Chunk, Layer, Run};
use layers::{corner_colors, textured};
use pickray::mesh::Mesh;
use std::ops::Range;
use std::sync::Arc;

/// Number of triangles gathered at a time.
const SLICE: usize = 1 << 16;

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
}

#[derive(Clone, Copy, PartialEq)]
enum Uploaded {
    /// Nothing: the mesh has no such values, or they are not shown.
    None,
    /// Nothing: the GPU has no memory for it.
    Refused,
    /// Number of triangles, from the first, whose values are uploaded.
    Triangles(usize),
}

enum Simplified {
    Awaited,
    /// The mesh cannot be simplified, or memory ran out.
    Impossible,
    Uploaded(Box<GpuSimplified>),
}

/// Mesh on the GPU: positions, uploaded in order, with normals and colours where they are shown.
pub(super) struct MeshBuffer {
    pub(super) mesh: Arc<Mesh>,
    pub(super) chunks: Vec<Chunk>,
    /// Progress of each layer that is uploaded slice by slice; normals come all at once.
    uploaded: [Uploaded; Layer::ALL.len()],
    /// Runs of triangles of one texture among those whose texture coordinates are uploaded.
    pub(super) runs: Vec<Run>,
    simplified: Simplified,
}

impl MeshBuffer {
    /// Allocates GPU memory for the whole mesh, or fails with [`RenderError::MeshTooLarge`]; uploads nothing yet.
    pub(super) fn new(gl: &Gl, mesh: &Arc<Mesh>, limits: &Limits) -> Result<Self, RenderError> {
        let triangles = mesh.n_triangles();
        let too_large = |limit: u64, what| RenderError::MeshTooLarge {
            triangles: triangles as u64,
            bytes: (triangles * (Layer::Positions.bytes() + 1)) as u64,
            limit,
            what,
        };
        let most = (limits.texture_size as u64).pow(2);
        if most < triangles as u64 {
            return Err(too_large(most, "triangles, whose states fit into one texture"));
        }
        let mut chunks = Vec::new();
        for first in (0..triangles).step_by(limits.triangles_per_chunk) {
            let mut chunk = Chunk::new(gl, first..triangles.min(first + limits.triangles_per_chunk))?;
            if !chunk.allocate(Layer::Positions)? {
                return Err(too_large(first as u64, "triangles, before its memory was used up"));
            }
            chunks.push(chunk);
        }
        let mut uploaded = [Uploaded::None; Layer::ALL.len()];
        uploaded[Layer::Positions as usize] = Uploaded::Triangles(0);
        Ok(Self { mesh: Arc::clone(mesh), chunks, uploaded, runs: Vec::new(), simplified: Simplified::Awaited })
    }

    pub(super) fn is_of(&self, mesh: &Arc<Mesh>) -> bool {
        self.mesh.looks_as(mesh)
    }

    pub(super) fn gpu_bytes(&self) -> u64 {
        let simplified = self.simplified().map_or(0, GpuSimplified::gpu_bytes);
        (self.chunks.iter().map(Chunk::gpu_bytes).sum::<usize>() + simplified) as u64
    }

    /// Returns how many triangles, from the first, are uploaded and can be drawn.
    pub(super) fn n_uploaded(&self) -> usize {
        match self.uploaded[Layer::Positions as usize] {
            Uploaded::Triangles(n) => n,
            Uploaded::None | Uploaded::Refused => 0,
        }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.n_uploaded() == self.mesh.n_triangles()
    }

    /// Returns whether all triangles uploaded so far can be drawn with colours or texture coordinates.
    pub(super) fn is_with(&self, layer: Layer) -> bool {
        matches!(self.uploaded[layer as usize], Uploaded::Triangles(n) if self.n_uploaded() <= n)
    }

    /// Returns whether texture coordinates are on the GPU, or on their way.
    pub(super) fn shows_textures(&self) -> bool {
        matches!(self.uploaded[Layer::TextureCoordinates as usize], Uploaded::Triangles(_))
    }

    pub(super) fn has_normals(&self) -> bool {
        self.chunks.iter().all(|chunk| chunk.has(Layer::Normals))
    }

    /// Returns the layers that are shown, each with the number of triangles of which it is uploaded.
    fn shown_layers(&self) -> impl Iterator<Item = (Layer, usize)> + use<> {
        let shown = |(layer, uploaded)| match uploaded {
            Uploaded::Triangles(n) => Some((layer, n)),
            Uploaded::None | Uploaded::Refused => None,
        };
        Layer::ALL.into_iter().zip(self.uploaded).filter_map(shown)
    }

    /// Returns the numbers of bytes of positions, colours and texture coordinates: those uploaded, and all.
    pub(super) fn progress(&self) -> (usize, usize) {
        let n_triangles = self.mesh.n_triangles();
        self.shown_layers().fold((0, 0), |(uploaded, all), (layer, n)| {
            (uploaded + n * layer.bytes(), all + n_triangles * layer.bytes())
        })
    }

    /// Allocates GPU memory for a layer if `shown` is `true` and the mesh has the layer; otherwise frees it.
    pub(super) fn show(&mut self, layer: Layer, shown: bool) -> Result<(), RenderError> {
        let shown = shown && layer.is_of(&self.mesh);
        if shown == (self.uploaded[layer as usize] != Uploaded::None) {
            return Ok(());
        }
        let mut uploaded = if shown { Uploaded::Triangles(0) } else { Uploaded::None };
        for chunk in self.chunks.iter_mut().filter(|_| shown) {
            if !chunk.allocate(layer)? {
                uploaded = Uploaded::Refused;
                break;
            }
        }
        if uploaded != Uploaded::Triangles(0) {
            self.chunks.iter_mut().for_each(|chunk| chunk.free(layer));
        }
        self.uploaded[layer as usize] = uploaded;
        if layer == Layer::TextureCoordinates {
            self.runs = Vec::new();
        }
        Ok(())
    }

    /// Uploads up to `budget` bytes, but at least one triangle of each layer; returns the number of bytes.
    pub(super) fn upload(&mut self, budget: usize) -> usize {
        let (mut bytes, mut each) = (0, self.shown_layers().map(|(layer, _)| layer.bytes()).sum::<usize>());
        for (layer, first) in self.shown_layers() {
            // So that there is room for the colours of the same triangles.
            let count = (budget.saturating_sub(bytes) / each).max(1);
            let most = if layer == Layer::Positions { self.mesh.n_triangles() } else { self.n_uploaded() };
            let end = most.min(first + count).max(first);
            self.upload_layer(layer, first..end);
            bytes += (end - first) * layer.bytes();
            each -= layer.bytes();
        }
        bytes
    }

    fn upload_layer(&mut self, layer: Layer, triangles: Range<usize>) {
        let Self { mesh, chunks, runs, .. } = self;
        for chunk in chunks {
            let end = triangles.end.min(chunk.triangles.end);
            for first in (triangles.start.max(chunk.triangles.start)..end).step_by(SLICE) {
                let slice = first..end.min(first + SLICE);
                let numbers = slice.start as u32..slice.end as u32;
                match layer {
                    Layer::Positions => {
                        let position = |vertex: u32| mesh.positions()[vertex as usize];
                        let corners = mesh.triangles()[slice].iter().map(|triangle| triangle.map(position));
                        chunk.write(layer, first, &corners.collect::<Vec<_>>());
                    }
                    Layer::Normals => {}
                    Layer::Colors => {
                        let colors = numbers.map(|triangle| corner_colors(mesh, triangle));
                        chunk.write(layer, first, &colors.collect::<Vec<_>>());
                    }
                    Layer::TextureCoordinates => {
                        let places = numbers.map(|triangle| {
                            let (texture, places) = textured(mesh, triangle).unzip();
                            Run::extend(runs, triangle as usize, texture);
                            places.unwrap_or_default()
                        });
                        chunk.write(layer, first, &places.collect::<Vec<_>>());
                    }
                }
            }
        }
        self.uploaded[layer as usize] = Uploaded::Triangles(triangles.end);
    }

    /// Uploads normals for smooth shading and returns how many bytes they take; 0 if there is no memory for them.
    pub(super) fn upload_normals(&mut self, normals: &PackedNormals) -> Result<u64, RenderError> {
        for chunk in &mut self.chunks {
            let corners = 3 * chunk.triangles.start..3 * chunk.triangles.end;
            if !chunk.upload(Layer::Normals, &normals.corners()[corners])? {
                return Ok(0);
            }
        }
        Ok((self.mesh.n_triangles() * Layer::Normals.bytes()) as u64)
    }

    /// Returns the simplified mesh; `None` until it is provided, and if there is none.
    pub(super) fn simplified(&self) -> Option<&GpuSimplified> {
        match &self.simplified {
            Simplified::Uploaded(simplified) => Some(simplified),
            Simplified::Awaited | Simplified::Impossible => None,
        }
    }

    pub(super) fn awaits_simplified(&self) -> bool {
        matches!(self.simplified, Simplified::Awaited)
    }

    /// Uploads the simplified mesh; `None` if the mesh cannot be simplified. Returns the number of bytes.
    pub(super) fn provide_simplified(&mut self, gl: &Gl, simplified: Option<SimplifiedMesh>) -> u64 {
        let uploaded = simplified.and_then(|simplified| GpuSimplified::new(gl, &self.mesh, simplified).ok()?);
        self.simplified = uploaded.map_or(Simplified::Impossible, |one| Simplified::Uploaded(one.into()));
        self.simplified().map_or(0, GpuSimplified::gpu_bytes) as u64
    }
}

/// Lengths of a triangle to which its places in an image are continued.
const FAR: f64 = 64.0;

/// Simplified mesh whose corners are on the GPU: 48 bytes a triangle, and more with colours and texture coordinates.
pub(crate) struct GpuSimplified {
    pub(crate) chunk: Chunk,
    /// Runs of triangles of one texture; empty if the mesh has no texture coordinates.
    pub(crate) runs: Vec<Run>,
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
    /// Uploads a simplified mesh; returns `None` if the GPU has no memory for it.
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
}
