//! Entry point of the `pickray` program, whose command line is in `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    pickray_app::cli::main(&wild::args_os().collect::<Vec<_>>())
}
