//! `pickray [FILE]`: the window.

use super::input::{refuse_devices, sample_named};
use super::{CliError, Outcome};
use crate::app::{self, Options};
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Open the window
#[derive(Debug, Args)]
pub struct WindowArgs {
    /// The mesh to open: an OBJ file, or sample:NAME
    file: Option<OsString>,
    /// Write one JSON object for each frame that the window draws, a line each
    #[arg(long, value_name = "FILE")]
    frame_log: Option<PathBuf>,
}

pub fn run(args: &WindowArgs) -> Result<Outcome, CliError> {
    let mut options = Options { frame_log: args.frame_log.clone(), ..Options::default() };
    if let Some(file) = &args.file {
        options.sample = sample_named(file)?;
        if options.sample.is_none() {
            refuse_devices(Path::new(file))?;
            options.file = Some(file.into());
        }
    }
    app::run(options)?;
    Ok(Outcome::Done)
}
