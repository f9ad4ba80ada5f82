//! Coordinate spaces and exact predicates, independent of any shape.
//!
//! The spaces, their axes, origins and units are listed in `docs/coordinates.md`. Everything here is f64.

pub(crate) mod bounded;
mod clip_space;
mod cursor;
mod depth_step;
pub(crate) mod double;
pub(crate) mod exact;
pub(crate) mod four_f64;
mod matrices;
mod numbers;
pub mod predicates;
mod project;
mod unproject;
mod viewport;

pub use clip_space::{ClipSpace, ClipY};
pub use cursor::{CursorPosition, FramebufferSize, PixelSample, cursor_from_window, window_from_cursor, window_point};
pub use depth_step::{DepthFormat, DepthRange, depth_step};
pub(crate) use matrices::inverse_transpose;
pub use matrices::{frustum, matrix_from_columns, orthographic, perspective, perspective_reversed};
pub(crate) use numbers::{FNV, fnv};
#[doc(hidden)]
pub use numbers::{Shortest, SplitMix};
pub use project::{project, project_in};
pub use unproject::{PickRay, pick_ray, pick_ray_in, unproject, unproject_in};
pub(crate) use unproject::{RayUnprojector, Unprojector};
pub use viewport::Viewport;

use crate::work::packed;

packed!(struct CursorPosition { x, y });
packed!(struct FramebufferSize { width, height });
packed!(struct Viewport { x, y, width, height });
packed!(struct ClipSpace { near, far, y });
packed!(enum ClipY [Up, Down]);
packed!(enum PixelSample [Center, Corner]);

#[cfg(test)]
/// Rationals, as the tests of the public face have them.
#[allow(dead_code, reason = "some are for those alone")]
#[path = "../tests/it/rational.rs"]
mod rational;
