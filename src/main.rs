//! Entry point of the `pickray` program: reads the arguments, runs the command, and tells an error in one line.

use pickray_app::cli;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = wild::args_os().collect();
    match cli::run(&arguments) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            cli::tell(&error, &arguments);
            ExitCode::from(2)
        }
    }
}
