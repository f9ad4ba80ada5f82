//! Reach of a tree over objects: limits of the rays that the tree's boxes are wide enough for.

use crate::geometry::Aabb;
use crate::math::PickRay;
use crate::work::packed;
use glam::DVec3;

/// Limit of how far a ray may be extrapolated, and of how far out its points may lie: its place at t is a sum of its
/// near point, taken 1 − t times, and its far point, taken t times. The sum |1 − t| + |t| is at most STRETCH, and the
/// same sum of the points' sizes is at most STRETCH times the largest coordinate of the boxes.
///
/// A far plane at infinity has its far point as far behind the near plane as that plane is from the eye, so that a near
/// plane at down to a 2¹⁶th of the size of the scene keeps within the limit. A ray beyond the limit is tried with every
/// object.
pub const STRETCH: f64 = (1u64 << 20) as f64;

/// Room that is left around boxes for those that move, a share of the longest side of all.
const ROOM: f64 = 0.25;

/// Place of all boxes in a tree over objects, and the limits of rays that follow from it.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    center: DVec3,
    /// Side of a cube around the centre: the longest side of the bounds, with room added.
    pub side: f64,
    /// Largest coordinate in the cube of this `side` around the centre.
    pub largest: f64,
}
packed!(struct Reach { center, side, largest });

impl Reach {
    /// Returns the reach for boxes in these bounds, which may be empty, with some room around them.
    pub fn around(bounds: &Aabb) -> Self {
        if bounds.is_empty() {
            return Self { center: DVec3::ZERO, side: 0.0, largest: 0.0 };
        }
        let (center, side) = (bounds.center(), (1.0 + 2.0 * ROOM) * bounds.size().max_element());
        Self { center, side, largest: center.abs().max_element() + 0.5 * side }
    }

    /// Returns `true` if a box lies within the bounds and room that the reach was made for.
    pub fn holds(&self, aabb: &Aabb) -> bool {
        let half = 0.5 * self.side;
        (self.center - aabb.min).max_element() <= half && (aabb.max - self.center).max_element() <= half
    }

    /// Returns `true` if all that the ray may hit in these boxes lies within [`STRETCH`].
    ///
    /// The counts are taken at t up to T = 2 (d + side) / w, with w the ray's way for each t, and d its distance from
    /// the centre at t = 0: beyond T the ray hits nothing. There, in the words of [`widening`](super::widening), its
    /// place c in the world is t w − d away from the centre at least, and an object sees it elsewhere by |R c| + rest.
    /// As the object has a box, |R| C is an eighth of the side at most, so that |R c| is at most side / 8 + (d + t w) /
    /// 4; rest is an eighth of the side at T at most, and grows no faster than t, so that it is at most t w / 16. What
    /// is left of t w, 11/16, is 11/8 (d + side) or more, so that the object sees the ray farther from the centre than
    /// side, hence outside of all boxes. Sizes are greatest components.
    ///
    /// Rays made from a direction have the near point and the way from there, t w, counted once each.
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
