//! Pictures offscreen: what a click costs and when it is seen, how the GPU's and the CPU's picture compare.

use crate::*;
use pickray::scene::navigation::toggle_projection;
use pickray_render::{PackedNormals, Palette, axis_under};

fn view(scene: &Scene, width: u32, height: u32) -> View {
    let camera = Camera::framing(&scene.bounds(), f64::from(width) / f64::from(height), scene.up_axis());
    View::new(camera, FramebufferSize::new(width, height))
}

/// A grid of n × n squares over the unit square, a shallow wave.
fn wave(n: u32) -> Arc<Mesh> {
    let at = |k: u32| k as f32 / n as f32;
    let corners = (0..=n).flat_map(|j| (0..=n).map(move |i| [at(i), 0.02 * (9.0 * at(i)).sin(), at(j)])).collect();
    let triangles = (0..n * n).flat_map(|k| {
        let a = k / n * (n + 1) + k % n;
        [[a, a + n + 1, a + 1], [a + 1, a + n + 1, a + n + 2]]
    });
    Arc::new(Mesh::from_triangles(corners, triangles.collect()).expect("a mesh"))
}

fn looks_selected(image: &Image, cursor: CursorPosition) -> bool {
    let [red, green, blue, _] = image.pixel(cursor).expect("inside the picture");
    Palette::looks_selected([red, green, blue])
}

#[test]
fn a_click_in_one_frame_is_coloured_in_the_next_and_costs_the_same_at_any_size() {
    let mut offscreen = offscreen();
    let mut costs = Vec::new();
    for n in [3, 700] {
        let scene = scene(wave(n));
        let view = view(&scene, 320, 240);
        let (style, mut selection) = (Style { edges: false, ..Style::default() }, Selection::default());
        let cursor = CursorPosition::new(160.0, 120.0);
        let (before, first) = offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
        assert!(!looks_selected(&before, cursor));
        let triangles = u64::from(2 * n * n);
        assert!(triangles * 37 <= first.bytes_uploaded && first.gpu_bytes <= triangles * 40, "{first:?}");

        let hit = pick(&scene, &view, cursor, &PickOptions::default()).expect("a hit");
        let changed = selection.replace([hit.id()]).to_vec();
        let clicked = Frame { changed: &changed, ..Frame::new(&scene, &view, &style, &selection) };
        let (after, second) = offscreen.draw(&clicked).expect("a picture");
        assert_eq!(second.frame_number, first.frame_number + 1);
        assert!(looks_selected(&after, cursor));
        assert_eq!((second.state_entries_written, second.bytes_uploaded, second.triangles_drawn), (1, 1, 1));

        let other = TriangleId { triangle: (hit.triangle + n * n) % (2 * n * n), ..hit.id() };
        let changed = selection.replace([other]).to_vec();
        let clicked =
            Frame { changed: &changed, hover: Some(hit.id()), ..Frame::new(&scene, &view, &style, &selection) };
        let (again, third) = offscreen.draw(&clicked).expect("a picture");
        assert!(!looks_selected(&again, cursor));
        costs.push((third.state_entries_written, third.bytes_uploaded, third.triangles_drawn, third.draw_calls));

        // The hover goes; then nothing changes.
        for drawn in [1, 0] {
            let (_, stats) = offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
            assert_eq!((stats.state_entries_written, stats.bytes_uploaded, stats.triangles_drawn), (0, 0, drawn));
        }
    }
    assert_eq!(costs[0], costs[1]);
    assert_eq!((costs[0].0, costs[0].2), (2, 2));
}

#[test]
fn normals_are_asked_for_by_smooth_shading_alone_and_flat_meshes_cost_no_more_than_40_bytes_a_triangle() {
    let mut offscreen = offscreen();
    let scene = scene(wave(100));
    let view = view(&scene, 64, 64);
    let (flat, selection) = (Style::default(), Selection::default());
    let smooth = Style { shading: Shading::Smooth, ..Style::default() };
    for _ in 0..3 {
        let stats = offscreen.renderer().draw(&Frame::new(&scene, &view, &flat, &selection)).expect("a picture");
        assert!(!stats.normals_missing && stats.gpu_bytes <= 20_000 * 40, "{stats:?}");
        assert_eq!(offscreen.renderer().meshes_without_normals(&scene).count(), 0, "nothing is shaded smoothly");
    }
    let stats = offscreen.renderer().draw(&Frame::new(&scene, &view, &smooth, &selection)).expect("a picture");
    assert!(stats.normals_missing);
    let missing: Vec<_> = offscreen.renderer().meshes_without_normals(&scene).cloned().collect();
    assert_eq!(missing.len(), 1);
    let normals = PackedNormals::of(&missing[0]);
    offscreen.renderer().provide_normals(&missing[0], &normals).expect("taken");
    let stats = offscreen.renderer().draw(&Frame::new(&scene, &view, &smooth, &selection)).expect("a picture");
    assert!(!stats.normals_missing && 20_000 * 49 <= stats.gpu_bytes, "{stats:?}");
    assert_eq!(offscreen.renderer().meshes_without_normals(&scene).count(), 0);
}

#[test]
fn what_leaves_the_scene_leaves_the_gpu_and_objects_share_a_mesh() {
    let mut offscreen = offscreen();
    let mesh = wave(50);
    let mut scene = scene(mesh.clone());
    scene.push(Object::new("again", mesh).with_transform(DMat4::from_translation(DVec3::Y)));
    let view = view(&scene, 64, 64);
    let (style, selection) = (Style::default(), Selection::default());
    let (_, both) = offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
    scene.truncate(1);
    let (_, one) = offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
    scene.object_mut(0).mesh = wave(3);
    let (_, small) = offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
    assert!(both.gpu_bytes < 5000 * 36 + 2 * 5000 + 400, "{both:?}");
    assert!(5000 * 37 <= one.gpu_bytes && one.gpu_bytes < both.gpu_bytes, "{one:?}");
    assert!(small.gpu_bytes < 18 * 40, "{small:?}");
}

#[test]
fn the_end_of_each_axis_is_drawn_where_a_click_takes_it() {
    let scene = scene(wave(3));
    let (view, selection) = (view(&scene, 320, 240), Selection::default());
    let style = Style { grid: false, ..Style::default() };
    let [with, without] = [true, false].map(|axes| {
        let style = Style { axes, ..style };
        raycast::draw(&Frame::new(&scene, &view, &style, &selection))
    });
    let pixels = || (0..320).flat_map(|x| (0..240).map(move |y| CursorPosition::new(f64::from(x), f64::from(y))));
    for axis in 0..3 {
        let mut end = pixels().filter(|&at| axis_under(&view, &style, 1.0, at) == Some(axis));
        assert!(end.any(|at| with.pixel(at) != without.pixel(at)), "{axis}");
    }
}

#[test]
fn marks_follow_their_list() {
    let mut offscreen = offscreen();
    let scene = scene(wave(10));
    let view = view(&scene, 64, 64);
    let (style, selection) = (Style::default(), Selection::default());
    let ids =
        |range: std::ops::Range<u32>| range.map(|triangle| TriangleId { object: 0, triangle }).collect::<Vec<_>>();
    let mut written = |marked: &[TriangleId]| {
        let frame = Frame { marked, ..Frame::new(&scene, &view, &style, &selection) };
        offscreen.draw(&frame).expect("a picture").1.state_entries_written
    };
    assert_eq!((written(&ids(0..50)), written(&ids(0..50))), (50, 0));
    assert_eq!((written(&ids(10..60)), written(&[])), (20, 50));
}

#[test]
fn an_empty_scene_and_an_empty_viewport_are_drawn() {
    let mut offscreen = offscreen();
    let scene = Scene::default();
    let (style, selection) = (Style::default(), Selection::default());
    let full = view(&scene, 40, 30);
    let (image, stats) = offscreen.draw(&Frame::new(&scene, &full, &style, &selection)).expect("a picture");
    assert_eq!((image.pixels.len(), stats.uploaded, stats.triangles_drawn), (1200, 1.0, 0));
    let none = full.with_viewport(Viewport { x: 3, y: 4, width: 0, height: 10 }, full.framebuffer);
    let (image, _) = offscreen.draw(&Frame::new(&scene, &none, &style, &selection)).expect("a picture");
    assert!(image.pixels.iter().all(|pixel| *pixel == image.pixels[0]));
}

#[test]
fn the_picture_lies_in_the_viewport_and_nowhere_else() {
    let mut offscreen = offscreen();
    let scene = scene(wave(4));
    let (style, selection) = (Style::default(), Selection::default());
    let mut view = view(&scene, 101, 67);
    view.viewport = Viewport { x: 13, y: 9, width: 70, height: 41 };
    let pictures = drawn(&mut offscreen, &Frame::new(&scene, &view, &style, &selection));
    let [image, _] = &pictures;
    let outside = image.pixels[0];
    for (index, pixel) in image.pixels.iter().enumerate() {
        let (column, row) = (index % 101, index / 101);
        let inside = (13..83).contains(&column) && (67 - 9 - 41..67 - 9).contains(&row);
        assert!(inside || *pixel == outside, "{column}, {row}");
    }
    assert!(largest_differences(&pictures).0 < 1.0);
}

/// The mean of the largest differences of a channel, and the share of pixels that differ by more than a quarter of the
/// range.
fn largest_differences([a, b]: &[Image; 2]) -> (f64, f64) {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let largest = |(p, q): (&[u8; 4], &[u8; 4])| p.iter().zip(q).map(|(p, q)| p.abs_diff(*q)).max().unwrap_or(0);
    let differences: Vec<u8> = a.pixels.iter().zip(&b.pixels).map(largest).collect();
    let n = differences.len() as f64;
    let mean = differences.iter().map(|&d| f64::from(d)).sum::<f64>() / n;
    (mean, differences.iter().filter(|&&d| 64 < d).count() as f64 / n)
}

/// The mean of all channels of all pixels.
fn brightness(image: &Image) -> f64 {
    let channels = image.pixels.as_flattened();
    channels.iter().map(|&channel| f64::from(channel)).sum::<f64>() / channels.len() as f64
}

#[test]
fn edges_grow_with_the_triangles_room_in_the_picture_and_dense_ones_leave_its_brightness_on_gpu_and_cpu() {
    // A square of n × n cells, seen from above by an orthographic camera, fills a picture of 240 × 240 pixels.
    let camera = Camera {
        projection: Projection::Orthographic { height: 1.0 },
        ..Camera::look_at(DVec3::new(0.5, 2.0, 0.5), DVec3::new(0.5, 0.0, 0.5), DVec3::NEG_Z)
    };
    let view = View::new(camera, FramebufferSize::new(240, 240));
    let (selection, mut offscreen) = (Selection::default(), offscreen());
    for theme in [Theme::Light, Theme::Dark] {
        let plain = Style { edges: false, grid: false, axes: false, theme, ..Style::default() };
        let edged = Style { edges: true, ..plain.clone() };
        // How much darker the edges make the picture, as a share of it: the GPU's and the CPU's.
        let mut darker = |n: u32| {
            let scene = scene(wave(n));
            let pictures = [&plain, &edged].map(|style| {
                let frame = Frame::new(&scene, &view, style, &selection);
                drawn(&mut offscreen, &frame).map(|image| brightness(&image))
            });
            [0, 1].map(|which| 1.0 - pictures[1][which] / pictures[0][which])
        };
        // Each unit of their length makes it so much darker where they are not dense.
        let full = darker(6).map(|share| share / 6.0);
        for n in [8, 12, 16, 20, 24, 30, 40, 48, 90, 300] {
            let cell = 240.0 / f64::from(n);
            let strength = |room: f64| {
                let t = ((room - 5.0) / 15.0).clamp(0.0, 1.0);
                t * t * (3.0 - 2.0 * t)
            };
            // Two sides and a diagonal a cell, with as much room as the triangle is high over them.
            let diagonal = 2f64.sqrt();
            let expected = (2.0 * strength(cell) + diagonal * strength(cell / diagonal)) / (2.0 + diagonal);
            for (share, full) in darker(n).into_iter().zip(full) {
                let found = share / f64::from(n) / full;
                println!("{theme:?}, {n}: {share:.4} darker, strength {found:.3} of {expected:.3}");
                assert!((found - expected).abs() < 0.1, "{theme:?}, {n}: {found}, not {expected}");
                assert!(share.abs() < if n < 48 { 0.05 } else { 2e-4 }, "{theme:?}, {n}: {share} darker");
            }
        }
        assert!(full.iter().all(|share| 6.0 * share > 0.004), "large triangles have edges: {full:?}");
    }
}

#[test]
fn the_cpu_draws_what_the_gpu_draws() {
    let mut offscreen = offscreen();
    let teapot = sample(Sample::Teapot);
    let mut pair = sample(Sample::Cube);
    let mirrored = DMat4::from_translation(DVec3::X * 1.5) * DMat4::from_scale(DVec3::new(-0.7, 1.2, 0.5));
    pair.push(Object::new("mirrored", Sample::TorusKnot.mesh().expect("a sample").into()).with_transform(mirrored));
    let styles = [
        Style::default(),
        Style { shading: Shading::Smooth, edges: false, theme: Theme::Dark, ..Style::default() },
        Style { wireframe: true, ..Style::default() },
    ];
    for (name, scene) in [("teapot", &teapot), ("pair", &pair)] {
        let perspective = view(scene, 160, 120);
        let flat = toggle_projection(&perspective.camera, 0.8).with_depth_fitted(&scene.bounds());
        let reversed = Camera { reversed_z: true, ..perspective.camera };
        let [shaded, smooth, wires] = &styles;
        let cases =
            [(perspective.camera, shaded), (flat, smooth), (flat, shaded), (reversed, smooth), (reversed, wires)];
        for (camera, style) in cases {
            let view = perspective.with_camera(camera);
            let palette = Palette::of(style.theme);
            let hits: Vec<_> = [(80.0, 60.0), (60.0, 70.0)]
                .into_iter()
                .filter_map(|(x, y)| pick(scene, &view, CursorPosition::new(x, y), &PickOptions::default()))
                .map(|hit| hit.id())
                .collect();
            let mut selection = Selection::default();
            selection.add(hits.iter().copied().take(1));
            let overlays = [
                Overlay::aabb(&scene.bounds(), Pen::new(palette.ray, 2.0).dashed(4.0)),
                Overlay::Points(scene.bounds().corners().to_vec(), Pen::new(palette.far_point, 6.0)),
            ];
            let hover = hits.last().copied();
            let frame = Frame { hover, overlays: &overlays, ..Frame::new(scene, &view, style, &selection) };
            let pictures = drawn(&mut offscreen, &frame);
            let (mean, far_off) = largest_differences(&pictures);
            println!("{name} {style:?} {:?}: mean {mean:.2}, far off {far_off:.4}", camera.projection);
            if style.wireframe {
                // Wires one behind the other are covered differently by samples than by opacities: on the whole alike.
                let [gpu, cpu] = pictures.map(|picture| brightness(&picture));
                assert!((gpu - cpu).abs() < 4.0, "{name}: {gpu}, {cpu}");
            } else {
                assert!(mean < 1.5 && far_off < 0.01, "{name}: {mean}, {far_off}");
            }
        }
    }
}

#[test]
fn a_selected_triangle_is_seen_when_it_is_smaller_than_a_pixel_and_when_it_is_hidden() {
    let mut offscreen = offscreen();
    // A quad, a triangle behind it, and a tiny one before it.
    let mut corners = vec![[-1., -1., 0.], [1., -1., 0.], [1., 1., 0.], [-1., 1., 0.]];
    corners.extend([[-0.3, -0.3, -1.0], [0.3, -0.3, -1.0], [0.0, 0.3, -1.0]]);
    corners.extend([[0.5, 0.5, 0.1], [0.5001, 0.5, 0.1], [0.5, 0.5001, 0.1]]);
    let triangles = vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [7, 8, 9]];
    let scene = scene(Arc::new(Mesh::from_triangles(corners, triangles).expect("a mesh")));
    let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
    let view = View::new(camera, FramebufferSize::new(300, 300));
    let style = Style::default();
    let nothing = Selection::default();
    let (plain, _) = offscreen.draw(&Frame::new(&scene, &view, &style, &nothing)).expect("a picture");
    for triangle in [2, 3] {
        let mut selection = Selection::default();
        let changed = selection.add([TriangleId { object: 0, triangle }]).to_vec();
        let frame = Frame { changed: &changed, ..Frame::new(&scene, &view, &style, &selection) };
        for image in drawn(&mut offscreen, &frame) {
            let middle = looks_selected(&image, view.cursor_from_world(DVec3::NEG_Z).expect("before the camera"));
            assert!(!middle, "an outline is seen through the quad, not a fill");
            assert!(60 < n_differing(&image, &plain, 16), "triangle {triangle}");
        }
        let changed = selection.clear().to_vec();
        let frame = Frame { changed: &changed, ..Frame::new(&scene, &view, &style, &selection) };
        offscreen.draw(&frame).expect("a picture");
    }
}

#[test]
fn lines_and_patterns_are_as_many_times_wider_as_the_scale_factor() {
    let mut offscreen = offscreen();
    let scene = Scene::default();
    let style = Style { grid: false, axes: false, ..Style::default() };
    let selection = Selection::default();
    let pen = Pen::new([213.0 / 255.0, 0.4, 0.0], 3.0);
    let line = [Overlay::Lines(vec![[DVec3::new(-9.0, 0.0, 0.0), DVec3::new(9.0, 0.0, 0.0)]], pen)];
    let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
    let view = View::new(camera, FramebufferSize::new(60, 90));
    for scale_factor in [1.0, 1.25, 1.5, 1.75, 2.0] {
        let frame = Frame { scale_factor, overlays: &line, ..Frame::new(&scene, &view, &style, &selection) };
        let (image, _) = offscreen.draw(&frame).expect("a picture");
        // Opacity summed down a column is the width; the background is grey, the line's blue is 0.
        let opacity = |row: u32| {
            let [red, _, blue, _] = image.pixel(CursorPosition::new(30.0, f64::from(row))).expect("inside");
            (f64::from(red) - f64::from(blue)).max(0.0) / 213.0
        };
        let covered: f64 = (0..90).map(opacity).sum();
        assert!((covered - 3.0 * scale_factor).abs() < 0.25, "{covered} at {scale_factor}");
    }
}

#[test]
fn a_frame_leaves_the_framebuffer_that_was_bound_and_default_state() {
    use glow::HasContext;
    let mut offscreen = offscreen();
    let scene = scene(wave(3));
    let view = view(&scene, 32, 32);
    let (style, selection) = (Style::default(), Selection::default());
    offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture");
    let gl = offscreen.context().gl().clone();
    // SAFETY: the context is current on this thread.
    #[allow(unsafe_code, reason = "OpenGL calls")]
    unsafe {
        assert_eq!(gl.get_error(), glow::NO_ERROR);
        for capability in [glow::DEPTH_TEST, glow::BLEND, glow::CULL_FACE, glow::SCISSOR_TEST] {
            assert!(!gl.is_enabled(capability));
        }
        assert_eq!(gl.get_parameter_i32(glow::VERTEX_ARRAY_BINDING), 0);
        assert_eq!(gl.get_parameter_i32(glow::CURRENT_PROGRAM), 0);
    }
}

#[test]
fn backs_that_are_culled_are_not_drawn_by_the_gpu_nor_the_cpu() {
    let scene = scene(wave(6));
    let view = view(&scene, 160, 120);
    let behind = Camera { eye: 2.0 * view.camera.target - view.camera.eye, ..view.camera };
    let style = Style { grid: false, axes: false, samples: 1, ..Style::default() };
    let culled = Style { culling: Culling::Back, ..style };
    let (selection, empty) = (Selection::default(), Scene::default());
    let mut offscreen = offscreen();
    for (camera, seen) in [(view.camera, &scene), (behind.with_depth_fitted(&scene.bounds()), &empty)] {
        let view = view.with_camera(camera);
        let expected = drawn(&mut offscreen, &Frame::new(seen, &view, &style, &selection));
        assert_eq!(drawn(&mut offscreen, &Frame::new(&scene, &view, &culled, &selection)), expected);
    }
}

#[test]
fn a_small_triangle_is_left_bare_with_a_locator_around_it_that_is_wider_on_its_way() {
    let scene = scene(wave(60));
    let view = view(&scene, 320, 240);
    let style = Style { edges: false, grid: false, axes: false, samples: 1, ..Style::default() };
    let mut offscreen = offscreen();
    let cursor = CursorPosition::new(160.0, 120.0);
    let hit = pick(&scene, &view, cursor, &PickOptions::default()).expect("a hit");
    let mut selection = Selection::default();
    let changed = selection.replace([hit.id()]).to_vec();
    let mut drawn = |locating: Option<(TriangleId, f64)>| {
        let frame = Frame { changed: &changed, locating, ..Frame::new(&scene, &view, &style, &selection) };
        offscreen.draw(&frame).expect("a picture").0
    };
    let mut radius = |locating| {
        let picture = drawn(locating);
        assert!(looks_selected(&picture, cursor), "the hit is seen meanwhile");
        let amber = (0..160).filter(|x| looks_selected(&picture, CursorPosition::new(f64::from(*x) + 0.5, 120.0)));
        160 - amber.min().expect("a ring")
    };
    let [at_rest, half, first] = [None, Some((hit.id(), 0.5)), Some((hit.id(), 1.0))].map(&mut radius);
    assert!(at_rest + 8 < half && half + 8 < first && first < 50, "{at_rest}, {half}, {first} pixels");
    let other = TriangleId { triangle: hit.triangle + 1, ..hit.id() };
    assert_eq!(radius(Some((other, 1.0))), at_rest, "that of another triangle has no part in it");

    let picture = drawn(None);
    let ids = offscreen.ids(&scene, &view, Culling::None).expect("ids");
    let place = |column: u32, row: u32| CursorPosition::new(f64::from(column) + 0.5, f64::from(240 - row) - 0.5);
    let pixels = || (0..320).flat_map(|column| (0..240).map(move |row| (column, row)));
    let (bare, around): (Vec<_>, Vec<_>) = pixels().partition(|&(column, row)| ids.at(column, row) == Some(hit.id()));
    assert!(!bare.is_empty() && bare.len() < 40, "it is small: {} pixels", bare.len());
    assert!(bare.iter().all(|&(column, row)| looks_selected(&picture, place(column, row))), "nothing covers it");
    let around = around.into_iter().map(|(column, row)| place(column, row));
    let ring: Vec<_> = around.filter(|&at| looks_selected(&picture, at)).collect();
    assert!(ring.len() > 20, "the locator is seen: {} pixels", ring.len());
    assert!(ring.iter().all(|at| (4.0..24.0).contains(&at.distance(cursor))), "and keeps off");
}

#[test]
fn a_picture_is_what_is_drawn_and_without_a_background_it_is_clear_around_the_mesh() {
    let scene = scene(wave(30));
    let view = view(&scene, 200, 150);
    let (style, selection) = (Style { grid: false, axes: false, ..Style::default() }, Selection::default());
    let frame = Frame::new(&scene, &view, &style, &selection);
    let mut offscreen = offscreen();
    let (drawn, _) = offscreen.draw(&frame).expect("a picture");
    assert_eq!(offscreen.renderer().picture(&frame).expect("a picture"), drawn);
    let clear = offscreen.renderer().picture(&Frame { transparent: true, ..frame }).expect("a picture");
    let [corner, middle] = [(0.0, 0.0), (100.0, 75.0)].map(|(x, y)| CursorPosition::new(x, y));
    assert_eq!(clear.pixel(corner), Some([0; 4]));
    assert_eq!(clear.pixel(middle), drawn.pixel(middle));
    let edge = clear.pixels.iter().filter(|pixel| 0 < pixel[3] && pixel[3] < 255).count();
    assert!(edge > 20, "{edge} pixels of the outline are covered in part");
    let brightest = |pixels: &[[u8; 4]]| pixels.iter().filter(|pixel| pixel[3] > 0).map(|pixel| pixel[1]).max();
    assert!(brightest(&clear.pixels) <= brightest(&drawn.pixels), "their colours are the mesh's");
    assert_eq!(offscreen.draw(&frame).expect("a picture").0, drawn, "the next frame is as before");
}
