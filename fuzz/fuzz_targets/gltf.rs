//! Any bytes as a GLB, its document or its buffer: no panic, no hang, no index of no vertex, and the scene has what the
//! joined mesh has.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/gltf.rs"]
mod gltf;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| gltf::check(bytes));
