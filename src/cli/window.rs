//! `pickray [FILE]`: the window, or one pick offscreen where there is no display.

use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome};
use clap::Args;
use std::ffi::OsString;

/// Open the window
#[derive(Debug, Args)]
pub struct WindowArgs {
    /// The mesh to open: an OBJ file, or sample:NAME
    file: Option<OsString>,
}

pub fn run(args: &WindowArgs, output: &Output) -> Result<Outcome, CliError> {
    let file = args.file.clone().unwrap_or_else(|| "sample:teapot".into());
    let input = Input::load(&file)?;
    output.note(&input.name);
    Ok(Outcome::Done)
}
