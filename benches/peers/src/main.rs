//! Picks of pickray and of other libraries on the same meshes and rays: one ray a call, one thread, one process a
//! measurement, peers in turn.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- 70k scan.obj 1m 10m
//!
//! A mesh is the path of an OBJ file or the size of a bumpy sphere that is made on the spot. Ratios are of the fastest of the runs.

mod embree;
mod input;
mod measure;
mod peers;
mod report;

use measure::Measured;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

const USAGE: &str = "usage: pickray-peers [--runs N] [--peers NAME,NAME...] [--clicks N] MESH...
  MESH      the path of an OBJ file, or a number of triangles for a bumpy sphere: 70k, 1m, 10m
  --runs    how often each peer measures each mesh, in turn with the others (3)
  --peers   which take part besides pickray (all that are here)
  --clicks  how many rays are cast (100000)";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [flag, peer, mesh, rays, hits] if flag == "--measure" => one(peer, mesh, rays, hits),
        _ => Plan::parse(&arguments).and_then(|plan| plan.run()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("pickray-peers: {message}");
            ExitCode::from(2)
        }
    }
}

/// The process of one measurement: its result goes to stdout as JSON, the triangle of each ray into the file `hits`.
fn one(peer: &str, mesh: &str, rays: &str, hits: &str) -> Result<(), String> {
    measure::stay_on_one_processor();
    let mesh = input::read_mesh(Path::new(mesh)).map_err(|error| format!("{mesh}: {error}"))?;
    let rays = input::read_rays(Path::new(rays)).map_err(|error| format!("{rays}: {error}"))?;
    let (measured, found) = peers::measure(peer, mesh, &rays)?;
    input::write_words(Path::new(hits), &found).map_err(|error| format!("{hits}: {error}"))?;
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
    fn parse(arguments: &[String]) -> Result<Self, String> {
        let mut plan = Self { meshes: Vec::new(), peers: peers::present(), runs: 3, clicks: 100_000 };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value\n{USAGE}"));
            let number = |text: &String| {
                text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("{text:?} is no number above 0"))
            };
            match argument.as_str() {
                "--runs" => plan.runs = number(value()?)?,
                "--clicks" => plan.clicks = number(value()?)?,
                "--peers" => plan.peers = peers::named(value()?)?,
                flag if flag.starts_with('-') => return Err(USAGE.to_owned()),
                mesh => plan.meshes.push(mesh.to_owned()),
            }
        }
        if plan.meshes.is_empty() { Err(USAGE.to_owned()) } else { Ok(plan) }
    }

    fn run(&self) -> Result<(), String> {
        println!("{}", report::machine());
        let folder = env::temp_dir().join(format!("pickray-peers-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let done = self.run_in(&folder);
        // What is left in the folder for temporary files harms nobody.
        let _ = fs::remove_dir_all(&folder);
        done
    }

    fn run_in(&self, folder: &Path) -> Result<(), String> {
        let mut all = Vec::new();
        for name in &self.meshes {
            let [mesh, rays] = ["mesh.tri", "clicks.rays"].map(|file| folder.join(file));
            let triangles = input::prepare(name, self.clicks, &mesh, &rays)?;
            let mut results: Vec<(&str, Vec<Measured>)> = self.peers.iter().map(|peer| (*peer, Vec::new())).collect();
            for run in 0..self.runs {
                for (peer, measured) in &mut results {
                    eprintln!("{name}: {peer}, run {} of {}", run + 1, self.runs);
                    measured.push(measured_apart(peer, &mesh, &rays, &hits_file(folder, peer))?);
                }
            }
            let own = input::read_words(&hits_file(folder, peers::OWN)).map_err(|error| error.to_string())?;
            let mut mesh_report = report::MeshReport::new(name, triangles);
            for (peer, measured) in results {
                let found = input::read_words(&hits_file(folder, peer)).map_err(|error| error.to_string())?;
                let differing = found.iter().zip(&own).filter(|(a, b)| a != b).count();
                mesh_report.add(peer, &measured, differing);
            }
            println!("\n{}", mesh_report.table());
            all.push(mesh_report);
        }
        println!("\n{}", report::ratios(&all));
        Ok(())
    }
}

fn hits_file(folder: &Path, peer: &str) -> PathBuf {
    folder.join(format!("{}.hits", peer.replace(' ', "-")))
}

/// Measures in a process of its own, whose memory is that of the peer.
fn measured_apart(peer: &str, mesh: &Path, rays: &Path, hits: &Path) -> Result<Measured, String> {
    let own = env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(own).args(["--measure", peer]).args([mesh, rays, hits]).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!("{peer}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{peer}: {error}"))
}
