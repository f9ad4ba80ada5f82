//! Picks in a torus of a million triangles, and the tree under them. Prints nanoseconds a pick, milliseconds a build,
//! and a sum over the hits, as JSON.

use glam::DVec3;
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::mesh::Mesh;
use std::error::Error;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Steps around the ring, and around its tube; two triangles each.
const STEPS: [u32; 2] = [1000, 500];
/// Radius of the ring, and of its tube.
const RADII: [f64; 2] = [1.0, 0.4];
const RAYS: usize = 20_000;
/// The fastest of so many counts.
const PASSES: usize = 7;
const SEED: u64 = 1;

fn main() -> Result<(), Box<dyn Error>> {
    let (positions, indices) = torus();
    let mut build = Duration::MAX;
    for _ in 0..PASSES {
        let start = Instant::now();
        black_box(Mesh::new(black_box(&positions), black_box(&indices))?);
        build = build.min(start.elapsed());
    }

    let mesh = Mesh::new(&positions, &indices)?;
    let rays = rays_that_hit(&mesh);
    let (mut pick, mut sum) = (Duration::MAX, 0_u64);
    for _ in 0..PASSES {
        let start = Instant::now();
        sum = rays
            .iter()
            .filter_map(|ray| mesh.closest_hit(black_box(ray), Culling::None))
            .map(|h| u64::from(h.triangle))
            .sum();
        pick = pick.min(start.elapsed());
    }
    let (pick_ns, build_ms) = (1e9 * pick.as_secs_f64() / RAYS as f64, 1e3 * build.as_secs_f64());
    println!("{{\"pick_ns\": {pick_ns}, \"build_ms\": {build_ms}, \"sum\": {sum}}}");
    Ok(())
}

fn torus() -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let [around, across] = STEPS;
    let at = |i: u32, j: u32| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
        let from_axis = RADII[0] + RADII[1] * v.cos();
        [from_axis * u.cos(), from_axis * u.sin(), RADII[1] * v.sin()].map(|x| x as f32)
    };
    let vertex = |i: u32, j: u32| i % around * across + j % across;
    let each = || (0..around).flat_map(move |i| (0..across).map(move |j| (i, j)));
    let positions = each().map(|(i, j)| at(i, j)).collect();
    let quad = |(i, j)| [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
    let indices = each().map(quad).flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (positions, indices)
}

/// Rays from a sphere around the torus to points inside the box around it.
fn rays_that_hit(mesh: &Mesh) -> Vec<Ray> {
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut rays = Vec::with_capacity(RAYS);
    while rays.len() < RAYS {
        let mut within = || 2.0 * random.f64() - 1.0;
        let outwards = DVec3::new(within(), within(), within());
        let target = DVec3::new(1.4 * within(), 1.4 * within(), 0.4 * within());
        let ray = Ray::between(4.0 * outwards.normalize_or(DVec3::Z), target);
        if mesh.closest_hit(&ray, Culling::None).is_some() {
            rays.push(ray);
        }
    }
    rays
}
