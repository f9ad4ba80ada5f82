//! Hit of a ray: a triangle of a scene, and the place in it.

use crate::intersect::Side;
use crate::mesh::MeshHit;
use crate::pick::TriangleId;
use serde::{Deserialize, Serialize};

/// Hit of a ray in a scene. [`describe`](crate::pick::describe) and [`describe_along`](crate::pick::describe_along)
/// return [all that is known of it](crate::pick::HitDetails).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Index of the object in its scene.
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Parameter of the ray: 0 at its near point, 1 at its far point.
    pub t: f64,
    /// Barycentric weight of the second corner.
    pub u: f64,
    /// Barycentric weight of the third corner.
    pub v: f64,
    /// Side of the triangle that the ray meets, as seen in world space.
    pub side: Side,
}

impl Hit {
    /// Returns the id of the triangle that is hit.
    pub const fn id(&self) -> TriangleId {
        TriangleId { object: self.object, triangle: self.triangle }
    }

    /// Returns the hit in a scene from a hit in the mesh of the object of index `object`; its side must be that seen in
    /// world space.
    pub(super) const fn new(object: u32, hit: &MeshHit) -> Self {
        let MeshHit { triangle, t, u, v, side } = *hit;
        Self { object, triangle, t, u, v, side }
    }
}
