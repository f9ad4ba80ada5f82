//! Command line of the program: its subcommands, which call the library, one file each.
//!
//! Exit status 0 is a hit, or work that is done. Status 1 is a miss or another negative answer. Status 2 is a usage or
//! input error, which is reported in one line on stderr. With `--json` one object goes to stdout, also for an error.

mod bench;
mod camera;
mod collide;
mod console;
mod convert;
mod describe;
mod diagnose;
mod info;
mod input;
mod learn;
mod measure;
mod offscreen;
mod output;
mod packaging;
mod pick;
mod picture;
mod render;
mod select;
mod sweep;
mod values;
mod verify;
mod window;

pub use output::CliError;

use crate::app::texts::{self, Language};
use clap::{Parser, Subcommand};
use output::Output;
use std::ffi::OsString;
use std::io::Write;
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
    Sweep(sweep::SweepArgs),
    Bench(bench::BenchArgs),
    Collide(collide::CollideArgs),
    Diagnose(diagnose::DiagnoseArgs),
    Learn(learn::LearnArgs),
    Completions(packaging::CompletionsArgs),
    Man(packaging::ManArgs),
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
        Some(Command::Sweep(args)) => sweep::run(&args, &output),
        Some(Command::Bench(args)) => bench::run(&args, &output),
        Some(Command::Collide(args)) => collide::run(&args, &output),
        Some(Command::Diagnose(args)) => diagnose::run(&args, &output),
        Some(Command::Learn(args)) => learn::run(&args, lang, &output),
        Some(Command::Completions(args)) => packaging::complete(&args, &output),
        Some(Command::Man(args)) => packaging::write_manual(&args, &output),
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

#[cfg(test)]
mod tests;
