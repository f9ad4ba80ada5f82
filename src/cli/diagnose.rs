//! `pickray diagnose`: what is wrong with a ray of another program.

use super::output::Output;
use super::{CliError, Outcome};
use crate::app::diagnosis::{Answer, LONGEST, convention};
use crate::app::platform::reading::{self, ReadError};
use clap::Args;
use pickray::pick::explain::Verdict;
use serde_json::json;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Say which mistake a program makes, by the matrices, the cursor and the ray that it prints
#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// File of the numbers that the program prints, with labels, in any format; - for standard input
    file: PathBuf,
}

pub fn run(args: &DiagnoseArgs, output: &Output) -> Result<Outcome, CliError> {
    let is_stdin = args.file.as_os_str() == "-";
    let name = if is_stdin { Path::new("stdin") } else { &args.file };
    let source: Box<dyn Read> = if is_stdin { Box::new(io::stdin()) } else { Box::new(reading::open(name)?.0) };
    // One byte more than there may be tells that a text is too long.
    let mut bytes = Vec::new();
    let unreadable = |error| ReadError::Unreadable { path: name.to_owned(), error };
    source.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    let answer = Answer::of(String::from_utf8_lossy(&bytes).into_owned());
    let Some(found) = &answer.diagnosis else {
        return Err(CliError::about(name, answer.sentences().join(" ")));
    };
    let mut result = json!(found);
    result["convention"] = json!(convention(&found.view));
    result["understood"] = json!(answer.items);
    output.result(&result, || answer.sentences().join("\n"))?;
    Ok(if found.verdict == Verdict::Unknown { Outcome::No } else { Outcome::Done })
}
