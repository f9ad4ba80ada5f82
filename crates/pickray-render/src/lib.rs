//! Pictures of a scene: drawn by OpenGL (WebGL 2 in a browser) into a context that the caller made, or ray-cast on the
//! CPU. With the feature `offscreen`, the crate itself makes contexts, offscreen or for a window.
//!
//! A [`Frame`] says what to draw, a [`Renderer`] draws it. Meshes are uploaded once; after that a frame sends the
//! states of the triangles that changed and nothing that grows with the mesh.

mod clip;
#[cfg(feature = "offscreen")]
pub mod context;
mod eye_relative;
mod fade;
mod frame;
mod gl;
mod gpu_images;
mod gpu_scene;
mod grid;
pub mod ids;
mod image;
mod in_sight;
mod kept;
mod marks;
mod mesh_buffer;
mod mesh_painter;
mod mipmap;
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
mod simplified;
mod strokes;
mod style;
mod swarm;
mod target;
mod triangle_state;
pub mod verify;
mod warp;

pub use frame::{Frame, FrameStats};
pub use gpu_images::TextureLimit;
pub use image::Image;
#[doc(hidden)]
pub use marks::{axis_under, has_locator};
pub use normals::PackedNormals;
pub use overlay::{Behind, Overlay, Pen};
pub use renderer::Renderer;
pub use simplified::SimplifiedMesh;
pub use style::{Palette, Shading, Srgb, Style, Theme};
#[doc(hidden)]
pub use swarm::{Body, Swarm};
#[doc(hidden)]
pub use warp::Warp;

/// Error when a picture cannot be drawn.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// The driver refused to make an OpenGL object; holds the driver's message.
    #[error("the OpenGL driver refused an object: {0}; restart, or draw on the CPU")]
    Object(String),
    /// A shader does not compile, or a program does not link.
    #[error("the {stage} shader of {name} was refused by the OpenGL driver; please report this text:\n{log}\n{text}")]
    Shader {
        /// Name of the shader program.
        name: &'static str,
        /// Stage that failed: vertex, fragment, or linked.
        stage: &'static str,
        /// Compiler's or linker's log from the driver.
        log: String,
        /// Source of the shader, with line numbers.
        text: String,
    },
    /// The driver does not support a framebuffer's combination of attachments; holds the framebuffer's OpenGL status.
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
        /// Largest number of columns or rows that the GPU takes; can be 0 if the GPU has too little memory.
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
        /// Largest number that the GPU takes, of the things that `what` names.
        limit: u64,
        /// Words that say what `limit` counts (triangles, for example), and why there is a limit.
        what: &'static str,
    },
}
