//! Limits on rays within which the boxes of a tree over objects are wide enough.

use crate::geometry::Aabb;
use crate::math::PickRay;
use crate::work::packed;
use glam::DVec3;

/// Limit of how far a ray may be extrapolated, and of how far out its points may lie. The point at t is the sum of 1 −
/// t times the ray's near point and t times its far point. The sum |1 − t| + |t| is at most STRETCH. The sum of the two
/// points' sizes, with the same factors, is at most STRETCH times the largest coordinate of the boxes.
///
/// If the far plane is at infinity, the far point lies as far behind the near plane as the near plane is from the eye.
/// So near distances down to 2⁻¹⁶ of the size of the scene keep within the limit. A ray beyond the limit is tried with
/// every object.
pub const STRETCH: f64 = (1u64 << 20) as f64;

/// Room that is left around boxes for those that move, a share of the longest side of all.
const ROOM: f64 = 0.25;

/// Cube around all boxes in a tree over objects, from which the limits on rays follow.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    center: DVec3,
    /// Side of the cube: the longest side of the bounds of all boxes, with room added.
    pub side: f64,
    /// Largest absolute value of a coordinate in the cube.
    pub largest: f64,
}
packed!(struct Reach { center, side, largest });

impl Reach {
    /// Returns the cube around boxes that lie in `bounds`, with some room added. The bounds may be empty.
    pub fn around(bounds: &Aabb) -> Self {
        if bounds.is_empty() {
            return Self { center: DVec3::ZERO, side: 0.0, largest: 0.0 };
        }
        let (center, side) = (bounds.center(), (1.0 + 2.0 * ROOM) * bounds.size().max_element());
        Self { center, side, largest: center.abs().max_element() + 0.5 * side }
    }

    /// Returns `true` if a box lies within the cube.
    pub fn holds(&self, aabb: &Aabb) -> bool {
        let half = 0.5 * self.side;
        (self.center - aabb.min).max_element() <= half && (aabb.max - self.center).max_element() <= half
    }

    /// Returns `true` if the ray keeps within the limit [`STRETCH`] at every t at which it may hit something in the
    /// boxes.
    ///
    /// The factors 1 − t and t are bounded for t up to T = 2 (d + side) / w. Here w is the length of the ray per unit
    /// of t, and d its distance from the centre at t = 0. Beyond T the ray hits nothing: in the terms of
    /// [`widening`](super::widening), its point c in the world is at least t w − d away from the centre, and the object
    /// sees that point moved by |R c| + rest. As the object has a box, |R| C is at most an eighth of the side, so that
    /// |R c| is at most side / 8 + (d + t w) / 4. The rest is at most an eighth of the side at T and grows no faster
    /// than t, so that it is at most t w / 16. What is left of t w, 11/16, is 11/8 (d + side) or more. So the object
    /// sees the ray farther from the centre than the side, hence outside of all boxes. Sizes are greatest components.
    ///
    /// For a ray made from a direction, the near point and the way from there, t w, count once each.
    #[inline]
    pub fn covers(&self, ray: &PickRay) -> bool {
        let size = |point: DVec3| point.abs().max_element();
        if ray.beyond.is_some() {
            let way = 2.0 * (size(ray.near - self.center) + self.side);
            return ray.far.is_finite() && size(ray.near) + way <= STRETCH * self.largest;
        }
        let way = size(ray.far - ray.near);
        let last = ray.t_max.min(2.0 * (size(ray.near - self.center) + self.side) / way);
        let near_count = last.max(1.0);
        ray.near.is_finite()
            && ray.far.is_finite()
            && near_count + last <= STRETCH
            && near_count * size(ray.near) + last * size(ray.far) <= STRETCH * self.largest
    }
}
