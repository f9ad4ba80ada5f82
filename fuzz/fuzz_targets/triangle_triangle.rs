//! Two triangles: the same answer in every order, and that of exact rationals wherever edges decide.
#![no_main]

#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../crates/pickray/tests/it/rational.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod rational;
#[path = "../../crates/pickray/tests/it/fuzzed/triangle_triangle.rs"]
mod triangle_triangle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| triangle_triangle::check(bytes));
