//! `pickray completions`: the script with which a shell completes the program's arguments.

use super::output::Output;
use super::{CliError, Outcome};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;

/// Write the script by which a shell completes the program's arguments
#[derive(Debug, Args)]
#[command(after_help = "bash:  pickray completions bash > ~/.local/share/bash-completion/completions/pickray\n\
                        fish:  pickray completions fish > ~/.config/fish/completions/pickray.fish\n\
                        zsh:   pickray completions zsh > _pickray, in a folder of $fpath")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Serialize)]
struct CompletionsResult {
    shell: String,
    script: String,
}

pub fn run(args: &CompletionsArgs, output: &Output) -> Result<Outcome, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::Args::command(), "pickray", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let result = CompletionsResult { shell: args.shell.to_string(), script };
    output.result(&result, || result.script.clone())?;
    Ok(Outcome::Done)
}
