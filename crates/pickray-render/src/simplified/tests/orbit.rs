//! Frames of an orbit around large meshes, beside pictures of all triangles: figures of `docs/performance.md`.

use super::likeness::Likeness;
use super::{meshes, pictures};
use crate::tests::*;
use std::f64::consts::TAU;

const N_FRAMES: usize = 100;

fn measure(name: &str, meshes: Vec<Mesh>) {
    let scene = pictures::scene(meshes);
    let selection = Selection::default();
    let size = FramebufferSize { width: 932, height: 738 };
    let mut all = offscreen();
    let mut timed = pictures::Timed::new();
    let style = pictures::bare();
    let mut likenesses: Vec<Likeness> = Vec::new();
    let mut drawn = 0;
    // Frames before the first: until it is known what is to be simplified, and drawn as it moves.
    for turn in -3..N_FRAMES as i32 {
        let view = pictures::view(&scene, size, TAU * f64::from(turn) / N_FRAMES as f64);
        let frame = Frame { transparent: true, ..Frame::new(&scene, &view, &style, &selection) };
        let (moving, stats) = timed.draw(&frame);
        if 0 <= turn {
            let (whole, _) = all.draw(&frame).expect("a picture");
            likenesses.push(Likeness::new(&whole, &moving));
            drawn = drawn.max(stats.triangles_drawn);
        }
    }
    let triangles: usize = scene.objects().iter().map(|object| object.mesh.n_triangles()).sum();
    let [worst, mean] = [Likeness::worst(&likenesses), Likeness::mean(&likenesses)];
    println!("{name}, {triangles} triangles, {drawn} drawn: {worst}; in the mean: {mean}");
}

#[test]
#[ignore = "measures for minutes: meshes made here, and files named in PICKRAY_MESHES, with colons between"]
fn frames_of_an_orbit_around_large_meshes() {
    let files = std::env::var_os("PICKRAY_MESHES").unwrap_or_default();
    for file in std::env::split_paths(&files) {
        let (mesh, _) = Load::file(&file).mesh().unwrap_or_else(|error| panic!("{error}"));
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let parts = meshes::parts(&mesh, 300);
        measure(&name, vec![mesh]);
        measure(&format!("{name} in {} objects", parts.len()), parts);
    }
    measure("torus knot", vec![meshes::knot(3500, 140)]);
    measure("thin sheet", vec![meshes::sheet(700)]);
    measure("shell with a hole", vec![meshes::shell(700)]);
    measure("rough sphere", vec![meshes::rough(708)]);
}
