//! A ray against an axis-aligned box, decided exactly.
//!
//! Based on: Timothy Kay and James Kajiya, Ray Tracing Complex Scenes, SIGGRAPH 1986, section 2; departures in
//! [`ray_slabs`].

use super::slabs::{Slab, difference, ray_slabs};
use crate::geometry::{Aabb, ExactRay, Ray};
use crate::math::exact::Exact;

/// Returns the t at which the ray enters and leaves the closed box, or `None` if it misses. The entry is at 0 or more:
/// at 0 if the origin is inside.
///
/// Ray and box are in the same space, of finite coordinates; else the answer is `None`. The decision whether the ray
/// hits is exact, touching counts, and a box may be flat; the values of t are right to within a few roundings. A ray of
/// two equal points hits if its point is inside, with the exit at infinity.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Aabb, Ray};
/// use pickray::intersect::ray_aabb;
///
/// let cube = Aabb::new(DVec3::NEG_ONE, DVec3::ONE);
/// let along_an_edge = Ray::between(DVec3::new(-3.0, 1.0, 1.0), DVec3::new(-2.0, 1.0, 1.0));
/// assert_eq!(ray_aabb(&along_an_edge, &cube), Some((2.0, 4.0)));
/// assert_eq!(ray_aabb(&Ray::between(DVec3::ZERO, DVec3::X), &cube), Some((0.0, 1.0)));
/// ```
pub fn ray_aabb(ray: &Ray, aabb: &Aabb) -> Option<(f64, f64)> {
    let ExactRay { origin: o, from, to, .. } = ray.exact();
    if aabb.is_empty() || ![o, to, aabb.min, aabb.max].into_iter().all(|point| point.is_finite()) {
        return None;
    }
    let slabs = (0..3).map(|i| Slab {
        below: difference(aabb.min[i], o[i]),
        above: difference(aabb.max[i], o[i]),
        velocity: difference(to[i], from[i]),
    });
    let exactly = || -> [Slab<Exact>; 3] {
        std::array::from_fn(|i| {
            let difference = |x: f64, y: f64| Exact::new(x) - Exact::new(y);
            let [below, above] = [aabb.min, aabb.max].map(|corner| difference(corner[i], o[i]));
            Slab { below, above, velocity: difference(to[i], from[i]) }
        })
    };
    ray_slabs(slabs, exactly)
}
