//! Examples run to their end.

#[path = "../../examples/instances.rs"]
mod instances;

#[test]
fn ten_thousand_instances_are_picked_while_one_moves() {
    instances::main().expect("every pick hits");
}
