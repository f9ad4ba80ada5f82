//! Colours of OBJ vertices, written behind the coordinates: `v x y z r g b`. A fourth number, an opacity, is ignored;
//! any other count of numbers is no colour.
//!
//! MeshLab, Blender, three.js and scanners write such colours, from 0 to 1 or from 0 to 255. MeshLab determines the
//! range for each vertex, pickray for the whole file. ZBrush writes them into comments behind the vertices: `#MRGB`,
//! and a word of eight hexadecimal digits for each vertex, without blanks.

use crate::mesh::Srgb8;
use crate::mesh::looks::WHITE;
use crate::mesh::looks::attributes::{joined_values, push_last};
use crate::mesh::numbers::number;
use crate::mesh::text::{blank, blanks_end, line_end};
use crate::work::{OutOfMemory, memory};
use memchr::memchr2;

/// Least number which shows that the file counts to 255: below are colours a little brighter than white.
const SURELY_A_BYTE: f32 = 2.0;
const NO_COLOR: [f32; 3] = [f32::NAN; 3];

const PAINT: &[u8] = b"#MRGB ";
/// Number of hexadecimal digits of a vertex: its mask, which is passed over, then red, green and blue.
const PAINT_DIGITS: usize = 8;

#[derive(Debug, Default)]
pub struct VertexColors {
    /// Colours behind the coordinates of vertices up to the last that has one; NaN for a vertex without one.
    written: Vec<[f32; 3]>,
    /// Colours from `#MRGB` comments. Those of all pieces in a row belong to the vertices of the file in order.
    painted: Vec<Srgb8>,
}

impl VertexColors {
    /// Sets the colour of the last of the vertices read so far; those since the last coloured one get none.
    pub fn push(&mut self, n_vertices: usize, color: [f32; 3]) {
        push_last(&mut self.written, n_vertices, color, NO_COLOR);
    }

    /// Reads the colours in the comment at byte `at`, if it is an `#MRGB` comment. Returns the offset of the next line.
    pub fn paint(&mut self, text: &[u8], at: usize) -> usize {
        let end = at + memchr2(b'\n', b'\r', &text[at..]).expect("padding of line ends");
        if let Some(digits) = text[at..end].strip_prefix(PAINT) {
            let (words, _) = digits.as_chunks::<PAINT_DIGITS>();
            let color = |word: &[u8]| {
                let [_, red, green, blue] =
                    u32::from_str_radix(std::str::from_utf8(word).ok()?, 16).ok()?.to_be_bytes();
                Some([red, green, blue])
            };
            self.painted.extend(words.iter().map(|word| color(word).unwrap_or(WHITE)));
        }
        line_end(text, end).expect("a line end was found")
    }

    pub fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        if self.written.is_empty() { Ok(()) } else { memory::reserve(&mut self.written, more) }
    }
}

/// Numbers behind the coordinates of a vertex; the first three of them are the colour of the vertex.
#[derive(Clone, Copy)]
pub struct Rest {
    first: [f32; 3],
    n: usize,
}

impl Rest {
    pub const NONE: Self = Self { first: NO_COLOR, n: 0 };

    #[inline(always)]
    pub fn push(&mut self, number: f32) {
        if let Some(place) = self.first.get_mut(self.n) {
            *place = number;
        }
        self.n += 1;
    }

    /// Returns the colour of the vertex if there are three numbers, or four with an opacity: a single one is a weight.
    #[inline(always)]
    pub fn color(self) -> Option<[f32; 3]> {
        matches!(self.n, 3 | 4).then_some(self.first)
    }
}

/// Reads numbers from byte `at` to the end of the line, if nothing else is there; also returns where the next begins.
pub fn read_rest(text: &[u8], mut at: usize) -> Option<(Rest, usize)> {
    blank(text, at)?;
    let mut rest = Rest::NONE;
    loop {
        at = blanks_end(text, at);
        if let Some(next) = line_end(text, at) {
            return Some((rest, next));
        }
        let (value, end) = number(text, at)?;
        if text[end] > b' ' {
            return None;
        }
        rest.push(value as f32);
        at = end;
    }
}

/// Returns the colours of all vertices, if any has one; `parts` holds colours and number of vertices of each piece.
pub fn join(parts: &[(VertexColors, usize)]) -> Result<Vec<Srgb8>, OutOfMemory> {
    let n_vertices = parts.iter().map(|(_, n)| n).sum();
    if parts.iter().all(|(colors, _)| colors.written.is_empty()) {
        return painted(parts, n_vertices);
    }
    let mut numbers = parts.iter().flat_map(|(colors, _)| colors.written.as_flattened());
    let white = if numbers.any(|&x| x.is_finite() && x >= SURELY_A_BYTE) { 255.0 } else { 1.0 };
    let in_bytes = |color: [f32; 3]| {
        // NaN and infinity make no colour.
        if color.iter().all(|x| x.is_finite()) { color.map(|x| (x / white * 255.0).round() as u8) } else { WHITE }
    };
    let parts = parts.iter().map(|(colors, n)| (*n, colors.written.iter().map(|&color| in_bytes(color))));
    joined_values(n_vertices, parts, WHITE)
}

/// Returns the colours in comments, the first of which is the first vertex's; empty if there are none.
fn painted(parts: &[(VertexColors, usize)], n_vertices: usize) -> Result<Vec<Srgb8>, OutOfMemory> {
    let mut colors = parts.iter().flat_map(|(colors, _)| &colors.painted).peekable();
    if colors.peek().is_none() {
        return Ok(Vec::new());
    }
    let mut all = memory::filled(n_vertices, WHITE)?;
    all.iter_mut().zip(colors).for_each(|(place, &color)| *place = color);
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{IndexedMesh, Load};

    fn colors(vertices: &[&str]) -> Vec<Srgb8> {
        let text = vertices.iter().map(|numbers| format!("v {numbers}\n")).collect::<String>() + "f 1 2 3\n";
        let of = |mesh: IndexedMesh| mesh.colors.vertices;
        let (mesh, _) = Load::bytes("t.obj", text.as_bytes()).indexed_mesh().expect("a mesh");
        let (cut, _) = Load::bytes("t.obj", text.as_bytes()).in_pieces(4, 16).indexed_mesh().expect("a mesh");
        let colors = of(mesh);
        assert_eq!(of(cut), colors, "{text}");
        colors
    }

    #[test]
    fn three_or_four_numbers_behind_the_coordinates_are_a_colour() {
        assert_eq!(colors(&["0 0 0", "1 0 0 1.0", "0 1 0 1 1", "0 0 1 1 1 1 1 1"]), [[0; 3]; 0]);
        assert_eq!(colors(&["0 0 0", "1 0 0 1 0 0.5 1", "0 1 0"]), [WHITE, [255, 0, 128], WHITE]);
        // The second is read with care: its line goes on, its colour is NaN.
        assert_eq!(colors(&["0 0 0 0 0 0 # black", "1 0 0 \\\n0 0 1", "0 1 0 nan 0 0"]), [[0; 3], [0, 0, 255], WHITE]);
        assert_eq!(colors(&["0 0 0 0 0 x", "1 0 0 0 1 0", "0.0 1.0 0.0"]), [WHITE, [0, 255, 0], WHITE]);
    }

    #[test]
    fn comments_of_zbrush_colour_the_vertices_in_their_order() {
        let red_green = "0 1 0\n#MRGB ffff000000 00ff00\n# MRGB 1\n#MRGBffffff\n#Made by";
        assert_eq!(colors(&["0 0 0", "1 0 0", red_green]), [[255, 0, 0], WHITE, WHITE]);
        let in_rows = "0 1 0\n#MRGB ffff000000010203\r\n#MRGB 7F0000ff00ff00ff";
        assert_eq!(colors(&["0 0 0", "1 0 0", in_rows]), [[255, 0, 0], [1, 2, 3], [0, 0, 255]]);
        let own = "0 1 0 0 0 1\n#MRGB ffff0000ffff0000ffff0000";
        assert_eq!(colors(&["0 0 0", "1 0 0", own]), [WHITE, WHITE, [0, 0, 255]]);
    }

    #[test]
    fn a_file_counts_to_255_where_a_colour_is_far_above_1() {
        assert_eq!(colors(&["0 0 0 1 1 1", "1 0 0 200 0 7.6", "0 1 0 1e9 -4 0"]), [[1; 3], [200, 0, 8], [255, 0, 0]]);
        assert_eq!(colors(&["0 0 0 1.01 1 0", "1 0 0 0.5 0 0", "0 1 0 inf 0 0"]), [[255, 255, 0], [128, 0, 0], WHITE]);
    }
}
