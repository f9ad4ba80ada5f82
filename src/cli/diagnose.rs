//! `pickray diagnose`: what is wrong with a ray of another program.

use super::output::Output;
use super::{CliError, Outcome};
use crate::app::diagnosis::{Answer, LONGEST, convention};
use crate::app::platform::reading;
use clap::Args;
use pickray::pick::explain::Verdict;
use serde_json::json;
use std::io::{self, Read};
use std::path::PathBuf;

/// Say which mistake a program makes, by the matrices, the cursor and the ray that it prints
#[derive(Debug, Args)]
pub struct DiagnoseArgs {
    /// File of the numbers that the program prints, with labels, in any format; - for standard input
    file: PathBuf,
}

pub fn run(args: &DiagnoseArgs, output: &Output) -> Result<Outcome, CliError> {
    let mut bytes = Vec::new();
    if args.file.as_os_str() == "-" {
        let unreadable = |error| CliError(format!("stdin: cannot be read: {error}; name a file"));
        io::stdin().take(LONGEST as u64).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        bytes = reading::read(&args.file, LONGEST as u64)?;
    }
    let answer = Answer::of(String::from_utf8_lossy(&bytes).into_owned());
    let Some(found) = &answer.diagnosis else {
        return Err(CliError::about(&args.file, answer.sentences().join(" ")));
    };
    let mut result = json!(found);
    result["convention"] = json!(convention(&found.view));
    result["understood"] = json!(answer.items);
    output.result(&result, || answer.sentences().join("\n"))?;
    Ok(if found.verdict == Verdict::Unknown { Outcome::No } else { Outcome::Done })
}
