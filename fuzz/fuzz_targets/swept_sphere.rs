//! A moving sphere and a triangle: at the contact it is a radius away, before it no closer, and without one never.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../crates/pickray/tests/it/fuzzed/swept_sphere.rs"]
mod swept_sphere;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| swept_sphere::check(bytes));
