//! `pickray diagnose`: what is wrong with a ray of another program.

use super::output::Output;
use super::{CliError, Outcome};
use crate::app::diagnosis::{Answer, LONGEST};
use crate::app::platform::reading::{self, MOST_NUMBERS};
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
        io::stdin().take(MOST_NUMBERS).read_to_end(&mut bytes).map_err(unreadable)?;
    } else {
        bytes = reading::read(&args.file, MOST_NUMBERS)?;
    }
    if LONGEST < bytes.len() {
        let most = LONGEST >> 10;
        return Err(CliError::about(&args.file, format!("is longer than {most} KiB; keep the numbers of one ray")));
    }
    let answer = Answer::of(String::from_utf8_lossy(&bytes).into_owned());
    let Some(found) = &answer.diagnosis else {
        return Err(CliError::about(&args.file, answer.sentences().join(" ")));
    };
    let mut result = json!(found);
    result["understood"] = json!(answer.reading.items);
    output.result(&result, || answer.sentences().join("\n"))?;
    Ok(if found.verdict == Verdict::Unknown { Outcome::No } else { Outcome::Done })
}
