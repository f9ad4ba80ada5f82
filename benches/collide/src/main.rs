//! pickray's collisions on the inputs of the collision peers, one JSON line a run.
//!
//!     cargo run --release --manifest-path benches/collide/Cargo.toml -- CASE WAY INPUT...
//!
//! CASE WAY INPUT is one of
//!
//!     tritri pickray|pickray-interval X.pairs
//!     meshes pickray-any|pickray-all A.tri B.tri X.poses
//!     sweep pickray A.tri X.sweeps
//!     broad pickray|pickray-brute|pickray-sap|pickray-tree X.boxes

mod broad;
mod harness;
mod meshes;
mod sweep;
mod tritri;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["meshes", way, a, b, poses] => meshes::run(way, a, b, poses),
        ["broad", way, boxes] => broad::run(way, boxes),
        ["sweep", way, mesh, sweeps] => sweep::run(way, mesh, sweeps),
        ["tritri", way, pairs] => tritri::run(way, pairs),
        _ => {
            eprintln!("usage: CASE WAY INPUT..., see the head of benches/collide/src/main.rs");
            std::process::exit(2);
        }
    }
}
