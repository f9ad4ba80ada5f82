//! The examples that say of themselves whether they are right.

#[path = "../../examples/bevy_matrices.rs"]
mod bevy_matrices;
#[path = "../../examples/cad_selection.rs"]
mod cad_selection;
#[path = "../../examples/game_of_instances.rs"]
mod game_of_instances;
#[path = "../../examples/million_rays.rs"]
mod million_rays;
#[path = "../../examples/moving_mesh.rs"]
mod moving_mesh;
#[path = "../../examples/vulkan_pick.rs"]
mod vulkan_pick;
#[path = "../../examples/wgpu_matrices.rs"]
mod wgpu_matrices;

#[test]
fn a_pick_by_the_matrices_of_bevy_is_right() {
    bevy_matrices::main();
}

#[test]
fn a_pick_by_the_matrices_of_wgpu_is_right() {
    wgpu_matrices::main();
}

#[test]
fn ten_thousand_instances_are_picked_while_all_move() {
    game_of_instances::main().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_pick_by_the_matrices_of_a_vulkan_renderer_is_right() {
    vulkan_pick::main();
}

#[test]
fn clicks_and_boxes_select_as_in_cad() {
    cad_selection::main().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn rays_from_arrays_fill_columns() {
    assert_eq!(million_rays::cast(2_000).unwrap_or_else(|error| panic!("{error}")), 2_000);
}

#[test]
fn a_mesh_is_picked_while_it_walks_and_gets_a_fresh_tree() {
    moving_mesh::main().unwrap_or_else(|error| panic!("{error}"));
}
