//! Sphere sweeps and mesh-mesh contact on a scene.
//!
//! Spheres, displacements and contacts are in world space: an object's triangles are taken into the world, whatever its transform does to
//! them, so that a sphere stays a sphere.

mod sweep;

pub use sweep::{SceneContact, sweep_object, sweep_scene};
