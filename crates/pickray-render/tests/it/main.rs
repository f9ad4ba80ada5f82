//! Behaviour through the public face: one binary, one module a subject.

#[path = "../../../pickray/tests/it/any_camera.rs"]
mod any_camera;
mod colors;
mod examples;
mod hidden;
mod pictures;
mod pictures_by_matrices;
#[path = "../../../pickray/tests/it/random.rs"]
mod random;
mod textures;
mod verify;

fn offscreen() -> pickray_render::offscreen::Offscreen {
    pickray_render::offscreen::Offscreen::new().unwrap_or_else(|error| panic!("{error}"))
}
