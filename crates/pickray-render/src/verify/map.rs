//! Map of verdicts as a picture of its own, and as a layer over the picture that was verified.

use super::{Mismatch, Verdict, Verification};
use crate::image::Image;

/// Colours of verdicts that differ, which colour-blind people can tell apart: sky blue, yellow, vermillion.
///
/// Based on: Masataka Okabe and Kei Ito, Color Universal Design, 2008.
const COLORS: [(Verdict, [u8; 3]); 3] =
    [(Verdict::Edge, [0x56, 0xB4, 0xE9]), (Verdict::Depth, [0xF0, 0xE4, 0x42]), (Verdict::Real, [0xD5, 0x5E, 0x00])];

/// Opacity, of 255, of the black ring that sets a pixel that differs off from its surroundings.
const RING_OPACITY: u8 = 150;

/// Largest number of differing pixels that squares mark; more would hide what they make up together.
const MOST_MARKED: usize = 2000;

/// Opacity, of 255, of the veil where both agree that there is a triangle.
const VEIL_OPACITY: u8 = 26;

impl Verdict {
    /// Returns the colour of the verdict in maps, as sRGB bytes.
    pub fn color(self) -> [u8; 3] {
        COLORS.iter().find(|(verdict, _)| *verdict == self).map_or([188, 193, 200], |(_, color)| *color)
    }
}

impl Verification {
    /// Returns the map of verdicts, as large as the framebuffer. A pixel is grey where ray and GPU agree (darker on a
    /// triangle), sky blue where an edge explains the difference, yellow where a depth does. A real difference is a
    /// vermillion square of 5 × 5 pixels.
    pub fn picture(&self) -> Image {
        let mut image = self.ground(|covered| match covered {
            None => [255; 4],
            Some(false) => [232, 234, 237, 255],
            Some(true) => [188, 193, 200, 255],
        });
        for (verdict, [red, green, blue]) in COLORS {
            let around = if verdict == Verdict::Real { 2 } else { 0 };
            self.paint(&mut image, verdict, around, [red, green, blue, 255]);
        }
        image
    }

    /// Returns the map as a layer to lay over the picture, as large as the framebuffer, in straight alpha. It is nearly
    /// transparent where ray and GPU agree. Around each pixel that differs it has a square, 3 logical pixels wide (5
    /// for a real difference), with a dark ring around it. `scale_factor` is physical pixels to a logical one. If more
    /// than 2000 pixels differ, it colours only these pixels, without squares.
    pub fn layer(&self, scale_factor: f64) -> Image {
        let mut image = self.ground(|covered| match covered {
            Some(true) => [255, 255, 255, VEIL_OPACITY],
            Some(false) | None => [0; 4],
        });
        let unit = scale_factor.round().clamp(1.0, 8.0) as i64;
        let around = |verdict: Verdict| if verdict == Verdict::Real { 2 * unit } else { unit };
        if self.mismatches.len() <= MOST_MARKED {
            for (verdict, _) in COLORS {
                self.paint(&mut image, verdict, around(verdict) + unit, [0, 0, 0, RING_OPACITY]);
            }
            for (verdict, [red, green, blue]) in COLORS {
                self.paint(&mut image, verdict, around(verdict), [red, green, blue, 255]);
            }
        }
        // No square hides another's pixel.
        for (verdict, [red, green, blue]) in COLORS {
            self.paint(&mut image, verdict, 0, [red, green, blue, 255]);
        }
        image
    }

    /// Returns a picture with a colour for whether a triangle is picked; `None` is outside of the viewport.
    fn ground(&self, color: impl Fn(Option<bool>) -> [u8; 4]) -> Image {
        let size = self.view().framebuffer;
        let mut image = Image::new(size.width, size.height, [0; 4]);
        for (pixel, covered) in image.pixels.iter_mut().zip(&self.covered) {
            *pixel = color(*covered);
        }
        image
    }

    /// Fills squares that reach `around` pixels beyond the pixels of a verdict.
    fn paint(&self, image: &mut Image, verdict: Verdict, around: i64, color: [u8; 4]) {
        let (width, height) = (i64::from(image.width), i64::from(image.height));
        let squares = self.mismatches.iter().filter(|mismatch| mismatch.verdict == verdict);
        for Mismatch { cursor, .. } in squares {
            let (column, row) = cursor.pixel();
            let (column, row) = (column as i64, row as i64);
            for y in (row - around).max(0)..=(row + around).min(height - 1) {
                for x in (column - around).max(0)..=(column + around).min(width - 1) {
                    image.pixels[(y * width + x) as usize] = color;
                }
            }
        }
    }
}
