//! The article 用OpenGL实现射线拣取对象 (picking in OpenGL): what it claims holds here, and what it gets wrong is right (ids of
//! its errors in the names).

use crate::article_moller_trumbore::{TESTS, legs, ray, triangle, unanimous};
use glam::{DMat4, DVec2, DVec3};
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, RayTriangleOutcome, Rejection, Side, ray_triangle, ray_triangle_report};
use pickray::math::{
    CursorPosition, FramebufferSize, PixelSample, Viewport, orthographic, perspective, pick_ray, unproject,
    window_from_cursor,
};

/// The article's triangle, of corners (1, 0, -1), (0, 1, -1), (0, 0, -2).
fn article_triangle() -> Triangle {
    triangle([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, -2.0]])
}

const VIEWPORT: Viewport = Viewport { x: 0, y: 0, width: 640, height: 480 };

/// The article's lens: 45 degrees, near 0.1, far 100.
fn lens() -> DMat4 {
    perspective(45_f64.to_radians(), 640.0 / 480.0, 0.1, 100.0)
}

#[test]
fn two_points_at_depth_0_and_1_make_the_ray_that_picks_the_triangle() {
    // The pixel at which (1/3, 1/3, -4/3), the triangle's centre, is seen.
    let center = article_triangle().at(1.0 / 3.0, 1.0 / 3.0);
    let window = pickray::math::project(center, &DMat4::IDENTITY, &lens(), VIEWPORT).expect("it is in front");
    let near = unproject(window.truncate().extend(0.0), &DMat4::IDENTITY, &lens(), VIEWPORT).expect("a near point");
    let far = unproject(window.truncate().extend(1.0), &DMat4::IDENTITY, &lens(), VIEWPORT).expect("a far point");
    assert!((near.z + 0.1).abs() < 1e-15 && (far.z + 100.0).abs() < 1e-11);
    let hit = ray_triangle(&Ray::between(near, far), &article_triangle(), Culling::None).expect("a hit");
    assert!((hit.u - 1.0 / 3.0).abs() < 1e-12 && (hit.v - 1.0 / 3.0).abs() < 1e-12);
    assert!(Ray::between(near, far).at(hit.t).distance(center) < 1e-12);
}

#[test]
fn a_moved_model_is_picked_by_moving_the_ray_back() {
    let world_from_object = DMat4::from_translation(DVec3::new(3.0, 0.0, -5.0)) * DMat4::from_rotation_z(0.5);
    let at = world_from_object.transform_point3(article_triangle().at(0.25, 0.25));
    let world = Ray::between(DVec3::new(0.0, 0.0, 2.0), at);
    let object_from_world = world_from_object.inverse();
    let in_object = Ray::between(
        object_from_world.transform_point3(world.origin),
        object_from_world.transform_point3(world.target),
    );
    let hit = ray_triangle(&in_object, &article_triangle(), Culling::None).expect("a hit");
    assert!((hit.t - 1.0).abs() < 1e-14, "t is the same number in every space");
}

#[test]
fn s1_behind_t_is_tested_and_returned() {
    assert_eq!(unanimous(&ray([0.25, 0.25, -3.0], [0.0, 0.0, -1.0]), &article_triangle(), Culling::None), None);
    // With t the nearer of two can be told.
    let [near, far] = [1.0, 0.0].map(|z| triangle([[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]]));
    let down = ray([0.25, 0.25, 2.0], [0.0, 0.0, -1.0]);
    let [near, far] = [near, far].map(|shape| unanimous(&down, &shape, Culling::None).expect("a hit").t);
    assert!(near < far);
}

#[test]
fn s1_epsilon_a_triangle_with_legs_of_a_256th_is_hit() {
    let down = ray([1.0 / 1024.0, 1.0 / 1024.0, 1.0], [0.0, 0.0, -1.0]);
    let hit = unanimous(&down, &legs(1.0 / 256.0), Culling::None).expect("a hit");
    assert_eq!((hit.t, hit.u, hit.v), (1.0, 0.25, 0.25));
}

#[test]
fn s1_nan_hit_a_ray_of_zero_length_is_a_miss() {
    let point = Ray::between(DVec3::new(0.25, 0.25, 0.0), DVec3::new(0.25, 0.25, 0.0));
    assert_eq!(unanimous(&point, &legs(1.0), Culling::None), None);
    let report = ray_triangle_report(&point, &legs(1.0), Culling::None);
    assert_eq!(report.outcome, RayTriangleOutcome::Miss(Rejection::ZeroDirection));
    let nowhere = Ray::between(DVec3::splat(f64::NAN), DVec3::ZERO);
    assert_eq!(unanimous(&nowhere, &legs(1.0), Culling::None), None);
}

#[test]
fn s1_return_ignored_a_singular_matrix_gives_no_point() {
    let flat = DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0));
    assert_eq!(unproject(DVec3::new(320.0, 240.0, 0.0), &flat, &lens(), VIEWPORT), None);
    assert_eq!(unproject(DVec3::new(320.0, 240.0, 1.0), &DMat4::IDENTITY, &DMat4::ZERO, VIEWPORT), None);
    assert_eq!(pick_ray(DVec2::new(320.5, 240.5), &flat, &lens(), VIEWPORT), None);
}

#[test]
fn s1_viewport_y_the_flip_is_about_the_window_and_not_about_the_viewport() {
    // viewport.height - y - 1 would give 169, 179 and 459.
    let window = FramebufferSize { width: 800, height: 600 };
    for (cursor, expected) in [((420.0, 310.0), 289.5), ((320.0, 300.0), 299.5), ((10.0, 20.0), 579.5)] {
        let cursor = CursorPosition { x: cursor.0, y: cursor.1 };
        assert_eq!(window_from_cursor(cursor, window, PixelSample::Center).y, expected);
    }
    // And the viewport's own offset enters when the point is unprojected.
    let moved = Viewport { x: 100, y: 50, ..VIEWPORT };
    let near = unproject(DVec3::new(420.5, 289.5, 0.0), &DMat4::IDENTITY, &lens(), moved).expect("a point");
    let unmoved = unproject(DVec3::new(320.5, 239.5, 0.0), &DMat4::IDENTITY, &lens(), VIEWPORT).expect("a point");
    assert_eq!(near, unmoved);
}

#[test]
fn s1_pixel_corner_the_ray_goes_through_the_centre_of_the_pixel() {
    let size = FramebufferSize { width: 640, height: 480 };
    let cursor = CursorPosition { x: 320.0, y: 240.0 };
    assert_eq!(window_from_cursor(cursor, size, PixelSample::Center), DVec2::new(320.5, 239.5));
    assert_eq!(window_from_cursor(cursor, size, PixelSample::Corner), DVec2::new(320.0, 239.0), "as the article");
}

#[test]
fn s1_f32_narrowing_far_from_the_origin_the_ray_keeps_its_digits() {
    let modelview = DMat4::from_translation(DVec3::new(-16_777_217.0, 0.0, 0.0));
    let projection = perspective(45_f64.to_radians(), 640.0 / 480.0, 0.5, 100.0);
    let ray = pick_ray(DVec2::new(310.0, 240.0), &modelview, &projection, VIEWPORT).expect("a ray");
    assert!((ray.near.x - 16_777_216.991_370_55).abs() < 1e-8, "an f32 is a multiple of 2 here");
    assert!((ray.far.x - 16_777_215.274_110_157).abs() < 1e-8);
}

#[test]
fn s1_eye_as_origin_an_orthographic_ray_does_not_start_at_the_eye() {
    let viewport = Viewport { x: 0, y: 0, width: 400, height: 400 };
    let projection = orthographic(-2.0, 2.0, -2.0, 2.0, 1.0, 10.0);
    let ray = Ray::from(pick_ray(DVec2::new(300.0, 200.0), &DMat4::IDENTITY, &projection, viewport).expect("a ray"));
    assert!(ray.origin.distance(DVec3::new(1.0, 0.0, -1.0)) < 1e-14);
    assert!(ray.target.distance(DVec3::new(1.0, 0.0, -10.0)) < 1e-14);
    let shape = triangle([[0.5, -0.5, -2.0], [1.5, -0.5, -2.0], [1.0, 0.5, -2.0]]);
    assert!(ray_triangle(&ray, &shape, Culling::None).is_some());
    assert_eq!(
        ray_triangle(&Ray::between(DVec3::ZERO, ray.target), &shape, Culling::None),
        None,
        "from the eye it misses"
    );
}

#[test]
fn s1_matrix_typo_the_determinant_takes_y_from_y() {
    // With V3.y - V1.x for V3.y - V1.y the printed determinant would be 0 here.
    let shape = triangle([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    let report = ray_triangle_report(&ray([1.25, 0.25, 1.0], [0.0, 0.0, -1.0]), &shape, Culling::None);
    assert_eq!((report.det, report.u_det, report.v_det, report.w_det, report.t_det), (1.0, 0.25, 0.25, 0.5, 1.0));
    assert!(matches!(report.outcome, RayTriangleOutcome::Hit(hit) if hit.side == Side::Front));
}

#[test]
fn s1_open_interval_text_edges_and_corners_belong_to_the_triangle() {
    for (x, y) in [(0.5, 0.5), (0.25, 0.0), (0.0, 0.25), (0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
        let hit = unanimous(&ray([x, y, 1.0], [0.0, 0.0, -1.0]), &legs(1.0), Culling::None).expect("a hit");
        assert_eq!((hit.u, hit.v), (x, y));
    }
}

#[test]
fn the_unknowns_are_weighed_in_the_order_of_their_columns() {
    // The prose orders the unknowns (len, v, u) and the columns (len, u, v): u belongs to V2, v to V3.
    let shape = triangle([[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
    for test in TESTS {
        let hit = test(&ray([1.0, 2.0, 8.0], [0.0, 0.0, -2.0]), &shape, Culling::None).expect("a hit");
        assert_eq!((hit.t, hit.u, hit.v), (4.0, 0.25, 0.5));
    }
}
