//! Frames: what is seen, from where, what is selected and drawn over it; and what drawing a frame cost.

use super::overlay::Overlay;
use super::style::Style;
use super::swarm::Swarm;
use super::warp::Warp;
use pickray::geometry::Aabb;
use pickray::pick::{Selection, TriangleId};
use pickray::scene::{Scene, View};

/// Frame to draw: all that its picture depends on.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// Scene with the objects to draw.
    pub scene: &'a Scene,
    /// View to draw: the camera, and the part of the framebuffer to fill.
    pub view: &'a View,
    /// Style in which the picture is drawn.
    pub style: &'a Style,
    /// Scale factor: physical pixels to a logical one. Lines, dots and patterns are this many times as wide.
    pub scale_factor: f64,
    /// The selected triangles.
    pub selection: &'a Selection,
    /// The triangles that were selected or left the selection since the last frame, in any order, repeated or not: what
    /// the operations of [`Selection`] returned. Only these are looked up and written.
    pub changed: &'a [TriangleId],
    /// Triangles that a tool points out: filled in another colour than selected ones.
    pub marked: &'a [TriangleId],
    /// The triangle under the cursor.
    pub hover: Option<TriangleId>,
    /// Triangle whose locator is on its way, and how far that is from its place: from 1, much wider, to 0.
    pub locating: Option<(TriangleId, f64)>,
    /// Many small bodies beside the objects, drawn by OpenGL alone.
    pub swarm: Option<&'a Swarm>,
    /// Lines and points over the scene.
    pub overlays: &'a [Overlay],
    /// Warp of the world before it is seen; the ground is left out then. Bodies stay as they are. Drawn by OpenGL
    /// alone.
    pub warp: Option<Warp>,
    /// `true` if the background is left out; colours are multiplied by their opacity then.
    pub transparent: bool,
}

impl<'a> Frame<'a> {
    /// Returns a frame of a scene with nothing hovered, marked or laid over it, at a scale factor of 1.
    pub fn new(scene: &'a Scene, view: &'a View, style: &'a Style, selection: &'a Selection) -> Self {
        let (changed, marked, overlays): (&[TriangleId], &[TriangleId], &[Overlay]) = (&[], &[], &[]);
        Self {
            scene,
            view,
            style,
            scale_factor: 1.0,
            selection,
            changed,
            marked,
            hover: None,
            locating: None,
            swarm: None,
            overlays,
            warp: None,
            transparent: false,
        }
    }

    /// Returns a box in world space around all that is drawn of objects and bodies.
    pub(super) fn bounds(&self) -> Aabb {
        self.swarm.map_or(Aabb::EMPTY, |swarm| swarm.room).union(self.scene.bounds())
    }

    /// Returns the depths, along the view in world units, at which the lines of a wireframe begin to fade and are
    /// faintest: those of the nearest and the farthest place that objects may have. `None` without a wireframe, or if
    /// the world is warped.
    pub(super) fn fading_depths(&self) -> Option<[f64; 2]> {
        if !self.style.wireframe || self.warp.is_some() {
            return None;
        }
        let (bounds, camera) = (self.scene.bounds(), &self.view.camera);
        let depths = bounds.corners().map(|corner| camera.depth_of(corner));
        let nearest = depths.into_iter().fold(f64::INFINITY, f64::min).max(camera.near);
        let farthest = depths.into_iter().fold(f64::NEG_INFINITY, f64::max);
        (!bounds.is_empty() && nearest < farthest).then_some([nearest, farthest])
    }

    pub(super) fn has_bodies(&self) -> bool {
        self.swarm.is_some_and(|swarm| !swarm.bodies.is_empty())
    }
}

/// Cost of drawing a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct FrameStats {
    /// Number of the frame among those drawn, from 1.
    pub frame_number: u64,
    /// Bytes of meshes and of triangles' states that were sent to the GPU for this frame.
    pub bytes_uploaded: u64,
    /// Number of triangles whose state was written.
    pub state_entries_written: u64,
    /// Bytes of lines and points over the scene and of many bodies, sent anew for each frame.
    pub overlay_bytes: u64,
    /// Number of draw calls.
    pub draw_calls: u32,
    /// Number of triangles sent through the pipeline: of a kept picture, those that changed or came since.
    pub triangles_drawn: u64,
    /// Bytes of GPU memory that meshes and states hold.
    pub gpu_bytes: u64,
    /// Bytes of GPU memory that the picture itself holds: colour and depth at all samples, those of the kept picture
    /// too.
    pub target_bytes: u64,
    /// Share of the scene's meshes that is on the GPU, 0 to 1: below 1 draw again, each frame uploads some more.
    pub uploaded: f32,
    /// `true` if the picture shows all that is on the GPU; otherwise draw again: each frame comes closer to it.
    pub complete: bool,
    /// `true` while occlusion fades in: draw again. [`complete`](Self::complete) says nothing of it.
    pub fading: bool,
    /// `true` if smooth shading was asked for and an object, drawn flat, waits for
    /// [`Renderer::provide_normals`](super::Renderer::provide_normals).
    pub normals_missing: bool,
    /// Number of objects not drawn, as their meshes are [refused](super::Renderer::refused) by the GPU.
    pub objects_refused: u32,
}
