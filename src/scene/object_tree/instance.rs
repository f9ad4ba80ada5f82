//! An object as rays need it.

use crate::scene::Object;
use glam::DMat4;

/// What every ray asks of an object, computed once.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Instance {
    /// The inverse of its model transform.
    pub object_from_world: DMat4,
    /// Whether its model transform mirrors.
    pub mirrored: bool,
}

impl Instance {
    /// `None` where the object is hidden or its transform has no inverse, so that no ray hits it.
    pub fn new(object: &Object) -> Option<Self> {
        let object_from_world = object.visible.then(|| object.object_from_world())??;
        Some(Self { object_from_world, mirrored: object.is_mirrored() })
    }
}
