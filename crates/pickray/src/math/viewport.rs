//! Viewport: the rectangle of the window that the picture fills.

use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Rectangle in GL window pixels, origin at the lower left, as `glViewport` takes it.
///
/// ```
/// use glam::DVec2;
/// use pickray::math::Viewport;
///
/// let viewport = Viewport { x: 10, y: 20, width: 640, height: 480 };
/// assert_eq!(viewport.ndc_from_window(DVec2::new(330.0, 260.0)), Some(DVec2::ZERO));
/// assert!(viewport.contains(DVec2::new(10.5, 20.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Viewport {
    /// Left edge in window coordinates.
    pub x: i32,
    /// Lower edge in window coordinates, y up.
    pub y: i32,
    /// Width in physical pixels.
    pub width: i32,
    /// Height in physical pixels.
    pub height: i32,
}

impl Viewport {
    /// Returns the viewport of a whole framebuffer of `width` times `height` physical pixels.
    pub const fn new(width: i32, height: i32) -> Self {
        Self { x: 0, y: 0, width, height }
    }

    /// Returns `true` if the viewport covers no pixel, so that nothing can be projected into it.
    pub const fn is_empty(&self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Returns width over height, or `None` if the viewport covers no pixel.
    pub fn aspect(&self) -> Option<f64> {
        (!self.is_empty()).then(|| f64::from(self.width) / f64::from(self.height))
    }

    /// Returns `true` if the window position lies on a pixel of the viewport; its left and lower edges belong to it.
    pub fn contains(&self, window: DVec2) -> bool {
        let offset = window - DVec2::new(f64::from(self.x), f64::from(self.y));
        0.0 <= offset.x && offset.x < f64::from(self.width) && 0.0 <= offset.y && offset.y < f64::from(self.height)
    }

    /// Returns NDC x and y, -1 to 1 over the viewport, of a window position, or `None` if the viewport is empty.
    pub fn ndc_from_window(&self, window: DVec2) -> Option<DVec2> {
        if self.is_empty() {
            return None;
        }
        let offset = window - DVec2::new(f64::from(self.x), f64::from(self.y));
        Some(2.0 * offset / DVec2::new(f64::from(self.width), f64::from(self.height)) - DVec2::ONE)
    }

    /// Returns the window positions of the four corners, counter-clockwise from the lower left.
    #[doc(hidden)]
    pub fn corners(&self) -> [DVec2; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|ndc| self.window_from_ndc(ndc.into()))
    }

    /// Returns the window position at NDC x and y.
    pub fn window_from_ndc(&self, ndc: DVec2) -> DVec2 {
        let size = DVec2::new(f64::from(self.width), f64::from(self.height));
        DVec2::new(f64::from(self.x), f64::from(self.y)) + 0.5 * (ndc + DVec2::ONE) * size
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_of_the_viewport_are_the_corners_of_ndc() {
        let viewport = Viewport { x: -3, y: 7, width: 5, height: 9 };
        assert_eq!(viewport.ndc_from_window(DVec2::new(-3.0, 7.0)), Some(DVec2::NEG_ONE));
        assert_eq!(viewport.ndc_from_window(DVec2::new(2.0, 16.0)), Some(DVec2::ONE));
        assert_eq!(viewport.window_from_ndc(DVec2::NEG_ONE), DVec2::new(-3.0, 7.0));
        assert_eq!(viewport.window_from_ndc(DVec2::ONE), DVec2::new(2.0, 16.0));
    }

    #[test]
    fn an_empty_viewport_has_no_ndc_and_no_aspect() {
        for (width, height) in [(0, 5), (5, 0), (-1, 5)] {
            let viewport = Viewport::new(width, height);
            assert_eq!(viewport.ndc_from_window(DVec2::ZERO), None);
            assert_eq!(viewport.aspect(), None);
        }
    }
}
