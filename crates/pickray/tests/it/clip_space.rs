//! Rays and window coordinates, by OpenGL's matrices and by those of other interfaces: the golden vectors, and
//! what has no answer.

use crate::ray_triangle::point;
use crate::*;
use pickray::math::{
    ClipSpace, ClipY, PickRay, perspective, pick_ray, pick_ray_in, project, project_in, unproject, unproject_in,
};

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn matrix(value: &Value) -> DMat4 {
    DMat4::from_cols_array(&std::array::from_fn(|i| number(&value[i])))
}

fn viewport(value: &Value) -> Viewport {
    let [x, y, width, height] = std::array::from_fn(|i| number(&value[i]) as i32);
    Viewport { x, y, width, height }
}

fn clip_space(case: &Value) -> ClipSpace {
    let y = if case["ndc_y"] == "down" { ClipY::Down } else { ClipY::Up };
    ClipSpace { near: number(&case["near_ndc"]), far: number(&case["far_ndc"]), y }
}

fn is_near(got: DVec3, exact: DVec3) -> bool {
    (got - exact).length() <= 1e-9 * exact.length()
}

fn assert_ray(case: &Value, ray: &PickRay) {
    assert!(is_near(ray.near, point(&case["near"])), "{ray:?} {case}");
    if case["far"].is_null() {
        let direction = (ray.far - ray.near).normalize();
        assert!((direction - point(&case["direction"])).length() <= 1e-6, "{ray:?} {case}");
        assert_eq!(ray.t_max, f64::INFINITY, "{case}");
    } else {
        assert!(is_near(ray.far, point(&case["far"])), "{ray:?} {case}");
        assert_eq!(ray.t_max, 1.0, "{case}");
    }
}

#[test]
fn rays_are_those_of_the_vectors_in_every_clip_space() {
    for case in vectors("clip_space.jsonl") {
        let window = DVec2::new(number(&case["win"][0]), number(&case["win"][1]));
        let (modelview, projection) = (matrix(&case["modelview"]), matrix(&case["projection"]));
        let (viewport, space) = (viewport(&case["viewport"]), clip_space(&case));
        let ray =
            pick_ray_in(window, &modelview, &projection, viewport, space).unwrap_or_else(|| panic!("no ray: {case}"));
        assert_ray(&case, &ray);
        assert_eq!(ray.reversed, space.far < space.near, "{case}");
        let framebuffer = FramebufferSize::new(4000, 3000);
        let view = View::from_matrices(modelview, projection, space, viewport, framebuffer);
        assert_eq!(view.ray(window), Some(ray), "{case}");
        if space.near.abs() == 1.0 && space.far.abs() == 1.0 && case["forward"] == "negative_z" {
            assert_eq!(pick_ray(window, &modelview, &projection, viewport), Some(ray), "{case}");
        }
        if case["told_wrong_way_round_too"] == true {
            let told = space.reversed();
            let ray = pick_ray_in(window, &modelview, &projection, viewport, told).unwrap_or_else(|| panic!("{case}"));
            assert_ray(&case, &ray);
            assert_eq!(ray.reversed, space.far < space.near, "{case}");
        }

        // The near point is seen where the ray was asked for, at the depth of the near plane, and comes back from
        // there.
        let seen = project_in(ray.near, &modelview, &projection, viewport, space).expect("before the eye");
        let depth = if space.near < space.far { 0.0 } else { 1.0 };
        let size = f64::from(viewport.width.max(viewport.height));
        assert!((seen.truncate() - window).length() < 1e-6 * size && (seen.z - depth).abs() < 1e-6, "{seen} {case}");
        let back = unproject_in(window.extend(depth), &modelview, &projection, viewport, space).expect("a point");
        assert!(is_near(back, point(&case["near"])), "{back} {case}");
    }
}

#[test]
fn a_clip_space_without_depth_has_no_rays_and_no_points() {
    let (projection, viewport) = (perspective(1.0, 1.0, 1.0, 9.0), Viewport::new(10, 10));
    for (near, far) in [(0.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
        let space = ClipSpace { near, far, y: ClipY::Up };
        let middle = DVec2::splat(5.0);
        assert_eq!(pick_ray_in(middle, &DMat4::IDENTITY, &projection, viewport, space), None);
        assert_eq!(project_in(DVec3::NEG_Z * 3.0, &DMat4::IDENTITY, &projection, viewport, space), None);
        assert_eq!(unproject_in(middle.extend(0.5), &DMat4::IDENTITY, &projection, viewport, space), None);
    }
}

#[test]
fn window_depths_between_any_two_depths_are_those_of_exact_numbers() {
    let mut random = seeded();
    let (identity, viewport) = (DMat4::IDENTITY, Viewport::new(2, 2));
    // Twice the precision of f64 is not endless: where the terms cancel, that much of them is left.
    let is_close = |got: f64, exact: &BigRational, terms: f64| {
        (rational(got) - exact).abs() <= exact.abs() * rational(f64::EPSILON) + rational(terms * f64::exp2(-98.0))
    };
    for round in 0..3000 {
        let [a, b] = [(); 2].map(|()| (random.f64() - 0.5) * f64::exp2(random.i32(-20..20).into()));
        let space = ClipSpace { near: a, far: b, y: ClipY::Up };
        let (low, high) = (rational(a.min(b)), rational(a.max(b)));
        // About where the NDC depth is zero, or anywhere.
        let zero = -a.min(b) / (a.max(b) - a.min(b));
        let depth = if round % 2 == 0 { zero } else { random.f64() };
        let point = unproject_in(DVec3::new(1.0, 1.0, depth), &identity, &identity, viewport, space).expect("a point");
        let exact = &low + (&high - &low) * rational(depth);
        assert!(is_close(point.z, &exact, a.abs() + b.abs()), "{} for depth {depth} in {space:?}", point.z);
        assert_eq!(space.ndc_from_window(DVec3::new(1.0, 1.0, depth), viewport), Some(point), "{space:?}");
        let z = a + (b - a) * random.f64();
        let seen = project_in(DVec3::new(0.0, 0.0, z), &identity, &identity, viewport, space).expect("a point").z;
        let exact = (rational(z) - &low) / (&high - &low);
        assert!(is_close(seen, &exact, 0.0), "{seen} for {z} in {space:?}");
    }
}

type Transform = fn(DVec3, &DMat4, &DMat4, Viewport) -> Option<DVec3>;

/// Checks each case by the rules of the vectors' README, and two things beyond: where the exact answer is none, so is
/// ours, and where it is well conditioned, ours is within one unit in the last place of what twice the precision leaves
/// of it.
fn check(name: &str, input: &str, transform: Transform) {
    for case in vectors(name) {
        let (modelview, projection) = (matrix(&case["modelview"]), matrix(&case["projection"]));
        let got = transform(point(&case[input]), &modelview, &projection, viewport(&case["viewport"]));
        if case["status"] != "ok" {
            assert_eq!(got, None, "{case}");
            continue;
        }
        assert!(got.is_none_or(DVec3::is_finite), "{got:?} {case}");
        if case["well"] == true {
            let got = got.unwrap_or_else(|| panic!("no answer: {case}"));
            let (exact, unit) = (point(&case["exact"]), point(&case["err_unit"]));
            for i in 0..3 {
                let error = (got[i] - exact[i]).abs();
                assert!(error <= 16.0 * unit[i] * 0.5 * f64::EPSILON, "{got} {case}");
                let ulp = exact[i].abs().next_up() - exact[i].abs();
                assert!(error <= ulp + unit[i] * (0.5 * f64::EPSILON).powi(2) * 64.0, "{got} {case}");
            }
        }
    }
}

#[test]
fn project_and_unproject_give_the_exact_answers_of_the_vectors() {
    check("unproject.jsonl", "win", unproject);
    check("project.jsonl", "obj", project);
}

#[test]
fn a_model_of_any_size_can_be_unprojected() {
    let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
    let projection = perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
    for power in [-300, -250, -100, 100, 250, 300] {
        let scale = f64::exp2(f64::from(power));
        let point = unproject(DVec3::new(10.5, 20.5, 0.25), &DMat4::IDENTITY, &projection, viewport).expect("a point");
        let scaled = DMat4::from_scale(DVec3::splat(scale));
        let got = unproject(DVec3::new(10.5, 20.5, 0.25), &scaled, &projection, viewport);
        assert_eq!(got, Some(point / scale), "scale 2^{power}");
    }
}

#[test]
fn nothing_is_unprojected_through_what_is_singular_empty_or_not_finite() {
    let viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };
    let projection = perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
    let window = DVec2::new(10.5, 20.5);
    let flat = DMat4::from_rotation_x(0.3) * DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0)) * DMat4::from_rotation_y(0.7);
    let nan = DMat4::from_translation(DVec3::new(f64::NAN, 0.0, 0.0));
    let infinite = DMat4::from_translation(DVec3::new(f64::INFINITY, 0.0, 0.0));
    for modelview in [flat, DMat4::ZERO, nan, infinite] {
        assert_eq!(unproject(window.extend(0.5), &modelview, &projection, viewport), None, "{modelview}");
        assert_eq!(pick_ray(window, &modelview, &projection, viewport), None, "{modelview}");
    }
    for (width, height) in [(0, 480), (640, 0), (-640, 480)] {
        let empty = Viewport { width, height, ..viewport };
        assert_eq!(pick_ray(window, &DMat4::IDENTITY, &projection, empty), None);
    }
    for bad in [f64::NAN, f64::INFINITY] {
        let window = DVec2::new(bad, 0.5);
        assert_eq!(pick_ray(window, &DMat4::IDENTITY, &projection, viewport), None);
        assert_eq!(unproject(window.extend(0.5), &DMat4::IDENTITY, &projection, viewport), None);
        assert_eq!(project(DVec3::new(0.0, bad, -1.0), &DMat4::IDENTITY, &projection, viewport), None);
    }
    // On the plane of the eye.
    let moved = DMat4::from_translation(DVec3::new(0.1, 0.2, 0.3));
    assert_eq!(project(DVec3::new(-0.1, 5.0, -0.3), &moved, &projection, viewport), None);
    assert!(project(DVec3::new(-0.1, 5.0, (-0.3_f64).next_up()), &moved, &projection, viewport).is_some());
}
