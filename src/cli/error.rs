//! Errors of commands; each message is one line that says what to do.

use super::output;
use crate::app::AppError;
use crate::app::platform::exporting::ExportError;
use crate::app::platform::reading::ReadError;
use crate::app::platform::writing::WriteError;
use crate::app::texts::of_library::said;
use crate::lesson::LessonError;
use pickray::mesh::LoadError;
use pickray_render::offscreen::OffscreenError;
use std::fmt::Display;
use std::io;
use std::path::Path;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CliError {
    /// Wrong arguments, or a file that cannot be used, in words.
    #[error("{0}")]
    Usage(String),
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
    #[error(transparent)]
    Lesson(#[from] LessonError),
}

/// Tells in the language of this thread what is wrong with a mesh's file.
impl From<LoadError> for CliError {
    fn from(error: LoadError) -> Self {
        Self::Usage(said(&error))
    }
}

impl CliError {
    /// Returns the error of a file that cannot be used.
    pub(super) fn about(path: &Path, words: impl Display) -> Self {
        Self::Usage(format!("{}: {words}", path.display()))
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
