//! Coordinate spaces and exact predicates; knows no shapes.
//!
//! The spaces, their axes, origins and units are listed in `docs/coordinates.md`. Everything here is f64.

mod cursor;
pub(crate) mod double;
pub(crate) mod exact;
mod expansion;
mod pick_ray;
pub mod predicates;
mod project;
mod projection;
mod roots;
mod viewport;

pub use cursor::{CursorPosition, FramebufferSize, PixelSample, cursor_from_window, window_from_cursor};
pub(crate) use expansion::Expansion;
pub use pick_ray::{PickRay, pick_ray};
pub use project::{project, unproject};
pub use projection::{frustum, orthographic, perspective, perspective_reversed};
pub use roots::entry_time;
pub use viewport::Viewport;
