//! Pictures within the limits of a GPU, and by OpenGL ES.

use super::*;
use crate::mesh_buffer::Limits;
use crate::offscreen::OffscreenError;
use crate::tests::*;
use pickray::intersect::Culling;
use pickray::mesh::{CornerValues, Pixels};
use pickray::pick::{PickOptions, pick};

/// A fan of `n` triangles.
fn scene(n: u32) -> Scene {
    let rim = (0..=n).map(|k| (k as f32 / n as f32 * 6.0).sin_cos()).map(|(sin, cos)| [cos, sin, 0.0]);
    let corners = std::iter::once([0.0, 0.0, 0.0]).chain(rim).collect();
    let triangles = (1..=n).map(|k| [0, k, k + 1]).collect();
    Scene::of(Object::new("fan", Mesh::from_triangles(corners, triangles).expect("a mesh").into()))
}

/// A fan of 12 triangles with an image on it.
fn textured(name: &str, side: u32) -> Scene {
    let fan = scene(12).objects()[0].mesh.clone();
    let mut mesh = painted(fan.positions(), fan.triangles(), 1, |_| [1.0; 3]);
    let uv: Vec<_> = mesh.positions().iter().map(|[x, y, _]| [0.5 + 0.4 * x, 0.5 + 0.4 * y]).collect();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
    let bytes = (0..side * side).flat_map(|k| [(k * 7) as u8, (k % side * 3) as u8, (k / side * 5) as u8, 255]);
    let pixels = Pixels::new(side, side, bytes.collect()).expect("pixels");
    let image_from_uv = mesh::Texture::V_UP;
    let texture = mesh::Texture { image: 0, set: 0, wrap: Default::default(), nearest: false, image_from_uv };
    mesh.set_textures(vec![Some(texture)], vec![mesh::Image::of_pixels(name, pixels)]);
    Scene::of(Object::new("fan", mesh.into()))
}

#[test]
fn an_image_that_is_too_large_is_made_smaller_and_named() {
    let scene = textured("photo.png", 200);
    let (view, style, selection) = (view(&scene), Style::default(), Selection::default());
    let frame = Frame::new(&scene, &view, &style, &selection);
    let (mut limited, mut whole) = (limited(1 << 20), offscreen());
    let (smaller, _) = limited.draw(&frame).expect("a picture");
    let (expected, _) = whole.draw(&frame).expect("a picture");
    let told: Vec<_> = limited.renderer().limited_textures().map(|(image, limit)| (image.name(), limit)).collect();
    assert_eq!(told, [("photo.png", TextureLimit::MadeSmaller { width: 50, height: 50 })]);
    assert_eq!(whole.renderer().limited_textures().count(), 0);
    let channels = smaller.pixels.as_flattened().iter().zip(expected.pixels.as_flattened());
    let differs = channels.map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>() / smaller.pixels.len() as u64;
    assert!(smaller != expected && differs < 30, "{differs} a pixel");
}

/// Returns a renderer whose GPU has textures of 64 × 64 pixels, and chunks of so many triangles.
fn limited(triangles_per_chunk: usize) -> Offscreen {
    let mut offscreen = offscreen();
    offscreen.renderer().scene.limits = Limits { triangles_per_chunk, texture_size: 64 };
    offscreen
}

fn view(scene: &Scene) -> View {
    View::new(Camera::framing(&scene.bounds(), 1.0, scene.up_axis()), FramebufferSize::new(120, 120))
}

#[test]
fn chunks_and_rows_of_states_make_the_same_picture() {
    let scene = scene(3000);
    let (view, style) = (view(&scene), Style::default());
    let mut selection = Selection::default();
    selection.add((0..3000).step_by(3).map(|triangle| TriangleId { object: 0, triangle }));
    let frame = Frame::new(&scene, &view, &style, &selection);
    let (expected, whole) = offscreen().draw(&frame).expect("a picture");
    let (pieces, cut) = limited(7).draw(&frame).expect("a picture");
    assert_eq!(cut.draw_calls - whole.draw_calls, 3000_u32.div_ceil(7) - 1);
    assert_eq!(pieces, expected);
}

#[test]
fn a_mesh_that_is_too_large_is_refused_with_both_numbers_and_can_be_picked() {
    let scene = scene(5000);
    let (view, style, selection) = (view(&scene), Style::default(), Selection::default());
    let frame = Frame::new(&scene, &view, &style, &selection);
    let mut offscreen = limited(1 << 20);
    let Err(OffscreenError::Render(error)) = offscreen.draw(&frame) else { panic!("5000 fit into 64 x 64") };
    let message = error.to_string();
    assert!(message.contains("5000 triangles") && message.contains("4096"), "{message}");
    let stats = offscreen.renderer().draw(&frame).expect("a picture without it");
    assert_eq!((stats.objects_refused, stats.triangles_drawn, stats.gpu_bytes), (1, 0, 0));
    assert!(pick(&scene, &view, CursorPosition::new(60.0, 60.0), &PickOptions::default()).is_some());
}

#[test]
fn opengl_es_draws_what_opengl_draws() {
    let scene = scene(12);
    let view = view(&scene);
    let textured = textured("photo.png", 100);
    let mut embedded = offscreen_on(OffscreenContext::embedded);
    assert!(embedded.context().gl().version().is_embedded);
    let mut pictures = Vec::new();
    let wires = Style { shading: Shading::Smooth, wireframe: true, ..Style::default() };
    for (scene, style) in [(&scene, Style::default()), (&scene, wires), (&textured, Style::default())] {
        let selection = Selection::default();
        let hover = Some(TriangleId { object: 0, triangle: 2 });
        let frame = Frame { hover, ..Frame::new(scene, &view, &style, &selection) };
        let (on_es, _) = embedded.draw(&frame).expect("a picture");
        let (on_gl, _) = offscreen().draw(&frame).expect("a picture");
        let differing = n_differing(&on_es, &on_gl);
        assert!(differing < on_es.pixels.len() / 500, "{differing} pixels differ");
        pictures.push(on_es);
    }
    assert!(pictures[0] != pictures[1] && pictures[0] != pictures[2]);
    let on_es = embedded.ids(&scene, &view, Culling::None).expect("ids");
    let on_gl = offscreen().ids(&scene, &view, Culling::None).expect("ids");
    let differing = (0..120 * 120).filter(|k| on_es.at(k % 120, k / 120) != on_gl.at(k % 120, k / 120)).count();
    let shown = (0..120 * 120).filter(|k| on_es.at(k % 120, k / 120).is_some()).count();
    assert!(differing == 0 && 1000 < shown, "{differing} of {shown} ids differ");
}
