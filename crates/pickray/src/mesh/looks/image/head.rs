//! Claims of an encoded image about its size and colours, checked against its length before any memory is taken.
//!
//! Based on: W3C, Portable Network Graphics (Third Edition), 2025, sections 5 and 11; ITU-T T.81, 1992, annex B; and
//! Adobe, Technical Note 5116, 1992, section 18. Colours of JPEG are told as libjpeg tells them.

use super::{ImageKind, PIXEL_BYTES};
use crate::mesh::problem::Problem;
use crate::work::memory::Bytes;
use std::sync::atomic::Ordering;

/// Most bytes that one byte of deflated data becomes.
const MOST_INFLATED: u64 = 1032;
/// Most pixels of a byte of JPEG: a block of 8 × 8 takes a bit at least, and components may be sampled coarsely.
const MOST_JPEG_PIXELS: u64 = 1024;
/// Most bytes of the pixels of all images together: a small file can name many large ones.
const MOST_PIXEL_BYTES: u64 = if cfg!(target_pointer_width = "32") { 1 << 30 } else { 1 << 32 };

pub struct Head {
    pub kind: ImageKind,
    pub size: [u32; 2],
    pub components: Vec<u8>,
    /// `true` for a JPEG that follows JFIF, whose three components are luma and chroma.
    pub is_jfif: bool,
    /// Place of the byte in a JPEG that names the colour transform, in the marker of Adobe's programs.
    pub adobe: Option<usize>,
}

impl Head {
    /// Reads what an image says of itself; fails if it is of another kind, cut off, or too large for bytes or memory.
    pub fn of(encoded: &[u8]) -> Result<Self, Problem> {
        let kind = ImageKind::decodable(ImageKind::of(encoded))?;
        let mut head = Self { kind, size: [0; 2], components: Vec::new(), is_jfif: false, adobe: None };
        let read = if kind == ImageKind::Png { head.read_png(encoded) } else { head.read_jpeg(encoded) };
        let can_be = read.ok_or(Problem::ImageCut)?;
        let [width, height] = head.size;
        if width == 0 || height == 0 {
            return Err(Problem::ImageDamaged { why: "no pixels".to_owned() });
        }
        if !can_be {
            return Err(Problem::ImageClaims { width, height, bytes: encoded.len() as u64 });
        }
        let needed = (u64::from(width) * u64::from(height)).saturating_mul(4);
        if needed.saturating_add(PIXEL_BYTES.load(Ordering::Relaxed)) > MOST_PIXEL_BYTES {
            let [needed, most] = [needed, MOST_PIXEL_BYTES].map(|bytes| Bytes(bytes).to_string());
            return Err(Problem::ImagesTogether { width, height, needed, most });
        }
        Ok(head)
    }

    /// Returns whether so few bytes can hold the pixels; `None` if the end is missing.
    fn read_png(&mut self, encoded: &[u8]) -> Option<bool> {
        let word = |at: usize| Some(u32::from_be_bytes(*encoded.get(at..)?.first_chunk()?));
        self.size = [word(16)?, word(20)?];
        let (&depth, color) = (encoded.get(24)?, encoded.get(25)?);
        let samples = [1, 1, 3, 1, 2, 1, 4].get(usize::from(*color)).copied().unwrap_or(1);
        let mut at = 8;
        while encoded.get(at + 4..at + 8)? != b"IEND" {
            at = at.checked_add(12)?.checked_add(word(at)? as usize)?;
        }
        let row = (u64::from(self.size[0]) * samples * u64::from(depth)).div_ceil(8);
        Some(row.saturating_mul(u64::from(self.size[1])) <= MOST_INFLATED * encoded.len() as u64)
    }

    fn read_jpeg(&mut self, encoded: &[u8]) -> Option<bool> {
        let mut at = 2;
        loop {
            // Entropy-coded data, and bytes that fill up, lie between markers.
            at += memchr::memchr(0xff, encoded.get(at..)?)? + 1;
            let marker = *encoded.get(at)?;
            match marker {
                0xff => continue,
                0 | 1 | 0xd0..=0xd8 => {
                    at += 1;
                    continue;
                }
                0xd9 => break,
                _ => {}
            }
            let start = at + 3;
            let length = u16::from_be_bytes(*encoded.get(at + 1..)?.first_chunk()?);
            at = start - 2 + usize::from(length);
            let segment = encoded.get(start..at)?;
            match (marker, segment) {
                (0xc4 | 0xc8 | 0xcc, _) => {}
                (0xc0..=0xcf, &[_, y, y_low, x, x_low, _, ref components @ ..]) => {
                    self.size = [[x, x_low], [y, y_low]].map(|side| u16::from_be_bytes(side).into());
                    self.components = components.iter().step_by(3).copied().collect();
                }
                (0xe0, [b'J', b'F', b'I', b'F', 0, ..]) => self.is_jfif = true,
                (0xee, [b'A', b'd', b'o', b'b', b'e', rest @ ..]) if rest.len() > 6 => self.adobe = Some(start + 11),
                _ => {}
            }
        }
        let [width, height] = self.size.map(u64::from);
        Some(width * height <= MOST_JPEG_PIXELS * encoded.len() as u64)
    }
}
