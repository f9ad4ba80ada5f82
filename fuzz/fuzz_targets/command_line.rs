//! Any words as a command line: taken, or refused in one line that can be printed.
#![no_main]

#[path = "../../tests/it/fuzzed/command_line.rs"]
mod command_line;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| command_line::check(bytes));
