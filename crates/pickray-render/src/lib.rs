//! Pictures of a scene: drawn by OpenGL (WebGL 2 in a browser) into a context that the caller made, or ray-cast on the
//! CPU. With the feature `offscreen`, the crate itself makes contexts, offscreen or for a window.
//!
//! A [`Frame`] says what to draw, a [`Renderer`] draws it. Meshes are uploaded once; after that a frame sends the
//! states of the triangles that changed and nothing that grows with the mesh.

#[cfg(feature = "offscreen")]
pub mod context;
mod eye_relative;
mod frame;
mod gl;
mod gpu_images;
mod gpu_scene;
mod grid;
pub mod ids;
mod image;
mod marks;
mod mesh_buffer;
mod mesh_painter;
mod mipmap;
mod normals;
mod occlusion;
#[cfg(feature = "offscreen")]
pub mod offscreen;
mod overlay;
mod painters;
mod picture;
mod program;
pub mod raycast;
mod renderer;
mod shading;
mod simplified;
mod stats;
mod style;
mod swarm;
mod target;
pub mod verify;
mod warp;

pub use frame::Frame;
pub use gl::RenderError;
pub use gpu_images::TextureLimit;
pub use image::Image;
#[doc(hidden)]
pub use marks::{axis_under, has_locator};
pub use normals::PackedNormals;
pub use overlay::{Behind, Overlay, Pen};
pub use renderer::Renderer;
pub use simplified::SimplifiedMesh;
pub use stats::FrameStats;
pub use style::{Palette, Shading, Srgb, Style, Theme};
#[doc(hidden)]
pub use swarm::{Body, Swarm};
#[doc(hidden)]
pub use warp::Warp;

#[cfg(test)]
mod tests;
