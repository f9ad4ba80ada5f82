//! Objects and the camera that looks at them, without any GPU or window.

mod camera;
mod clip_planes;
mod framing;
#[doc(hidden)]
pub mod navigation;
pub(crate) mod object;
mod object_tree;
mod objects;
mod open;
mod reach;
mod up_axis;
mod view;
mod view_matrices;

pub use camera::{Camera, DEFAULT_FOV_Y, Projection};
pub use clip_planes::{ClipPlanes, PlaneError};
#[doc(hidden)]
pub use framing::middle;
pub use object::{Object, Placement};
pub(crate) use object_tree::{Instance, ObjectTree};
pub use objects::{ObjectMut, Scene};
pub use open::IndexedScene;
pub use up_axis::UpAxis;
#[doc(hidden)]
pub use view::Sightlines;
pub use view::View;

use glam::DVec3;

/// Returns the unit vector along `v`, whatever its length; `None` where `v` is zero or not finite.
#[doc(hidden)]
pub fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    (largest > 0.0 && v.is_finite()).then(|| (v / largest).normalize())
}
