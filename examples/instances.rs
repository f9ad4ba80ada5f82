//! Ten thousand objects that share a mesh: which of them, and which of its triangles, is under a pixel while they move?
//!
//!     cargo run --release --no-default-features --example instances

use glam::{DMat4, DVec3};
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::pick::{PickOptions, all_hits, pick};
use pickray::scene::{Camera, Object, Scene, View};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Objects along each side of a square.
const SIDE: u32 = 100;

fn place(index: u32) -> DMat4 {
    let [column, row] = [index % SIDE, index / SIDE].map(f64::from);
    DMat4::from_translation(DVec3::new(3.0 * column, 0.0, 3.0 * row)) * DMat4::from_rotation_y(f64::from(index))
}

/// Picks, moves an object, and picks again.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mesh = Arc::new(Sample::Icosphere.mesh()?);
    let object = |index| Object::new(format!("ball {index}"), mesh.clone()).with_transform(place(index));
    let mut scene: Scene = (0..SIDE * SIDE).map(object).collect();
    let view = View::new(Camera::framing(&scene.bounds(), 1.5, scene.up_axis()), FramebufferSize::new(1200, 800));
    let (cursor, options) = (CursorPosition::new(600.0, 400.0), PickOptions::default());

    // The first pick builds the tree over the objects.
    let start = Instant::now();
    let first = pick(&scene, &view, cursor, &options).ok_or("nothing is there")?;
    println!("object {}, triangle {}: {:?}", first.object, first.triangle, start.elapsed());
    let start = Instant::now();
    assert_eq!(pick(&scene, &view, cursor, &options), Some(first));
    println!("again: {:?}", start.elapsed());

    // An object that moves, here into the sight of the first, moves in the tree.
    let center = scene.objects()[first.object as usize].bounds().center();
    let in_sight = center + 0.05 * (view.camera.eye - center);
    let start = Instant::now();
    scene.object_mut(0).world_from_object = DMat4::from_translation(in_sight);
    let next = pick(&scene, &view, cursor, &options).ok_or("nothing is there")?;
    println!("object {}, triangle {}, once it has moved: {:?}", next.object, next.triangle, start.elapsed());
    assert_eq!(next.object, 0);

    println!("{} surfaces lie along the ray", all_hits(&scene, &view, cursor, &options).len());
    Ok(())
}
