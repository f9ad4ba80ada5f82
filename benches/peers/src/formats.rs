//! Loading the same mesh in each format, with pickray and with crates that read it: megabytes of file a processor
//! second.
//!
//! A wavy grid is written to files that stay in the page cache. Each load is a process of its own on one processor, the
//! loaders of a file in turn; rates are of the fastest of the runs. What a loader makes is compared by the triangles'
//! areas.

mod read;
mod write;

use crate::apart;
use crate::clock::stay_on_one_processor;
use crate::files::Triangles;
use read::LOADERS;
use serde::{Deserialize, Serialize};
use std::path::Path;

pub const USAGE: &str = "usage: pickray-peers formats [--runs N] CELLS
  CELLS   cells on a side of the grid; 708 make a million triangles
  --runs  how often each loader loads each file, in turn with the others (5)";

/// What one process measured.
#[derive(Serialize, Deserialize)]
struct Loaded {
    seconds: f64,
    triangles: usize,
    area: f64,
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    match *arguments {
        ["--measure", loader, path] => measure_one(loader, path),
        ["--runs", runs, cells] => run_with(number(runs)?, number(cells)?),
        [cells] => run_with(5, number(cells)?),
        _ => Err(USAGE.to_owned()),
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&n| n > 0).ok_or_else(|| format!("{text:?} is no number above 0\n{USAGE}"))
}

fn measure_one(loader: &str, path: &str) -> Result<(), String> {
    stay_on_one_processor();
    let (.., load) = LOADERS.iter().find(|(name, ..)| *name == loader).ok_or("there is no such loader")?;
    let (seconds, mesh) = load(path)?;
    let loaded = Loaded { seconds, triangles: mesh.triangles.len(), area: area(&mesh) };
    println!("{}", serde_json::to_string(&loaded).map_err(|error| error.to_string())?);
    Ok(())
}

fn run_with(runs: usize, cells: usize) -> Result<(), String> {
    apart::in_a_folder(|folder| run_in(folder, runs, &grid(cells)))
}

fn run_in(folder: &Path, runs: usize, mesh: &Triangles) -> Result<(), String> {
    let expected = area(mesh);
    println!("| file | size | loader | rate | pickray's to it |\n|---|--:|---|--:|--:|");
    for (name, write) in write::FORMATS {
        let path = folder.join(name);
        let bytes = write(mesh);
        std::fs::write(&path, &bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let (path, megabytes) = (path.display().to_string(), bytes.len() as f64 / 1e6);
        drop(bytes);
        let ending = name.rsplit('.').next().unwrap_or(name);
        let loaders: Vec<&str> =
            LOADERS.iter().filter(|(_, of, _)| of.contains(&ending)).map(|(name, ..)| *name).collect();
        let mut fastest = vec![f64::INFINITY; loaders.len()];
        for _ in 0..runs {
            for (loader, fastest) in loaders.iter().zip(&mut fastest) {
                let loaded: Loaded = apart::measured(&["formats", "--measure", loader, &path])?;
                if loaded.triangles != mesh.triangles.len() || (loaded.area / expected - 1.0).abs() > 1e-3 {
                    return Err(format!("{loader} reads another mesh from {name}"));
                }
                *fastest = fastest.min(loaded.seconds);
            }
        }
        for (loader, seconds) in loaders.iter().zip(&fastest) {
            let (rate, ratio) = (megabytes / seconds, seconds / fastest[0]);
            println!("| {name} | {megabytes:.0} MB | {loader} | {rate:.0} MB/s | {ratio:.2} × |");
        }
    }
    Ok(())
}

/// A wavy height field of so many cells on a side, two triangles each.
fn grid(cells: usize) -> Triangles {
    let side = cells + 1;
    let position = |i: usize| {
        let (x, y) = ((i % side) as f32, (i / side) as f32);
        [0.1 * x - 50.0, 0.1 * y - 50.0, 3.0 * (0.17 * x).sin() + 3.0 * (0.13 * y).cos()]
    };
    let corners = |i: usize| {
        let a = (i / cells * side + i % cells) as u32;
        let [b, c, d] = [a + 1, a + 1 + side as u32, a + side as u32];
        [[a, b, c], [a, c, d]]
    };
    Triangles {
        positions: (0..side * side).map(position).collect(),
        triangles: (0..cells * cells).flat_map(corners).collect(),
    }
}

/// The sum of the triangles' areas.
fn area(mesh: &Triangles) -> f64 {
    let area_of = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|corner| glam::Vec3::from(mesh.positions[corner as usize]).as_dvec3());
        0.5 * (b - a).cross(c - a).length()
    };
    mesh.triangles.iter().map(area_of).sum()
}
