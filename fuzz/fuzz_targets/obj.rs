//! Any bytes as an OBJ file: no panic, no hang, and cut into pieces they are what they are as a whole.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/loaded.rs"]
mod loaded;
#[path = "../../crates/pickray/tests/it/fuzzed/obj.rs"]
mod obj;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| obj::check(bytes));
