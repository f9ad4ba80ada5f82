//! A ray against a triangle: the golden vectors.

use crate::data::vectors;
use glam::DVec3;
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, ray_triangle};
use serde_json::Value;

/// A vector of three numbers.
pub fn point(value: &Value) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|i| value[i].as_f64().expect("a number")))
}

/// The two-point ray of a case, and the length of its parameter in the case's: the direction is halved until origin + direction is exact.
pub fn exact_ray(case: &Value) -> (Ray, f64) {
    let (origin, direction) = (point(&case["origin"]), point(&case["dir"]));
    (0..200)
        .map(|step| f64::exp2(f64::from(if step % 2 == 0 { step / 2 } else { -(step + 1) / 2 })))
        .map(|scale| (origin, origin + scale * direction, scale))
        .find(|&(origin, target, scale)| {
            // The sum is exact when its rounding error, which TwoSum computes without one, is zero.
            let addend = scale * direction;
            let back = target - origin;
            (origin - (target - back)) + (addend - back) == DVec3::ZERO
        })
        .map(|(origin, target, scale)| (Ray::new(origin, target), scale))
        .expect("a scale at which the target is exact")
}

#[test]
fn every_decision_of_the_vectors_is_right() {
    for case in vectors("ray_triangle.jsonl") {
        let (ray, _) = exact_ray(&case);
        let triangle = Triangle::new(point(&case["v0"]), point(&case["v1"]), point(&case["v2"]));
        let hit = ray_triangle(&ray, &triangle, Culling::None);
        assert_eq!(hit.is_some(), case["hit"].as_bool().expect("a decision"), "{case}");
    }
}
