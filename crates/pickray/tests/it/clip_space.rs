//! Rays and window coordinates by matrices of other graphics interfaces: the golden vectors, and OpenGL as it was.

use crate::data::vectors;
use crate::rational::rational;
use crate::ray_triangle::point;
use glam::{DMat4, DVec2, DVec3};
use num_rational::BigRational;
use num_traits::Signed;
use pickray::math::{
    ClipSpace, ClipY, FramebufferSize, PickRay, Viewport, perspective, pick_ray_in, project_in, unproject_in,
};
use pickray::scene::View;
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn matrix(value: &Value) -> DMat4 {
    DMat4::from_cols_array(&std::array::from_fn(|i| number(&value[i])))
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
        let [x, y, width, height] = std::array::from_fn(|i| number(&case["viewport"][i]) as i32);
        let viewport = Viewport { x, y, width, height };
        let space = clip_space(&case);
        let ray =
            pick_ray_in(window, &modelview, &projection, viewport, space).unwrap_or_else(|| panic!("no ray: {case}"));
        assert_ray(&case, &ray);
        assert_eq!(ray.reversed, space.far < space.near, "{case}");
        let framebuffer = FramebufferSize::new(4000, 3000);
        let view = View::from_matrices(modelview, projection, space, viewport, framebuffer);
        assert_eq!(view.ray(window), Some(ray), "{case}");
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
        let size = f64::from(width.max(height));
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
    let seed = 92;
    let mut random = fastrand::Rng::with_seed(seed);
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
        assert!(
            is_close(point.z, &exact, a.abs() + b.abs()),
            "{} for depth {depth} in {space:?}, seed {seed}",
            point.z
        );
        assert_eq!(space.ndc_from_window(DVec3::new(1.0, 1.0, depth), viewport), Some(point), "{space:?}, seed {seed}");
        let z = a + (b - a) * random.f64();
        let seen = project_in(DVec3::new(0.0, 0.0, z), &identity, &identity, viewport, space).expect("a point").z;
        let exact = (rational(z) - &low) / (&high - &low);
        assert!(is_close(seen, &exact, 0.0), "{seen} for {z} in {space:?}, seed {seed}");
    }
}
