//! Pictures with no window: OpenGL on a surfaceless context, read back into an [`Image`].

use super::context::{ContextError, OffscreenContext};
use super::frame::Frame;
use super::gl::{RenderError, call};
use super::ids::IdBuffer;
use super::image::Image;
use super::normals::PackedNormals;
use super::picture::Picture;
use super::renderer::Renderer;
use super::stats::FrameStats;
use super::style::Shading;
use glow::HasContext;
use pickray::intersect::Culling;
use pickray::scene::{Scene, View};
use std::time::{Duration, Instant};

/// Error when an offscreen picture cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OffscreenError {
    /// The system gives no OpenGL context without a window.
    #[error(transparent)]
    Context(#[from] ContextError),
    /// Failure of the renderer: the driver refuses, or the picture or a mesh is too large.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// Renderer with a context of its own, and no window.
#[derive(Debug)]
pub struct Offscreen {
    // GL objects are dropped before the context.
    renderer: Renderer,
    context: OffscreenContext,
}

impl Offscreen {
    /// Returns a renderer with an offscreen context of its own, which is current on this thread.
    ///
    /// # Errors
    /// When the system gives no OpenGL context without a window; [`raycast`](super::raycast) draws on the CPU instead.
    pub fn new() -> Result<Self, OffscreenError> {
        Self::on(OffscreenContext::new()?)
    }

    pub(super) fn on(context: OffscreenContext) -> Result<Self, OffscreenError> {
        let mut renderer = Renderer::new(context.gl().clone())?;
        renderer.set_upload_budget(usize::MAX);
        Ok(Self { renderer, context })
    }

    /// Returns the OpenGL context, current on this thread until another one is; [`Self::draw`] makes it so again.
    pub fn context(&self) -> &OffscreenContext {
        &self.context
    }

    /// Returns the renderer.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Returns the OpenGL driver in words: its renderer and its version of OpenGL.
    pub fn driver(&self) -> String {
        let text = |name| call!(self.context.gl(), get_parameter_string(name));
        format!("{}, OpenGL {}", text(glow::RENDERER), text(glow::VERSION))
    }

    /// Draws a frame into a picture of its framebuffer's size. Computes smooth normals first if the style asks for
    /// them.
    ///
    /// # Errors
    /// When the picture or a mesh of the scene is too large for the GPU.
    pub fn draw(&mut self, frame: &Frame) -> Result<(Image, FrameStats), OffscreenError> {
        self.context.make_current()?;
        let size = frame.view.framebuffer;
        let gl = self.context.gl().clone();
        let Some(picture) = Picture::new(&gl, size)? else {
            return Ok((Image::new(size.width, size.height, [0; 4]), FrameStats::default()));
        };
        let stats = self.draw_bound(frame)?;
        let image = picture.read_back(&gl, size);
        call!(gl, bind_framebuffer(glow::FRAMEBUFFER, None));
        Ok((image, stats))
    }

    /// Draws a frame as [`draw`](Self::draw) does, throws the picture away and returns how long drawing took, until the
    /// GPU had finished.
    ///
    /// # Errors
    /// When the picture or a mesh of the scene is too large for the GPU.
    pub fn draw_timed(&mut self, frame: &Frame) -> Result<(Duration, FrameStats), OffscreenError> {
        self.context.make_current()?;
        let gl = self.context.gl().clone();
        let picture = Picture::new(&gl, frame.view.framebuffer)?;
        let start = Instant::now();
        let stats = if picture.is_some() { self.draw_bound(frame)? } else { FrameStats::default() };
        call!(gl, finish());
        let elapsed = start.elapsed();
        call!(gl, bind_framebuffer(glow::FRAMEBUFFER, None));
        Ok((elapsed, stats))
    }

    fn draw_bound(&mut self, frame: &Frame) -> Result<FrameStats, OffscreenError> {
        let mut stats = self.renderer.draw(frame)?;
        if stats.normals_missing && frame.style.shading == Shading::Smooth {
            stats = self.draw_smooth(frame, stats)?;
        }
        match self.renderer.refused().next() {
            Some((_, error)) => Err(error.clone().into()),
            None => Ok(stats),
        }
    }

    /// Returns the triangle that each pixel of a view's framebuffer shows, without the side that `culling` leaves
    /// so.
    ///
    /// # Errors
    /// As [`Renderer::ids`].
    pub fn ids(&mut self, scene: &Scene, view: &View, culling: Culling) -> Result<IdBuffer, OffscreenError> {
        self.context.make_current()?;
        Ok(self.renderer.ids(scene, view, culling)?)
    }

    /// Draws again with the normals that were missing; the bytes of both count.
    fn draw_smooth(&mut self, frame: &Frame, before: FrameStats) -> Result<FrameStats, OffscreenError> {
        let meshes: Vec<_> = self.renderer.meshes_without_normals(frame.scene).cloned().collect();
        let mut bytes = 0;
        for mesh in meshes {
            let normals = PackedNormals::of(&mesh);
            bytes += self.renderer.provide_normals(&mesh, &normals)?;
        }
        let mut stats = self.renderer.draw(frame)?;
        stats.bytes_uploaded += before.bytes_uploaded + bytes;
        stats.state_entries_written += before.state_entries_written;
        Ok(stats)
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        // The renderer's objects are deleted next, and are numbered anew in each context. A lost context has none.
        let _ = self.context.make_current();
    }
}
