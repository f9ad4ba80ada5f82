//! Axis-aligned bounding box: which points it contains, its corners, its volume and its surface.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Closed axis-aligned box of all points between `min` and `max`; empty if any `min` is above its `max`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aabb {
    /// The smallest coordinates of points in the box.
    pub min: DVec3,
    /// The largest coordinates of points in the box.
    pub max: DVec3,
}

impl Aabb {
    /// The empty box, which contains nothing and grows to any point added.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// Returns the box between two corners, `min` not above `max` on any axis.
    pub const fn new(min: DVec3, max: DVec3) -> Self {
        Self { min, max }
    }

    /// Returns the smallest box around `points`; [`Aabb::EMPTY`] if there is no point.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |aabb, point| aabb.including(point))
    }

    /// Returns the smallest box around this box and `point`.
    #[must_use]
    pub fn including(self, point: DVec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// Returns the smallest box around this box and `other`.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns `true` if the box holds no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Returns the midpoint of the box.
    pub fn center(&self) -> DVec3 {
        0.5 * self.min + 0.5 * self.max
    }

    /// Returns the lengths of the sides along x, y and z.
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Returns `true` if `point` lies in the box or on its surface.
    pub fn contains(&self, point: DVec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Returns the eight corners, in the order in which x changes fastest and z slowest.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            DVec3::new(
                if i & 1 == 0 { self.min.x } else { self.max.x },
                if i & 2 == 0 { self.min.y } else { self.max.y },
                if i & 4 == 0 { self.min.z } else { self.max.z },
            )
        })
    }

    /// Returns the surface area, twice the sum of the three face areas; 0 if the box is empty.
    pub fn surface_area(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let s = self.size();
        2.0 * (s.x * s.y + s.y * s.z + s.z * s.x)
    }

    /// Returns the volume, the product of the lengths of the sides; 0 if the box is empty.
    pub fn volume(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.size().element_product() }
    }
}
