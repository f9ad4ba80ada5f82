//! Any bytes as a saved pick: written and read again it is the same, and it is run again without a panic.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/json.rs"]
mod json;
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../crates/pickray/tests/it/fuzzed/saved_pick.rs"]
mod saved_pick;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| saved_pick::check(bytes));
