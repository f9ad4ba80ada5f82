//! Ray, given by two points as `gluUnProject` gives them, or by an origin and a direction.

use crate::math::PickRay;
use crate::math::double::{Double, sum};
use crate::math::predicates::{Sign, orient_along, orient3d};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Ray: the half-line from `origin` (t = 0) through `target` (t = 1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ray {
    /// The point at t = 0: for a pick, the cursor unprojected at depth 0 (the near plane).
    pub origin: DVec3,
    /// The point at t = 1: for a pick, the cursor unprojected at depth 1 (the far plane). If the ray was made from a
    /// direction, this point is rounded, and tests use the direction itself.
    pub target: DVec3,
    /// The exact difference `origin + direction - target` for a ray that was made from a direction; else `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    beyond: Option<DVec3>,
}

impl Ray {
    /// Returns the ray from `origin` through `target`, both in the same space.
    #[inline]
    pub const fn between(origin: DVec3, target: DVec3) -> Self {
        Self { origin, target, beyond: None }
    }

    /// Returns the ray from `origin` along `direction`, of any length and not normalised: t is counted in lengths of
    /// `direction`. `None` if the direction is zero, a number is not finite, or `origin + direction` overflows f64.
    ///
    /// Hits are decided exactly for the two vectors given, however short or long the direction is compared with the
    /// origin. Their rounded sum, `target`, is only for display.
    ///
    /// ```
    /// use pickray::glam::DVec3;
    /// use pickray::{Culling, Mesh, Ray};
    ///
    /// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
    /// let ray = Ray::from_direction(DVec3::new(0.25, 0.25, 5.0), 1e-17 * DVec3::NEG_Z).expect("a direction");
    /// assert_eq!(mesh.closest_hit(&ray, Culling::None).map(|hit| hit.t), Some(5.0 / 1e-17));
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    #[inline]
    pub fn from_direction(origin: DVec3, direction: DVec3) -> Option<Self> {
        let ray = Self::along(origin, direction);
        (direction != DVec3::ZERO && origin.is_finite() && ray.target.is_finite()).then_some(ray)
    }

    /// Returns the ray from `origin` along `direction`, as [`from_direction`](Self::from_direction) without its checks.
    #[inline]
    pub(crate) fn along(origin: DVec3, direction: DVec3) -> Self {
        let (target, beyond) = sum(origin, direction);
        Self { origin, target, beyond: Some(beyond) }
    }

    /// Returns `target - origin`, or the direction that the ray was made from; not normalised: t counts its lengths.
    #[inline]
    pub fn direction(&self) -> DVec3 {
        self.given_direction().unwrap_or(self.target - self.origin)
    }

    /// Returns the direction that the ray was made from, or `None` if it was made from two points.
    ///
    /// The direction is `hi + lo + beyond`, with `hi + lo = target - origin` exactly, and is one f64: `lo` and `beyond`
    /// are each less than an ulp of it, or `lo` is zero, so that rounding their sum gives the same direction.
    #[inline]
    pub(crate) fn given_direction(&self) -> Option<DVec3> {
        let beyond = self.beyond?;
        let component = |k: usize| {
            let Double { hi, lo } = Double::difference(self.target[k], self.origin[k]);
            hi + (lo + beyond[k])
        };
        Some(DVec3::new(component(0), component(1), component(2)))
    }

    /// Returns the point `origin + t * direction`.
    pub fn at(&self, t: f64) -> DVec3 {
        self.origin + t * self.direction()
    }

    /// Returns the ray mapped by an affine transform, given for points and for vectors; its points keep their t.
    #[inline]
    pub(crate) fn map(&self, point: impl Fn(DVec3) -> DVec3, vector: impl Fn(DVec3) -> DVec3) -> Self {
        match self.given_direction() {
            None => Self::between(point(self.origin), point(self.target)),
            Some(direction) => Self::along(point(self.origin), vector(direction)),
        }
    }

    #[inline]
    pub(crate) fn relative_to(&self, origin: DVec3) -> Self {
        if self.beyond.is_some() && origin == DVec3::ZERO {
            return *self;
        }
        self.map(|point| point - origin, |vector| vector)
    }

    /// Returns the ray as a line of sight that ends at `t_max`.
    #[inline]
    pub(crate) fn up_to(&self, t_max: f64) -> PickRay {
        PickRay { beyond: self.beyond, ..PickRay::new(self.origin, self.target, t_max) }
    }

    #[inline]
    pub(crate) fn exact(&self) -> ExactRay {
        match self.given_direction() {
            None => ExactRay::through(self.origin, self.target),
            Some(direction) => ExactRay::along(self.origin, direction),
        }
    }
}

/// Exact ray: the points `origin + lost + t (to - from)`. If it is made of two points, `from` is its origin and `to`
/// its target; if made from a direction, `from` is zero and `to` the direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ExactRay {
    pub origin: DVec3,
    pub from: DVec3,
    pub to: DVec3,
    /// Rest that rounding took from `origin` where the ray was [moved](Self::less), in two summands, the second at most
    /// half an ulp of the first. `from` and `to` are then the points from before that. `None` if there is none.
    pub lost: Option<[DVec3; 2]>,
}

impl ExactRay {
    #[inline(always)]
    pub fn through(origin: DVec3, target: DVec3) -> Self {
        Self { origin, from: origin, to: target, lost: None }
    }

    #[inline(always)]
    pub fn along(origin: DVec3, direction: DVec3) -> Self {
        Self { origin, from: DVec3::ZERO, to: direction, lost: None }
    }

    /// Returns the ray, which has lost nothing, with two points subtracted from its points, exactly. `lost` is given
    /// even if it is zero: two ways to write the ray would be joined by way of memory, where vectors are waited for.
    #[inline(always)]
    pub fn less(self, [first, second]: [&DVec3; 2]) -> Self {
        let (mut origin, mut lost) = sum(self.origin, -second);
        let mut rest = DVec3::ZERO;
        if *first != DVec3::ZERO {
            let (high, low) = sum(origin, -first);
            let (low, lowest) = sum(low, lost);
            let (high, middle) = sum(high, low);
            origin = high;
            (lost, rest) = sum(middle, lowest);
        }
        Self { origin, from: self.from, to: self.to, lost: Some([lost, rest]) }
    }

    /// Returns the direction, rounded once.
    #[inline(always)]
    pub fn direction(&self) -> DVec3 {
        self.to - self.from
    }

    #[inline]
    pub fn is_finite(&self) -> bool {
        self.origin.is_finite() && self.to.is_finite()
    }

    /// Returns the sign of `direction · ((p - origin) × (q - origin))`, exactly, of a ray that has lost nothing. It
    /// tells on which side of the ray's line the edge from `p` to `q` passes.
    pub fn volume(&self, p: DVec3, q: DVec3) -> Sign {
        let Self { origin, from, to, .. } = *self;
        if from == origin { orient3d(origin, to, p, q) } else { orient_along(to, origin, p, q) }
    }

    /// Returns `true` if the direction is zero, exactly.
    pub fn is_point(&self) -> bool {
        self.from == self.to
    }
}

/// Ray with points to be subtracted from it, exactly, before it is tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedRay<'a> {
    pub ray: &'a Ray,
    pub less: [&'a DVec3; 2],
}

impl<'a> MovedRay<'a> {
    #[inline]
    pub fn as_given(ray: &'a Ray) -> Self {
        Self { ray, less: [&DVec3::ZERO; 2] }
    }

    #[inline]
    pub fn is_as_given(&self) -> bool {
        self.less.iter().all(|point| **point == DVec3::ZERO)
    }

    #[inline]
    pub fn exact(&self) -> ExactRay {
        let ray = self.ray.exact();
        if self.is_as_given() { ray } else { ray.less(self.less) }
    }
}

/// Ray without the end of the line of sight.
impl From<PickRay> for Ray {
    fn from(pick: PickRay) -> Self {
        Self { beyond: pick.beyond, ..Self::between(pick.near, pick.far) }
    }
}
