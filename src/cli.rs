//! Command line of the program: its subcommands, which call the library, one file each.
//!
//! Exit status 0 is a hit, or work that is done. Status 1 is a miss or another negative answer. Status 2 is a usage or
//! input error, which is reported in one line on stderr. With `--json` one object goes to stdout, also for an error.

mod bench;
mod camera;
mod collide;
mod console;
mod convert;
mod diagnose;
mod info;
mod input;
mod learn;
mod measure;
mod output;
mod pick;
mod render;
mod select;
mod values;
mod verify;
mod window;

pub use output::CliError;

use crate::app::platform::writing::WriteError;
use crate::app::texts::{self, Language};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use output::Output;
use serde_json::json;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Click a triangle of a mesh, and see how the mouse found it: its line in the file, and every number from the pixel
/// to the hit.
#[derive(Debug, Parser)]
#[command(name = "pickray", version, args_conflicts_with_subcommands = true, max_term_width = 100)]
#[command(
    after_help = "FILE is a Wavefront OBJ, OFF, PLY, STL or glTF file, or sample:NAME for a built-in mesh: triangle, \
                  cube, icosphere, torus-knot, teapot, noisy-sphere.\n\n\
                  Exit status: 0 hit or done, 1 miss or difference, 2 usage or input error."
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: window::WindowArgs,
    /// Write one JSON object to stdout instead of text
    #[arg(long, global = true)]
    json: bool,
    /// Language of the window and of messages about files; JSON is always English [default: the system's]
    #[arg(long, global = true, value_name = "LANG", value_parser = values::language())]
    lang: Option<Language>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Pick(pick::PickArgs),
    Select(select::SelectArgs),
    Measure(measure::MeasureArgs),
    Info(info::InfoArgs),
    Convert(convert::ConvertArgs),
    Render(render::RenderArgs),
    Replay(pick::ReplayArgs),
    Verify(verify::VerifyArgs),
    Sweep(collide::SweepArgs),
    Bench(bench::BenchArgs),
    Collide(collide::CollideArgs),
    Diagnose(diagnose::DiagnoseArgs),
    Learn(learn::LearnArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The pick hit, or the work is done: exit status 0.
    Done = 0,
    /// The answer is no, without an error (a miss, a difference): exit status 1.
    No = 1,
}

/// Parses the command line, program name first; the inner error is a help text. Fails for wrong arguments.
pub fn parse(arguments: &[OsString]) -> Result<Result<Args, clap::Error>, CliError> {
    match Args::try_parse_from(arguments) {
        Err(error) if error.use_stderr() => Err(CliError::usage(&error)),
        parsed => Ok(parsed),
    }
}

fn run(arguments: &[OsString]) -> Result<Outcome, CliError> {
    let args = match parse(arguments)? {
        Ok(args) => args,
        Err(text) => {
            output::ignore_closed_stdout(text.print().and_then(|()| std::io::stdout().flush()))?;
            return Ok(Outcome::Done);
        }
    };
    crate::app::platform::register_encodings();
    let output = Output { json: args.json };
    let lang = args.lang;
    texts::speak(if args.json { Language::English } else { lang.unwrap_or_else(Language::of_system) });
    match args.command {
        None => window::run(&args.window, lang, &output),
        Some(Command::Pick(args)) => pick::run(&args, &output),
        Some(Command::Select(args)) => select::run(&args, &output),
        Some(Command::Measure(args)) => measure::run(&args, &output),
        Some(Command::Info(args)) => info::run(&args, &output),
        Some(Command::Convert(args)) => convert::run(&args, &output),
        Some(Command::Render(args)) => render::run(&args, &output),
        Some(Command::Replay(args)) => pick::replay(&args, &output),
        Some(Command::Verify(args)) => verify::run(&args, &output),
        Some(Command::Sweep(args)) => collide::sweep(&args, &output),
        Some(Command::Bench(args)) => bench::run(&args, &output),
        Some(Command::Collide(args)) => collide::run(&args, &output),
        Some(Command::Diagnose(args)) => diagnose::run(&args, &output),
        Some(Command::Learn(args)) => learn::run(&args, lang, &output),
        Some(Command::Completions(args)) => complete(&args, &output),
        Some(Command::Man(args)) => write_manual(&args, &output),
    }
}

/// Runs the command, and returns the exit status. An error is a line on stderr and, with `--json`, an object.
pub fn main(arguments: &[OsString]) -> ExitCode {
    let status = run(arguments).map(|outcome| outcome as u8).unwrap_or_else(|error| {
        Output { json: arguments.iter().any(|argument| argument == "--json") }.error(&error);
        2
    });
    status.into()
}

/// Write the shell script that completes the program's arguments
#[derive(Debug, clap::Args)]
#[command(after_help = "bash:  pickray completions bash > ~/.local/share/bash-completion/completions/pickray\n\
                        fish:  pickray completions fish > ~/.config/fish/completions/pickray.fish\n\
                        zsh:   pickray completions zsh > _pickray, in a folder of $fpath")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub fn complete(args: &CompletionsArgs, output: &Output) -> Result<Outcome, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "pickray", &mut script);
    let script = String::from_utf8_lossy(&script);
    output.result(&json!({ "shell": args.shell.to_string(), "script": script }), || script.to_string())?;
    Ok(Outcome::Done)
}

/// Write the manual pages, one for the program and one for each subcommand
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder to write them into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub fn write_manual(args: &ManArgs, output: &Output) -> Result<Outcome, CliError> {
    // A page is the long help.
    let long = |command: clap::Command| command.mut_args(|option| option.hide_short_help(false));
    let mut program = long(Args::command()).disable_help_subcommand(true).mut_subcommands(long);
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

#[cfg(test)]
mod tests;
