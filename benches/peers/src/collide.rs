//! pickray's collisions on the inputs of the collision peers, one JSON line a run.

mod broad;
mod harness;
mod meshes;
mod sweep;
mod tritri;

pub const USAGE: &str = "usage: pickray-peers collide CASE WAY INPUT..., which is one of
  tritri pickray|pickray-interval X.pairs
  meshes pickray-any|pickray-all A.tri B.tri X.poses
  sweep pickray A.tri X.sweeps
  broad pickray|pickray-brute|pickray-sap|pickray-tree X.boxes";

pub fn run(arguments: &[&str]) -> Result<(), String> {
    match *arguments {
        ["meshes", way, a, b, poses] => meshes::run(way, a, b, poses),
        ["broad", way, boxes] => broad::run(way, boxes),
        ["sweep", "pickray", mesh, sweeps] => sweep::run(mesh, sweeps),
        ["tritri", way, pairs] => tritri::run(way, pairs),
        _ => Err(USAGE.to_owned()),
    }
}
