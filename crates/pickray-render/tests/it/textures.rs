//! Textures, as the GPU and the CPU draw them, against pictures computed in numbers; and what they cost.

use crate::*;
use glam::DAffine2;
use pickray::mesh::{CornerValues, Image as MeshImage, Pixels, Texture, Wrap, linear_from_srgb};
use std::fmt::Write;

fn style() -> Style {
    Style { edges: false, grid: false, axes: false, occlusion: false, samples: 1, ..Style::default() }
}

fn image(name: &str, width: u32, height: u32, color: impl Fn(u32, u32) -> [u8; 3]) -> MeshImage {
    let rgba = |k: u32| {
        let [red, green, blue] = color(k % width, k / width);
        [red, green, blue, 255]
    };
    let bytes = (0..width * height).flat_map(rgba).collect();
    MeshImage::of_pixels(name, Pixels::new(width, height, bytes).expect("pixels"))
}

fn texture() -> Texture {
    Texture { image: 0, set: 0, wrap: [Wrap::Repeat; 2], nearest: false, image_from_uv: Texture::V_UP }
}

/// Returns an OBJ file's mesh with one material for each of `materials` equal parts of its triangles.
fn mesh(positions: &[DVec3], triangles: &[[u32; 3]], materials: usize) -> Mesh {
    let mut text = String::new();
    positions.iter().for_each(|p| writeln!(text, "v {} {} {}", p.x, p.y, p.z).expect("text"));
    for (k, [a, b, c]) in triangles.iter().map(|corners| corners.map(|corner| corner + 1)).enumerate() {
        writeln!(text, "usemtl m{}\nf {a} {b} {c}", k * materials / triangles.len()).expect("text");
    }
    Load::bytes("mesh.obj", text.as_bytes()).mesh().expect("a mesh").0
}

/// Returns the square from -1 to 1, seen from the front, with texture coordinates so that the image's places `from` and
/// `to` lie at its top left and bottom right corner.
fn square(from: DVec2, to: DVec2, texture: Texture, image: &MeshImage) -> Scene {
    let corners = [DVec2::new(-1., -1.), DVec2::new(1., -1.), DVec2::new(1., 1.), DVec2::new(-1., 1.)];
    let mut mesh = mesh(&corners.map(|corner| corner.extend(0.0)), &[[0, 1, 2], [0, 2, 3]], 1);
    let uv = corners.map(|corner| {
        let share = DVec2::new(corner.x + 1.0, 1.0 - corner.y) / 2.0;
        texture.image_from_uv.inverse().transform_point2(from + share * (to - from)).as_vec2().to_array()
    });
    mesh.set_texture_coordinates(texture.set as usize, CornerValues::by_vertex(uv)).expect("four");
    mesh.set_textures(vec![Some(texture)], vec![image.clone()]);
    scene(mesh)
}

/// Returns the view that the square fills, `n` pixels wide and high.
fn front(n: u32) -> View {
    let camera = Camera::look_at(DVec3::Z * 4.0, DVec3::ZERO, DVec3::Y);
    let camera = Camera { projection: Projection::Orthographic { height: 2.0 }, ..camera };
    View::new(camera, FramebufferSize::new(n, n))
}

fn drawn(offscreen: &mut Offscreen, scene: &Scene, view: &View, style: &Style) -> [Image; 2] {
    crate::drawn(offscreen, &Frame::new(scene, view, style, &Selection::default()))
}

fn at(image: &Image, column: u32, row: u32) -> [u8; 3] {
    let [red, green, blue, _] = image.pixel(CursorPosition::new(column.into(), row.into())).expect("a pixel");
    [red, green, blue]
}

fn linear(color: [u8; 3]) -> [f32; 3] {
    linear_from_srgb(color.map(|c| f32::from(c) / 255.0))
}

/// Index among `n` at `k`, in the words of the specification of OpenGL.
fn wrapped(wrap: Wrap, k: i64, n: i64) -> u32 {
    (match wrap {
        Wrap::Repeat => k.rem_euclid(n),
        Wrap::Mirror => (0..n).chain((0..n).rev()).nth(k.rem_euclid(2 * n) as usize).expect("in the period"),
        Wrap::Clamp => k.max(0).min(n - 1),
    }) as u32
}

const WRAPS: [Wrap; 3] = [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp];
/// Columns and rows of the image, pixels of a texel, and texels of the picture, of which the first lie before the
/// image.
const SIZE: [i64; 2] = [4, 3];
const EACH: i64 = 15;
const SEEN: i64 = 9;
const BEFORE: i64 = 3;

/// Draws the image of `SIZE` with a texture; calls `check` with what a place in texels shows, in linear light without
/// the light's own strength, for both renderers.
fn check_texels(offscreen: &mut Offscreen, texture: Texture, check: impl Fn(&dyn Fn(f64, f64) -> [f32; 3])) {
    let size = DVec2::new(SIZE[0] as f64, SIZE[1] as f64);
    let (from, to) = (DVec2::splat(-BEFORE as f64) / size, DVec2::splat((SEEN - BEFORE) as f64) / size);
    let view = front((SEEN * EACH) as u32);
    let mut draw = |image: &MeshImage| drawn(offscreen, &square(from, to, texture, image), &view, &style());
    let [white, black] = [255, 0].map(|c| draw(&image("plain", 1, 1, |_, _| [c; 3])));
    let picture = draw(&image("colors", SIZE[0] as u32, SIZE[1] as u32, color));
    for ((picture, white), black) in picture.iter().zip(&white).zip(&black) {
        check(&|x, y| {
            let [column, row] = [x, y].map(|k| ((k + BEFORE as f64) * EACH as f64) as u32);
            let [seen, white, black] = [picture, white, black].map(|image| linear(at(image, column, row)));
            [0, 1, 2].map(|k| (seen[k] - black[k]) / (white[k] - black[k]))
        });
    }
}

/// Colour of a texel; no two are alike.
fn color(column: u32, row: u32) -> [u8; 3] {
    let light = if (column + row).is_multiple_of(2) { 255 } else { 90 };
    [light - 60 * row as u8 / 2, (70 * column) as u8, 255 - (60 * row) as u8]
}

#[test]
fn the_centre_of_each_texel_has_its_colour_with_all_wraps_transforms_and_filters() {
    let mut offscreen = offscreen();
    let turned = DAffine2::from_scale_angle_translation(DVec2::new(2.0, -0.5), 0.7, DVec2::new(0.3, -4.0));
    let cases = [(false, 0, Texture::V_UP), (true, 1, DAffine2::IDENTITY), (false, 1, turned), (true, 0, turned)];
    for (side, up) in WRAPS.iter().flat_map(|side| WRAPS.iter().map(move |up| (*side, *up))) {
        for (nearest, set, image_from_uv) in cases {
            let texture = Texture { set, wrap: [side, up], nearest, image_from_uv, ..texture() };
            check_texels(&mut offscreen, texture, |seen| {
                for (x, y) in (-BEFORE..SEEN - BEFORE).flat_map(|x| (-BEFORE..SEEN - BEFORE).map(move |y| (x, y))) {
                    let expected = linear(color(wrapped(side, x, SIZE[0]), wrapped(up, y, SIZE[1])));
                    let shown = seen(x as f64 + 0.5, y as f64 + 0.5);
                    let apart = (0..3).map(|k| (shown[k] - expected[k]).abs()).fold(0.0, f32::max);
                    assert!(apart < 0.02, "{texture:?} at {x}, {y}: {shown:?}, not {expected:?}");
                }
            });
        }
    }
}

#[test]
fn between_two_texels_is_their_mean_light_or_a_border() {
    let mut offscreen = offscreen();
    for (nearest, [first, second]) in [(false, [0.5, 0.5]), (true, [1.0, 0.0])] {
        check_texels(&mut offscreen, Texture { nearest, ..texture() }, |seen| {
            for (x, y) in [(1, 1), (2, 0), (3, 2), (0, 1)] {
                let [left, right] = [x, x + 1].map(|x| linear(color(wrapped(Wrap::Repeat, x, SIZE[0]), y as u32)));
                let shown = seen(x as f64 + 1.0 - 0.1 / EACH as f64, f64::from(y) + 0.5);
                for k in 0..3 {
                    // The pixel is half a pixel to the left.
                    let off = if nearest { 0.0 } else { 0.5 / EACH as f32 };
                    let expected = (first + off) * left[k] + (second - off) * right[k];
                    assert!((shown[k] - expected).abs() < 0.02, "{nearest} {x}, {y}: {shown:?}, not {expected}");
                }
            }
        });
    }
}

#[test]
fn a_small_chequerboard_is_the_mean_light_of_its_fields() {
    let mut offscreen = offscreen();
    let board = image("board", 128, 128, |x, y| [255 * ((x + y) % 2) as u8; 3]);
    let [white, black] = [255, 0].map(|c| image("plain", 1, 1, |_, _| [c; 3]));
    for (repeats, n) in [(1.0, 16), (1.0, 33), (7.0, 64)] {
        let mut middle = |image: &MeshImage| {
            let scene = square(DVec2::ZERO, DVec2::splat(repeats), texture(), image);
            drawn(&mut offscreen, &scene, &front(n), &style()).map(|image| linear(at(&image, n / 2, n / 3))[1])
        };
        let (board, white, black) = (middle(&board), middle(&white), middle(&black));
        for k in 0..2 {
            let share = (board[k] - black[k]) / (white[k] - black[k]);
            assert!((share - 0.5).abs() < 0.03, "{share} with {n} pixels for {repeats} boards, renderer {k}");
        }
    }
}

/// Returns a ball with coordinates from its place, and a texture for each of its halves, or for the first alone.
fn ball(images: &[MeshImage]) -> Scene {
    let sample = Sample::Icosphere.mesh().expect("a sample");
    let places: Vec<DVec3> = (0..sample.n_vertices() as u32).map(|index| sample.vertex(index)).collect();
    let mut mesh = mesh(&places, sample.triangles(), 2);
    let uv: Vec<_> = places.iter().map(|place| (place.truncate() * 1.3).as_vec2().to_array()).collect();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
    let textures = (0..images.len() as u32).map(|image| Some(Texture { image, ..texture() }));
    mesh.set_textures(textures.collect(), images.to_vec());
    scene(mesh)
}

fn noise(seed: u64, width: u32, height: u32) -> MeshImage {
    let mut random = fastrand::Rng::with_seed(seed);
    let colors: Vec<_> = (0..width * height).map(|_| [0; 3].map(|_| random.u8(..))).collect();
    image("noise", width, height, |x, y| colors[(y * width + x) as usize])
}

fn around(scene: &Scene) -> View {
    let camera = Camera::framing(&scene.bounds(), 1.2, scene.up_axis());
    View::new(camera, FramebufferSize::new(160, 120)).with_camera(camera.with_depth_fitted(&scene.bounds()))
}

const N_TRIANGLES: u64 = 5120;

#[test]
fn both_renderers_draw_textures_on_all_or_some_triangles_and_none_where_they_are_not_shown() {
    let mut offscreen = offscreen();
    let images = [noise(1, 40, 30), noise(2, 16, 16)];
    let plain = ball(&[]);
    for n in [1, 2] {
        let scene = ball(&images[..n]);
        let view = around(&scene);
        let pictures = drawn(&mut offscreen, &scene, &view, &Style { samples: 4, ..style() });
        let differs = difference(&pictures);
        assert!(differs < 1.5, "{differs} with {n} images");
        let bare = Style { textures: false, ..style() };
        let [without, plain] = [&scene, &plain].map(|scene| drawn(&mut offscreen, scene, &view, &bare));
        assert!(without == plain && without[0] != pictures[0]);
    }
}

#[test]
fn a_texture_is_multiplied_with_the_files_colour_and_stands_in_for_the_objects() {
    let grey = image("grey", 1, 1, |_, _| [188; 3]);
    let mut scene = square(DVec2::ZERO, DVec2::ONE, texture(), &grey);
    let mut offscreen = offscreen();
    let [first, _] = drawn(&mut offscreen, &scene, &front(9), &style());
    scene.object_mut(0).color = [0.9, 0.1, 0.1];
    let [second, _] = drawn(&mut offscreen, &scene, &front(9), &style());
    assert!(first == second, "not the object's colour");
    let text = "v -1 -1 0 1 0.5 0\nv 1 -1 0 1 0.5 0\nv 0 1 0 1 0.5 0\nusemtl a\nf 1 2 3\n";
    let painted = |image: Option<&MeshImage>| {
        let mut mesh = Load::bytes("t.obj", text.as_bytes()).mesh().expect("a mesh").0;
        mesh.set_texture_coordinates(0, CornerValues::by_vertex(vec![[0.0; 2]; 3])).expect("three");
        mesh.set_textures(vec![image.map(|_| texture())], image.into_iter().cloned().collect());
        crate::scene(mesh)
    };
    let draw = |scene: &Scene| drawn(&mut offscreen, scene, &front(9), &style()).map(|image| linear(at(&image, 4, 5)));
    let [both, own, black] =
        [Some(&grey), None, Some(&image("black", 1, 1, |_, _| [0; 3]))].map(painted).each_ref().map(draw);
    for (renderer, k) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let share = (both[renderer][k] - black[renderer][k]) / (own[renderer][k] - black[renderer][k]);
        assert!((share - 0.503).abs() < 0.02, "half of the light: {share}");
    }
}

#[test]
fn textures_come_in_slices_are_there_once_and_go_with_their_meshes() {
    let mut offscreen = offscreen();
    let shared = noise(3, 64, 64);
    let (first, second) = (ball(std::slice::from_ref(&shared)), ball(&[shared]));
    let mut both = first.clone();
    both.push(second.objects()[0].clone());
    let (view, selection) = (around(&first), Selection::default());
    let mut draw = |scene: &Scene, textures, budget| {
        offscreen.renderer().set_upload_budget(budget);
        let style = Style { textures, ..Style::default() };
        offscreen.draw(&Frame::new(scene, &view, &style, &selection)).expect("a picture")
    };
    let (plain, stats) = draw(&first, false, usize::MAX);
    let bare = stats.gpu_bytes;
    let (half, stats) = draw(&first, true, 12 * N_TRIANGLES as usize);
    assert!(half == plain && stats.uploaded < 1.0, "{stats:?}");
    assert_eq!(stats.bytes_uploaded, 12 * N_TRIANGLES);
    let (_, stats) = draw(&first, true, 12 * N_TRIANGLES as usize);
    assert!(stats.uploaded < 1.0, "the image is still missing, {stats:?}");
    let image = 4 * 64 * 64;
    let (without_half, stats) = draw(&first, true, image / 2);
    assert_eq!((stats.bytes_uploaded, stats.uploaded < 1.0), (image as u64 / 2, true));
    assert!(without_half == plain);
    let (textured, stats) = draw(&first, true, image);
    assert_eq!((stats.bytes_uploaded, stats.uploaded, stats.complete), (image as u64 / 2, 1.0, true));
    assert!(textured != plain);
    assert_eq!(stats.gpu_bytes, bare + 24 * N_TRIANGLES + image as u64 * 4 / 3);
    let (again, stats) = draw(&first, true, usize::MAX);
    assert!(again == textured && (stats.triangles_drawn, stats.bytes_uploaded) == (0, 0), "{stats:?}");

    let one = stats.gpu_bytes;
    let (_, stats) = draw(&both, true, usize::MAX);
    assert_eq!(stats.gpu_bytes - one, bare + 24 * N_TRIANGLES, "the image is there once");
    let (_, stats) = draw(&second, true, usize::MAX);
    assert_eq!((stats.gpu_bytes, stats.uploaded), (one, 1.0));
    let (off, stats) = draw(&first, false, usize::MAX);
    assert!(off == plain && stats.gpu_bytes == bare);
}

#[test]
fn an_image_that_is_decoded_late_is_shown_from_then_on() {
    let mut offscreen = offscreen();
    let late = MeshImage::of_encoded("late", Vec::new());
    let scene = ball(std::slice::from_ref(&late));
    let (view, style, selection) = (around(&scene), Style::default(), Selection::default());
    let frame = Frame::new(&scene, &view, &style, &selection);
    let (before, stats) = offscreen.draw(&frame).expect("a picture");
    assert!((stats.uploaded, stats.complete) == (1.0, true), "nothing is awaited of the GPU");
    late.provide(Ok(noise(4, 32, 32).pixels().expect("pixels").clone()));
    let (after, stats) = offscreen.draw(&frame).expect("a picture");
    assert!(before != after && stats.bytes_uploaded == 4 * 32 * 32 && stats.triangles_drawn == N_TRIANGLES);
}

#[test]
fn smooth_shading_takes_the_normals_of_the_file() {
    let mut offscreen = offscreen();
    let corners = [DVec3::new(-1., -1., 0.), DVec3::new(1., -1., 0.), DVec3::new(1., 1., 0.), DVec3::new(-1., 1., 0.)];
    let flat = mesh(&corners, &[[0, 1, 2], [0, 2, 3]], 1);
    let draw = |mesh: &Mesh, offscreen: &mut Offscreen| {
        let scene = scene(mesh.clone());
        let style = Style { shading: Shading::Smooth, ..style() };
        drawn(offscreen, &scene, &front(21), &style).map(|image| [at(&image, 2, 10), at(&image, 18, 10)])
    };
    let plain = draw(&flat, &mut offscreen);
    let mut bent = flat.clone();
    let normals = corners.map(|corner| (DVec3::Z + 0.8 * corner.x * DVec3::X).as_vec3().to_array());
    bent.set_normals(CornerValues::by_vertex(normals)).expect("four");
    let mut turned = flat.clone();
    turned.set_normals(CornerValues::by_vertex(normals.map(|normal| normal.map(|x| -3.0 * x)))).expect("four");
    let (bent, turned) = (draw(&bent, &mut offscreen), draw(&turned, &mut offscreen));
    for k in 0..2 {
        assert!(plain[k][0] == plain[k][1] && bent[k][1][1] + 20 < bent[k][0][1], "{plain:?} {bent:?}");
        assert!((0..3).all(|c| bent[0][k][c].abs_diff(bent[1][k][c]) <= 2), "{bent:?}");
    }
    assert_eq!(bent, turned, "normals are on the side of the front");
    let mut none = flat;
    none.set_normals(CornerValues::by_vertex([[0.0; 3]; 4])).expect("four");
    assert_eq!(draw(&none, &mut offscreen), plain, "a normal that vanishes is none");
}
