//! The bare library in a program of somebody else's, by cargo's own release profile (16 units, no LTO) beside one unit
//! with fat LTO: what walks and builds lose where they are compiled apart.

use crate::apart;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const USAGE: &str = "usage: pickray-peers outside [RUNS]   (5, in turns; cargo compiles the program twice)";

/// Profiles of benches/peers/Cargo.toml, and their folders in `target`.
const PROFILES: [&str; 2] = ["plain", "release"];

#[derive(Clone, Copy, Deserialize)]
struct Measured {
    pick_ns: f64,
    build_ms: f64,
    sum: u64,
}

pub fn run(arguments: &[&str]) -> Result<(), String> {
    let runs: usize = match arguments {
        [] => 5,
        [runs] => runs.parse().ok().filter(|n| *n > 0).ok_or(USAGE)?,
        _ => return Err(USAGE.to_owned()),
    };
    let [plain, whole] = PROFILES.map(compiled);
    let programs = (plain?, whole?);
    let measure = |run: usize| -> Result<[Measured; 2], String> {
        eprintln!("run {run} of {runs}");
        Ok([apart::measured_by(&programs.0, &[])?, apart::measured_by(&programs.1, &[])?])
    };
    let [mut plain, mut whole] = measure(1)?;
    for run in 2..=runs {
        let new = measure(run)?;
        (plain, whole) = (faster(plain, new[0]), faster(whole, new[1]));
    }
    if plain.sum != whole.sum {
        return Err("the two name different triangles".to_owned());
    }
    println!("| torus, 1 M triangles | cargo's release profile | one unit, fat LTO | ratio |\n|---|--:|--:|--:|");
    for (what, unit, a, b) in
        [("a warm pick", "ns", plain.pick_ns, whole.pick_ns), ("building", "ms", plain.build_ms, whole.build_ms)]
    {
        println!("| {what} | {a:.0} {unit} | {b:.0} {unit} | {:.2} |", a / b);
    }
    Ok(())
}

fn faster(a: Measured, b: Measured) -> Measured {
    Measured { pick_ns: a.pick_ns.min(b.pick_ns), build_ms: a.build_ms.min(b.build_ms), sum: b.sum }
}

/// Compiles the program by a profile and returns where it is.
fn compiled(profile: &str) -> Result<PathBuf, String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = own.parent().and_then(Path::parent).ok_or("the program lies in no target folder")?;
    let done = Command::new("cargo")
        .args(["build", "--locked", "--package", "pickray-outside", "--profile", profile, "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(target)
        .status();
    match done {
        Ok(status) if status.success() => Ok(target.join(profile).join("pickray-outside")),
        Ok(status) => Err(format!("cargo build: {status}")),
        Err(error) => Err(format!("cargo: {error}")),
    }
}
