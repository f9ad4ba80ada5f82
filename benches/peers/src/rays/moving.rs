//! Meshes that move: trees refitted to a bending mesh, beside trees built anew, of pickray and of Embree.
//!
//! Every peer has the positions of a frame in a slice and takes a copy of them, which is part of its refit.

use super::embree;
use super::input::{self, Ray};
use super::measured::{MISS, median, warm_ns};
use super::peers::{self, OWN};
use crate::apart;
use crate::clock::{processor_seconds, stay_on_one_processor};
use crate::files::{self, Triangles};
use embree::Scene;
use pickray::mesh::Mesh;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;
use std::path::Path;

/// Frames of one bending.
const FRAMES: usize = 24;
/// The greatest turn, in radians.
const BEND: f64 = 0.5;
const CLICKS: usize = 100_000;

/// What one process measured.
#[derive(Serialize, Deserialize)]
struct Moved {
    /// A tree over the last frame.
    build_ms: f64,
    /// The median over the frames.
    refit_ms: f64,
    /// A ray that hits, caches warm, in that tree and in the refitted one.
    fresh_ns: f64,
    refitted_ns: f64,
}

/// Measures each mesh and prints a table of it.
pub fn run(meshes: &[&str], runs: usize, peers: &[&str]) -> Result<(), String> {
    println!(
        "| mesh | peer | build | refit | refit / build | ray, fresh tree | refitted | ratio | other triangle than a \
         fresh mesh |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|");
    meshes.iter().try_for_each(|name| apart::in_a_folder(|folder| run_in(folder, name, runs, peers)))
}

fn run_in(folder: &Path, name: &str, runs: usize, peers: &[&str]) -> Result<(), String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let [mesh, places, rays, hits, fresh] =
        ["mesh.tri", "places.mat", "clicks.rays", "moved.hits", "fresh.hits"].map(file);
    input::prepare(name, CLICKS, [&mesh, &places, &rays])?;
    // pickray comes first, and its fresh mesh is what all are compared with.
    let mut expected: Vec<u32> = Vec::new();
    for peer in peers {
        let mut all: Vec<Moved> = Vec::new();
        for _ in 0..runs {
            all.push(apart::measured(&["rays", "--measure-moving", peer, &mesh, &rays, &hits, &fresh])?);
        }
        if *peer == OWN {
            expected = files::read(&fresh)?;
        }
        let found: Vec<u32> = files::read(&hits)?;
        let differing = found.iter().zip(&expected).filter(|(a, b)| a != b).count();
        let best = |of: fn(&Moved) -> f64| all.iter().map(of).fold(f64::INFINITY, f64::min);
        let [build, refit] = [best(|moved| moved.build_ms), best(|moved| moved.refit_ms)];
        let [fresh, refitted] = [best(|moved| moved.fresh_ns), best(|moved| moved.refitted_ns)];
        println!(
            "| {name} | {peer} | {build:.1} ms | {refit:.2} ms | {:.3} | {fresh:.0} ns | {refitted:.0} ns | {:.2} | \
             {differing} of {} |",
            refit / build,
            refitted / fresh,
            found.len(),
        );
    }
    Ok(())
}

/// The process of one measurement: its result goes to stdout as JSON, the triangles that the rays meet in the last
/// frame into the files `hits`, of the refitted tree, and `fresh`, of one built anew.
pub fn measure_one([peer, mesh, rays, hits, fresh]: [&str; 5]) -> Result<(), String> {
    stay_on_one_processor();
    let (mesh, rays) = (Triangles::read(mesh)?, files::read(rays)?);
    let (moved, [of_refitted, of_fresh]) = match peers::embree_named(peer) {
        Some(choice) => {
            let build_moving = |mesh| Scene::build_moving(choice, mesh);
            let build = |mesh| Scene::build(choice, mesh, &[]);
            measure(mesh, &rays, build_moving, build, Scene::refit, Scene::closest)
        }
        None if peer == OWN => {
            let refit =
                |mesh: &mut Mesh, positions: &[[f32; 3]]| mesh.refit(positions).map_err(|error| error.to_string());
            measure(mesh, &rays, peers::own_mesh, peers::own_mesh, refit, peers::own_closest)
        }
        None => Err(format!("{peer} is not measured with moving meshes")),
    }?;
    files::write(hits, &of_refitted)?;
    files::write(fresh, &of_fresh)?;
    println!("{}", serde_json::to_string(&moved).map_err(|error| error.to_string())?);
    Ok(())
}

/// Builds, bends frame by frame, builds anew, and casts every ray at both; the triangles come with it.
fn measure<S>(
    mesh: Triangles,
    rays: &[Ray],
    build_moving: impl FnOnce(Triangles) -> Result<S, String>,
    build: impl FnOnce(Triangles) -> Result<S, String>,
    refit: impl Fn(&mut S, &[[f32; 3]]) -> Result<(), String>,
    cast: impl Fn(&S, &Ray) -> u32,
) -> Result<(Moved, [Vec<u32>; 2]), String> {
    let Triangles { positions: rest, triangles } = mesh;
    let mut moving = build_moving(Triangles { positions: rest.clone(), triangles: triangles.clone() })?;
    let mut positions = rest.clone();
    let mut refit_ms = Vec::new();
    for frame in 1..=FRAMES {
        bend(&rest, TAU * frame as f64 / FRAMES as f64, &mut positions);
        let start = processor_seconds();
        refit(&mut moving, &positions)?;
        refit_ms.push((processor_seconds() - start) * 1e3);
    }
    let start = processor_seconds();
    let fresh = build(Triangles { positions, triangles })?;
    let build_ms = (processor_seconds() - start) * 1e3;

    let [of_refitted, of_fresh] =
        [&moving, &fresh].map(|tree| rays.iter().map(|ray| cast(tree, ray)).collect::<Vec<_>>());
    let hitting: Vec<Ray> = rays.iter().zip(&of_fresh).filter(|(_, hit)| **hit != MISS).map(|(ray, _)| *ray).collect();
    let [fresh_ns, refitted_ns] = [&fresh, &moving].map(|tree| warm_ns(&hitting, |ray| cast(tree, ray)));
    Ok((Moved { build_ms, refit_ms: median(refit_ms), fresh_ns, refitted_ns }, [of_refitted, of_fresh]))
}

/// Turns each position about the x axis, by an angle that swings along it, x in units of the mesh's greatest
/// coordinate.
fn bend(rest: &[[f32; 3]], phase: f64, bent: &mut [[f32; 3]]) {
    let bounds = input::bounds(rest);
    let size = bounds.min.abs().max(bounds.max.abs()).max_element();
    for (&[x, y, z], bent) in rest.iter().zip(bent) {
        let (sin, cos) = (BEND * (phase + f64::from(x) / size).sin()).sin_cos();
        let [y, z] = [y, z].map(f64::from);
        *bent = [x, (y * cos - z * sin) as f32, (y * sin + z * cos) as f32];
    }
}
