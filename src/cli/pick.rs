//! `pickray pick`: one pick without a window.

use super::camera::{self, ViewArgs};
use super::describe;
use super::input::Input;
use super::output::Output;
use super::placement::MoveArgs;
use super::{CliError, Outcome, values};
use crate::accel::QueryCounts;
use crate::app::platform::writing::{Kind, Target};
use crate::intersect::Culling;
use crate::math::{CursorPosition, PixelSample};
use crate::pick::{
    Hit, HitDetails, PickOptions, PickRecord, PickTrace, RECORD_VERSION, SavedPick, Situation, TriangleId, WhyNot,
    all_hits, describe, nearest_in_pixels, pick_observed, pick_traced, why_not,
};
use crate::scene::View;
use clap::Args;
use glam::DVec2;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Instant;

/// Pick the triangle under a pixel
#[derive(Debug, Args)]
pub struct PickArgs {
    /// The mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
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
    /// Why the triangle of this number, from 0, is not the hit, or of this object and number, as 2:15; `nearest`: the
    /// hit, or the triangle nearest to the pixel
    #[arg(long, value_name = "N", value_parser = asked_triangle, allow_hyphen_values = true)]
    why: Option<AskedTriangle>,
    /// Save the pick, to be run again by `pickray replay`
    #[arg(long, value_name = "NAME.pick.json")]
    save: Option<PathBuf>,
    /// Replace a file that is there and is not a saved pick
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    moved: MoveArgs,
    #[command(flatten)]
    view: ViewArgs,
}

pub(super) const CULLINGS: [(&str, Culling); 2] = [("none", Culling::None), ("back", Culling::Back)];
const SAMPLES: [(&str, PixelSample); 2] = [("center", PixelSample::Center), ("corner", PixelSample::Corner)];

/// The triangle of `--why`.
#[derive(Clone, Copy, Debug)]
enum AskedTriangle {
    /// This one.
    Numbered(TriangleId),
    /// The hit, or the triangle nearest to the pixel.
    Nearest,
}

fn asked_triangle(text: &str) -> Result<AskedTriangle, String> {
    if text == "nearest" {
        return Ok(AskedTriangle::Nearest);
    }
    let (object, triangle) = text.split_once(':').unwrap_or(("0", text));
    match (object.trim().parse(), triangle.trim().parse()) {
        (Ok(object), Ok(triangle)) => Ok(AskedTriangle::Numbered(TriangleId { object, triangle })),
        _ => Err("a triangle's number, from 0, or nearest is needed".to_owned()),
    }
}

/// What can be hit, and through which point of the pixel.
#[derive(Clone, Copy, Debug, Args)]
pub struct PickHow {
    /// Sides that cannot be hit
    #[arg(long, default_value = "none", value_parser = values::one_of(CULLINGS))]
    cull: Culling,
    /// The point of the pixel that the ray goes through
    #[arg(long, default_value = "center", value_parser = values::one_of(SAMPLES))]
    sample: PixelSample,
}

impl From<PickHow> for PickOptions {
    fn from(PickHow { cull, sample }: PickHow) -> Self {
        Self { culling: cull, sample }
    }
}

/// A pick as JSON, with what was asked for besides.
#[derive(Serialize)]
struct PickResult<'a> {
    #[serde(flatten)]
    record: &'a PickRecord<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<Vec<HitDetails>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<PickTrace>,
    /// `None` where it was not asked for, `Some(None)` where no triangle is nearest.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Option<&'a Why>>,
}

/// Why a triangle is not the hit, and the same in words.
#[derive(Serialize)]
struct Why {
    #[serde(flatten)]
    answer: WhyNot,
    in_words: String,
}

impl AskedTriangle {
    /// Why it is not the hit; `None` where no triangle is nearest.
    ///
    /// # Errors
    /// When the mesh has no triangle of this number.
    fn why(
        self,
        input: &Input,
        view: &View,
        cursor: CursorPosition,
        options: &PickOptions,
    ) -> Result<Option<Why>, CliError> {
        let scene = &input.scene;
        let id = match self {
            Self::Numbered(id) => Some(id),
            Self::Nearest => nearest_in_pixels(scene, view, cursor, options),
        };
        let Some(id) = id else { return Ok(None) };
        let answer = why_not(scene, view, cursor, options, id).ok_or_else(|| {
            let TriangleId { object, triangle: n } = id;
            CliError::Usage(match scene.objects().get(object as usize) {
                Some(of) => {
                    let last = of.mesh.n_triangles() - 1;
                    format!("--why {n}: there is no such triangle; the mesh has those from 0 to {last}")
                }
                None => format!("--why {object}:{n}: there are only {} objects", scene.objects().len()),
            })
        })?;
        Ok(Some(Why { answer, in_words: answer.to_string() }))
    }
}

/// One pick, timed.
pub struct Picked {
    /// The hit.
    pub hit: Option<HitDetails>,
    reason: Option<String>,
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
        let hit = hit.and_then(|hit| describe(&input.scene, view, cursor, options, &hit));
        let reason = match &hit {
            Some(_) => None,
            None => pick_traced(&input.scene, view, cursor, options).miss.map(|miss| miss.to_string()),
        };
        Self { hit, reason, view: *view, cursor, counts, seconds }
    }

    /// All that is said of it.
    pub fn record<'a>(&'a self, input: &'a Input) -> PickRecord<'a> {
        let hit = self.hit.as_ref().and_then(|hit| Some((hit.id().object_in(&input.scene)?, hit.triangle)));
        let text = hit.and_then(|(object, triangle)| object.mesh.source().face_text(triangle));
        PickRecord {
            version: RECORD_VERSION,
            file: input.name.clone(),
            reason: self.reason.clone(),
            line_text: text.and_then(Result::ok),
            hit: self.hit.as_ref(),
            place_along_ray: None,
            cursor: self.cursor,
            view: &self.view,
            boxes_tested: self.counts.boxes,
            triangles_tested: self.counts.triangles,
            pick_seconds: self.seconds,
            load_seconds: input.report.load_seconds(),
            scene: &input.scene,
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
    let input = Input::load(&args.file)?.moved(&args.moved)?;
    let save = save.map(|target| input.spared_by(target)).transpose()?;
    let view = args.view.view(&input.scene.bounds())?;
    let (cursor, options) = (camera::cursor(args.at), PickOptions::from(args.how));
    let why = args.why.map(|asked| asked.why(&input, &view, cursor, &options)).transpose()?;
    let picked = Picked::at(&input, &view, cursor, &options);
    let trace = (args.trace || save.is_some()).then(|| pick_traced(&input.scene, &view, cursor, &options));
    if let (Some(target), Some(trace)) = (&save, &trace) {
        let files = input.scene.objects().iter().map(|_| &args.file);
        let situation = Situation::new(&input.scene, files, &view, cursor, &options);
        let planes_given = args.view.planes_given();
        let saved = SavedPick::new(Situation { planes_given, ..situation }, trace);
        target.write_json(&saved)?;
        output.note(&format!("saved; run it again with `pickray replay {}`", target.path().display()));
    }
    let all = || all_hits(&input.scene, &view, cursor, &options);
    let known = |hit: &Hit| describe(&input.scene, &view, cursor, &options, hit);
    let hits: Option<Vec<_>> = args.all.then(|| all().iter().filter_map(known).collect());
    let trace = trace.filter(|_| args.trace);
    let place_along_ray = hits.as_ref().filter(|hits| !hits.is_empty()).map(|hits| (0, hits.len()));
    let record = PickRecord { place_along_ray, ..picked.record(&input) };
    let text = || {
        let mut text = record.text();
        if let Some(why) = &why {
            text += why.as_ref().map_or("No triangle is seen.", |why| &why.in_words);
            text.push('\n');
        }
        if let Some(hits) = &hits {
            text += &format!("{} along the ray\n{}", describe::count(hits.len() as u64, "hit"), describe::hits(hits));
        }
        if let Some(trace) = &trace {
            text += &describe::chain(trace);
        }
        text
    };
    output.result(
        &PickResult {
            record: &record,
            hits: hits.clone(),
            trace: trace.clone(),
            why: why.as_ref().map(Option::as_ref),
        },
        text,
    )?;
    input.note_problems(output);
    Ok(picked.outcome())
}
