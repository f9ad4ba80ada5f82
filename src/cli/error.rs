//! Errors of commands; each message is one line that says what to do.

use super::output;
use crate::app::AppError;
use crate::app::platform::exporting::ExportError;
use crate::app::platform::reading::ReadError;
use crate::app::platform::writing::WriteError;
use crate::app::texts::of_library::said;
use crate::lesson::LessonError;
use pickray::mesh::LoadError;
use pickray::pick::{LandmarkError, SelectionError};
use pickray::study::ReplayError;
use pickray_render::offscreen::OffscreenError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Window(#[from] AppError),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("stdout: cannot be written: {0}; send it elsewhere")]
    Stdout(io::Error),
    #[error(transparent)]
    Offscreen(#[from] OffscreenError),
    /// File that is no saved pick.
    #[error(
        "{}: is not a saved pick: {error}; `pickray pick FILE --at X,Y --save NAME.pick.json` makes one",
        .path.display()
    )]
    NotAPick {
        path: PathBuf,
        #[source]
        error: serde_json::Error,
    },
    /// File that is no saved selection.
    #[error(
        "{}: is not a saved selection: {error}; `pickray select FILE … -o NAME.selection.json` makes one",
        .path.display()
    )]
    NotASelection {
        path: PathBuf,
        #[source]
        error: serde_json::Error,
    },
    /// Saved selection that belongs to other meshes than those that are loaded.
    #[error("{}: {error}", .path.display())]
    Selection {
        path: PathBuf,
        #[source]
        error: SelectionError,
    },
    #[error("{}: {error}", .path.display())]
    Landmarks {
        path: PathBuf,
        #[source]
        error: LandmarkError,
    },
    #[error(transparent)]
    Lesson(#[from] LessonError),
    #[error("{}: {error}", .path.display())]
    Replay {
        path: PathBuf,
        #[source]
        error: ReplayError,
    },
}

impl CliError {
    /// Returns the message: in the language of this thread if a file is wrong and there is such a sentence, else in
    /// English.
    pub(super) fn said(&self) -> String {
        match self {
            Self::Load(error) => said(error),
            Self::Selection { path, error } => format!("{}: {}", path.display(), said(error)),
            Self::Landmarks { path, error } => format!("{}: {}", path.display(), said(error)),
            error => error.to_string(),
        }
    }

    /// Returns the error of wrong arguments, on one line instead of clap's many.
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
