//! The article 快速检测空间三角形相交算法的代码实现 (two triangles after Devillers and Guigue): what it claims holds here, and what it
//! gets wrong is right (ids of its errors in the names).

use crate::data::vectors;
use crate::triangle_triangle::triangle;
use glam::DVec3;
use pickray::geometry::Triangle;
use pickray::intersect::{
    TriangleIntersection, Way, triangle_triangle, triangle_triangle_intersection, triangle_triangle_traced,
};
use pickray::math::predicates::{Sign, orient3d};
use serde_json::Value;

/// The cases that the vectors keep for an error of the article.
fn cases(bug: &str) -> Vec<Value> {
    let cases: Vec<Value> = vectors("tri_tri.jsonl").into_iter().filter(|case| case["bug"] == bug).collect();
    assert!(!cases.is_empty(), "no case for {bug}");
    cases
}

/// Decides the cases of an error rightly, either way around, and gives the ways that it took.
fn right(bug: &str) -> Vec<Way> {
    let decide = |case: &Value| {
        let (p, q) = (triangle(&case["a"]), triangle(&case["b"]));
        let expected = case["intersect"].as_bool().expect("a decision");
        assert_eq!((triangle_triangle(&p, &q), triangle_triangle(&q, &p)), (expected, expected), "{case}");
        triangle_triangle_traced(&p, &q).way
    };
    cases(bug).iter().map(decide).collect()
}

#[test]
fn s4_coplanar_containment_a_triangle_inside_another_meets_it() {
    assert!(right("S4-coplanar-containment").iter().all(|way| *way == Way::Coplanar { dropped: 2 }));
}

#[test]
fn s4_fixed_projection_the_plane_chooses_its_own_axis() {
    let ways = right("S4-fixed-projection");
    assert!(ways.contains(&Way::Coplanar { dropped: 0 }) && ways.contains(&Way::Coplanar { dropped: 1 }), "{ways:?}");
}

#[test]
fn s4_degenerate_coplanar_a_segment_is_a_segment() {
    let ways = right("S4-degenerate-coplanar");
    assert!(ways.iter().all(|way| !matches!(way, Way::Coplanar { .. } | Way::Line { .. })), "{ways:?}");
}

#[test]
fn s4_product_underflow_signs_are_not_multiplied() {
    right("S4-product-underflow");
}

#[test]
fn s4_barycentric_cancellation_a_corner_inside_a_needle_is_found() {
    right("S4-barycentric-cancellation");
}

#[test]
fn s4_f32_rounding_a_shared_corner_is_found() {
    right("S4-f32-rounding");
}

#[test]
fn the_text_s_sign_is_kept_positive_is_above_counter_clockwise_corners() {
    assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z), Sign::Positive);
}

#[test]
fn two_determinants_decide_once_both_triangles_cross_the_line() {
    let floor = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
    let blade =
        |x: f64| Triangle::new(DVec3::new(x, 1.0, -1.0), DVec3::new(x, 1.0, 1.0), DVec3::new(x + 1.0, 1.0, 1.0));
    for (x, meet) in [(1.0, true), (3.0, true), (3.5, false), (-0.25, true), (-1.0, false)] {
        let trace = triangle_triangle_traced(&floor, &blade(x));
        let Way::Line { tests, .. } = trace.way else { panic!("{:?}", trace.way) };
        assert_eq!(!tests.contains(&Sign::Positive), meet);
        assert_eq!(trace.meet, meet);
        let line = trace.line.expect("both reach it");
        assert_eq!(line.p[0] <= line.q[1] && line.q[0] <= line.p[1], meet, "{line:?}");
    }
}

#[test]
fn the_segment_of_intersection_is_the_overlap_of_the_intervals() {
    let floor = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
    let wall = Triangle::new(DVec3::new(1.0, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(2.0, 1.0, 1.0));
    let Some(TriangleIntersection::Segment(start, end)) = triangle_triangle_intersection(&floor, &wall) else {
        panic!("no segment")
    };
    let (left, right) = if start.x < end.x { (start, end) } else { (end, start) };
    assert_eq!((left, right), (DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.5, 1.0, 0.0)));
}
