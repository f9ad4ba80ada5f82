//! Colours in binary STL: 15 bits of the 16-bit attribute of each facet. The format does not define them; the colours
//! of Magics and those of VisCAM and SolidView are read.
//!
//! Based on: Wikipedia, STL (file format), Color in binary STL, 2024; three.js and VCGlib read the colours in the same
//! way. If all attributes of a file by Magics are 0, its facets are not black but have the colour in the header.

use crate::mesh::Srgb8;
use crate::mesh::colors::WHITE;
use crate::work::{OutOfMemory, memory};

/// Meaning of the attributes of the facets of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attributes {
    /// Colours as Magics writes them: red in the lowest bits; if the highest bit is set, the facet has the colour in
    /// the header, `of_all`.
    Magics { of_all: Srgb8 },
    /// Colours as VisCAM and SolidView write them: blue in the lowest bits; if the highest bit is not set, the facet
    /// has no colour.
    VisCam,
}

const HIGHEST: u16 = 1 << 15;

impl Attributes {
    /// Returns the meaning of the attributes of a file with this header: that of Magics if it states a colour, else of
    /// VisCAM.
    pub fn of(header: &[u8]) -> Self {
        const KEY: &[u8] = b"COLOR=";
        match header.windows(KEY.len() + 4).find_map(|words| words.strip_prefix(KEY)) {
            Some(&[red, green, blue, _]) => Self::Magics { of_all: [red, green, blue] },
            _ => Self::VisCam,
        }
    }

    /// Returns the colours of `n` facets, or an empty list if no facet has a colour. Each of `blocks` holds the
    /// attributes of `block` consecutive facets, or is empty if all of them are 0.
    pub fn colors(self, n: usize, block: usize, blocks: &[Vec<u16>]) -> Result<Vec<Srgb8>, OutOfMemory> {
        let are_used = blocks.iter().flatten().any(|&attribute| attribute != 0 && self.color(attribute).is_some());
        let of_zero = match self {
            _ if are_used => self.color(0).unwrap_or(WHITE),
            Self::Magics { of_all } => of_all,
            Self::VisCam => return Ok(Vec::new()),
        };
        let mut colors = memory::filled(n, of_zero)?;
        for (colors, attributes) in colors.chunks_mut(block).zip(blocks) {
            for (color, &attribute) in colors.iter_mut().zip(attributes) {
                *color = self.color(attribute).unwrap_or(WHITE);
            }
        }
        Ok(colors)
    }

    fn color(self, attribute: u16) -> Option<Srgb8> {
        let [low, middle, high] = [0, 5, 10].map(|shift| {
            let share = u32::from(attribute >> shift & 31);
            ((share * 255 + 15) / 31) as u8
        });
        let is_marked = attribute & HIGHEST != 0;
        match self {
            Self::Magics { of_all } => Some(if is_marked { of_all } else { [low, middle, high] }),
            Self::VisCam => is_marked.then_some([high, middle, low]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PINK: Srgb8 = [255, 100, 200];

    #[test]
    fn each_program_has_its_order_of_bits_and_its_mark() {
        let magics = Attributes::of(b"by somebody COLOR=\xff\x64\xc8\xff,MATERIAL=");
        assert_eq!(magics, Attributes::Magics { of_all: PINK });
        assert_eq!(
            [0x001f, 0x03e0, 0x7c00, 0x8000].map(|it| magics.color(it)),
            [Some([255, 0, 0]), Some([0, 255, 0]), Some([0, 0, 255]), Some(PINK)]
        );
        let viscam = Attributes::of(b"COLOR=\xff\x64\xc8");
        assert_eq!(viscam, Attributes::VisCam);
        assert_eq!(
            [0x801f, 0x83e0, 0xfc00, 0x8010, 0x001f].map(|it| viscam.color(it)),
            [Some([0, 0, 255]), Some([0, 255, 0]), Some([255, 0, 0]), Some([0, 0, 132]), None]
        );
    }

    #[test]
    fn facets_without_an_attribute_have_the_colour_of_all_or_none() {
        let magics = Attributes::Magics { of_all: PINK };
        let colors = |it: Attributes, blocks: &[Vec<u16>]| it.colors(3, 2, blocks).expect("memory");
        assert_eq!(colors(magics, &[vec![], vec![]]), [PINK; 3]);
        assert_eq!(colors(magics, &[vec![], vec![0x8000]]), [[0; 3], [0; 3], PINK]);
        assert_eq!(colors(Attributes::VisCam, &[vec![], vec![7]]), [[0; 3]; 0]);
        assert_eq!(colors(Attributes::VisCam, &[vec![0, 0x8000], vec![]]), [WHITE, [0; 3], WHITE]);
    }
}
