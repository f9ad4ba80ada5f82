//! `pickray [FILE]`: the window, or one pick offscreen where there is no display.

use super::camera::ViewArgs;
use super::input::{self, Input};
use super::lost_display::Watch;
use super::output::Output;
use super::pick::Picked;
use super::picture::{Picture, RendererArg};
use super::{CliError, Outcome};
use crate::app::answers::MeshSource;
use crate::app::platform::reading;
use crate::app::platform::writing::{Kind, Target};
use crate::app::{self, AppError, situation_text};
use crate::math::CursorPosition;
use crate::pick::{PickOptions, PickRecord, Situation};
use crate::render::Style;
use crate::scene::View;
use clap::Args;
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Where the picture of the offscreen pick goes.
const PICTURE: &str = "pick.png";

/// Open the window
#[derive(Debug, Args)]
pub struct WindowArgs {
    /// The mesh to open: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME; or a situation, as a line (pickray1:…) or a file [default: sample:teapot]
    file: Option<OsString>,
    /// A second mesh, to see where both meet; or a situation to see the first in
    second: Option<OsString>,
    /// Write a line of JSON for each frame drawn
    #[arg(long, value_name = "LOG", hide_short_help = true)]
    frame_log: Option<PathBuf>,
    /// Replace a frame log's file, or pick.png, that is there and is something else
    #[arg(long, hide_short_help = true)]
    force: bool,
}

impl WindowArgs {
    /// What is written beside the meshes that are read.
    fn target(&self, path: &Path, kind: Kind) -> Target {
        Target::new(path, kind).sparing(self.file.iter().chain(&self.second)).forced(self.force)
    }

    /// Refuses files that cannot be read, where no window tells of them.
    fn check_files(&self) -> Result<(), CliError> {
        for file in self.file.iter().chain(&self.second).filter(|file| line_in(file).is_none()) {
            if let MeshSource::File(path) = source_of(file)? {
                reading::open(&path)?;
            }
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct OffscreenResult<'a> {
    /// Why there is no window.
    no_window: String,
    /// The picture.
    output: &'a str,
    renderer: &'a str,
    #[serde(flatten)]
    pick: PickRecord<'a>,
}

pub fn run(args: &WindowArgs, output: &Output) -> Result<Outcome, CliError> {
    let options = window_options(args)?;
    let ended = {
        let _watch = Watch::new(output);
        app::run(options)
    };
    match ended {
        Ok(()) => Ok(Outcome::Done),
        Err(AppError::NoDisplay(reason)) => {
            args.check_files()?;
            pick_offscreen(args, without_source_place(&reason), output)
        }
        Err(error) => Err(error.into()),
    }
}

/// What the window opens; a file that cannot be read is told of in the window, as it is on the terminal.
fn window_options(args: &WindowArgs) -> Result<app::Options, CliError> {
    let frame_log = args.frame_log.as_ref().map(|path| args.target(path, Kind::FrameLog));
    if let Some(target) = &frame_log {
        target.check()?;
    }
    let mut options = app::Options { frame_log, ..app::Options::default() };
    let (mut meshes, mut lines) = (Vec::new(), Vec::new());
    for argument in args.file.iter().chain(&args.second) {
        match line_in(argument) {
            Some(line) => lines.push(situation_of(line)?),
            None => meshes.push(source_of(argument)?),
        }
    }
    if lines.len() > 1 {
        return Err(CliError::Usage("two situations cannot be seen at once: give one".to_owned()));
    }
    options.situation = lines.pop();
    let mut meshes = meshes.into_iter();
    match meshes.next() {
        Some(MeshSource::File(path)) => options.file = Some(path),
        Some(MeshSource::Sample(sample)) => options.sample = Some(sample),
        None => {}
    }
    options.second = meshes.next();
    Ok(options)
}

/// The line of a situation, if an argument is one.
fn line_in(argument: &OsStr) -> Option<&str> {
    argument.to_str().filter(|text| situation_text::is_line(text))
}

fn situation_of(line: &str) -> Result<Situation, CliError> {
    situation_text::from_line(line).map_err(|error| CliError::Usage(error.to_string()))
}

fn source_of(file: &OsStr) -> Result<MeshSource, CliError> {
    if let Some(sample) = input::sample_named(file)? {
        return Ok(MeshSource::Sample(sample));
    }
    Ok(MeshSource::File(PathBuf::from(file)))
}

/// A reason without the place in winit's source that it begins with.
fn without_source_place(reason: &str) -> &str {
    let place = |text: &str| text.starts_with("os error at ").then(|| text.find(".rs:")).flatten();
    let words = place(reason).and_then(|at| reason[at..].split_once(": ")).map_or(reason, |(_, words)| words);
    words.trim_end_matches('.')
}

/// One pick at the middle of the mesh, and its picture.
fn pick_offscreen(args: &WindowArgs, no_window: &str, output: &Output) -> Result<Outcome, CliError> {
    if let Some(line) = args.file.as_deref().and_then(line_in) {
        let mesh = situation_of(line)?.objects.into_iter().map(|object| object.mesh).collect::<String>();
        return Err(CliError::Usage(format!(
            "{no_window}; a situation is seen in a window: start it where there is a display (its mesh is {mesh})"
        )));
    }
    let file = args.file.clone().unwrap_or_else(|| "sample:teapot".into());
    let target = args.target(Path::new(PICTURE), Kind::Picture);
    target.check()?;
    let input = Input::load(&file)?;
    let view = ViewArgs::default().view(&input.scene.bounds())?;
    let (cursor, picked) = pick_nearest_the_middle(&input, &view);
    let id = picked.hit.as_ref().map(|hit| hit.id());
    let picture = Picture::draw(&input.scene, &view, &Style::default(), id, RendererArg::Auto, output)?;
    picture.write(&target)?;

    output.note(&format!("no window: {no_window}"));
    let result = OffscreenResult {
        no_window: no_window.to_owned(),
        output: PICTURE,
        renderer: picture.renderer,
        pick: picked.record(&input),
    };
    output.result(&result, || {
        let CursorPosition { x, y } = cursor;
        let next = format!("pickray pick {} --at {x},{y} --trace", in_shell(&input.name));
        format!(
            "{}the picture is {PICTURE}, with that triangle in another colour\n\
             next: `{next}` shows every number of this pick, `pickray --help` what else there is; with a display, `pickray {}` opens a window\n",
            result.pick.text(),
            in_shell(&input.name),
        )
    })?;
    input.note_problems(output);
    Ok(picked.outcome())
}

/// The pick in the middle of the picture or, where the ray goes through a hole there, at the nearest pixel around that hits.
fn pick_nearest_the_middle(input: &Input, view: &View) -> (CursorPosition, Picked) {
    let (width, height) = (i64::from(view.framebuffer.width), i64::from(view.framebuffer.height));
    let middle = (width / 2, height / 2);
    let options = PickOptions::default();
    let at = |x: i64, y: i64| CursorPosition { x: x as f64, y: y as f64 };
    let seen = (0..width.max(height)).flat_map(|ring| ring_around(middle, ring)).find(|&(x, y)| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        inside && crate::pick::pick(&input.scene, view, at(x, y), &options).is_some()
    });
    let (x, y) = seen.unwrap_or(middle);
    (at(x, y), Picked::at(input, view, at(x, y), &options))
}

/// The pixels of a square ring about the middle.
fn ring_around((x, y): (i64, i64), ring: i64) -> impl Iterator<Item = (i64, i64)> {
    let rows =
        [y - ring, y + ring].into_iter().flat_map(move |row| (x - ring..=x + ring).map(move |column| (column, row)));
    let columns =
        [x - ring, x + ring].into_iter().flat_map(move |column| (y - ring + 1..y + ring).map(move |row| (column, row)));
    rows.chain(columns)
}

/// The name as a shell takes it.
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
    fn rings_cover_every_pixel_around_the_middle() {
        let mut seen: Vec<_> = (0..4).flat_map(|ring| ring_around((2, -1), ring)).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 7 * 7);
    }

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
