//! The article on Möller-Trumbore derived, with pre-tests, in C#: what it claims holds here, and what it gets wrong is
//! right (ids of its errors in the names).

use crate::article_moller_trumbore::{legs, ray, triangle, unanimous};
use glam::{DMat3, DQuat, DVec2, DVec3, EulerRot};
use pickray::geometry::{BoundingKind, BoundingVolume, Ray, Sphere, Triangle};
use pickray::intersect::{
    Culling, RayTriangleOutcome, Rejection, Side, pretest_counts, ray_triangle, ray_triangle_report, rays_through,
};

#[test]
fn cramers_rule_and_the_scalar_triple_product_give_the_same_determinants() {
    let shape = triangle([[1.0, 2.0, 3.0], [-4.0, 5.0, 1.0], [2.0, -3.0, -6.0]]);
    let ray = ray([7.0, 3.0, 5.0], [-6.0, -4.0, -5.0]);
    let (s, d) = (ray.origin - shape.a, ray.direction());
    let (e1, e2) = (shape.b - shape.a, shape.c - shape.a);
    let determinant = |x: DVec3, y: DVec3, z: DVec3| DMat3::from_cols(x, y, z).determinant();
    let report = ray_triangle_report(&ray, &shape, Culling::None);
    assert_eq!(report.det, determinant(-d, e1, e2));
    assert_eq!(report.t_det, determinant(s, e1, e2));
    assert_eq!(report.u_det, determinant(-d, s, e2));
    assert_eq!(report.v_det, determinant(-d, e1, s));
}

#[test]
fn s2_by_value_the_caller_gets_t_u_and_v() {
    let hit = unanimous(&ray([0.25, 0.25, 1.0], [0.0, 0.0, -1.0]), &legs(1.0), Culling::None).expect("a hit");
    assert_eq!((hit.t, hit.u, hit.v, hit.side), (1.0, 0.25, 0.25, Side::Front));
}

#[test]
fn s2_no_det_guard_a_tiny_scene_is_hit_and_a_parallel_ray_is_not() {
    let unit = 1.0 / f64::from(1 << 25) / f64::from(1 << 25);
    let tiny = ray([0.25 * unit, 0.25 * unit, unit], [0.0, 0.0, -unit]);
    let hit = unanimous(&tiny, &legs(unit), Culling::None).expect("a hit");
    assert_eq!((hit.t, hit.u, hit.v), (1.0, 0.25, 0.25));

    let parallel = ray([0.25, 0.25, 1.0], [1.0, 0.0, 0.0]);
    assert_eq!(unanimous(&parallel, &legs(1.0), Culling::None), None);
    let report = ray_triangle_report(&parallel, &legs(1.0), Culling::None);
    assert_eq!(report.outcome, RayTriangleOutcome::Miss(Rejection::Parallel));
    let within = ray([-1.0, 0.25, 0.0], [1.0, 0.0, 0.0]);
    assert_eq!(unanimous(&within, &legs(1.0), Culling::None), None);
    let report = ray_triangle_report(&within, &legs(1.0), Culling::None);
    assert_eq!(report.outcome, RayTriangleOutcome::Miss(Rejection::Coplanar));
}

#[test]
fn s2_text_u_plus_v_reaches_up_to_one_and_weighs_the_corners() {
    let shape = triangle([[1.0, 1.0, 0.0], [5.0, 1.0, 0.0], [1.0, 9.0, 0.0]]);
    let ray = ray([3.0, 5.0, 1.0], [0.0, 0.0, -1.0]);
    let hit = unanimous(&ray, &shape, Culling::None).expect("a hit where u + v = 1");
    assert_eq!((hit.u, hit.v), (0.5, 0.5));
    let weighed = (1.0 - hit.u - hit.v) * shape.a + hit.u * shape.b + hit.v * shape.c;
    assert_eq!(weighed, ray.at(hit.t));
}

#[test]
fn bounding_volumes_before_the_triangles_lose_no_hit_and_spare_most_of_the_misses() {
    // A ring of 400 triangles, aslant in space: much of each volume is empty.
    let turn = DQuat::from_euler(EulerRot::XYZ, 0.4, 0.7, 0.2);
    let rim =
        |i: u32| turn * DVec2::from_angle(f64::from(i) * std::f64::consts::TAU / 400.0).extend(0.05 * f64::from(i % 2));
    let ring: Vec<Triangle> = (0..400).map(|i| Triangle::new(rim(i), rim(i + 1), 0.9 * rim(i + 2))).collect();
    let corners = || ring.iter().flat_map(|triangle| triangle.corners());
    let hits = |ray: &Ray| ring.iter().any(|triangle| ray_triangle(ray, triangle, Culling::None).is_some());

    let ball = Sphere::enclosing(corners()).expect("a ball");
    let rays: Vec<Ray> = rays_through(&Sphere { radius: 2.0 * ball.radius, ..ball }, 3_000).collect();
    let mut in_vain = Vec::new();
    for kind in BoundingKind::ALL {
        let volume = BoundingVolume::enclosing(kind, corners()).expect("a volume");
        let counts = pretest_counts(&volume, rays.iter().copied(), hits);
        assert_eq!(counts.lost, 0, "{} loses hits", kind.name());
        assert!(counts.hits > 30 && counts.passed < counts.rays / 3, "{}: {counts:?}", kind.name());
        in_vain.push(counts.in_vain());
    }
    let [_, aabb, obb, k14, k18, k26] = in_vain[..] else { panic!("six kinds: {in_vain:?}") };
    assert!(obb < aabb, "a flat thing aslant wants a turned box: {in_vain:?}");
    assert!(k26 <= k14 && k26 <= k18 && k14 <= aabb && k18 <= aabb, "more planes let fewer through: {in_vain:?}");
}
