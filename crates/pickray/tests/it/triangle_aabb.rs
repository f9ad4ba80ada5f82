//! A triangle and a box: the golden vectors.

use crate::data::vectors;
use crate::ray_triangle::point;
use crate::triangle_triangle::orders;
use pickray::geometry::{Aabb, Triangle};
use pickray::intersect::{SeparatingAxis, triangle_aabb, triangle_aabb_traced};
use serde_json::Value;

fn parts(case: &Value) -> (Triangle, Aabb) {
    let (center, half) = (point(&case["center"]), point(&case["half"]));
    let triangle = Triangle::new(point(&case["v0"]), point(&case["v1"]), point(&case["v2"]));
    (triangle, Aabb::new(center - half, center + half))
}

#[test]
fn every_decision_of_the_vectors_is_right_in_every_order() {
    for case in vectors("tri_aabb.jsonl") {
        let (triangle, aabb) = parts(&case);
        for triangle in orders(triangle) {
            assert_eq!(triangle_aabb(&triangle, &aabb), case["overlap"].as_bool().expect("a decision"), "{case}");
        }
    }
}

#[test]
fn the_trace_names_the_first_family_of_axes_that_separates() {
    for case in vectors("tri_aabb.jsonl") {
        let (triangle, aabb) = parts(&case);
        let trace = triangle_aabb_traced(&triangle, &aabb);
        assert_eq!(trace.axes.len(), 13);
        let family = trace.first_separating.map(|index| match trace.axes[index].axis {
            SeparatingAxis::BoxAxis(_) => "box_axis",
            SeparatingAxis::Plane => "plane",
            SeparatingAxis::EdgeCross { .. } => "edge_cross",
        });
        assert_eq!(family, case["first_separating"].as_str(), "{case}");
        assert_eq!(trace.overlap, case["overlap"].as_bool().expect("a decision"), "{case}");
    }
}
