//! Shapes and their measures, such as areas and volumes; tests of pairs of shapes are in [`crate::intersect`].

mod aabb;
mod bounding_volume;
mod clipping;
mod closest_point;
mod frustum;
mod half_space;
mod kdop;
pub mod measure;
mod obb;
mod ray;
mod sphere;
mod triangle;

pub use aabb::Aabb;
pub use bounding_volume::{BoundingKind, BoundingVolume};
pub(crate) use clipping::clipped;
pub(crate) use closest_point::RelativeTriangle;
pub use closest_point::{ClosestPoint, Feature};
pub use frustum::Frustum;
pub use half_space::HalfSpace;
pub use kdop::{Kdop, KdopKind};
pub use obb::Obb;
pub use ray::Ray;
pub(crate) use ray::{ExactRay, MovedRay};
pub use sphere::Sphere;
pub use triangle::Triangle;

use crate::work::packed;

packed!(struct Aabb { min, max });
packed!(struct Sphere { center, radius });
packed!(struct Obb { center, half_extents, axes });
packed!(struct Kdop { kind, slabs });
packed!(enum KdopKind [K6, K14, K18, K26]);
packed!(enum BoundingVolume [Sphere(sphere), Aabb(aabb), Obb(obb), Kdop(kdop)]);
