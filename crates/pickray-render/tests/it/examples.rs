//! The example that says of itself whether it is right.

#[path = "../../examples/own_opengl.rs"]
mod own_opengl;

#[test]
fn a_frame_in_ones_own_context_shows_what_is_picked() {
    own_opengl::main().unwrap_or_else(|error| panic!("{error}"));
}
