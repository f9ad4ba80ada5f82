//! Any words as a command line: taken, or refused in one line that can be printed.

use pickray_app::cli;
use std::ffi::OsString;

/// What command lines are made of; any bytes stand between.
const WORDS: [&str; 76] = [
    "pick", "select", "info", "render", "replay", "verify", "sweep", "bench", "collide", "learn", "--check",
    "quad.obj", "sample:cube", "--at", "--rect", "--lasso", "--brush", "--material", "--rule", "--linked", "--flat",
    "--angle", "--through", "--select", "--size", "--viewport", "--eye", "--target", "--up", "--fov", "--ortho",
    "--near", "--far", "--reversed-z", "--save", "-o", "--output", "--force", "--json", "--frame-log", "--cull",
    "--sample", "--renderer", "--trace", "--why", "--views", "--from", "--to", "--radius", "--transform", "--scale",
    "--clicks", "1,2", "1,2,3", "-1,1e308,nan", "640x480", "0x0", "1,2,3x4", "inf", "-1e999", "back", "cpu", "7", "--",
    "--at=", "--eye=1,2", "measure", "--distance", "--path", "--landmarks", "--measures", "--snap", "vertex:1",
    "triangle:0:0.5,0.5", "at:1,2", "landmark:a",
];

/// Checks the words that the bytes make: one a byte, or what stands between two zeros.
pub fn check(bytes: &[u8]) {
    let mut arguments = vec![OsString::from("pickray")];
    for part in bytes.split(|byte| *byte == 0) {
        match part {
            [1, words @ ..] => {
                arguments.extend(words.iter().map(|word| WORDS[usize::from(*word) % WORDS.len()].into()));
            }
            part => arguments.push(raw(part)),
        }
    }
    if let Err(error) = cli::parse(&arguments) {
        let told = error.to_string();
        assert!(!told.is_empty() && !told.contains(char::is_control), "{arguments:?}: {told:?}");
    }
}

#[cfg(unix)]
fn raw(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn raw(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}
