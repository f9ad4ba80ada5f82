//! Slices of rays against rays one by one: those of neighbouring pixels, and those in no order.

use super::embree::Scene;
use super::input::{self, Ray};
use super::measured::{MISS, median_pass_ns, warm_ns};
use super::peers::{self, OWN};
use crate::apart;
use crate::clock::stay_on_one_processor;
use crate::files::{self, Triangles};
use pickray::accel::{HitColumns, OriginsAndDirections};
use pickray::intersect::Culling;
use serde::{Deserialize, Serialize};
use std::hint::black_box;
use std::path::Path;

/// Rays of a slice.
const SLICE: usize = 4096;

/// The word for rays of neighbouring pixels.
const NEIGHBOURS: &str = "neighbours";

/// What one process measured of a list of rays, those that hit.
#[derive(Serialize, Deserialize)]
struct Cast {
    one_by_one_ns: f64,
    /// `None` where the peer takes no more than one.
    slice_ns: Option<f64>,
}

/// Measures each mesh and prints a table of it.
pub fn run(meshes: &[&str], runs: usize, peers: &[&str]) -> Result<(), String> {
    println!("| mesh | peer | neighbours, one by one | in a slice | in no order, one by one | in a slice |");
    println!("|---|---|--:|--:|--:|--:|");
    meshes.iter().try_for_each(|name| apart::in_a_folder(|folder| run_in(folder, name, runs, peers)))
}

fn run_in(folder: &Path, name: &str, runs: usize, peers: &[&str]) -> Result<(), String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let [mesh, clicks, neighbours] = ["mesh.tri", "clicks.rays", "neighbours.rays"].map(file);
    input::prepare_slices(name, [&mesh, &clicks, &neighbours])?;
    for peer in peers {
        print!("| {name} | {peer} |");
        for (rays, order) in [(&neighbours, NEIGHBOURS), (&clicks, "none")] {
            let mut all: Vec<Cast> = Vec::new();
            for _ in 0..runs {
                all.push(apart::measured(&["rays", "--measure-slice", peer, &mesh, rays, order])?);
            }
            let one_by_one = all.iter().map(|cast| cast.one_by_one_ns).fold(f64::INFINITY, f64::min);
            let slice = all.iter().filter_map(|cast| cast.slice_ns).min_by(f64::total_cmp);
            let slice = slice.map_or_else(|| "–".to_owned(), |slice| format!("{slice:.0} ns"));
            print!(" {one_by_one:.0} ns | {slice} |");
        }
        println!();
    }
    Ok(())
}

/// The process of one measurement: its result goes to stdout as JSON.
pub fn measure_one([peer, mesh, rays, order]: [&str; 4]) -> Result<(), String> {
    stay_on_one_processor();
    let (mesh, mut rays) = (Triangles::read(mesh)?, files::read::<Ray>(rays)?);
    let cast = match peers::embree_named(peer) {
        Some(choice) => {
            let scene = Scene::build(choice, mesh, &[])?;
            let one_by_one_ns = one_by_one(&mut rays, |ray| scene.closest(ray));
            let stream = |rays: &[Ray]| scene.closest_of_stream(rays, order == NEIGHBOURS);
            let slice_ns = if choice.version == 3 { Some(in_slices(&rays, stream)?) } else { None };
            Cast { one_by_one_ns, slice_ns }
        }
        None if peer == OWN => {
            let mesh = peers::own_mesh(mesh)?;
            let one_by_one_ns = one_by_one(&mut rays, |ray| peers::own_closest(&mesh, ray));
            let (mut triangles, mut sides) = (vec![0; SLICE], vec![0; SLICE]);
            let [mut t, mut u, mut v] = [0; 3].map(|_| vec![0.0; SLICE]);
            // Arrays of origins and of directions go in, and columns come out.
            let of = |component: fn(&Ray) -> [f32; 3]| rays.iter().map(component).collect::<Vec<_>>();
            let (origins, directions) = (of(|ray| ray.origin), of(|ray| ray.direction));
            let numbers: Vec<usize> = (0..rays.len()).collect();
            let into_columns = |numbers: &[usize]| {
                let (first, n) = (numbers[0], numbers.len());
                let range = first..first + n;
                let rays = OriginsAndDirections { origins: &origins[range.clone()], directions: &directions[range] };
                let hits = HitColumns {
                    triangles: &mut triangles[..n],
                    t: &mut t[..n],
                    u: &mut u[..n],
                    v: &mut v[..n],
                    sides: &mut sides[..n],
                };
                mesh.closest_hits(&rays, Culling::None, hits);
                Ok(())
            };
            Cast { one_by_one_ns, slice_ns: Some(in_slices(&numbers, into_columns)?) }
        }
        None if peer == "parry3d" => {
            let mesh = peers::parry_mesh(mesh)?;
            Cast { one_by_one_ns: one_by_one(&mut rays, |ray| peers::parry_closest(&mesh, ray)), slice_ns: None }
        }
        None => return Err(format!("{peer} is not measured with slices")),
    };
    println!("{}", serde_json::to_string(&cast).map_err(|error| error.to_string())?);
    Ok(())
}

/// What each of the rays costs that hit; the others are dropped.
fn one_by_one(rays: &mut Vec<Ray>, cast: impl Fn(&Ray) -> u32) -> f64 {
    rays.retain(|ray| cast(ray) != MISS);
    warm_ns(rays, cast)
}

/// What each of the rays costs, a slice at a time.
fn in_slices<R, T>(rays: &[R], mut cast: impl FnMut(&[R]) -> Result<T, String>) -> Result<f64, String> {
    cast(&rays[..SLICE.min(rays.len())])?;
    let pass = || rays.chunks(SLICE).for_each(|slice| _ = black_box(cast(slice)));
    Ok(median_pass_ns(rays.len(), pass))
}
