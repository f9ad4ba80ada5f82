//! Result of reading one piece of a file, for [`join`](super::join): positions, faces as fans, problems.

use super::corner_refs::References;
use super::names::{NameChanges, NameTable};
use super::problems::Problems;
use super::source::{LineRuns, Span};
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

/// Corner of a face, with indices as in [`Piece::triangles`] and [`CornerRefs`](super::corner_refs::CornerRefs).
#[derive(Clone, Copy)]
pub struct Corner {
    pub vertex: u32,
    pub texture: u32,
    pub normal: u32,
}

/// Number of triangles of each face, 0 for a face left out; takes no memory as long as every number is 1.
#[derive(Debug, Default)]
pub struct FaceCounts {
    /// Number of triangles of each face, where 255 stands for the next of `large`; empty while all are 1.
    small: Vec<u8>,
    large: Vec<u32>,
    n: usize,
}

impl FaceCounts {
    #[inline(always)]
    pub fn push(&mut self, count: u32) {
        if count != 1 || !self.small.is_empty() {
            self.push_small(count);
        }
        self.n += 1;
    }

    pub fn push_ones(&mut self, n: u32) {
        if !self.small.is_empty() {
            self.small.resize(self.small.len() + n as usize, 1);
        }
        self.n += n as usize;
    }

    fn push_small(&mut self, count: u32) {
        if self.small.is_empty() {
            self.small.resize(self.n, 1);
        }
        self.small.push(count.min(255) as u8);
        if count >= 255 {
            self.large.push(count);
        }
    }

    pub fn all_one(&self) -> bool {
        self.small.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        let mut large = self.large.iter();
        let ones = if self.small.is_empty() { self.n } else { 0 };
        let small = self.small.iter().map(move |&count| match count {
            255 => *large.next().expect("as many as 255s"),
            count => u32::from(count),
        });
        std::iter::repeat_n(1, ones).chain(small)
    }
}

impl Piece {
    /// Reserves memory for `vertices` more vertices and `triangles` more triangles.
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
        self.texture.corners.truncate(n);
        self.normal.corners.truncate(n);
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

/// Returns the spans of faces for which names hold, and the names of each kind. Takes the pieces' names.
pub fn join_names(pieces: &mut [Piece]) -> (Vec<Span>, [Vec<Vec<u8>>; 3]) {
    let mut tables: [NameTable; 3] = Default::default();
    let mut now = Span::default();
    let mut spans: Vec<Span> = Vec::new();
    for piece in pieces {
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
        // Each name, or its index in the table of all where it is there.
        let mut names = take(&mut piece.names.tables)
            .map(|table| table.into_names().into_iter().map(Err).collect::<Vec<Result<u32, Vec<u8>>>>());
        for change in &piece.names.changes {
            now.first_face += faces_until(change.face);
            let named = change.named as usize;
            now.names[named] = change.name.map(|name| {
                let name = &mut names[named][name as usize];
                let index = match name {
                    Ok(index) => *index,
                    Err(name) => tables[named].index_of(take(name)),
                };
                *name = Ok(index);
                index
            });
            match spans.last_mut() {
                Some(last) if last.first_face == now.first_face => *last = now,
                _ => spans.push(now),
            }
        }
        now.first_face += faces_until(piece.lines.len());
    }
    let names = only_used(&mut spans, tables.map(NameTable::into_names), now.first_face);
    (spans, names)
}

/// Returns the names that hold for one of `n_faces`, by face: where pieces are cut, some hold for none.
fn only_used(spans: &mut Vec<Span>, names: [Vec<Vec<u8>>; 3], n_faces: u32) -> [Vec<Vec<u8>>; 3] {
    spans.truncate(spans.partition_point(|span| span.first_face < n_faces));
    let mut named = 0;
    names.map(|mut names| {
        let mut used = Vec::new();
        let mut places = vec![None; names.len()];
        for index in spans.iter_mut().filter_map(|span| span.names[named].as_mut()) {
            *index = *places[*index as usize].get_or_insert_with(|| {
                used.push(take(&mut names[*index as usize]));
                used.len() as u32 - 1
            });
        }
        named += 1;
        used
    })
}
