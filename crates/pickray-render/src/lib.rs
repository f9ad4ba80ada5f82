//! Pictures of a scene: drawn by OpenGL into a context that somebody else made, in a browser one of WebGL 2, or
//! ray-cast on the CPU. Contexts of the crate's own, offscreen or of a window, come with the feature `offscreen`.
//!
//! A [`Frame`] says what to draw, a [`Renderer`] draws it. Meshes are uploaded once; after that a frame sends the
//! states of the triangles that changed and nothing that grows with the mesh.

mod clip;
#[cfg(feature = "offscreen")]
pub mod context;
mod eye_relative;
mod frame;
mod gl;
mod gpu_scene;
mod grid;
pub mod ids;
mod image;
mod kept;
mod marks;
mod mesh_buffer;
mod mesh_painter;
mod normals;
mod occlusion;
#[cfg(feature = "offscreen")]
pub mod offscreen;
mod overlay;
mod pane;
mod pass_state;
mod picture;
mod program;
pub mod raycast;
mod renderer;
mod shading;
mod spread;
mod strokes;
mod style;
mod swarm;
mod target;
mod triangle_state;
pub mod verify;
mod warp;

pub use frame::{Frame, FrameStats};
pub use image::Image;
pub use marks::{axis_under, has_locator};
pub use normals::PackedNormals;
pub use overlay::{Behind, Overlay, Pen};
pub use renderer::Renderer;
pub use style::{Palette, Shading, Srgb, Style, Theme};
pub use swarm::{Body, Swarm};
pub use warp::Warp;

/// Reason why there is no picture.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// OpenGL object that the driver refused, with its message.
    #[error("the OpenGL driver refused an object: {0}; restart, or draw on the CPU")]
    Object(String),
    /// Shader that does not compile or link.
    #[error("the {stage} shader of {name} was refused by the OpenGL driver; please report this text:\n{log}\n{text}")]
    Shader {
        /// Name of the program.
        name: &'static str,
        /// Stage of the program: vertex, fragment, or linked.
        stage: &'static str,
        /// Log of the driver.
        log: String,
        /// Source of the shader, with line numbers.
        text: String,
    },
    /// Framebuffer with attachments that the driver does not draw into, with its OpenGL status.
    #[error("the OpenGL driver does not draw into the framebuffer that is needed (status {0:#x}); draw on the CPU")]
    Framebuffer(u32),
    /// Picture with more columns or rows than the GPU takes, or than there is memory for.
    #[error(
        "a picture of {width}x{height} pixels is more than the GPU takes (at most {limit} a side, and its memory): ask \
         for a smaller one"
    )]
    PictureTooLarge {
        /// Columns of pixels.
        width: i32,
        /// Rows of pixels.
        height: i32,
        /// Largest number of columns or rows that the GPU takes; 0 if there is not enough memory.
        limit: i32,
    },
    /// Mesh that does not fit on the GPU.
    #[error(
        "a mesh of {triangles} triangles ({bytes} bytes) is more than the GPU takes: at most {limit} {what}; it can \
         still be picked offscreen: pickray pick FILE --at X,Y"
    )]
    MeshTooLarge {
        /// Number of triangles of the mesh.
        triangles: u64,
        /// Bytes that the mesh needs on the GPU.
        bytes: u64,
        /// Largest number that the GPU takes of what the field `what` says.
        limit: u64,
        /// Words that say what `limit` counts (triangles, for example), and why there is a limit.
        what: &'static str,
    },
}
