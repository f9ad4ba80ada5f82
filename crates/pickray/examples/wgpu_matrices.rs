//! A pick by the matrices that a wgpu renderer draws with: plain arrays of f32, depth from 0 to 1.
//!
//!     cargo run -p pickray --example wgpu_matrices

use pickray::math::matrix_from_columns;
use pickray::mesh::samples::Sample;
use pickray::{ClipSpace, CursorPosition, FramebufferSize, Object, PickOptions, Scene, View, Viewport, describe, pick};

/// Looks along −z from z = 4, as the uniform buffer has it.
const VIEW: [[f32; 4]; 4] = [[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., 1., 0.], [0., 0., -4., 1.]];

/// A right-handed perspective to depth 0 at `near` and 1 at `far`.
fn projection(fov_y: f32, aspect: f32, near: f32, far: f32) -> [[f32; 4]; 4] {
    let focal = 1.0 / (0.5 * fov_y).tan();
    let depth = far / (near - far);
    [[focal / aspect, 0., 0., 0.], [0., focal, 0., 0.], [0., 0., depth, -1.], [0., 0., near * depth, 0.]]
}

pub(crate) fn main() {
    let mesh = Sample::Cube.mesh().expect("a sample that fits into memory");
    let scene = Scene::of(Object::new("cube", mesh.into()));

    // The surface's size and winit's cursor are in physical pixels already.
    let (width, height) = (1280, 720);
    let view = View::from_matrices(
        matrix_from_columns(VIEW),
        matrix_from_columns(projection(0.9, width as f32 / height as f32, 0.1, 100.0)),
        ClipSpace::WGPU,
        Viewport::new(width, height),
        FramebufferSize::new(width as u32, height as u32),
    );

    let (cursor, options) = (CursorPosition::new(600.0, 340.0), PickOptions::default());
    let hit = pick(&scene, &view, cursor, &options).expect("the cube is in the middle of the picture");
    let details = describe(&scene, &view, cursor, &options, &hit).expect("a hit of this scene");
    println!("triangle {} at {}, {} from the eye", hit.triangle, details.point_world, details.distance);
    assert_eq!(details.normal_world.to_array(), [0.0, 0.0, 1.0]);
    assert!(pick(&scene, &view, CursorPosition::new(5.0, 5.0), &options).is_none());
}
