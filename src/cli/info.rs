//! `pickray info`: what is in a file, and what is wrong with it.

use super::describe::{self, Coordinates};
use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome};
use crate::geometry::Aabb;
use crate::mesh::{Defects, Format, LoadError, LoadReport, Warning};
use clap::Args;
use glam::DVec3;
use serde::Serialize;
use std::ffi::OsString;
use std::fmt::Write;

/// Say what is in a file: counts, bounds, defects, and every problem with its line
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The mesh: an OBJ or STL file, or sample:NAME
    file: OsString,
}

#[derive(Serialize)]
struct InfoResult<'a> {
    triangles: usize,
    vertices: usize,
    bounds: Aabb,
    size: DVec3,
    /// What is added to the single-precision positions; zero near the origin.
    origin: DVec3,
    objects: &'a [String],
    groups: &'a [String],
    materials: &'a [String],
    /// Whether the surface has an inside.
    closed: bool,
    defects: Defects,
    load_seconds: f64,
    #[serde(flatten, serialize_with = "Counts::serialize")]
    report: &'a LoadReport,
    warnings: &'a [Warning],
}

/// What the report counts and the mesh does not.
#[derive(Serialize)]
#[serde(remote = "LoadReport")]
struct Counts {
    #[serde(rename = "file")]
    name: String,
    format: Option<Format>,
    bytes: u64,
    lines: u64,
    faces: u64,
    polygons: u64,
    faces_left_out: u64,
    points: u64,
    polylines: u64,
    curves_and_surfaces: u64,
    material_libraries: Vec<String>,
    problems: u64,
    read_seconds: f64,
    build_seconds: f64,
}

pub fn run(args: &InfoArgs, output: &Output) -> Result<Outcome, CliError> {
    let input = Input::load(&args.file)?;
    let mesh = input.mesh();
    let source = mesh.source();
    let defects = Defects::of(mesh).map_err(|missing| LoadError::OutOfMemory {
        name: input.name.clone(),
        size: format!("to look for the defects of {} triangles", mesh.n_triangles()),
        missing,
    })?;
    let result = InfoResult {
        triangles: mesh.n_triangles(),
        vertices: mesh.n_vertices(),
        bounds: mesh.bounds(),
        size: mesh.bounds().size(),
        origin: mesh.origin(),
        objects: source.objects(),
        groups: source.groups(),
        materials: source.materials(),
        closed: defects.is_closed(),
        defects,
        load_seconds: input.report.load_seconds(),
        report: &input.report,
        warnings: &input.report.warnings,
    };
    output.result(&result, || text(&result))?;
    Ok(Outcome::Done)
}

fn text(info: &InfoResult) -> String {
    let report = info.report;
    let mut text = format!("{}\n", report.name);
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<11} {value}");
    };
    if let Some(format) = report.format {
        row("format", format.to_string());
    }
    row("triangles", format!("{} from {} faces, {} of them polygons", info.triangles, report.faces, report.polygons));
    row("vertices", info.vertices.to_string());
    let coordinates = Coordinates::within(&info.bounds);
    row("from", coordinates.show(info.bounds.min));
    row("to", coordinates.show(info.bounds.max));
    row("size", coordinates.show(info.size));
    for (name, names) in [("objects", info.objects), ("groups", info.groups), ("materials", info.materials)] {
        if !names.is_empty() {
            row(name, format!("{}: {}", names.len(), shortened(names)));
        }
    }
    for (name, skipped) in [
        ("left out", (report.faces_left_out, "face")),
        ("skipped", (report.points, "point statement")),
        ("skipped", (report.polylines, "line statement")),
        ("skipped", (report.curves_and_surfaces, "curve or surface statement")),
    ] {
        if skipped.0 > 0 {
            row(name, describe::count(skipped.0, skipped.1));
        }
    }
    row("surface", surface(info));
    row("loaded in", format!("{:.3} s, of which the tree {:.3} s", info.load_seconds, report.build_seconds));
    for warning in info.warnings {
        let place = warning.place().map(|place| format!("{place}: ")).unwrap_or_default();
        let _ = writeln!(text, "  warning: {place}{}", warning.message);
    }
    text
}

/// The surface and its defects in words.
fn surface(info: &InfoResult) -> String {
    let defects = &info.defects;
    let mut words = vec![if info.closed { "closed" } else { "not closed" }.to_owned()];
    for (n, what) in [
        (defects.zero_area, "triangle without area"),
        (defects.duplicates, "duplicate triangle"),
        (defects.open_edges, "open edge"),
        (defects.crowded_edges, "edge of more than two triangles"),
        (defects.turned_edges, "edge between triangles that disagree on the front"),
        (defects.unused_vertices, "vertex of no triangle"),
    ] {
        if n > 0 {
            words.push(format!("{what}: {n}"));
        }
    }
    words.join(", ")
}

/// The first of many names.
fn shortened(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let first = names[..names.len().min(SHOWN)].join(", ");
    if names.len() > SHOWN { format!("{first}, …") } else { first }
}
