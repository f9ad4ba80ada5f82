//! Selecting as in CAD: all that lies under a click, to cycle through, and boxes that take what they touch or what they
//! hold.
//!
//!     cargo run -p pickray --example cad_selection

use glam::{DMat4, DVec3};
use pickray::mesh::{RegionTest, samples::Sample};
use pickray::pick::{ScreenRegion, SelectOptions, select_in};
use pickray::scene::Camera;
use pickray::{CursorPosition, FramebufferSize, Object, PickOptions, Scene, View, pick_all};
use std::error::Error;
use std::sync::Arc;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Three cubes behind each other, and one beside them.
    let cube = Arc::new(Sample::Cube.mesh()?);
    let place = |x, z| Object::from(cube.clone()).with_transform(DMat4::from_translation(DVec3::new(x, 0.0, z)));
    let scene: Scene = [place(0.0, 0.0), place(0.0, -4.0), place(0.0, -8.0), place(5.0, 0.0)].into_iter().collect();
    let camera = Camera::look_at(DVec3::new(0.0, 0.0, 20.0), DVec3::ZERO, DVec3::Y);
    let view = View::new(camera, FramebufferSize::new(800, 600));

    // A click: every surface, nearest first; the object of the next click is the next that is not there yet.
    let hits = pick_all(&scene, &view, CursorPosition::new(400.0, 300.0), &PickOptions::default());
    let mut cycle: Vec<u32> = hits.iter().map(|hit| hit.object).collect();
    cycle.dedup();
    println!("under the click lie objects {cycle:?}");
    assert_eq!(cycle, [0, 1, 2]);

    // From left to right a box takes what it holds as a whole, from right to left what it touches, also behind others.
    let objects_in = |from: CursorPosition, to: CursorPosition| -> Result<Vec<u32>, Box<dyn Error>> {
        let (test, least) =
            if from.x < to.x { (RegionTest::Inside, cube.n_triangles()) } else { (RegionTest::Touching, 1) };
        let options = SelectOptions { through: true, test, ..SelectOptions::default() };
        let found = select_in(&scene, &view, &ScreenRegion::Rectangle { from, to }, &options)?.triangles;
        Ok(found.by_object().filter(|(_, triangles)| triangles.len() >= least).map(|(object, _)| object).collect())
    };
    let (corner, opposite) = (CursorPosition::new(340.0, 200.0), CursorPosition::new(560.0, 400.0));
    assert_eq!(objects_in(corner, opposite)?, [0, 1, 2]);
    assert_eq!(objects_in(opposite, corner)?, [0, 1, 2, 3]);
    Ok(())
}
