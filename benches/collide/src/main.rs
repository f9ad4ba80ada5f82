//! pickray's collisions on the inputs of the collision peers, one JSON line a run.
//!
//!     cargo run --release --manifest-path benches/collide/Cargo.toml -- CASE WAY INPUT...
//!
//! CASE WAY INPUT is one of
//!
//!     tritri pickray|pickray-interval X.pairs

mod harness;
mod meshes;
mod tritri;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["meshes", way, a, b, poses] => meshes::run(way, a, b, poses),
        ["tritri", way, pairs] => tritri::run(way, pairs),
        _ => {
            eprintln!("usage: tritri WAY X.pairs");
            std::process::exit(2);
        }
    }
}
