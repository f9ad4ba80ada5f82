//! Frames: the scene, the camera, the selection and the overlays that a picture shows; and what drawing it cost.

use super::overlay::Overlay;
use super::style::Style;
use super::swarm::Swarm;
use super::warp::Warp;
use pickray::geometry::Aabb;
use pickray::pick::{Selection, TriangleId};
use pickray::scene::{Scene, View};

/// Frame to draw: all that its picture depends on.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// Scene with the objects to draw.
    pub scene: &'a Scene,
    /// View to draw: the camera, and the part of the framebuffer to fill.
    pub view: &'a View,
    /// Style in which the picture is drawn.
    pub style: &'a Style,
    /// Physical pixels to a logical pixel: lines, dots and patterns are this many times as wide.
    pub scale_factor: f64,
    /// The selected triangles.
    pub selection: &'a Selection,
    /// Triangles that were selected or deselected since the last frame, in any order, repeated or not, as the methods
    /// of [`Selection`] returned them. Only these triangles' states are looked up and written to the GPU.
    pub changed: &'a [TriangleId],
    /// Triangles that a tool points out, filled in another colour than selected ones.
    pub marked: &'a [TriangleId],
    /// Triangle under the cursor; `None` if the cursor is on no triangle.
    pub hover: Option<TriangleId>,
    /// Triangle whose locator (a ring) shrinks, and how much wider the ring is: from 1 (widest) to 0 (final size).
    pub locating: Option<(TriangleId, f64)>,
    /// Swarm of many small bodies, drawn besides the objects; only OpenGL draws it.
    pub swarm: Option<&'a Swarm>,
    /// Lines and points drawn over the scene.
    pub overlays: &'a [Overlay],
    /// Warp of the world before it is drawn; the ground's grid is left out of a warped world. The bodies of the swarm
    /// are not warped. Only OpenGL warps surfaces.
    pub warp: Option<Warp>,
    /// `true` if the background is left out; colours in the picture are then multiplied by their opacity.
    pub transparent: bool,
}

impl<'a> Frame<'a> {
    /// Returns a frame of a scene with no hovered or marked triangle and no overlays, at a scale factor of 1.
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

    /// Returns a box in world space around all visible objects and the swarm's room.
    pub(super) fn bounds(&self) -> Aabb {
        self.swarm.map_or(Aabb::EMPTY, |swarm| swarm.room).union(self.scene.bounds())
    }

    /// Returns the depths in world units where a wireframe begins to fade and is faintest: the scene's smallest and
    /// largest. `None` without a wireframe, in a warped world, or if the box has no depth before the camera.
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
    /// Number of this frame among all that the renderer has drawn, from 1.
    pub frame_number: u64,
    /// Bytes of meshes, of textures and of triangles' states that were sent to the GPU for this frame.
    pub bytes_uploaded: u64,
    /// Number of triangles whose state (selected, marked or hidden) was written to the GPU.
    pub state_entries_written: u64,
    /// Bytes of overlay lines and points and of the swarm's bodies, which are sent again for each frame.
    pub overlay_bytes: u64,
    /// Number of OpenGL draw calls.
    pub draw_calls: u32,
    /// Number of triangles drawn: if the last frame's picture was kept, only those that changed or were uploaded since.
    pub triangles_drawn: u64,
    /// Bytes of GPU memory that meshes, their textures and their triangles' states take.
    pub gpu_bytes: u64,
    /// Bytes of GPU memory of the picture itself: render targets, the picture kept between frames, and occlusion.
    pub target_bytes: u64,
    /// Share of the scene's meshes and decoded textures on the GPU, 0 to 1. Below 1, draw again to upload more.
    pub uploaded: f32,
    /// `true` if the picture shows everything that is on the GPU. If `false`, draw again: each frame adds some more.
    pub complete: bool,
    /// `true` while occlusion (darkened folds) fades in: draw again. [`complete`](Self::complete) ignores this.
    pub fading: bool,
    /// `true` if smooth shading was asked for and an object was drawn flat, because it waits for
    /// [`Renderer::provide_normals`](super::Renderer::provide_normals).
    pub normals_missing: bool,
    /// `true` if a frame has no time for all triangles while things move, and a mesh waits for
    /// [`Renderer::provide_simplified`](super::Renderer::provide_simplified).
    pub simplified_missing: bool,
    /// Number of objects that were not drawn, because the GPU [refused](super::Renderer::refused) their meshes.
    pub objects_refused: u32,
}
