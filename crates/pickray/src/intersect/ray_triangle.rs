//! A ray against a triangle, decided exactly, with values that are rounded once.
//!
//! Based on: Jonathan Richard Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates, 1997; Rafael Segura and Francisco Feito, Algorithms to Test Ray-Triangle Intersection, 2001 (the three
//! signed volumes); Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997 (the quotients
//! of the volumes).
//!
//! The volumes, with origin `o`, target `p`, `d = p - o`, `e1 = b - a`, `e2 = c - a` and `s = o - a`, are
//!
//! ```text
//!   det = e1 · (d × e2)
//! u det = s · (d × e2)     v det = d · (s × e1)     w det = det - u det - v det
//! t det = e2 · (s × e1)
//! ```
//!
//! The line meets the closed triangle where u det, v det and w det have no two opposite signs and are not all zero;
//! their sum, det, is then not zero either. That one sentence leaves out lines beside the triangle, lines parallel to
//! it or in its plane, triangles of zero area and rays of zero length.

mod compensated;
mod four_hits;
mod report;
mod values;

pub(crate) use compensated::{IndexedTriangle, PreparedRay};
pub(crate) use four_hits::FourHits;
pub(crate) use report::report;
pub use report::{RayTriangleOutcome, RayTriangleReport, Rejection, ray_triangle_report};

use super::{Culling, RayTriangleHit, Side};
use crate::geometry::{ExactRay, Ray, Triangle};
use crate::math::double::Double;
use crate::math::four_f64::baseline;
use crate::math::predicates::{Sign, orient3d};
use glam::DVec3;
use values::ExactVolumes;
pub(crate) use values::{order_of_t, sort_by_exact_t};

/// Verdict of a test that rounds, on a ray and a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    Hit(RayTriangleHit),
    Miss,
    /// Rounding leaves a doubt.
    Unsure,
}

impl Verdict {
    /// Returns the hit, or `None` for a miss; what `exactly` returns where the verdict is unsure.
    #[inline(always)]
    fn or(self, exactly: impl FnOnce() -> Option<RayTriangleHit>) -> Option<RayTriangleHit> {
        match self {
            Self::Hit(hit) => Some(hit),
            Self::Miss => None,
            Self::Unsure => exactly(),
        }
    }
}

/// Returns the hit of the ray on the closed triangle at t >= 0, or `None` if it misses. Decided exactly: a ray through
/// a shared edge or vertex hits every triangle there, and no other hit is invented.
///
/// Ray and triangle are in the same space. `t`, `u` and `v` are the exact values rounded once to f64, so that triangles
/// which share the point that is hit have the same `t`. `None` means a miss. The answer is a miss too for a ray in the
/// triangle's plane, a triangle of zero area, a ray of two equal points, a coordinate that is not finite, and a ray
/// that meets the side that is culled.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Triangle};
/// use pickray::intersect::{Culling, Side, ray_triangle};
///
/// let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
/// let ray = Ray::between(DVec3::new(0.25, 0.5, 2.0), DVec3::new(0.25, 0.5, 1.0));
/// let hit = ray_triangle(&ray, &triangle, Culling::None).unwrap();
/// assert_eq!((hit.t, hit.u, hit.v, hit.side), (2.0, 0.25, 0.5, Side::Front));
/// ```
pub fn ray_triangle(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    meet(&ray.exact(), triangle, culling)
}

/// Returns the hit as [`ray_triangle`] does, of a ray that may have been moved.
pub(crate) fn meet(ray: &ExactRay, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    PreparedRay::new(baseline(), ray).decide_any(triangle, culling).or(|| meet_exactly(ray, triangle, culling))
}

/// Returns the answer without the first stage, which left it in doubt.
fn meet_exactly(ray: &ExactRay, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    if !(ray.is_finite() && triangle.is_finite()) {
        return None;
    }
    if ray.lost.is_some() {
        return values::verdict_in_double(ray, triangle, culling).or(|| match from_its_origin(ray, triangle) {
            Some((ray, triangle)) => meet_exactly(&ray, &triangle, culling),
            None => ExactVolumes::new(ray, triangle).hit(culling),
        });
    }
    let side = decide(ray, triangle, culling)?;
    let (t, u, v) = values::rounded(ray, triangle);
    Some(RayTriangleHit { t, u, v, side })
}

/// Returns ray and triangle less the origin of the ray; `None` where that is not exact in f64.
fn from_its_origin(ray: &ExactRay, triangle: &Triangle) -> Option<(ExactRay, Triangle)> {
    let [lost, rest] = ray.lost.unwrap_or_default();
    let exact = |sum: Double| (sum.lo == 0.0).then_some(sum.hi);
    let difference = |p: f64, k: usize| {
        let first = Double::difference(p, ray.origin[k]);
        exact(Double::sum(first.hi, exact(Double::difference(first.lo, lost[k]))?))
    };
    let from_origin = |p: DVec3| Some(DVec3::new(difference(p.x, 0)?, difference(p.y, 1)?, difference(p.z, 2)?));
    let way = |k: usize| exact(Double::difference(ray.to[k], ray.from[k]));
    let ray = ExactRay::along(DVec3::ZERO, DVec3::new(way(0)?, way(1)?, way(2)?));
    let Triangle { a, b, c } = *triangle;
    (rest == DVec3::ZERO).then_some((ray, Triangle::new(from_origin(a)?, from_origin(b)?, from_origin(c)?)))
}

/// Returns the side that the ray meets, or `None` if it misses, by exact predicates alone. The ray has lost nothing.
fn decide(ray: &ExactRay, triangle: &Triangle, culling: Culling) -> Option<Side> {
    let Triangle { a, b, c } = *triangle;

    // The line goes through the triangle where no two edges lie on opposite sides of it.
    let volumes = [(b, c), (c, a), (a, b)].map(|(p, q)| ray.volume(p, q));
    let side = match (volumes.contains(&Sign::Positive), volumes.contains(&Sign::Negative)) {
        (false, true) => Side::Front,
        (true, false) => Side::Back,
        _ => return None,
    };
    if culling.culls(side) {
        return None;
    }

    // The origin is on the triangle's plane, or above it on the side that the ray meets.
    let height = orient3d(a, b, c, ray.origin);
    let behind = if side == Side::Front { Sign::Negative } else { Sign::Positive };
    (height != behind).then_some(side)
}
