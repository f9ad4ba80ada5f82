//! Result of reading one piece of a file, for [`join`](super::join): positions, faces as fans, problems.

use super::corner_refs::References;
use super::report::Problems;
use super::source::{LineRuns, NameChanges, NameTable, Span};
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

/// First face for which names hold, and for each kind the piece that gives the name and the name's index there.
type NamesFrom = (u32, [Option<(u32, u32)>; 3]);

/// Returns the spans of faces for which names hold, and the names of each kind; where pieces are cut, some hold for no
/// face, and are left out. Takes the pieces' names.
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
