//! Every pixel of many pictures: the ray through its centre hits the triangle that the GPU shows there, and a
//! deliberate error is found.

use crate::*;
use pickray::pick::explain::{Mistake, MistakeInputs};
use pickray::scene::navigation::{orbit, toggle_projection};
use pickray::work::Progress;
use pickray_render::verify::{Counts, Verdict, Verification, compare, compare_mistaken_with, compare_with};

/// Triangles between random points in a cube of side 2, many of them across each other.
fn soup(random: &mut fastrand::Rng, n: usize, size: f32) -> Scene {
    let mut corners = Vec::new();
    for _ in 0..n {
        let center: [f32; 3] = std::array::from_fn(|_| 2.0 * random.f32() - 1.0);
        corners.extend([0; 3].map(|_| center.map(|x| x + size * (random.f32() - 0.5))));
    }
    of_corners(corners)
}

/// Triangles of three corners each.
fn of_corners(corners: Vec<[f32; 3]>) -> Scene {
    let triangles = (0..corners.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    scene(Mesh::from_triangles(corners, triangles).expect("a mesh"))
}

/// Needles: two corners far apart, the third a hair beside their middle.
fn slivers(random: &mut fastrand::Rng, n: usize) -> Scene {
    let mut corners = Vec::new();
    for _ in 0..n {
        let [a, b]: [[f32; 3]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| 2.0 * random.f32() - 1.0));
        corners.extend([a, b, std::array::from_fn(|k| 0.5 * (a[k] + b[k]) + 2e-3 * (random.f32() - 0.5))]);
    }
    of_corners(corners)
}

/// A hilly square of n × n cells at map coordinates, as a file in metres has them.
fn survey(n: u32) -> Scene {
    let mut text = String::new();
    for j in 0..=n {
        for i in 0..=n {
            let (x, y) = (f64::from(i), f64::from(j));
            let z = 312.25 + 2.0 * (0.7 * x).sin() * (0.5 * y).cos();
            text += &format!("v {} {} {z}\n", 453_210.125 + x, 5_412_345.75 + y);
        }
    }
    for j in 0..n {
        for i in 0..n {
            let a = j * (n + 1) + i + 1;
            text += &format!("f {} {} {} {}\n", a, a + 1, a + n + 2, a + n + 1);
        }
    }
    scene(Load::bytes("survey.obj", text.as_bytes()).mesh().expect("a mesh").0)
}

/// Duplicate, overlapping coplanar and degenerate triangles.
fn torn() -> Scene {
    let text = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nv 0.5 0.25 0\nv -0.25 0.75 0\nv 0 0 0.5\nf 1 2 3\nf 1 3 4\n\
                f 1 2 3\nf 3 2 1\nf 1 5 6\nf 5 5 6\nf 1 5 5\nf 1 7 3\nf 7 7 7\nf 2 6 5\n";
    scene(Load::bytes("torn.obj", text.as_bytes()).mesh().expect("a mesh").0)
}

/// Views of a scene: perspective and orthographic, flat and steep, from inside; odd sizes, with and without an offset.
fn views(scene: &Scene) -> Vec<View> {
    let bounds = scene.bounds();
    let shapes = [
        (FramebufferSize::new(97, 61), Viewport { x: 0, y: 0, width: 97, height: 61 }),
        (FramebufferSize::new(120, 95), Viewport { x: 17, y: 23, width: 81, height: 53 }),
        (FramebufferSize::new(64, 64), Viewport { x: -9, y: 31, width: 70, height: 47 }),
    ];
    let framed = Camera::framing(&bounds, 1.5, UpAxis::Y);
    let pivot = bounds.center();
    let steep = orbit(&framed, pivot, Default::default(), 0.4, 1.05).with_depth_fitted(&bounds);
    let grazing = orbit(&framed, pivot, Default::default(), -0.9, -0.34).with_depth_fitted(&bounds);
    let flat = toggle_projection(&framed, 0.8).with_depth_fitted(&bounds);
    let flat_steep = toggle_projection(&steep, 0.8).with_depth_fitted(&bounds);
    let inside = Camera { eye: pivot + 0.2 * (framed.eye - pivot), ..framed }.with_depth_fitted(&bounds);
    // The near plane cuts through the scene.
    let cut = Camera { near: framed.distance(), ..framed };
    let reversed = Camera { reversed_z: true, ..steep };
    let endless = Camera { far: f64::INFINITY, ..framed };
    let wide = Camera { projection: Projection::Perspective { fov_y: 2.2 }, ..inside };
    [framed, steep, grazing, flat, flat_steep, inside, cut, reversed, endless, wide]
        .into_iter()
        .enumerate()
        .map(|(index, camera)| {
            let (framebuffer, viewport) = shapes[index % shapes.len()];
            View::new(camera, framebuffer).with_viewport(viewport, framebuffer)
        })
        .collect()
}

fn verified(offscreen: &mut Offscreen, scene: &Scene, view: &View) -> Verification {
    let ids = offscreen.ids(scene, view, Culling::None).expect("ids");
    compare(scene, view, &ids)
}

/// The same with a mistake in the rays.
fn mistaken(offscreen: &mut Offscreen, scene: &Scene, view: &View, mistake: Mistake) -> Verification {
    let ids = offscreen.ids(scene, view, Culling::None).expect("ids");
    let inputs = MistakeInputs { scale_factor: 1.5, last_view: None };
    compare_mistaken_with(scene, view, &ids, Some((mistake, inputs)), &Progress::default()).expect("nobody cancels")
}

/// Verifies all views of a scene, and returns the sum.
fn all_views(offscreen: &mut Offscreen, name: &str, scene: &Scene) -> Counts {
    let mut sum = Counts::default();
    for (index, view) in views(scene).iter().enumerate() {
        let verification = verified(offscreen, scene, view);
        let real = verification.mismatches.iter().find(|mismatch| mismatch.verdict == Verdict::Real);
        assert!(real.is_none(), "{name}, view {index}: {:?}, {real:?}", verification.counts);
        sum += verification.counts;
    }
    println!("{name}: {sum:?}");
    // Differences that rounding explains are few, or the bounds are too wide to mean anything.
    assert!(sum.edge + sum.depth < sum.pixels() / 10, "{name}: {sum:?}");
    sum
}

#[test]
fn rays_and_gpu_agree_on_the_samples() {
    let mut offscreen = offscreen();
    for which in [Sample::Triangle, Sample::Cube, Sample::Icosphere, Sample::TorusKnot, Sample::Teapot] {
        let counts = all_views(&mut offscreen, which.name(), &sample(which));
        assert!(counts.edge + counts.depth < counts.pixels() / 100, "{counts:?}");
    }
}

#[test]
fn rays_and_gpu_agree_on_meshes_made_to_be_hard() {
    let mut offscreen = offscreen();
    let mut random = seeded();
    all_views(&mut offscreen, "soup", &soup(&mut random, 300, 1.0));
    all_views(&mut offscreen, "dust", &soup(&mut random, 20_000, 0.02));
    all_views(&mut offscreen, "slivers", &slivers(&mut random, 2000));
    all_views(&mut offscreen, "survey", &survey(40));
    all_views(&mut offscreen, "torn", &torn());
    let mut tiny = soup(&mut random, 200, 1.0);
    tiny.object_mut(0).world_from_object = DMat4::from_scale(DVec3::splat(1e-6));
    all_views(&mut offscreen, "tiny", &tiny);
}

#[test]
fn rays_and_gpu_agree_on_placed_and_mirrored_objects() {
    let mut offscreen = offscreen();
    let mut scene = sample(Sample::Cube);
    let mesh = Arc::clone(&scene.objects()[0].mesh);
    let turned = DMat4::from_translation(DVec3::new(1.1, 0.4, -0.3)) * DMat4::from_rotation_y(0.7);
    let mirrored = DMat4::from_scale(DVec3::new(-0.4, 1.7, 0.6)) * DMat4::from_rotation_x(0.5);
    let flattened = DMat4::from_scale(DVec3::new(3.0, 0.0, 3.0));
    for (name, transform) in [("turned", turned), ("mirrored", mirrored), ("flattened", flattened)] {
        scene.push(Object::new(name, Arc::clone(&mesh)).with_transform(transform));
    }
    scene.push(Object { visible: false, ..Object::new("hidden", mesh) });
    all_views(&mut offscreen, "objects", &scene);
}

#[test]
fn a_zoom_far_into_a_scan_at_map_coordinates_agrees() {
    let mut offscreen = offscreen();
    let scene = survey(40);
    let bounds = scene.bounds();
    for zoom in [10.0, 1e3, 1e5] {
        let mut camera = Camera::framing(&bounds, 1.5, UpAxis::Y);
        camera.target = scene.objects()[0].triangle_in_world(1600).a;
        camera.eye = camera.target + (camera.eye - bounds.center()) / zoom;
        let view = View::new(camera.with_depth_fitted(&bounds), FramebufferSize::new(91, 63));
        let counts = verified(&mut offscreen, &scene, &view).counts;
        assert_eq!(counts.real, 0, "zoom {zoom}: {counts:?}");
        assert!(counts.edge + counts.depth < counts.pixels() / 20, "zoom {zoom}: {counts:?}");
    }
}

#[test]
fn mistakes_are_found_in_every_kind_of_view() {
    let mut offscreen = offscreen();
    let everywhere = [
        Mistake::PixelCorner,
        Mistake::YNotFlipped,
        Mistake::LogicalPixels,
        Mistake::InversesInWrongOrder,
        Mistake::TransposedMatrix,
        Mistake::FarPointAsDirection,
    ];
    // Single precision is enough near the origin, and not at map coordinates.
    let far_out = [Mistake::PixelCorner, Mistake::YNotFlipped, Mistake::SinglePrecision];
    // A mesh whose picture is not its own mirror image, dense enough that half a pixel shows; and one that is far out.
    for (scene, mistakes) in [(sample(Sample::TorusKnot), &everywhere[..]), (survey(40), &far_out)] {
        for (index, view) in views(&scene).iter().enumerate() {
            for &mistake in mistakes {
                let counts = mistaken(&mut offscreen, &scene, view, mistake).counts;
                assert!(0 < counts.real, "{mistake:?} in view {index}: {counts:?}");
            }
        }
    }
}

/// Verifies a view of a sample that lies off the corner of its framebuffer, as it is and with a mistake.
fn right_and_wrong(which: Sample, mistake: Mistake) -> (Scene, View, [Verification; 2]) {
    let (mut offscreen, scene) = (offscreen(), sample(which));
    let view = views(&scene)[1];
    let both = [verified(&mut offscreen, &scene, &view), mistaken(&mut offscreen, &scene, &view, mistake)];
    (scene, view, both)
}

#[test]
fn the_picture_shows_what_differs_and_where() {
    let (scene, view, [clean, faulty]) = right_and_wrong(Sample::Cube, Mistake::YNotFlipped);
    assert_eq!(clean.counts.pixels(), 81 * 53);
    let is_real = |pixel: &[u8; 4]| pixel[..3] == [0xD5, 0x5E, 0x00];
    assert!(!clean.picture().pixels.iter().any(is_real));
    let mismatch = faulty.mismatches.iter().find(|mismatch| mismatch.verdict == Verdict::Real).expect("a difference");
    assert!(is_real(&faulty.picture().pixel(mismatch.cursor).expect("inside")));
    assert_eq!(faulty.at(mismatch.cursor), Verdict::Real);
    let progress = Progress::default();
    progress.cancel();
    let ids = offscreen().ids(&scene, &view, Culling::None).expect("ids");
    assert!(compare_with(&scene, &view, &ids, &progress).is_err());
}

#[test]
fn the_pixel_near_a_cursor_is_found_with_the_numbers_that_its_verdict_rests_on() {
    let (scene, _, [clean, faulty]) = right_and_wrong(Sample::TorusKnot, Mistake::PixelCorner);
    let edges: Vec<_> = clean.mismatches.iter().filter(|mismatch| mismatch.verdict == Verdict::Edge).collect();
    assert!(!edges.is_empty());
    for mismatch in edges {
        assert_eq!(clean.near(mismatch.cursor, 0.0), Some(mismatch));
        let evidence = clean.evidence(&scene, mismatch);
        assert_eq!(evidence.map(|evidence| evidence.map(|e| e.triangle)), [mismatch.picked, mismatch.shown]);
        let at_edge = evidence.into_iter().flatten().any(|e| e.from_edge.abs() <= e.edge_error);
        assert!(at_edge, "{mismatch:?}: {evidence:?}");
    }
    let corner = CursorPosition::new(0.5, 0.5);
    assert_eq!(clean.near(corner, 3.0), None, "outside of the viewport nothing differs");

    // A real one is taken before an explained one that is nearer.
    for mismatch in &faulty.mismatches {
        let found = faulty.near(mismatch.cursor, 4.0).expect("itself, if no other");
        let is_near = found.cursor.distance(mismatch.cursor) <= 4.0;
        assert!(found == mismatch || (found.verdict == Verdict::Real && is_near), "{found:?} {mismatch:?}");
    }
}

#[test]
fn the_layer_is_clear_where_all_agree_and_shows_each_pixel_that_differs() {
    let (_, view, [right, wrong]) = right_and_wrong(Sample::TorusKnot, Mistake::PixelCorner);
    for (verification, scale) in [(right, 1.0), (wrong, 2.0)] {
        let layer = verification.layer(scale);
        assert_eq!((layer.width, layer.height), (view.framebuffer.width, view.framebuffer.height));
        for mismatch in &verification.mismatches {
            let [red, green, blue] = mismatch.verdict.color();
            assert_eq!(layer.pixel(mismatch.cursor), Some([red, green, blue, 255]), "{mismatch:?}");
        }
        let opaque = layer.pixels.iter().filter(|pixel| pixel[3] == 255).count();
        let square = |around: f64| (2.0 * around * scale + 1.0).powi(2) as u64;
        let Counts { edge, depth, real, .. } = verification.counts;
        let most = (edge + depth) * square(1.0) + real * square(2.0);
        assert!(opaque as u64 <= most, "{opaque} of {most}");
        assert_eq!(layer.pixel(CursorPosition::new(0.5, 0.5)), Some([0; 4]));
    }
}
