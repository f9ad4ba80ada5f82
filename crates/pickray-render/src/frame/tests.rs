//! Comparison of the kept picture with one drawn whole, byte by byte; and of two panes with two pictures.

use crate::picture::Picture;
use crate::tests::*;
use crate::{Body, Overlay, Pen, Swarm};
use fastrand::Rng;
use glam::DMat4;
use pickray::geometry::Aabb;
use pickray::math::Viewport;
use pickray::mesh::{self, CornerValues, Pixels, Texture, Wrap};
use std::sync::Arc;
use std::time::Duration;

/// Returns a mesh of triangles that overlap in planes, pierce each other, nearly touch, are there twice or turned over,
/// or smaller than a pixel.
fn mesh(random: &mut Rng) -> Arc<Mesh> {
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    while triangles.len() < 60 {
        let first = corners.len() as u32;
        let kind = random.u32(0..6);
        let coarse = |random: &mut Rng| [0; 3].map(|_| random.i32(-3..=3) as f32 / 3.0);
        let fresh = [first, first + 1, first + 2];
        match kind {
            // In one of three planes, or a little off it.
            0 | 1 => {
                let depth = [-0.3, 0.1, 0.5][random.usize(..3)] + if kind == 0 { 0.0 } else { 1e-6 * random.f32() };
                corners.extend([0; 3].map(|_| [random.i32(-3..=3) as f32 / 3.0, random.f32() - 0.5, depth]));
                triangles.push(fresh);
            }
            // Twice, or its back as well.
            2 if !triangles.is_empty() => {
                let [a, b, c] = triangles[random.usize(..triangles.len())];
                triangles.push([[a, b, c], [b, c, a], [c, b, a]][random.usize(..3)]);
            }
            3 => {
                let [x, y, z] = coarse(random);
                corners.extend([0; 3].map(|_| [x + 0.01 * random.f32(), y + 0.01 * random.f32(), z]));
                triangles.push(fresh);
            }
            _ => {
                corners.extend([0; 3].map(|_| coarse(random)));
                triangles.push(fresh);
            }
        }
    }
    Arc::new(if random.bool() {
        Mesh::from_triangles(corners, triangles).expect("a mesh")
    } else {
        textured(&corners, &triangles, |_| [0; 3].map(|_| random.f32()))
    })
}

fn texture(image: u32) -> Texture {
    let wrap = [Wrap::Repeat, Wrap::Mirror];
    Texture { image, set: 0, wrap, nearest: image == 0, image_from_uv: Texture::V_UP }
}

fn noise(seed: u64, side: u32) -> mesh::Image {
    let mut random = Rng::with_seed(seed);
    let bytes = (0..4 * side * side).map(|_| random.u8(..)).collect();
    mesh::Image::of_pixels("noise", Pixels::new(side, side, bytes).expect("pixels"))
}

/// Returns a mesh that has colours, by its vertices' numbers, and textures on two of three triangles.
fn textured(corners: &[[f32; 3]], triangles: &[[u32; 3]], color: impl FnMut(usize) -> [f32; 3]) -> Mesh {
    let mut mesh = painted(corners, triangles, 3, color);
    let uv: Vec<_> = corners.iter().map(|[x, y, z]| [x + 0.3 * z, 1.7 * y - z]).collect();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
    mesh.set_textures(vec![Some(texture(0)), Some(texture(1))], vec![noise(1, 9), noise(2, 70)]);
    mesh
}

fn scene(random: &mut Rng) -> Scene {
    let first = mesh(random);
    let mut scene = Scene::of(Object::new("first", first.clone()));
    if random.bool() {
        // The same faces in the same places, or others across them.
        let second = if random.bool() { first } else { mesh(random) };
        let turn = if random.bool() { DMat4::IDENTITY } else { DMat4::from_rotation_y(0.3) };
        scene.push(Object { color: [0.2, 0.4, 0.3], ..Object::new("second", second).with_transform(turn) });
    }
    scene
}

fn view(scene: &Scene, random: &mut Rng) -> View {
    let mut camera = Camera::framing(&scene.bounds(), 1.2, scene.up_axis());
    if random.bool() {
        camera.projection = Projection::Orthographic { height: 2.5 };
        camera = camera.with_depth_fitted(&scene.bounds());
    }
    camera.reversed_z = random.bool();
    View::new(camera, FramebufferSize::new(96, 80))
}

fn any_triangle(scene: &Scene, random: &mut Rng) -> TriangleId {
    let object = random.usize(..scene.objects().len());
    let triangle = random.u32(..scene.objects()[object].mesh.n_triangles() as u32);
    TriangleId { object: object as u32, triangle }
}

/// Draws a frame whole, with nothing kept of the last one.
fn redrawn(whole: &mut Offscreen, frame: &Frame) -> Image {
    whole.context().make_current().expect("a context");
    whole.renderer().panes.iter_mut().for_each(|pane| pane.kept = None);
    whole.draw(frame).expect("a picture").0
}

/// Draws a frame into the kept picture and whole, and demands equal pictures; returns the cost of the first.
fn compare(kept: &mut Offscreen, whole: &mut Offscreen, frame: &Frame) -> FrameStats {
    let (picture, stats) = kept.draw(frame).expect("a picture");
    let expected = redrawn(whole, frame);
    let differing = picture.pixels.iter().zip(&expected.pixels).filter(|(a, b)| a != b).count();
    assert_eq!(differing, 0, "pixels differ, {:?}", frame.style);
    stats
}

#[test]
fn a_picture_larger_than_four_samples_at_4k_is_not_kept() {
    let mut offscreen = offscreen();
    let scene = scene(&mut Rng::with_seed(1));
    let (style, selection) = (Style { samples: 1, occlusion: false, ..Style::default() }, Selection::default());
    let mut costs = |width, height| {
        let view =
            View::new(Camera::framing(&scene.bounds(), 1.0, scene.up_axis()), FramebufferSize::new(width, height));
        let frame = Frame::new(&scene, &view, &style, &selection);
        let [first, again] = [0; 2].map(|_| offscreen.draw_timed(&frame).expect("a picture").1);
        (first.target_bytes / u64::from(width * height), again.triangles_drawn < first.triangles_drawn)
    };
    assert_eq!(costs(4 * 3840, 2160), (20, true));
    assert_eq!(costs(4 * 3840, 2161), (12, false));
}

#[test]
fn changed_triangles_alone_make_the_picture_of_a_whole_redraw_byte_by_byte() {
    let mut random = seeded();
    let (mut kept, mut whole) = (offscreen(), offscreen());
    for _ in 0..24 {
        let mut scene = scene(&mut random);
        let view = view(&scene, &mut random);
        let style = Style {
            wireframe: random.u32(..4) == 0,
            edges: random.bool(),
            shading: if random.bool() { Shading::Smooth } else { Shading::Flat },
            theme: if random.bool() { Theme::Dark } else { Theme::Light },
            samples: if random.bool() { 4 } else { 1 },
            colors: random.u32(..4) > 0,
            textures: random.u32(..4) > 0,
            occlusion: random.bool(),
            ..Style::default()
        };
        let (mut selection, mut marked, mut hover) = (Selection::default(), Vec::new(), None);
        compare(&mut kept, &mut whole, &Frame::new(&scene, &view, &style, &selection));
        for _ in 0..8 {
            let (mut changed, mut most, mut marked_anew) = (Vec::new(), 0, false);
            match random.u32(0..7) {
                6 => {
                    let hidden = [0; 9].map(|_| any_triangle(&scene, &mut random));
                    hidden.iter().for_each(|id| scene.object_mut(id.object).hidden.flip(id.triangle));
                    // All is drawn again.
                    most += u64::MAX / 2;
                }
                0 | 1 => {
                    most += hover.iter().count() as u64;
                    hover = (random.u32(..4) > 0).then(|| any_triangle(&scene, &mut random));
                    most += hover.iter().count() as u64;
                }
                2 => changed = selection.replace([any_triangle(&scene, &mut random)]).to_vec(),
                3 => changed = selection.add([0; 9].map(|_| any_triangle(&scene, &mut random))).to_vec(),
                4 => changed = selection.undo().to_vec(),
                _ => {
                    let before: Vec<TriangleId> = std::mem::take(&mut marked);
                    marked = (0..random.usize(..5)).map(|_| any_triangle(&scene, &mut random)).collect();
                    (most, marked_anew) = ((before.len() + marked.len()) as u64, true);
                }
            }
            most += changed.len() as u64;
            let frame =
                Frame { changed: &changed, marked: &marked, hover, ..Frame::new(&scene, &view, &style, &selection) };
            let stats = compare(&mut kept, &mut whole, &frame);
            if !style.wireframe || changed.is_empty() && !marked_anew {
                assert!(stats.triangles_drawn <= most, "{} for {most} changed", stats.triangles_drawn);
            }
            let rest = Frame { changed: &[], ..frame };
            assert_eq!(compare(&mut kept, &mut whole, &rest).triangles_drawn, 0, "nothing changed");
        }
    }
}

#[test]
fn a_mesh_that_is_uploaded_slice_by_slice_grows_into_the_picture_of_a_whole_redraw() {
    let mut random = seeded();
    for _ in 0..8 {
        let scene = scene(&mut random);
        let view = view(&scene, &mut random);
        let style = Style { wireframe: random.u32(..4) == 0, samples: random.u8(1..=4), ..Style::default() };
        let [mut kept, mut whole] = [0; 2].map(|_| {
            let mut offscreen = offscreen();
            offscreen.renderer().set_upload_budget(36 * 11);
            offscreen
        });
        let (mut selection, mut uploaded, mut drawn, mut frames) = (Selection::default(), 0.0, 0, 0);
        while uploaded < 1.0 {
            let changed = selection.add([any_triangle(&scene, &mut random)]).to_vec();
            let hover = random.bool().then(|| any_triangle(&scene, &mut random));
            let frame = Frame { changed: &changed, hover, ..Frame::new(&scene, &view, &style, &selection) };
            let stats = compare(&mut kept, &mut whole, &frame);
            (uploaded, drawn, frames) = (stats.uploaded, drawn + stats.triangles_drawn, frames + 1);
        }
        assert!(60 / 11 < frames, "a frame uploads a slice, not all: {frames}");
        if scene.objects().len() == 1 && !style.wireframe {
            // All again for each image that came.
            let all = 60 * (1 + scene.objects()[0].mesh.textures().images().len() as u64);
            assert!(drawn < all + frames * 5, "{drawn} drawn of {all} uploaded in {frames} frames");
        }
    }
}

#[test]
fn bodies_that_move_are_drawn_over_the_kept_picture_as_in_a_whole_redraw() {
    let mut random = seeded();
    let (mut kept, mut whole) = (offscreen(), offscreen());
    let shape = Arc::new(Sample::Cube.mesh().expect("a cube"));
    for _ in 0..6 {
        let scene = scene(&mut random);
        let view = view(&scene, &mut random);
        let style = Style { samples: if random.bool() { 4 } else { 1 }, ..Style::default() };
        let selection = Selection::default();
        compare(&mut kept, &mut whole, &Frame::new(&scene, &view, &style, &selection));
        for n_bodies in [3, 1, 0, 2] {
            let body = |_| {
                let [x, y, z] = [0; 3].map(|_| random.f64() - 0.5);
                let aabb = Aabb::new(DVec3::new(x, y, z), DVec3::new(x + 0.3, y + 0.2, z + 0.4));
                Body { aabb, color: [0.2, 0.5, 0.9] }
            };
            let bodies = (0..n_bodies).map(body).collect();
            let swarm = Swarm { shape: shape.clone(), closed: true, bodies, room: scene.bounds() };
            let hover = random.bool().then(|| any_triangle(&scene, &mut random));
            let frame = Frame { hover, swarm: Some(&swarm), ..Frame::new(&scene, &view, &style, &selection) };
            let stats = compare(&mut kept, &mut whole, &frame);
            assert!(stats.triangles_drawn <= 12 * n_bodies + 2, "{stats:?} of {n_bodies} bodies");
        }
    }
}

/// Returns a renderer whose frames have time for `most` triangles.
fn sliced(most: usize) -> Offscreen {
    let mut offscreen = offscreen();
    // However slow the machine, each frame has time for all uploads.
    let time = Duration::from_secs(1000);
    offscreen.renderer().frame_time = Some(time);
    offscreen.renderer().rate = Some(most as f64 / time.as_secs_f64());
    offscreen
}

#[test]
fn slices_end_in_the_picture_of_a_whole_redraw_and_the_last_picture_stays_until_then() {
    let mut random = seeded();
    let (mut sliced, mut whole) = (sliced(7), offscreen());
    for _ in 0..12 {
        let scene = scene(&mut random);
        let view = view(&scene, &mut random);
        let samples = if random.bool() { 4 } else { 1 };
        let triangles = scene.objects().iter().map(|object| object.mesh.n_triangles()).sum::<usize>();
        let mut selection = Selection::default();
        let mut last = None;
        for theme in [Theme::Light, Theme::Dark] {
            let style = Style { theme, samples, ..Style::default() };
            for turn in 0.. {
                let changed = selection.replace([any_triangle(&scene, &mut random)]).to_vec();
                let frame = Frame { changed: &changed, ..Frame::new(&scene, &view, &style, &selection) };
                let (picture, stats) = sliced.draw(&frame).expect("a picture");
                let expected = redrawn(&mut whole, &frame);
                if stats.complete && !stats.fading {
                    assert!(picture == expected, "{style:?}");
                    assert!(turn >= triangles / 7, "{turn} slices");
                    last = Some(picture);
                    break;
                }
                if theme == Theme::Dark {
                    assert!(stats.triangles_drawn <= 7 + 2, "{stats:?}");
                    assert!(last.as_ref() == Some(&picture), "the light picture stays");
                }
            }
            let (_, rest) = sliced.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
            assert_eq!(rest.triangles_drawn, 0);
        }
    }
}

#[test]
fn while_a_simplified_mesh_is_awaited_a_part_is_drawn_as_the_camera_moves() {
    let n = 150;
    let corner = |k: u32| [(k % (n + 1)) as f32, (k as f32).sin(), (k / (n + 1)) as f32];
    let corners: Vec<_> = (0..(n + 1) * (n + 1)).map(corner).collect();
    let triangles = (0..n * n).flat_map(|k| {
        let a = k / n * (n + 1) + k % n;
        [[a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]]
    });
    // Green, as nothing else in the picture is.
    let mesh = textured(&corners, &triangles.collect::<Vec<_>>(), |_| [0.0, 1.0, 0.0]);
    let scene = Scene::of(Object::new("sheet", mesh.into()));
    let (style, selection) = (Style { occlusion: false, ..Style::default() }, Selection::default());
    let first = View::new(Camera::framing(&scene.bounds(), 1.2, scene.up_axis()), FramebufferSize::new(96, 80));
    let mut moved = first;
    moved.camera.eye *= 1.1;
    let (mut sliced, mut whole) = (sliced(1000), offscreen());
    let mut draw = |view: &View| sliced.draw(&Frame::new(&scene, view, &style, &selection)).expect("a picture");
    let [(before, _), (_, other), (after, stats)] = [&first, &moved, &first].map(&mut draw);
    assert!(before == after, "the picture of a part is the same each time");
    let is_green = |&&[red, green, blue, _]: &&[u8; 4]| red / 2 + blue / 2 < green / 2;
    let n_green = |image: &Image| image.pixels.iter().filter(is_green).count();
    let n_painted = n_green(&before);
    for stats in [other, stats] {
        assert!((900..=1000).contains(&stats.triangles_drawn) && !stats.complete, "{stats:?}");
    }
    let n_slices = (1..).find(|_| draw(&first).1.complete);
    assert_eq!(n_slices, Some(44), "slices of 1000 triangles each, after the first");
    let all = draw(&first).0;
    assert!(all == whole.draw(&Frame::new(&scene, &first, &style, &selection)).expect("a picture").0);
    assert!(n_green(&all) > 1000 && (1..n_green(&all) / 4).contains(&n_painted), "{n_painted} of {}", n_green(&all));
}

const FRAMEBUFFER: FramebufferSize = FramebufferSize { width: 241, height: 90 };

/// Two views of a scene, with a column between them.
fn views(scene: &Scene) -> [View; 2] {
    let camera = Camera::framing(&scene.bounds(), 1.3, scene.up_axis());
    let second_view = Camera { eye: camera.eye + DVec3::new(1.0, 2.0, -0.5), ..camera };
    [(camera, 0), (second_view, 121)].map(|(camera, x)| {
        let viewport = Viewport { x, y: 0, width: 120, height: 90 };
        View::new(camera, FRAMEBUFFER).with_viewport(viewport, FRAMEBUFFER)
    })
}

fn drawn(offscreen: &mut Offscreen, frames: &[Frame]) -> (Image, FrameStats) {
    offscreen.context().make_current().expect("a context");
    let gl = offscreen.context().gl().clone();
    let picture = Picture::new(&gl, FRAMEBUFFER).expect("a picture").expect("pixels");
    let stats = offscreen.renderer().draw_panes(frames).expect("drawn");
    (picture.read_back(&gl, FRAMEBUFFER), stats)
}

/// Returns the pixels of a view's rectangle, which is as high as the framebuffer.
fn part(image: &Image, view: &View) -> Vec<[u8; 4]> {
    let columns = view.viewport.x as usize..(view.viewport.x + view.viewport.width) as usize;
    image.pixels.chunks(image.width as usize).flat_map(|row| row[columns.clone()].iter().copied()).collect()
}

#[test]
fn two_panes_show_what_two_single_draws_show_and_a_hover_draws_two_triangles_in_each() {
    let mesh = Sample::TorusKnot.mesh().expect("a mesh");
    let scene = Scene::of(Object::new("knot", mesh.into()));
    let (views, style) = (views(&scene), Style::default());
    let mut selection = Selection::default();
    let line = [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)];
    let overlays = [vec![], vec![Overlay::Lines(vec![line], Pen::new([1.0, 0.0, 1.0], 2.0))]];
    let (mut both, mut alone) = (offscreen(), [offscreen(), offscreen()]);
    let id = |triangle| TriangleId { object: 0, triangle };
    for step in 0..4 {
        let changed = if step == 2 { selection.replace([id(9)]).to_vec() } else { Vec::new() };
        let hover = (step > 0).then_some(id(7 * step));
        let frame = |k: usize| Frame {
            hover,
            changed: &changed,
            overlays: &overlays[k],
            ..Frame::new(&scene, &views[k], &style, &selection)
        };
        let frames = [frame(0), frame(1)];
        let (picture, stats) = drawn(&mut both, &frames);
        for k in 0..2 {
            let (expected, _) = drawn(&mut alone[k], &frames[k..=k]);
            assert!(part(&picture, &views[k]) == part(&expected, &views[k]), "pane {k} of frame {step}");
        }
        let all = scene.objects()[0].mesh.n_triangles() as u64;
        if step == 0 {
            assert_eq!((stats.triangles_drawn, stats.complete), (2 * all, true), "both panes are counted");
        } else {
            let written = u64::from(step == 2);
            assert!(stats.triangles_drawn <= 2 * (2 + written), "{stats:?}");
            assert_eq!(stats.bytes_uploaded, written, "what is uploaded is there for both");
        }
    }
    let frames = [0, 1].map(|k| Frame::new(&scene, &views[k], &style, &selection));
    let (one, with_one) = drawn(&mut both, &frames[..1]);
    assert_eq!(with_one.triangles_drawn, 1, "the first pane's picture is kept when the second goes");
    assert!(part(&one, &views[1]).iter().all(|pixel| *pixel == one.pixels[120]), "nothing is left of the second");
    let (expected, mut is_drawn_over) = (drawn(&mut both, &frames).0, false);
    let picture = both.renderer().picture_of_panes(&frames, || is_drawn_over = true).expect("a picture");
    assert!(picture == expected && is_drawn_over, "both are in a picture that is taken, and nothing else");
}
