//! Bitstream of triangles: most are a byte, which names an edge of a triangle before and the vertex across it.
//!
//! Based on: Khronos, glTF extension KHR_meshopt_compression, 2025, appendix A, mode 1.

use super::{take, take_number, unfolded, write_index};

/// The last 16 things, of which only those can be read that were written.
struct Recent<T> {
    things: [T; 16],
    n: usize,
}

impl<T: Copy + Default> Recent<T> {
    fn new() -> Self {
        Self { things: [T::default(); 16], n: 0 }
    }

    fn push(&mut self, thing: T) {
        self.things[self.n % 16] = thing;
        self.n += 1;
    }

    /// Returns the thing that `back` others were written after.
    fn get(&self, back: u8) -> Option<T> {
        let place = self.n.checked_sub(1 + usize::from(back))?;
        Some(self.things[place % 16])
    }
}

struct Decoder<'a> {
    /// Bytes that are still to be read, of what triangles of one byte do not need.
    data: &'a [u8],
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
    next: u32,
    last: u32,
}

/// Fills `into` with indices of `stride` bytes; `None` if `from` is damaged.
pub fn decode(from: &[u8], into: &mut [u8], stride: usize) -> Option<()> {
    let (codes, rest) = from.strip_prefix(&[0xe1])?.split_at_checked(into.len() / stride / 3)?;
    let (data, pairs) = rest.split_at_checked(rest.len().checked_sub(16)?)?;
    let mut decoder = Decoder { data, edges: Recent::new(), vertices: Recent::new(), next: 0, last: 0 };
    for (&code, triangle) in codes.iter().zip(into.chunks_mut(3 * stride)) {
        let corners = decoder.triangle(code, pairs)?;
        corners.into_iter().zip(triangle.chunks_mut(stride)).for_each(|(corner, into)| write_index(corner, into));
    }
    decoder.data.is_empty().then_some(())
}

impl Decoder<'_> {
    /// Returns the corners of the triangle with the code `code`; `pairs` are the pairs of corners that codes name.
    fn triangle(&mut self, code: u8, pairs: &[u8]) -> Option<[u32; 3]> {
        let (high, low) = (code >> 4, code & 15);
        if high < 15 {
            let [a, b] = self.edges.get(high)?;
            let c = match low {
                0 => self.next(),
                1..13 => self.vertices.get(low)?,
                13 => self.moved(u32::MAX),
                14 => self.moved(1),
                _ => self.given()?,
            };
            if !(1..13).contains(&low) {
                self.vertices.push(c);
            }
            self.edges.push([c, b]);
            self.edges.push([a, c]);
            return Some([a, b, c]);
        }

        // A triangle without a known edge: a pair of codes names its second and third corner.
        let pair = if low < 14 { pairs[usize::from(low)] } else { take(&mut self.data, 1)?[0] };
        let (second, third) = (pair >> 4, pair & 15);
        if low < 14 && (second == 15 || third == 15) {
            return None;
        }
        if low >= 14 && pair == 0 {
            self.next = 0;
        }
        let a = if low == 15 { self.given()? } else { self.next() };
        let b = self.corner(second)?;
        let c = self.corner(third)?;
        self.edges.push([b, a]);
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        self.vertices.push(a);
        for (corner, code) in [(b, second), (c, third)] {
            if code == 0 || code == 15 {
                self.vertices.push(corner);
            }
        }
        Some([a, b, c])
    }

    /// Returns the vertex that four bits name: the next one, a recent one, or one that is given.
    fn corner(&mut self, code: u8) -> Option<u32> {
        match code {
            0 => Some(self.next()),
            15 => self.given(),
            _ => self.vertices.get(code - 1),
        }
    }

    fn next(&mut self) -> u32 {
        let next = self.next;
        self.next = next.wrapping_add(1);
        next
    }

    /// Returns the vertex that stands `by` behind the last one that was given.
    fn moved(&mut self, by: u32) -> u32 {
        self.last = self.last.wrapping_add(by);
        self.last
    }

    /// Reads a vertex that is given by its difference to the last one that was.
    fn given(&mut self) -> Option<u32> {
        let delta = unfolded(take_number(&mut self.data)?);
        Some(self.moved(delta))
    }
}
