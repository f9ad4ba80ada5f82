//! Cursor positions in physical pixels, and their conversion to window coordinates and back.

use super::Viewport;
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Cursor position in physical pixels, origin at the top left of the framebuffer, y down.
///
/// The pixel of row `r` and column `c` from the top left covers `c <= x < c + 1`, `r <= y < r + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CursorPosition {
    /// Physical pixels rightwards from the left edge.
    pub x: f64,
    /// Physical pixels downwards from the top edge.
    pub y: f64,
}

impl CursorPosition {
    /// Returns the position `x` physical pixels right of and `y` below the top left of the framebuffer.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Returns the physical position of a logical one, y down, with `scale_factor` physical pixels to a logical one.
    /// Such are egui's points, a browser's CSS pixels with `devicePixelRatio`, Bevy's `Window::cursor_position`.
    pub const fn from_logical(x: f64, y: f64, scale_factor: f64) -> Self {
        Self { x: x * scale_factor, y: y * scale_factor }
    }

    /// Returns the position of a point in physical pixels with y up from the lower left of the framebuffer: OpenGL's
    /// window coordinates, Unity's `Input.mousePosition`.
    ///
    /// The position stays on its pixel: counted from below, row `n` covers `n <= y < n + 1`.
    ///
    /// ```
    /// use pickray::math::{CursorPosition, FramebufferSize};
    ///
    /// let size = FramebufferSize { width: 640, height: 480 };
    /// assert_eq!(CursorPosition::from_lower_left(3.0, 0.0, size).pixel(), (3.0, 479.0));
    /// ```
    pub fn from_lower_left(x: f64, y: f64, framebuffer: FramebufferSize) -> Self {
        let height = f64::from(framebuffer.height);
        let row = height - 1.0 - y.floor();
        // A point on the lower edge belongs to this pixel with y up, but to the next one with y down: stay above it.
        Self { x, y: (height - y).min((row + 1.0).next_down()) }
    }

    /// Returns the position of a point given in NDC, −1 to 1 over the framebuffer, y up: the pointer that three.js's
    /// `Raycaster.setFromCamera` takes.
    ///
    /// ```
    /// use pickray::math::{CursorPosition, FramebufferSize};
    ///
    /// let size = FramebufferSize { width: 640, height: 480 };
    /// assert_eq!(CursorPosition::from_ndc(-0.5, 1.0, size), CursorPosition { x: 160.0, y: 0.0 });
    /// ```
    pub fn from_ndc(x: f64, y: f64, framebuffer: FramebufferSize) -> Self {
        let [width, height] = [framebuffer.width, framebuffer.height].map(f64::from);
        Self { x: 0.5 * (1.0 + x) * width, y: 0.5 * (1.0 - y) * height }
    }

    /// Returns the column and row, from the top left, of the pixel under the cursor.
    pub fn pixel(&self) -> (f64, f64) {
        (self.x.floor(), self.y.floor())
    }

    /// Returns the distance to another position, in physical pixels.
    pub fn distance(&self, other: Self) -> f64 {
        (other.x - self.x).hypot(other.y - self.y)
    }
}

/// Vector from the top left of the framebuffer, y down, to compute with.
impl From<CursorPosition> for DVec2 {
    fn from(cursor: CursorPosition) -> Self {
        Self::new(cursor.x, cursor.y)
    }
}

/// Size of a framebuffer in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FramebufferSize {
    /// Number of columns of pixels.
    pub width: u32,
    /// Number of rows of pixels.
    pub height: u32,
}

impl FramebufferSize {
    /// Returns the size of `width` times `height` physical pixels.
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }
}

/// The point of the pixel under the cursor through which the pick's ray goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PixelSample {
    /// The centre of the pixel, where the rasteriser samples: what is picked is what is seen.
    #[default]
    Center,
    /// The lower left corner of the pixel, half a pixel off: a common mistake, kept so that it can be shown.
    Corner,
}

/// Viewport of the whole framebuffer, as `glViewport` takes it; sides longer than `i32::MAX` are cut to that.
impl From<FramebufferSize> for Viewport {
    fn from(size: FramebufferSize) -> Self {
        let [width, height] = [size.width, size.height].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        Self::new(width, height)
    }
}

/// Returns window coordinates (origin at the lower left of the framebuffer, y up) of the cursor itself, wherever in its
/// pixel: for pens and touches finer than pixels. A pick goes through a pixel's centre, see [`window_from_cursor`].
///
/// ```
/// use pickray::math::{CursorPosition, FramebufferSize, window_point};
///
/// let window = window_point(CursorPosition { x: 3.75, y: 0.5 }, FramebufferSize { width: 640, height: 480 });
/// assert_eq!((window.x, window.y), (3.75, 479.5));
/// ```
pub fn window_point(cursor: CursorPosition, framebuffer: FramebufferSize) -> DVec2 {
    DVec2::new(cursor.x, f64::from(framebuffer.height) - cursor.y)
}

/// Returns window coordinates (origin at the lower left of the framebuffer, y up) of the pixel under the cursor, at the
/// point that `sample` names.
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

/// Returns the cursor position of a point in window coordinates, without moving it to a pixel's centre.
pub fn cursor_from_window(window: DVec2, framebuffer: FramebufferSize) -> CursorPosition {
    CursorPosition { x: window.x, y: f64::from(framebuffer.height) - window.y }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: FramebufferSize = FramebufferSize { width: 641, height: 479 };

    #[test]
    fn positions_of_other_systems_are_converted_once() {
        let at = CursorPosition::new;
        assert_eq!(CursorPosition::from_logical(10.0, 4.0, 1.75), at(17.5, 7.0));
        assert_eq!(CursorPosition::from_ndc(-1.0, -1.0, SIZE), at(0.0, 479.0));
        assert_eq!(CursorPosition::from_ndc(1.0, 1.0, SIZE), at(641.0, 0.0));
        assert_eq!(at(1.0, 2.0).distance(at(4.0, -2.0)), 5.0);
        let height = f64::from(SIZE.height);
        for row in [-1.0, 0.0, 1.0, 9.0, 478.0, 479.0] {
            for y in [row, row + 0.25, row + 0.5, f64::next_down(row + 1.0)] {
                let cursor = CursorPosition::from_lower_left(7.25, y, SIZE);
                assert_eq!(cursor.pixel(), (7.0, height - 1.0 - row), "{y}");
                assert!((height - y - cursor.y).abs() <= 1e-13, "{y}");
            }
        }
    }
}
