//! Sphere sweeps, slides, closest points and mesh-mesh contact on a scene.
//!
//! Spheres, displacements and contacts are in world space. Triangles are transformed to world space before they are
//! tested, so that a sphere stays a sphere whatever the transform of an object.

mod asked;
mod contact;
mod placed;
mod slide;
mod sweep;

pub use asked::SceneClosest;
#[doc(hidden)]
pub use contact::MadeReady;
pub use contact::{ContactMesh, Curve, MeshContact, contact, contact_candidates, first_contact};
pub use slide::{MAX_BOUNCES, SlideEnd, SlidePath, SlideStep, slide};
pub use sweep::SceneContact;
#[doc(hidden)]
pub use sweep::{SceneSweepTrace, sweep_scene_traced};
