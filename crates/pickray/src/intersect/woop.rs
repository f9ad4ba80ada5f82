//! A ray against a triangle, watertight: no ray slips through a shared edge.
//!
//! Based on: Sven Woop, Carsten Benthin, Ingo Wald, Watertight Ray/Triangle Intersection, Journal of Computer Graphics
//! Techniques 2(1), 2013.
//!
//! Departures: f64 instead of f32; where an edge function vanishes, its sign comes from the exact difference of its two
//! products, where the paper recomputes it in f64; the shear multiplies by the largest component of the direction where
//! the paper divides by it, so that it is exact where the products are, and rays in a triangle's plane stay in it; a
//! NaN is no hit.

use super::{Culling, RayTriangleHit, Side};
use crate::geometry::{Ray, Triangle};
use crate::math::double::Double;
use glam::DVec3;

/// Returns the hit of the ray on the triangle at t >= 0, by Woop, Benthin and Wald in f64, or `None` if it misses.
///
/// Ray and triangle are in the same space. Triangles that share an edge see the same rounded edge, so that no ray
/// passes between them; that edge may differ from the exact one by rounding, so that the ray may hit another triangle
/// than by [`ray_triangle`](super::ray_triangle()). `None` is returned for the same misses as by that function, and for
/// numbers that under- or overflow.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{Ray, Triangle};
/// use pickray::intersect::{Culling, Side, woop};
///
/// let triangle = Triangle::new(DVec3::ZERO, DVec3::X, DVec3::Y);
/// let ray = Ray::between(DVec3::new(0.25, 0.5, 2.0), DVec3::new(0.25, 0.5, 1.0));
/// let hit = woop(&ray, &triangle, Culling::Back).unwrap();
/// assert_eq!((hit.t, hit.u, hit.v, hit.side), (2.0, 0.25, 0.5, Side::Front));
/// ```
pub fn woop(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    let sheared = ShearedRay::new(ray)?;
    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| sheared.apply(corner));

    // The edge functions, twice the signed areas that the ray's axis makes with each edge, weigh the opposite corners.
    let weights = [edge_function(c, b), edge_function(a, c), edge_function(b, a)];
    let any_negative = weights.iter().any(|&weight| weight < 0.0);
    let any_positive = weights.iter().any(|&weight| weight > 0.0);
    let side = match (any_positive, any_negative) {
        (true, false) => Side::Front,
        (false, true) => Side::Back,
        _ => return None,
    };
    if culling.culls(side) {
        return None;
    }

    // The determinant is their sum; t is their mean of the corners' depths along the ray.
    let [u, v, w] = weights;
    let det = u + v + w;
    let t = (u * a.z + v * b.z + w * c.z) / det / sheared.direction.z;
    let hit = RayTriangleHit { t, u: v / det, v: w / det, side };
    (0.0 <= hit.t && hit.t.is_finite() && hit.u.is_finite() && hit.v.is_finite()).then_some(hit)
}

/// The affine map that takes the ray to the z axis and keeps handedness.
struct ShearedRay {
    origin: DVec3,
    /// The indices of the axes that become x, y and z of the sheared space; the ray's direction is largest along z.
    axes: [usize; 3],
    /// The ray's direction along these axes x, y and z, before the shear.
    direction: DVec3,
}

impl ShearedRay {
    /// Returns the map of a ray, or `None` if the direction is zero or not finite.
    fn new(ray: &Ray) -> Option<Self> {
        let direction = ray.direction();
        let z = direction.abs().max_position();
        let (mut x, mut y) = ((z + 1) % 3, (z + 2) % 3);
        if direction[z] < 0.0 {
            (x, y) = (y, x);
        }
        let direction = DVec3::new(direction[x], direction[y], direction[z]);
        (direction.is_finite() && direction.z != 0.0).then_some(Self { origin: ray.origin, axes: [x, y, z], direction })
    }

    fn apply(&self, corner: DVec3) -> DVec3 {
        let [x, y, z] = self.axes.map(|axis| corner[axis] - self.origin[axis]);
        let direction = self.direction;
        DVec3::new(x * direction.z - direction.x * z, y * direction.z - direction.y * z, z)
    }
}

/// Returns `p.x * q.y - p.y * q.x`, with the exact sign.
fn edge_function(p: DVec3, q: DVec3) -> f64 {
    let value = p.x * q.y - p.y * q.x;
    if value != 0.0 {
        return value;
    }
    let (left, right) = (Double::product(p.x, q.y), Double::product(p.y, q.x));
    (left - right).hi
}
