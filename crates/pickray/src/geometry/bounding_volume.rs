//! Bounding volume: a solid around points, in one type for all kinds, so that the kinds can be compared.

use super::{Aabb, Kdop, KdopKind, Obb, Sphere};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Kind of bounding volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundingKind {
    /// The smallest sphere around the points.
    Sphere,
    /// The axis-aligned box around the points.
    Aabb,
    /// A tight oriented box around the points.
    Obb,
    /// A hull of fixed directions, a k-DOP.
    Kdop(KdopKind),
}

impl BoundingKind {
    /// All kinds of bounding volume; the 6-DOP is left out, since it is the axis-aligned box.
    pub const ALL: [Self; 6] = [
        Self::Sphere,
        Self::Aabb,
        Self::Obb,
        Self::Kdop(KdopKind::K14),
        Self::Kdop(KdopKind::K18),
        Self::Kdop(KdopKind::K26),
    ];

    /// Returns the name of the kind, such as "AABB".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Aabb => "AABB",
            Self::Obb => "OBB",
            Self::Kdop(KdopKind::K6) => "6-DOP",
            Self::Kdop(KdopKind::K14) => "14-DOP",
            Self::Kdop(KdopKind::K18) => "18-DOP",
            Self::Kdop(KdopKind::K26) => "26-DOP",
        }
    }
}

/// Bounding volume: a closed solid around points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundingVolume {
    /// A sphere.
    Sphere(Sphere),
    /// An axis-aligned box.
    Aabb(Aabb),
    /// An oriented box.
    Obb(Obb),
    /// A hull of fixed directions, a k-DOP.
    Kdop(Kdop),
}

impl BoundingVolume {
    /// Returns the tightest volume around `points` that the `enclosing` function of the kind finds, or `None` if there
    /// is no point or a point is not finite.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::geometry::{BoundingKind, BoundingVolume};
    ///
    /// let rod = [DVec3::ZERO, DVec3::new(4.0, 4.0, 0.0), DVec3::new(1.0, 1.1, 0.1)];
    /// let surface = |kind| BoundingVolume::enclosing(kind, rod).unwrap().surface_area();
    /// assert!(surface(BoundingKind::Obb) < surface(BoundingKind::Aabb));
    /// assert!(surface(BoundingKind::Aabb) < surface(BoundingKind::Sphere));
    /// ```
    pub fn enclosing(kind: BoundingKind, points: impl IntoIterator<Item = DVec3, IntoIter: Clone>) -> Option<Self> {
        match kind {
            BoundingKind::Sphere => Sphere::enclosing(points).map(Self::Sphere),
            BoundingKind::Obb => Obb::enclosing(points).map(Self::Obb),
            BoundingKind::Kdop(kind) => Kdop::enclosing(kind, points).map(Self::Kdop),
            BoundingKind::Aabb => {
                let points = points.into_iter();
                let finite = points.clone().all(DVec3::is_finite);
                let aabb = Aabb::from_points(points);
                (finite && !aabb.is_empty()).then_some(Self::Aabb(aabb))
            }
        }
    }

    /// Returns the kind of the volume.
    pub fn kind(&self) -> BoundingKind {
        match self {
            Self::Sphere(_) => BoundingKind::Sphere,
            Self::Aabb(_) => BoundingKind::Aabb,
            Self::Obb(_) => BoundingKind::Obb,
            Self::Kdop(kdop) => BoundingKind::Kdop(kdop.kind()),
        }
    }

    /// Returns `true` if `point` lies in the volume or on its surface: decided exactly.
    pub fn contains(&self, point: DVec3) -> bool {
        match self {
            Self::Sphere(sphere) => sphere.contains(point),
            Self::Aabb(aabb) => aabb.contains(point),
            Self::Obb(obb) => obb.contains(point),
            Self::Kdop(kdop) => kdop.contains(point),
        }
    }

    /// Returns the volume; of two solids around the same points, the one of smaller volume is tighter.
    pub fn volume(&self) -> f64 {
        match self {
            Self::Sphere(sphere) => sphere.volume(),
            Self::Aabb(aabb) => aabb.volume(),
            Self::Obb(obb) => obb.volume(),
            Self::Kdop(kdop) => kdop.volume(),
        }
    }

    /// Returns the area of the surface. If rays come evenly from all directions, the number of rays that meet the solid
    /// is proportional to this area (Cauchy's formula; all kinds of volume are convex).
    pub fn surface_area(&self) -> f64 {
        match self {
            Self::Sphere(sphere) => sphere.surface_area(),
            Self::Aabb(aabb) => aabb.surface_area(),
            Self::Obb(obb) => obb.surface_area(),
            Self::Kdop(kdop) => kdop.surface_area(),
        }
    }
}
