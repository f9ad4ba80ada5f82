//! Comparison of the picture of stand-ins with that of all triangles.

use crate::offscreen::Offscreen;
use crate::spread::{LEAST, LEAST_STAND_INS};
use crate::{Frame, FrameStats, Image, Style, Theme};
use glam::DVec3;
use pickray::math::FramebufferSize;
use pickray::mesh::samples::Sample;
use pickray::mesh::{self, CornerValues, Load, Mesh, Pixels, Texture};
use pickray::pick::Selection;
use pickray::scene::{Camera, Object, Scene, UpAxis, View};
use std::time::Duration;

/// Returns a sphere with waves on it, of 2n² triangles.
fn ball(n: u32) -> Scene {
    let corner = |k: u32| {
        let (u, v) = (
            (k / (n + 1)) as f32 / n as f32 * std::f32::consts::PI,
            (k % (n + 1)) as f32 / n as f32 * std::f32::consts::TAU,
        );
        let r = 1.0 + 0.04 * (9.0 * u).sin() * (9.0 * v).sin();
        [r * u.sin() * v.cos(), r * u.cos(), r * u.sin() * v.sin()]
    };
    let triangles = (0..n * n).flat_map(|k| {
        let a = k / n * (n + 1) + k % n;
        [[a, a + 1, a + n + 1], [a + 1, a + n + 2, a + n + 1]]
    });
    let mesh = Mesh::from_triangles((0..(n + 1) * (n + 1)).map(corner).collect(), triangles.collect());
    Scene::of(Object::new("ball", mesh.expect("a mesh").into()))
}

/// Returns a renderer whose frames have time for some slices of a mesh, and for as few stand-ins as there ever are.
fn timed() -> Offscreen {
    let mut offscreen = Offscreen::new().unwrap_or_else(|error| panic!("{error}"));
    offscreen.renderer().frame_time = Some(Duration::from_secs(1));
    offscreen.renderer().rate = Some(3.0 * LEAST as f64);
    offscreen
}

/// Draws a frame while the camera moves, and again once it rests; returns both pictures.
fn moving_and_resting(
    offscreen: &mut Offscreen,
    scene: &Scene,
    view: &View,
    style: &Style,
) -> [(Image, FrameStats); 2] {
    let mut before = *view;
    before.camera.eye *= 1.1;
    let selection = Selection::default();
    let mut draw = |view: &View| {
        offscreen.renderer().rate = Some(3.0 * LEAST as f64);
        offscreen.draw(&Frame::new(scene, view, style, &selection)).expect("a picture")
    };
    draw(&before);
    let moving = draw(view);
    let resting = (0..99).map(|_| draw(view)).find(|(_, stats)| stats.complete).expect("complete at last");
    [moving, resting]
}

/// Returns the mean of all bytes of red, green and blue.
fn brightness(image: &Image) -> f64 {
    let sum: u64 = image.pixels.iter().flat_map(|pixel| &pixel[..3]).map(|&byte| u64::from(byte)).sum();
    sum as f64 / (3 * image.pixels.len()) as f64
}

/// Returns the mean difference of a byte of red, green or blue.
fn difference([a, b]: [&Image; 2]) -> f64 {
    let bytes = |image: &Image| image.pixels.iter().flat_map(|pixel| pixel[..3].to_vec()).collect::<Vec<u8>>();
    let (a, b) = (bytes(a), bytes(b));
    a.iter().zip(&b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
}

#[test]
fn stand_ins_are_as_bright_as_all_from_near_and_far_with_edges_and_without() {
    let mut offscreen = timed();
    let rough = Sample::NoisySphere.mesh().expect("a sphere");
    let rough = Scene::of(Object::new("rough", rough.into()));
    for (scene, off, apart) in [(ball(140), 0.01, 1.5), (ball(330), 0.01, 1.5), (rough, 0.04, 6.0)] {
        for (zoom, theme, edges, wireframe) in [
            (1.0, Theme::Dark, true, false),
            (1.0, Theme::Dark, false, false),
            (1.0, Theme::Light, true, false),
            (0.4, Theme::Dark, true, false),
            (0.4, Theme::Light, true, false),
            (0.4, Theme::Dark, false, false),
            (1.0, Theme::Dark, true, true),
        ] {
            let mut camera = Camera::framing(&scene.bounds(), 1.2, UpAxis::Y);
            camera.eye *= zoom;
            let view = View::new(camera.with_depth_fitted(&scene.bounds()), FramebufferSize::new(480, 400));
            let style = Style { theme, edges, wireframe, grid: false, axes: false, ..Style::default() };
            let pictures = moving_and_resting(&mut offscreen, &scene, &view, &style);
            let [moving, resting] = pictures.each_ref().map(|(picture, _)| brightness(picture));
            let case = format!("{moving} for {resting} of {} from {zoom}, in {style:?}", scene.objects()[0].name);
            assert!((moving - resting).abs() < off * resting, "{case}");
            // Lines and facets that can be told from each other are missing; where they cannot, it is the same picture.
            let differing = difference(pictures.each_ref().map(|(picture, _)| picture));
            assert!(differing < apart || zoom < 1.0, "{differing} a pixel, {case}");
        }
    }
}

#[test]
fn stand_ins_have_the_colours_of_a_texture() {
    let mut offscreen = timed();
    let plain = &ball(140).objects()[0].mesh.clone();
    let mut text = String::new();
    plain.positions().iter().for_each(|[x, y, z]| text += &format!("v {x} {y} {z}\n"));
    plain.triangles().iter().for_each(|[a, b, c]| text += &format!("usemtl m\nf {} {} {}\n", a + 1, b + 1, c + 1));
    let mut mesh = Load::bytes("ball.obj", text.as_bytes()).mesh().expect("a mesh").0;
    let uv: Vec<_> = mesh.positions().iter().map(|[x, y, _]| [0.5 + 0.45 * x, 0.5 + 0.45 * y]).collect();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
    let image_from_uv = Texture::V_UP;
    let texture = Texture { image: 0, set: 0, wrap: Default::default(), nearest: false, image_from_uv };
    // Red and blue fields of a sixth of the picture.
    let color =
        |k: u32| if (k % 48 / 8 + k / 48 / 8).is_multiple_of(2) { [220, 30, 30, 255] } else { [30, 30, 220, 255] };
    let pixels = Pixels::new(48, 48, (0..48 * 48).flat_map(color).collect()).expect("pixels");
    let photo = mesh::Image::of_encoded("photo", Vec::new());
    mesh.set_textures(vec![Some(texture)], vec![photo.clone()]);
    let scene = Scene::of(Object::new("ball", mesh.into()));
    let camera = Camera::look_at(4.0 * DVec3::Z, DVec3::ZERO, DVec3::Y).with_depth_fitted(&scene.bounds());
    let view = View::new(camera, FramebufferSize::new(480, 400));
    let style = Style { edges: false, grid: false, axes: false, occlusion: false, ..Style::default() };
    let [(white, _), _] = moving_and_resting(&mut offscreen, &scene, &view, &style);
    photo.provide(Ok(pixels));
    let pictures = moving_and_resting(&mut offscreen, &scene, &view, &style).map(|(picture, stats)| {
        assert_eq!(stats.bytes_uploaded, 0, "colours are there once");
        picture
    });
    let (apart, from_white) = (difference(pictures.each_ref()), difference([&white, &pictures[1]]));
    assert!(apart < 6.0 && 20.0 < from_white, "{apart} a pixel, {from_white} from white");
    let bare = Style { textures: false, ..style };
    let [(moving, _), _] = moving_and_resting(&mut offscreen, &scene, &view, &bare);
    assert!(moving == white, "as before the image came");
}

#[test]
fn while_the_camera_moves_a_frame_draws_as_many_triangles_of_a_small_mesh_as_of_a_large_one() {
    let mut offscreen = timed();
    for n in [140, 220, 330] {
        let scene = ball(n);
        let view = View::new(Camera::framing(&scene.bounds(), 1.2, UpAxis::Y), FramebufferSize::new(96, 80));
        let [(_, moving), (_, resting)] = moving_and_resting(&mut offscreen, &scene, &view, &Style::default());
        assert_eq!((moving.triangles_drawn, moving.complete), (LEAST_STAND_INS as u64, false), "of {}", 2 * n * n);
        assert!(resting.complete);
    }
}
