//! Contact of a moving sphere with a triangle.

use crate::geometry::Feature;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// First contact of a moving sphere with a triangle: when and where they touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The time of contact, as a fraction of the displacement: 0 at the start, 1 at the end.
    pub t: f64,
    /// The point of the triangle that is touched; if the sphere overlaps the triangle at the start, the triangle's
    /// point closest to the centre.
    pub point: DVec3,
    /// The unit vector from `point` to the sphere's centre; if these coincide, the triangle's normal that points
    /// against the displacement.
    pub normal: DVec3,
    /// The part of the triangle on which `point` lies.
    pub feature: Feature,
    /// `true` if the sphere already reached into the triangle at the start; then t is 0.
    pub overlapping: bool,
}
