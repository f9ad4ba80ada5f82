//! An object as rays need it.

use crate::geometry::Aabb;
use crate::scene::Object;
use crate::work::packed;
use glam::DAffine3;

/// What every ray asks of an object, computed once, in two cache lines of its own.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Instance {
    /// The inverse of its model transform.
    pub object_from_world: DAffine3,
    pub mirrored: bool,
    /// That of the object.
    pub mask: u32,
}
packed!(struct Instance { object_from_world, mirrored, mask });

impl Instance {
    /// `None` where the object is hidden or its transform has no inverse, so that no ray hits it.
    pub fn new(object: &Object) -> Option<Self> {
        Some(Self::with_bounds(object)?.0)
    }

    /// Returns what [`new`](Self::new) does, and the object's box in the world.
    pub fn with_bounds(object: &Object) -> Option<(Self, Aabb)> {
        let (object_from_world, mirrored, bounds) = object.visible.then(|| object.placed())??;
        let [x, y, z, shift] = [0, 1, 2, 3].map(|column| object_from_world.col(column).truncate());
        let object_from_world = DAffine3::from_cols(x, y, z, shift);
        Some((Self { object_from_world, mirrored, mask: object.mask }, bounds))
    }
}
