//! A triangle with another one and with a box: the golden vectors, and that nothing depends on an order or a scale.

use crate::closest_point::squared_to_triangle;
use crate::rational::exact;
use crate::ray_triangle::{point, triangle};
use crate::*;
use pickray::intersect::{
    SeparatingAxis, TriangleIntersection, TriangleTriangleTrace, Way, moller_interval, triangle_aabb,
    triangle_aabb_traced, triangle_triangle, triangle_triangle_intersection, triangle_triangle_traced,
};
use pickray::math::predicates::Sign;

/// The two triangles of a case.
fn triangles(case: &Value) -> [Triangle; 2] {
    ["a", "b"].map(|name| triangle(&case[name], [0, 1, 2]))
}

/// The six orders of a triangle's corners.
fn orders(triangle: Triangle) -> [Triangle; 6] {
    let Triangle { a, b, c } = triangle;
    [[a, b, c], [b, c, a], [c, a, b], [a, c, b], [c, b, a], [b, a, c]].map(|[a, b, c]| Triangle::new(a, b, c))
}

#[test]
fn every_decision_of_the_vectors_is_right_in_every_order_and_at_every_scale() {
    for case in vectors("tri_tri.jsonl") {
        let [p, q] = triangles(&case);
        let expected = case["intersect"].as_bool().expect("a decision");
        for (p, q) in orders(p).into_iter().flat_map(|p| orders(q).map(|q| (p, q))) {
            assert_eq!((triangle_triangle(&p, &q), triangle_triangle(&q, &p)), (expected, expected), "{case}");
        }
        for power in [-900, -500, -330, -100, 100, 330, 900] {
            let scaled = |Triangle { a, b, c }: Triangle| {
                let scale = f64::exp2(f64::from(power));
                Triangle::new(scale * a, scale * b, scale * c)
            };
            assert_eq!(triangle_triangle(&scaled(p), &scaled(q)), expected, "2^{power}: {case}");
        }
    }
}

#[test]
fn two_triangles_that_cross_a_line_share_what_their_intervals_share() {
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let floor = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
    let blade = |x: f64| Triangle::new(at(x, 1.0, -1.0), at(x, 1.0, 1.0), at(x + 1.0, 1.0, 1.0));
    for (x, meet) in [(1.0, true), (3.0, true), (3.5, false), (-0.25, true), (-1.0, false)] {
        let trace = triangle_triangle_traced(&floor, &blade(x));
        let Way::Line { tests, .. } = trace.way else { panic!("{:?}", trace.way) };
        assert_eq!((!tests.contains(&Sign::Positive), trace.meet), (meet, meet), "{x}");
        let line = trace.line.expect("both reach it");
        let lengths = [line.p[1] - line.p[0], line.q[1] - line.q[0]];
        assert!(x != 1.0 || trace.filter_decides && lengths == [3.0, 0.5], "{trace:?}");
        assert_eq!(line.p[0] <= line.q[1] && line.q[0] <= line.p[1], meet, "{line:?}");
    }
    let shared = triangle_triangle_intersection(&floor, &blade(1.0));
    let Some(TriangleIntersection::Segment(start, end)) = shared else { panic!("{shared:?}") };
    assert_eq!([start.min(end), start.max(end)], [at(1.0, 1.0, 0.0), at(1.5, 1.0, 0.0)]);
}

/// The corners of what two triangles share.
fn corners(shared: &TriangleIntersection) -> Vec<DVec3> {
    match shared {
        TriangleIntersection::Point(point) => vec![*point],
        TriangleIntersection::Segment(start, end) => vec![*start, *end],
        TriangleIntersection::Polygon(corners) => corners.clone(),
    }
}

#[test]
fn trace_and_shared_set_say_the_same_with_the_right_dimension_on_both_triangles() {
    // In units of the last place of the largest coordinate.
    const TOLERANCE: f64 = 64.0 * f64::EPSILON;
    let mut checked = 0;
    for case in vectors("tri_tri.jsonl") {
        let [p, q] = triangles(&case);
        let trace = triangle_triangle_traced(&p, &q);
        assert_eq!(trace.meet, case["intersect"].as_bool().expect("a decision"), "{case}");
        let text = serde_json::to_string(&trace).expect("JSON");
        assert_eq!(serde_json::from_str::<TriangleTriangleTrace>(&text).expect("a trace"), trace, "{case}");
        match (case["bug"].as_str(), &trace.way) {
            (Some("S4-coplanar-containment"), way) => assert_eq!(*way, Way::Coplanar { dropped: 2 }, "{case}"),
            (Some("S4-degenerate-coplanar"), Way::Coplanar { .. } | Way::Line { .. }) => panic!("{case}: {trace:?}"),
            _ => {}
        }

        let shared = triangle_triangle_intersection(&p, &q);
        assert_eq!((trace.intersection.is_some(), shared.is_some()), (trace.meet, trace.meet), "{case}");
        let corners = shared.as_ref().map(corners).unwrap_or_default();
        // The vectors leave it open for triangles of zero area that meet.
        if let Some(expected) = case["dim"].as_i64() {
            assert!(corners.len() <= 6 && corners.len().min(3) as i64 - 1 == expected, "{case} {shared:?}");
            checked += 1;
        }
        let size = p.corners().into_iter().chain(q.corners()).map(|corner| corner.abs().max_element());
        let most = rational(TOLERANCE * size.fold(0.0, f64::max));
        for (point, triangle) in corners.iter().flat_map(|&point| [(point, p), (point, q)]) {
            let off = squared_to_triangle(&exact(point), &triangle.corners().map(exact));
            assert!(off <= &most * &most, "{point} is off {triangle:?}: {case} {shared:?}");
        }
    }
    assert!(checked > 200, "only {checked} cases know a dimension");
}

#[test]
fn the_interval_test_agrees_where_rounding_does_not_decide() {
    let (mut clear, mut wrong) = (0, 0);
    for case in vectors("tri_tri.jsonl") {
        let [p, q] = triangles(&case);
        let right = moller_interval(&p, &q) == case["intersect"].as_bool().expect("a decision");
        let degenerate = case["kind_a"] != "triangle" || case["kind_b"] != "triangle";
        let margin = case["margin"].as_f64().expect("a margin").abs();
        if margin > f64::exp2(-20.0) && !degenerate && case["coplanar"] == false {
            clear += 1;
            assert!(right, "{case}");
        }
        wrong += usize::from(!right);
    }
    // It is not exact, which is why it only stands beside.
    assert!(clear > 100 && wrong > 0, "{clear} clear cases, {wrong} wrong");
    let at = |by: f64| {
        Triangle::new(by * DVec3::ONE.with_z(0.0), DVec3::new(4.0 + by, by, 0.0), DVec3::new(by, 4.0 + by, 0.0))
    };
    assert_eq!([1.0, 3.0].map(|by| moller_interval(&at(0.0), &at(by))), [true, false], "in one plane");
}

#[test]
fn a_coordinate_that_is_not_finite_meets_nothing() {
    let plain = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let other = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::new(0.0, bad, 0.0));
        assert!(!triangle_triangle(&plain, &other) && !triangle_triangle(&other, &plain));
        assert_eq!(triangle_triangle_intersection(&plain, &other), None);
        assert!(!triangle_triangle_traced(&plain, &other).meet);
    }
}

#[test]
fn every_decision_about_boxes_is_right_in_every_order_and_its_trace_names_the_first_axes_that_separate() {
    for case in vectors("tri_aabb.jsonl") {
        let (center, half) = (point(&case["center"]), point(&case["half"]));
        let triangle = triangle(&case, ["v0", "v1", "v2"]);
        let aabb = Aabb::new(center - half, center + half);
        let expected = case["overlap"].as_bool().expect("a decision");
        assert!(orders(triangle).iter().all(|triangle| triangle_aabb(triangle, &aabb) == expected), "{case}");
        let trace = triangle_aabb_traced(&triangle, &aabb);
        let family = trace.first_separating.map(|index| match trace.axes[index].axis {
            SeparatingAxis::BoxAxis(_) => "box_axis",
            SeparatingAxis::Plane => "plane",
            SeparatingAxis::EdgeCross { .. } => "edge_cross",
        });
        assert_eq!((trace.overlap, trace.axes.len()), (expected, 13), "{case}");
        assert_eq!(family, case["first_separating"].as_str(), "{case}");
    }
    let meets = |min, max| triangle_aabb(&Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y), &Aabb::new(min, max));
    assert!(meets(DVec3::NEG_INFINITY, DVec3::INFINITY), "an infinite box holds everything");
    assert!(!meets(Aabb::EMPTY.min, Aabb::EMPTY.max) && !meets(DVec3::NAN, DVec3::ONE), "these hold nothing");
}
