//! An axis-aligned bounding box.

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The closed box of all points between `min` and `max`; empty when any `min` is above its `max`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aabb {
    /// The smallest coordinates.
    pub min: DVec3,
    /// The largest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The empty box, which contains nothing and grows to any point added.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The box between two corners, `min` not above `max` on any axis.
    pub const fn new(min: DVec3, max: DVec3) -> Self {
        Self { min, max }
    }

    /// The smallest box around `points`; [`Aabb::EMPTY`] for none.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        points.into_iter().fold(Self::EMPTY, |aabb, point| aabb.including(point))
    }

    /// The smallest box around this one and `point`.
    #[must_use]
    pub fn including(self, point: DVec3) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether it holds no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// The midpoint.
    pub fn center(&self) -> DVec3 {
        0.5 * self.min + 0.5 * self.max
    }

    /// The lengths of its sides.
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Whether `point` lies in it or on its surface.
    pub fn contains(&self, point: DVec3) -> bool {
        self.min.cmple(point).all() && point.cmple(self.max).all()
    }

    /// Its eight corners, x fastest.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            DVec3::new(
                if i & 1 == 0 { self.min.x } else { self.max.x },
                if i & 2 == 0 { self.min.y } else { self.max.y },
                if i & 4 == 0 { self.min.z } else { self.max.z },
            )
        })
    }

    /// Twice the sum of its three face areas; 0 when empty.
    pub fn surface_area(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let s = self.size();
        2.0 * (s.x * s.y + s.y * s.z + s.z * s.x)
    }

    /// The product of the lengths of its sides; 0 when empty.
    pub fn volume(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.size().element_product() }
    }
}
