//! From the cursor to the ray in world space.

use super::PickOptions;
use crate::math::{self, CursorPosition, PickRay};
use crate::scene::View;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// The line of sight of a cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Window coordinates of the pixel's sample (origin lower left).
    pub window: DVec2,
    /// From the near plane (t = 0) to the far plane (t = 1), in world space.
    pub ray: PickRay,
}

/// Why a cursor has no line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NoRay {
    /// The viewport covers no pixel.
    #[error("the viewport covers no pixel")]
    EmptyViewport,
    /// The cursor is not a number, or outside the viewport, where nothing of the scene is drawn.
    #[error("the cursor is outside the viewport")]
    OutsideViewport,
    /// The camera's matrices cannot be inverted: its planes, its angle or its height allow no picture.
    #[error("the camera's matrices cannot be inverted")]
    Singular,
}

impl Sight {
    /// The line of sight of the pixel under the cursor.
    ///
    /// # Errors
    /// [`NoRay`] where there is none.
    pub fn new(view: &View, cursor: CursorPosition, options: &PickOptions) -> Result<Self, NoRay> {
        Self::check(view, cursor)?;
        let window = math::window_from_cursor(cursor, view.framebuffer, options.sample);
        let ray = view.ray(window).ok_or(NoRay::Singular)?;
        Ok(Self { window, ray })
    }

    /// Whether the picture covers the pixel under the cursor.
    pub(super) fn check(view: &View, cursor: CursorPosition) -> Result<(), NoRay> {
        if view.viewport.is_empty() {
            return Err(NoRay::EmptyViewport);
        }
        // Whether the viewport holds the pixel does not depend on where in the pixel it is looked through.
        let center = math::window_from_cursor(cursor, view.framebuffer, math::PixelSample::Center);
        if !view.viewport.contains(center) {
            return Err(NoRay::OutsideViewport);
        }
        Ok(())
    }
}
