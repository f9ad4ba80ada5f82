//! Options of picks: what they may hit, and the point of the pixel that a ray goes through.

use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::pick::TriangleId;
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

/// Options of a pick along a ray, or of a batch of them. Where no triangle is left out, [`PickOptions`] or a
/// [`Culling`] do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneRayOptions<S = Option<TriangleId>> {
    /// Sides that can be hit, front and back as seen in world space.
    pub culling: Culling,
    /// Bits that select objects, as in [`PickOptions::mask`].
    pub mask: u32,
    /// Triangle that cannot be hit, for rays that go on from a hit as [`RayOptions::skip`](crate::RayOptions::skip)
    /// tells. A batch takes any [`Skip`](crate::accel::Skip), such as a slice of the hits of the batch before, or its
    /// two columns of objects and triangles.
    pub skip: S,
}

impl From<Culling> for SceneRayOptions {
    fn from(culling: Culling) -> Self {
        Self { culling, mask: u32::MAX, skip: None }
    }
}

/// Takes the culling and the mask.
impl From<&PickOptions> for SceneRayOptions {
    fn from(options: &PickOptions) -> Self {
        Self { culling: options.culling, mask: options.mask, skip: None }
    }
}
