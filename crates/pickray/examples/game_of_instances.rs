//! A game of ten thousand balls that all move in each frame: clicks, shots that pass through ghosts, who sees whom.
//!
//!     cargo run --release -p pickray --example game_of_instances

use glam::{DMat4, DVec3};
use pickray::mesh::samples::Sample;
use pickray::{CursorPosition, FramebufferSize, Object, PickOptions, Ray, RayOptions, Scene, View};
use pickray::{pick, scene::Camera};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Balls along each side of a square.
const SIDE: u32 = 100;
/// Bits of masks: every seventh ball is a ghost.
const SOLID: u32 = 1;
const GHOST: u32 = 2;

fn place(index: u32, time: f64) -> DMat4 {
    let [column, row] = [index % SIDE, index / SIDE].map(f64::from);
    let height = (time + column).sin();
    DMat4::from_translation(DVec3::new(3.0 * column, height, 3.0 * row)) * DMat4::from_rotation_y(f64::from(index))
}

/// Plays three frames.
pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let ball = Arc::new(Sample::Icosphere.mesh()?);
    let mask = |index| if index % 7 == 0 { GHOST } else { SOLID };
    let object = |index| Object { mask: mask(index), ..Object::from(ball.clone()).with_transform(place(index, 0.0)) };
    let mut scene: Scene = (0..SIDE * SIDE).map(object).collect();
    let view = View::new(Camera::framing(&scene.bounds(), 1.5, scene.up_axis()), FramebufferSize::new(1200, 800));
    let (all, solid) = (PickOptions::default(), PickOptions { mask: SOLID, ..PickOptions::default() });

    for frame in 0..3 {
        let start = Instant::now();
        scene.set_transforms((0..SIDE * SIDE).map(|index| (index, place(index, f64::from(frame)))));
        let moved = start.elapsed();
        let clicked = pick(&scene, &view, CursorPosition::new(600.0, 400.0), &all).ok_or("nothing is there")?;
        println!("{moved:?} to move, {:?} in all: ball {} was clicked", start.elapsed(), clicked.object);
    }

    // From above a ghost: what sees all hits it, a shot does not.
    let [ghost, shooter] = [0, 8].map(|index| scene.objects()[index].bounds().center());
    let shot = Ray::from_direction(ghost + 5.0 * DVec3::Y, DVec3::NEG_Y).ok_or("no direction")?;
    assert_eq!(scene.closest_hit(&shot, &all).map(|hit| hit.object), Some(0));
    assert_eq!(scene.closest_hit(&shot, &solid), None);

    // Between two points above the crowd nothing is in the way, through it something is.
    let sees = |from: DVec3, to: DVec3| !scene.any_hit(&Ray::between(from, to), RayOptions::from(&solid).range(..=1.0));
    let up = 9.0 * DVec3::Y;
    assert!(sees(shooter + up, ghost + up) && !sees(shooter + up, shooter - up));
    Ok(())
}
