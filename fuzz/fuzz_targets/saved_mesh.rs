//! Saved meshes that somebody changed.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/saved_mesh.rs"]
mod saved_mesh;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| saved_mesh::check(bytes));
