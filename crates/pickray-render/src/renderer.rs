//! Renderer of frames with OpenGL.
//!
//! The passes of a frame are background, triangles, ground and strokes. All are drawn into a target of the renderer's
//! own with several samples a pixel, which is then resolved and copied to the viewport's place in the framebuffer that
//! was bound before. Background and triangles are kept from frame to frame: as long as view and style stay, only
//! triangles that look different are drawn. Several views of one scene are drawn as one pane each; the scene itself is
//! on the GPU only once.

use super::RenderError;
use super::eye_relative::{clip_from_unit_eye, unit_of_eye};
use super::frame::{Frame, FrameStats};
use super::gl::{Gl, VertexArray, bound_framebuffer, call, gl_size};
use super::gpu_images::TextureLimit;
use super::gpu_scene::GpuScene;
use super::grid::Grid;
use super::ids::{self, IdBuffer};
use super::image::Image;
use super::in_sight::in_sight;
use super::kept::{Drawable, Kept, Look, Part, Work, count};
use super::marks;
use super::mesh_buffer::{Layer, MeshBuffer};
use super::mesh_painter::{MeshPainter, Pass};
use super::normals::PackedNormals;
use super::occlusion::{Area, Occlusion, OcclusionPainter};
use super::pane::Pane;
use super::pass_state::PassState;
use super::picture::Picture;
use super::program::{Program, sources};
use super::simplified::SimplifiedMesh;
use super::strokes::StrokePainter;
use super::style::{Palette, Shading};
use super::swarm::SwarmPainter;
use super::target::Target;
use glam::DVec3;
use glow::HasContext;
use pickray::intersect::Culling;
use pickray::math::FramebufferSize;
use pickray::mesh::{self, Mesh};
use pickray::scene::{Scene, View};
use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Number of triangles that a frame has time for, however slow the machine. The time of a frame is measured if it draws
/// as many, or half of what there is time for.
const LEAST_SLICE: usize = 1 << 15;

/// Divisor from the triangles that a frame has time for at rest to those that it has time for while things move, when
/// all else is drawn, too.
const MOVING_SHARE: usize = 6;

/// Renderer of frames into an OpenGL context that somebody else made; it keeps on the GPU what the frames show.
///
/// A renderer is used on the thread on which that context is current, and dropped before the context.
pub struct Renderer {
    // GL objects before the functions that delete them, though each holds those too.
    pub(super) objects: MeshPainter,
    background_program: Program,
    present_program: Program,
    grid_program: Program,
    strokes: StrokePainter,
    /// Painter of occlusion, made when a frame first has occlusion; the inner `None` means that the driver refuses it.
    occlusion: OnceCell<Option<OcclusionPainter>>,
    /// Painter of swarms of bodies, made when a frame first has a swarm.
    swarm: Option<SwarmPainter>,
    /// Program that draws triangle ids, made when ids are first asked for.
    ids_program: Option<Program>,
    /// Vertex array without attributes, for drawing vertices that a shader computes from `gl_VertexID`.
    no_attributes: VertexArray,
    /// Panes of the last frame, one for each view that it drew.
    pub(super) panes: Vec<Pane>,
    scene: GpuScene,
    pub(super) frame_time: Option<Duration>,
    /// `true` if occlusion fades in while frames are limited in time.
    fades: bool,
    /// Number of triangles drawn in a second; `None` until it is measured.
    pub(super) rate: Option<f64>,
    frame_number: u64,
    /// `true` if the last frame drew a mesh flat instead of smooth, because the mesh's normals are missing.
    normals_missing: bool,
    /// `true` if the last frame would have drawn simplified meshes while things move, but some are missing.
    simplified_missing: bool,
    gl: Gl,
}

impl fmt::Debug for Renderer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Renderer").finish_non_exhaustive()
    }
}

impl Renderer {
    /// Returns a renderer for the context that is current on this thread.
    ///
    /// # Errors
    /// When the driver refuses a shader.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, RenderError> {
        Ok(Self {
            objects: MeshPainter::new(&gl)?,
            background_program: Program::new(&gl, &sources!("background"))?,
            present_program: Program::new(&gl, &sources!("background", "present"))?,
            grid_program: Program::new(&gl, &sources!("grid"))?,
            strokes: StrokePainter::new(&gl)?,
            occlusion: OnceCell::new(),
            swarm: None,
            ids_program: None,
            no_attributes: VertexArray::new(&gl)?,
            panes: Vec::new(),
            scene: GpuScene::new(&gl),
            frame_time: None,
            fades: true,
            rate: None,
            frame_number: 0,
            normals_missing: false,
            simplified_missing: false,
            gl,
        })
    }

    /// Sets the largest number of bytes of meshes that a frame uploads; with `usize::MAX`, every frame is complete.
    pub fn set_upload_budget(&mut self, bytes: usize) {
        self.scene.upload_budget = bytes;
    }

    /// Sets about how long a frame may spend on triangles; with `None`, every frame is complete. With a limit, only
    /// some triangles are drawn, enlarged, while the camera or an object moves. Afterwards all triangles are drawn,
    /// over as many frames as it takes, the last of which has [`FrameStats::complete`]. The limit holds only where the
    /// picture is kept between frames.
    pub fn set_frame_time(&mut self, limit: Option<Duration>) {
        self.frame_time = limit;
    }

    /// Sets whether occlusion fades in (the default) or appears at once. Without a limit of a frame's time, it always
    /// appears at once.
    pub fn set_fading(&mut self, fades: bool) {
        self.fades = fades;
    }

    /// Returns the meshes of the last frame that the GPU does not take, each with its error. They are not drawn, but
    /// can still be picked.
    pub fn refused(&self) -> impl Iterator<Item = (&Arc<Mesh>, &RenderError)> {
        self.scene.refused.iter().map(|(mesh, error)| (mesh, error))
    }

    /// Returns the images of the last frame's textures that the GPU does not show as they are, each with the reason.
    pub fn limited_textures(&self) -> impl Iterator<Item = (&mesh::Image, TextureLimit)> {
        self.scene.images.limited()
    }

    /// Uploads the normals of a mesh of the scene, for smooth shading; until then the mesh is drawn flat. Returns the
    /// number of bytes uploaded: 0 if the mesh is not on the GPU, or if there is no memory for the normals.
    ///
    /// # Errors
    /// When the driver refuses a buffer.
    pub fn provide_normals(&mut self, mesh: &Arc<Mesh>, normals: &PackedNormals) -> Result<u64, RenderError> {
        match self.scene.meshes.iter_mut().find(|buffer| buffer.is_of(mesh)) {
            Some(buffer) => buffer.upload_normals(normals),
            None => Ok(0),
        }
    }

    /// Returns the meshes of `scene` that the last frame drew flat instead of smooth, because their normals are
    /// missing.
    pub fn meshes_without_normals<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Arc<Mesh>> {
        let lacks = |mesh: &Arc<Mesh>| self.scene.buffer_of(mesh).is_some_and(|buffer| !buffer.has_normals());
        let shown = scene.objects().iter().filter(|object| self.normals_missing && object.visible);
        shown.map(|object| &object.mesh).filter(move |mesh| lacks(mesh))
    }

    /// Uploads a simplified mesh, drawn in place of a mesh of the scene while things move and a frame has no time for
    /// all triangles. `None` says that the mesh cannot be simplified: then it is drawn whole. Returns the number of
    /// bytes uploaded.
    pub fn provide_simplified(&mut self, mesh: &Arc<Mesh>, simplified: Option<SimplifiedMesh>) -> u64 {
        let buffer = self.scene.meshes.iter_mut().find(|buffer| buffer.is_of(mesh));
        buffer.map_or(0, |buffer| buffer.provide_simplified(simplified))
    }

    /// Returns the meshes of `scene` that are to be simplified, each with the number of triangles to be left: those
    /// that are large, whose simplified meshes are missing, where the last frame had no time for all triangles.
    pub fn meshes_to_simplify<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = (&'a Arc<Mesh>, usize)> {
        let lacks = |buffer: &&MeshBuffer| self.simplified_missing && !buffer.is_simplified();
        let wanted = self.scene.meshes.iter().filter(lacks);
        wanted.map(|buffer| (buffer.mesh(), SimplifiedMesh::share(scene, buffer.mesh())))
    }

    /// Draws a frame into its viewport of the bound framebuffer, and clears the framebuffer around the viewport.
    /// OpenGL's state is left at its defaults, except that the viewport is the whole framebuffer.
    ///
    /// # Errors
    /// When the picture is too large for the GPU.
    pub fn draw(&mut self, frame: &Frame) -> Result<FrameStats, RenderError> {
        self.draw_panes(std::slice::from_ref(frame))
    }

    /// Draws several views of one scene side by side, as [`draw`](Self::draw) draws one. The frames must differ only in
    /// view and overlays, and their viewports must not overlap. All views share what is uploaded. A view's picture is
    /// kept between calls while the view keeps its index in `frames`.
    ///
    /// # Errors
    /// When a picture is too large for the GPU.
    pub fn draw_panes(&mut self, frames: &[Frame]) -> Result<FrameStats, RenderError> {
        self.frame_number += 1;
        let mut stats = FrameStats { frame_number: self.frame_number, complete: true, ..FrameStats::default() };
        let Some(first) = frames.first() else { return Ok(stats) };
        let shown_on = bound_framebuffer(&self.gl);
        PassState::FLAT.apply(&self.gl);

        let changed = self.scene.follow(first, self.frame_time.map(|time| time / 2), &mut stats)?;
        let mut panes = std::mem::take(&mut self.panes);
        panes.resize_with(frames.len(), Pane::default);
        let time = self.frame_time.map(|time| time / frames.len() as u32);
        for (pane, frame) in panes.iter_mut().zip(frames) {
            self.draw_pane(pane, frame, changed.clone(), time, &mut stats)?;
        }
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        self.present(&mut panes, frames, &mut stats);
        self.panes = panes;
        self.normals_missing = stats.normals_missing;
        self.simplified_missing = stats.simplified_missing;
        Ok(stats)
    }

    /// Draws a frame into the target of its pane, in about `time` if that is limited.
    fn draw_pane(
        &mut self,
        pane: &mut Pane,
        frame: &Frame,
        changed: Vec<Part>,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) -> Result<(), RenderError> {
        if frame.view.viewport.is_empty() {
            pane.forget();
            return Ok(());
        }
        pane.fit(&self.gl, frame)?;
        let was_simplified = std::mem::take(&mut pane.is_simplified);
        if self.draw_scene(pane, frame, changed, time, stats)? {
            if was_simplified && !pane.is_simplified {
                pane.give_way(time.is_some() && self.fades);
            }
            self.draw_grid(frame, stats);
            self.draw_strokes(frame, stats);
            pane.target.iter().for_each(Target::resolve);
        } else {
            pane.is_simplified = was_simplified;
        }
        stats.target_bytes += pane.bytes();
        Ok(())
    }

    /// Returns a frame, drawn in full, as a picture of its framebuffer's size. The framebuffer that was bound before is
    /// bound again, and the next frame is drawn anew.
    ///
    /// # Errors
    /// When the picture is too large for the GPU.
    pub fn picture(&mut self, frame: &Frame) -> Result<Image, RenderError> {
        self.picture_of_panes(std::slice::from_ref(frame), || {})
    }

    /// Returns several views of one scene, drawn in full, as a picture of their framebuffer's size, like
    /// [`picture`](Self::picture) for one view. The function `over` is called after the views are drawn, with the
    /// picture's framebuffer bound, to draw over them.
    ///
    /// # Errors
    /// When the picture is too large for the GPU.
    pub fn picture_of_panes(&mut self, frames: &[Frame], over: impl FnOnce()) -> Result<Image, RenderError> {
        let Some(frame) = frames.first() else { return Ok(Image::new(0, 0, [0; 4])) };
        let shown_on = bound_framebuffer(&self.gl);
        let size = frame.view.framebuffer;
        let Some(picture) = Picture::new(&self.gl, size)? else {
            return Ok(Image::new(size.width, size.height, [0; 4]));
        };
        let time = std::mem::take(&mut self.frame_time);
        let budget = std::mem::replace(&mut self.scene.upload_budget, usize::MAX);
        self.panes.clear();
        let drawn = self.draw_panes(frames);
        self.panes.clear();
        over();
        (self.frame_time, self.scene.upload_budget) = (time, budget);
        let image = drawn.map(|_| picture.read_back(&self.gl, size));
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        image.map(|image| if frame.transparent { image.with_colors_divided() } else { image })
    }

    /// Returns the triangle that each pixel of a view's framebuffer shows, without the side that `culling` leaves
    /// so. Missing parts of the meshes are uploaded first. Afterwards the framebuffer that was bound before is bound
    /// again, and OpenGL's viewport is the view's whole framebuffer.
    ///
    /// # Errors
    /// When the framebuffer or a mesh is too large for the GPU.
    pub fn ids(&mut self, scene: &Scene, view: &View, culling: Culling) -> Result<IdBuffer, RenderError> {
        let shown_on = bound_framebuffer(&self.gl);
        self.scene.upload_all(scene)?;
        if self.ids_program.is_none() {
            self.ids_program = Some(ids::program(&self.gl)?);
        }
        let program = self.ids_program.as_ref().expect("made above");
        PassState { culling, ..PassState::surfaces(view) }.apply(&self.gl);
        let drawn = ids::draw(&self.gl, program, scene, view, culling, |index| {
            self.scene.buffer_of(&scene.objects()[index].mesh)
        });
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        self.restore_defaults(view.framebuffer);
        drawn
    }

    /// Draws objects and swarm, as far as they are not kept already; returns whether the target is to be shown.
    fn draw_scene(
        &mut self,
        pane: &mut Pane,
        frame: &Frame,
        changed: Vec<Part>,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) -> Result<bool, RenderError> {
        let smooth = frame.style.shading == Shading::Smooth;
        let shown = || (0..frame.scene.objects().len()).filter_map(|index| self.scene.shown_buffer(frame, index));
        stats.normals_missing |= smooth && shown().any(|buffer| !buffer.has_normals());
        // A mesh on its way is not drawn where no picture is kept: each frame would draw all of it again.
        let is_kept = pane.kept.is_some() || time.is_none();
        let is_whole = |buffer: &MeshBuffer| buffer.is_complete() && !self.scene.misses_slots;
        let look = Look::new(frame, |index| {
            let buffer = self.scene.shown_buffer(frame, index);
            buffer.map_or(Drawable::default(), |buffer| Drawable {
                there: if is_kept || is_whole(buffer) { buffer.uploaded() } else { 0 },
                smooth: smooth && buffer.has_normals(),
                colored: buffer.is_with(Layer::Colors),
                images: match buffer.is_with(Layer::TextureCoordinates) {
                    true => self.scene.images.n_ready(buffer.mesh()),
                    false => 0,
                },
            })
        });
        let most = time.zip(self.rate).map_or(usize::MAX, |(time, rate)| (time.as_secs_f64() * rate) as usize);
        let all = look.all();
        let moving = (most / MOVING_SHARE).max(LEAST_SLICE);
        let is_slow = moving < count(&all);
        let simplifies = is_slow && shown().all(MeshBuffer::is_simplified);
        stats.simplified_missing |= is_slow && !simplifies;
        let shape = occludes(frame).then(|| look.clone());
        let work = match &mut pane.kept {
            Some(kept) if can_be_kept(frame, &all) => Some(kept.show(look, frame, changed, most, simplifies)),
            _ => {
                pane.forget();
                (simplifies && pane.moves(&look)).then_some(Work::Simplified)
            }
        };
        pane.is_simplified = matches!(work, Some(Work::Simplified));
        let in_sight = pane.is_simplified.then(|| in_sight(frame, LEAST_SLICE)).flatten();
        if pane.is_simplified {
            self.scene.follow_simplified(stats)?;
        }
        let Some(target) = &mut pane.target else { return Ok(true) };
        stats.complete &= work.is_none() || pane.kept.as_ref().is_some_and(Kept::is_complete);
        if let Some(Some(occlusion)) = pane.occlusion.get_mut() {
            occlusion.note(match &work {
                Some(Work::Parts { changed, added }) => Area::of(frame, &[changed, added]),
                _ => Area::ALL,
            });
        }
        let (kept, added) = match (&mut pane.kept, work) {
            (Some(kept), Some(Work::Anew(added))) => {
                kept.bind();
                kept.clear_numbers();
                kept.bind_colors();
                self.draw_background(frame, stats);
                (kept, added)
            }
            (Some(kept), Some(Work::Parts { changed, added })) => {
                let program = self.objects.program(Pass::Changes);
                program.bind();
                kept.choose_samples(program);
                self.objects.draw(&self.scene, frame, &changed, Pass::Changes, stats);
                kept.release_samples();
                (kept, added)
            }
            (_, work) => {
                let is_whole = work.is_none();
                // Whether a frame has time for all is found out where no picture is kept, too.
                let is_timed = is_whole && time.is_some() && LEAST_SLICE <= count(&all);
                let start = is_timed.then(|| {
                    target.wait();
                    Instant::now()
                });
                target.bind();
                self.draw_background(frame, stats);
                let pass = match &in_sight {
                    Some(triangles) => Pass::InSight(triangles),
                    None if is_whole => Pass::Objects,
                    None => Pass::Simplified,
                };
                self.objects.draw(&self.scene, frame, &all, pass, stats);
                if let (Some(start), Some(time)) = (start, time) {
                    target.wait();
                    measure(&mut self.rate, start.elapsed(), count(&all), time);
                    target.bind();
                }
                self.draw_occlusion(
                    pane,
                    false,
                    frame,
                    shape.filter(|_| is_whole),
                    time.is_some() && self.fades,
                    stats,
                );
                self.draw_swarm(frame, stats)?;
                return Ok(true);
            }
        };
        kept.bind();
        let is_timed = time.is_some() && (most / 2).clamp(LEAST_SLICE / 2, LEAST_SLICE) <= count(&added);
        let start = is_timed.then(|| {
            call!(self.gl, finish());
            Instant::now()
        });
        let drawn_before = stats.triangles_drawn;
        self.objects.draw(&self.scene, frame, &added, Pass::Objects, stats);
        let elapsed = start.map(|start| {
            call!(self.gl, finish());
            start.elapsed()
        });
        if let (Some(elapsed), Some(time)) = (elapsed, time) {
            measure(&mut self.rate, elapsed, (stats.triangles_drawn - drawn_before) as usize, time);
        }
        let (on_screen, complete) = (!kept.is_hidden(), kept.is_complete());
        if on_screen {
            self.draw_occlusion(pane, true, frame, shape.filter(|_| complete), time.is_some() && self.fades, stats);
            let (Some(target), Some(kept)) = (&mut pane.target, &mut pane.kept) else { return Ok(true) };
            target.bind();
            if frame.has_bodies() && !target.bind_over()? {
                // They are drawn into the depth that the kept picture needs.
                kept.forget();
            }
            self.draw_swarm(frame, stats)?;
        }
        Ok(on_screen)
    }

    /// Darkens folds and creases of the target, or of the kept picture if `is_kept`, copied to the target. `shape` is
    /// all that is shown; `None` darkens nothing.
    fn draw_occlusion(
        &self,
        pane: &mut Pane,
        is_kept: bool,
        frame: &Frame,
        shape: Option<Look>,
        fades: bool,
        stats: &mut FrameStats,
    ) {
        let Pane { target: Some(target), kept, occlusion, .. } = pane else { return };
        let kept = kept.as_ref().filter(|_| is_kept);
        let painter = || self.occlusion.get_or_init(|| OcclusionPainter::new(&self.gl).ok()).as_ref();
        let painter = shape.as_ref().and_then(|_| painter());
        if painter.is_some() {
            occlusion.get_or_init(|| Occlusion::new(&self.gl, target));
        }
        match (occlusion.get_mut(), painter, &shape) {
            (Some(Some(occlusion)), Some(painter), Some(shape)) => {
                stats.fading |= !occlusion.draw(painter, (target, kept), frame, shape, fades);
                stats.draw_calls += 1;
                return;
            }
            (Some(Some(occlusion)), ..) => occlusion.forget(),
            _ => {}
        }
        kept.iter().for_each(|kept| kept.copy_to(target));
    }

    fn draw_background(&self, frame: &Frame, stats: &mut FrameStats) {
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
        self.background_program.bind();
        self.background_program.set_vec3("u_top", palette.background_top);
        self.background_program.set_vec3("u_bottom", palette.background_bottom);
        self.draw_without_attributes(glow::TRIANGLES, 3);
        stats.draw_calls += 1;
    }

    /// Draws vertices that the shader makes from their numbers.
    fn draw_without_attributes(&self, mode: u32, vertices: i32) {
        self.no_attributes.bind();
        call!(self.gl, draw_arrays(mode, 0, vertices));
        call!(self.gl, bind_vertex_array(None));
    }

    fn draw_swarm(&mut self, frame: &Frame, stats: &mut FrameStats) -> Result<(), RenderError> {
        let Some(swarm) = frame.swarm.filter(|_| frame.has_bodies()) else { return Ok(()) };
        PassState::surfaces(frame.view).apply(&self.gl);
        let painter = match &mut self.swarm {
            Some(painter) => painter,
            none => none.insert(SwarmPainter::new(&self.gl)?),
        };
        painter.draw(swarm, frame, stats);
        Ok(())
    }

    fn draw_grid(&self, frame: &Frame, stats: &mut FrameStats) {
        let Some(grid) = Grid::of(frame).filter(|_| frame.warp.is_none()) else { return };
        let camera = &frame.view.camera;
        let depth = if camera.reversed_z { glow::GEQUAL } else { glow::LEQUAL };
        PassState { depth: Some(depth), write_depth: false, blend: true, ..PassState::FLAT }.apply(&self.gl);
        let program = &self.grid_program;
        program.bind();
        let (unit, eye_from_world) = (unit_of_eye(camera), camera.axes().transpose());
        let in_eye = |v: DVec3| (eye_from_world * v).as_vec3();
        let reach = grid.reach_in_eye(frame);
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

    fn draw_strokes(&self, frame: &Frame, stats: &mut FrameStats) {
        let strokes = marks::strokes(frame);
        let always = Some(glow::ALWAYS);
        PassState { depth: always, write_depth: false, blend: true, ..PassState::FLAT }.apply(&self.gl);
        stats.overlay_bytes += self.strokes.draw(&strokes, frame.view.viewport, frame.view.camera.reversed_z);
        stats.draw_calls += if strokes.is_empty() { 0 } else { 2 };
    }

    /// Copies the pictures to their places in the framebuffer that is bound, and restores GL's defaults.
    fn present(&self, panes: &mut [Pane], frames: &[Frame], stats: &mut FrameStats) {
        PassState::FLAT.apply(&self.gl);
        if let Some(frame) = frames.first() {
            let [red, green, blue] = Palette::of(frame.style.theme).background_bottom;
            call!(self.gl, clear_color(red, green, blue, 1.0));
            call!(self.gl, clear(glow::COLOR_BUFFER_BIT));
        }
        for (pane, frame) in panes.iter_mut().zip(frames) {
            let viewport = frame.view.viewport;
            let Some(target) = pane.target.as_ref().filter(|_| !viewport.is_empty()) else { continue };
            call!(self.gl, viewport(viewport.x, viewport.y, viewport.width, viewport.height));
            target.picture().bind(0);
            self.present_program.bind();
            self.present_program.set_i32("u_picture", 0);
            self.present_program.set_vec2("u_corner", [viewport.x as f32, viewport.y as f32]);
            self.draw_without_attributes(glow::TRIANGLES, 3);
            stats.draw_calls += 1;
            if let Some((picture, strength)) = pane.giving_way() {
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
        if let Some(frame) = frames.first() {
            self.restore_defaults(frame.view.framebuffer);
        }
    }

    /// Leaves GL's state at its defaults, but for the viewport, which is the whole framebuffer.
    fn restore_defaults(&self, framebuffer: FramebufferSize) {
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

/// Returns whether a frame has occlusion. In a warped world depths are other lengths, and a wireframe has no surface.
fn occludes(frame: &Frame) -> bool {
    frame.style.occlusion && !frame.style.wireframe && frame.warp.is_none()
}

/// Follows the number of triangles drawn in a second, by the time that some took; a frame has `time`.
fn measure(rate: &mut Option<f64>, elapsed: Duration, triangles: usize, time: Duration) {
    let each = elapsed.as_secs_f64() / triangles.max(1) as f64;
    let each = rate.map_or(each, |rate| 0.5 * (each + 1.0 / rate));
    *rate = Some((1.0 / each).max(LEAST_SLICE as f64 / time.as_secs_f64()));
}

/// Returns whether the picture is kept: there is more in it than bodies, and its triangles are told apart by 32 bits.
fn can_be_kept(frame: &Frame, drawn: &[Part]) -> bool {
    let triangles = frame.scene.objects().iter().map(|object| object.mesh.n_triangles() as u64);
    (!frame.has_bodies() || 0 < count(drawn)) && triangles.sum::<u64>() < u64::from(u32::MAX)
}

#[cfg(all(test, feature = "offscreen"))]
mod tests {
    use super::*;
    use crate::Style;
    use crate::context::OffscreenContext;
    use crate::mesh_buffer::Limits;
    use crate::offscreen::{Offscreen, OffscreenError};
    use pickray::math::{CursorPosition, FramebufferSize};
    use pickray::mesh::{CornerValues, Load, Pixels};
    use pickray::pick::{PickOptions, Selection, TriangleId, pick};
    use pickray::scene::{Camera, Object, View};

    /// A fan of `n` triangles.
    fn scene(n: u32) -> Scene {
        let rim = (0..=n).map(|k| (k as f32 / n as f32 * 6.0).sin_cos()).map(|(sin, cos)| [cos, sin, 0.0]);
        let corners = std::iter::once([0.0, 0.0, 0.0]).chain(rim).collect();
        let triangles = (1..=n).map(|k| [0, k, k + 1]).collect();
        Scene::of(Object::new("fan", Mesh::from_triangles(corners, triangles).expect("a mesh").into()))
    }

    /// A fan of 12 triangles with an image on it.
    fn textured(name: &str, side: u32) -> Scene {
        let text: String = (1..=12).fold("v 0 0 0\n".to_owned(), |text, k| {
            let (sin, cos) = f64::from(k).sin_cos();
            text + &format!("v {cos} {sin} 0\n")
        });
        let faces: String = (1..=11).map(|k| format!("f 1 {} {}\n", k + 1, k + 2)).collect();
        let text = format!("{text}usemtl m\n{faces}");
        let mut mesh = Load::bytes("fan.obj", text.as_bytes()).mesh().expect("a mesh").0;
        let uv: Vec<_> = mesh.positions().iter().map(|[x, y, _]| [0.5 + 0.4 * x, 0.5 + 0.4 * y]).collect();
        mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
        let bytes = (0..side * side).flat_map(|k| [(k * 7) as u8, (k % side * 3) as u8, (k / side * 5) as u8, 255]);
        let pixels = Pixels::new(side, side, bytes.collect()).expect("pixels");
        let image_from_uv = mesh::Texture::V_UP;
        let texture = mesh::Texture { image: 0, set: 0, wrap: Default::default(), nearest: false, image_from_uv };
        mesh.set_textures(vec![Some(texture)], vec![mesh::Image::of_pixels(name, pixels)]);
        Scene::of(Object::new("fan", mesh.into()))
    }

    #[test]
    fn an_image_that_is_too_large_is_made_smaller_and_named() {
        let scene = textured("photo.png", 200);
        let (view, style, selection) = (view(&scene), Style::default(), Selection::default());
        let frame = Frame::new(&scene, &view, &style, &selection);
        let small = Limits { triangles_per_chunk: 1 << 20, texture_size: 64 };
        let (mut limited, mut whole) = (offscreen(Some(small), context()), offscreen(None, context()));
        let (smaller, _) = limited.draw(&frame).expect("a picture");
        let (expected, _) = whole.draw(&frame).expect("a picture");
        let told: Vec<_> = limited.renderer().limited_textures().map(|(image, limit)| (image.name(), limit)).collect();
        assert_eq!(told, [("photo.png", TextureLimit::MadeSmaller { width: 50, height: 50 })]);
        assert_eq!(whole.renderer().limited_textures().count(), 0);
        let channels = smaller.pixels.as_flattened().iter().zip(expected.pixels.as_flattened());
        let differs = channels.map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>() / smaller.pixels.len() as u64;
        assert!(smaller != expected && differs < 30, "{differs} a pixel");
    }

    fn offscreen(limits: Option<Limits>, context: OffscreenContext) -> Offscreen {
        let mut offscreen = Offscreen::on(context).unwrap_or_else(|error| panic!("{error}"));
        if let Some(limits) = limits {
            offscreen.renderer().scene.limits = limits;
        }
        offscreen
    }

    fn context() -> OffscreenContext {
        OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"))
    }

    fn view(scene: &Scene) -> View {
        View::new(Camera::framing(&scene.bounds(), 1.0, scene.up_axis()), FramebufferSize::new(120, 120))
    }

    #[test]
    fn chunks_and_rows_of_states_make_the_same_picture() {
        let scene = scene(3000);
        let (view, style) = (view(&scene), Style::default());
        let mut selection = Selection::default();
        selection.add((0..3000).step_by(3).map(|triangle| TriangleId { object: 0, triangle }));
        let frame = Frame::new(&scene, &view, &style, &selection);
        let small = Limits { triangles_per_chunk: 7, texture_size: 64 };
        let (expected, whole) = offscreen(None, context()).draw(&frame).expect("a picture");
        let (pieces, cut) = offscreen(Some(small), context()).draw(&frame).expect("a picture");
        assert_eq!(cut.draw_calls - whole.draw_calls, 3000_u32.div_ceil(7) - 1);
        assert_eq!(pieces, expected);
    }

    #[test]
    fn a_mesh_that_is_too_large_is_refused_with_both_numbers_and_can_be_picked() {
        let scene = scene(5000);
        let (view, style, selection) = (view(&scene), Style::default(), Selection::default());
        let frame = Frame::new(&scene, &view, &style, &selection);
        let small = Limits { triangles_per_chunk: 1 << 20, texture_size: 64 };
        let mut offscreen = offscreen(Some(small), context());
        let Err(OffscreenError::Render(error)) = offscreen.draw(&frame) else { panic!("5000 fit into 64 x 64") };
        let message = error.to_string();
        assert!(message.contains("5000 triangles") && message.contains("4096"), "{message}");
        let stats = offscreen.renderer().draw(&frame).expect("a picture without it");
        assert_eq!((stats.objects_refused, stats.triangles_drawn, stats.gpu_bytes), (1, 0, 0));
        assert!(pick(&scene, &view, CursorPosition::new(60.0, 60.0), &PickOptions::default()).is_some());
    }

    #[test]
    fn opengl_es_draws_what_opengl_draws() {
        let scene = scene(12);
        let view = view(&scene);
        let textured = textured("photo.png", 100);
        let embedded = OffscreenContext::embedded().unwrap_or_else(|error| panic!("{error}"));
        assert!(embedded.gl().version().is_embedded);
        let mut embedded = offscreen(None, embedded);
        let mut pictures = Vec::new();
        let wires = Style { shading: Shading::Smooth, wireframe: true, ..Style::default() };
        for (scene, style) in [(&scene, Style::default()), (&scene, wires), (&textured, Style::default())] {
            let selection = Selection::default();
            let hover = Some(TriangleId { object: 0, triangle: 2 });
            let frame = Frame { hover, ..Frame::new(scene, &view, &style, &selection) };
            let (on_es, _) = embedded.draw(&frame).expect("a picture");
            let (on_gl, _) = offscreen(None, context()).draw(&frame).expect("a picture");
            let differ = |(a, b): &(&[u8; 4], &[u8; 4])| a.iter().zip(b.iter()).any(|(a, b)| 3 < a.abs_diff(*b));
            let differing = on_es.pixels.iter().zip(&on_gl.pixels).filter(differ).count();
            assert!(differing < on_es.pixels.len() / 500, "{differing} pixels differ");
            pictures.push(on_es);
        }
        assert!(pictures[0] != pictures[1] && pictures[0] != pictures[2]);
        let on_es = embedded.ids(&scene, &view, Culling::None).expect("ids");
        let on_gl = offscreen(None, context()).ids(&scene, &view, Culling::None).expect("ids");
        let differing = (0..120 * 120).filter(|k| on_es.at(k % 120, k / 120) != on_gl.at(k % 120, k / 120)).count();
        let shown = (0..120 * 120).filter(|k| on_es.at(k % 120, k / 120).is_some()).count();
        assert!(differing == 0 && 1000 < shown, "{differing} of {shown} ids differ");
    }
}
