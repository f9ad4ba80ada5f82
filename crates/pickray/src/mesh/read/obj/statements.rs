//! Reads the statements of one piece of an OBJ file, line by line in one pass.
//!
//! Usual `v`, `f`, `vt`, `vn` and comment lines are read here, all others by [`slow_path`](super::slow_path).
//! Indices and line numbers stay relative to the piece until [`join`](crate::mesh::read::join).

#[cfg(target_arch = "x86_64")]
use super::fast_path;
use crate::geometry::Aabb;
use crate::mesh::numbers::{is_storable, short_index};
use crate::mesh::origin;
#[cfg(target_arch = "x86_64")]
use crate::mesh::read::piece::NONE;
use crate::mesh::read::piece::{Corner, Piece, References};
use crate::mesh::read::vertex_colors::{VertexColors, read_rest};
use crate::mesh::report::Result;
use crate::mesh::text::{BUFFER, Reading, Window, blank, blanks_end, is_blank, line_end, numbers};
use crate::work::OutOfMemory;
use glam::DVec3;
use memchr::memchr2;
use std::ops::Range;

/// Piece of an OBJ file, with what only OBJ has.
#[derive(Debug, Default)]
pub struct Statements {
    pub piece: Piece,
    pub keeps_attributes: bool,
    pub colors: VertexColors,
    pub points: u64,
    pub polylines: u64,
    pub curves_and_surfaces: u64,
    /// Line number, counted from 1 in the piece, and file name of each name in the `mtllib` statements.
    pub material_libraries: Vec<(u32, Vec<u8>)>,
    /// Buffer for a statement that takes several lines, to join them in.
    pub scratch: Vec<u8>,
}

/// Reads the statements in a range of bytes; keeps positions in f64, too, if `exact` or if the first lie far out.
pub fn read_piece(reading: &Reading, range: Range<u64>, exact: bool) -> Result<Statements> {
    let plan = reading.plan;
    let piece = Piece { keeps_exact: exact, ..Piece::default() };
    let mut read = Statements { piece, keeps_attributes: plan.attributes, ..Statements::default() };
    let mut at = range.start;
    let mut window = Window::new(reading.text, range.clone(), plan.step);
    while window.fill()? {
        let whole = window.statements();
        if whole > 0 {
            read.piece.marks.push((read.piece.n_lines + 1, at));
        }
        at += whole as u64;
        let is_first = read.piece.positions.is_empty();
        read.reserve(&window.text()[..whole])?;
        if plan.attributes {
            read.lines::<true>(window.padded(), whole);
        } else {
            read.lines::<false>(window.padded(), whole);
        }
        let positions = || read.piece.positions.iter().map(|position| DVec3::from(position.map(f64::from)));
        // Where rounding to f32 may have taken the shape away.
        if is_first && !read.piece.keeps_exact && !origin::is_near(&Aabb::from_points(positions())) {
            return read_piece(reading, range, true);
        }
        window.drop_front(whole);
        reading.went_on(whole)?;
    }
    Ok(read)
}

impl Statements {
    fn reserve(&mut self, text: &[u8]) -> Result<(), OutOfMemory> {
        // A vertex takes a letter, three numbers and what parts them; a corner a digit and a blank.
        let mut most = [text.len() / 7 + 1, text.len() / 2 + 1];
        if text.len() > 8 * BUFFER {
            // Little is lost by an exact number where the text is that long, and memory if it is one face.
            let words = text.iter().filter(|&&byte| is_blank(byte)).count() + 1;
            most = most.map(|n| n.min(words));
        }
        self.colors.reserve(most[0])?;
        self.piece.reserve(most[0], most[1])
    }

    /// Reads the statements in `text[..end]`, behind which padding lies.
    fn lines<const KEPT: bool>(&mut self, text: &[u8], end: usize) {
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
            let line = self.piece.n_lines + 1;
            let next = match (text[at], text[at + 1]) {
                (b'v', b'n') => other::<KEPT, _>(text, at + 2, &mut self.piece.normal, line),
                (b'v', b't') => other::<KEPT, _>(text, at + 2, &mut self.piece.texture, line),
                (b'v', _) => self.vertex(text, at + 1),
                (b'f', _) => self.face::<KEPT>(text, at + 1, line),
                (b'#', _) => Some(self.colors.paint(text, at)),
                _ => line_end(text, at),
            };
            at = match next {
                Some(next) => {
                    self.piece.n_lines += 1;
                    next
                }
                None => self.careful_statement(text, at, end),
            };
        }
    }

    /// Reads lines of the most usual forms; returns the place of the first line of another form.
    #[cfg(target_arch = "x86_64")]
    fn usual_lines<const KEPT: bool>(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        let n = self.piece.positions.len();
        let mut next = fast_path::vertices(text, at, end, |position| self.piece.push_position(position));
        self.piece.n_lines += (self.piece.positions.len() - n) as u32;
        if KEPT && text[next] == b'v' {
            let Piece { texture, normal, n_lines, .. } = &mut self.piece;
            let n = texture.count + normal.count;
            next = fast_path::texture_coordinates(text, next, end, |uv| texture.values.push(uv.map(|x| x as f32)));
            next = fast_path::normals(text, next, end, |it| normal.values.push(it.map(|x| x as f32)));
            (texture.count, normal.count) = (texture.values.len() as u32, normal.values.len() as u32);
            *n_lines += texture.count + normal.count - n;
        }

        if text[next] != b'f' {
            return next;
        }
        let first = self.piece.triangles.len();
        let (next, highest) = fast_path::triangles(text, next, end, &mut self.piece.triangles);
        self.piece.highest = self.piece.highest.max(highest);
        let n = self.piece.triangles.len() - first;
        if KEPT && n > 0 {
            self.piece.texture.corners.push_none(n, &self.piece.triangles[..first]);
            self.piece.normal.corners.push_none(n, &self.piece.triangles[..first]);
        }
        self.piece.counts.push_ones(n as u32);
        self.lines_of_faces(n as u32);
        let next = self.usual_faces::<KEPT, true, true>(text, next, end);
        let next = self.usual_faces::<KEPT, false, true>(text, next, end);
        let next = self.usual_faces::<KEPT, true, false>(text, next, end);
        self.usual_faces::<KEPT, false, false>(text, next, end)
    }

    #[cfg(target_arch = "x86_64")]
    fn lines_of_faces(&mut self, n: u32) {
        if n > 0 {
            self.piece.lines.push(self.piece.n_lines + 1, n);
        }
        self.piece.n_lines += n;
    }

    /// Reads faces of three or four corners with or without texture coordinate and normal; returns the place behind.
    #[cfg(target_arch = "x86_64")]
    fn usual_faces<const KEPT: bool, const UV: bool, const NORMAL: bool>(
        &mut self,
        text: &[u8],
        at: usize,
        end: usize,
    ) -> usize {
        let (first, mut line) = (self.piece.n_lines, self.piece.n_lines);
        // Keep the highest indices in locals: they change with nearly every line.
        let (mut highest, mut of_texture, mut of_normals) =
            (self.piece.highest, self.piece.texture.highest, self.piece.normal.highest);
        let Piece { triangles, texture, normal, counts, .. } = &mut self.piece;
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
        (self.piece.highest, self.piece.texture.highest, self.piece.normal.highest) = (highest, of_texture, of_normals);
        self.lines_of_faces(line - first);
        next
    }

    /// Reads a vertex behind `v`, which ends at `at`; returns the place of the next line, or `None` for an odd line.
    #[inline(always)]
    fn vertex(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let (position, at) = numbers(text, at)?;
        let (color, next) = match line_end(text, at) {
            Some(next) => (None, next),
            None => read_rest(text, at).map(|(rest, next)| (rest.color(), next))?,
        };
        if !is_storable(position) {
            return None;
        }
        self.piece.push_position(position);
        if let Some(color) = color {
            self.colors.push(self.piece.positions.len(), color);
        }
        Some(next)
    }

    #[inline(always)]
    fn face<const KEPT: bool>(&mut self, text: &[u8], at: usize, line: u32) -> Option<usize> {
        let first = self.piece.triangles.len();
        let next = self.fan::<KEPT>(text, blank(text, at)?, line);
        if next.is_some() {
            self.piece.end_face((self.piece.triangles.len() - first) as u32, line);
        } else {
            self.piece.truncate_triangles(first);
        }
        next
    }

    /// Appends the triangles of a face; returns the place of the next line, or `None` if a corner is odd.
    #[inline(always)]
    fn fan<const KEPT: bool>(&mut self, text: &[u8], at: usize, line: u32) -> Option<usize> {
        let (hub, at) = self.corner(text, at, line)?;
        let (mut last, mut at) = self.corner(text, at, line)?;
        loop {
            let (corner, end) = self.corner(text, at, line)?;
            self.piece.push_triangle::<KEPT>([hub, last, corner]);
            (last, at) = (corner, blanks_end(text, end));
            if let Some(next) = line_end(text, at) {
                return Some(next);
            }
        }
    }

    /// Returns a corner `v`, `v/vt`, `v//vn` or `v/vt/vn` behind blanks, and its end; `None` for another form.
    #[inline(always)]
    fn corner(&mut self, text: &[u8], at: usize, line: u32) -> Option<(Corner, usize)> {
        let (vertex, mut at) = index(text, blanks_end(text, at))?;
        let (mut texture, mut normal) = (0, 0);
        if text[at] == b'/' {
            at += 1;
            if text[at] != b'/' {
                (texture, at) = index(text, at)?;
            }
            if text[at] == b'/' {
                (normal, at) = index(text, at + 1)?;
            }
        }
        if text[at] > b' ' {
            return None;
        }
        let vertex = self.piece.note(vertex);
        let (texture, normal) = (self.piece.texture.note(texture, line), self.piece.normal.note(normal, line));
        Some((Corner { vertex, texture, normal }, at))
    }
}

/// Returns the index at `at`, negative if it counts back, and the place where it ends; `None` if it is not as usual.
#[inline(always)]
fn index(text: &[u8], at: usize) -> Option<(i64, usize)> {
    let (index, end) = match short_index(text, at) {
        Some((size, end)) => (i64::from(size), end),
        None if text[at] == b'-' => short_index(text, at + 1).map(|(size, end)| (-i64::from(size), end))?,
        None => return None,
    };
    (index != 0).then_some((index, end))
}

/// Reads a `vt` or `vn` line behind its word, or passes over it; returns the next line's place, `None` for an odd line.
#[inline(always)]
fn other<const KEPT: bool, const N: usize>(
    text: &[u8],
    at: usize,
    others: &mut References<N>,
    line: u32,
) -> Option<usize> {
    let next = if KEPT {
        let (value, mut end) = numbers(text, at)?;
        // The third number of a texture coordinate is not used.
        if N == 2
            && let Some((_, behind)) = numbers::<1>(text, end)
        {
            end = behind;
        }
        let next = line_end(text, blanks_end(text, end))?;
        others.push(value, line);
        next
    } else {
        skip_line(text, blank(text, at)?)?
    };
    others.count += 1;
    Some(next)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::numbers::PADDING;

    /// Returns all that reading a line behind a few others leaves, as text, in which NaN is equal to itself.
    fn left_by(line: &[u8], read: impl Fn(&mut Statements, &[u8], usize)) -> String {
        let piece = Piece { keeps_exact: true, ..Piece::default() };
        let mut statements = Statements { piece, keeps_attributes: true, ..Statements::default() };
        for line in [b"v 1 2 3\nv 4 5 6\nvt 0 1\nvn 0 0 1\n", line] {
            // So many that the fast path reaches the end.
            read(&mut statements, &[line, &[b'\n'; 2 * PADDING]].concat(), line.len());
        }
        statements.scratch.clear();
        format!("{statements:?}")
    }

    #[test]
    fn both_paths_read_any_line_in_the_same_way() {
        let mut random = crate::work::seeded();
        for _ in 0..150_000 {
            let number = |random: &mut fastrand::Rng| {
                let (x, n) = ((random.f64() - 0.5) * 10f64.powi(random.i32(0..8)), random.usize(..10));
                match random.usize(..8) {
                    0 => format!("{:e}", 1e3 * x),
                    1 => random.i32(-99..99).to_string(),
                    _ => format!("{x:.n$}"),
                }
            };
            let index = |random: &mut fastrand::Rng| {
                let n_digits = random.u32(1..10);
                let size = random.u32(..10u32.pow(n_digits));
                format!("{}{size}", if random.u8(..16) == 0 { "-" } else { "" })
            };
            let mut line = ["v", "vn", "vt", "f"][random.usize(..4)].to_owned();
            // Corners of one form, mostly.
            let (n, form) = ([2, 3, 3, 3, 4, 5][random.usize(..6)], random.usize(..4));
            for _ in 0..n {
                line += if random.u8(..16) == 0 { ["  ", "\t"][random.usize(..2)] } else { " " };
                if line.starts_with('f') {
                    let [a, b, c] = [(); 3].map(|()| index(&mut random));
                    let forms = [a.clone(), format!("{a}/{b}"), format!("{a}//{c}"), format!("{a}/{b}/{c}")];
                    line += &forms[if random.u8(..16) == 0 { random.usize(..4) } else { form }];
                } else {
                    line += &number(&mut random);
                }
            }
            let mut line = line.into_bytes();
            for _ in 0..random.usize(..4).saturating_sub(1) {
                let place = random.usize(1..line.len());
                line[place] = b"0123456789.-+ /:e\\#\t\x80\xff"[random.usize(..22)];
            }
            let slow = left_by(&line, |statements, text, end| {
                let mut at = 0;
                while at < end {
                    at = statements.careful_statement(text, at, end);
                }
            });
            let usual = left_by(&line, |statements, text, end| statements.lines::<true>(text, end));
            assert_eq!(usual, slow, "`{}`", line.escape_ascii());
        }
    }
}
