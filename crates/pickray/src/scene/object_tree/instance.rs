//! Data of the objects in a scene for tests with rays.

use crate::geometry::Aabb;
use crate::scene::Object;
use crate::work::packed;
use glam::DAffine3;

/// Values of an object that every test with a ray needs, computed once and kept in two cache lines.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Instance {
    /// Inverse of the object's model transform.
    pub object_from_world: DAffine3,
    pub mirrored: bool,
    /// Mask of the object: a ray can hit it if the mask of the ray's pick shares a bit with this one.
    pub mask: u32,
    /// `true` if an object of a lower index is the same in the same place, so that this one is never the closest.
    pub is_covered: bool,
}
packed!(struct Instance { object_from_world, mirrored, mask, is_covered });

impl Instance {
    /// Returns the values of `object` for tests with rays; `None` if the object is hidden or its transform has no
    /// inverse, so that no ray hits it.
    pub fn new(object: &Object) -> Option<Self> {
        Some(Self::with_bounds(object)?.0)
    }

    /// Returns the values of `object` for tests with rays, as [`new`](Self::new) does, and the object's box in world
    /// space.
    pub fn with_bounds(object: &Object) -> Option<(Self, Aabb)> {
        let (object_from_world, mirrored, bounds) = object.visible.then(|| object.placed())??;
        let [x, y, z, shift] = [0, 1, 2, 3].map(|column| object_from_world.col(column).truncate());
        let object_from_world = DAffine3::from_cols(x, y, z, shift);
        Some((Self { object_from_world, mirrored, mask: object.mask, is_covered: false }, bounds))
    }
}
