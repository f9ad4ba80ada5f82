//! Reads the statements of one piece of an OBJ file, line by line in one pass.
//!
//! The usual `v`, `f`, `vt`, `vn` and comment lines are read here, each byte once. Every other line is read again by
//! [`slow_path`](super::slow_path), which reports what is wrong with it. Indices and line numbers that depend on
//! earlier pieces stay relative to this piece until [`join`](crate::mesh::join).

#[cfg(target_arch = "x86_64")]
use super::fast_path;
use crate::geometry::Aabb;
use crate::mesh::coordinates::is_storable;
use crate::mesh::corner_refs::{NONE, References};
use crate::mesh::numbers::{number, short_index};
use crate::mesh::origin;
use crate::mesh::piece::{Corner, Piece, relative};
use crate::mesh::reading::Plan;
use crate::mesh::refusal::Refusal;
use crate::mesh::text::{BUFFER, Text, Window, blank, blanks_end, is_blank, line_end};
use crate::mesh::vertex_colors::read_rest;
use crate::work::memory::{self, OutOfMemory};
use glam::DVec3;
use memchr::memchr2;
use std::ops::Range;

/// Index of a texture coordinate or normal: `absolute` counts from 1, or `back` counts back; both are 0 for none.
#[derive(Clone, Copy)]
struct Reference {
    absolute: u32,
    back: u32,
}

impl Reference {
    const NONE: Self = Self { absolute: 0, back: 0 };
}

impl<const N: usize> References<N> {
    /// Takes note of an index on a line that has been read to its end; returns it as a corner names it.
    #[inline(always)]
    fn note(&mut self, index: Reference, line: u32) -> u32 {
        if index.absolute != 0 {
            self.absolute(index.absolute, line);
            return index.absolute - 1;
        }
        if index.back != 0 {
            self.back(index.back, line);
            return relative(self.count, index.back);
        }
        NONE
    }
}

/// Reads the statements in the bytes `range` of `text`, as the `plan` says. Calls `read` with the number of bytes after
/// each step; an error that `read` returns ends the reading. Positions are kept in f64 as well if the plan says so or
/// the first positions lie far from zero.
pub fn read_piece(
    text: &Text,
    range: Range<u64>,
    plan: &Plan,
    read: impl Fn(usize) -> Result<(), Refusal>,
) -> Result<Piece, Refusal> {
    let (keeps_exact, keeps_attributes) = (plan.exact, plan.attributes);
    let mut piece = Piece { keeps_exact, keeps_attributes, ..Piece::default() };
    let mut at = range.start;
    let mut window = Window::new(text, range.clone(), plan.step);
    while window.fill()? {
        let whole = window.statements();
        if whole > 0 {
            piece.marks.push((piece.n_lines + 1, at));
        }
        at += whole as u64;
        let is_first = piece.positions.is_empty();
        piece.reserve(&window.text()[..whole])?;
        if keeps_attributes {
            piece.statements::<true>(window.padded(), whole);
        } else {
            piece.statements::<false>(window.padded(), whole);
        }
        if is_first && !piece.keeps_exact && piece.lies_far_out() {
            return read_piece(text, range, &Plan { exact: true, ..*plan }, read);
        }
        window.drop_front(whole);
        read(whole)?;
    }
    Ok(piece)
}

impl Piece {
    /// Returns whether rounding to f32 may have taken away the shape of what has been read.
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
        self.texture.reserve(most[0], most[1])?;
        self.normal.reserve(most[0], most[1])?;
        if self.keeps_exact { memory::reserve(&mut self.exact, most[0]) } else { Ok(()) }
    }

    /// Reads the statements in `text[..end]`, behind which padding lies.
    fn statements<const KEPT: bool>(&mut self, text: &[u8], end: usize) {
        let mut at = 0;
        while at < end {
            #[cfg(target_arch = "x86_64")]
            if matches!(text[at], b'v' | b'f') && (KEPT || text[at + 1] == b' ') {
                at = self.usual_lines::<KEPT>(text, at, end);
                if at >= end {
                    break;
                }
            }
            at = blanks_end(text, at);
            let next = match (text[at], text[at + 1]) {
                (b'v', b' ' | b'\t') => self.vertex(text, at + 2),
                (b'f', b' ' | b'\t') => self.face::<KEPT>(text, at + 2),
                (b'v', b'n') if is_blank(text[at + 2]) => {
                    let line = self.n_lines + 1;
                    other::<KEPT, _>(text, at, &mut self.normal, line, vector)
                }
                (b'v', b't') if is_blank(text[at + 2]) => {
                    let line = self.n_lines + 1;
                    other::<KEPT, _>(text, at, &mut self.texture, line, texture_coordinate)
                }
                (b'#', b'M') => Some(self.colors.paint(text, at)),
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

    /// Reads lines of the most usual forms; returns the place of the first line of another form.
    #[cfg(target_arch = "x86_64")]
    fn usual_lines<const KEPT: bool>(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        let n = self.positions.len();
        let mut next = fast_path::vertices(text, at, end, |position| self.push_position(position));
        self.n_lines += (self.positions.len() - n) as u32;
        if KEPT && text[next] == b'v' {
            let References { values, count, .. } = &mut self.texture;
            let n = values.len();
            next = fast_path::texture_coordinates(text, next, end, |uv| values.push(uv.map(|x| x as f32)));
            let n_texture = (values.len() - n) as u32;
            *count += n_texture;
            let References { values, count, .. } = &mut self.normal;
            let n = values.len();
            next = fast_path::normals(text, next, end, |normal| values.push(normal.map(|x| x as f32)));
            let n_normal = (values.len() - n) as u32;
            *count += n_normal;
            self.n_lines += n_texture + n_normal;
        }

        if text[next] != b'f' {
            return next;
        }
        let first = self.triangles.len();
        let (next, highest) = fast_path::triangles(text, next, end, &mut self.triangles);
        self.highest = self.highest.max(highest);
        if KEPT && self.triangles.len() > first {
            let n = self.triangles.len() - first;
            self.texture.corners.push_none(n, &self.triangles[..first]);
            self.normal.corners.push_none(n, &self.triangles[..first]);
        }
        let n = (self.triangles.len() - first) as u32;
        self.counts.push_ones(n);
        self.lines_of_faces(n);
        let next = self.usual_faces::<KEPT, true, true>(text, next, end);
        let next = self.usual_faces::<KEPT, false, true>(text, next, end);
        let next = self.usual_faces::<KEPT, true, false>(text, next, end);
        self.usual_faces::<KEPT, false, false>(text, next, end)
    }

    /// Takes note of the lines of the `n` faces just read, one each.
    #[cfg(target_arch = "x86_64")]
    fn lines_of_faces(&mut self, n: u32) {
        if n > 0 {
            self.lines.push(self.n_lines + 1, n);
        }
        self.n_lines += n;
    }

    /// Reads faces of three or four corners that all name a texture coordinate (`UV`) and a normal (`NORMAL`), or all
    /// name none; returns the place of the first line of another form.
    #[cfg(target_arch = "x86_64")]
    fn usual_faces<const KEPT: bool, const UV: bool, const NORMAL: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        end: usize,
    ) -> usize {
        let (first, mut line) = (self.n_lines, self.n_lines);
        // Kept at hand, as the highest change with nearly every line.
        let (mut highest, mut of_texture, mut of_normals) = (self.highest, self.texture.highest, self.normal.highest);
        let Self { triangles, texture, normal, counts, .. } = self;
        let next = fast_path::faces::<UV, NORMAL>(text, at, end, |[a, b, c, d], highest_of_face, n| {
            line += 1;
            let with_line = |k: usize| u64::from(highest_of_face[k] + 1) << 32 | u64::from(line);
            highest = highest.max(highest_of_face[0] + 1);
            if UV {
                of_texture = of_texture.max(with_line(1));
            }
            if NORMAL {
                of_normals = of_normals.max(with_line(2));
            }
            for corners in [[a, b, c], [a, c, d]].into_iter().take(n - 2) {
                triangles.push(corners.map(|corner| corner[0]));
                if KEPT {
                    texture.corners.push(corners.map(|corner| if UV { corner[1] } else { NONE }), triangles);
                    normal.corners.push(corners.map(|corner| if NORMAL { corner[2] } else { NONE }), triangles);
                }
            }
            counts.push(n as u32 - 2);
        });
        (self.highest, self.texture.highest, self.normal.highest) = (highest, of_texture, of_normals);
        self.lines_of_faces(line - first);
        next
    }

    /// Reads a vertex whose numbers begin at `at`; returns the place of the next line, or `None` if the line is not as
    /// usual.
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

    /// Reads a face whose corners begin at `at`; returns the place of the next line, or `None` if the line is not as
    /// usual.
    #[inline(always)]
    fn face<const KEPT: bool>(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let (a, at) = self.corner(text, blanks_end(text, at))?;
        let (b, at) = self.corner(text, blanks_end(text, at))?;
        let (c, at) = self.corner(text, blanks_end(text, at))?;
        let first = self.triangles.len();
        self.push_triangle::<KEPT>([a, b, c]);
        let at = blanks_end(text, at);
        let next = match line_end(text, at) {
            Some(next) => next,
            None => match self.more_corners::<KEPT>(text, at, a, c) {
                Some(next) => next,
                None => {
                    self.truncate_triangles(first);
                    return None;
                }
            },
        };
        self.end_face((self.triangles.len() - first) as u32, self.n_lines + 1);
        Some(next)
    }

    /// Reads the corners behind the third into triangles of the fan around `first`; returns the place of the next line,
    /// or `None` if a corner is not as usual.
    #[inline(always)]
    fn more_corners<const KEPT: bool>(
        &mut self,
        text: &[u8],
        mut at: usize,
        first: Corner,
        mut last: Corner,
    ) -> Option<usize> {
        loop {
            let (corner, end) = self.corner(text, at)?;
            self.push_triangle::<KEPT>([first, last, corner]);
            last = corner;
            at = blanks_end(text, end);
            if let Some(next) = line_end(text, at) {
                return Some(next);
            }
        }
    }

    /// Reads a corner of the form `v`, `v/vt`, `v//vn` or `v/vt/vn`; returns it and the place where it ends, or `None`
    /// for another form.
    #[inline(always)]
    fn corner(&mut self, text: &[u8], at: usize) -> Option<(Corner, usize)> {
        let line = self.n_lines + 1;
        let (vertex, mut at) = match short_index(text, at) {
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
        let (texture, normal) = (self.texture.note(texture, line), self.normal.note(normal, line));
        Some((Corner { vertex, texture, normal }, at))
    }
}

/// Returns the texture or normal index at `at`, and the place where it ends; `None` if it is not as usual.
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

/// Reads the `vt` or `vn` line at `at`, or passes over it unless such lines are kept; returns the place of the next
/// line, or `None` if the line is not as usual.
#[inline(always)]
fn other<const KEPT: bool, const N: usize>(
    text: &[u8],
    at: usize,
    others: &mut References<N>,
    line: u32,
    read: impl Fn(&[u8], usize) -> Option<([f64; N], usize)>,
) -> Option<usize> {
    let next = if KEPT {
        let (value, next) = read(text, at + 2)?;
        others.push(value, line);
        next
    } else {
        skip_line(text, at)?
    };
    others.count += 1;
    Some(next)
}

/// Returns the three numbers behind the word that ends at `at`, and the place of the next line.
#[inline(always)]
fn vector(text: &[u8], at: usize) -> Option<([f64; 3], usize)> {
    let (x, at) = number(text, blanks_end(text, at))?;
    let (y, at) = number(text, blanks_end(text, blank(text, at)?))?;
    let (z, at) = number(text, blanks_end(text, blank(text, at)?))?;
    Some(([x, y, z], line_end(text, blanks_end(text, at))?))
}

/// Returns the first two of two or three numbers behind the word that ends at `at`, and the place of the next line.
#[inline(always)]
fn texture_coordinate(text: &[u8], at: usize) -> Option<([f64; 2], usize)> {
    let (u, at) = number(text, blanks_end(text, at))?;
    let (v, end) = number(text, blanks_end(text, blank(text, at)?))?;
    let mut at = blanks_end(text, end);
    if at > end && line_end(text, at).is_none() {
        at = blanks_end(text, number(text, at)?.1);
    }
    Some(([u, v], line_end(text, at)?))
}

/// Returns the place of the line behind that of `at`; `None` if a backslash may continue the statement there.
#[inline(always)]
fn skip_line(text: &[u8], at: usize) -> Option<usize> {
    let end = at + memchr2(b'\n', b'\r', &text[at..])?;
    let mut last = end - 1;
    while is_blank(text[last]) {
        last -= 1;
    }
    if text[last] == b'\\' { None } else { line_end(text, end) }
}

/// Returns the offset of the line behind the comment at byte `at`. A backslash at the end of the comment does not
/// continue it, as it may belong to a Windows path.
pub fn comment_end(text: &[u8], at: usize) -> usize {
    let end = at + memchr2(b'\n', b'\r', &text[at..]).expect("padding of line ends");
    line_end(text, end).expect("a line end was found")
}
