//! `pickray completions` and `pickray man`: what packages install beside the program.

use super::output::Output;
use super::{Args as Program, CliError, Outcome};
use crate::app::platform::writing::WriteError;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Write the shell script that completes the program's arguments
#[derive(Debug, Args)]
#[command(after_help = "bash:  pickray completions bash > ~/.local/share/bash-completion/completions/pickray\n\
                        fish:  pickray completions fish > ~/.config/fish/completions/pickray.fish\n\
                        zsh:   pickray completions zsh > _pickray, in a folder of $fpath")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub fn complete(args: &CompletionsArgs, output: &Output) -> Result<Outcome, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Program::command(), "pickray", &mut script);
    let script = String::from_utf8_lossy(&script);
    output.result(&json!({ "shell": args.shell.to_string(), "script": script }), || script.to_string())?;
    Ok(Outcome::Done)
}

/// Write the manual pages, one for the program and one for each subcommand
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder to write them into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn write_manual(args: &ManArgs, output: &Output) -> Result<Outcome, CliError> {
    // A page is the long help.
    let long = |command: clap::Command| command.mut_args(|option| option.hide_short_help(false));
    let mut program = long(Program::command()).disable_help_subcommand(true).mut_subcommands(long);
    program.build();
    let subcommands = program.get_subcommands().cloned().collect::<Vec<_>>();
    let pages = [program].into_iter().chain(subcommands).map(|command| write_page(command, &args.folder));
    let pages = pages.collect::<Result<Vec<_>, _>>()?;
    output.result(&json!({ "pages": pages }), || pages.join("\n"))?;
    Ok(Outcome::Done)
}

fn write_page(command: clap::Command, folder: &Path) -> Result<String, CliError> {
    let page = Man::new(command).source(concat!("pickray ", env!("CARGO_PKG_VERSION"))).manual("pickray");
    let path = folder.join(page.get_filename());
    page.generate_to(folder).map_err(|error| WriteError::unwritable(&path, &error))?;
    Ok(path.display().to_string())
}
