//! What the statements of one piece of a file say, read line by line in one pass.
//!
//! The usual `v`, `f`, `vt`, `vn` and comment lines are read here, each byte once; whatever is not entirely usual is
//! read again by [`slow_path`](super::slow_path), which knows what to say about it. Numbers that depend on earlier
//! pieces stay relative to this one until [`join`](super::join).

#[cfg(target_arch = "x86_64")]
use super::fast_path;
use super::vertex_colors::{VertexColors, read_rest};
use crate::accel::memory::{self, OutOfMemory};
use crate::geometry::Aabb;
use crate::mesh::coordinates::is_storable;
use crate::mesh::names::NameChanges;
use crate::mesh::numbers::{number, short_index};
use crate::mesh::origin;
use crate::mesh::problems::Problems;
use crate::mesh::source::LineRuns;
use crate::mesh::text::{BUFFER, Text, TextError, Window, blanks_end, is_blank, line_end};
use glam::DVec3;
use memchr::memchr2;
use std::ops::Range;

/// Marks a corner that counts back from its face. The other bits hold, in two's complement, its vertex from the piece's
/// first one.
const RELATIVE: u32 = 1 << 31;
/// A file has at most this many vertices, so that a relative corner fits beside its mark.
pub const MAX_VERTICES: u64 = 1 << 30;

/// The statements of a piece.
#[derive(Debug, Default)]
pub struct Piece {
    /// One per `v` statement, rounded.
    pub positions: Vec<[f32; 3]>,
    /// The same as the numbers of the text say, where they are kept.
    pub exact: Vec<[f64; 3]>,
    /// Whether they are.
    keeps_exact: bool,
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
    /// Whether any corner is relative.
    pub relative: bool,
    pub texture: References,
    pub normal: References,
    /// Lines of the piece.
    pub n_lines: u32,
    pub names: NameChanges,
    pub problems: Problems,
    pub points: u64,
    pub polylines: u64,
    pub curves_and_surfaces: u64,
    /// The files that `mtllib` statements name, and their lines in the piece, from 1.
    pub material_libraries: Vec<(u32, String)>,
    /// Lines, from 1, and the places in the text where they begin, every so many bytes.
    pub marks: Vec<(u32, u64)>,
    /// A statement put together of several lines.
    pub(super) scratch: Vec<u8>,
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

    /// Whether every face is one triangle.
    pub fn all_one(&self) -> bool {
        self.small.is_empty()
    }

    /// The counts in order.
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

/// Texture coordinates or normals: their number and the farthest that faces reach, each with its line. They are not
/// kept, only checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct References {
    /// `vt` or `vn` statements so far.
    pub count: u32,
    /// Highest index named, and line, as `index << 32 | line`.
    pub highest: u64,
    /// Farthest reach back ahead of the piece, and line.
    pub reach: u64,
}

/// An index of a texture coordinate or normal, from 1, or how far it counts back; 0 for neither.
#[derive(Clone, Copy)]
struct Reference {
    absolute: u32,
    back: u32,
}

impl Reference {
    const NONE: Self = Self { absolute: 0, back: 0 };
}

impl References {
    /// Takes note of an index on a line that has been read to its end.
    #[inline(always)]
    fn note(&mut self, index: Reference, line: u32) {
        if index.absolute != 0 {
            self.absolute(index.absolute, line);
        }
        if index.back != 0 {
            self.back(index.back, line);
        }
    }

    #[inline(always)]
    pub fn absolute(&mut self, index: u32, line: u32) {
        self.highest = self.highest.max(u64::from(index) << 32 | u64::from(line));
    }

    #[inline(always)]
    pub fn back(&mut self, by: u32, line: u32) {
        self.reach = self.reach.max(u64::from(by.saturating_sub(self.count)) << 32 | u64::from(line));
    }
}

/// Reads a piece of `text`, at most `step` bytes at a time; `read` is told how many bytes are done and says whether to
/// go on. `None` when it does not. Exact positions are kept when `exact` says so or the first of them lie far out.
pub fn read_piece(
    text: &Text,
    range: Range<u64>,
    step: usize,
    exact: bool,
    read: impl Fn(usize) -> Result<bool, OutOfMemory>,
) -> Result<Option<Piece>, TextError> {
    let mut piece = Piece { keeps_exact: exact, ..Piece::default() };
    let mut at = range.start;
    let mut window = Window::new(text, range.clone(), step);
    while window.fill()? {
        let whole = window.statements();
        if whole > 0 {
            piece.marks.push((piece.n_lines + 1, at));
        }
        at += whole as u64;
        let is_first = piece.positions.is_empty();
        piece.reserve(&window.text()[..whole])?;
        piece.statements(window.padded(), whole);
        if is_first && !piece.keeps_exact && piece.lies_far_out() {
            return read_piece(text, range, step, true, read);
        }
        window.drop_front(whole);
        if !read(whole)? {
            return Ok(None);
        }
    }
    Ok(Some(piece))
}

impl Piece {
    /// Whether rounding may have taken the shape of what has been read away.
    fn lies_far_out(&self) -> bool {
        let bounds = Aabb::from_points(self.positions.iter().map(|position| DVec3::from(position.map(f64::from))));
        !origin::is_near(&bounds)
    }

    /// Makes room for all vertices and triangles that a text may hold.
    fn reserve(&mut self, text: &[u8]) -> Result<(), OutOfMemory> {
        // A vertex takes a letter, three numbers and what parts them; a corner a digit and a blank.
        let mut most = [text.len() / 7 + 1, text.len() / 2 + 1];
        if text.len() > 8 * BUFFER {
            // Little is lost by an exact number where the text is that long, and memory if it is one face.
            let words = text.iter().filter(|&&byte| is_blank(byte)).count() + 1;
            most = most.map(|n| n.min(words));
        }
        memory::reserve(&mut self.positions, most[0])?;
        memory::reserve(&mut self.triangles, most[1])?;
        self.colors.reserve(most[0])?;
        if self.keeps_exact { memory::reserve(&mut self.exact, most[0]) } else { Ok(()) }
    }

    /// Appends a vertex.
    #[inline(always)]
    pub(super) fn push_position(&mut self, position: [f64; 3]) {
        self.positions.push(position.map(|x| x as f32));
        if self.keeps_exact {
            self.exact.push(position);
        }
    }

    /// Reads the statements in `text[..end]`, behind which padding lies.
    fn statements(&mut self, text: &[u8], end: usize) {
        let mut at = 0;
        while at < end {
            #[cfg(target_arch = "x86_64")]
            if matches!(text[at], b'v' | b'f') {
                at = self.usual_lines(text, at, end);
                if at >= end {
                    break;
                }
            }
            at = blanks_end(text, at);
            let next = match (text[at], text[at + 1]) {
                (b'v', b' ' | b'\t') => self.vertex(text, at + 2),
                (b'f', b' ' | b'\t') => self.face(text, at + 2),
                (b'v', b'n') if is_blank(text[at + 2]) => skip_line(text, at).inspect(|_| self.normal.count += 1),
                (b'v', b't') if is_blank(text[at + 2]) => skip_line(text, at).inspect(|_| self.texture.count += 1),
                (b'#', _) => Some(comment_end(text, at)),
                _ => line_end(text, at),
            };
            at = match next {
                Some(next) => {
                    self.n_lines += 1;
                    next
                }
                None => self.careful_statement(text, at, end),
            };
        }
    }

    /// Reads lines of the most usual forms; where the first other one begins.
    #[cfg(target_arch = "x86_64")]
    fn usual_lines(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        let n = self.positions.len();
        let next = fast_path::vertices(text, at, end, |position| self.push_position(position));
        self.n_lines += (self.positions.len() - n) as u32;

        let n = self.triangles.len();
        let (next, highest) = fast_path::triangles(text, next, end, &mut self.triangles);
        self.highest = self.highest.max(highest);
        let n = (self.triangles.len() - n) as u32;
        if n > 0 {
            self.lines.push(self.n_lines + 1, n);
            self.counts.push_ones(n);
        }
        self.n_lines += n;
        next
    }

    /// A vertex whose numbers begin at `at`; the next line, or `None` for one that is not as usual.
    #[inline(always)]
    fn vertex(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let (x, at) = number(text, blanks_end(text, at))?;
        let (y, at) = number(text, blanks_end(text, blank(text, at)?))?;
        let (z, at) = number(text, blanks_end(text, blank(text, at)?))?;
        let (color, next) = match line_end(text, at) {
            Some(next) => (None, next),
            None => read_rest(text, at).map(|(rest, next)| (rest.color(), next))?,
        };
        let position = [x, y, z];
        if !is_storable(position) {
            return None;
        }
        self.push_position(position);
        if let Some(color) = color {
            self.colors.push(self.positions.len(), color);
        }
        Some(next)
    }

    /// A face whose corners begin at `at`; the next line, or `None` for one that is not as usual.
    #[inline(always)]
    fn face(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let (a, at) = self.corner(text, blanks_end(text, at))?;
        let (b, at) = self.corner(text, blanks_end(text, at))?;
        let (c, at) = self.corner(text, blanks_end(text, at))?;
        let first = self.triangles.len();
        self.triangles.push([a, b, c]);
        let at = blanks_end(text, at);
        let next = match line_end(text, at) {
            Some(next) => next,
            None => match self.more_corners(text, at, a, c) {
                Some(next) => next,
                None => {
                    self.triangles.truncate(first);
                    return None;
                }
            },
        };
        self.end_face((self.triangles.len() - first) as u32, self.n_lines + 1);
        Some(next)
    }

    /// The corners behind the third, as triangles of the fan around `first`.
    #[inline(always)]
    fn more_corners(&mut self, text: &[u8], mut at: usize, first: u32, mut last: u32) -> Option<usize> {
        loop {
            let (corner, end) = self.corner(text, at)?;
            self.triangles.push([first, last, corner]);
            last = corner;
            at = blanks_end(text, end);
            if let Some(next) = line_end(text, at) {
                return Some(next);
            }
        }
    }

    /// A corner of the form `v`, `v/vt`, `v//vn` or `v/vt/vn`, and where it ends.
    #[inline(always)]
    fn corner(&mut self, text: &[u8], at: usize) -> Option<(u32, usize)> {
        let line = self.n_lines + 1;
        let (corner, mut at) = match short_index(text, at) {
            Some((0, _)) => return None,
            Some((index, end)) => (self.absolute(index), end),
            None if text[at] == b'-' => match short_index(text, at + 1)? {
                (0, _) => return None,
                (by, end) => (self.relative(by), end),
            },
            None => return None,
        };
        let (mut texture, mut normal) = (Reference::NONE, Reference::NONE);
        if text[at] == b'/' {
            at += 1;
            if text[at] != b'/' {
                (texture, at) = other_index(text, at)?;
            }
            if text[at] == b'/' {
                (normal, at) = other_index(text, at + 1)?;
            }
        }
        if text[at] > b' ' {
            return None;
        }
        self.texture.note(texture, line);
        self.normal.note(normal, line);
        Some((corner, at))
    }

    /// The corner of the file's vertex `index`, counted from 1.
    #[inline(always)]
    pub(super) fn absolute(&mut self, index: u32) -> u32 {
        self.highest = self.highest.max(index);
        index - 1
    }

    /// The corner of the vertex `by` ahead of the next one; `by` is at most [`MAX_VERTICES`].
    #[inline(always)]
    pub(super) fn relative(&mut self, by: u32) -> u32 {
        self.relative = true;
        (self.positions.len() as u32).wrapping_sub(by) | RELATIVE
    }

    /// Ends a face of the triangles last pushed.
    #[inline(always)]
    pub(super) fn end_face(&mut self, n_triangles: u32, line: u32) {
        self.lines.push(line, 1);
        self.counts.push(n_triangles);
    }
}

/// The vertex, from 0, of a corner in a piece ahead of which `vertices_ahead` vertices stand; negative where it lies
/// ahead of them all.
pub fn vertex_of(corner: u32, vertices_ahead: u64) -> i64 {
    if corner & RELATIVE == 0 {
        return i64::from(corner);
    }
    i64::from((corner << 1) as i32 >> 1) + vertices_ahead as i64
}

/// The texture or normal index at `at`; where it ends.
#[inline(always)]
fn other_index(text: &[u8], at: usize) -> Option<(Reference, usize)> {
    match short_index(text, at) {
        Some((0, _)) => None,
        Some((index, end)) => Some((Reference { absolute: index, back: 0 }, end)),
        None if text[at] == b'-' => match short_index(text, at + 1)? {
            (0, _) => None,
            (by, end) => Some((Reference { absolute: 0, back: by }, end)),
        },
        None => None,
    }
}

/// `at`, if a blank is there.
#[inline(always)]
pub fn blank(text: &[u8], at: usize) -> Option<usize> {
    is_blank(text[at]).then_some(at)
}

/// The line behind the one of `at`; `None` when that may go on there.
#[inline(always)]
fn skip_line(text: &[u8], at: usize) -> Option<usize> {
    let end = at + memchr2(b'\n', b'\r', &text[at..])?;
    let mut last = end - 1;
    while is_blank(text[last]) {
        last -= 1;
    }
    if text[last] == b'\\' { None } else { line_end(text, end) }
}

/// The line behind the comment at `at`. A comment does not go on behind a backslash: it may end with the name of a
/// Windows folder.
pub fn comment_end(text: &[u8], at: usize) -> usize {
    let end = at + memchr2(b'\n', b'\r', &text[at..]).expect("padding of line ends");
    line_end(text, end).expect("a line end was found")
}
