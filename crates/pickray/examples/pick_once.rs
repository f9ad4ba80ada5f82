//! One pick with the library alone: which triangle of an OBJ file is under a pixel?
//!
//! `cargo run -p pickray --example pick_once -- mesh.obj 640 360`

use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::{Mesh, samples::Sample};
use pickray::pick::{PickOptions, describe, pick};
use pickray::scene::{Camera, Object, Scene, View};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mesh = match arguments.first() {
        Some(path) => Mesh::open(path)?.0,
        None => Sample::Teapot.mesh()?,
    };
    let coordinate = |index: usize, default: f64| arguments.get(index).map_or(Ok(default), |text| text.parse());
    let cursor = CursorPosition { x: coordinate(1, 640.0)?, y: coordinate(2, 360.0)? };

    let scene = Scene::of(Object::new("mesh", mesh.into()));
    let framebuffer = FramebufferSize { width: 1280, height: 720 };
    let camera = Camera::framing_scene(&scene, 1280.0 / 720.0, scene.up_axis());

    let (view, options) = (View::new(camera, framebuffer), PickOptions::default());
    let hit = pick(&scene, &view, cursor, &options);
    match hit.and_then(|hit| describe(&scene, &view, cursor, &options, &hit)) {
        Some(hit) => println!("triangle {} at {}, {} from the eye", hit.triangle, hit.point_world, hit.distance),
        None => println!("nothing there"),
    }
    Ok(())
}
