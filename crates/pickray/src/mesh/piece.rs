//! Result of reading one piece of a file, for [`join`](super::join): positions, faces as fans, problems.

use super::corner_refs::References;
use super::names::NameChanges;
use super::problems::Problems;
use super::source::LineRuns;

/// Bit that marks a corner that counts back; the other bits are its vertex from the piece's first, plus
/// [`MAX_VERTICES`].
const RELATIVE: u32 = 1 << 31;
/// Largest number of vertices that a file may have, so that a relative corner together with its [`RELATIVE`] mark fits
/// into 32 bits.
pub const MAX_VERTICES: u64 = 1 << 30;

#[derive(Debug, Default)]
pub struct Piece {
    /// Positions of the vertices, rounded to f32.
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
    /// Number of triangles of each face.
    pub counts: FaceCounts,
    /// Highest vertex index among absolute corners, plus 1; 0 if there is no absolute corner.
    pub highest: u32,
    pub relative: bool,
    pub texture: References<2>,
    pub normal: References<3>,
    pub n_lines: u32,
    pub names: NameChanges,
    pub problems: Problems,
    /// Line number, counted from 1 in the piece, and byte offset in the text of some line starts, at about equal
    /// distances.
    pub marks: Vec<(u32, u64)>,
}

/// Corner of a face: its vertex as in [`Piece::triangles`], and the indices of its texture coordinate and normal as in
/// [`CornerRefs`](super::corner_refs::CornerRefs).
#[derive(Clone, Copy)]
pub struct Corner {
    pub vertex: u32,
    pub texture: u32,
    pub normal: u32,
}

/// Number of triangles of each face, 0 for a face left out; takes no memory as long as every number is 1.
#[derive(Debug, Default)]
pub struct FaceCounts {
    /// Number of triangles of each face; empty while all numbers are 1. A value of 255 stands for the next entry of
    /// `large`.
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

    /// Appends `n` faces of one triangle each.
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
    #[inline(always)]
    pub fn push_position(&mut self, position: [f64; 3]) {
        self.positions.push(position.map(|x| x as f32));
        if self.keeps_exact {
            self.exact.push(position);
        }
    }

    /// Takes note of the index of a vertex, from 1 or negative if it counts back, and at most [`MAX_VERTICES`]; returns
    /// it as a corner names it.
    #[inline(always)]
    pub fn note(&mut self, index: i64) -> u32 {
        if index > 0 {
            self.highest = self.highest.max(index as u32);
            return index as u32 - 1;
        }
        self.relative = true;
        relative(self.positions.len() as u32, index.unsigned_abs() as u32)
    }

    /// Appends a triangle of these corners.
    #[inline(always)]
    pub fn push_triangle<const KEPT: bool>(&mut self, corners: [Corner; 3]) {
        self.triangles.push(corners.map(|corner| corner.vertex));
        if KEPT {
            self.texture.corners.push(corners.map(|corner| corner.texture), &self.triangles);
            self.normal.corners.push(corners.map(|corner| corner.normal), &self.triangles);
        }
    }

    /// Takes away all triangles but the first `n`.
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

/// Returns the vertex index in the file, from 0, of a `corner` of a piece; negative if the corner counts back beyond
/// the first vertex. `vertices_ahead` is the number of vertices in the earlier pieces.
pub fn vertex_of(corner: u32, vertices_ahead: u64) -> i64 {
    if corner & RELATIVE == 0 {
        return i64::from(corner);
    }
    i64::from(corner & !RELATIVE) - MAX_VERTICES as i64 + vertices_ahead as i64
}

/// Returns the line number in the file, from 1, and the byte offset of some line starts, at about equal distances.
pub fn marks<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> Vec<(u32, u64)> {
    let mut lines = 0u32;
    let mut marks = Vec::new();
    for piece in pieces {
        marks.extend(piece.marks.iter().map(|&(line, at)| (line.saturating_add(lines), at)));
        lines = lines.saturating_add(piece.n_lines);
    }
    marks
}
