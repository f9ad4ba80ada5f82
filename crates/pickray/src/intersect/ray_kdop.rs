//! A ray against a hull of fixed directions, decided exactly.
//!
//! Based on: Timothy Kay and James Kajiya, Ray Tracing Complex Scenes, SIGGRAPH 1986, section 2; departures in
//! [`ray_slabs`].

use super::slabs::{Slab, ray_slabs};
use crate::geometry::{Kdop, Ray};
use crate::math::bounded::Bounded;
use crate::math::double::ROUNDOFF;
use crate::math::exact::{Exact, difference, dot, vector};
use glam::DVec3;

/// Relative error of `normal · (p - q)` and of a plane's offset less `normal · q`, per unit of the sum of the
/// magnitudes of the terms: up to three roundings, and those of the bound.
const PROJECTION_ERROR: f64 = 5.0 * ROUNDOFF;

/// Returns the t at which the ray enters and leaves the closed hull, or `None` if it misses. The entry is at 0 or more:
/// at 0 if the origin is inside.
///
/// Ray and hull are in the same space; a ray that is not finite is a miss. Whether the ray hits is exact, touching
/// counts; t is right to within a few roundings. A ray of two equal points hits if inside, with the exit at infinity.
pub fn ray_kdop(ray: &Ray, kdop: &Kdop) -> Option<(f64, f64)> {
    let ray = ray.exact();
    if !ray.is_finite() {
        return None;
    }
    let (o, direction) = (ray.origin, ray.direction());
    let slabs = kdop.slabs().map(|(normal, min, max)| {
        let (along, magnitude) = (normal.dot(o), normal.abs().dot(o.abs()));
        let plane =
            |offset: f64| Bounded { value: offset - along, error: PROJECTION_ERROR * (magnitude + offset.abs()) };
        let velocity =
            Bounded { value: normal.dot(direction), error: PROJECTION_ERROR * normal.abs().dot(direction.abs()) };
        Slab { below: plane(min), above: plane(max), velocity }
    });
    let exactly = || -> Vec<Slab<Exact>> {
        let slab = |(normal, min, max): (DVec3, f64, f64)| {
            let normal = vector(normal);
            let origin = dot(&normal, &vector(o));
            Slab {
                below: Exact::new(min) - origin.clone(),
                above: Exact::new(max) - origin,
                velocity: dot(&normal, &difference(ray.to, ray.from)),
            }
        };
        kdop.slabs().map(slab).collect()
    };
    ray_slabs(slabs, exactly)
}
