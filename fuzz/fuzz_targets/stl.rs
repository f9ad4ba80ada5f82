//! Any bytes as an STL file: no panic, no hang, no more triangles than bytes, and read in small steps they are what
//! they are as a whole.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/loaded.rs"]
mod loaded;
#[path = "../../crates/pickray/tests/it/fuzzed/stl.rs"]
mod stl;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| stl::check(bytes));
