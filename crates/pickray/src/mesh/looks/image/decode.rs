//! Decoding of PNG and JPEG.

use super::head::Head;
use super::{Image, ImageKind, Pixels};
use crate::mesh::problem::Problem;
use crate::work::memory::{self, Bytes, OutOfMemory};
use std::borrow::Cow;
use std::io::Cursor;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

const LARGEST_SIDE: usize = 1 << 16;

impl Image {
    /// Decodes the image unless that was done, and returns its pixels.
    ///
    /// # Errors
    /// The [`Problem`] with the image, which completes a sentence that begins with it.
    pub fn decode(&self) -> Result<&Pixels, &Problem> {
        let decoded = self.content.pixels.get_or_init(|| decoded(self.encoded()?));
        decoded.as_ref()
    }
}

fn decoded(encoded: Cow<[u8]>) -> Result<Pixels, Problem> {
    let head = Head::of(&encoded)?;
    if head.kind == ImageKind::Png { png(&encoded) } else { jpeg(&head, encoded) }
}

fn damaged(error: impl ToString) -> Problem {
    Problem::ImageDamaged { why: error.to_string() }
}

/// Returns memory for so many pixels of `n` bytes each, and fails if there is none for them and what decoding takes.
fn memory_for([width, height]: [u32; 2], n: usize) -> Result<Vec<u8>, Problem> {
    let bytes = u64::from(width) * u64::from(height) * 4;
    let large = |needed| Problem::ImageTooLarge { width, height, needed: Bytes(needed).to_string() };
    let no_room = |_: OutOfMemory| large(2 * bytes);
    memory::check(2 * bytes).map_err(no_room)?;
    let length = usize::try_from(bytes / 4 * n as u64).map_err(|_| large(2 * bytes))?;
    memory::filled(length, 0).map_err(no_room)
}

fn png(encoded: &[u8]) -> Result<Pixels, Problem> {
    let mut decoder = png::Decoder::new(Cursor::new(encoded));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (color, _) = reader.output_color_type();
    let [width, height] = [reader.info().width, reader.info().height];
    let samples = color.samples();
    let mut read = memory_for([width, height], samples)?;
    reader.next_frame(&mut read).map_err(damaged)?;
    pixels([width, height], read, samples)
}

fn jpeg(head: &Head, mut encoded: Cow<[u8]>) -> Result<Pixels, Problem> {
    let coding = head.coding(&encoded);
    if let Some((place, transform)) = coding.patch {
        encoded.to_mut()[place] = transform;
    }
    let options = DecoderOptions::default().set_max_width(LARGEST_SIDE).set_max_height(LARGEST_SIDE);
    let options = options.jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(&encoded), options);
    decoder.decode_headers().map_err(damaged)?;
    // The decoder makes colours of grey, and of luma and chroma. All else comes as it is stored.
    let stored = decoder.input_colorspace().unwrap_or(ColorSpace::YCbCr);
    let is_made = stored == ColorSpace::Luma || coding.is_ycc && stored == ColorSpace::YCbCr;
    let samples = if is_made { 4 } else { stored.num_components() };
    if !is_made {
        decoder.set_options(options.jpeg_set_out_colorspace(stored));
    }
    let mut read = memory_for(head.size, samples)?;
    decoder.decode_into(&mut read).map_err(damaged)?;
    if !is_made {
        read.chunks_exact_mut(samples).for_each(|pixel| coding.convert(pixel));
    }
    pixels(head.size, read, samples)
}

/// Returns pixels of samples: grey, grey and opacity, three colours, or three and opacity.
fn pixels([width, height]: [u32; 2], read: Vec<u8>, samples: usize) -> Result<Pixels, Problem> {
    let bytes = if samples == 4 {
        read
    } else {
        let mut bytes = memory_for([width, height], 4)?;
        for (pixel, read) in bytes.chunks_exact_mut(4).zip(read.chunks_exact(samples)) {
            pixel.copy_from_slice(&match *read {
                [grey] => [grey, grey, grey, 255],
                [grey, opacity] => [grey, grey, grey, opacity],
                [red, green, blue, ..] => [red, green, blue, 255],
                [] => [0; 4],
            });
        }
        bytes
    };
    Pixels::new(width, height, bytes).ok_or_else(|| damaged("no pixels"))
}

/// Way in which the components of a JPEG are colours.
#[derive(Clone, Copy)]
struct Coding {
    /// `true` if the first three components are luma and chroma.
    is_ycc: bool,
    /// `true` if four components are light that inks let through, and not amounts of inks.
    is_light: bool,
    /// Byte that names the colour transform, and the value by which the decoder returns components as they are stored.
    patch: Option<(usize, u8)>,
}

impl Head {
    fn coding(&self, encoded: &[u8]) -> Coding {
        let transform = self.adobe.map(|place| encoded[place]);
        let is_ycc = match self.components[..] {
            [_, _, _] if self.is_jfif => true,
            [_, _, _] => transform.map_or(self.components != *b"RGB", |transform| transform != 0),
            [_, _, _, _] => transform.is_some_and(|transform| transform != 0),
            _ => false,
        };
        let stored = u8::from(self.components.len() != 4);
        let patch = self.adobe.filter(|&place| encoded[place] != stored).map(|place| (place, stored));
        Coding { is_ycc, is_light: self.adobe.is_some(), patch }
    }
}

impl Coding {
    /// Turns components of a pixel, as they are stored, into red, green and blue, and of four the last into opacity.
    fn convert(self, pixel: &mut [u8]) {
        if let ([y, blue, red, ..], true) = (&mut *pixel, self.is_ycc) {
            let [luma, cb, cr] = [f32::from(*y), f32::from(*blue) - 128.0, f32::from(*red) - 128.0];
            let rgb = [luma + 1.402 * cr, luma - 0.344_136 * cb - 0.714_136 * cr, luma + 1.772 * cb];
            [*y, *blue, *red] = rgb.map(|x| x.round() as u8);
        }
        let &mut [_, _, _, ref mut black] = pixel else { return };
        let light = if self.is_light { *black } else { 255 - *black };
        *black = 255;
        for color in &mut pixel[..3] {
            // Luma and chroma convert to inverted inks; the other coding stores them directly.
            let stored = if self.is_ycc { 255 - *color } else { *color };
            let color_light = if self.is_light { stored } else { 255 - stored };
            *color = ((u32::from(color_light) * u32::from(light) + 127) / 255) as u8;
        }
    }
}
