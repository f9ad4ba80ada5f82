//! Texture coordinates or normals of a piece of a file, and the indices by which corners name them.

use super::CornerValues;
use super::piece::{MAX_VERTICES, relative, vertex_of};
use crate::work::threads::joined;
use crate::work::{OutOfMemory, memory};
use std::mem::take;

/// Index of a corner that names none.
pub const NONE: u32 = u32::MAX;

/// Texture coordinates or normals of a piece: how many there are, and the indices in faces that reach farthest forward
/// and back, with their lines; and, where they are kept, their numbers and the indices of all corners.
#[derive(Debug, Default)]
pub struct References<const N: usize> {
    /// Number of `vt` or `vn` statements read so far in the piece.
    pub count: u32,
    /// Highest index that a face names, and the line of the face, as `index << 32 | line`.
    pub highest: u64,
    /// Largest number of values to which an index counts back before the piece, and its line, as `reach << 32 | line`.
    pub reach: u64,
    pub relative: bool,
    pub values: Vec<[f32; N]>,
    pub corners: CornerRefs,
    /// Number of values that are not finite, and the line of the first one.
    pub not_finite: (u64, u32),
}

/// Indices that the corners of a piece's triangles name, from 0 in the file, or relative and marked as a corner is.
#[derive(Debug, Default)]
pub enum CornerRefs {
    /// No corner names any.
    #[default]
    Absent,
    /// All corners name those with the indices of their vertices.
    AsVertices,
    Own(Vec<[u32; 3]>),
}

impl<const N: usize> References<N> {
    /// Notes an index that a face on `line` names, from 1 or negative if it counts back; returns it as a corner names
    /// it. An index of 0 names none.
    #[inline(always)]
    pub fn note(&mut self, index: i64, line: u32) -> u32 {
        if index == 0 {
            return NONE;
        }
        let size = index.unsigned_abs().min(u64::from(u32::MAX)) as u32;
        let with_line = |index: u32| u64::from(index) << 32 | u64::from(line);
        let named = if index > 0 {
            self.highest = self.highest.max(with_line(size));
            size - 1
        } else {
            self.relative = true;
            self.reach = self.reach.max(with_line(size.saturating_sub(self.count)));
            relative(self.count, size)
        };
        if u64::from(size) <= MAX_VERTICES { named } else { NONE }
    }

    #[inline(always)]
    pub fn push(&mut self, value: [f64; N], line: u32) {
        let value = value.map(|x| x as f32);
        if !value.iter().all(|x| x.is_finite()) {
            self.not_finite = (self.not_finite.0 + 1, if self.not_finite.0 == 0 { line } else { self.not_finite.1 });
        }
        self.values.push(value);
    }

    /// Sets the value of the last of `n` vertices; those ahead of it without one get none.
    #[inline(always)]
    pub fn push_of_vertex(&mut self, n: usize, value: [f64; N], line: u32) {
        if self.values.len() + 1 != n {
            self.values.resize(n - 1, [f32::NAN; N]);
        }
        self.push(value, line);
    }

    /// Makes room for `values` more values and the indices of `triangles` more triangles, where such were read.
    pub fn reserve(&mut self, values: usize, triangles: usize) -> Result<(), OutOfMemory> {
        if !self.values.is_empty() {
            memory::reserve(&mut self.values, values)?;
        }
        if let CornerRefs::Own(list) = &mut self.corners { memory::reserve(list, triangles) } else { Ok(()) }
    }
}

impl CornerRefs {
    /// Appends the indices that the last of `triangles` names.
    #[inline(always)]
    pub fn push(&mut self, refs: [u32; 3], triangles: &[[u32; 3]]) {
        match self {
            Self::Own(list) => list.push(refs),
            Self::Absent if refs == [NONE; 3] => {}
            Self::AsVertices if triangles.last() == Some(&refs) => {}
            _ => self.differ(refs, triangles),
        }
    }

    #[cold]
    fn differ(&mut self, refs: [u32; 3], triangles: &[[u32; 3]]) {
        if triangles == [refs] {
            *self = Self::AsVertices;
        } else {
            self.own(&triangles[..triangles.len() - 1]).push(refs);
        }
    }

    /// Appends `n` triangles that name none, as the fast path reads them; `triangles` are all ahead of them.
    #[cfg(target_arch = "x86_64")]
    pub fn push_none(&mut self, n: usize, triangles: &[[u32; 3]]) {
        if !matches!(self, Self::Absent) {
            let list = self.own(triangles);
            list.resize(list.len() + n, [NONE; 3]);
        }
    }

    /// Turns the indices that `triangles` name into a list of their own.
    pub fn own(&mut self, triangles: &[[u32; 3]]) -> &mut Vec<[u32; 3]> {
        match self {
            Self::Own(_) => {}
            Self::Absent => *self = Self::Own(vec![[NONE; 3]; triangles.len()]),
            Self::AsVertices => *self = Self::Own(triangles.to_vec()),
        }
        let Self::Own(list) = self else { unreachable!("it is one now") };
        list
    }

    pub fn list(&mut self) -> Option<&mut Vec<[u32; 3]>> {
        if let Self::Own(list) = self { Some(list) } else { None }
    }

    pub fn truncate(&mut self, n: usize) {
        if let Self::Own(list) = self {
            list.truncate(n);
        }
    }

    /// Turns relative indices into those in the file; one that counts back beyond the first becomes [`NONE`].
    pub fn resolve(&mut self, ahead: u64) {
        for index in self.list().into_iter().flat_map(|list| list.as_flattened_mut()).filter(|index| **index != NONE) {
            *index = u32::try_from(vertex_of(*index, ahead)).unwrap_or(NONE);
        }
    }
}

/// Returns the values at the corners of all `triangles`, of which the pieces have so many each; by vertex if they
/// agree.
pub fn corner_values<const N: usize>(
    others: Vec<References<N>>,
    triangles: &[[u32; 3]],
    lengths: &[usize],
    n_vertices: usize,
    threads: usize,
) -> Result<CornerValues<N>, OutOfMemory> {
    let mut highest = others.iter().map(|it| it.highest >> 32).max().unwrap_or(0);
    let (values, corners): (Vec<_>, Vec<_>) = others.into_iter().map(|it| (it.values, it.corners)).unzip();
    let mut rest = triangles;
    let parts = lengths.iter().map(|&n| rest.split_off(..n).expect("the lengths add up"));
    let pieces: Vec<_> = corners.into_iter().zip(parts).filter(|(_, triangles)| !triangles.is_empty()).collect();
    let are_absent = pieces.iter().all(|(corners, _)| matches!(corners, CornerRefs::Absent));
    if are_absent || values.iter().all(Vec::is_empty) {
        return Ok(CornerValues::default());
    }
    let mut values = joined(values, [0.0; N], threads)?;
    let agree = |(corners, triangles): &(CornerRefs, &[[u32; 3]])| match corners {
        CornerRefs::Own(list) => list == triangles,
        corners => matches!(corners, CornerRefs::AsVertices),
    };
    if pieces.iter().all(agree) {
        let missing = n_vertices.saturating_sub(values.len());
        memory::reserve(&mut values, missing)?;
        values.resize(n_vertices, [f32::NAN; N]);
        return Ok(CornerValues::by_vertex(values));
    }
    memory::check(size_of_val(triangles) as u64)?;
    if pieces.iter().any(|(corners, _)| matches!(corners, CornerRefs::AsVertices)) {
        highest = highest.max(n_vertices as u64);
    }
    let lists = pieces.into_iter().map(|(mut corners, triangles)| take(corners.own(triangles))).collect();
    let mut corners = joined(lists, [NONE; 3], threads)?;
    let n_values = values.len() as u64;
    if highest > n_values {
        for index in corners.as_flattened_mut().iter_mut().filter(|index| u64::from(**index) >= n_values) {
            *index = NONE;
        }
    }
    if corners.as_flattened().iter().all(|&index| index == NONE) {
        return Ok(CornerValues::default());
    }
    Ok(CornerValues::by_corner(values, corners))
}
