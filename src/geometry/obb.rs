//! An oriented bounding box.

use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

/// A closed box turned in space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Obb {
    /// The midpoint.
    pub center: DVec3,
    /// Half the length of each side, not negative, along `axes`.
    pub half_extents: DVec3,
    /// The box's unit axes, orthogonal, as columns.
    pub axes: DMat3,
}
