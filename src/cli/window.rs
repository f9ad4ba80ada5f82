//! `pickray [FILE]`: the window, or one pick offscreen where there is no display.

use super::console::{self, run_window};
use super::input::{self, Input};
use super::output::Output;
use super::{CliError, Outcome, offscreen};
use crate::app::answers::MeshSource;
use crate::app::platform::writing::{Kind, Target};
use crate::app::{self, AppError, situation_text};
use crate::language::Language;
use crate::lesson;
use clap::Args;
use pickray::mesh::folder_of;
use pickray::study::Situation;
use std::ffi::OsString;
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

/// Meshes and situation that the arguments name.
#[derive(Debug, Default)]
pub struct Named {
    /// Files to open, as the arguments name them; whether they are meshes is found out later.
    pub files: Vec<OsString>,
    /// Situation (inputs of a pick), and the file that it was read from; `None` for the file if a line of text gave it.
    pub situation: Option<(Situation, Option<PathBuf>)>,
}

impl WindowArgs {
    /// Returns the files and the situation that the arguments name. The window reports a situation's file that cannot
    /// be used. Fails if there are two situations, or the line of one is invalid.
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
                None => situation_text::read(path).ok().map(|situation| (situation, Some(path.to_owned()))),
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
        Err(AppError::NoDisplay(reason)) => offscreen::run(args, &reason, output),
        Err(AppError::NoOpenGl(error)) => offscreen::run(args, &error.to_string(), output),
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
