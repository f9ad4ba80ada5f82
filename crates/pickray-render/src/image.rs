//! Pictures in memory, and as PNG files.

use pickray::math::CursorPosition;

/// Picture in memory: pixels of 8-bit sRGB with opacity, the top left one first, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Number of columns of pixels.
    pub width: u32,
    /// Number of rows of pixels.
    pub height: u32,
    /// Pixels as red, green, blue and opacity, `width * height` of them, row by row from the top left.
    pub pixels: Vec<[u8; 4]>,
}

impl Image {
    /// Returns a picture of one colour.
    pub fn new(width: u32, height: u32, pixel: [u8; 4]) -> Self {
        Self { width, height, pixels: vec![pixel; width as usize * height as usize] }
    }

    /// Returns the pixel under a cursor; `None` if the cursor is outside of the picture.
    pub fn pixel(&self, cursor: CursorPosition) -> Option<[u8; 4]> {
        let (column, row) = cursor.pixel();
        let inside = 0.0 <= column && column < f64::from(self.width) && 0.0 <= row && row < f64::from(self.height);
        inside.then(|| self.pixels[row as usize * self.width as usize + column as usize])
    }

    /// Returns the picture as a PNG file's bytes.
    ///
    /// # Panics
    /// For a picture of no pixels, which no PNG file holds.
    pub fn to_png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(self.pixels.as_flattened())?;
            writer.finish()
        });
        // Writing to memory fails only where the header and the data disagree, which `new` and the renderers rule out.
        written.expect("as many pixels as the header says");
        bytes
    }

    /// Returns the picture with straight alpha: its premultiplied colours are divided by their opacity.
    pub(super) fn with_colors_divided(mut self) -> Self {
        for [red, green, blue, opacity] in &mut self.pixels {
            let whole = u32::from((*opacity).max(1));
            for color in [red, green, blue] {
                *color = ((255 * u32::from(*color) + whole / 2) / whole).min(255) as u8;
            }
        }
        self
    }

    /// Returns the picture with its rows in the opposite order, since OpenGL reads rows from the bottom up.
    pub(super) fn flipped(mut self) -> Self {
        let width = self.width as usize;
        if 0 < width {
            let rows: Vec<_> = self.pixels.chunks_exact(width).rev().flatten().copied().collect();
            self.pixels = rows;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_holds_the_same_pixels() {
        let mut image = Image::new(3, 2, [1, 2, 3, 255]);
        image.pixels[4] = [200, 100, 50, 128];
        let file = std::io::Cursor::new(image.to_png());
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut bytes).expect("a picture");
        assert_eq!(bytes, image.pixels.as_flattened());
        assert_eq!((reader.info().width, reader.info().height), (3, 2));
    }

    #[test]
    fn pixels_count_from_the_top_left() {
        let mut image = Image::new(4, 3, [0; 4]);
        image.pixels[4 + 2] = [9; 4];
        let in_row_1 = |x| image.pixel(CursorPosition::new(x, 1.0));
        assert_eq!([2.9, 4.0, -0.1].map(in_row_1), [Some([9; 4]), None, None]);
        assert_eq!(image.clone().flipped().pixels[4 + 2], [9; 4]);
    }
}
