//! Painters of all that a frame shows besides its objects' triangles: background, occlusion, swarm, ground, strokes;
//! and of the finished pictures.

use super::eye_relative::{clip_from_unit_eye, unit_of_eye};
use super::frame::{Frame, Look};
use super::gl::{Buffer, Gl, PassState, RenderError, Texture, VertexArray, call, gl_size};
use super::grid::Grid;
use super::marks;
use super::occlusion::{Occlusion, OcclusionPainter};
use super::program::{Program, sources};
use super::stats::FrameStats;
use super::style::Palette;
use super::swarm::SwarmPainter;
use super::target::{Kept, Target};
use glam::DVec3;
use glow::HasContext;
use pickray::math::{FramebufferSize, Viewport};
use std::cell::OnceCell;
use std::sync::Arc;

/// Numbers of floats of the attributes of `shaders/stroke.vert`, which are the fields of `Stroke`.
const STROKE_ATTRIBUTES: [i32; 5] = [3, 3, 4, 4, 2];

pub(super) struct Painters {
    background: Program,
    present: Program,
    grid: Program,
    strokes: Program,
    // The array refers to the buffer, and is dropped before it.
    stroke_array: VertexArray,
    stroke_buffer: Buffer,
    /// Painter of occlusion, made when a frame first has occlusion; the inner `None` means that the driver refuses it.
    occlusion: OnceCell<Option<OcclusionPainter>>,
    /// Painter of swarms of bodies, made when a frame first has a swarm.
    swarm: Option<SwarmPainter>,
    /// Vertex array without attributes, for drawing vertices that a shader computes from `gl_VertexID`.
    no_attributes: VertexArray,
    gl: Gl,
}

/// Picture that is finished, and where it is shown.
pub(super) struct Presented<'a> {
    pub(super) viewport: Viewport,
    pub(super) picture: &'a Texture,
    /// Picture that gives way to it, and how strongly that still covers it, 0 to 1; `None` if there is none.
    pub(super) gives_way: Option<(&'a Texture, f32)>,
}

impl Painters {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        let (stroke_array, stroke_buffer) = (VertexArray::new(gl)?, Buffer::new(gl)?);
        stroke_buffer.replace(&[]);
        stroke_array.set_floats(0, &STROKE_ATTRIBUTES, true);
        Ok(Self {
            background: Program::new(gl, &sources!("background"))?,
            present: Program::new(gl, &sources!("background", "present"))?,
            grid: Program::new(gl, &sources!("grid"))?,
            strokes: Program::new(gl, &sources!("stroke"))?,
            stroke_array,
            stroke_buffer,
            occlusion: OnceCell::new(),
            swarm: None,
            no_attributes: VertexArray::new(gl)?,
            gl: Arc::clone(gl),
        })
    }

    /// Draws the background over the depth of all, or nothing but depth if the frame is transparent.
    pub(super) fn draw_background(&self, frame: &Frame, stats: &mut FrameStats) {
        let palette = Palette::of(frame.style.theme);
        call!(self.gl, depth_mask(true));
        call!(self.gl, clear_depth_f32(if frame.view.camera.reversed_z { 0.0 } else { 1.0 }));
        call!(self.gl, clear(glow::DEPTH_BUFFER_BIT));
        PassState::FLAT.apply(&self.gl);
        if frame.transparent {
            call!(self.gl, clear_color(0.0, 0.0, 0.0, 0.0));
            call!(self.gl, clear(glow::COLOR_BUFFER_BIT));
            return;
        }
        self.background.bind();
        self.background.set_vec3("u_top", palette.background_top);
        self.background.set_vec3("u_bottom", palette.background_bottom);
        self.draw_without_attributes(glow::TRIANGLES, 3);
        stats.draw_calls += 1;
    }

    /// Darkens folds of the target, or of the picture that is kept; `shape` is all that is shown.
    pub(super) fn draw_occlusion(
        &self,
        (target, kept): (&Target, Option<&Kept>),
        occlusion: &mut OnceCell<Option<Occlusion>>,
        frame: &Frame,
        shape: Option<&Look>,
        fades: bool,
        stats: &mut FrameStats,
    ) {
        let make_painter = || OcclusionPainter::new(&self.gl).ok();
        let shape = shape.and_then(|shape| Some((shape, self.occlusion.get_or_init(make_painter).as_ref()?)));
        if shape.is_some() {
            occlusion.get_or_init(|| Occlusion::new(&self.gl, target));
        }
        match (occlusion.get_mut(), shape) {
            (Some(Some(occlusion)), Some((shape, painter))) => {
                stats.fading |= !occlusion.draw(painter, (target, kept), frame, shape, fades);
                stats.draw_calls += 1;
                return;
            }
            (Some(Some(occlusion)), None) => occlusion.forget(),
            _ => {}
        }
        kept.iter().for_each(|kept| target.copy(&kept.colors));
    }

    pub(super) fn draw_swarm(&mut self, frame: &Frame, stats: &mut FrameStats) -> Result<(), RenderError> {
        let Some(swarm) = frame.swarm.filter(|_| frame.has_bodies()) else { return Ok(()) };
        PassState::surfaces(frame.view).apply(&self.gl);
        let painter = match &mut self.swarm {
            Some(painter) => painter,
            none => none.insert(SwarmPainter::new(&self.gl)?),
        };
        painter.draw(swarm, frame, stats);
        Ok(())
    }

    pub(super) fn draw_grid(&self, frame: &Frame, stats: &mut FrameStats) {
        let Some(grid) = Grid::of(frame).filter(|_| frame.warp.is_none()) else { return };
        let camera = &frame.view.camera;
        let depth = if camera.reversed_z { glow::GEQUAL } else { glow::LEQUAL };
        PassState { depth: Some(depth), write_depth: false, blend: true, ..PassState::FLAT }.apply(&self.gl);
        let program = &self.grid;
        program.bind();
        let (unit, eye_from_world) = (unit_of_eye(camera), camera.axes().transpose());
        let in_eye = |v: DVec3| (eye_from_world * v).as_vec3();
        let reach = grid.reach * unit;
        program.set_vec3("u_center", in_eye((grid.center - camera.eye) * unit));
        program.set_vec3("u_first", in_eye(grid.axes[0] * reach));
        program.set_vec3("u_second", in_eye(grid.axes[1] * reach));
        program.set_mat4("u_clip_from_eye", clip_from_unit_eye(frame.view).as_mat4());
        program.set_vec2("u_center_in_cells", grid.center_in_cells.as_vec2());
        program.set_f32("u_reach_in_cells", (grid.reach / grid.cell) as f32);
        program.set_f32("u_scale", frame.scale_factor as f32);
        program.set_vec3("u_strengths", grid.strengths.map(|strength| strength as f32));
        let palette = Palette::of(frame.style.theme);
        program.set_vec4("u_color", palette.grid);
        program.set_i32("u_axes", frame.style.axes.into());
        program.set_vec2("u_world_axes", grid.world_axes_in_cells.as_vec2());
        program.set_vec3("u_first_color", palette.axes[grid.world_axis(0)]);
        program.set_vec3("u_second_color", palette.axes[grid.world_axis(1)]);
        self.draw_without_attributes(glow::TRIANGLE_STRIP, 4);
        stats.draw_calls += 1;
    }

    /// Draws the strokes of a frame over its picture, first their parts behind surfaces, then those in front.
    pub(super) fn draw_strokes(&self, frame: &Frame, stats: &mut FrameStats) {
        let strokes = marks::strokes(frame);
        if strokes.is_empty() {
            return;
        }
        let (view, gl) = (frame.view, &self.gl);
        let bytes: &[u8] = bytemuck::cast_slice(&strokes);
        self.stroke_buffer.replace(bytes);
        stats.overlay_bytes += bytes.len() as u64;
        self.strokes.bind();
        self.strokes.set_vec2("u_viewport", [view.viewport.width as f32, view.viewport.height as f32]);
        self.stroke_array.bind();
        let (before, behind) =
            if view.camera.reversed_z { (glow::GEQUAL, glow::LESS) } else { (glow::LEQUAL, glow::GREATER) };
        let always = Some(glow::ALWAYS);
        PassState { depth: always, write_depth: false, blend: true, ..PassState::FLAT }.apply(gl);
        for (is_behind, depth) in [(true, behind), (false, before)] {
            call!(gl, depth_func(depth));
            self.strokes.set_i32("u_behind", is_behind.into());
            call!(gl, draw_arrays_instanced(glow::TRIANGLE_STRIP, 0, 4, strokes.len() as i32));
            stats.draw_calls += 1;
        }
        call!(gl, bind_vertex_array(None));
    }

    /// Copies pictures to their places in the bound framebuffer, and restores GL's defaults.
    pub(super) fn present<'a>(
        &self,
        pictures: impl Iterator<Item = Presented<'a>>,
        frame: &Frame,
        stats: &mut FrameStats,
    ) {
        PassState::FLAT.apply(&self.gl);
        let [red, green, blue] = Palette::of(frame.style.theme).background_bottom;
        call!(self.gl, clear_color(red, green, blue, 1.0));
        call!(self.gl, clear(glow::COLOR_BUFFER_BIT));
        for Presented { viewport, picture, gives_way } in pictures {
            call!(self.gl, viewport(viewport.x, viewport.y, viewport.width, viewport.height));
            picture.bind(0);
            self.present.bind();
            self.present.set_i32("u_picture", 0);
            self.present.set_vec2("u_corner", [viewport.x as f32, viewport.y as f32]);
            self.draw_without_attributes(glow::TRIANGLES, 3);
            stats.draw_calls += 1;

            if let Some((picture, strength)) = gives_way {
                picture.bind(0);
                PassState { blend: true, ..PassState::FLAT }.apply(&self.gl);
                call!(self.gl, blend_color(0.0, 0.0, 0.0, strength));
                call!(self.gl, blend_func(glow::CONSTANT_ALPHA, glow::ONE_MINUS_CONSTANT_ALPHA));
                self.draw_without_attributes(glow::TRIANGLES, 3);
                PassState::FLAT.apply(&self.gl);
                stats.draw_calls += 1;
                stats.fading = true;
            }
        }
        self.restore_defaults(frame.view.framebuffer);
    }

    /// Draws vertices that the shader makes from their numbers.
    fn draw_without_attributes(&self, mode: u32, vertices: i32) {
        self.no_attributes.bind();
        call!(self.gl, draw_arrays(mode, 0, vertices));
        call!(self.gl, bind_vertex_array(None));
    }

    /// Leaves GL's state at its defaults, but for the viewport, which is the whole framebuffer.
    pub(super) fn restore_defaults(&self, framebuffer: FramebufferSize) {
        PassState::FLAT.apply(&self.gl);
        call!(self.gl, bind_texture(glow::TEXTURE_2D, None));
        call!(self.gl, bind_buffer(glow::ARRAY_BUFFER, None));
        call!(self.gl, bind_renderbuffer(glow::RENDERBUFFER, None));
        call!(self.gl, use_program(None));
        call!(self.gl, depth_func(glow::LESS));
        call!(self.gl, clear_depth_f32(1.0));
        let [width, height] = gl_size(framebuffer);
        call!(self.gl, viewport(0, 0, width, height));
    }
}
