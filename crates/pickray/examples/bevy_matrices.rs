//! A pick by the matrices of a Bevy camera: depth reversed, no far plane, and a cursor in logical pixels.
//!
//! In a system they are `transform.to_matrix().inverse().to_cols_array_2d()` of its `GlobalTransform`, and
//! `camera.clip_from_view().to_cols_array_2d()`.
//!
//!     cargo run -p pickray --example bevy_matrices

use pickray::math::matrix_from_columns;
use pickray::mesh::samples::Sample;
use pickray::{
    Camera, ClipSpace, CursorPosition, FramebufferSize, Object, PickOptions, Scene, View, Viewport, describe,
    glam::DVec3, pick,
};

/// `PerspectiveProjection`: 1 at `near`, 0 at infinity.
fn clip_from_view(fov_y: f32, aspect: f32, near: f32) -> [[f32; 4]; 4] {
    let focal = 1.0 / (0.5 * fov_y).tan();
    [[focal / aspect, 0., 0., 0.], [0., focal, 0., 0.], [0., 0., 0., -1.], [0., 0., near, 0.]]
}

pub(crate) fn main() {
    let mesh = Sample::Teapot.mesh().expect("a sample that fits into memory");
    let scene = Scene::of(Object::new("teapot", mesh.into()));
    let target = scene.bounds().center();
    let eye = target + DVec3::new(1.0, 2.0, 8.0);
    // Transform::looking_at, as f32 like Bevy's own.
    let view_from_world = Camera::look_at(eye, target, DVec3::Y).eye_from_world().as_mat4().to_cols_array_2d();

    // A window of 640 × 360 logical pixels on a screen of scale factor 2.
    let (scale_factor, framebuffer) = (2.0, FramebufferSize::new(1280, 720));
    let view = View::from_matrices(
        matrix_from_columns(view_from_world),
        matrix_from_columns(clip_from_view(0.8, 16.0 / 9.0, 0.1)),
        ClipSpace::WGPU.reversed(),
        Viewport::new(1280, 720),
        framebuffer,
    );
    assert_eq!(view.camera.far, f64::INFINITY);

    let (cursor, options) = (CursorPosition::from_logical(320.0, 180.0, scale_factor), PickOptions::default());
    let hit = pick(&scene, &view, cursor, &options).expect("the teapot is in the middle of the picture");
    let details = describe(&scene, &view, cursor, &options, &hit).expect("a hit of this scene");
    println!("triangle {} at {}, {} from the eye", hit.triangle, details.point_world, details.distance);
    assert!((details.point_world - eye).normalize().dot((target - eye).normalize()) > 0.999);
}
