//! A ball moved at a mesh, each of whatever scale: it touches first what it touches first of all triangles, each asked
//! alone, and a slide ends inside of none.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../crates/pickray/tests/it/fuzzed/sweep_mesh.rs"]
mod sweep_mesh;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sweep_mesh::check(bytes));
