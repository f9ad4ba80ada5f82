//! What a part of a file's text or records says, for [`join`](super::join): positions, faces as fans, problems.

use super::names::NameChanges;
use super::problems::Problems;
use super::source::LineRuns;
use super::vertex_colors::VertexColors;

/// Marks a corner that counts back; the other bits are its vertex from the piece's first, in two's complement.
const RELATIVE: u32 = 1 << 31;
/// A file has at most this many vertices, so that a relative corner fits beside its mark.
pub const MAX_VERTICES: u64 = 1 << 30;

#[derive(Debug, Default)]
pub struct Piece {
    /// One per `v` statement, rounded.
    pub positions: Vec<[f32; 3]>,
    /// The same as the numbers of the text say, where they are kept.
    pub exact: Vec<[f64; 3]>,
    pub keeps_exact: bool,
    pub colors: VertexColors,
    /// Those of `positions`, ascending, that stand for vertices that could not be read.
    pub unusable: Vec<u32>,
    /// The faces as fans around their first corners. A corner is a vertex of the file, from 0, or [`RELATIVE`].
    pub triangles: Vec<[u32; 3]>,
    /// Of each `f` statement its line in the piece, from 1.
    pub lines: LineRuns,
    /// Of each `f` statement its number of triangles.
    pub counts: FaceCounts,
    /// The highest absolute corner, plus 1.
    pub highest: u32,
    pub relative: bool,
    pub texture: References,
    pub normal: References,
    pub n_lines: u32,
    pub names: NameChanges,
    pub problems: Problems,
    pub points: u64,
    pub polylines: u64,
    pub curves_and_surfaces: u64,
    /// The files that `mtllib` statements name, and their lines in the piece, from 1.
    pub material_libraries: Vec<(u32, Vec<u8>)>,
    /// Lines, from 1, and the places in the text where they begin, every so many bytes.
    pub marks: Vec<(u32, u64)>,
    /// A statement put together of several lines.
    pub scratch: Vec<u8>,
}

/// How many triangles each face has; 0 for one left out. Costs nothing as long as all have one.
#[derive(Debug, Default)]
pub struct FaceCounts {
    /// Empty while all are 1; 255 stands for the next of `large`.
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

    /// The same as pushing 1 `n` times.
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

/// Texture coordinates or normals, only checked: their number, and the farthest faces reach, with its line.
#[derive(Clone, Copy, Debug, Default)]
pub struct References {
    /// `vt` or `vn` statements so far.
    pub count: u32,
    /// Highest index named, and line, as `index << 32 | line`.
    pub highest: u64,
    /// Farthest reach back ahead of the piece, and line.
    pub reach: u64,
}

impl Piece {
    #[inline(always)]
    pub fn push_position(&mut self, position: [f64; 3]) {
        self.positions.push(position.map(|x| x as f32));
        if self.keeps_exact {
            self.exact.push(position);
        }
    }

    /// Returns the corner of the file's vertex `index`, counted from 1.
    #[inline(always)]
    pub fn absolute(&mut self, index: u32) -> u32 {
        self.highest = self.highest.max(index);
        index - 1
    }

    /// Returns the corner of the vertex `by` ahead of the next one; `by` is at most [`MAX_VERTICES`].
    #[inline(always)]
    pub fn relative(&mut self, by: u32) -> u32 {
        self.relative = true;
        (self.positions.len() as u32).wrapping_sub(by) | RELATIVE
    }

    /// Ends a face of the triangles last pushed.
    #[inline(always)]
    pub fn end_face(&mut self, n_triangles: u32, line: u32) {
        self.lines.push(line, 1);
        self.counts.push(n_triangles);
    }
}

impl References {
    #[inline(always)]
    pub fn absolute(&mut self, index: u32, line: u32) {
        self.highest = self.highest.max(u64::from(index) << 32 | u64::from(line));
    }

    #[inline(always)]
    pub fn back(&mut self, by: u32, line: u32) {
        self.reach = self.reach.max(u64::from(by.saturating_sub(self.count)) << 32 | u64::from(line));
    }
}

/// Returns the vertex, from 0, of a corner in a piece behind `vertices_ahead`; negative where it lies ahead of all.
pub fn vertex_of(corner: u32, vertices_ahead: u64) -> i64 {
    if corner & RELATIVE == 0 {
        return i64::from(corner);
    }
    i64::from((corner << 1) as i32 >> 1) + vertices_ahead as i64
}

/// Returns where lines of the file begin, every so many bytes.
pub fn marks(pieces: &[Piece]) -> Vec<(u32, u64)> {
    let mut lines = 0u32;
    let mut marks = Vec::new();
    for piece in pieces {
        marks.extend(piece.marks.iter().map(|&(line, at)| (line.saturating_add(lines), at)));
        lines = lines.saturating_add(piece.n_lines);
    }
    marks
}
