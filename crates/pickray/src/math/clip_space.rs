//! Clip spaces of graphics interfaces: where depth begins and ends in NDC, and which way y points.

use super::Viewport;
use super::double::Double;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Direction of NDC y in the framebuffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClipY {
    /// NDC y pointing upwards, as in OpenGL, Direct3D, Metal and wgpu.
    Up,
    /// NDC y pointing downwards, as in Vulkan.
    Down,
}

/// Clip space of a projection matrix: the NDC depths of the near and far planes, and the direction of y.
///
/// Window coordinates count upwards from the lower left for every clip space, in physical pixels; their depth is 0 at
/// the smaller NDC depth and 1 at the larger.
///
/// ```
/// use pickray::math::{ClipSpace, ClipY};
///
/// assert_eq!(ClipSpace::WGPU.reversed(), ClipSpace { near: 1.0, far: 0.0, y: ClipY::Up });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClipSpace {
    /// The NDC depth of the near plane.
    pub near: f64,
    /// The NDC depth of the far plane.
    pub far: f64,
    /// Direction of NDC y in the framebuffer.
    pub y: ClipY,
}

impl ClipSpace {
    /// Clip space of OpenGL: depth from −1 to 1, y up.
    pub const OPENGL: Self = Self { near: -1.0, far: 1.0, y: ClipY::Up };

    /// Clip space of wgpu, Direct3D and Metal: depth from 0 to 1, y up.
    pub const WGPU: Self = Self { near: 0.0, far: 1.0, y: ClipY::Up };

    /// Clip space of Vulkan: depth from 0 to 1, y down.
    pub const VULKAN: Self = Self { near: 0.0, far: 1.0, y: ClipY::Down };

    /// Returns the clip space with depth running backwards: reversed-Z.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { near: self.far, far: self.near, ..self }
    }

    /// Returns NDC of a point in window coordinates, or `None` if the viewport is empty.
    pub fn ndc_from_window(&self, window: DVec3, viewport: Viewport) -> Option<DVec3> {
        let ndc = viewport.ndc_from_window(window.truncate())?;
        Some(DVec3::new(ndc.x, self.y_sign() * ndc.y, self.ndc_depth(window.z)))
    }

    pub(crate) fn ndc_depth(&self, depth: f64) -> f64 {
        self.double_ndc_depth(depth).hi
    }

    /// Returns the NDC depth in twice f64's precision: a rounded depth range would show where terms nearly cancel.
    pub(super) fn double_ndc_depth(&self, depth: f64) -> Double {
        let [low, high] = self.depth_range();
        Double::difference(high, low) * Double::from(depth) + Double::from(low)
    }

    /// Returns the NDC depths of window depth 0 and 1: the smaller and the larger of `near` and `far`.
    pub(crate) fn depth_range(&self) -> [f64; 2] {
        [self.near.min(self.far), self.near.max(self.far)]
    }

    /// Returns the NDC depths of window depth 0 and 1, or `None` if they are equal or not finite.
    pub(crate) fn depths(&self) -> Option<[f64; 2]> {
        let [low, high] = self.depth_range();
        (low < high && low.is_finite() && high.is_finite()).then_some([low, high])
    }

    /// Returns 1 if NDC y points upwards, −1 if it points downwards.
    pub(crate) fn y_sign(&self) -> f64 {
        match self.y {
            ClipY::Up => 1.0,
            ClipY::Down => -1.0,
        }
    }
}
