//! Scenes of which every instance moves in each frame: the time to take that up, of pickray and of Embree.

use super::embree::Scene;
use super::input::{self, Place, Ray};
use super::measured::{MISS, median, warm_ns};
use super::peers::{self, OWN};
use crate::apart;
use crate::clock::{processor_seconds, stay_on_one_processor};
use crate::files::{self, Triangles};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;

/// Frames that are timed.
const FRAMES: usize = 30;
const CLICKS: usize = 20_000;

/// What one process measured.
#[derive(Serialize, Deserialize)]
struct Placed {
    /// The median over the frames.
    move_ms: f64,
    /// A ray that hits, caches warm, after them.
    ray_ns: f64,
}

/// Measures each scene of instances and prints a table of it.
pub fn run(meshes: &[&str], runs: usize, peers: &[&str]) -> Result<(), String> {
    println!("| instances | peer | all move | a ray then |");
    println!("|---|---|--:|--:|");
    meshes.iter().try_for_each(|name| apart::in_a_folder(|folder| run_in(folder, name, runs, peers)))
}

fn run_in(folder: &Path, name: &str, runs: usize, peers: &[&str]) -> Result<(), String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let [mesh, places, rays] = ["mesh.tri", "places.mat", "clicks.rays"].map(file);
    input::prepare(name, CLICKS, [&mesh, &places, &rays])?;
    for peer in peers {
        let mut all: Vec<Placed> = Vec::new();
        for _ in 0..runs {
            all.push(apart::measured(&["rays", "--measure-placed", peer, &mesh, &places, &rays])?);
        }
        let best = |of: fn(&Placed) -> f64| all.iter().map(of).fold(f64::INFINITY, f64::min);
        println!(
            "| {name} | {peer} | {:.2} ms | {:.0} ns |",
            best(|placed| placed.move_ms),
            best(|placed| placed.ray_ns)
        );
    }
    Ok(())
}

/// The process of one measurement: its result goes to stdout as JSON.
pub fn measure_one([peer, mesh, places, rays]: [&str; 4]) -> Result<(), String> {
    stay_on_one_processor();
    let (mesh, places, rays): (_, Vec<Place>, Vec<Ray>) =
        (Triangles::read(mesh)?, files::read(places)?, files::read(rays)?);
    let n_triangles = mesh.triangles.len() as u32;
    let placed = match peers::embree_named(peer) {
        Some(choice) => {
            let scene = Scene::build_moving_instances(choice, mesh, &places)?;
            measure(scene, &places, &rays, |scene, places| scene.place(places), Scene::closest)
        }
        None if peer == OWN => {
            let scene = peers::own_scene(&Arc::new(peers::own_mesh(mesh)?), &places);
            let place = |scene: &mut pickray::scene::Scene, places: &[Place]| {
                scene.set_transforms((0..).zip(places.iter().map(peers::own_place)));
                Ok(())
            };
            measure(scene, &places, &rays, place, |scene, ray| peers::closest_instance(scene, ray, n_triangles))
        }
        None => Err(format!("{peer} is not measured with instances")),
    }?;
    println!("{}", serde_json::to_string(&placed).map_err(|error| error.to_string())?);
    Ok(())
}

fn measure<S>(
    mut scene: S,
    rest: &[Place],
    rays: &[Ray],
    place: impl Fn(&mut S, &[Place]) -> Result<(), String>,
    cast: impl Fn(&S, &Ray) -> u32,
) -> Result<Placed, String> {
    rays.first().map(|ray| cast(&scene, ray));
    let mut places = rest.to_vec();
    let mut move_ms = Vec::new();
    for frame in 0..FRAMES {
        // Each sways about where it was.
        for (index, (place, rest)) in places.iter_mut().zip(rest).enumerate() {
            place[3][2] = rest[3][2] + 0.2 * (0.3 * frame as f32 + index as f32).sin();
        }
        let start = processor_seconds();
        place(&mut scene, &places)?;
        move_ms.push((processor_seconds() - start) * 1e3);
    }
    let hitting: Vec<Ray> = rays.iter().filter(|ray| cast(&scene, ray) != MISS).copied().collect();
    Ok(Placed { move_ms: median(move_ms), ray_ns: warm_ns(&hitting, |ray| cast(&scene, ray)) })
}
