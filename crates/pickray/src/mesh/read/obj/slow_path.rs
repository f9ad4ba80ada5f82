//! Slow path of reading OBJ: statements that take several lines, have a comment behind them, are misspelt, or are rare.

use super::material_library;
use super::statements::Statements;
use crate::mesh::encoding::MARK;
use crate::mesh::numbers::{PADDING, coordinates, is_not_finite, number};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::read::piece::{Corner, MAX_VERTICES, NONE, References};
use crate::mesh::read::vertex_colors::Rest;
use crate::mesh::report::quoted;
use crate::mesh::source::Named;
use crate::mesh::text::{is_blank, line_end, words};
use memchr::{memchr, memchr2};

/// Most material libraries that a piece lists.
const LIBRARIES: usize = 1000;

/// Statements without faces or vertices, which are skipped: attributes, and parts of curves and surfaces.
const SKIPPED: [&[u8]; 35] = [
    b"vp", b"s", b"mg", b"cstype", b"deg", b"bmat", b"step", b"parm", b"trim", b"hole", b"scrv", b"sp", b"end", b"con",
    b"bevel", b"c_interp", b"d_interp", b"lod", b"shadow_obj", b"trace_obj", b"ctech", b"stech", b"usemap", b"maplib",
    b"res", b"bsp", b"bzp", b"cdc", b"cdp", b"vt", b"vn", b"p", b"l", b"curv", b"surf",
];

/// Statements of material libraries that some writers put into OBJ files, but for those of textures, `map_…`.
const OF_MATERIALS: [&[u8]; 24] = [
    b"newmtl", b"Ka", b"Kd", b"Ks", b"Ke", b"Kt", b"Ns", b"Ni", b"Tf", b"Tr", b"d", b"illum", b"sharpness", b"bump",
    b"disp", b"decal", b"refl", b"norm", b"Pr", b"Pm", b"Ps", b"Pc", b"aniso", b"anisor",
];

/// Returns whether a line that begins with this word is a statement by itself.
fn is_keyword(word: &[u8]) -> bool {
    let others: [&[u8]; 10] = [b"v", b"f", b"fo", b"o", b"g", b"usemtl", b"mtllib", b"curv2", b"call", b"csh"];
    SKIPPED.contains(&word) || others.contains(&word)
}

impl Statements {
    /// Reads the statement at byte `at`, which may go on over lines before `end`; returns the offset of the next line.
    #[cold]
    #[inline(never)]
    pub(super) fn careful_statement(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        let line = self.piece.n_lines + 1;
        let mut statement = std::mem::take(&mut self.scratch);
        let (next, n_lines) = join_lines(text, at, end, &mut statement);
        let length = statement.len();
        statement.resize(length + PADDING, b'\n');
        self.interpret(&statement, length, line);
        self.scratch = statement;
        self.piece.n_lines += n_lines;
        next
    }

    fn interpret(&mut self, padded: &[u8], length: usize, line: u32) {
        let statement = &padded[..length];
        let word = first_word(statement);
        let rest = &statement[word.len()..];
        match word {
            b"" => {}
            b"v" => self.careful_vertex(padded, length, line),
            b"f" | b"fo" => self.careful_face(rest, line),
            b"vt" | b"vn" if !self.keeps_attributes => {
                *(if word == b"vt" { &mut self.piece.texture.count } else { &mut self.piece.normal.count }) += 1;
            }
            b"vt" => careful_other(padded, length, &mut self.piece.texture, line),
            b"vn" => careful_other(padded, length, &mut self.piece.normal, line),
            b"o" => self.name(Named::Object, rest),
            b"g" => self.name(Named::Group, rest),
            b"usemtl" => self.name(Named::Material, rest),
            b"mtllib" => {
                for name in material_library::file_names(rest) {
                    let libraries = &mut self.material_libraries;
                    if libraries.len() < LIBRARIES && !libraries.iter().any(|(_, known)| *known == name) {
                        libraries.push((line, name.to_vec()));
                    }
                }
            }
            b"p" => self.points += 1,
            b"l" => self.polylines += 1,
            b"curv" | b"curv2" | b"surf" => {
                self.curves_and_surfaces += 1;
                self.piece.problems.add(Kind::FreeForm, line, || Problem::FreeForm { word: quoted(word) });
            }
            b"call" | b"csh" => {
                self.piece.problems.add(Kind::Command, line, || Problem::Command { word: quoted(word) })
            }
            // End of a text, as DOS marked it.
            b"\x1a" => {}
            _ if SKIPPED.contains(&word) => {}
            _ if OF_MATERIALS.contains(&word) || word.starts_with(b"map_") => {
                self.piece.problems.add(Kind::Material, line, || Problem::MaterialStatement { word: quoted(word) });
            }
            _ => self.piece.problems.add(Kind::Unknown, line, || Problem::UnknownStatement { word: quoted(word) }),
        }
    }

    fn name(&mut self, named: Named, name: &[u8]) {
        self.piece.names.change(self.piece.lines.len(), named, name.trim_ascii());
    }

    fn careful_vertex(&mut self, padded: &[u8], length: usize, line: u32) {
        let mut words = words(&padded[..length], 1);
        let position = coordinates(padded, &mut words).unwrap_or_else(|(kind, problem)| {
            self.piece.unusable.push(self.piece.positions.len() as u32);
            self.piece.problems.add(kind, line, || problem.vertex_not_used());
            words.by_ref().for_each(drop);
            [0.0; 3]
        });
        self.piece.push_position(position);
        let mut rest = Rest::NONE;
        for (at, word) in words {
            match number(padded, at).filter(|&(_, end)| end == at + word.len()) {
                Some((value, _)) => rest.push(value as f32),
                None if is_not_finite(word) => rest.push(f32::NAN),
                None => {
                    let problem = || Problem::VertexRest { word: quoted(word) };
                    return self.piece.problems.add(Kind::VertexRest, line, problem);
                }
            }
        }
        if let Some(color) = rest.color() {
            self.colors.push(self.piece.positions.len(), color);
        }
    }

    fn careful_face(&mut self, rest: &[u8], line: u32) {
        let first = self.piece.triangles.len();
        let (mut fan, mut n_corners) = (None, 0);
        let mut empty_field = false;
        for (_, word) in words(rest, 0) {
            let corner = match self.careful_corner(word, line, &mut empty_field) {
                Ok(corner) => corner,
                Err((kind, problem)) => {
                    self.piece.truncate_triangles(first);
                    self.piece.problems.add(kind, line, || problem.face_left_out());
                    return self.piece.end_face(0, line);
                }
            };
            let (hub, last) = fan.unwrap_or((corner, corner));
            match [hub, last, corner] {
                _ if n_corners < 2 => {}
                corners if self.keeps_attributes => self.piece.push_triangle::<true>(corners),
                corners => self.piece.push_triangle::<false>(corners),
            }
            fan = Some((hub, corner));
            n_corners += 1;
        }
        if n_corners < 3 {
            self.piece.problems.add(Kind::FaceCorners, line, || Problem::FewCorners { count: n_corners });
        }
        if empty_field {
            self.piece.problems.add(Kind::EmptyField, line, || Problem::EmptyField);
        }
        self.piece.end_face((self.piece.triangles.len() - first) as u32, line);
    }

    fn careful_corner(&mut self, word: &[u8], line: u32, empty_field: &mut bool) -> Result<Corner, (Kind, Problem)> {
        let mut fields = word.split(|&byte| byte == b'/');
        let vertex = fields.next().unwrap_or_default();
        let others = [fields.next(), fields.next()];
        if fields.next().is_some() {
            return Err((Kind::FaceIndex, Problem::TwoSlashes { word: quoted(word) }));
        }
        let vertex = match index(vertex) {
            None => return Err((Kind::FaceIndex, Problem::NoCorner { word: quoted(word) })),
            Some(0) => return Err((Kind::FaceRange, Problem::IndexZero)),
            Some(index) if index.unsigned_abs() > MAX_VERTICES => {
                return Err((Kind::FaceRange, Problem::VertexOutOfAnyRange { index: quoted(vertex) }));
            }
            Some(index) => self.piece.note(index),
        };
        let fields = others.map(Option::unwrap_or_default);
        let found = [
            other_index(fields[0], &mut self.piece.texture, line),
            other_index(fields[1], &mut self.piece.normal, line),
        ];
        for (field, _) in others.into_iter().flatten().zip(found).filter(|(_, found)| found.is_none()) {
            if field.is_empty() {
                *empty_field |= word.ends_with(b"/");
            } else {
                self.piece.problems.add(Kind::OtherIndex, line, || Problem::NoOtherIndex { word: quoted(field) });
            }
        }
        let [texture, normal] = found.map(|found| found.unwrap_or(NONE));
        Ok(Corner { vertex, texture, normal })
    }
}

/// Reads the numbers of `vt`, whose second may be missing, or of `vn`; not finite where none can be read.
fn careful_other<const N: usize>(padded: &[u8], length: usize, others: &mut References<N>, line: u32) {
    let mut words = words(&padded[..length], 2).take(N);
    let mut value = std::array::from_fn(|_| {
        let (at, word) = words.next()?;
        Some(number(padded, at).filter(|&(_, end)| end == at + word.len()).map_or(f64::NAN, |(value, _)| value))
    });
    if N == 2 {
        value[1] = value[1].or(Some(0.0));
    }
    others.push(value.map(|x| x.unwrap_or(f64::NAN)), line);
    others.count += 1;
}

/// Takes note of the texture or normal index in `field`, and returns it as a corner names it; `None` if it is no index.
fn other_index<const N: usize>(field: &[u8], references: &mut References<N>, line: u32) -> Option<u32> {
    index(field).filter(|&index| index != 0).map(|index| references.note(index, line))
}

/// Returns the whole number in `field`, with or without a sign; one beyond 64 bits comes out as the largest.
fn index(field: &[u8]) -> Option<i64> {
    let digits = field.strip_prefix(b"-").or(field.strip_prefix(b"+")).unwrap_or(field);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |n, digit| n.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Some(if field[0] == b'-' { -size } else { size })
}

/// Joins the lines of the statement at `at`, without comments; returns the next line's place, and their number.
fn join_lines(text: &[u8], at: usize, end: usize, statement: &mut Vec<u8>) -> (usize, u32) {
    statement.clear();

    // At the head of a file, or of one that was appended to another.
    let at = if text[at..].starts_with(MARK) { at + MARK.len() } else { at };
    let first = text[at..].iter().position(|&byte| !is_blank(byte)).map_or(at, |n| at + n);

    // Names may hold a number sign.
    let names: [&[u8]; 4] = [b"o", b"g", b"usemtl", b"mtllib"];
    let has_comment = !names.contains(&first_word(&text[first..]));
    let (mut at, mut n_lines) = (first, 0);
    loop {
        let stop = at + memchr2(b'\n', b'\r', &text[at..]).expect("padding of line ends");
        let next = line_end(text, stop).expect("a line end was found");
        let line = &text[at..stop];
        n_lines += 1;
        if let Some(comment) = memchr(b'#', line).filter(|_| has_comment) {
            statement.extend_from_slice(&line[..comment]);
            return (next, n_lines);
        }
        let joined = line.trim_ascii_end().strip_suffix(b"\\");
        // In old encodings a backslash may be the second half of a letter.
        let Some(line) = joined.filter(|line| has_comment || line.last().is_none_or(u8::is_ascii)) else {
            statement.extend_from_slice(line);
            return (next, n_lines);
        };
        statement.extend_from_slice(line);
        statement.push(b' ');
        // A backslash ahead of another statement ends the name of a folder, or a letter of an old encoding.
        if next >= end || is_keyword(first_word(trim_start(&text[next..end]))) {
            return (next, n_lines);
        }
        at = next;
    }
}

fn trim_start(line: &[u8]) -> &[u8] {
    &line[line.iter().position(|&byte| !is_blank(byte)).unwrap_or(line.len())..]
}

fn first_word(line: &[u8]) -> &[u8] {
    let n = line.iter().position(|&byte| is_blank(byte) || matches!(byte, b'\n' | b'\r' | b'\\'));
    &line[..n.unwrap_or(line.len())]
}
