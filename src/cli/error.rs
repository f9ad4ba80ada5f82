//! Why a command could not be done, in one line that says what to do.

use super::output;
use crate::app::AppError;
use crate::app::platform::exporting::ExportError;
use crate::app::platform::reading::ReadError;
use crate::app::platform::writing::WriteError;
use crate::lesson::LessonError;
use crate::mesh::LoadError;
use crate::pick::ReplayError;
use crate::render::offscreen::OffscreenError;
use std::io;
use std::path::PathBuf;

/// Why a command could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// The arguments make no sense.
    #[error("{0}")]
    Usage(String),
    /// The mesh cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There is no window, or no longer one.
    #[error(transparent)]
    Window(#[from] AppError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file may not or cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A mesh is not written.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// Stdout cannot be written, and is not merely closed.
    #[error("stdout: cannot be written: {0}; send it elsewhere")]
    Stdout(io::Error),
    /// There is no picture by OpenGL.
    #[error(transparent)]
    Offscreen(#[from] OffscreenError),
    /// A file is no saved pick.
    #[error(
        "{}: is not a saved pick: {error}; `pickray pick FILE --at X,Y --save NAME.pick.json` makes one",
        .path.display()
    )]
    NotAPick {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        error: serde_json::Error,
    },
    /// A lesson cannot be used.
    #[error(transparent)]
    Lesson(#[from] LessonError),
    /// A saved pick cannot be run again.
    #[error("{}: {error}", .path.display())]
    Replay {
        /// The file of the saved pick.
        path: PathBuf,
        /// Why not.
        #[source]
        error: ReplayError,
    },
}

impl CliError {
    /// What is wrong with the arguments, on one line instead of clap's many.
    pub(super) fn usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let told: Vec<_> = text
            .lines()
            .map(str::trim)
            .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
            .filter(|line| !line.is_empty())
            .collect();
        let told = output::one_line(&told.join(" "));
        Self::Usage(format!("{}; `pickray --help` lists what there is", told.trim_start_matches("error: ")))
    }
}
