//! Where a command's words go: results to stdout, messages to stderr.

use super::CliError;
use serde::Serialize;
use serde_json::json;
use std::io::{self, ErrorKind, Write};

/// Writes results as text or, with `--json`, as one object.
#[derive(Debug)]
pub struct Output {
    /// Whether results are JSON.
    pub json: bool,
}

impl Output {
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Writes the result: `value` as JSON, or what `text` says.
    ///
    /// # Errors
    /// When stdout cannot be written. That it is closed, by `head` say, is no error.
    pub fn result(&self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), CliError> {
        let mut written = if self.json {
            serde_json::to_string(value).map_err(|error| CliError::Stdout(error.into()))?
        } else {
            text()
        };
        if !written.ends_with('\n') {
            written.push('\n');
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(written.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::Stdout(error)),
            _ => Ok(()),
        }
    }

    /// Writes a message beside the result.
    pub fn note(&self, message: &str) {
        // There is nowhere left to complain when stderr is closed.
        let _ = writeln!(io::stderr().lock(), "pickray: {message}");
    }

    /// Tells an error.
    pub fn error(&self, error: &CliError) {
        let message = one_line(&error.to_string());
        if self.json {
            let _ = writeln!(io::stdout().lock(), "{}", json!({ "error": message }));
        }
        self.note(&message);
    }
}

/// The text on one line: names of files may hold line breaks and worse.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
