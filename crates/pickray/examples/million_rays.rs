//! A million rays at a mesh: from arrays of f32 into columns, over all cores or as many as are allowed.
//!
//!     cargo run --release -p pickray --features parallel --example million_rays -- mesh.obj 2

use pickray::accel::{HitColumns, OriginsAndDirections};
use pickray::mesh::{Mesh, samples::Sample};
use pickray::{Culling, with_threads};
use std::num::NonZero;
use std::time::Instant;
use std::{error::Error, thread};

pub(crate) fn cast(n: usize) -> Result<usize, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).filter(|argument| n == 1_000_000 && !argument.starts_with('-'));
    let mesh = match arguments.next() {
        Some(path) => Mesh::open(&path)?.0,
        None => Sample::NoisySphere.mesh()?,
    };
    let threads =
        arguments.next().map_or_else(thread::available_parallelism, |text| Ok(text.parse().expect("threads")));

    // From all around to the middle.
    let (center, reach) = (mesh.bounds().center().as_vec3(), mesh.bounds().size().length() as f32);
    let around = |i: usize| (0.1 * i as f32).sin_cos();
    let way = |i: usize| glam::Vec3::new(around(i).0, (0.37 * i as f32).sin(), around(i).1);
    let origins: Vec<[f32; 3]> = (0..n).map(|i| (center + reach * way(i)).to_array()).collect();
    let directions: Vec<[f32; 3]> = (0..n).map(|i| (-way(i)).to_array()).collect();

    let (mut triangles, mut sides) = (vec![0; n], vec![0; n]);
    let [mut t, mut u, mut v] = [0; 3].map(|_| vec![0.0; n]);
    let hits = HitColumns { triangles: &mut triangles, t: &mut t, u: &mut u, v: &mut v, sides: &mut sides };
    let rays = OriginsAndDirections { origins: &origins, directions: &directions };
    let start = Instant::now();
    with_threads(threads.unwrap_or(NonZero::<usize>::MIN), || mesh.closest_hits(&rays, Culling::None, hits));
    let met = triangles.iter().filter(|triangle| **triangle >= 0).count();
    println!("{met} of {n} rays hit one of {} triangles, in {:?}", mesh.n_triangles(), start.elapsed());
    Ok(met)
}

#[allow(dead_code, reason = "a test casts fewer")]
fn main() -> Result<(), Box<dyn Error>> {
    cast(1_000_000).map(drop)
}
