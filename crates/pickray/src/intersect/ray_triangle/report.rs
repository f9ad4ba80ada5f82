//! Report of what [`ray_triangle`](super::ray_triangle()) did and why, as a value to show.

use super::compensated::PreparedRay;
use super::values::ExactVolumes;
use super::{Culling, RayTriangleHit, Side, Verdict, meet};
use crate::geometry::{ExactRay, Ray, Triangle};
use crate::math::exact::Exact;
use crate::math::four_f64::baseline;
use crate::math::predicates::Sign;
use serde::{Deserialize, Serialize};

/// Reason why a ray does not hit a triangle: the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// A coordinate is infinite or not a number.
    NotFinite,
    /// The ray's two points are the same.
    ZeroDirection,
    /// The corners lie on a line: the triangle has no area.
    Degenerate,
    /// The ray lies in the triangle's plane.
    Coplanar,
    /// The ray is parallel to the triangle's plane.
    Parallel,
    /// The ray meets the side that is culled.
    Culled,
    /// The line passes beyond the edge `c a`: u < 0.
    OutsideU,
    /// The line passes beyond the edge `a b`: v < 0.
    OutsideV,
    /// The line passes beyond the edge `b c`: w = 1 - u - v < 0.
    OutsideW,
    /// The line meets the triangle behind the origin: t < 0.
    Behind,
}

/// Outcome of one test of a ray against a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RayTriangleOutcome {
    /// The ray hits the triangle, with these values.
    Hit(RayTriangleHit),
    /// The ray misses the triangle, for this reason.
    Miss(Rejection),
}

/// Report of one test of a ray against a triangle, with its intermediate values.
///
/// The volumes are exact values rounded to f64, or the largest finite f64 if they are larger. Their signs are exact
/// even if a volume rounds to zero. All five are zero if a coordinate is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RayTriangleReport {
    /// The volume `e1 · (d × e2)`, with edges `e1 = b - a` and `e2 = c - a` and the ray's direction `d`: above zero if
    /// the ray faces the front, zero if it is parallel to the plane.
    pub det: f64,
    /// The volume `s · (d × e2)`, which is `u det`; `s` leads from the corner `a` to the origin, `d` is the direction,
    /// `e2` is `c - a`.
    pub u_det: f64,
    /// The volume `d · (s × e1)`, which is `v det`, with `s` and `d` as above; `e1` is `b - a`.
    pub v_det: f64,
    /// The volume `det - u det - v det`, which is `w det`, with `w` the weight of the corner `a`.
    pub w_det: f64,
    /// The volume `e2 · (s × e1)`, which is `t det`, with `s`, `e1` and `e2` as above.
    pub t_det: f64,
    /// The exact signs of `det`, `u_det`, `v_det`, `w_det` and `t_det`.
    pub signs: [Sign; 5],
    /// `true` if compensated f64 with its error bound gave the whole answer; else exact predicates decided.
    pub decided_by_filter: bool,
    /// The answer of [`ray_triangle`](super::ray_triangle()).
    pub outcome: RayTriangleOutcome,
}

/// Returns the answer of [`ray_triangle`](super::ray_triangle()), the numbers behind it, and the reason of a miss.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Triangle};
/// use pickray::intersect::{Culling, RayTriangleOutcome, Rejection, ray_triangle_report};
///
/// let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
/// let beside = Ray::between(DVec3::new(-1.0, 0.5, 2.0), DVec3::new(-1.0, 0.5, 1.0));
/// let report = ray_triangle_report(&beside, &triangle, Culling::None);
/// assert_eq!((report.det, report.u_det, report.v_det), (1.0, -1.0, 0.5));
/// assert_eq!(report.outcome, RayTriangleOutcome::Miss(Rejection::OutsideU));
/// ```
pub fn ray_triangle_report(ray: &Ray, triangle: &Triangle, culling: Culling) -> RayTriangleReport {
    report(&ray.exact(), triangle, culling)
}

/// Returns the [`ray_triangle_report`] of a ray that may have been moved.
pub(crate) fn report(ray: &ExactRay, triangle: &Triangle, culling: Culling) -> RayTriangleReport {
    let is_finite = ray.is_finite() && triangle.is_finite();
    let volumes = if is_finite { ExactVolumes::new(ray, triangle) } else { ExactVolumes::ZERO };
    let all = [&volumes.det, &volumes.u, &volumes.v, &volumes.w(), &volumes.t];
    let [det, u_det, v_det, w_det, t_det] = all.map(Exact::rounded);
    let outcome = match meet(ray, triangle, culling) {
        Some(hit) => RayTriangleOutcome::Hit(hit),
        None if !is_finite => RayTriangleOutcome::Miss(Rejection::NotFinite),
        None => RayTriangleOutcome::Miss(rejection(ray, triangle, culling, &volumes)),
    };
    let decided_by_filter = PreparedRay::new(baseline(), ray).decide_any(triangle, culling) != Verdict::Unsure;
    RayTriangleReport { det, u_det, v_det, w_det, t_det, signs: all.map(Exact::sign), decided_by_filter, outcome }
}

fn rejection(ray: &ExactRay, triangle: &Triangle, culling: Culling, volumes: &ExactVolumes) -> Rejection {
    let facing = volumes.det.sign();
    if facing == Sign::Zero {
        return rejection_without_a_point(ray, triangle, volumes);
    }
    let side = if facing == Sign::Positive { Side::Front } else { Side::Back };
    if culling.culls(side) {
        return Rejection::Culled;
    }
    let below_zero = |volume: Sign| volume * facing == Sign::Negative;
    if below_zero(volumes.u.sign()) {
        Rejection::OutsideU
    } else if below_zero(volumes.v.sign()) {
        Rejection::OutsideV
    } else if below_zero(volumes.w().sign()) {
        Rejection::OutsideW
    } else {
        debug_assert!(below_zero(volumes.t.sign()), "a miss has a reason");
        Rejection::Behind
    }
}

/// Returns the reason why the line and the triangle's plane have no single point in common.
fn rejection_without_a_point(ray: &ExactRay, triangle: &Triangle, volumes: &ExactVolumes) -> Rejection {
    if ray.is_point() {
        Rejection::ZeroDirection
    } else if triangle.is_degenerate() {
        Rejection::Degenerate
    } else if volumes.t.sign() == Sign::Zero {
        Rejection::Coplanar
    } else {
        Rejection::Parallel
    }
}
