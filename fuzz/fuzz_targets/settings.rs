//! Any bytes as settings: read or set aside, and what was read comes back from what is saved.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/json.rs"]
mod json;
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../tests/it/fuzzed/settings.rs"]
mod settings;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| settings::check(bytes));
