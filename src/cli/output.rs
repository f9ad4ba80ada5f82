//! Output of a command: results to stdout, messages and errors to stderr.

use super::console;
use crate::app::AppError;
use crate::app::platform::reading::ReadError;
use crate::app::platform::writing::WriteError;
use crate::app::texts::of_library::said;
use crate::lesson::LessonError;
use pickray::mesh::LoadError;
use pickray_render::offscreen::OffscreenError;
use serde::Serialize;
use serde_json::json;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

/// Writer of results, as text or, with `--json`, as one object.
#[derive(Debug)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Writes a result to stdout, as JSON with `--json`, else as text; a closed stdout is no failure.
    pub fn result(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), CliError> {
        // Written as it is made: little in memory may make much text.
        let mut stdout = BufWriter::new(io::stdout().lock());
        let written = if self.json {
            serde_json::to_writer(&mut stdout, value).map_err(io::Error::from).and_then(|()| stdout.write_all(b"\n"))
        } else {
            let text = harmless(&text());
            let end = if text.ends_with('\n') { "" } else { "\n" };
            stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(end.as_bytes()))
        };
        ignore_closed_stdout(written.and_then(|()| stdout.flush()))
    }

    /// Writes a message to stderr, beside the result, on one line.
    pub fn note(&self, message: &str) {
        // There is nowhere left to complain when stderr is closed.
        let _ = writeln!(io::stderr().lock(), "pickray: {}", one_line(&harmless(message)));
    }

    pub fn error(&self, error: &CliError) {
        let message = one_line(&harmless(&error.to_string()));
        if self.json {
            let _ = writeln!(io::stdout().lock(), "{}", json!({ "error": message }));
        }
        self.note(&message);
        console::show_unread(&message);
    }
}

/// Returns the result of writing to stdout, with the error of a closed stdout turned into success.
pub fn ignore_closed_stdout(result: io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError(format!("stdout: cannot be written: {error}; send it elsewhere")))
        }
        _ => Ok(()),
    }
}

/// Returns the text on one line, with control characters replaced by blanks: names of files may hold line breaks.
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the text without controls, and without letters that turn its direction, as names in files may hold them.
fn harmless(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|c: char| turns(c) || c.is_control() && !matches!(c, '\n' | '\t'), "\u{fffd}")
}

/// Error of a command: one line that says what to do.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CliError(pub(super) String);

/// Makes errors of commands of these types.
macro_rules! told {
    ($($error:ty),+) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Self(error.to_string())
            }
        })+
    };
}

told!(AppError, LessonError, OffscreenError, ReadError, WriteError);

/// Tells in the language of this thread what is wrong with a mesh's file.
impl From<LoadError> for CliError {
    fn from(error: LoadError) -> Self {
        Self(said(&error))
    }
}

impl CliError {
    /// Returns the error of a file that cannot be used.
    pub(super) fn about(path: &Path, words: impl Display) -> Self {
        Self(format!("{}: {words}", path.display()))
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
        let told = one_line(&told.join(" "));
        Self(format!("{}; `pickray --help` lists what pickray can do", told.trim_start_matches("error: ")))
    }
}
