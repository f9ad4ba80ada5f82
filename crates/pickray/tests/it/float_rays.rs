//! The two ray-triangle tests in plain f64, Möller-Trumbore and Woop's: the golden vectors by the rules for float code.

use crate::data::vectors;
use crate::ray_triangle::{exact_ray, triangle, within_bound};
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, RayTriangleHit, Side, moller_trumbore, ray_triangle, woop};

/// A ray-triangle test.
type RayTriangle = fn(&Ray, &Triangle, Culling) -> Option<RayTriangleHit>;

fn is_number(hit: &RayTriangleHit) -> bool {
    [hit.t, hit.u, hit.v].into_iter().all(f64::is_finite)
}

/// Checks each clear decision, and the values of each right hit; answers how many decisions were clear.
fn check_clear_cases(test: RayTriangle) -> usize {
    let mut n_clear = 0;
    for case in vectors("ray_triangle.jsonl") {
        let (ray, scale) = exact_ray(&case);
        let triangle = triangle([&case["v0"], &case["v1"], &case["v2"]]);
        let hit = test(&ray, &triangle, Culling::None);
        assert!(hit.as_ref().is_none_or(is_number), "{hit:?} {case}");
        if case["must_f64"] == true {
            n_clear += 1;
            assert_eq!(hit.is_some(), case["hit"] == true, "{case}");
        }
        let (Some(hit), true) = (hit, case["hit"] == true) else { continue };
        assert_eq!(hit.side == Side::Front, case["facing"] == 1, "{case}");
        assert!(within_bound(hit.t * scale, &case, "t"), "{hit:?} {case}");
        assert!(within_bound(hit.u, &case, "u") && within_bound(hit.v, &case, "v"), "{hit:?} {case}");
        assert_eq!(test(&ray, &triangle, Culling::Back).is_some(), hit.side == Side::Front, "{case}");
        assert_eq!(test(&ray, &triangle, Culling::Front).is_some(), hit.side == Side::Back, "{case}");
    }
    n_clear
}

#[test]
fn both_decide_every_clear_case() {
    for test in [moller_trumbore as RayTriangle, woop] {
        assert!(check_clear_cases(test) > 200);
    }
}

#[test]
fn moller_trumbore_is_exact_where_its_comparisons_are() {
    let mut n_exact = 0;
    for case in vectors("ray_triangle.jsonl") {
        let (ray, scale) = exact_ray(&case);
        if case["exact_ops_f64"] == true && scale == 1.0 {
            let triangle = triangle([&case["v0"], &case["v1"], &case["v2"]]);
            let hit = moller_trumbore(&ray, &triangle, Culling::None);
            assert_eq!(hit.is_some(), case["hit"] == true, "{case}");
            n_exact += 1;
        }
    }
    assert!(n_exact > 100);
}

#[test]
fn woop_lets_no_ray_through_a_shared_edge() {
    let mut n_strict = 0;
    for case in vectors("ray_watertight.jsonl") {
        if case["strict"] == false {
            continue;
        }
        n_strict += 1;
        let (ray, scale) = exact_ray(&case);
        let triangles = case["tris"].as_array().expect("triangles");
        let first = triangles
            .iter()
            .filter_map(|corners| woop(&ray, &triangle([&corners[0], &corners[1], &corners[2]]), Culling::None))
            .map(|hit| hit.t * scale)
            .min_by(f64::total_cmp);
        let first = first.unwrap_or_else(|| panic!("a leak: {case}"));
        let expected = case["t_first"].as_f64().expect("t");
        // What a rounded position of the ray, corner and edge can move the point.
        let size = triangles
            .iter()
            .flat_map(|t| t.as_array().expect("corners"))
            .map(|p| crate::ray_triangle::point(p).length());
        let reach = size.fold(ray.origin.length(), f64::max) / (ray.direction().length() / scale);
        assert!((first - expected).abs() <= 1e-12 * (reach + expected), "{first} {case}");
    }
    assert!(n_strict > 20);
}

#[test]
fn moller_trumbore_leaks_where_the_exact_test_does_not() {
    // Not a wish but the reason why the exact test is the one that picks: two rays of the vectors slip through a
    // corner.
    let mut leaks = std::collections::BTreeSet::new();
    for case in vectors("ray_watertight.jsonl").into_iter().filter(|case| case["strict"] == true) {
        let (ray, _) = exact_ray(&case);
        let is_hit = |test: RayTriangle| {
            let mut triangles = case["tris"].as_array().expect("triangles").iter();
            triangles.any(|c| test(&ray, &triangle([&c[0], &c[1], &c[2]]), Culling::None).is_some())
        };
        assert!(is_hit(ray_triangle), "{case}");
        if !is_hit(moller_trumbore) {
            leaks.insert(case["id"].as_str().expect("an id").to_owned());
        }
    }
    assert_eq!(leaks.iter().collect::<Vec<_>>(), ["wt00493", "wt00916"]);
}
