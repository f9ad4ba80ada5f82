//! Any bytes as a PLY file: no panic, no hang, no more triangles than bytes, and read in small pieces they are what
//! they are as a whole.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/loaded.rs"]
mod loaded;
#[path = "../../crates/pickray/tests/it/fuzzed/ply.rs"]
mod ply;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ply::check(bytes));
