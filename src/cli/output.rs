//! Output of a command: results to stdout, messages to stderr.

use super::{CliError, console};
use serde::Serialize;
use serde_json::json;
use std::io::{self, BufWriter, ErrorKind, Write};

/// Writer of results, as text or, with `--json`, as one object.
#[derive(Debug)]
pub struct Output {
    pub json: bool,
}

impl Output {
    /// Writes a result to stdout: `value` as JSON with `--json`, else the text that `text` returns. Fails if stdout
    /// cannot be written, but not if it was closed, by `head` for example.
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
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::Stdout(error)),
        _ => Ok(()),
    }
}

/// Returns the text on one line, with control characters replaced by blanks: names of files may hold line breaks.
pub fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Returns the text without what a terminal obeys instead of showing it, as names in files may hold it: controls, and
/// letters that turn the direction of text.
fn harmless(text: &str) -> String {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.replace(|c: char| turns(c) || c.is_control() && !matches!(c, '\n' | '\t'), "\u{fffd}")
}
