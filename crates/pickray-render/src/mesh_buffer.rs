//! Mesh on the GPU: corners of triangles, not indexed, 36 bytes a triangle, and more for colours and textures.
//!
//! Corners are not indexed, because a shader then knows its triangle and corner from `gl_VertexID` alone, on OpenGL ES
//! too. Large meshes are cut into chunks and uploaded slice by slice, so that no frame waits for ten million triangles.

mod layers;

use super::RenderError;
use super::gl::{Buffer, Gl, VertexArray, call};
use super::normals::PackedNormals;
use super::spread::{LEAST, LocalSurface, Spread, StandIn, side};
use glow::HasContext;
pub(super) use layers::Layer;
use layers::{CornerColor, LAYERS, Run, Uploaded, stand_in_colors};
use pickray::mesh::Mesh;
use std::ops::Range;
use std::sync::Arc;

/// Number of bytes of a triangle's positions: three corners of three f32 each.
pub(super) const POSITION_BYTES: usize = 36;
/// Bytes of the normals of a triangle: three corners of 10, 10 and 10 bits.
const NORMAL_BYTES: usize = 12;

/// Attribute locations of `shaders/mesh.vert` and `shaders/ids.vert`.
const POSITION: u32 = 0;
const NORMAL: u32 = 1;
const SPREAD: u32 = 2;
const FROM_MIDDLE: u32 = 4;

/// A corner of a triangle that stands for others too; in f32, the numbers of a chunk's triangles are exact.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct SpreadCorner {
    middle: [f32; 3],
    normal: [f32; 3],
    from_middle: [f32; 3],
    triangle: f32,
    growth: f32,
}

/// Number of bytes of a stand-in's corner.
const SPREAD_BYTES: usize = size_of::<SpreadCorner>() + size_of::<CornerColor>();

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
    /// Order of the chunk's stand-ins (triangles drawn in place of all), built up during the upload, and memory for
    /// their corners and the corners' colours. `None` for a small mesh, without memory, and once all triangles of the
    /// chunk are uploaded.
    spread: Option<(Spread, Buffer, Buffer)>,
    /// Stand-ins of the chunk; `None` until all triangles of the chunk are uploaded, for a small mesh, and without
    /// memory for stand-ins.
    sparse: Option<StandIns>,
    /// Area of all triangles of the chunk; 0 until the stand-ins are made.
    area: f64,
}

/// Triangles drawn in place of all of a chunk.
struct StandIns {
    array: VertexArray,
    _corners: Buffer,
    colors: Buffer,
    /// Numbers of the triangles within the chunk.
    order: Vec<u32>,
    /// `true` if the file's colours are among those on the GPU, and the number of images of textures among them.
    colored: (bool, usize),
}

impl Chunk {
    /// Makes the stand-ins, as all triangles are there.
    fn finish_spread(&mut self, gl: &Gl, mesh: &Mesh) {
        let Some((spread, buffer, colors)) = self.spread.take() else { return };
        let (order, area, side) = spread.finish();
        let corners_of =
            |triangle: usize| mesh.triangles()[self.first + triangle].map(|vertex| mesh.positions()[vertex as usize]);
        let surface = LocalSurface::of(self.triangles, f64::from(side), corners_of);
        let corners_of = |&triangle: &u32| {
            let StandIn { middle, from_middle, normal, growth } = StandIn::new(corners_of(triangle as usize), &surface);
            std::array::from_fn::<_, 3, _>(|k| SpreadCorner {
                middle,
                normal,
                from_middle: from_middle[k],
                triangle: triangle as f32,
                growth,
            })
        };
        let corners: Vec<_> = order.iter().flat_map(corners_of).collect();
        let Ok(array) = VertexArray::new(gl) else { return };
        buffer.write(0, bytemuck::cast_slice(&corners));
        array.bind();
        for (location, floats, offset) in [(POSITION, 3, 0), (NORMAL, 3, 12), (FROM_MIDDLE, 3, 24), (SPREAD, 2, 36)] {
            let stride = size_of::<SpreadCorner>() as i32;
            call!(gl, vertex_attrib_pointer_f32(location, floats, glow::FLOAT, false, stride, offset));
            call!(gl, enable_vertex_attrib_array(location));
        }
        colors.bind();
        Layer::Colors.set_format(gl);
        call!(gl, bind_vertex_array(None));
        let stand_ins = StandIns { array, _corners: buffer, colors, order, colored: (false, 0) };
        (self.sparse, self.area) = (Some(stand_ins), area);
    }
}

/// Allocates memory for the stand-ins of a part of a mesh. In a browser, an allocation waits until all is drawn that
/// was asked for: so it is made before the first triangle is drawn.
fn allocated_spread(gl: &Gl, spread: Spread) -> Option<(Spread, Buffer, Buffer)> {
    let (corners, colors) = (Buffer::new(gl).ok()?, Buffer::new(gl).ok()?);
    let allocated = |buffer: &Buffer, each: usize| buffer.allocate(3 * each * spread.most(), glow::STATIC_DRAW);
    let is_there = allocated(&corners, size_of::<SpreadCorner>()) && allocated(&colors, size_of::<CornerColor>());
    is_there.then_some((spread, corners, colors))
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
            let spread = Spread::of(part, triangles).and_then(|spread| allocated_spread(gl, spread));
            let chunk = Chunk {
                array: VertexArray::new(gl)?,
                positions: Buffer::new(gl)?,
                normals: None,
                layers: [const { None }; LAYERS],
                first,
                triangles: part,
                spread,
                sparse: None,
                area: 0.0,
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
            scratch: Vec::new(),
        })
    }

    pub(super) fn is_of(&self, mesh: &Arc<Mesh>) -> bool {
        self.mesh.looks_as(mesh)
    }

    pub(super) fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    pub(super) fn gpu_bytes(&self) -> u64 {
        let bytes = |chunk: &Chunk| {
            let sparse = chunk.sparse.as_ref().map_or(0, |sparse| 3 * SPREAD_BYTES * sparse.order.len());
            let normals = if chunk.normals.is_some() { NORMAL_BYTES } else { 0 };
            let layers: usize = self.shown_layers().map(|(layer, _)| layer.bytes()).sum();
            chunk.triangles * (POSITION_BYTES + normals + layers) + sparse
        };
        self.chunks.iter().map(bytes).sum::<usize>() as u64
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
            if let Some((spread, ..)) = &mut chunk.spread {
                (inside as u32..).zip(&self.scratch).for_each(|(index, corners)| spread.add(index, corners));
            }
            if inside + count == chunk.triangles {
                chunk.finish_spread(&self.gl, &self.mesh);
            }
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
    /// Returns whether the mesh is so small that [`draw_spread`](Self::draw_spread) always draws all of it.
    pub(super) fn is_small(&self) -> bool {
        self.mesh.n_triangles() < LEAST
    }

    /// Returns whether the mesh is ready for [`draw_spread`](Self::draw_spread): fully uploaded, and small or with
    /// stand-ins.
    pub(super) fn is_spread(&self) -> bool {
        self.is_complete() && (self.is_small() || self.chunks.iter().all(|chunk| chunk.sparse.is_some()))
    }

    /// Gives the stand-ins the file's colours if `colors` is `true`, and those of decoded textures if `textures` is
    /// `true`; returns the number of bytes uploaded.
    pub(super) fn color_stand_ins(&mut self, colors: bool, textures: bool) -> usize {
        let decoded = self.mesh.textures().images().iter().filter(|image| textures && image.pixels().is_some());
        let colored = (colors && self.has_own_colors(), decoded.count());
        let mut bytes = 0;
        for (chunk, mesh) in self.chunks.iter_mut().map(|chunk| (chunk, &self.mesh)) {
            let Some(sparse) = chunk.sparse.as_mut().filter(|sparse| sparse.colored != colored) else { continue };
            let shown = [colored.0, colored.1 > 0];
            let colors = |&triangle: &u32| stand_in_colors(mesh, chunk.first as u32 + triangle, shown);
            let colors: Vec<_> = sparse.order.iter().flat_map(colors).collect();
            sparse.colors.write(0, bytemuck::cast_slice(&colors));
            sparse.colored = colored;
            bytes += size_of_val(&colors[..]);
        }
        bytes
    }

    /// Returns whether the stand-ins have colours.
    pub(super) fn has_colored_stand_ins(&self) -> bool {
        self.chunks.iter().flat_map(|chunk| &chunk.sparse).any(|sparse| sparse.colored != (false, 0))
    }

    /// Draws about `count` stand-ins: triangles spread over the mesh and enlarged, always in the same order. Draws all
    /// of a small mesh. Calls `before_each`, for each chunk, with the index of its first triangle and the side of the
    /// square that a stand-in is to cover. Returns the number of draw calls and the number of triangles drawn.
    pub(super) fn draw_spread(&self, count: usize, mut before_each: impl FnMut(u32, f32)) -> (u32, u64) {
        if self.is_small() {
            return (self.draw(0..self.uploaded, |first| before_each(first, 0.0)), self.uploaded as u64);
        }
        let area: f64 = self.chunks.iter().map(|chunk| chunk.area).sum();
        let (mut calls, mut drawn) = (0, 0);
        for chunk in &self.chunks {
            let Some(StandIns { array, order, .. }) = &chunk.sparse else { continue };
            let count = ((count as f64 * chunk.area / area) as usize).min(order.len());
            if count > 0 {
                before_each(chunk.first as u32, side(chunk.area, count));
                array.bind();
                call!(self.gl, draw_arrays(glow::TRIANGLES, 0, 3 * count as i32));
                (calls, drawn) = (calls + 1, drawn + count as u64);
            }
        }
        call!(self.gl, bind_vertex_array(None));
        (calls, drawn)
    }
}

/// Number of triangles gathered at a time.
const SLICE: usize = 1 << 16;
