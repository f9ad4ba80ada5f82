//! The cursor's position in physical pixels, and window coordinates from it and back.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// A position in physical pixels, origin at the top left of the framebuffer, y down.
///
/// The pixel of row `r` and column `c` from the top left covers `c <= x < c + 1`, `r <= y < r + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CursorPosition {
    /// From the left edge, rightwards.
    pub x: f64,
    /// From the top edge, downwards.
    pub y: f64,
}

impl CursorPosition {
    /// A position in physical pixels.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The physical position of a logical one (egui points), `scale_factor` physical pixels to a logical one.
    pub fn from_logical(x: f64, y: f64, scale_factor: f64) -> Self {
        Self { x: x * scale_factor, y: y * scale_factor }
    }

    /// The column and row, from the top left, of the pixel under it.
    pub fn pixel(&self) -> (f64, f64) {
        (self.x.floor(), self.y.floor())
    }
}

/// The size of the framebuffer in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FramebufferSize {
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
}

impl FramebufferSize {
    /// A size in physical pixels.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }
}

/// The point of the pixel under the cursor through which the pick's ray goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PixelSample {
    /// The centre, where the rasteriser samples: what is picked is what is seen.
    #[default]
    Center,
    /// The lower left corner, half a pixel off: a common mistake, kept to be seen.
    Corner,
}

/// Window coordinates (origin at the lower left of the framebuffer, y up) of the pixel under the cursor.
///
/// ```
/// use pickray::math::{CursorPosition, FramebufferSize, PixelSample, window_from_cursor};
///
/// let size = FramebufferSize { width: 640, height: 480 };
/// let window = window_from_cursor(CursorPosition { x: 3.7, y: 0.0 }, size, PixelSample::Center);
/// assert_eq!((window.x, window.y), (3.5, 479.5));
/// ```
pub fn window_from_cursor(cursor: CursorPosition, framebuffer: FramebufferSize, sample: PixelSample) -> DVec2 {
    let (column, row) = cursor.pixel();
    let lower_left = DVec2::new(column, f64::from(framebuffer.height) - 1.0 - row);
    match sample {
        PixelSample::Center => lower_left + 0.5,
        PixelSample::Corner => lower_left,
    }
}

/// The cursor position at which `window`, in window coordinates, is seen; not moved to a pixel's centre.
pub fn cursor_from_window(window: DVec2, framebuffer: FramebufferSize) -> CursorPosition {
    CursorPosition { x: window.x, y: f64::from(framebuffer.height) - window.y }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: FramebufferSize = FramebufferSize { width: 641, height: 479 };

    #[test]
    fn every_position_within_a_pixel_gives_its_centre() {
        for (x, y) in [(7.0, 9.0), (7.25, 9.75), (7.999, 9.0)] {
            let window = window_from_cursor(CursorPosition::new(x, y), SIZE, PixelSample::Center);
            assert_eq!(window, DVec2::new(7.5, 469.5));
        }
    }

    #[test]
    fn the_corner_is_half_a_pixel_left_and_below_the_centre() {
        let cursor = CursorPosition::new(7.5, 9.5);
        let center = window_from_cursor(cursor, SIZE, PixelSample::Center);
        let corner = window_from_cursor(cursor, SIZE, PixelSample::Corner);
        assert_eq!(center - corner, DVec2::splat(0.5));
    }

    #[test]
    fn window_to_cursor_and_back_keeps_pixel_centres() {
        for (column, row) in [(0, 0), (640, 478), (123, 45)] {
            let window = DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
            let cursor = cursor_from_window(window, SIZE);
            assert_eq!(window_from_cursor(cursor, SIZE, PixelSample::Center), window);
        }
    }

    #[test]
    fn a_logical_position_is_scaled_once() {
        assert_eq!(CursorPosition::from_logical(10.0, 4.0, 1.75), CursorPosition::new(17.5, 7.0));
    }
}
