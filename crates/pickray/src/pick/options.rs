//! What a pick may hit, and through which point of the pixel it looks.

use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::work::packed;
use serde::{Deserialize, Serialize};

/// How to pick; the default picks both sides of all objects through the pixel's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PickOptions {
    /// Which sides can be hit, front and back as they are in the world.
    pub culling: Culling,
    /// The point of the pixel that the ray goes through.
    pub sample: PixelSample,
    /// Objects that share no bit of their [mask](crate::Object::mask) with this one are passed by.
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
