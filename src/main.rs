//! The `pickray` program: arguments, run, one error line.

use pickray::cli;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let ended = match cli::parse(&arguments) {
        Ok(Some(args)) => cli::run(args),
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => Err(error),
    };
    match ended {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            cli::tell(&error, &arguments);
            ExitCode::from(2)
        }
    }
}
