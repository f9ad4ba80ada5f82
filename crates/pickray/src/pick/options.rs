//! Options of picks: what they may hit, and the point of the pixel that a ray goes through.

use crate::accel::RayOptions;
use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::work::packed;
use serde::{Deserialize, Serialize};

/// Options of a pick; the default picks both sides of all objects through the pixel's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PickOptions {
    /// Sides that can be hit, front and back as seen in world space.
    pub culling: Culling,
    /// Point of the pixel that the ray goes through.
    pub sample: PixelSample,
    /// Bits that select objects: an object whose [mask](crate::Object::mask) has none of these bits cannot be hit.
    #[serde(skip_serializing_if = "is_all")]
    pub mask: u32,
}

packed!(struct PickOptions { culling, sample, mask });

fn is_all(mask: &u32) -> bool {
    *mask == u32::MAX
}

impl Default for PickOptions {
    fn default() -> Self {
        Self { culling: Culling::None, sample: PixelSample::default(), mask: u32::MAX }
    }
}

/// Takes the culling and the mask.
impl From<&PickOptions> for RayOptions {
    fn from(options: &PickOptions) -> Self {
        Self::default().culling(options.culling).mask(options.mask)
    }
}
