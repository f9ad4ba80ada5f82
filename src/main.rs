//! The `pickray` program.

fn main() {}
