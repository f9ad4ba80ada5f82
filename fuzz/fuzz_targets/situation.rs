//! Any bytes as a situation, a line or a file: written and read again it is the same, and its pick is made without a
//! panic.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/json.rs"]
mod json;
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../tests/it/fuzzed/situation.rs"]
mod situation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| situation::check(bytes));
