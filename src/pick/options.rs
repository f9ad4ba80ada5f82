//! What a pick may hit, and through which point of the pixel it looks.

use crate::accel::packed;
use crate::intersect::Culling;
use crate::math::PixelSample;
use serde::{Deserialize, Serialize};

/// How to pick; the default picks both sides through the pixel's centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PickOptions {
    /// Which sides can be hit, front and back as they are in the world.
    pub culling: Culling,
    /// The point of the pixel that the ray goes through.
    pub sample: PixelSample,
}

packed!(struct PickOptions { culling, sample });
