//! `pickray man`: manual pages of the program, for packages of it.

use super::output::Output;
use super::{CliError, Outcome};
use crate::app::platform::writing::WriteError;
use clap::{Args, CommandFactory};
use clap_mangen::Man;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Write the manual pages, one for the program and one for each subcommand
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder that they are written into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Serialize)]
struct ManResult {
    pages: Vec<String>,
}

pub fn run(args: &ManArgs, output: &Output) -> Result<Outcome, CliError> {
    // A page is the long help.
    let long = |command: clap::Command| command.mut_args(|option| option.hide_short_help(false));
    let mut program = long(super::Args::command()).disable_help_subcommand(true).mut_subcommands(long);
    program.build();
    let subcommands = program.get_subcommands().cloned().collect::<Vec<_>>();
    let pages = [program].into_iter().chain(subcommands).map(|command| write(command, &args.folder));
    let result = ManResult { pages: pages.collect::<Result<_, _>>()? };
    output.result(&result, || result.pages.iter().map(|page| format!("{page}\n")).collect())?;
    Ok(Outcome::Done)
}

/// Writes the manual page of a command into a folder and returns the page's path.
fn write(command: clap::Command, folder: &Path) -> Result<String, CliError> {
    let page = Man::new(command).source(concat!("pickray ", env!("CARGO_PKG_VERSION"))).manual("pickray");
    let path = folder.join(page.get_filename());
    page.generate_to(folder).map_err(|error| WriteError::Unwritable { path: path.clone(), error })?;
    Ok(path.display().to_string())
}
