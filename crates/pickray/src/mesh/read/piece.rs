//! Result of reading one piece of a file, for [`join`](super::join): positions, faces as fans, texture coordinates and
//! normals with the indices by which corners name them, names, problems.

use crate::mesh::CornerValues;
use crate::mesh::report::Problems;
use crate::mesh::source::{LineRuns, NameChanges, NameTable, Span};
use crate::work::threads::joined;
use crate::work::{OutOfMemory, memory};
use std::mem::take;

/// Mark of a corner that counts back; the other bits are its vertex from the piece's first, plus [`MAX_VERTICES`].
const RELATIVE: u32 = 1 << 31;
/// Largest number of vertices of a file: a relative corner with its mark fits into 32 bits.
pub const MAX_VERTICES: u64 = 1 << 30;

#[derive(Debug, Default)]
pub struct Piece {
    pub positions: Vec<[f32; 3]>,
    /// The same positions in f64, not rounded to f32; empty unless `keeps_exact`.
    pub exact: Vec<[f64; 3]>,
    pub keeps_exact: bool,
    /// Indices in `positions`, ascending, of vertices that could not be read.
    pub unusable: Vec<u32>,
    /// Triangles of all faces, each face a fan around its first corner. A corner is a vertex index in the file, from 0,
    /// or an index relative to the first vertex of the piece, marked with [`RELATIVE`].
    pub triangles: Vec<[u32; 3]>,
    /// Line number of each face, counted from 1 in the piece.
    pub lines: LineRuns,
    pub counts: FaceCounts,
    /// Highest vertex index among absolute corners, plus 1; 0 if there is no absolute corner.
    pub highest: u32,
    pub relative: bool,
    pub texture: References<2>,
    pub normal: References<3>,
    pub n_lines: u32,
    pub names: NameChanges,
    pub problems: Problems,
    /// Line number, from 1 in the piece, and byte offset in the text of some line starts, about equally far apart.
    pub marks: Vec<(u32, u64)>,
}

/// Corner of a face, with indices as in [`Piece::triangles`] and [`CornerRefs`].
#[derive(Clone, Copy)]
pub struct Corner {
    pub vertex: u32,
    pub texture: u32,
    pub normal: u32,
}

/// Number of triangles of each face, 0 for a face left out; takes no memory as long as every number is 1.
#[derive(Debug, Default)]
pub struct FaceCounts {
    counts: Vec<u32>,
    n: usize,
}

impl FaceCounts {
    #[inline(always)]
    pub fn push(&mut self, count: u32) {
        if count != 1 || !self.counts.is_empty() {
            self.push_other(count);
        }
        self.n += 1;
    }

    pub fn push_ones(&mut self, n: u32) {
        self.n += n as usize;
        if !self.counts.is_empty() {
            self.counts.resize(self.n, 1);
        }
    }

    fn push_other(&mut self, count: u32) {
        if self.counts.is_empty() {
            self.counts.resize(self.n, 1);
        }
        self.counts.push(count);
    }

    pub fn all_one(&self) -> bool {
        self.counts.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        let ones = if self.counts.is_empty() { self.n } else { 0 };
        std::iter::repeat_n(1, ones).chain(self.counts.iter().copied())
    }
}

impl Piece {
    pub fn reserve(&mut self, vertices: usize, triangles: usize) -> Result<(), OutOfMemory> {
        memory::reserve(&mut self.positions, vertices)?;
        memory::reserve(&mut self.triangles, triangles)?;
        self.texture.reserve(vertices, triangles)?;
        self.normal.reserve(vertices, triangles)?;
        if self.keeps_exact { memory::reserve(&mut self.exact, vertices) } else { Ok(()) }
    }

    #[inline(always)]
    pub fn push_position(&mut self, position: [f64; 3]) {
        self.positions.push(position.map(|x| x as f32));
        if self.keeps_exact {
            self.exact.push(position);
        }
    }

    /// Notes the index of a vertex, from 1 or negative if it counts back; returns it as a corner names it.
    #[inline(always)]
    pub fn note(&mut self, index: i64) -> u32 {
        if index > 0 {
            self.highest = self.highest.max(index as u32);
            return index as u32 - 1;
        }
        self.relative = true;
        relative(self.positions.len() as u32, index.unsigned_abs() as u32)
    }

    #[inline(always)]
    pub fn push_triangle<const KEPT: bool>(&mut self, corners: [Corner; 3]) {
        self.triangles.push(corners.map(|corner| corner.vertex));
        if KEPT {
            self.texture.corners.push(corners.map(|corner| corner.texture), &self.triangles);
            self.normal.corners.push(corners.map(|corner| corner.normal), &self.triangles);
        }
    }

    pub fn truncate_triangles(&mut self, n: usize) {
        self.triangles.truncate(n);
        for list in [&mut self.texture.corners, &mut self.normal.corners].into_iter().filter_map(CornerRefs::list) {
            list.truncate(n);
        }
    }

    /// Ends a face whose statement is on `line`: the last `n_triangles` of `triangles` are its triangles.
    #[inline(always)]
    pub fn end_face(&mut self, n_triangles: u32, line: u32) {
        self.lines.push(line, 1);
        self.counts.push(n_triangles);
    }
}

/// Returns the index, marked as relative, that counts `by` back from `count`; `by` is at most [`MAX_VERTICES`].
#[inline(always)]
pub fn relative(count: u32, by: u32) -> u32 {
    (count + MAX_VERTICES as u32).wrapping_sub(by) | RELATIVE
}

/// Returns the vertex in the file, from 0, of a `corner` behind so many vertices; negative if it counts back too far.
pub fn vertex_of(corner: u32, vertices_ahead: u64) -> i64 {
    if corner & RELATIVE == 0 {
        return i64::from(corner);
    }
    i64::from(corner & !RELATIVE) - MAX_VERTICES as i64 + vertices_ahead as i64
}

/// First face for which names hold, and for each kind the piece that gives the name and the name's index there.
type NamesFrom = (u32, [Option<(u32, u32)>; 3]);

/// Returns the spans of faces of the same names, none empty, and the names of each kind. Takes the pieces' names.
pub fn join_names(pieces: &mut [Piece]) -> (Vec<Span>, [Vec<Vec<u8>>; 3]) {
    let mut now: NamesFrom = (0, [None; 3]);
    let mut changes: Vec<NamesFrom> = Vec::new();
    for (place, piece) in (0..).zip(&*pieces) {
        let mut counts = piece.counts.iter();
        let mut local = 0;
        // Only faces that have triangles count.
        let mut faces_until = |face: u32| {
            let passed = face - std::mem::replace(&mut local, face);
            if piece.counts.all_one() {
                passed
            } else {
                counts.by_ref().take(passed as usize).filter(|&count| count > 0).count() as u32
            }
        };
        for change in &piece.names.changes {
            now.0 += faces_until(change.face);
            now.1[change.named as usize] = change.name.map(|name| (place, name));
            match changes.last_mut() {
                Some(last) if last.0 == now.0 => *last = now,
                _ => changes.push(now),
            }
        }
        now.0 += faces_until(piece.lines.len());
    }
    changes.truncate(changes.partition_point(|change| change.0 < now.0));

    // Each name of a piece, or its index among all once it has one.
    let of_piece = |piece: &mut Piece| {
        take(&mut piece.names.tables)
            .map(|table| table.into_names().into_iter().map(Err).collect::<Vec<Result<u32, Vec<u8>>>>())
    };
    let mut of_pieces: Vec<_> = pieces.iter_mut().map(of_piece).collect();
    let mut tables: [NameTable; 3] = Default::default();
    let mut index_of = |named: usize, (place, name): (u32, u32)| {
        let name = &mut of_pieces[place as usize][named][name as usize];
        let index = match name {
            Ok(index) => *index,
            Err(name) => tables[named].index_of(take(name)),
        };
        *name = Ok(index);
        index
    };
    let span = |(first_face, names): NamesFrom| Span {
        first_face,
        names: std::array::from_fn(|named| names[named].map(|name| index_of(named, name))),
    };
    let spans = changes.into_iter().map(span).collect();
    (spans, tables.map(NameTable::into_names))
}

/// Index of a corner that names none.
pub const NONE: u32 = u32::MAX;

/// Texture coordinates or normals of a piece: count and farthest indices, and where they are kept, all of them.
#[derive(Debug, Default)]
pub struct References<const N: usize> {
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
    #[default]
    Absent,
    /// All corners name those with the indices of their vertices.
    AsVertices,
    Own(Vec<[u32; 3]>),
}

impl<const N: usize> References<N> {
    /// Notes an index on `line`, from 1, negative if it counts back, 0 for none; returns it as a corner names it.
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

    /// Turns relative indices into those in the file; one that counts back beyond the first becomes [`NONE`].
    pub fn resolve(&mut self, ahead: u64) {
        for index in self.list().into_iter().flat_map(|list| list.as_flattened_mut()).filter(|index| **index != NONE) {
            *index = u32::try_from(vertex_of(*index, ahead)).unwrap_or(NONE);
        }
    }
}

/// Returns the values at the corners of all `triangles`, so many of each piece; by vertex if they agree.
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

    // If all corners name the indices of their vertices, the values are those of vertices.
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
