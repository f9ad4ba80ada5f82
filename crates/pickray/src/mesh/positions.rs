//! Positions of vertices and indices of the corners of triangles, as callers hand them over: positions in f32 or f64,
//! with axes in any order; indices of 32 or 16 bits, or none.

use crate::mesh::MeshError;
use crate::work::memory;
use glam::DVec3;

/// Coordinate of a given position, possibly negated, that is taken for x, y or z of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// The first coordinate.
    X,
    /// The second coordinate.
    Y,
    /// The third coordinate.
    Z,
    /// The first coordinate, negated.
    NegX,
    /// The second coordinate, negated.
    NegY,
    /// The third coordinate, negated.
    NegZ,
}

/// Borrowed list of positions. Nothing is copied until a mesh is made of it.
///
/// A list can be made from arrays of three, or from a flat list of coordinates:
///
/// ```
/// use pickray::mesh::Positions;
///
/// let arrays = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0]];
/// assert_eq!(Positions::from(&arrays).len(), 2);
/// let row = [0.0_f64, 0.0, 0.0, 1.0, 0.0, 0.0];
/// assert_eq!(Positions::from(&row[..]).len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    numbers: PositionNumbers<'a>,
    axes: Option<[Axis; 3]>,
    /// Number of coordinates behind the last whole position of a flat list: 0, 1 or 2.
    left_over: usize,
}

#[derive(Clone, Copy, Debug)]
enum PositionNumbers<'a> {
    F32(&'a [[f32; 3]]),
    F64(&'a [[f64; 3]]),
}

impl<'a> Positions<'a> {
    /// Returns the same positions with x, y and z taken from these `axes`, in place of any set before.
    ///
    /// This converts positions from the axis order and handedness of another library. Axes that mirror, such as all
    /// from a left-handed to a right-handed space, exchange the front and the back of each triangle. To keep the front,
    /// also exchange two corners of each triangle with [`Indices::turned`](crate::mesh::Indices::turned).
    ///
    /// | the positions' convention | axes | mirrors |
    /// |---|---|---|
    /// | z up, right-handed (Blender, CAD, maps) | [`z_up`](Self::z_up): X, Z, −Y | no |
    /// | y up, left-handed (Unity, Direct3D) | X, Y, −Z | yes |
    /// | z up, left-handed (Unreal) | X, Z, Y | yes |
    #[must_use]
    pub fn axes(self, axes: [Axis; 3]) -> Self {
        Self { axes: Some(axes), ..self }
    }

    /// Returns the same positions, turned from z up to y up, both right-handed: (x, y, z) becomes (x, z, −y).
    #[must_use]
    pub fn z_up(self) -> Self {
        self.axes([Axis::X, Axis::Z, Axis::NegY])
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        match self.numbers {
            PositionNumbers::F32(positions) => positions.len(),
            PositionNumbers::F64(positions) => positions.len(),
        }
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position number `index`, from 0, with its [`axes`](Self::axes) applied; panics if there is none.
    pub fn get(&self, index: usize) -> DVec3 {
        let position = match self.numbers {
            PositionNumbers::F32(positions) => positions[index].map(f64::from),
            PositionNumbers::F64(positions) => positions[index],
        };
        DVec3::from(along(self.axes, position))
    }

    /// Fills `local` with the positions from number `first` on, less `origin` and then rounded to f32.
    ///
    /// Positions in f32 less zero stay bit for bit; nothing that is not finite, or beyond f32, becomes finite.
    pub(crate) fn copy_local(&self, first: usize, origin: DVec3, local: &mut [[f32; 3]]) {
        let range = first..first + local.len();
        let axes = self.axes;
        let less = |position: [f64; 3]| {
            let position = along(axes, position);
            std::array::from_fn(|k| (position[k] - origin[k]) as f32)
        };
        match self.numbers {
            PositionNumbers::F32(positions) if axes.is_none() && origin == DVec3::ZERO => {
                local.copy_from_slice(&positions[range]);
            }
            PositionNumbers::F32(positions) => write(local, positions[range].iter().map(|p| less(p.map(f64::from)))),
            PositionNumbers::F64(positions) => write(local, positions[range].iter().map(|&p| less(p))),
        }
    }

    /// Returns whether the positions are in f64, so that two of them may differ and yet be equal in f32.
    pub(crate) fn are_f64(&self) -> bool {
        matches!(self.numbers, PositionNumbers::F64(_))
    }

    pub(crate) fn left_over(&self) -> usize {
        self.left_over
    }

    fn new(numbers: PositionNumbers<'a>, left_over: usize) -> Self {
        Self { numbers, axes: None, left_over }
    }
}

#[inline]
fn along(axes: Option<[Axis; 3]>, position: [f64; 3]) -> [f64; 3] {
    let Some(axes) = axes else { return position };
    axes.map(|axis| {
        // The negated ones follow in the same order.
        let place = axis as usize;
        if place < 3 { position[place] } else { -position[place - 3] }
    })
}

#[inline]
fn write(local: &mut [[f32; 3]], positions: impl Iterator<Item = [f32; 3]>) {
    local.iter_mut().zip(positions).for_each(|(local, position)| *local = position);
}

/// Implements `From` for `$list`, of triples and of numbers in a row; `$numbers::$variant` holds those of `$number`.
macro_rules! from_triples {
    ($list:ident, $numbers:ident { $($number:ty => $variant:ident),* }) => {
        $(
            impl<'a> From<&'a [[$number; 3]]> for $list<'a> {
                fn from(triples: &'a [[$number; 3]]) -> Self {
                    Self::new($numbers::$variant(triples), 0)
                }
            }

            /// Takes a list of numbers in a row, three for each item.
            impl<'a> From<&'a [$number]> for $list<'a> {
                fn from(numbers: &'a [$number]) -> Self {
                    let (triples, rest) = numbers.as_chunks();
                    Self::new($numbers::$variant(triples), rest.len())
                }
            }
        )*

        impl<'a, T> From<&'a Vec<T>> for $list<'a>
        where
            Self: From<&'a [T]>,
        {
            fn from(list: &'a Vec<T>) -> Self {
                Self::from(&list[..])
            }
        }

        impl<'a, T, const N: usize> From<&'a [T; N]> for $list<'a>
        where
            Self: From<&'a [T]>,
        {
            fn from(list: &'a [T; N]) -> Self {
                Self::from(&list[..])
            }
        }
    };
}
from_triples!(Positions, PositionNumbers { f32 => F32, f64 => F64 });

/// Indices into a list of positions, three for each triangle, counter-clockwise as seen from the front.
/// Made from arrays of three or from indices in a row, of `u32` or of `u16`. A `Vec` of arrays of `u32` is not copied.
#[derive(Clone, Debug)]
pub struct Indices<'a> {
    corners: Corners<'a>,
    turned: bool,
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
    /// exchanged, too. A hit's `u` then is the weight of what was the third corner, `v` of what was the second.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turned: !self.turned, ..self }
    }

    /// Returns the triangles of so many positions; fails if indices or positions do not come in threes.
    pub(super) fn triangles(self, n_positions: usize) -> Result<Vec<[u32; 3]>, MeshError> {
        let mut left_over = ("indices", self.left_over);
        let mut triangles = match self.corners {
            Corners::InOrder => {
                left_over = ("positions", n_positions % 3);
                let corners = |i| [0, 1, 2].map(|corner| (3 * i + corner) as u32);
                memory::collected((0..n_positions / 3).map(corners))?
            }
            Corners::Owned(triangles) => triangles,
            Corners::Wide(triangles) => memory::collected(triangles.iter().copied())?,
            Corners::Narrow(triangles) => memory::collected(triangles.iter().map(|t| t.map(u32::from)))?,
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

impl From<Vec<[u32; 3]>> for Indices<'_> {
    fn from(triangles: Vec<[u32; 3]>) -> Self {
        Self::new(Corners::Owned(triangles), 0)
    }
}

from_triples!(Indices, Corners { u32 => Wide, u16 => Narrow });

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [[f32; 3]; 3] = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [0.1, -0.0, f32::INFINITY]];

    /// Returns all positions less an origin, rounded to f32.
    fn local(positions: Positions, origin: DVec3) -> Vec<[f32; 3]> {
        let mut local = vec![[f32::NAN; 3]; positions.len()];
        positions.copy_local(0, origin, &mut local);
        local
    }

    /// Returns the bits of positions, which tell zeros and NaN apart, too.
    fn bits(positions: &[[f32; 3]]) -> Vec<[u32; 3]> {
        positions.iter().map(|position| position.map(f32::to_bits)).collect()
    }

    #[test]
    fn every_layout_gives_the_same_numbers() {
        let in_f64 = POSITIONS.map(|position| position.map(f64::from));
        let flat_f64 = in_f64.as_flattened();
        for positions in [
            Positions::from(&POSITIONS),
            Positions::from(POSITIONS.as_flattened()),
            Positions::from(&in_f64),
            Positions::from(flat_f64),
        ] {
            assert_eq!(bits(&local(positions, DVec3::ZERO)), bits(&POSITIONS), "{positions:?}");
            assert_eq!(local(positions, DVec3::ONE)[1], [3.0, 4.0, 5.0]);
            assert_eq!(positions.get(1), DVec3::new(4.0, 5.0, 6.0));
            let mut second = [[0.0; 3]];
            positions.copy_local(1, DVec3::ZERO, &mut second);
            assert_eq!(second, [POSITIONS[1]]);
        }
    }

    #[test]
    fn axes_order_and_turn_the_coordinates() {
        let positions = Positions::from(&POSITIONS);
        assert_eq!(positions.z_up().get(0), DVec3::new(1.0, 3.0, -2.0));
        let axes = [Axis::NegZ, Axis::NegX, Axis::Y];
        assert_eq!(local(positions.z_up().axes(axes), DVec3::ZERO)[..2], [[-3.0, -1.0, 2.0], [-6.0, -4.0, 5.0]]);
        assert_eq!(local(positions.axes(axes), DVec3::X)[0], [-4.0, -1.0, 2.0]);
    }

    #[test]
    fn numbers_beyond_f32_do_not_become_finite() {
        let positions = [[1e300, -1e300, f64::NAN]];
        let local = local(Positions::from(&positions), DVec3::ZERO)[0];
        assert!(local[..2] == [f32::INFINITY, f32::NEG_INFINITY] && local[2].is_nan());
    }

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
    fn what_is_no_whole_position_or_triangle_is_counted() {
        assert_eq!(Positions::from(&[0.0_f32; 8]).left_over(), 2);
        let message = |indices: Indices| indices.triangles(7).unwrap_err().to_string();
        let want = "the last 2 indices make no whole triangle: give three for each";
        assert_eq!(message(Indices::from(&[0_u16, 1, 2, 0, 1])), want);
        let want = "the last 1 positions make no whole triangle: give three for each";
        assert_eq!(message(Indices::IN_ORDER), want);
    }
}
