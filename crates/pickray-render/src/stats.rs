//! Statistics of frames.

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
    /// [`Renderer::provide_normals`](crate::Renderer::provide_normals).
    pub normals_missing: bool,
    /// `true` if a frame has no time for all triangles while things move, and a mesh waits for
    /// [`Renderer::provide_simplified`](crate::Renderer::provide_simplified).
    pub simplified_missing: bool,
    /// Number of objects that were not drawn, because the GPU [refused](crate::Renderer::refused) their meshes.
    pub objects_refused: u32,
}
