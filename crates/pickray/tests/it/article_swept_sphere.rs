//! The article 如何实现复杂网络模型模型的碰撞检测 (swept spheres, sweep-and-prune): each of its errors with the counterexample, and what
//! it claims. Its tree of boxes has a module of its own.

use glam::DVec3;
use pickray::accel::SweepAndPrune;
use pickray::geometry::{Aabb, Sphere, Triangle};
use pickray::intersect::{Contact, Feature, SweepVerdict, swept_sphere_triangle, swept_sphere_triangle_traced};

/// The triangle of the counterexamples.
fn triangle() -> Triangle {
    Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y)
}

fn sweep_by(radius: f64, center: [f64; 3], displacement: [f64; 3]) -> Option<Contact> {
    swept_sphere_triangle(&Sphere { center: center.into(), radius }, displacement.into(), &triangle())
}

fn sweep(center: [f64; 3], displacement: [f64; 3]) -> Option<Contact> {
    sweep_by(1.0, center, displacement)
}

#[test]
fn s3_one_sided_the_back_is_hit_too() {
    let contact = sweep([1.0, 1.0, -3.0], [0.0, 0.0, 4.0]).expect("a contact");
    assert_eq!((contact.t, contact.feature, contact.normal), (0.5, Feature::Face, -DVec3::Z));
}

#[test]
fn s3_vn_cull_edge_moving_off_the_plane_is_not_moving_off_the_edges() {
    let contact = sweep([1.0, -2.0, 0.5], [0.0, 4.0, 0.125]).expect("a contact");
    assert!((contact.t - 0.288_964_647_104_410_1).abs() < 1e-15);
    assert_eq!((contact.feature, contact.point), (Feature::Edge(0), DVec3::X));
}

#[test]
fn s3_beyond_end_a_contact_after_the_end_is_none() {
    assert_eq!(sweep([1.0, -4.0, 0.5], [0.0, 1.0, -0.125]), None);
}

#[test]
fn s3_exit_root_an_overlapping_start_is_at_zero_and_not_at_the_exit() {
    for displacement in [[0.0, 2.0, -0.0625], [0.0, -4.0, -0.0625]] {
        let contact = sweep([1.0, -0.5, 0.25], displacement).expect("a contact");
        assert!(contact.t == 0.0 && contact.overlapping);
        assert_eq!((contact.feature, contact.point), (Feature::Edge(0), DVec3::X));
    }
}

#[test]
fn s3_strict_zero_touching_at_the_start_is_a_contact_and_no_overlap() {
    let contact = sweep([1.0, -1.0, 0.0], [0.0, 1.0, -0.0625]).expect("a contact");
    assert!(contact.t == 0.0 && !contact.overlapping);
}

#[test]
fn s3_zero_displacement_a_sphere_at_rest_can_overlap() {
    let contact = sweep([1.0, -0.5, 0.25], [0.0; 3]).expect("a contact");
    assert!(contact.t == 0.0 && contact.overlapping);
    assert_eq!(sweep([1.0, -1.5, 0.25], [0.0; 3]), None);
}

#[test]
fn s3_parallel_touch_sliding_at_exactly_the_radius_touches() {
    let contact = sweep([-4.0, 1.0, 1.0], [12.0, 0.0, 0.0]).expect("a contact");
    assert!((contact.t - 1.0 / 3.0).abs() < 1e-15);
}

#[test]
fn s3_vn_epsilon_a_slow_sphere_arrives() {
    let (small, slow) = (2f64.powi(-26), 2f64.powi(-25));
    let contact = sweep_by(0.125, [1.0, 1.0, 0.125 + small], [0.0, 0.0, -slow]).expect("a contact");
    assert_eq!((contact.t, contact.feature), (0.5, Feature::Face));
}

#[test]
fn s3_area_epsilon_a_small_triangle_is_not_hit_from_beside() {
    let leg = 1.0 / 256.0;
    let small = Triangle::new(DVec3::ZERO, leg * DVec3::X, leg * DVec3::Y);
    let sphere = Sphere { center: DVec3::new(12.0 / 512.0, 12.0 / 512.0, 1.0 / 256.0), radius: 1.0 / 512.0 };
    assert_eq!(swept_sphere_triangle(&sphere, DVec3::new(0.0, 0.0, -1.0 / 128.0), &small), None);
}

#[test]
fn s3_unit_c_the_radius_is_the_spheres_and_not_one() {
    let contact = sweep_by(0.5, [6.0, 0.0, 0.0], [-4.0, 0.0, -0.0625]).expect("a contact");
    assert!((contact.t - 0.375_137_5).abs() < 1e-6);
    assert_eq!((contact.feature, contact.point), (Feature::Vertex(1), 4.0 * DVec3::X));
}

#[test]
fn the_root_keeps_its_digits_for_big_spheres_and_a_triangle_of_no_area_has_no_inside() {
    // A radius of 2^30 above a corner, a gap of 2^-10: (-b - sqrt(D)) / 2a has no digit of it left.
    let (radius, gap) = (2f64.powi(30), 2f64.powi(-10));
    let contact = sweep_by(radius, [-radius - gap, 0.0, 0.0], [2.0 * gap, 0.0, 0.0]).expect("a contact");
    assert!((contact.t - 0.5).abs() < 1e-3, "{}", contact.t);

    // SameSide says that every point is inside of a triangle of zero area.
    let flat = Triangle::new(DVec3::ZERO, DVec3::X, 2.0 * DVec3::X);
    let sphere = Sphere { center: DVec3::new(1.0, 3.0, 3.0), radius: 1.0 };
    assert_eq!(swept_sphere_triangle(&sphere, -4.0 * DVec3::Z, &flat), None);
    let onto = Sphere { center: DVec3::new(1.0, 0.0, 3.0), radius: 1.0 };
    assert_eq!(swept_sphere_triangle(&onto, -4.0 * DVec3::Z, &flat).map(|contact| contact.t), Some(0.5));
}

#[test]
fn the_plane_comes_first_then_edges_and_vertices_and_the_earliest_is_the_contact() {
    let sphere = Sphere { center: DVec3::new(5.0, -0.5, 2.0), radius: 1.0 };
    let trace = swept_sphere_triangle_traced(&sphere, DVec3::new(-1.0, 0.0, -4.0), &triangle());
    assert_eq!(trace.candidates[0].feature, Feature::Face);
    assert_eq!(trace.candidates[0].verdict, SweepVerdict::OffFeature);
    let touched = trace.candidates.iter().filter(|candidate| candidate.verdict == SweepVerdict::Touches);
    let earliest = touched.filter_map(|candidate| candidate.t).fold(f64::INFINITY, f64::min);
    let contact = trace.contact.expect("a contact");
    assert_eq!(contact.t, earliest);
    let center = sphere.center + contact.t * DVec3::new(-1.0, 0.0, -4.0);
    assert!(
        (center - contact.point).distance(contact.normal) < 1e-15,
        "the normal leads from the contact to the centre"
    );
}

#[test]
fn boxes_that_overlap_do_so_on_all_three_axes_and_not_only_on_the_two_that_are_sorted_there() {
    // The article sorts x and y and leaves z to the exact test: these two overlap on x and y alone.
    let column = |z: f64| Aabb::new(DVec3::new(0.0, 0.0, z), DVec3::new(1.0, 1.0, z + 1.0));
    let mut sweep = SweepAndPrune::default();
    let (a, b) = (sweep.insert(column(0.0)), sweep.insert(column(5.0)));
    assert!(sweep.update().added.is_empty());
    sweep.set(b, column(0.5));
    assert_eq!(sweep.update().added, [[a, b]]);
}

#[test]
fn in_a_slow_scene_far_fewer_tests_are_made_than_there_are_pairs() {
    // Coherence: 132 objects, as in the article's scene, that move a hundredth of their size a frame.
    let mut rng = fastrand::Rng::with_seed(132);
    let mut vector = |size: f64| size * DVec3::new(rng.f64(), rng.f64(), rng.f64());
    let mut boxes: Vec<(Aabb, DVec3)> = (0..132)
        .map(|_| {
            let min = vector(8.0);
            (Aabb::new(min, min + 1.0), (vector(1.0) - 0.5) * 0.02)
        })
        .collect();
    let mut sweep = SweepAndPrune::default();
    for &(aabb, _) in &boxes {
        sweep.insert(aabb);
    }
    sweep.update();
    let mut tests = 0;
    for _ in 0..100 {
        for (id, (aabb, velocity)) in (0..).zip(&mut boxes) {
            *aabb = Aabb::new(aabb.min + *velocity, aabb.max + *velocity);
            sweep.set(id, *aabb);
        }
        sweep.update();
        tests += sweep.stats().tests;
    }
    let all_pairs = 132 * 131 / 2;
    assert!(tests / 100 < all_pairs / 20, "{} tests a frame, {all_pairs} pairs", tests / 100);
}
