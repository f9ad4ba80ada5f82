//! `pickray sweep`: a ball moved towards a mesh until it touches it, or slid along it.

use super::describe::{self, Coordinates};
use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome, values};
use crate::app::platform::timed;
use clap::Args;
use glam::DVec3;
use pickray::collide::{SceneContact, SlideEnd, SlidePath, slide};
use pickray::geometry::{Feature, Sphere};
use serde::Serialize;
use std::ffi::OsString;
use std::fmt::Write;

/// Move a ball through a mesh, and say what it touches first or how it slides
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
    file: OsString,
    /// Where the ball's centre starts, in the file's coordinates
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    from: DVec3,
    /// Where the ball's centre ends if nothing is in its way
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    to: DVec3,
    /// The ball's radius, 0 or more
    #[arg(long, value_name = "R", value_parser = values::not_negative, allow_hyphen_values = true)]
    radius: f64,
    /// Slide along what it meets, and say where that ends
    #[arg(long)]
    slide: bool,
}

/// Sweep as JSON; what only a contact has is null without one.
#[derive(Serialize)]
struct SweepResult {
    contact: bool,
    file: String,
    from: DVec3,
    to: DVec3,
    radius: f64,
    triangle: Option<u32>,
    line: Option<u32>,
    face: Option<u32>,
    /// Fraction of the way, 0 to 1, at which the ball touches the mesh; null without a contact.
    t: Option<f64>,
    /// Centre of the ball when it touches the mesh; null without a contact.
    center: Option<DVec3>,
    point: Option<DVec3>,
    normal: Option<DVec3>,
    feature: Option<Feature>,
    overlapping: Option<bool>,
    sweep_seconds: f64,
    load_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide: Option<SlidePath>,
}

pub fn run(args: &SweepArgs, output: &Output) -> Result<Outcome, CliError> {
    let input = Input::load_joined(&args.file)?;
    let (sphere, displacement) = (Sphere { center: args.from, radius: args.radius }, args.to - args.from);
    let (hit, sweep_seconds) = timed(|| input.scene().sweep(&sphere, displacement));

    let mesh = input.mesh();
    let result = SweepResult {
        contact: hit.is_some(),
        file: input.name(),
        from: args.from,
        to: args.to,
        radius: args.radius,
        triangle: hit.map(|hit| hit.triangle),
        line: hit.and_then(|hit| mesh.source().line(hit.triangle)),
        face: hit.map(|hit| mesh.source().face(hit.triangle)),
        t: hit.map(|hit| hit.contact.t),
        center: hit.map(|hit| args.from + hit.contact.t * displacement),
        point: hit.map(|hit| hit.contact.point),
        normal: hit.map(|hit| hit.contact.normal),
        feature: hit.map(|hit| hit.contact.feature),
        overlapping: hit.map(|hit| hit.contact.overlapping),
        sweep_seconds,
        load_seconds: input.load_seconds(),
        slide: args.slide.then(|| slide(input.scene(), &sphere, displacement)),
    };
    output.result(&result, || {
        let mut text = contact_text(&input, hit.as_ref());
        if let Some(path) = &result.slide {
            text += &slide_text(&input, path);
        }
        text
    })?;
    input.note_problems(output);
    Ok(if hit.is_some() { Outcome::Done } else { Outcome::No })
}

fn contact_text(input: &Input, hit: Option<&SceneContact>) -> String {
    let Some(SceneContact { triangle, contact, .. }) = hit else {
        return format!("the ball touches no triangle of {} on its way\n", input.name());
    };
    let (source, coordinates) = (input.mesh().source(), Coordinates::within(&input.mesh().bounds()));
    let mut text = format!("triangle {triangle} of {}\n", input.name());
    let mut row = |name: &str, value: String| describe::row(&mut text, 11, name, value);
    let line = source.line(*triangle).map(|line| format!("line {line}, ")).unwrap_or_default();
    row("source", format!("{line}face {}", source.face(*triangle)));
    match contact.overlapping {
        true => row("t", "0: the ball overlaps it from the start".to_owned()),
        false => row("t", format!("{} of the way", describe::number(contact.t))),
    }
    row("point", coordinates.show(contact.point));
    row("normal", describe::vector(contact.normal));
    row("touches", feature_text(contact.feature).to_owned());
    text
}

fn feature_text(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "the face",
        Feature::Edge(0) => "the edge from its first corner to its second",
        Feature::Edge(1) => "the edge from its second corner to its third",
        Feature::Edge(_) => "the edge from its third corner to its first",
        Feature::Vertex(0) => "its first corner",
        Feature::Vertex(1) => "its second corner",
        Feature::Vertex(_) => "its third corner",
    }
}

fn slide_text(input: &Input, path: &SlidePath) -> String {
    let coordinates = Coordinates::within(&input.mesh().bounds());
    let mut text = String::from("slide\n");
    for step in &path.steps {
        let met = step.contact.map(|hit| format!(", along triangle {}", hit.triangle)).unwrap_or_default();
        let _ = writeln!(text, "  to {}{met}", coordinates.show(step.to));
    }
    let ended = match path.ended {
        SlideEnd::Arrived => "it arrived",
        SlideEnd::Blocked => "the surfaces leave no way to go on",
        SlideEnd::Spent => "it reached the most bounces",
        SlideEnd::Stuck => "it overlaps the mesh at the start and stays there",
    };
    let _ = writeln!(text, "  ends at {}: {ended}", coordinates.show(path.end));
    text
}
