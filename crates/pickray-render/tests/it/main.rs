//! Behaviour through the public face: one binary, one module a subject.

#[path = "../../../pickray/tests/it/any_camera.rs"]
mod any_camera;
mod colors;
mod examples;
mod hidden;
mod pictures;
mod pictures_by_matrices;
#[path = "../../../pickray/tests/it/random.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod random;
mod textures;
mod verify;

// What most modules name: they begin with all that is here.
use glam::{DMat4, DVec2, DVec3};
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::{Load, Mesh, samples::Sample};
use pickray::pick::{PickOptions, Selection, TriangleId, pick};
use pickray::scene::{Camera, Object, Projection, Scene, UpAxis, View};
use pickray_render::offscreen::Offscreen;
use pickray_render::{Frame, Image, Overlay, Pen, Shading, Style, Theme, raycast};
use random::seeded;
use std::sync::Arc;

fn offscreen() -> Offscreen {
    Offscreen::new().unwrap_or_else(|error| panic!("{error}"))
}

fn scene(mesh: impl Into<Arc<Mesh>>) -> Scene {
    Scene::of(Object::new("mesh", mesh.into()))
}

fn sample(sample: Sample) -> Scene {
    scene(sample.mesh().expect("a sample"))
}

/// Returns the pictures of a frame by OpenGL and by ray casting.
fn drawn(offscreen: &mut Offscreen, frame: &Frame) -> [Image; 2] {
    [offscreen.draw(frame).expect("a picture").0, raycast::draw(frame)]
}

/// Returns the number of pixels of which a channel differs by more than this.
fn n_differing(a: &Image, b: &Image, by: u8) -> usize {
    let differ = |(a, b): &(&[u8; 4], &[u8; 4])| (0..4).any(|k| by < a[k].abs_diff(b[k]));
    a.pixels.iter().zip(&b.pixels).filter(differ).count()
}

/// Returns the mean difference of a channel.
fn difference([a, b]: &[Image; 2]) -> f64 {
    let channels = a.pixels.as_flattened().iter().zip(b.pixels.as_flattened());
    channels.map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / (4 * a.pixels.len()) as f64
}
