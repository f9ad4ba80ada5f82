//! A ray as two points, the way `gluUnProject` gives them.

use crate::math::PickRay;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A half line from `origin` (t = 0) through `target` (t = 1).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ray {
    /// The point at t = 0: for a pick, the cursor unprojected at depth 0 (the near plane).
    pub origin: DVec3,
    /// The point at t = 1: for a pick, the cursor unprojected at depth 1 (the far plane).
    pub target: DVec3,
}

impl Ray {
    /// The ray from `origin` through `target`, both in the same space.
    pub const fn new(origin: DVec3, target: DVec3) -> Self {
        Self { origin, target }
    }

    /// `target - origin`, not normalised: t counts in its length.
    pub fn direction(&self) -> DVec3 {
        self.target - self.origin
    }

    /// The point `origin + t * direction`.
    pub fn at(&self, t: f64) -> DVec3 {
        self.origin + t * self.direction()
    }
}

impl From<PickRay> for Ray {
    fn from(pick: PickRay) -> Self {
        Self { origin: pick.near, target: pick.far }
    }
}

/// Without a far end: what is visible has t from 0 to infinity.
impl From<Ray> for PickRay {
    fn from(ray: Ray) -> Self {
        Self { near: ray.origin, far: ray.target, t_max: f64::INFINITY, reversed: false }
    }
}
