//! Intersection tests of two shapes: one free function and one file per pair.

mod half_line_triangle;
mod moller_interval;
mod moller_trumbore;
mod pretest;
mod ray_aabb;
mod ray_kdop;
mod ray_obb;
mod ray_sphere;
mod ray_triangle;
mod slabs;
mod swept_sphere_triangle;
mod triangle_aabb;
mod triangle_half_spaces;
mod triangle_sphere;
mod triangle_triangle;
mod woop;

pub(crate) use half_line_triangle::{HalfLine, half_line_triangle};
pub use moller_interval::moller_interval;
#[doc(hidden)]
pub use moller_trumbore::moller_trumbore;
pub use pretest::ray_bounding_volume;
#[doc(hidden)]
pub use pretest::{Pretest, PretestCounts, PretestVerdict, pretest, pretest_counts, rays_through};
pub use ray_aabb::ray_aabb;
pub use ray_kdop::ray_kdop;
pub use ray_obb::ray_obb;
pub use ray_sphere::ray_sphere;
pub(crate) use ray_triangle::FourHits;
pub(crate) use ray_triangle::{IndexedTriangle, PreparedRay, meet, order_of_t, report, sort_by_exact_t};
pub use ray_triangle::{RayTriangleOutcome, RayTriangleReport, Rejection, ray_triangle, ray_triangle_report};
pub use swept_sphere_triangle::{Contact, swept_sphere_triangle};
pub(crate) use swept_sphere_triangle::{Impact, MovingSphere};
#[doc(hidden)]
pub use swept_sphere_triangle::{SweepCandidate, SweepStart, SweepTrace, SweepVerdict, swept_sphere_triangle_traced};
pub use triangle_aabb::triangle_aabb;
#[doc(hidden)]
pub use triangle_aabb::{AxisTest, SeparatingAxis, TriangleAabbTrace, triangle_aabb_traced};
pub use triangle_half_spaces::triangle_half_spaces;
pub use triangle_sphere::triangle_sphere;
#[cfg(target_arch = "x86_64")]
pub(crate) use triangle_triangle::filter_four;
#[doc(hidden)]
pub use triangle_triangle::{
    Canonical, IntersectionLine, TriangleTriangleTrace, Way, neighbours_overlap, triangle_triangle_traced,
};
pub(crate) use triangle_triangle::{FeaturePoint, Featured, featured_intersection};
pub use triangle_triangle::{TriangleIntersection, triangle_triangle, triangle_triangle_intersection};
#[doc(hidden)]
pub use woop::woop;

pub use crate::geometry::Feature;

use crate::work::packed;
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

packed!(enum Culling [None, Back, Front]);
packed!(struct PretestCounts { rays, passed, hits, lost });
packed!(enum TriangleIntersection [Point(point), Segment(from, to), Polygon(corners)]);

/// Sides of a triangle that a ray can hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Culling {
    /// No culling: both sides can be hit.
    #[default]
    None,
    /// Culling of the back: only the front can be hit, from which the corners run counter-clockwise.
    Back,
    /// Culling of the front: only the back can be hit. Rays inside a body, that measure how thick it is, meet backs.
    Front,
}

impl Culling {
    pub(crate) const fn culls(self, side: Side) -> bool {
        matches!((self, side), (Self::Back, Side::Back) | (Self::Front, Side::Front))
    }

    /// Returns the culling by the sides as an object has them; a transform that mirrors it turns them.
    pub(crate) const fn in_object(self, mirrored: bool) -> Self {
        match self {
            Self::Back if mirrored => Self::Front,
            Self::Front if mirrored => Self::Back,
            _ => self,
        }
    }
}

/// The side of a triangle that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The front: the corners run counter-clockwise as the ray sees them.
    Front,
    /// The back: the corners run clockwise as the ray sees them.
    Back,
}

impl Side {
    pub(crate) const fn opposite(self) -> Self {
        match self {
            Self::Front => Self::Back,
            Self::Back => Self::Front,
        }
    }
}

/// Hit of a ray on a triangle, at `ray.at(t)`, which is `(1 - u - v) a + u b + v c`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RayTriangleHit {
    /// Parameter of the ray at the hit, 0 or more: the hit is at `origin + t * direction`.
    pub t: f64,
    /// Barycentric weight of the corner `b`.
    pub u: f64,
    /// Barycentric weight of the corner `c`.
    pub v: f64,
    /// Side of the triangle that the ray meets.
    pub side: Side,
}

/// Returns the point without coordinate `axis`, the other two in cyclic order.
fn without(point: DVec3, axis: usize) -> DVec2 {
    DVec2::new(point[(axis + 1) % 3], point[(axis + 2) % 3])
}
