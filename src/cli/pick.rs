//! `pickray pick` and `pickray replay`: one pick without a window, and a saved one run again and compared.

use super::camera::change;
use super::input::{Input, SceneArgs};
use super::output::{self, Output, one_line};
use super::{CliError, Outcome, values};
use crate::app::desk::Picked;
use crate::app::platform::reading::{self, MOST_PICK};
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::of_library::said;
use crate::situation_text::{self, name_of};
use clap::Args;
use glam::DVec2;
use pickray::intersect::Culling;
use pickray::math::PixelSample;
use pickray::mesh::Image;
use pickray::mesh::problem::Problem;
use pickray::pick::explain::{PickRecord, PickTrace, WhyNot};
use pickray::pick::{Hit, HitDetails, TriangleId, describe, nearest_in_pixels, pick_all};
use pickray::scene::Scene;
use pickray::study::{Chain, Change, Click, Difference, Objects, SavedObject, SavedPick, Study};
use serde::Serialize;
use serde_json::json;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Pick the triangle under a pixel
#[derive(Debug, Args)]
pub struct PickArgs {
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
    /// Why this triangle is not the hit: its number from 0, or object and number, as 2:15; `nearest`: the hit, or the
    /// triangle nearest to the pixel
    #[arg(long, value_name = "N", value_parser = asked_triangle, allow_hyphen_values = true)]
    why: Option<AskedTriangle>,
    /// Only the line of the pick, to paste into a window or to open with `pickray LINE`
    #[arg(long, conflicts_with_all = ["all", "trace"])]
    line: bool,
    /// Save the pick for `pickray replay`
    #[arg(long, value_name = "NAME.pick.json")]
    save: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    pub(super) scene: SceneArgs,
}

pub(super) const CULLINGS: [(&str, Culling); 3] =
    [("none", Culling::None), ("back", Culling::Back), ("front", Culling::Front)];
const SAMPLES: [(&str, PixelSample); 2] = [("center", PixelSample::Center), ("corner", PixelSample::Corner)];

#[derive(Clone, Copy, Debug)]
enum AskedTriangle {
    Numbered(TriangleId),
    /// The triangle hit, or after a miss the triangle nearest to the pixel.
    Nearest,
}

fn asked_triangle(text: &str) -> Result<AskedTriangle, String> {
    if text == "nearest" {
        return Ok(AskedTriangle::Nearest);
    }
    let numbered = values::triangle(text).map(AskedTriangle::Numbered);
    numbered.map_err(|_| "give a triangle's number from 0, or nearest".to_owned())
}

/// Options for what can be hit, and through which point of the pixel.
#[derive(Clone, Debug, Args)]
pub struct PickHow {
    #[command(flatten)]
    what: WhatIsHit,
    /// The point of the pixel that the ray goes through
    #[arg(long, default_value = "center", value_parser = values::one_of(SAMPLES))]
    sample: PixelSample,
}

/// Options for what can be hit.
#[derive(Clone, Debug, Args)]
pub struct WhatIsHit {
    /// Sides that cannot be hit
    #[arg(long, default_value = "none", value_parser = values::one_of(CULLINGS))]
    cull: Culling,
    /// Hidden objects, which cannot be hit: a number from 0 or a range; can be repeated
    #[arg(long, value_name = "N|N-M", value_parser = values::objects)]
    hide: Vec<Objects>,
}

impl PickArgs {
    /// Applies the options to a study, clicks, and answers `--why`: `Some(None)` if `nearest` finds no triangle.
    pub fn apply(&self, study: &mut Study) -> Result<Option<Option<Why>>, CliError> {
        self.how.apply(study)?;
        change(study, "--at", Change::Pick(self.at))?;
        self.why.map(|asked| asked.ask(study)).transpose()
    }
}

impl PickHow {
    /// Sets in a study what can be hit, and through which point of the pixel. Fails if it lacks an object of `--hide`.
    pub fn apply(&self, study: &mut Study) -> Result<(), CliError> {
        self.what.apply(study)?;
        change(study, "--sample", Change::Sample(self.sample))
    }
}

impl WhatIsHit {
    /// Sets in a study what can be hit: hidden objects and culling. Fails if the study lacks an object of `--hide`.
    pub fn apply(&self, study: &mut Study) -> Result<(), CliError> {
        self.hide.iter().try_for_each(|&objects| change(study, "--hide", Change::Hide(objects)))?;
        change(study, "--cull", Change::Culling(self.cull))
    }
}

/// Pick as JSON, with what was asked for besides.
#[derive(Serialize)]
struct PickResult<'a> {
    #[serde(flatten)]
    record: &'a PickRecord<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hits: Option<&'a [HitDetails]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<&'a PickTrace>,
    /// Answer to the option `--why`: `None` without the option, `Some(None)` if `--why nearest` finds no triangle.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Option<&'a Why>>,
}

#[derive(Serialize)]
pub struct Why {
    #[serde(flatten)]
    answer: WhyNot,
    in_words: String,
}

impl AskedTriangle {
    fn ask(self, study: &mut Study) -> Result<Option<Why>, CliError> {
        let question = match (self, study.last_click()) {
            (Self::Numbered(id), _) => Some(id),
            (Self::Nearest, Some(Click { view, cursor, .. })) => {
                nearest_in_pixels(study.scene(), view, *cursor, study.options())
            }
            (Self::Nearest, None) => None,
        };
        study.apply(&Change::WhyNot(question)).map_err(|error| match question {
            Some(asked) => missing(study.scene(), "--why", asked),
            None => CliError(error.to_string()),
        })?;
        Ok(study.why_not().map(|answer| Why { answer, in_words: answer.to_string() }))
    }
}

/// Returns the error of an option that names a missing triangle, with those that there are.
pub fn missing(scene: &Scene, option: &str, TriangleId { object, triangle: n }: TriangleId) -> CliError {
    CliError(match scene.objects().get(object as usize) {
        Some(of) => {
            let last = of.mesh.n_triangles() - 1;
            format!("{option} {n}: there is no such triangle; the mesh has those from 0 to {last}")
        }
        None => format!("{option} {object}:{n}: there are only {} objects", scene.objects().len()),
    })
}

/// Returns all that a command writes about a pick, with the hit triangle's file and the text of its line there.
pub fn record<'a>(picked: &'a Picked, input: &'a Input) -> PickRecord<'a> {
    let id = picked.id();
    let file = id.and_then(|id| input.sources().nth(id.object as usize));
    let file = file.map_or_else(|| input.name(), |file| file.to_string_lossy().into_owned());
    let text = id.and_then(|id| id.object_in(input.scene())?.mesh.source().face_text(id.triangle));
    let record = picked.record_of(&input.study, file, input.load_seconds());
    PickRecord { line_text: text.and_then(Result::ok), ..record }
}

/// Makes the pick of a study's last click, with the pixel of the texture that is hit; `None` if there is no click.
pub fn picked(study: &Study) -> Option<Picked> {
    let first = Picked::of(study)?;
    if first.id().is_some_and(|id| decode_texture(study.scene(), id)) { Picked::of(study) } else { Some(first) }
}

/// Decodes the image of a triangle's texture; returns whether there is one.
fn decode_texture(scene: &Scene, id: TriangleId) -> bool {
    image_of(scene, id).is_some_and(|image| image.decode().is_ok())
}

fn image_of(scene: &Scene, id: TriangleId) -> Option<&Image> {
    let mesh = &id.object_in(scene)?.mesh;
    Some(&mesh.textures().images()[mesh.texture(id.triangle)?.image as usize])
}

pub fn tell_not_shown(image: &Image, why: &Problem, output: &Output) {
    let problem = Problem::TextureNotShown { image: one_line(image.name()), why: Box::new(why.clone()) };
    output.note(&said(&problem));
}

pub fn outcome(picked: &Picked) -> Outcome {
    if picked.hit.is_some() { Outcome::Done } else { Outcome::No }
}

pub fn run(args: &PickArgs, output: &Output) -> Result<Outcome, CliError> {
    let save = args.save.as_ref().map(|path| Target::new(path, Kind::SavedPick).forced(args.force));
    let (mut input, save) = args.scene.open(save, None)?;
    let why = args.apply(&mut input.study)?;
    let (study, picked) = (&input.study, picked(&input.study).expect("there is a click"));
    let image = picked.id().and_then(|id| image_of(study.scene(), id));
    if let Some((image, why)) = image.and_then(|image| Some((image, image.problem()?))) {
        tell_not_shown(image, why, output);
    }
    if let Some(target) = &save {
        let situation = study.situation(input.sources());
        target.write_json(&SavedPick::new(situation.expect("there is a click"), &picked.trace), true)?;
        output.note(&format!("saved; run it again with `pickray replay {}`", target.path().display()));
    }
    if args.line {
        // Only names of files: a path of this machine says nothing elsewhere.
        let names = input.sources().map(|file| Path::new(file).file_name().unwrap_or(file));
        let situation = study.situation(names).expect("there is a click");
        let line = situation_text::to_line(&situation);
        output.result(&json!({ "line": line }), || line)?;
        return Ok(outcome(&picked));
    }

    let hits: Option<Vec<_>> = args.all.then(|| {
        let PickTrace { view, cursor, options, .. } = &picked.trace;
        let all = pick_all(study.scene(), view, *cursor, options);
        let known = |hit: &Hit| {
            decode_texture(study.scene(), hit.id());
            describe(study.scene(), view, *cursor, options, hit)
        };
        all.iter().filter_map(known).collect()
    });
    let trace = args.trace.then_some(&picked.trace);
    let place_along_ray = hits.as_ref().filter(|hits| !hits.is_empty()).map(|hits| (0, hits.len()));
    let record = PickRecord { place_along_ray, ..record(&picked, &input) };
    let text = || {
        let mut text = record.text();
        if let Some(why) = &why {
            text += why.as_ref().map_or("No triangle is seen.", |why| &why.in_words);
            text.push('\n');
        }
        if let Some(hits) = &hits {
            text += &format!("{} along the ray\n{}", output::count(hits.len() as u64, "hit"), output::hits(hits));
        }
        if let Some(trace) = trace {
            text += &output::steps(trace);
        }
        text
    };
    let (hits, why) = (hits.as_deref(), why.as_ref().map(Option::as_ref));
    input.finish(output, picked.hit.is_some(), &PickResult { record: &record, hits, trace, why }, text)
}

/// Run a saved pick again and compare every step
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The pick, as `pickray pick --save` wrote it
    file: PathBuf,
    /// The mesh, if it moved since the pick was saved
    #[arg(long, value_name = "FILE")]
    mesh: Option<OsString>,
}

#[derive(Serialize)]
struct ReplayResult<'a> {
    same: bool,
    result: String,
    /// Steps that came out differently than in the saved pick, in their order.
    differences: &'a [Difference],
}

pub fn replay(args: &ReplayArgs, output: &Output) -> Result<Outcome, CliError> {
    let text = reading::read(&args.file, MOST_PICK)?;
    let saved: SavedPick = serde_json::from_slice(&text).map_err(|error| {
        let how = "`pickray pick FILE --at X,Y --save NAME.pick.json` makes one";
        CliError::about(&args.file, format!("is not a saved pick: {error}; {how}"))
    })?;
    let files: HashSet<OsString> = saved.situation.objects.iter().map(|object| OsString::from(&object.mesh)).collect();
    let n_files = files.len();
    if args.mesh.is_some() && n_files != 1 {
        let message = format!("--mesh names one file, and the pick was made on {n_files}: leave it out");
        return Err(CliError(message));
    }
    let scene = saved.situation.open(|object| {
        let file = args.mesh.clone().unwrap_or_else(|| mesh_of(object, &args.file));
        Input::load(&[file]).map(|input| input.scene().clone())
    })?;
    let meshes: Vec<_> = scene.objects().iter().map(|object| object.mesh.clone()).collect();
    let (trace, differences) = saved.replay(&meshes).map_err(|error| CliError::about(&args.file, error))?;

    let same = differences.is_empty();
    let result = Chain::of(&trace).result_in_words();
    let text = || {
        let mut text = format!("{}: {result}\n", if same { "the same" } else { "different" });
        for Difference { step, saved, now } in &differences {
            text += &format!("  {step}\n    saved {saved}\n    now   {now}\n");
        }
        text
    };
    output.result(&ReplayResult { same, result: result.clone(), differences: &differences }, text)?;
    Ok(if same { Outcome::Done } else { Outcome::No })
}

/// Returns the path of a saved pick's mesh: as saved, else beside the pick: paths of another system lead nowhere.
fn mesh_of(object: &SavedObject, pick: &Path) -> OsString {
    let saved = PathBuf::from(&object.mesh);
    let folder = pick.parent().unwrap_or(Path::new(""));
    let places = [saved.clone(), folder.join(&saved), folder.join(name_of(saved.as_os_str()))];
    let found = places.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| saved.clone()).into_os_string()
}
