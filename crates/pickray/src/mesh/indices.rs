//! Indices of the positions that are corners of triangles, as callers hand them over: borrowed or owned, of 32 or 16
//! bits, or no indices.

use super::MeshError;
use super::positions::from_triples;
use crate::work::{OutOfMemory, memory};

/// Indices into a list of positions, three for each triangle, counter-clockwise as seen from the front.
/// Made from arrays of three or from indices in a row, of `u32` or of `u16`. A `Vec` of arrays of `u32` is not copied.
#[derive(Clone, Debug)]
pub struct Indices<'a> {
    corners: Corners<'a>,
    turned: bool,
    /// Number of indices that follow the last whole triangle.
    left_over: usize,
}

#[derive(Clone, Debug)]
enum Corners<'a> {
    InOrder,
    Owned(Vec<[u32; 3]>),
    Wide(&'a [[u32; 3]]),
    Narrow(&'a [[u16; 3]]),
}

impl<'a> Indices<'a> {
    /// No indices: every three positions in a row are a triangle.
    pub const IN_ORDER: Self = Self { corners: Corners::InOrder, turned: false, left_over: 0 };

    /// Returns the same triangles with the second and third corner of each exchanged, so that front and back are
    /// exchanged, too. A hit's `u` then is the weight of what was the third corner, and `v` that of what was the
    /// second.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turned: !self.turned, ..self }
    }

    /// Returns the triangles that the indices make of `n_positions` positions, or an error if indices or positions do
    /// not come in threes.
    pub(super) fn triangles(self, n_positions: usize) -> Result<Vec<[u32; 3]>, MeshError> {
        let mut left_over = ("indices", self.left_over);
        let mut triangles = match self.corners {
            Corners::InOrder => {
                left_over = ("positions", n_positions % 3);
                let corners = |i| [0, 1, 2].map(|corner| (3 * i + corner) as u32);
                collected(n_positions / 3, (0..n_positions / 3).map(corners))?
            }
            Corners::Owned(triangles) => triangles,
            Corners::Wide(triangles) => collected(triangles.len(), triangles.iter().copied())?,
            Corners::Narrow(triangles) => collected(triangles.len(), triangles.iter().map(|t| t.map(u32::from)))?,
        };
        match left_over {
            (_, 0) => {}
            (what, count) => return Err(MeshError::LeftOver { count, what, whole: "triangle" }),
        }
        if self.turned {
            triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        Ok(triangles)
    }

    fn new(corners: Corners<'a>, left_over: usize) -> Self {
        Self { corners, turned: false, left_over }
    }
}

fn collected(n: usize, triangles: impl Iterator<Item = [u32; 3]>) -> Result<Vec<[u32; 3]>, OutOfMemory> {
    let mut list = Vec::new();
    memory::reserve(&mut list, n)?;
    list.extend(triangles);
    Ok(list)
}

impl From<Vec<[u32; 3]>> for Indices<'_> {
    fn from(triangles: Vec<[u32; 3]>) -> Self {
        Self::new(Corners::Owned(triangles), 0)
    }
}

from_triples!(Indices, Corners { u32 => Wide, u16 => Narrow });

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLES: [[u32; 3]; 2] = [[0, 1, 2], [3, 4, 5]];

    #[test]
    fn every_kind_of_index_gives_the_same_triangles() {
        let narrow = TRIANGLES.map(|triangle| triangle.map(|index| index as u16));
        for indices in [
            Indices::IN_ORDER,
            Indices::from(TRIANGLES.to_vec()),
            Indices::from(&TRIANGLES),
            Indices::from(TRIANGLES.as_flattened()),
            Indices::from(&narrow),
            Indices::from(narrow.as_flattened()),
        ] {
            assert_eq!(indices.clone().triangles(6), Ok(TRIANGLES.to_vec()), "{indices:?}");
            assert_eq!(indices.clone().turned().triangles(6), Ok(vec![[0, 2, 1], [3, 5, 4]]));
            assert_eq!(indices.turned().turned().triangles(6), Ok(TRIANGLES.to_vec()));
        }
    }

    #[test]
    fn what_is_no_whole_triangle_is_named() {
        let message = |indices: Indices| indices.triangles(7).unwrap_err().to_string();
        let want = "the last 2 indices make no whole triangle: give three for each";
        assert_eq!(message(Indices::from(&[0_u16, 1, 2, 0, 1])), want);
        let want = "the last 1 positions make no whole triangle: give three for each";
        assert_eq!(message(Indices::IN_ORDER), want);
    }
}
