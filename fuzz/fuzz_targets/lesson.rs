//! Any bytes as a lesson: what is read is run without a panic, and what is wrong is told in one line.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/json.rs"]
mod json;
#[path = "../../tests/it/fuzzed/lesson.rs"]
mod lesson;
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lesson::check(bytes));
