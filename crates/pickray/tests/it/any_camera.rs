//! Views by the matrices of other renderers: the same picks as by a camera, in every clip space and handedness.

use crate::random::{direction, seeded, vector};
use fastrand::Rng;
use glam::{DMat4, DVec2, DVec3};
use pickray::math::{ClipSpace, ClipY, CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::samples::Sample;
use pickray::pick::explain::{PickTrace, WhyNotReason, loupe, pick_traced, why_not};
use pickray::pick::{HitDetails, PickOptions, TriangleId, nearest_in_pixels, pick};
use pickray::scene::{Camera, Object, Projection, Scene, View};

const FRAMEBUFFER: FramebufferSize = FramebufferSize::new(90, 70);
const VIEWPORT: Viewport = Viewport { x: 7, y: 5, width: 64, height: 48 };
pub const CLIP_SPACES: [ClipSpace; 6] = [
    ClipSpace::OPENGL,
    ClipSpace::WGPU,
    ClipSpace::VULKAN,
    ClipSpace::OPENGL.reversed(),
    ClipSpace::WGPU.reversed(),
    ClipSpace::VULKAN.reversed(),
];

/// View by the matrices of a renderer that looks along −z, or along +z: then z is turned in the view, and back in the
/// projection. `lens` is applied to OpenGL's clip space.
pub fn by_matrices(view: &View, space: ClipSpace, looks_along_z: bool, lens: DMat4) -> View {
    let turn = if looks_along_z { DMat4::from_scale(DVec3::new(1.0, 1.0, -1.0)) } else { DMat4::IDENTITY };
    let y = if space.y == ClipY::Down { -1.0 } else { 1.0 };
    // A camera of reversed depth has its near plane where OpenGL has the far one.
    let half = if view.camera.reversed_z { 0.5 } else { -0.5 } * (space.near - space.far);
    let mut from_opengl = DMat4::from_scale(DVec3::new(1.0, y, half));
    from_opengl.w_axis.z = 0.5 * (space.far + space.near);
    let clip_from_eye = from_opengl * lens * view.clip_from_eye() * turn;
    View::from_matrices(turn * view.eye_from_world(), clip_from_eye, space, view.viewport, view.framebuffer)
}

fn random_camera(random: &mut Rng, around: DVec3) -> Camera {
    let mut camera = Camera::look_at(around + 4.0 * direction(random), around + vector(random), DVec3::Y);
    (camera.near, camera.far) = (0.5 + 3.0 * random.f64(), 4.0 + 4.0 * random.f64());
    match random.u8(0..3) {
        0 => camera.projection = Projection::Orthographic { height: 1.0 + 3.0 * random.f64() },
        1 => camera.far = f64::INFINITY,
        _ => {}
    }
    camera
}

fn scene(at: DVec3) -> Scene {
    let object = |sample: Sample, at: DVec3| {
        let mesh = sample.mesh().expect("a sample");
        Object::new(sample.name(), mesh.into()).with_transform(DMat4::from_translation(at))
    };
    [object(Sample::Cube, at), object(Sample::Icosphere, at + DVec3::new(0.4, 0.9, 0.2))].into_iter().collect()
}

fn random_cursor(random: &mut Rng) -> CursorPosition {
    CursorPosition::new(7.0 + 64.0 * random.f64(), 17.0 + 48.0 * random.f64())
}

/// A view by a camera, the same by matrices, and where they look at.
fn both_views(random: &mut Rng) -> (View, View, DVec3) {
    let around = if random.bool() { DVec3::ZERO } else { 1e5 * vector(random) };
    let view = View::new(random_camera(random, around), FRAMEBUFFER).with_viewport(VIEWPORT, FRAMEBUFFER);
    let space = CLIP_SPACES[random.usize(..CLIP_SPACES.len())];
    (view, by_matrices(&view, space, random.bool(), DMat4::IDENTITY), around)
}

fn is_near(a: DVec3, b: DVec3, size: f64) -> bool {
    (a - b).length() <= 1e-9 * size
}

/// Whether both hits are one, but for rounding.
fn are_alike(a: &HitDetails, b: &HitDetails, size: f64) -> bool {
    (a.object, a.triangle, a.side) == (b.object, b.triangle, b.side)
        && is_near(a.point_world, b.point_world, size)
        && (a.distance - b.distance).abs() <= 1e-9 * size
        && (a.distance_from_near - b.distance_from_near).abs() <= 1e-9 * size
        && a.window.zip(b.window).is_some_and(|(a, b)| (a - b).truncate().length() <= 1e-6 * size)
}

#[test]
fn matrices_pick_what_their_camera_picks_and_a_trace_has_their_own_ndc_and_the_ray_of_the_view() {
    let mut random = seeded();
    let (mut hits, mut beside) = (0, 0);
    for _ in 0..120 {
        let (by_camera, view, around) = both_views(&mut random);
        let (scene, size) = (scene(around), 1.0 + around.length());
        for _ in 0..10 {
            let cursor = random_cursor(&mut random);
            let [expected, trace] =
                [by_camera, view].map(|view| pick_traced(&scene, &view, cursor, &PickOptions::default()));
            let PickTrace { window, eye_from_world, clip_from_eye, .. } = trace;
            let ray = trace.ray.expect("a ray");
            assert_eq!(Some(ray.pick_ray()), view.ray(window));
            match (&expected.hit, &trace.hit) {
                (Some(expected), Some(hit)) => {
                    assert!(are_alike(expected, hit, size), "{expected:?}\n{hit:?}");
                    hits += 1;
                }
                (None, None) => {}
                _ => beside += 1,
            }
            let picked = pick(&scene, &view, cursor, &PickOptions::default()).map(|hit| hit.id());
            assert_eq!(picked, trace.hit.as_ref().map(HitDetails::id));

            let space = view.clip_space();
            for (point, depth) in [(ray.near, space.near), (ray.far, space.far)] {
                let is_at_infinity = depth == space.far && ray.t_max.is_none();
                assert_eq!(point.ndc.z, depth);
                assert!(is_near(eye_from_world.transform_point3(point.world), point.eye, size));
                let seen = clip_from_eye * point.eye.extend(1.0);
                let seen = seen.truncate() / seen.w;
                assert!(is_at_infinity || is_near(seen, point.ndc, 10.0), "{seen} {point:?}");
            }
            let at_near = trace.point_at(ray.near.window.z).expect("a point");
            assert!(is_near(at_near.world, ray.near.world, size));
            let [single, _] = trace.in_single_precision().expect("a ray");
            assert!((single.ndc.as_dvec3() - ray.near.ndc).length() < 1e-5);
        }
    }
    // Rounding of the matrices may decide at a silhouette.
    assert!(hits > 300 && beside < 3, "{hits} hits, {beside} differ");
}

#[test]
fn why_not_and_the_loupe_say_the_same_by_matrices() {
    let mut random = seeded();
    for _ in 0..40 {
        let around = DVec3::ZERO;
        let view = View::new(random_camera(&mut random, around), FRAMEBUFFER).with_viewport(VIEWPORT, FRAMEBUFFER);
        let given = by_matrices(&view, CLIP_SPACES[random.usize(..CLIP_SPACES.len())], random.bool(), DMat4::IDENTITY);
        let (scene, cursor, options) = (scene(around), random_cursor(&mut random), PickOptions::default());
        let id = TriangleId { object: 0, triangle: random.u32(..12) };
        let [expected, said] =
            [view, given].map(|view| why_not(&scene, &view, cursor, &options, id).expect("it is there"));
        match (expected.reason, said.reason) {
            (WhyNotReason::Beside { pixels: a, .. }, WhyNotReason::Beside { pixels: b, .. }) => {
                assert!((a - b).abs() <= 1e-6 * (1.0 + a), "{expected} {said}");
            }
            (a, b) => assert_eq!(std::mem::discriminant(&a), std::mem::discriminant(&b), "{expected} {said}"),
        }
        let corners = |view| loupe(&scene, view, cursor, &options, id).expect("it is there").in_window;
        match (corners(&view), corners(&given)) {
            (Some(a), Some(b)) => {
                assert!((0..3).all(|k| (a.corners[k] - b.corners[k]).length() < 1e-6 * (1.0 + a.corners[k].length())));
            }
            (a, b) => assert_eq!(a.is_some(), b.is_some()),
        }
        let nearest = |view| nearest_in_pixels(&scene, &view, cursor, &options).map(|id| id.object);
        assert_eq!(nearest(view), nearest(given));
    }
}

#[test]
fn what_matrices_say_of_a_camera_is_the_camera_that_they_are_of() {
    let mut random = seeded();
    for _ in 0..300 {
        let (view, given, around) = both_views(&mut random);
        let (expected, told, size) = (view.camera, given.camera, 1.0 + around.length());
        assert!(is_near(told.eye, expected.eye, size), "{told:?} {expected:?}");
        assert!(is_near(told.forward(), expected.forward(), size));
        assert!(is_near(told.axes().y_axis, expected.axes().y_axis, size));
        assert!((told.near - expected.near).abs() <= 1e-9 * size);
        assert!(told.far == expected.far || (told.far - expected.far).abs() <= 1e-8 * size, "{told:?} {expected:?}");
        match (told.projection, expected.projection) {
            (Projection::Perspective { fov_y: a }, Projection::Perspective { fov_y: b })
            | (Projection::Orthographic { height: a }, Projection::Orthographic { height: b }) => {
                assert!((a - b).abs() < 1e-9 * size, "{a} {b}");
            }
            _ => panic!("{told:?} {expected:?}"),
        }

        // Points of the picture are put at a depth as by the camera.
        let cursor = random_cursor(&mut random);
        let [a, b] = [view, given].map(|view| view.point_under(cursor, 2.5).expect("a picture"));
        assert!(is_near(a, b, size));
        let [a, b] = [view, given].map(|view| view.rectangle_at(1.5));
        assert!((0..4).all(|k| is_near(a[k], b[k], size)));
        let [a, b] = [view, given].map(|view| view.cursor_from_world(around).expect("it is before the eye"));
        assert!(a.distance(b) < 1e-6 * size);
    }
}

#[test]
fn singular_matrices_pick_nothing_and_have_a_camera_all_the_same() {
    let middle = DVec2::new(39.0, 29.0);
    for (eye_from_world, clip_from_eye) in [
        (DMat4::ZERO, DMat4::IDENTITY),
        (DMat4::IDENTITY, DMat4::ZERO),
        (DMat4::IDENTITY, DMat4::from_cols_array(&[f64::NAN; 16])),
        (DMat4::from_cols_array(&[f64::INFINITY; 16]), DMat4::IDENTITY),
    ] {
        let view = View::from_matrices(eye_from_world, clip_from_eye, ClipSpace::WGPU, VIEWPORT, FRAMEBUFFER);
        assert_eq!(view.ray(middle), None);
        assert!(view.camera.eye.is_finite() && view.camera.forward().is_finite());
        let cursor = CursorPosition::new(39.0, 40.0);
        assert_eq!(pick(&scene(DVec3::ZERO), &view, cursor, &PickOptions::default()), None);
    }
}

#[test]
fn a_view_by_matrices_survives_json_and_one_without_has_none_in_it() {
    let mut random = seeded();
    let (by_camera, by_matrices, _) = both_views(&mut random);
    for view in [by_camera, by_matrices] {
        let text = serde_json::to_string(&view).expect("JSON");
        assert_eq!(text.contains("matrices"), view == by_matrices);
        assert_eq!(serde_json::from_str::<View>(&text).expect("a view"), view);
    }
}

#[test]
fn another_camera_takes_the_place_of_matrices() {
    let mut random = seeded();
    let (by_camera, by_matrices, _) = both_views(&mut random);
    assert_eq!(by_matrices.with_camera(by_camera.camera), by_camera);
    let moved = by_matrices.with_viewport(Viewport::new(9, 9), FRAMEBUFFER);
    let corner = moved.ray(DVec2::ZERO).expect("a ray").near;
    let expected = by_matrices.ray(DVec2::new(7.0, 5.0)).expect("a ray").near;
    assert!((corner - expected).length() <= 1e-12 * expected.length());
}
