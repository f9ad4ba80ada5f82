//! `pickray pick`: one pick without a window.

use super::camera::{self, ViewArgs};
use super::describe::{self, Coordinates};
use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome, values};
use crate::accel::QueryCounts;
use crate::app::platform::writing::{Kind, Target};
use crate::geometry::Feature;
use crate::intersect::{Culling, Side};
use crate::math::{CursorPosition, PixelSample};
use crate::pick::{Hit, PickOptions, PickTrace, SavedPick, all_hits, pick_observed, pick_traced};
use crate::scene::View;
use clap::{Args, ValueEnum};
use glam::{DVec2, DVec3};
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

/// Pick the triangle under a pixel
#[derive(Debug, Args)]
pub struct PickArgs {
    /// The mesh: an OBJ file, or sample:NAME
    file: OsString,
    /// The cursor, in pixels from the top left
    #[arg(long, value_name = "X,Y", value_parser = values::point2, allow_hyphen_values = true)]
    at: DVec2,
    #[command(flatten)]
    how: PickHow,
    /// Every hit along the ray, not only the nearest
    #[arg(long)]
    all: bool,
    /// Every number on the way from the cursor to the hit
    #[arg(long)]
    trace: bool,
    /// Save the pick, to be run again by `pickray replay`
    #[arg(long, value_name = "NAME.pick.json")]
    save: Option<PathBuf>,
    /// Replace a file that is there and is not a saved pick
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    view: ViewArgs,
}

/// What can be hit, and through which point of the pixel.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct PickHow {
    /// Sides that cannot be hit
    #[arg(long, value_enum, default_value = "none")]
    cull: CullArg,
    /// The point of the pixel that the ray goes through
    #[arg(long, value_enum, default_value = "center")]
    sample: SampleArg,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum CullArg {
    #[default]
    None,
    Back,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum SampleArg {
    #[default]
    Center,
    Corner,
}

impl From<PickHow> for PickOptions {
    fn from(how: PickHow) -> Self {
        Self {
            culling: match how.cull {
                CullArg::None => Culling::None,
                CullArg::Back => Culling::Back,
            },
            sample: match how.sample {
                SampleArg::Center => PixelSample::Center,
                SampleArg::Corner => PixelSample::Corner,
            },
        }
    }
}

/// A pick as JSON; what only a hit has is null for a miss.
#[derive(Debug, Serialize)]
pub struct PickResult<'a> {
    hit: bool,
    /// Why there is no hit.
    reason: Option<String>,
    file: &'a str,
    triangle: Option<u32>,
    line: Option<u32>,
    face: Option<u32>,
    /// Which triangle of its face it is, from 0.
    place_in_face: Option<u32>,
    object: Option<&'a str>,
    group: Option<&'a str>,
    material: Option<&'a str>,
    point: Option<DVec3>,
    t: Option<f64>,
    u: Option<f64>,
    v: Option<f64>,
    w: Option<f64>,
    side: Option<Side>,
    normal: Option<DVec3>,
    corners: Option<[DVec3; 3]>,
    area: Option<f64>,
    edge_lengths: Option<[f64; 3]>,
    /// Radians from head on.
    angle: Option<f64>,
    /// From the eye.
    distance: Option<f64>,
    distance_from_near: Option<f64>,
    /// Window coordinates and depth.
    window: Option<DVec3>,
    on: Option<Feature>,
    shared_with: Option<&'a [u32]>,
    cursor: CursorPosition,
    view: View,
    boxes_tested: u64,
    triangles_tested: u64,
    pick_seconds: f64,
    load_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<Vec<Hit>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<PickTrace>,
}

/// One pick, timed.
pub struct Picked {
    /// The hit.
    pub hit: Option<Hit>,
    /// Why there is none.
    pub reason: Option<String>,
    view: View,
    cursor: CursorPosition,
    counts: QueryCounts,
    seconds: f64,
}

impl Picked {
    /// Picks under the cursor.
    pub fn at(input: &Input, view: &View, cursor: CursorPosition, options: &PickOptions) -> Self {
        let mut counts = QueryCounts::default();
        let start = Instant::now();
        let hit = pick_observed(&input.scene, view, cursor, options, &mut counts);
        let seconds = start.elapsed().as_secs_f64();
        let reason = match &hit {
            Some(_) => None,
            None => pick_traced(&input.scene, view, cursor, options).miss.map(|miss| miss.to_string()),
        };
        Self { hit, reason, view: *view, cursor, counts, seconds }
    }

    /// The pick as an object for JSON.
    pub fn result<'a>(&'a self, input: &'a Input) -> PickResult<'a> {
        let hit = self.hit.as_ref();
        let source = hit.map(|hit| &hit.source);
        PickResult {
            hit: hit.is_some(),
            reason: self.reason.clone(),
            file: &input.name,
            triangle: hit.map(|hit| hit.triangle),
            line: source.and_then(|source| source.line),
            face: source.map(|source| source.face),
            place_in_face: source.map(|source| source.place_in_face),
            object: source.and_then(|source| source.object.as_deref()),
            group: source.and_then(|source| source.group.as_deref()),
            material: source.and_then(|source| source.material.as_deref()),
            point: hit.map(|hit| hit.point_world),
            t: hit.map(|hit| hit.t),
            u: hit.map(|hit| hit.u),
            v: hit.map(|hit| hit.v),
            w: hit.map(|hit| hit.w),
            side: hit.map(|hit| hit.side),
            normal: hit.map(|hit| hit.normal_world),
            corners: hit.map(|hit| hit.corners_world),
            area: hit.map(|hit| hit.area),
            edge_lengths: hit.map(|hit| hit.edge_lengths),
            angle: hit.map(|hit| hit.angle),
            distance: hit.map(|hit| hit.distance),
            distance_from_near: hit.map(|hit| hit.distance_from_near),
            window: hit.map(|hit| hit.window),
            on: hit.map(|hit| hit.on),
            shared_with: hit.map(|hit| hit.shared_with.as_slice()),
            cursor: self.cursor,
            view: self.view,
            boxes_tested: self.counts.boxes,
            triangles_tested: self.counts.triangles,
            pick_seconds: self.seconds,
            load_seconds: input.report.load_seconds(),
            hits: None,
            trace: None,
        }
    }

    /// The pick in words.
    pub fn text(&self, input: &Input) -> String {
        let CursorPosition { x, y } = self.cursor;
        match &self.hit {
            Some(hit) => describe::hit(hit, &input.name, Coordinates::within(&input.mesh().bounds())),
            None => format!(
                "no triangle of {} at {}, {}: {}\n",
                input.name,
                describe::number(x),
                describe::number(y),
                self.reason.as_deref().unwrap_or("the ray passes every triangle")
            ),
        }
    }

    /// Done for a hit, no for a miss.
    pub fn outcome(&self) -> Outcome {
        if self.hit.is_some() { Outcome::Done } else { Outcome::No }
    }
}

pub fn run(args: &PickArgs, output: &Output) -> Result<Outcome, CliError> {
    let save = |path| Target::new(path, Kind::SavedPick).sparing([&args.file]).forced(args.force);
    let save = args.save.as_ref().map(save);
    if let Some(target) = &save {
        target.check()?;
    }
    let input = Input::load(&args.file)?;
    let view = args.view.view(&input.scene.bounds())?;
    let (cursor, options) = (camera::cursor(args.at), PickOptions::from(args.how));
    let picked = Picked::at(&input, &view, cursor, &options);
    let trace = (args.trace || save.is_some()).then(|| pick_traced(&input.scene, &view, cursor, &options));
    if let (Some(target), Some(trace)) = (&save, &trace) {
        let saved = SavedPick::new(&input.scene, [&args.file], trace.clone());
        target.write_json(&saved)?;
        output.note(&format!("saved; run it again with `pickray replay {}`", target.path().display()));
    }
    let hits = args.all.then(|| all_hits(&input.scene, &view, cursor, &options));
    let trace = trace.filter(|_| args.trace);
    let text = || {
        let mut text = picked.text(&input);
        if let Some(hits) = &hits {
            text += &format!("{} along the ray\n{}", describe::count(hits.len() as u64, "hit"), describe::hits(hits));
        }
        if let Some(trace) = &trace {
            text += &describe::chain(trace);
        }
        text
    };
    output.result(&PickResult { hits: hits.clone(), trace: trace.clone(), ..picked.result(&input) }, text)?;
    if let Some(warning) = input.warning() {
        output.note(&warning);
    }
    Ok(picked.outcome())
}
