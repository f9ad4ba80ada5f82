//! Renderer of frames with OpenGL.
//!
//! The passes of a frame are background, triangles, ground and strokes. All are drawn into a target of the renderer's
//! own with several samples a pixel, which is then resolved and copied to the viewport's place in the framebuffer that
//! was bound before. Background and triangles are kept from frame to frame: as long as view and style stay, only
//! triangles that look different are drawn. Several views of one scene are drawn as one pane each; the scene itself is
//! on the GPU only once.

use super::frame::{Frame, FrameStats};
use super::gl::{Gl, PassState, RenderError, bound_framebuffer, call};
use super::gpu_images::TextureLimit;
use super::gpu_scene::GpuScene;
use super::ids::{self, IdBuffer};
use super::image::Image;
use super::kept::{Kept, Part, State, Work, count};
use super::mesh_buffer::MeshBuffer;
use super::mesh_painter::{LEAST_SLICE, MeshPainter, Pass, in_sight, measure};
use super::normals::PackedNormals;
use super::occlusion::Area;
use super::painters::Painters;
use super::pane::Pane;
use super::program::Program;
use super::simplified::SimplifiedMesh;
use super::target::{Picture, Target};
use glow::HasContext;
use pickray::intersect::Culling;
use pickray::mesh::{self, Mesh};
use pickray::scene::{Scene, View};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Divisor from the triangles that a frame has time for at rest to those while things move.
const MOVING_SHARE: usize = 6;

/// Renderer of frames into an OpenGL context that somebody else made; it keeps on the GPU what the frames show.
///
/// A renderer is used on the thread on which that context is current, and dropped before the context.
pub struct Renderer {
    // GL objects before the functions that delete them, though each holds those too.
    pub(super) objects: MeshPainter,
    painters: Painters,
    /// Program that draws triangle ids, made when ids are first asked for.
    ids_program: Option<Program>,
    pub(super) panes: Vec<Pane>,
    scene: GpuScene,
    pub(super) frame_time: Option<Duration>,
    /// `true` if occlusion fades in while frames are limited in time.
    fades: bool,
    /// Number of triangles drawn in a second; `None` until it is measured.
    pub(super) rate: Option<f64>,
    /// Statistics of the last frame, such as what it had no time for.
    last: FrameStats,
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
            painters: Painters::new(&gl)?,
            ids_program: None,
            panes: Vec::new(),
            scene: GpuScene::new(&gl),
            frame_time: None,
            fades: true,
            rate: None,
            last: FrameStats::default(),
            gl,
        })
    }

    /// Sets the largest number of bytes of meshes that a frame uploads; with `usize::MAX`, every frame is complete.
    pub fn set_upload_budget(&mut self, bytes: usize) {
        self.scene.upload_budget = bytes;
    }

    /// Sets about how long a frame may spend on triangles; with `None`, every frame is complete. With a limit, a few
    /// triangles stand for many while the camera or an object moves. Afterwards all triangles are drawn, over as many
    /// frames as it takes, the last of which has [`FrameStats::complete`]. The limit holds only where the picture is
    /// kept between frames.
    pub fn set_frame_time(&mut self, limit: Option<Duration>) {
        self.frame_time = limit;
    }

    /// Sets whether occlusion fades in (the default), as it does only with a limit of a frame's time.
    pub fn set_fading(&mut self, fades: bool) {
        self.fades = fades;
    }

    /// Returns the meshes that the GPU did not take, each with its error: not drawn, but still to be picked.
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

    /// Returns the meshes of `scene` that the last frame drew flat for lack of their normals.
    pub fn meshes_without_normals<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = &'a Arc<Mesh>> {
        let lacks = |mesh: &Arc<Mesh>| self.scene.buffer_of(mesh).is_some_and(|buffer| !buffer.has_normals());
        let shown = scene.objects().iter().filter(|object| self.last.normals_missing && object.visible);
        shown.map(|object| &object.mesh).filter(move |mesh| lacks(mesh))
    }

    /// Uploads a simplified mesh, drawn in place of a mesh of the scene while things move and a frame has no time for
    /// all triangles. `None` says that the mesh cannot be simplified: then it is drawn whole. Returns the number of
    /// bytes uploaded.
    pub fn provide_simplified(&mut self, mesh: &Arc<Mesh>, simplified: Option<SimplifiedMesh>) -> u64 {
        let buffer = self.scene.meshes.iter_mut().find(|buffer| buffer.is_of(mesh));
        buffer.map_or(0, |buffer| buffer.provide_simplified(&self.gl, simplified))
    }

    /// Returns the meshes of `scene` that are to be simplified, each with the number of triangles to be left: those
    /// that are large, whose simplified meshes are missing, where the last frame had no time for all triangles.
    pub fn meshes_to_simplify<'a>(&'a self, scene: &'a Scene) -> impl Iterator<Item = (&'a Arc<Mesh>, usize)> {
        let lacks = |buffer: &&MeshBuffer| self.last.simplified_missing && buffer.awaits_simplified();
        let wanted = self.scene.meshes.iter().filter(lacks);
        wanted.map(|buffer| (&buffer.mesh, SimplifiedMesh::share(scene, &buffer.mesh)))
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
        self.last.frame_number += 1;
        let frame_number = self.last.frame_number;
        let mut stats = FrameStats { frame_number, complete: true, ..FrameStats::default() };
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
        self.painters.present(&mut panes, frames, &mut stats);
        (self.panes, self.last) = (panes, stats);
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
        let state = self.draw_scene(pane, frame, changed, time, stats)?;
        if state != State::HIDDEN {
            if pane.state == State::Moving && state != State::Moving {
                pane.give_way(time.is_some() && self.fades);
            }
            pane.state = state;
            self.painters.draw_grid(frame, stats);
            self.painters.draw_strokes(frame, stats);
            pane.target.iter().for_each(Target::resolve);
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
        self.painters.restore_defaults(view.framebuffer);
        drawn
    }

    /// Draws objects and swarm, as far as they are not kept already; returns the state of the picture.
    fn draw_scene(
        &mut self,
        pane: &mut Pane,
        frame: &Frame,
        changed: Vec<Part>,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) -> Result<State, RenderError> {
        // A mesh on its way is not drawn where no picture is kept: each frame would draw all of it again.
        let look = self.scene.look(frame, pane.kept.is_some() || time.is_none(), stats);

        // While things move, simplified meshes stand for more triangles than a frame has time for.
        let most = time.zip(self.rate).map_or(usize::MAX, |(time, rate)| (time.as_secs_f64() * rate) as usize);
        let all = look.all();
        let is_slow = (most / MOVING_SHARE).max(LEAST_SLICE) < count(&all);
        let simplifies = is_slow && !self.scene.shown(frame).any(MeshBuffer::awaits_simplified);
        stats.simplified_missing |= is_slow && !simplifies;

        // In a warped world depths are other lengths, and a wireframe has no surface: neither has occlusion.
        let occludes = frame.style.occlusion && !frame.style.wireframe && frame.warp.is_none();
        let shape = occludes.then(|| look.clone());
        let (work, state) = pane.show(look, frame, changed, most, simplifies);
        let shape = shape.filter(|_| state == State::Resting);
        stats.complete &= state == State::Resting;
        if state == State::Moving {
            self.scene.follow_simplified(stats)?;
        }
        if let Some(Some(occlusion)) = pane.occlusion.get_mut() {
            occlusion.note(match &work {
                Work::Parts { changed, added } => Area::of(frame, &[changed, added]),
                Work::Whole | Work::Simplified | Work::RedrawAll(_) => Area::ALL,
            });
        }

        let Pane { target: Some(target), kept, .. } = &*pane else { return Ok(state) };
        let added = match (kept, work) {
            (Some(kept), Work::RedrawAll(added)) => {
                kept.bind();
                kept.clear_numbers();
                kept.bind_colors();
                self.painters.draw_background(frame, stats);
                Some((kept, added))
            }
            (Some(kept), Work::Parts { changed, added }) => {
                let program = self.objects.program(Pass::Changes);
                program.bind();
                kept.choose_samples(program);
                self.objects.draw(&self.scene, frame, &changed, Pass::Changes, stats);
                kept.release_samples();
                Some((kept, added))
            }
            _ => None,
        };
        let is_kept = added.is_some();
        match added {
            Some((kept, added)) => self.draw_added(kept, frame, &added, most, time, stats),
            None => self.draw_whole(target, frame, &all, state, time, stats),
        }
        if state == State::HIDDEN {
            return Ok(state);
        }

        let fades = time.is_some() && self.fades;
        self.painters.draw_occlusion(pane, is_kept, frame, shape.as_ref(), fades, stats);
        let Pane { target: Some(target), kept, .. } = pane else { return Ok(state) };
        target.bind();
        if is_kept && frame.has_bodies() && !target.bind_over()? {
            // They are drawn into the depth that the kept picture needs.
            kept.iter_mut().for_each(Kept::forget);
        }
        self.painters.draw_swarm(frame, stats)?;
        Ok(state)
    }

    /// Draws triangles into the kept picture, after those that it shows.
    fn draw_added(
        &mut self,
        kept: &Kept,
        frame: &Frame,
        added: &[Part],
        most: usize,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) {
        kept.bind();
        let Self { objects, scene, rate, gl, .. } = self;
        let is_much = (most / 2).clamp(LEAST_SLICE / 2, LEAST_SLICE) <= count(added);
        let draw = || {
            let before = stats.triangles_drawn;
            objects.draw(scene, frame, added, Pass::Objects, stats);
            (stats.triangles_drawn - before) as usize
        };
        measure(rate, time.filter(|_| is_much), || call!(gl, finish()), draw);
    }

    /// Draws all triangles, or simplified meshes, where their picture is not kept.
    fn draw_whole(
        &mut self,
        target: &Target,
        frame: &Frame,
        all: &[Part],
        state: State,
        time: Option<Duration>,
        stats: &mut FrameStats,
    ) {
        let in_sight = if state == State::Moving { in_sight(frame, LEAST_SLICE) } else { None };
        let pass = match &in_sight {
            Some(triangles) => Pass::InSight(triangles),
            None if state == State::Moving => Pass::Simplified,
            None => Pass::Objects,
        };
        let Self { objects, painters, scene, rate, .. } = self;
        // Whether a frame has time for all is found out where no picture is kept, too.
        let is_much = state != State::Moving && LEAST_SLICE <= count(all);
        let draw = || {
            target.bind();
            painters.draw_background(frame, stats);
            objects.draw(scene, frame, all, pass, stats);
            count(all)
        };
        measure(rate, time.filter(|_| is_much), || target.wait(), draw);
        target.bind();
    }
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
