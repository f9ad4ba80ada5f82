//! The article 3D空间中射线与三角形的交叉检测算法 (Möller-Trumbore in C++): what it claims holds here, and what it gets wrong is right
//! (ids of its errors in the names).

use glam::DVec3;
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, RayTriangleHit, Side, moller_trumbore, ray_triangle, woop};

/// A ray-triangle test.
pub type RayTriangle = fn(&Ray, &Triangle, Culling) -> Option<RayTriangleHit>;

/// The three tests, which answer alike wherever the case is clear.
pub const TESTS: [RayTriangle; 3] = [ray_triangle, moller_trumbore, woop];

pub fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(DVec3::from_array);
    Triangle::new(a, b, c)
}

/// The ray from `origin` whose t counts in lengths of `direction`.
pub fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray {
    let (origin, direction) = (DVec3::from_array(origin), DVec3::from_array(direction));
    Ray::between(origin, origin + direction)
}

/// A right triangle at the origin of the plane z = 0, seen from its front from above.
pub fn legs(length: f64) -> Triangle {
    triangle([[0.0; 3], [length, 0.0, 0.0], [0.0, length, 0.0]])
}

/// What all three tests answer.
pub fn unanimous(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    let [first, second, third] = TESTS.map(|test| test(ray, triangle, culling));
    assert_eq!(first, second, "Möller-Trumbore against exact: {ray:?} {triangle:?}");
    assert_eq!(first, third, "Woop against exact: {ray:?} {triangle:?}");
    first
}

#[test]
fn a_point_of_the_triangle_is_where_the_ray_is() {
    let triangle = triangle([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, -2.0]]);
    let ray = ray([0.25, 0.5, 4.0], [0.0, 0.0, -0.5]);
    let hit = unanimous(&ray, &triangle, Culling::None).expect("a hit");
    assert_eq!(triangle.at(hit.u, hit.v), ray.at(hit.t));
    assert!(hit.u >= 0.0 && hit.v >= 0.0 && hit.u + hit.v <= 1.0);
}

#[test]
fn culling_lets_the_front_through_with_the_same_numbers() {
    let down = ray([0.25, 0.5, 2.0], [0.0, 0.0, -1.0]);
    let hit = unanimous(&down, &legs(1.0), Culling::Back);
    assert_eq!(hit, Some(RayTriangleHit { t: 2.0, u: 0.25, v: 0.5, side: Side::Front }));
    assert_eq!(hit, unanimous(&down, &legs(1.0), Culling::None));
    let up = ray([0.25, 0.5, -2.0], [0.0, 0.0, 1.0]);
    assert_eq!(unanimous(&up, &legs(1.0), Culling::Back), None);
    assert_eq!(
        unanimous(&up, &legs(1.0), Culling::None),
        Some(RayTriangleHit { t: 2.0, u: 0.25, v: 0.5, side: Side::Back })
    );
}

#[test]
fn s0_behind_a_triangle_behind_the_origin_is_missed() {
    let triangle = triangle([[1.0, 0.0, -1.0], [0.0, 1.0, -1.0], [0.0, 0.0, -2.0]]);
    assert_eq!(unanimous(&ray([0.25, 0.25, -3.0], [0.0, 0.0, -1.0]), &triangle, Culling::None), None);
    let hit = unanimous(&ray([0.25, 0.25, 3.0], [0.0, 0.0, -1.0]), &triangle, Culling::None).expect("a hit");
    assert_eq!((hit.t, hit.u, hit.v), (4.5, 0.25, 0.5));
}

#[test]
fn s0_epsilon_small_triangles_and_short_directions_are_hit() {
    let small = legs(1.0 / 1024.0);
    let hit = unanimous(&ray([1.0 / 4096.0, 1.0 / 4096.0, 1.0], [0.0, 0.0, -1.0]), &small, Culling::Back);
    assert_eq!(hit, Some(RayTriangleHit { t: 1.0, u: 0.25, v: 0.25, side: Side::Front }));
    let slow = ray([0.25, 0.25, 1.0], [0.0, 0.0, -2.0 / f64::from(1 << 20)]);
    assert_eq!(unanimous(&slow, &legs(1.0), Culling::Back).map(|hit| hit.t), Some(f64::from(1 << 19)));
}

#[test]
fn s0_epsilon_asymmetry_the_winding_changes_the_side_only() {
    // The determinant is ±0.00001f, which the article takes on one side and leaves on the other.
    let slow = ray([0.25, 0.25, 1.0], [0.0, 0.0, -f64::from(0.00001_f32)]);
    let (front, back) = (legs(1.0), triangle([[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]));
    for test in TESTS {
        let [front, back] = [&front, &back].map(|shape| test(&slow, shape, Culling::None).expect("a hit"));
        assert_eq!((front.t, front.u, front.v), (back.t, back.v, back.u));
        assert_eq!((front.side, back.side), (Side::Front, Side::Back));
    }
}

#[test]
fn u_v_and_the_side_come_back_with_t() {
    let hit = unanimous(&ray([0.25, 0.125, 3.0], [0.0, 0.0, -2.0]), &legs(1.0), Culling::None).expect("a hit");
    assert_eq!(hit, RayTriangleHit { t: 1.5, u: 0.25, v: 0.125, side: Side::Front });
}
