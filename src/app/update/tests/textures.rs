//! Tests of textures: their images are decoded in the background, one after the other.

use super::*;
use crate::app::desk::preparing;
use pickray::mesh::problem::Problem;
use pickray::mesh::{CornerValues, Image, Texture};
use pickray_render::TextureLimit;

/// Returns a triangle with a material for each of these images.
fn mesh(images: &[Image]) -> Mesh {
    let faces: String = (0..images.len()).map(|k| format!("usemtl m{k}\nf 1 2 3\n")).collect();
    let text = format!("v -1 -1 0\nv 1 -1 0\nv 0 1 0\n{faces}");
    let mut mesh = Load::bytes("t.obj", text.as_bytes()).mesh().expect("a mesh").0;
    mesh.set_texture_coordinates(0, CornerValues::by_vertex([[0.0; 2]; 3])).expect("three");
    let textures = (0..images.len() as u32).map(|image| {
        Some(Texture { image, set: 0, wrap: Default::default(), nearest: false, image_from_uv: Texture::V_UP })
    });
    mesh.set_textures(textures.collect(), images.to_vec());
    mesh
}

fn png(name: &str, color: [u8; 4]) -> Image {
    Image::of_encoded(name, pickray_render::Image::new(2, 3, color).to_png())
}

/// Decodes the next image, as the shell does after a frame; returns its name.
fn decode(state: &mut State) -> Option<String> {
    let image = preparing::next_image(&state.desk)?.clone();
    state.act(Action::DecodeImage(image.clone()));
    assert!(preparing::next_image(&state.desk).is_none(), "one at a time");
    state.run_job();
    Some(image.name().to_owned())
}

fn told(state: &State) -> Option<(&str, bool)> {
    state.desk.messages.last.as_ref().map(|message| (&*message.text, message.is_error))
}

#[test]
fn images_are_decoded_one_after_the_other_while_textures_are_shown() {
    let images = [png("a.png", [9, 8, 7, 255]), png("b.png", [1, 2, 3, 255])];
    let mut state = state_of(mesh(&images));
    state.desk.settings.style.textures = false;
    assert_eq!(decode(&mut state), None, "nobody sees them");
    state.desk.settings.style.textures = true;
    assert_eq!([0; 3].map(|_| decode(&mut state)), [Some("a.png".into()), Some("b.png".into()), None]);
    let pixels = images[1].pixels().expect("decoded");
    assert_eq!((pixels.width(), pixels.height(), pixels.get([1, 2])), (2, 3, [1, 2, 3, 255]));
    assert_eq!(told(&state), None);
}

#[test]
fn companions_that_come_late_have_the_mesh_beside_them_read_again() {
    let mut state = state_of(mesh(&[png("a.png", [9, 8, 7, 255])]));
    state.desk.files.sources = vec![MeshSource::File("/x/a.obj".into())];
    for (dropped, read) in [(vec!["/x/a.mtl", "/x/B.PNG"], "a.obj"), (vec!["/y/a.mtl"], "a.mtl")] {
        state.act(Action::FilesDropped(dropped.into_iter().map(Into::into).collect()));
        assert_eq!(state.desk.files.loading.as_ref().expect("it is read").source.name(), read);
    }
}

#[test]
fn an_inspected_hit_tells_its_pixel_once_the_image_is_decoded() {
    let mut state = state_of(mesh(&[png("a.png", [9, 8, 7, 255])]));
    state.pick(MIDDLE);
    let texel = |state: &State| {
        let texel = state.hit().attributes.texel.clone()?;
        Some((texel.image, texel.pixel, texel.color))
    };
    assert_eq!(texel(&state), None);
    decode(&mut state);
    assert_eq!(texel(&state), Some(("a.png".to_owned(), [0, 2], [9, 8, 7, 255])));
}

#[test]
fn what_is_wrong_with_images_is_said_once_by_their_names() {
    let lost = Image::of_encoded("lost.png", Vec::new());
    lost.provide(Err(Problem::Absent));
    let images = [png("glass.png", [9, 8, 7, 20]), Image::of_encoded("leaf.webp", b"RIFF____WEBP".to_vec()), lost];
    let mut state = state_of(mesh(&images));
    // A word goes with the next command.
    state.act(Action::Open(MeshSource::File("lost.obj".into()))).load(mesh(&images));
    assert_eq!(told(&state), Some(("The texture lost.png is not shown: it is not there.", false)));
    assert!(state.desk.messages.last.take().is_some_and(|message| message.about_report));
    decode(&mut state);
    let transparent = "glass.png has transparent parts: they are drawn, and hit, as if they were opaque.";
    assert_eq!(told(&state), Some((transparent, false)));
    decode(&mut state);
    let webp = "The texture leaf.webp is not shown: it is a WebP image, but only PNG and JPEG are shown.";
    assert_eq!(told(&state), Some((&*format!("{transparent} {webp}"), true)));
    assert_eq!(decode(&mut state), None);
    state.desk.messages.last = None;
    state.act(Action::ImageLimited("a.png".into(), TextureLimit::MadeSmaller { width: 50, height: 7 }));
    assert_eq!(told(&state), Some(("a.png is larger than the GPU allows: it is shown with 50 × 7 pixels.", false)));
    state.act(Action::ImageLimited("b.png".into(), TextureLimit::NoMemory));
    let (text, is_error) = told(&state).expect("told");
    assert!(text.ends_with("The GPU has no memory for the texture b.png, so it is not shown.") && is_error, "{text}");
}

#[test]
fn an_image_of_a_mesh_that_is_gone_is_decoded_no_longer_and_not_told_of() {
    let image = Image::of_encoded("gone.png", b"no image".to_vec());
    let mut state = state_of(mesh(std::slice::from_ref(&image)));
    state.act(Action::DecodeImage(image.clone()));
    let job = state.desk.files.jobs.pop().expect("it is decoded");
    state.act(Action::Open(MeshSource::Sample(Sample::Cube)));
    let sample = Ok(loaded(Sample::Cube.mesh().expect("a cube")));
    state.answer(sample).act(job.run());
    assert!(!image.is_settled() && told(&state).is_none_or(|(text, _)| !text.contains("gone.png")));
}
