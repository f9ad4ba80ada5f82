//! Renderer of frames with OpenGL.
//!
//! The passes of a frame are background, triangles, ground and strokes. All are drawn into a target of the renderer's
//! own with several samples a pixel, which is then resolved and copied to the viewport's place in the framebuffer that
//! was bound before. Background and triangles are kept from frame to frame: as long as view and style stay, only
//! triangles that look different are drawn. Several views of one scene are drawn as one pane each; the scene itself is
//! on the GPU only once.

use super::frame::{Frame, Part, Shown, State, Work, count};
use super::gl::{Gl, PassState, RenderError, Texture, bound_framebuffer, call};
use super::gpu_images::TextureLimit;
use super::gpu_scene::GpuScene;
use super::mesh_buffer::MeshBuffer;
use super::mesh_painter::{LEAST_SLICE, MeshPainter, Pass, in_sight, measure};
use super::normals::PackedNormals;
use super::occlusion::{Area, Occlusion, shown_since};
use super::painters::{Painters, Presented};
use super::program::Program;
use super::simplified::SimplifiedMesh;
use super::stats::FrameStats;
use super::target::{Kept, Target};
use glow::HasContext;
use pickray::mesh::{self, Mesh};
use pickray::scene::Scene;
use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Divisor from the triangles that a frame has time for at rest to those while things move.
const MOVING_SHARE: usize = 6;

/// Renderer of frames into an OpenGL context that somebody else made; it keeps on the GPU what the frames show.
///
/// A renderer is used on the thread on which that context is current, and dropped before the context.
pub struct Renderer {
    // GL objects before the functions that delete them, though each holds those too.
    pub(super) objects: MeshPainter,
    pub(super) painters: Painters,
    /// Program that draws triangle ids, made when ids are first asked for.
    pub(super) ids_program: Option<Program>,
    pub(super) panes: Vec<Pane>,
    pub(super) scene: GpuScene,
    pub(super) frame_time: Option<Duration>,
    /// `true` if occlusion fades in while frames are limited in time.
    fades: bool,
    /// `true` once simplified meshes have been drawn, so that the driver has compiled their programs.
    is_warm: bool,
    /// Number of triangles drawn in a second; `None` until it is measured.
    pub(super) rate: Option<f64>,
    /// Statistics of the last frame, such as what it had no time for.
    last: FrameStats,
    pub(super) gl: Gl,
}

/// Pane of the framebuffer, which shows one view: target, kept picture and occlusion. It is made anew for another size
/// or number of samples.
#[derive(Default)]
pub(super) struct Pane {
    target: Option<Target>,
    pub(super) kept: Option<Kept>,
    shown: Shown,
    /// Occlusion of the picture, made when it is first asked for; the inner `None` means that the driver refuses it.
    occlusion: OnceCell<Option<Occlusion>>,
    /// State of the picture on the screen.
    state: State,
    /// Picture of simplified meshes that gives way to that of all triangles, and since when.
    gives_way: Option<(Texture, Instant)>,
}

impl Pane {
    /// Fits the pane to a frame's viewport, which must cover at least a pixel.
    fn fit(&mut self, gl: &Gl, frame: &Frame) -> Result<(), RenderError> {
        let (viewport, samples) = (frame.view.viewport, frame.style.samples);
        if !self.target.as_ref().is_some_and(|target| target.fits(viewport.width, viewport.height, samples)) {
            *self = Self::default();
            let target = Target::new(gl, viewport.width, viewport.height, samples)?;
            self.kept = Kept::new(gl, &target);
            self.target = Some(target);
        }
        Ok(())
    }

    /// Lets the picture of simplified meshes, drawn last, give way to what is drawn next, if it `fades`.
    fn give_way(&mut self, fades: bool) {
        let picture = self.target.as_mut().filter(|_| fades).and_then(Target::set_aside);
        self.gives_way = picture.map(|picture| (picture, Instant::now()));
    }

    /// Returns the finished picture of a frame, and the one that gives way to it; `None` if nothing is shown.
    fn presented(&mut self, frame: &Frame) -> Option<Presented<'_>> {
        self.gives_way.take_if(|(_, since)| self.state == State::Moving || shown_since(*since) == 1.0);
        let gives_way = self.gives_way.as_ref().map(|(picture, since)| (picture, 1.0 - shown_since(*since)));
        let target = self.target.as_ref().filter(|_| !frame.view.viewport.is_empty())?;
        Some(Presented { viewport: frame.view.viewport, picture: &target.picture, gives_way })
    }

    fn bytes(&self) -> u64 {
        let occlusion = self.occlusion.get().and_then(Option::as_ref).map_or(0, Occlusion::bytes);
        self.target.as_ref().map_or(0, Target::bytes) + self.kept.as_ref().map_or(0, Kept::bytes) + occlusion
    }
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
            is_warm: false,
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
    /// bytes uploaded. A frame at rest should follow: it compiles what moving frames need.
    pub fn provide_simplified(&mut self, mesh: &Arc<Mesh>, simplified: Option<SimplifiedMesh>) -> u64 {
        let buffer = self.scene.meshes.iter_mut().find(|buffer| buffer.is_of(mesh));
        self.is_warm = false;
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
            if frame.view.viewport.is_empty() {
                pane.shown.forget();
                continue;
            }
            // Into the pane's own target: the scene, and over it what is not kept.
            pane.fit(&self.gl, frame)?;
            let state = self.draw_scene(pane, frame, changed.clone(), time, &mut stats)?;
            if state != State::HIDDEN {
                if pane.state == State::Moving && state != State::Moving {
                    pane.give_way(time.is_some() && self.fades);
                }
                pane.state = state;
                self.painters.draw_grid(frame, &mut stats);
                self.painters.draw_strokes(frame, &mut stats);
                pane.target.iter().for_each(Target::resolve);
            }
            stats.target_bytes += pane.bytes();
        }
        call!(self.gl, bind_framebuffer(glow::FRAMEBUFFER, shown_on));
        let pictures = panes.iter_mut().zip(frames).filter_map(|(pane, frame)| pane.presented(frame));
        self.painters.present(pictures, first, &mut stats);
        (self.panes, self.last) = (panes, stats);
        Ok(stats)
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
        let samples = pane.kept.as_ref().map(Kept::samples);
        let (work, state) = pane.shown.show(look, frame, changed, samples, most, simplifies);
        let shape = shape.filter(|_| state == State::Resting);
        stats.complete &= state == State::Resting;
        let warms_up = simplifies && state == State::Resting && !self.is_warm;
        if state == State::Moving || warms_up {
            self.scene.follow_simplified(stats)?;
            self.is_warm = true;
        }
        if let Some(Some(occlusion)) = pane.occlusion.get_mut() {
            occlusion.note(match &work {
                Work::Parts { changed, added } => Area::of(frame, &[changed, added]),
                Work::Whole | Work::RedrawAll(_) => Area::ALL,
            });
        }

        let Pane { target: Some(target), kept, shown, occlusion, .. } = pane else { return Ok(state) };
        if warms_up {
            // A driver may compile a program when it first draws: here into no pixel, before anybody waits for it.
            target.bind();
            call!(self.gl, viewport(0, 0, 0, 0));
            self.objects.draw(&self.scene, frame, &all, Pass::Simplified, &mut FrameStats::default());
        }

        // The kept picture is brought up to date first; where none is, all is drawn.
        let kept = kept.as_ref().filter(|_| !matches!(work, Work::Whole));
        let parts = match (kept, work) {
            (Some(kept), Work::RedrawAll(added)) => {
                kept.bind();
                kept.clear_numbers();
                kept.bind_colors();
                self.painters.draw_background(frame, stats);
                added
            }
            (Some(kept), Work::Parts { changed, added }) => {
                let program = self.objects.program(Pass::Changes);
                program.bind();
                kept.choose_samples(program);
                self.objects.draw(&self.scene, frame, &changed, Pass::Changes, stats);
                kept.release_samples();
                added
            }
            _ => all,
        };
        let much = if kept.is_some() { (most / 2).clamp(LEAST_SLICE / 2, LEAST_SLICE) } else { LEAST_SLICE };
        let measured = time.filter(|_| state != State::Moving && much <= count(&parts));
        self.draw_triangles((&*target, kept), frame, &parts, state, measured, stats);
        if state == State::HIDDEN {
            return Ok(state);
        }

        let fades = time.is_some() && self.fades;
        self.painters.draw_occlusion((&*target, kept), occlusion, frame, shape.as_ref(), fades, stats);
        target.bind();
        if kept.is_some() && frame.has_bodies() && !target.bind_over()? {
            // They are drawn into the depth that the kept picture needs.
            shown.forget();
        }
        self.painters.draw_swarm(frame, stats)?;
        Ok(state)
    }

    /// Draws triangles, or simplified meshes in their place: into the kept picture, after those that it shows, or over
    /// a fresh background. With the time of a frame, measures how many are drawn in a second.
    fn draw_triangles(
        &mut self,
        (target, kept): (&Target, Option<&Kept>),
        frame: &Frame,
        parts: &[Part],
        state: State,
        measured: Option<Duration>,
        stats: &mut FrameStats,
    ) {
        let in_sight = if state == State::Moving { in_sight(frame, LEAST_SLICE) } else { None };
        let pass = match &in_sight {
            Some(triangles) => Pass::InSight(triangles),
            None if state == State::Moving => Pass::Simplified,
            None => Pass::Objects,
        };
        let Self { objects, painters, scene, rate, gl, .. } = self;
        let draw = || {
            match kept {
                Some(kept) => kept.bind(),
                None => {
                    target.bind();
                    painters.draw_background(frame, stats);
                }
            }
            let before = stats.triangles_drawn;
            objects.draw(scene, frame, parts, pass, stats);
            (stats.triangles_drawn - before) as usize
        };
        let wait = || if kept.is_some() { call!(gl, finish()) } else { target.wait() };
        measure(rate, measured, wait, draw);
    }
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests;
