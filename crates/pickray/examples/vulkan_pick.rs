//! The triangle under the cursor of a Vulkan renderer, by its own matrices: depth from 1 to 0, y down.
//!
//!     cargo run -p pickray --example vulkan_pick

use pickray::math::matrix_from_columns;
use pickray::mesh::samples::Sample;
use pickray::{ClipSpace, CursorPosition, FramebufferSize, PickOptions, Scene, View, pick_described};

pub(crate) fn main() {
    // What is in the uniform buffer, as columns of f32; the swapchain's extent; the cursor in physical pixels.
    let view = [[1.0_f32, 0., 0., 0.], [0., 1., 0., 0.], [0., 0., 1., 0.], [0., 0., -4., 1.]];
    let projection = [[1.2, 0., 0., 0.], [0., -2., 0., 0.], [0., 0., 0., -1.], [0., 0., 0.1, 0.]];
    let (extent, cursor) = (FramebufferSize::new(1280, 720), CursorPosition::new(600.5, 340.5));

    let scene = Scene::of(Sample::Cube.mesh().expect("a sample that fits into memory").into());
    let [view, projection] = [view, projection].map(matrix_from_columns);
    let view = View::from_matrices(view, projection, ClipSpace::VULKAN.reversed(), extent.into(), extent);
    let hit = pick_described(&scene, &view, cursor, &PickOptions::default()).expect("the cube is in the middle");
    println!("triangle {} at {}, {} from the eye", hit.triangle, hit.point_world, hit.distance);
    assert!((hit.point_world.z - 1.0).abs() < 1e-6 && hit.point_world.y > 0.0);
}
