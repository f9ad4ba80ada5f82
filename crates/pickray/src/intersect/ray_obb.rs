//! A ray against an oriented box, decided exactly for the box that its numbers describe.
//!
//! Based on: Timothy Kay and James Kajiya, Ray Tracing Complex Scenes, SIGGRAPH 1986, section 2; departures in
//! [`ray_slabs`].

use super::slabs::{Slab, ray_slabs};
use crate::geometry::{ExactRay, Obb, Ray};
use crate::math::bounded::Bounded;
use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, difference, dot, vector};
use glam::DVec3;

/// Relative error of `axis · (p - q)`, per unit of the sum of the magnitudes of its terms: a difference, a product and
/// two additions make four roundings; six covers those of the sum and one more addition.
const PROJECTION_ERROR: f64 = 6.0 * ROUNDOFF;

/// Returns the t at which the ray enters and leaves the closed box, or `None` if it misses. The entry is at 0 or more:
/// at 0 if the origin is inside.
///
/// Ray and box are in the same space, of finite coordinates; else the answer is `None`. The box is what lies within
/// `half_extents` of `center` along each of its axes. The decision whether the ray hits that box is exact, touching
/// counts, and a box may be flat. The values of t are right to within a few roundings. A ray of two equal points hits
/// if its point is inside, with the exit at infinity.
pub fn ray_obb(ray: &Ray, obb: &Obb) -> Option<(f64, f64)> {
    let ExactRay { origin: o, from, to, .. } = ray.exact();
    let Obb { center, half_extents, axes } = *obb;
    if !(obb.is_finite() && o.is_finite() && to.is_finite()) || half_extents.min_element() < 0.0 {
        return None;
    }
    let (to_center, direction) = (center - o, to - from);
    let slabs = (0..3).map(|i| {
        let (axis, half) = (axes.col(i), half_extents[i]);
        let center = projection(axis, to_center);
        let error = center.error + PROJECTION_ERROR * half;
        Slab {
            below: Bounded { value: center.value - half, error },
            above: Bounded { value: center.value + half, error },
            velocity: projection(axis, direction),
        }
    });
    let exactly = || -> [Slab<Exact>; 3] {
        std::array::from_fn(|i| {
            let along = |p: DVec3, q: DVec3| dot(&vector(axes.col(i)), &difference(p, q));
            let (center, half) = (along(center, o), Exact::new(half_extents[i]));
            Slab { below: center.clone() - half.clone(), above: center + half, velocity: along(to, from) }
        })
    };
    ray_slabs(slabs, exactly)
}

/// Returns `axis · difference`, of a difference that is rounded.
fn projection(axis: DVec3, difference: DVec3) -> Bounded {
    let magnitude = axis.abs().dot(difference.abs());
    Bounded { value: axis.dot(difference), error: PROJECTION_ERROR * magnitude + f64::MIN_POSITIVE }
}
