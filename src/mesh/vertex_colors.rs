//! Colours behind vertices: `v x y z r g b`, or with an opacity, passed over; other counts are no colour.
//!
//! Not in the format's description, but MeshLab, Blender, three.js and scanners write them, from 0 to 1 or from 0
//! to 255. MeshLab decides which for each vertex, so that 1 1 1 is white among bytes; here the file decides.

use crate::accel::{OutOfMemory, memory};
use crate::mesh::Srgb8;
use crate::mesh::colors::WHITE;
use crate::mesh::numbers::number;
use crate::mesh::text::{blank, blanks_end, line_end};

/// Numbers of a colour, and with its opacity.
const NUMBERS: usize = 3;
const WITH_OPACITY: usize = 4;
/// From here on, a number shows that the file counts to 255: below are colours a little brighter than white.
const SURELY_A_BYTE: f32 = 2.0;
/// Of a vertex without one.
const NO_COLOR: [f32; 3] = [f32::NAN; 3];

/// The colours of a piece's vertices as written, up to the last that has one.
#[derive(Debug, Default)]
pub struct VertexColors(Vec<[f32; 3]>);

impl VertexColors {
    /// Gives a colour to the last of `n_vertices`; those since the last colour have none.
    pub fn push(&mut self, n_vertices: usize, color: [f32; 3]) {
        self.0.resize(n_vertices - 1, NO_COLOR);
        self.0.push(color);
    }

    /// Makes room for `more` of them where there are some.
    pub fn reserve(&mut self, more: usize) -> Result<(), OutOfMemory> {
        if self.0.is_empty() { Ok(()) } else { memory::reserve(&mut self.0, more) }
    }
}

/// The numbers behind the coordinates of a vertex, of which the first three are its colour.
#[derive(Clone, Copy)]
pub struct Rest {
    first: [f32; NUMBERS],
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

    /// Returns the colour; `None` where the numbers are too few, as a single weight is, or too many.
    #[inline(always)]
    pub fn color(self) -> Option<[f32; 3]> {
        matches!(self.n, NUMBERS | WITH_OPACITY).then_some(self.first)
    }
}

/// Blanks and further numbers from `at` to the end of the line, and the next line; `None` when there is anything else.
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

/// Returns the colours of all vertices, those of each part with its number of vertices; empty where there are none.
pub fn join(parts: &[(VertexColors, usize)]) -> Result<Vec<Srgb8>, OutOfMemory> {
    let mut numbers = parts.iter().flat_map(|(colors, _)| colors.0.as_flattened());
    if parts.iter().all(|(colors, _)| colors.0.is_empty()) {
        return Ok(Vec::new());
    }
    let white = if numbers.any(|&x| x.is_finite() && x >= SURELY_A_BYTE) { 255.0 } else { 1.0 };
    let in_bytes = |color: [f32; 3]| {
        // NaN and infinity make no colour.
        if color.iter().all(|x| x.is_finite()) { color.map(|x| (x / white * 255.0).round() as u8) } else { WHITE }
    };
    let mut all = memory::filled(parts.iter().map(|(_, n)| n).sum(), WHITE)?;
    let mut rest = &mut all[..];
    for (colors, n_vertices) in parts {
        let (part, behind) = rest.split_at_mut(*n_vertices);
        part.iter_mut().zip(&colors.0).for_each(|(place, &color)| *place = in_bytes(color));
        rest = behind;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::IndexedMesh;

    fn colors(vertices: &[&str]) -> Vec<Srgb8> {
        let text = vertices.iter().map(|numbers| format!("v {numbers}\n")).collect::<String>() + "f 1 2 3\n";
        let of = |mesh: IndexedMesh| mesh.colors.vertices;
        let (mesh, _) = IndexedMesh::from_bytes("t.obj", text.as_bytes()).expect("a mesh");
        let (cut, _) = crate::mesh::load::from_bytes_in_pieces("t.obj", text.as_bytes(), 4, 16).expect("a mesh");
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
    fn a_file_counts_to_255_where_a_colour_is_far_above_1() {
        assert_eq!(colors(&["0 0 0 1 1 1", "1 0 0 200 0 7.6", "0 1 0 1e9 -4 0"]), [[1; 3], [200, 0, 8], [255, 0, 0]]);
        assert_eq!(colors(&["0 0 0 1.01 1 0", "1 0 0 0.5 0 0", "0 1 0 inf 0 0"]), [[255, 255, 0], [128, 0, 0], WHITE]);
    }
}
