//! pickray against other libraries on the same inputs, and its own numbers where the peers are programs of their own.
//!
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- rays 70k scan.obj 1m 10m
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- rays moving 70k 1m
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- rays slices 70k 1m
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- rays near '1k*1' '1k*10000'
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- obj tobj scan.obj
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- formats 1000
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- collide tritri pickray X.pairs
//!     cargo run --release --manifest-path benches/peers/Cargo.toml -- outside

mod apart;
mod clock;
mod collide;
mod files;
mod formats;
#[path = "../../../src/cli/bench/measure.rs"]
mod measure;
mod obj;
mod outside;
mod rays;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["rays", ref rest @ ..] => rays::run(rest),
        ["obj", ref rest @ ..] => obj::run(rest),
        ["formats", ref rest @ ..] => formats::run(rest),
        ["collide", ref rest @ ..] => collide::run(rest),
        ["outside", ref rest @ ..] => outside::run(rest),
        _ => Err([rays::USAGE, obj::USAGE, formats::USAGE, collide::USAGE, outside::USAGE].join("\n")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("pickray-peers: {message}");
            ExitCode::from(2)
        }
    }
}
