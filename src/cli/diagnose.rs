//! `pickray diagnose`: what is wrong with a ray of another program.

use super::output::Output;
use super::{CliError, Outcome};
use crate::app::diagnosis::Answer;
use clap::Args;
use pickray::pick::explain::Verdict;
use serde_json::json;
use std::path::PathBuf;
use std::{fs, io};

/// Say which mistake a program makes, by the matrices, the cursor and the ray that it prints
#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// What the program prints, with labels, in any format; - for standard input
    file: PathBuf,
}

pub fn run(args: &DiagnoseArgs, output: &Output) -> Result<Outcome, CliError> {
    let is_stdin = args.file.as_os_str() == "-";
    let text = if is_stdin { io::read_to_string(io::stdin()) } else { fs::read_to_string(&args.file) };
    let text = text.map_err(|error| CliError::about(&args.file, format!("cannot be read: {error}")))?;
    let answer = Answer::of(text);
    let Some(found) = &answer.diagnosis else {
        return Err(CliError::about(&args.file, answer.sentences().join(" ")));
    };
    let mut result = json!(found);
    result["understood"] = json!(answer.reading.items);
    output.result(&result, || answer.sentences().join("\n"))?;
    Ok(if found.verdict == Verdict::Unknown { Outcome::No } else { Outcome::Done })
}
