//! The ray tree, walked in every way, against whole numbers of any length.
#![no_main]

#[path = "../../crates/pickray/tests/it/exact_rays.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod exact_rays;
#[path = "../../crates/pickray/tests/it/fuzzed/numbers.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod numbers;
#[path = "../../crates/pickray/tests/it/queries.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod queries;
#[path = "../../crates/pickray/tests/it/rational.rs"]
#[allow(dead_code, reason = "others use more of it")]
mod rational;
#[path = "../../crates/pickray/tests/it/fuzzed/ray_tree.rs"]
mod ray_tree;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ray_tree::check(bytes));
