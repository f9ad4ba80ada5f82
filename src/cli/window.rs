//! `pickray [FILE]`: the window, or one pick offscreen where there is no display.

use super::camera::change;
use super::console::{self, run_window};
use super::input::{self, Input};
use super::output::Output;
use super::pick::{outcome, picked, record};
use super::render::{Picture, RendererArg};
use super::{CliError, Outcome, values};
use crate::app::answers::{MeshSource, SAMPLE_PREFIX};
use crate::app::platform::writing::{Kind, Target};
use crate::app::platform::{folder, reading};
use crate::app::{self, AppError};
use crate::language::Language;
use crate::lesson;
use crate::situation_text::{self, name_of};
use clap::Args;
use glam::DVec2;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::folder_of;
use pickray::pick::Selection;
use pickray::pick::explain::PickRecord;
use pickray::scene::View;
use pickray::study::{Change, SavedObject, Situation, Study};
use pickray_render::{Frame, Style};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Open the window
#[derive(Debug, Args)]
pub struct WindowArgs {
    /// Files to open: OBJ, OFF, PLY, STL or glTF, or sample:NAME, several as one scene; or a situation, as a line
    /// (pickray3:…) or a file, with its meshes [default: sample:teapot]
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
    /// Write a line of JSON for each frame
    #[arg(long, value_name = "LOG", hide_short_help = true)]
    frame_log: Option<PathBuf>,
    /// Replace an existing file in place of the frame log or pick.png
    #[arg(long, hide_short_help = true)]
    force: bool,
}

#[derive(Debug, Default)]
pub struct Named {
    /// Files to open, as the arguments name them; whether they are meshes is found out later.
    pub files: Vec<OsString>,
    /// Situation (inputs of a pick), and the file that it was read from; `None` for the file if a line of text gave it.
    pub situation: Option<(Situation, Option<PathBuf>)>,
}

impl WindowArgs {
    /// Returns the files and the situation of the arguments. Fails if there are two situations, or a line is invalid.
    pub fn named(&self) -> Result<Named, CliError> {
        let mut named = Named::default();
        for argument in &self.files {
            let path = Path::new(argument);
            let situation = match argument.to_str().filter(|text| situation_text::is_line(text)) {
                Some(line) => {
                    let read = situation_text::from_line(line);
                    Some((read.map_err(|error| CliError(error.to_string()))?, None))
                }
                None if !situation_text::is_named_so(path) => None,
                None => reading::situation(path).ok().map(|situation| (situation, Some(path.to_owned()))),
            };
            match situation {
                None => named.files.push(argument.clone()),
                Some(_) if named.situation.is_some() => {
                    return Err(CliError("two situations cannot be seen at once: give one".to_owned()));
                }
                situation => named.situation = situation,
            }
        }
        Ok(named)
    }

    /// Returns an output target at a path, which refuses to overwrite the files that are read.
    pub fn target(&self, path: &Path, kind: Kind) -> Target {
        Target::new(path, kind).sparing(&self.files).forced(self.force)
    }

    /// Returns the target of the frame log, which is emptied before the window reads anything. If its file is there and
    /// is no log, meshes are loaded here, to find out whether one of them names it.
    fn frame_log(&self, path: &Path, named: &Named) -> Result<Target, CliError> {
        let mut target = self.target(path, Kind::FrameLog);
        target.check()?;
        if target.clone().forced(false).check().is_ok() {
            return Ok(target);
        }
        for file in &named.files {
            let path = Path::new(file);
            if path.is_dir() || lesson::is_named_so(path) {
                target = target.sparing(around(path));
            } else if input::sample_named(file)?.is_none() {
                target = Input::load(&[file])?.spared_by(target)?;
            }
        }
        target.check()?;
        Ok(target)
    }
}

/// Returns all that lies in a folder, or in the folder of a file: a lesson may read any of it.
fn around(path: &Path) -> Vec<PathBuf> {
    let folder = if path.is_dir() { path } else { folder_of(path) };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

pub fn run(args: &WindowArgs, language: Option<Language>, output: &Output) -> Result<Outcome, CliError> {
    console::give_back_own();
    match run_window(app::Options { language, ..window_options(args)? }, output) {
        Ok(()) => Ok(Outcome::Done),
        Err(AppError::NoDisplay(reason)) => pick_offscreen(args, &reason, output),
        Err(AppError::NoOpenGl(error)) => pick_offscreen(args, &error.to_string(), output),
        Err(error) => Err(error.into()),
    }
}

/// Returns the options of the window. A file that cannot be read is told of in the window, as it is on the terminal.
fn window_options(args: &WindowArgs) -> Result<app::Options, CliError> {
    let named = args.named()?;
    let frame_log = args.frame_log.as_ref().map(|path| args.frame_log(path, &named)).transpose()?;
    let source =
        |file| Ok(input::sample_named(file)?.map_or_else(|| MeshSource::File(file.into()), MeshSource::Sample));
    let files = named.files.iter().map(|file| source(file)).collect::<Result<_, CliError>>()?;
    let situation = named.situation.map(|(situation, _)| situation);
    Ok(app::Options { files, situation, frame_log, ..app::Options::default() })
}

const PICTURE: &str = "pick.png";

#[derive(Serialize)]
struct OffscreenResult<'a> {
    no_window: String,
    output: &'a str,
    renderer: &'a str,
    #[serde(flatten)]
    pick: PickRecord<'a>,
}

/// Makes the pick of a situation, or one at the middle of the mesh, and writes its picture.
pub fn pick_offscreen(args: &WindowArgs, no_window: &str, output: &Output) -> Result<Outcome, CliError> {
    let no_window = without_source_place(no_window);
    let named = args.named()?;
    for file in &named.files {
        check_mesh(file, no_window)?;
    }
    let target = args.target(Path::new(PICTURE), Kind::Picture);
    target.check()?;
    let meshes = &named.files[..];
    let (input, next) = match &named.situation {
        Some((situation, file)) => of_situation(situation, file.as_deref(), meshes, no_window)?,
        None => at_the_middle(meshes)?,
    };
    let target = input.spared_by(target)?;
    let study = &input.study;
    let picked = picked(study).expect("there is a click");
    let style = Style { culling: study.options().culling, up_axis: study.up_axis(), ..Style::default() };
    let mut selection = Selection::default();
    let changed = selection.replace(picked.id()).to_vec();
    let frame = Frame::new(input.scene(), &picked.trace.view, &style, &selection);
    let picture = Picture::draw(&Frame { changed: &changed, ..frame }, RendererArg::Auto, output)?;
    picture.write(&target)?;

    let told = format!("no window: {no_window}");
    output.note(&told);
    console::show_unread(&format!("{told}\n\nThe pick is in {PICTURE}."));
    let result = OffscreenResult {
        no_window: no_window.to_owned(),
        output: PICTURE,
        renderer: picture.renderer,
        pick: record(&picked, &input),
    };
    output.result(&result, || {
        let text = result.pick.text();
        format!("{text}the picture is {PICTURE}, with that triangle in another colour\nnext: {next}\n")
    })?;
    input.note_problems(output);
    Ok(outcome(&picked))
}

/// Refuses a file that is no mesh, or that the window would tell of; says what the file is and what to do with it.
fn check_mesh(file: &OsStr, no_window: &str) -> Result<(), CliError> {
    let path = Path::new(file);
    let usage = |told: String| Err(CliError(told));
    if input::sample_named(file)?.is_some() {
        return Ok(());
    }
    if path.is_dir() {
        return match folder::without_lessons(path) {
            Some(told) => usage(told),
            None => usage(lessons(path, "a folder of lessons, which are", no_window)),
        };
    }
    reading::open(path)?;
    if let Some(lesson) = lesson_of(path) {
        return usage(lessons(&lesson, "a lesson, which is", no_window));
    }
    if situation_text::is_named_so(path) {
        input::situation(path)?;
    }
    Ok(())
}

/// Returns the file of a lesson, named by that file or by its words in some language; `None` if `path` names none.
fn lesson_of(path: &Path) -> Option<PathBuf> {
    if lesson::is_named_so(path) {
        return Some(path.to_owned());
    }
    let name = path.file_name()?.to_str()?;
    let name = Language::ALL.iter().find_map(|language| name.strip_suffix(&format!(".{}.md", language.code())))?;
    Some(path.with_file_name(format!("{name}.lesson.json"))).filter(|lesson| lesson.exists())
}

fn lessons(path: &Path, what: &str, no_window: &str) -> String {
    let check = format!("pickray learn {} --check", in_shell(&path.to_string_lossy()));
    format!("{}: is {what} taken in a window: `{check}` runs it without one ({no_window})", path.display())
}

/// Returns a situation's meshes (given, samples or beside `file`) with its pick, and what to try next.
fn of_situation(
    situation: &Situation,
    file: Option<&Path>,
    meshes: &[OsString],
    no_window: &str,
) -> Result<(Input, String), CliError> {
    let View { framebuffer: FramebufferSize { width, height }, viewport, .. } = situation.view;
    let sides = [width, height, viewport.width.unsigned_abs(), viewport.height.unsigned_abs()];
    if sides.into_iter().max() > Some(values::MAX_SIDE) {
        let most = values::MAX_SIDE;
        let told = format!("the situation is of a picture larger than {most} pixels, which is not drawn");
        return Err(CliError(told));
    }
    let mut first: Option<Input> = None;
    let scene = situation.open(|saved| {
        let input = Input::load(&[mesh_of(saved, file, meshes, no_window)?])?;
        let scene = input.scene().clone();
        first.get_or_insert(input);
        Ok::<_, CliError>(scene)
    })?;
    let mut input = first.expect("a situation has an object");
    input.study.open(scene);
    let meshes = input.study.meshes();
    input.study.restore(situation, &meshes).map_err(|error| CliError(error.to_string()))?;
    let next = "`pickray --help` lists all commands; with a display, the same command opens a window";
    Ok((input, next.to_owned()))
}

/// Returns the given meshes, or the teapot if none is given, with a pick at their middle, and what to try next.
fn at_the_middle(meshes: &[OsString]) -> Result<(Input, String), CliError> {
    let teapot = ["sample:teapot".into()];
    let meshes = if meshes.is_empty() { &teapot } else { meshes };
    let mut input = Input::load(meshes)?;
    let cursor = nearest_to_the_middle(&input.study);
    change(&mut input.study, "the middle", Change::Pick(DVec2::new(cursor.x, cursor.y)))?;
    let names: Vec<_> = meshes.iter().map(|mesh| in_shell(&mesh.to_string_lossy())).collect();
    let (name, CursorPosition { x, y }) = (names.join(" "), cursor);
    let next = format!(
        "`pickray pick {name} --at {x},{y} --trace` shows every number of this pick, `pickray --help` what else there \
         is; with a display, `pickray {name}` opens a window"
    );
    Ok((input, next))
}

/// Returns the file of an object: the only given mesh, the one of its name, a sample, or one beside the situation's.
fn mesh_of(
    saved: &SavedObject,
    file: Option<&Path>,
    meshes: &[OsString],
    no_window: &str,
) -> Result<OsString, CliError> {
    let name = name_of(saved.mesh.as_ref());
    let of_its_name = |mesh: &&OsString| Path::new(mesh).file_name() == Some(name);
    let given = if let [only] = meshes { Some(only) } else { meshes.iter().find(of_its_name) };
    if let Some(mesh) = given {
        return Ok(mesh.clone());
    }
    if saved.mesh.starts_with(SAMPLE_PREFIX) {
        return Ok(saved.mesh.clone().into());
    }
    let beside = file.map(|file| file.with_file_name(name)).filter(|path| path.exists());
    beside.map(Into::into).ok_or_else(|| {
        let name = name.to_string_lossy();
        CliError(format!(
            "the situation is of {name}, which is not there: give that mesh, too, as `pickray {} SITUATION` \
             ({no_window})",
            in_shell(&name)
        ))
    })
}

/// Returns a reason without the place in winit's source that it begins with.
fn without_source_place(reason: &str) -> &str {
    let place = |text: &str| text.starts_with("os error at ").then(|| text.find(".rs:")).flatten();
    let words = place(reason).and_then(|at| reason[at..].split_once(": ")).map_or(reason, |(_, words)| words);
    words.trim_end_matches('.')
}

/// Returns the middle of the picture or, if the ray goes through a hole there, the nearest pixel around that hits.
fn nearest_to_the_middle(study: &Study) -> CursorPosition {
    let FramebufferSize { width, height } = study.view().framebuffer;
    let pixel = |x: u32, y: u32| CursorPosition::new(f64::from(x), f64::from(y));
    let middle = pixel(width / 2, height / 2);
    let hits = |&at: &CursorPosition| pickray::pick::pick(study.scene(), study.view(), at, study.options()).is_some();
    if hits(&middle) {
        return middle;
    }
    let mut pixels: Vec<_> = (0..height).flat_map(|y| (0..width).map(move |x| pixel(x, y))).collect();
    pixels.sort_by(|a, b| a.distance(middle).total_cmp(&b.distance(middle)));
    pixels.into_iter().find(hits).unwrap_or(middle)
}

/// Returns a file's name quoted as a shell takes it.
fn in_shell(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_given_without_source_place() {
        assert_eq!(without_source_place("os error at /a/b: c/mod.rs:765: nothing is set."), "nothing is set");
        assert_eq!(without_source_place("nothing is set"), "nothing is set");
    }

    #[test]
    fn names_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(in_shell("a/b-c.obj"), "a/b-c.obj");
        assert_eq!(in_shell("it's here.obj"), r"'it'\''s here.obj'");
    }
}
