//! Picks of pickray and of other libraries on the same meshes and rays: one ray a call, one thread, one process a
//! measurement, peers in turn.
//!
//! A mesh is the path of an OBJ file or the size of a bumpy sphere that is made on the spot, once or as many turned
//! instances. Ratios are of the fastest of the runs.

mod embree;
mod input;
mod measured;
mod moving;
mod near;
mod peers;
mod placed;
mod report;
mod slices;

use crate::apart;
use crate::clock;
use crate::files::{self, Triangles};
use measured::Measured;
use std::path::Path;

pub const USAGE: &str =
    "usage: pickray-peers rays [moving|near|placed|slices] [--runs N] [--peers NAME,NAME...] [--clicks N] MESH...
  moving    trees refitted to a bending mesh, beside trees built anew
  near      closest points, sweeps, slides and contact of scenes of instances
  placed    scenes of which every instance moves
  slices    slices of rays, beside rays one by one
  MESH      the path of an OBJ file, or a number of triangles for a bumpy sphere: 70k, 1m, 10m;
            with * and a number so many instances of it: 1k*10000
  --runs    how often each peer measures each mesh, in turn with the others (3)
  --peers   which take part besides pickray (all that are here)
  --clicks  how many rays are cast (100000)";

pub fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        ["--measure", peer, mesh, places, rays, hits] => measure_one(peer, mesh, places, rays, hits),
        ["--measure-moving", rest @ ..] => moving::measure_one(exactly(rest)?),
        ["--measure-slice", rest @ ..] => slices::measure_one(exactly(rest)?),
        ["--measure-placed", rest @ ..] => placed::measure_one(exactly(rest)?),
        ["--measure-near", rest @ ..] => near::measure_one(exactly(rest)?),
        ["near", rest @ ..] => Plan::parse(rest)?.run_with(peers::takes_nearness, near::run),
        ["placed", rest @ ..] => Plan::parse(rest)?.run_with(peers::takes_instances, placed::run),
        ["moving", rest @ ..] => Plan::parse(rest)?.run_with(peers::takes_motion, moving::run),
        ["slices", rest @ ..] => Plan::parse(rest)?.run_with(peers::takes_slices, slices::run),
        _ => Plan::parse(arguments)?.run(),
    }
}

/// All arguments, of which there are `N`.
fn exactly<'a, const N: usize>(arguments: &[&'a str]) -> Result<[&'a str; N], String> {
    arguments.try_into().map_err(|_| USAGE.to_owned())
}

/// The process of one measurement: its result goes to stdout as JSON, the triangle of each ray into the file `hits`.
fn measure_one(peer: &str, mesh: &str, places: &str, rays: &str, hits: &str) -> Result<(), String> {
    clock::stay_on_one_processor();
    let (measured, found) = peers::measure(peer, Triangles::read(mesh)?, &files::read(places)?, &files::read(rays)?)?;
    files::write(hits, &found)?;
    println!("{}", serde_json::to_string(&measured).map_err(|error| error.to_string())?);
    Ok(())
}

/// What is measured.
struct Plan {
    meshes: Vec<String>,
    peers: Vec<&'static str>,
    runs: usize,
    clicks: usize,
}

impl Plan {
    fn parse(arguments: &[&str]) -> Result<Self, String> {
        let mut plan = Self { meshes: Vec::new(), peers: peers::present(), runs: 3, clicks: 100_000 };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            let number = |text: &str| {
                text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("{text:?} is no number above 0"))
            };
            match *argument {
                "--runs" => plan.runs = number(value()?)?,
                "--clicks" => plan.clicks = number(value()?)?,
                "--peers" => plan.peers = peers::named(value()?)?,
                flag if flag.starts_with('-') => return Err(USAGE.to_owned()),
                mesh => plan.meshes.push(mesh.to_owned()),
            }
        }
        if plan.meshes.is_empty() { Err(USAGE.to_owned()) } else { Ok(plan) }
    }

    /// Measures with the peers that take part in it, by the function that prints the tables.
    fn run_with(
        &self,
        takes_part: fn(&str) -> bool,
        run: fn(&[&str], usize, &[&str]) -> Result<(), String>,
    ) -> Result<(), String> {
        println!("{}\n", report::machine());
        let meshes: Vec<&str> = self.meshes.iter().map(String::as_str).collect();
        let peers: Vec<&str> = self.peers.iter().copied().filter(|peer| takes_part(peer)).collect();
        run(&meshes, self.runs, &peers)
    }

    fn run(&self) -> Result<(), String> {
        println!("{}", report::machine());
        apart::in_a_folder(|folder| self.run_in(folder))
    }

    fn run_in(&self, folder: &Path) -> Result<(), String> {
        let mut all = Vec::new();
        for name in &self.meshes {
            let file = |name: &str| folder.join(name).display().to_string();
            let hits_file = |peer: &str| file(&format!("{}.hits", peer.replace(' ', "-")));
            let files = ["mesh.tri", "places.mat", "clicks.rays"].map(file);
            let files = files.each_ref().map(String::as_str);
            let triangles = input::prepare(name, self.clicks, files)?;
            let takes_part = |peer: &&&str| !name.contains('*') || peers::takes_instances(peer);
            let mut results: Vec<(&str, Vec<Measured>)> =
                self.peers.iter().filter(takes_part).map(|peer| (*peer, Vec::new())).collect();
            for run in 0..self.runs {
                for (peer, measured) in &mut results {
                    eprintln!("{name}: {peer}, run {} of {}", run + 1, self.runs);
                    let [mesh, places, rays] = files;
                    measured.push(apart::measured(&["rays", "--measure", peer, mesh, places, rays, &hits_file(peer)])?);
                }
            }
            let own: Vec<u32> = files::read(&hits_file(peers::OWN))?;
            let mut mesh_report = report::MeshReport::new(name, triangles);
            for (peer, measured) in results {
                let found: Vec<u32> = files::read(&hits_file(peer))?;
                let differing = found.iter().zip(&own).filter(|(a, b)| a != b).count();
                mesh_report.add(peer, &measured, differing);
            }
            println!("\n{}", mesh_report.table());
            all.push(mesh_report);
        }
        println!("\n{}", report::ratios(&all));
        println!("\n{}", report::growth(&all));
        Ok(())
    }
}
