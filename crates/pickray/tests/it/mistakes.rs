//! Mistakes against rays and hits made here from the textbook: plain inverses, every triangle.

mod patterns;

use crate::*;
use glam::Vec3;
use pickray::pick::explain::{Mistake, MistakeInputs, Step, pick_mistaken, pick_traced, pick_traced_mistaken};
use pickray::pick::{describe, pick};

const CURSORS: usize = 60;
const VIEWPORT: Viewport = Viewport { x: 40, y: 60, width: 640, height: 480 };
const FRAMEBUFFER: FramebufferSize = FramebufferSize::new(900, 700);
const SCALE: f64 = 1.5;

/// A teapot as its file has it, and a cube that is moved, turned and stretched before it.
fn scene() -> Scene {
    let mesh = |sample: Sample| sample.mesh().expect("a mesh");
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 0.4);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(0.7, 1.9, 0.6), turn, DVec3::new(2.4, 1.5, 1.2));
    let cube = Object::new("cube", mesh(Sample::Cube).into()).with_transform(placed);
    Scene::from(vec![Object::new("teapot", mesh(Sample::Teapot).into()), cube])
}

fn views(scene: &Scene) -> [View; 2] {
    let camera = Camera::framing(&scene.bounds(), VIEWPORT.aspect().expect("pixels"), scene.up_axis());
    let height = camera.height_at(camera.depth_of(camera.target));
    let parallel = Camera { projection: Projection::Orthographic { height }, ..camera };
    [camera, parallel].map(|camera| View::new(camera, FRAMEBUFFER).with_viewport(VIEWPORT, FRAMEBUFFER))
}

fn inputs(view: &View) -> MistakeInputs {
    let camera = Camera { eye: view.camera.eye + DVec3::new(0.4, -0.2, 0.1), ..view.camera };
    MistakeInputs { scale_factor: SCALE, last_view: Some(view.with_camera(camera)) }
}

fn cursor(random: &mut Rng) -> CursorPosition {
    let (x, y) = (f64::from(VIEWPORT.x) + 640.0 * random.f64(), 700.0 - 60.0 - 480.0 * random.f64());
    CursorPosition { x: x.min(679.9), y }
}

/// A wrong ray as its textbook has it: two points in the world, whether t must be from 0 to 1, and whether the model
/// matrix is forgotten.
struct Textbook {
    points: [DVec3; 2],
    ends: bool,
}

fn divided(v: DVec4) -> DVec3 {
    v.truncate() / v.w
}

/// A camera whose vertical field of view, or height, is what the horizontal one was.
fn seen_as_high_as_wide(camera: Camera, aspect: f64) -> Camera {
    let projection = match camera.projection {
        Projection::Perspective { fov_y } => {
            Projection::Perspective { fov_y: 2.0 * (aspect * (0.5 * fov_y).tan()).atan() }
        }
        Projection::Orthographic { height } => Projection::Orthographic { height: aspect * height },
    };
    Camera { projection, ..camera }
}

/// The ray that a mistake makes, from the definitions alone.
fn textbook(mistake: Mistake, view: &View, at: CursorPosition, inputs: &MistakeInputs) -> Textbook {
    let clip_from_eye = match mistake {
        Mistake::WindowAspect => view.camera.clip_from_eye(900.0 / 700.0),
        Mistake::HorizontalFieldOfView => seen_as_high_as_wide(view.camera, 640.0 / 480.0).clip_from_eye(640.0 / 480.0),
        _ => view.clip_from_eye(),
    };
    let (p, v) = (clip_from_eye.inverse(), view.eye_from_world().inverse());
    let (column, row) = (at.x.floor(), at.y.floor());
    let mut window = DVec2::new(column + 0.5, 700.0 - row - 0.5);
    match mistake {
        Mistake::YNotFlipped => window.y = row + 0.5,
        Mistake::FlippedByViewportHeight => window.y = 480.0 - row - 0.5,
        Mistake::LogicalPixels => {
            window = DVec2::new((at.x / SCALE).floor() + 0.5, 700.0 - (at.y / SCALE).floor() - 0.5);
        }
        Mistake::PixelCorner => window -= 0.5,
        _ => {}
    }
    let (corner, size) = match mistake {
        Mistake::ViewportOffsetIgnored => (DVec2::ZERO, DVec2::new(640.0, 480.0)),
        Mistake::OffsetInLogicalPixels => (DVec2::new(40.0, 60.0) / SCALE, DVec2::new(640.0, 480.0)),
        Mistake::WindowTakenForViewport => (DVec2::ZERO, DVec2::new(900.0, 700.0)),
        _ => (DVec2::new(40.0, 60.0), DVec2::new(640.0, 480.0)),
    };
    let one = if mistake == Mistake::NdcWithoutMinusOne { 0.0 } else { 1.0 };
    let ndc = (window - corner) / size * 2.0 - one;
    let [z_near, z_far] = match mistake {
        Mistake::DepthsMinusOneAndOne => [-3.0, 1.0],
        Mistake::DepthTakenForNdc => [0.0, 1.0],
        _ => [-1.0, 1.0],
    };
    let in_world = |z: f64| {
        let clip = ndc.extend(z).extend(1.0);
        match mistake {
            Mistake::NoDivisionByW => v.transform_point3((p * clip).truncate()),
            Mistake::NoDivisionByWInWorld => {
                (view.clip_from_eye() * view.eye_from_world()).inverse().mul_vec4(clip).truncate()
            }
            Mistake::InversesInWrongOrder => divided(p * v * clip),
            Mistake::CameraMatrixAsView => view.eye_from_world().transform_point3(divided(p * clip)),
            Mistake::TransposedMatrix => v.transform_point3(divided(p.transpose() * clip)),
            Mistake::ViewOfLastFrame => {
                let last = inputs.last_view.expect("a view").eye_from_world().inverse();
                last.transform_point3(divided(p * clip))
            }
            _ => v.transform_point3(divided(p * clip)),
        }
    };
    let [near, far] = [in_world(z_near), in_world(z_far)];
    match mistake {
        Mistake::EyeAsOrigin => Textbook { points: [view.camera.eye, far], ends: true },
        Mistake::DirectionAsPoint => {
            let eye = [z_near, z_far].map(|z| divided(p * ndc.extend(z).extend(1.0)));
            let direction = v.transform_point3((eye[1] - eye[0]) / (eye[0].z - eye[1].z));
            Textbook { points: [near, near + direction], ends: false }
        }
        Mistake::FarPointAsDirection => Textbook { points: [near, near + far], ends: false },
        Mistake::DirectionNormalized | Mistake::TNotTested => Textbook { points: [near, far], ends: false },
        _ => Textbook { points: [near, far], ends: true },
    }
}

/// Where a line meets a triangle, t of either sign, and its determinant.
fn meet([origin, target]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (d, ab, ac, s) = (target - origin, b - a, c - a, origin - a);
    let det = ab.dot(d.cross(ac));
    let (u, v) = (s.dot(d.cross(ac)) / det, d.dot(s.cross(ab)) / det);
    (det != 0.0 && 0.0 <= u && 0.0 <= v && u + v <= 1.0).then(|| ac.dot(s.cross(ab)) / det)
}

/// Returns `true` if a half-line, which begins at the first point, meets a box.
fn crosses([origin, target]: [DVec3; 2], corners: [DVec3; 2]) -> bool {
    let [a, b] = corners.map(|corner| (corner - origin) / (target - origin));
    a.min(b).max_element().max(0.0) <= a.max(b).min_element()
}

/// The triangle and the point that a mistake takes for the hit's, by trying all of them.
fn brute_force(scene: &Scene, mistake: Mistake, ray: &Textbook) -> Option<(TriangleId, DVec3)> {
    let mut best: Option<(f64, TriangleId, DVec3)> = None;
    for (object, placed) in (0_u32..).zip(scene.objects()) {
        let world = placed.world_from_object;
        let bounds = placed.mesh.bounds();
        if mistake == Mistake::BoundsNotRebuilt && !crosses(ray.points, [bounds.min, bounds.max]) {
            continue;
        }
        let forgets = mistake == Mistake::ModelMatrixForgotten;
        let [near, far] = ray.points.map(|point| if forgets { point } else { world.inverse().transform_point3(point) });
        let length = if mistake == Mistake::DirectionNormalized { (far - near).length() } else { 1.0 };
        for triangle in 0..placed.mesh.n_triangles() as u32 {
            let corners = placed.mesh.triangle(triangle).corners();
            let Some(t) = meet([near, far], corners) else { continue };
            if mistake == Mistake::AbsoluteEpsilon {
                let [a, b, c] = corners.map(|corner| world.transform_point3(corner));
                let direction = (ray.points[1] - ray.points[0]).normalize();
                if (b - a).cross(c - a).dot(direction).abs() < 1e-6 {
                    continue;
                }
            }
            if (mistake != Mistake::TNotTested && t < 0.0) || (ray.ends && 1.0 < t) {
                continue;
            }
            let t = t * length;
            if best.is_none_or(|(nearest, ..)| t < nearest) {
                let in_object = near + (far - near) / length * t;
                let [origin, target] = ray.points;
                let point = match mistake {
                    Mistake::ModelMatrixForgotten => world.transform_point3(in_object),
                    Mistake::DirectionNormalized => origin + (target - origin).normalize() * t,
                    _ => origin + (target - origin) * t,
                };
                best = Some((t, TriangleId { object, triangle }, point));
            }
        }
    }
    best.map(|(_, id, point)| (id, point))
}

/// Where a point is seen, in pixels from the lower left; `None` behind the eye.
fn seen(view: &View, point: DVec3) -> Option<DVec2> {
    let clip = view.clip_from_eye() * view.eye_from_world() * point.extend(1.0);
    let ndc = clip.truncate().truncate() / clip.w;
    (0.0 < clip.w).then(|| DVec2::new(40.0, 60.0) + (ndc + 1.0) * 0.5 * DVec2::new(640.0, 480.0))
}

/// A cursor over the middle of a triangle of either object, hidden or not.
fn cursor_over(random: &mut Rng, scene: &Scene, view: &View) -> CursorPosition {
    let object = &scene.objects()[random.usize(..2)];
    let triangle = object.triangle_in_world(random.u32(..object.mesh.n_triangles() as u32));
    view.cursor_from_world(triangle.centroid()).expect("it is before the eye")
}

#[test]
fn each_mistake_lands_where_its_definition_says_and_is_off_by_as_many_pixels() {
    let mut random = seeded();
    let scene = scene();
    let options = PickOptions::default();
    for view in views(&scene) {
        let inputs = inputs(&view);
        for mistake in Mistake::ALL.into_iter().filter(|&mistake| mistake != Mistake::SinglePrecision) {
            let (mut hits, mut changes) = (0, 0);
            for i in 0..CURSORS {
                let at = if i % 2 == 0 { cursor(&mut random) } else { cursor_over(&mut random, &scene, &view) };
                let wrong = pick_mistaken(&scene, &view, at, &options, mistake, &inputs).expect("a ray");
                let ray = textbook(mistake, &view, at, &inputs);
                let is_perspective = matches!(view.camera.projection, Projection::Perspective { .. });
                if mistake == Mistake::NoDivisionByW && is_perspective {
                    assert!(ray.points[0].distance(ray.points[1]) < 1e-9, "both points of the textbook are one");
                    assert_eq!((wrong.ray, wrong.hit, wrong.changes), (None, None, true));
                    continue;
                }
                if !matches!(mistake, Mistake::ModelMatrixForgotten | Mistake::DirectionNormalized) {
                    let given = wrong.ray.expect("two points");
                    for (given, expected) in [given.near, given.far].into_iter().zip(ray.points) {
                        let off = given.distance(expected) / (1.0 + expected.length());
                        assert!(off < 1e-9, "{mistake:?}: {given} {expected}");
                    }
                }
                let expected = brute_force(&scene, mistake, &ray);
                assert_eq!(wrong.hit, expected.map(|(id, _)| id), "{mistake:?} at {at:?}");
                let right = pick(&scene, &view, at, &options);
                let sample = DVec2::new(at.x.floor() + 0.5, 700.0 - at.y.floor() - 0.5);
                if let Some((_, point)) = expected {
                    hits += 1;
                    let off = seen(&view, point).map(|seen| seen.distance(sample));
                    match (wrong.pixels_off, off) {
                        (Some(given), Some(off)) => {
                            assert!((given - off).abs() < 1e-6 * (1.0 + off), "{mistake:?}: {given} is not {off}");
                        }
                        (given, off) => assert_eq!(given, off, "{mistake:?}"),
                    }
                }
                if !wrong.changes {
                    assert_eq!(wrong.hit, right.map(|hit| hit.id()), "{mistake:?}");
                    assert!(wrong.pixels_off.is_some_and(|off| off < 1e-2));
                } else {
                    changes += 1;
                }
            }
            let is_harmless = matches!(
                (mistake, view.camera.projection),
                (Mistake::DepthsMinusOneAndOne | Mistake::AbsoluteEpsilon, _)
                    | (Mistake::TNotTested | Mistake::DepthTakenForNdc | Mistake::NearPutAtEye, _)
                    | (Mistake::EyeAsOrigin, Projection::Perspective { .. })
                    | (Mistake::NoDivisionByW | Mistake::NoDivisionByWInWorld, Projection::Orthographic { .. })
            );
            println!("{mistake:?}: {hits} hits, {changes} of {CURSORS} changed");
            assert!(is_harmless || changes > 0 || mistake == Mistake::NoDivisionByW, "{mistake:?} changes nothing");
        }
    }
}

/// A picture that fills the window of a screen of scale factor 1, of one mesh that was not moved, with a camera at
/// rest.
fn plain() -> (Scene, View) {
    let scene = Scene::of(scene().remove(0));
    let camera = Camera::framing(&scene.bounds(), 1.5, scene.up_axis());
    (scene, View::new(camera, FramebufferSize::new(900, 600)))
}

#[test]
fn mistakes_of_what_is_not_there_change_nothing() {
    let (scene, view) = plain();
    let inputs = MistakeInputs { scale_factor: 1.0, last_view: Some(view) };
    let mut random = seeded();
    for _ in 0..CURSORS {
        let at = CursorPosition { x: 900.0 * random.f64(), y: 600.0 * random.f64() };
        for mistake in [
            Mistake::FlippedByViewportHeight,
            Mistake::LogicalPixels,
            Mistake::ViewportOffsetIgnored,
            Mistake::OffsetInLogicalPixels,
            Mistake::WindowTakenForViewport,
            Mistake::WindowAspect,
            Mistake::NearPutAtEye,
            Mistake::EyeAsOrigin,
            Mistake::ViewOfLastFrame,
            Mistake::ModelMatrixForgotten,
            Mistake::BoundsNotRebuilt,
            Mistake::DirectionNormalized,
            Mistake::TNotTested,
            Mistake::AbsoluteEpsilon,
        ] {
            let wrong = pick_mistaken(&scene, &view, at, &PickOptions::default(), mistake, &inputs).expect("a ray");
            assert!(!wrong.changes, "{mistake:?} at {at:?}: {wrong:?}");
        }
    }
}

#[test]
fn what_makes_a_mistake_show_makes_it_show() {
    let (scene, view) = plain();
    let options = PickOptions::default();
    let center = CursorPosition { x: 450.5, y: 300.5 };
    let wrong = |scene: &Scene, view: &View, mistake: Mistake| {
        let inputs = MistakeInputs { scale_factor: 1.0, last_view: None };
        pick_mistaken(scene, view, center, &options, mistake, &inputs).expect("a ray")
    };
    // The teapot cut open by the near plane: what was cut away is still found.
    let hit = pick(&scene, &view, center, &options).expect("the teapot");
    let distance = describe(&scene, &view, center, &options, &hit).expect("a hit of this scene").distance;
    let cut = view.with_camera(Camera { near: distance + 1.0, ..view.camera });
    assert!(wrong(&scene, &cut, Mistake::TNotTested).changes);
    assert!(wrong(&scene, &cut, Mistake::EyeAsOrigin).changes);
    assert!(wrong(&scene, &cut, Mistake::DepthsMinusOneAndOne).changes);
    // The near plane just before the surface: half of the way in NDC is behind it.
    let close = view.with_camera(Camera { near: distance - 0.01, far: distance + 50.0, ..view.camera });
    assert!(wrong(&scene, &close, Mistake::DepthTakenForNdc).changes);
    // An orthographic view from the middle of the teapot, which sees what lies behind its eye.
    let projection = Projection::Orthographic { height: 4.0 };
    let eye = view.camera.target;
    let target = eye + (eye - view.camera.eye);
    let within = view.with_camera(Camera { eye, target, projection, near: -10.0, far: 10.0, ..view.camera });
    let from_eye = within.with_camera(Camera { near: 0.0, ..within.camera });
    let short = wrong(&scene, &within, Mistake::NearPutAtEye);
    assert!(short.changes && within.camera.depth_of(short.ray.expect("two points").near).abs() < 1e-9);
    assert_eq!(short.hit, pick(&scene, &from_eye, center, &options).map(|hit| hit.id()));
    // A tiny mesh, of which every determinant is below the epsilon.
    let small = Scene::of(scene.objects()[0].clone().with_transform(DMat4::from_scale(DVec3::splat(1e-4))));
    let near_it = view.with_camera(Camera::framing(&small.bounds(), 1.5, small.up_axis()));
    let none = wrong(&small, &near_it, Mistake::AbsoluteEpsilon);
    assert_eq!((none.hit, none.changes), (None, true));
    // Far from the origin f32 has no digits left.
    let far = Scene::of(scene.objects()[0].clone().with_transform(DMat4::from_translation(DVec3::splat(1e7))));
    let near_it = view.with_camera(Camera::framing(&far.bounds(), 1.5, far.up_axis()));
    let off = wrong(&far, &near_it, Mistake::SinglePrecision);
    assert!(off.changes && off.pixels_off.is_some_and(|off| 1.0 < off), "{off:?}");
}

#[test]
fn in_f32_the_ray_goes_through_the_two_points_computed_in_f32() {
    let scene = scene();
    let mut random = seeded();
    for view in views(&scene) {
        for _ in 0..CURSORS {
            let at = cursor(&mut random);
            let options = PickOptions::default();
            let inputs = MistakeInputs::default();
            let wrong = pick_mistaken(&scene, &view, at, &options, Mistake::SinglePrecision, &inputs).expect("a ray");
            let (p, v) = (view.clip_from_eye().as_mat4().inverse(), view.eye_from_world().inverse().as_mat4());
            let point = |z: f32| {
                let x = 2.0 * (at.x.floor() as f32 + 0.5 - 40.0) / 640.0 - 1.0;
                let y = 2.0 * (700.0 - at.y.floor() as f32 - 0.5 - 60.0) / 480.0 - 1.0;
                let eye = p * Vec3::new(x, y, z).extend(1.0);
                v.transform_point3(eye.truncate() / eye.w).as_dvec3()
            };
            let ray = wrong.ray.expect("two points");
            for (given, expected) in [(ray.near, point(-1.0)), (ray.far, point(1.0))] {
                assert!(given.distance(expected) < 1e-4 * expected.length(), "{given} is not {expected}");
                assert_eq!(given, given.as_vec3().as_dvec3(), "an f32 has these digits");
            }
        }
    }
}

#[test]
fn a_mistaken_trace_is_right_up_to_its_step_and_wrong_from_there() {
    let scene = scene();
    let [view, _] = views(&scene);
    let (at, options, inputs) = (CursorPosition { x: 300.2, y: 333.7 }, PickOptions::default(), inputs(&view));
    let right = pick_traced(&scene, &view, at, &options);
    let right_ray = right.ray.expect("a ray");
    for mistake in Mistake::ALL {
        let wrong = pick_traced_mistaken(&scene, &view, at, &options, mistake, &inputs);
        let ray = wrong.ray.expect("a ray");
        assert_eq!(wrong.window != right.window, mistake.step() == Step::Window, "{mistake:?}");
        if mistake.step() == Step::Ndc {
            assert!(ray.near.ndc != right_ray.near.ndc, "{mistake:?}");
        } else if mistake.step() != Step::Window && mistake != Mistake::SinglePrecision {
            assert_eq!((ray.near.ndc, ray.far.ndc), (right_ray.near.ndc, right_ray.far.ndc), "{mistake:?}");
        }
        if mistake.step() == Step::World {
            assert_eq!((ray.near.eye, ray.far.eye), (right_ray.near.eye, right_ray.far.eye), "{mistake:?}");
            assert!((ray.near.world, ray.far.world) != (right_ray.near.world, right_ray.far.world), "{mistake:?}");
        }
        let found = pick_mistaken(&scene, &view, at, &options, mistake, &inputs).expect("a ray");
        assert_eq!(wrong.hit.map(|hit| hit.id()), found.hit, "{mistake:?}: traced and not");
    }
}
