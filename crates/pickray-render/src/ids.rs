//! Triangle that each pixel shows, found by the GPU: triangle ids are drawn into an integer target of their own, with
//! one sample a pixel and no blending.
//!
//! These ids are not used to pick; picks are checked against them.

use super::eye_relative::EyeRelative;
use super::gl::{Framebuffer, Gl, PassState, RenderError, Renderbuffer, bound_framebuffer, call, gl_size, settled};
use super::gpu_scene::{HIDDEN, TriangleState};
use super::mesh_buffer::Limits;
use super::mesh_painter::{Batch, mesh_program};
use super::renderer::Renderer;
use glow::HasContext;
use pickray::intersect::Culling;
use pickray::math::{FramebufferSize, Viewport};
use pickray::pick::TriangleId;
use pickray::scene::{Object, Scene, View};
use pickray::work::packed;

/// Triangle that each pixel of a framebuffer shows, and how finely the GPU places corners and compares depths.
#[derive(Clone, Debug)]
pub struct IdBuffer {
    /// Size of the framebuffer.
    pub framebuffer: FramebufferSize,
    /// Part of the framebuffer that was drawn into; it may reach beyond the framebuffer's edges.
    pub viewport: Viewport,
    /// Side that was not drawn, if any.
    pub culling: Culling,
    /// Number of each pixel's triangle, from 1 through all objects; 0 for none. Rows run from the bottom up.
    ids: Vec<u32>,
    /// For each object, the number of its first triangle, counted from 0 through all objects.
    firsts: Vec<u32>,
    /// Number of fractional bits of the pixel positions to which the GPU rounds triangle corners.
    pub subpixel_bits: u32,
    /// Number of bits of a depth in the depth buffer.
    pub depth_bits: u32,
}

packed!(struct IdBuffer { framebuffer, viewport, culling, ids, firsts, subpixel_bits, depth_bits });

impl IdBuffer {
    /// Returns the triangle that a pixel shows; `None` if it shows none. Pixels are counted from the lower left of the
    /// framebuffer.
    ///
    /// # Panics
    /// When the pixel lies outside of the framebuffer.
    pub fn at(&self, column: u32, row: u32) -> Option<TriangleId> {
        let number = self.ids[row as usize * self.framebuffer.width as usize + column as usize].checked_sub(1)?;
        let object = self.firsts.partition_point(|&first| first <= number) - 1;
        Some(TriangleId { object: object as u32, triangle: number - self.firsts[object] })
    }
}

impl Renderer {
    /// Returns the triangle that each pixel of a view's framebuffer shows, without the side that `culling` leaves
    /// so. Missing parts of the meshes are uploaded first. Afterwards the framebuffer that was bound before is bound
    /// again, and OpenGL's viewport is the view's whole framebuffer.
    ///
    /// # Errors
    /// When the framebuffer or a mesh is too large for the GPU, or there are too many triangles for 32-bit ids.
    pub fn ids(&mut self, scene: &Scene, view: &View, culling: Culling) -> Result<IdBuffer, RenderError> {
        let shown_on = bound_framebuffer(&self.gl);
        let drawn = self.draw_ids(scene, view, culling);
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        self.painters.restore_defaults(view.framebuffer);
        drawn
    }

    fn draw_ids(&mut self, scene: &Scene, view: &View, culling: Culling) -> Result<IdBuffer, RenderError> {
        let Self { scene: on_gpu, ids_program, gl, .. } = self;
        on_gpu.upload_all(scene)?;
        let program = match ids_program {
            Some(program) => program,
            none => none.insert(mesh_program(gl, "#define IDS\n")?),
        };
        PassState { culling, ..PassState::surfaces(view) }.apply(gl);

        // A framebuffer of integers, with one sample a pixel.
        let size = view.framebuffer;
        let [width, height] = gl_size(size);
        let limit = call!(gl, get_parameter_i32(glow::MAX_RENDERBUFFER_SIZE));
        let (color, depth) = (Renderbuffer::new(gl)?, Renderbuffer::new(gl)?);
        let fits = width <= limit && height <= limit;
        if !fits
            || !color.allocate(glow::R32UI, 0, width, height)
            || !depth.allocate(glow::DEPTH_COMPONENT24, 0, width, height)
        {
            return Err(RenderError::PictureTooLarge { width, height, limit });
        }
        let target = Framebuffer::new(gl)?;
        target.attach_renderbuffer(glow::COLOR_ATTACHMENT0, &color);
        target.attach_renderbuffer(glow::DEPTH_ATTACHMENT, &depth);
        target.check()?;

        // Triangles are numbered through all objects.
        let mut firsts = Vec::new();
        let mut next = 0_u64;
        for object in scene.objects() {
            firsts.push(next as u32);
            next += object.mesh.n_triangles() as u64;
        }
        if u64::from(u32::MAX) <= next {
            let (limit, what) = (u64::from(u32::MAX) - 1, "triangles, whose ids are told apart");
            return Err(RenderError::MeshTooLarge { triangles: next, bytes: 4 * next, limit, what });
        }

        let reversed = view.camera.reversed_z;
        call!(gl, viewport(0, 0, width, height));
        call!(gl, clear_buffer_u32_slice(glow::COLOR, 0, &[0; 4]));
        call!(gl, clear_buffer_f32_slice(glow::DEPTH, 0, &[if reversed { 0.0 } else { 1.0 }]));
        call!(gl, viewport(view.viewport.x, view.viewport.y, view.viewport.width.max(0), view.viewport.height.max(0)));
        program.bind();
        program.set_i32("u_state", 0);
        let limits = Limits::of(gl);
        for (index, object) in scene.objects().iter().enumerate().filter(|(_, object)| object.visible) {
            let buffer = on_gpu.buffer_of(&object.mesh);
            let Some((buffer, relative)) = buffer.zip(EyeRelative::new(object, view)) else { continue };
            let _hidden = hidden_on_gpu(gl, object, &limits)?;
            program.set_i32("u_any_hidden", (!object.hidden.is_empty()).into());
            program.set_place(&relative);
            program.set_u32("u_first_number", firsts[index] + 1);
            let mut batch = Batch::of(buffer);
            batch.runs = &[];
            batch.draw(0..buffer.n_uploaded(), None, |first, _| program.set_u32("u_first_triangle", first));
        }
        let ids = read_back(gl, width, height);
        let subpixel_bits = call!(gl, get_parameter_i32(glow::SUBPIXEL_BITS)).max(0) as u32;
        Ok(IdBuffer { framebuffer: size, viewport: view.viewport, culling, ids, firsts, subpixel_bits, depth_bits: 24 })
    }
}

/// Binds the hidden triangles of an object for the shaders. Without any it binds a texture of one entry: WebGL draws
/// nothing with a sampler whose texture is of another kind.
fn hidden_on_gpu(gl: &Gl, object: &Object, limits: &Limits) -> Result<TriangleState, RenderError> {
    let n = if object.hidden.is_empty() { 1 } else { object.mesh.n_triangles() };
    let mut state = TriangleState::new(gl, n, limits)?;
    object.hidden.iter().for_each(|triangle| state.set(triangle, HIDDEN, true));
    state.flush();
    state.bind();
    Ok(state)
}

/// Returns the integers of the framebuffer that is bound. OpenGL ES reads four of them a pixel, or whatever it prefers.
fn read_back(gl: &Gl, width: i32, height: i32) -> Vec<u32> {
    let channels = if gl.version().is_embedded { 4 } else { 1 };
    let format = if channels == 4 { glow::RGBA_INTEGER } else { glow::RED_INTEGER };
    let mut values = vec![0_u32; channels * width as usize * height as usize];
    let pixels = glow::PixelPackData::Slice(Some(settled(gl, bytemuck::cast_slice_mut(&mut values))));
    call!(gl, read_pixels(0, 0, width, height, format, glow::UNSIGNED_INT, pixels));
    values.chunks_exact(channels).map(|pixel| pixel[0]).collect()
}
