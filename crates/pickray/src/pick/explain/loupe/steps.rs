//! Steps of Möller and Trumbore's test as they stand in the paper, with all intermediate numbers kept.
//!
//! Based on: Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997, section 3, both
//! sides. Departure: no epsilon, and comparisons before the division, so that the result is that of
//! [`moller_trumbore`](crate::intersect::moller_trumbore()).

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Div, Neg, Sub};

/// Intermediate numbers of Möller and Trumbore's test under the paper's names, with vectors of type `V` and scalars of
/// type `S`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MollerTrumboreSteps<V, S> {
    /// Edge `E1 = b - a`.
    pub e1: V,
    /// Edge `E2 = c - a`.
    pub e2: V,
    /// Direction `D`, from the ray's origin to its target.
    pub d: V,
    /// Vector from a to the ray's origin: `T = origin - a`.
    pub t_vec: V,
    /// Vector `P = D × E2`.
    pub p: V,
    /// Vector `Q = T × E1`.
    pub q: V,
    /// Determinant `P · E1`: above zero where the ray meets the triangle's front.
    pub det: S,
    /// Product `P · T`, which is `u det`.
    pub u_det: S,
    /// Product `Q · D`, which is `v det`.
    pub v_det: S,
    /// Product `Q · E2`, which is `t det`.
    pub t_det: S,
    /// Barycentric weight of b, the quotient `u_det / det`; `None` where it is not finite.
    pub u: Option<S>,
    /// Barycentric weight of c, the quotient `v_det / det`; `None` where it is not finite.
    pub v: Option<S>,
    /// Parameter t of the ray at the triangle's plane, the quotient `t_det / det`; `None` where it is not finite.
    pub t: Option<S>,
    /// First test that failed; `None` where no test failed, which is a hit.
    pub failed: Option<FailedTest>,
}

/// Test of Möller and Trumbore's algorithm that ends in a miss; variants stand in the order of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailedTest {
    /// Determinant that is zero, or not a number.
    DetIsZero,
    /// Weight u < 0.
    UBelowZero,
    /// Weight u > 1.
    UAboveOne,
    /// Weight v < 0.
    VBelowZero,
    /// Weights u + v > 1.
    UPlusVAboveOne,
    /// Parameter t < 0, or too large to be finite.
    TBelowZero,
}

impl MollerTrumboreSteps<DVec3, f64> {
    pub(super) fn in_f64(ray: [DVec3; 2], corners: [DVec3; 3]) -> Self {
        steps(ray, corners, DVec3::cross, DVec3::dot)
    }
}

impl MollerTrumboreSteps<Vec3, f32> {
    pub(in crate::pick) fn in_f32(ray: [Vec3; 2], corners: [Vec3; 3]) -> Self {
        steps(ray, corners, Vec3::cross, Vec3::dot)
    }
}

fn steps<V, S>(
    [origin, target]: [V; 2],
    [a, b, c]: [V; 3],
    cross: impl Fn(V, V) -> V,
    dot: impl Fn(V, V) -> S,
) -> MollerTrumboreSteps<V, S>
where
    V: Copy + Sub<Output = V>,
    S: Copy + Default + PartialOrd + Into<f64> + Add<Output = S> + Div<Output = S> + Neg<Output = S>,
{
    let (e1, e2, d, t_vec) = (b - a, c - a, target - origin, origin - a);
    let (p, q) = (cross(d, e2), cross(t_vec, e1));
    let (det, u_det, v_det, t_det) = (dot(e1, p), dot(t_vec, p), dot(d, q), dot(e2, q));
    let quotient = |numerator: S| Some(numerator / det).filter(|&quotient| quotient.into().is_finite());
    let (u, v, t) = (quotient(u_det), quotient(v_det), quotient(t_det));

    // Turned so that det is above zero, which rounds nothing, the numerators can be compared with it.
    let zero = S::default();
    let turned = |x: S| if det < zero { -x } else { x };
    let (size, u_part, v_part, t_part) = (turned(det), turned(u_det), turned(v_det), turned(t_det));
    let tests = [
        (size > zero, FailedTest::DetIsZero),
        (u_part >= zero, FailedTest::UBelowZero),
        (u_part <= size, FailedTest::UAboveOne),
        (v_part >= zero, FailedTest::VBelowZero),
        (u_part + v_part <= size, FailedTest::UPlusVAboveOne),
        (t_part >= zero && t.is_some(), FailedTest::TBelowZero),
    ];
    let failed = tests.into_iter().find(|(passed, _)| !passed).map(|(_, test)| test);
    MollerTrumboreSteps { e1, e2, d, t_vec, p, q, det, u_det, v_det, t_det, u, v, t, failed }
}
