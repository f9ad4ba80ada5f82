//! Reads STL files, binary and ASCII: lists of facets of three positions each. Equal positions are not merged: each
//! triangle has three vertices of its own.
//!
//! Based on: 3D Systems, StereoLithography Interface Specification, 1989. Departures from it: normals are not read,
//! since pickray computes them from the corners; attributes may be colours; keywords may be in capitals; a text may
//! hold several solids, lines that begin with `#`, and line ends anywhere in a statement; the name of a solid may
//! consist of any words on one line.

mod binary;

pub use binary::load as load_binary;

use crate::mesh::encoding::MARK;
use crate::mesh::numbers::{coordinates, is_storable};
use crate::mesh::problem::{Advice, Kind, Problem, Word};
use crate::mesh::read::join::{Joined, join};
use crate::mesh::read::piece::Piece;
use crate::mesh::read::relined::{Relined, Relining, read_torn};
use crate::mesh::report::{Loaded, Refusal, Result, quoted};
use crate::mesh::source::Named;
use crate::mesh::text::{Job, Reading, Text, Window, blanks_end, line_end, numbers, words};
use crate::mesh::{LoadReport, MAX_TRIANGLES, MAX_VERTICES};
use crate::work::Progress;
use memchr::memchr2;
use std::iter;

const MOST: u64 = if MAX_TRIANGLES < MAX_VERTICES / 3 { MAX_TRIANGLES as u64 } else { MAX_VERTICES as u64 / 3 };

fn check_count(count: u64) -> Result<()> {
    if count > MOST { Err(Refusal::too_many(Word::Triangles, count, MOST)) } else { Ok(()) }
}

/// Moves all corners of a facet to its first usable one, so that no ray hits it; returns `false` if there is none.
fn collapse<T: Copy>(corners: &mut [T; 3], usable: [bool; 3]) -> bool {
    let Some(kept) = usable.iter().position(|&usable| usable) else { return false };
    *corners = [corners[kept]; 3];
    true
}

/// Returns the refusal of a file that has no usable triangle; `nothing` is the problem if it has no facet at all.
fn no_mesh(report: &LoadReport, nothing: Problem) -> Refusal {
    let first = report.warnings.first();
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let line = first.and_then(|warning| warning.line);
    Refusal::NoMesh { line, what: nothing, advice: Advice::ExportAgain }
}

/// Number of bytes of the shortest statement of a vertex, `vertex 0 0 0` and the end of its line.
const SHORTEST_VERTEX: usize = 13;

/// Number of words of a name, which has no limit.
const NAME: usize = usize::MAX;

/// Keywords, and the most words that may stand behind each.
const STATEMENTS: [(&str, usize); 7] =
    [("solid", NAME), ("endsolid", NAME), ("facet", 4), ("outer", 1), ("vertex", 3), ("endloop", 0), ("endfacet", 0)];

pub fn load_ascii(job: Job) -> Result<Loaded> {
    let read = |text: &Text| load_lines(Job { text, ..job });
    read_torn(read(job.text), iter::once_with(|| relined(job.text, job.progress)), read)
}

fn load_lines(job: Job) -> Result<Loaded> {
    let (mesh, report) = job.exactly(|job| {
        let joined = join(vec![read(job)?], 0, &[], job)?;
        Ok(joined.map(|Joined { mesh, problems, report, .. }| (mesh, problems.told_in(report))))
    })?;
    if mesh.triangles.is_empty() { Err(no_mesh(&report, Problem::NoFacet)) } else { Ok((mesh, report)) }
}

fn read(job: &Job) -> Result<Piece> {
    let piece = Piece { keeps_exact: job.plan.exact, ..Piece::default() };
    let (mut solids, reading) = (Solids { piece, open: None }, Reading::new(job));
    let mut window = Window::new(job.text, 0..job.text.len(), job.plan.step);
    let mut at = 0;
    while window.fill()? {
        let whole = window.statements();
        // As many as the text may hold.
        let most = whole / SHORTEST_VERTEX + 1;
        solids.piece.reserve(most, most / 3 + 1)?;
        if whole > 0 {
            solids.piece.marks.push((solids.piece.n_lines + 1, at));
        }
        solids.statements(window.padded(), whole);
        window.drop_front(whole);
        at += whole as u64;
        reading.went_on(whole)?;
        check_count(solids.piece.triangles.len() as u64)?;
    }
    solids.leave_open_facet();
    Ok(solids.piece)
}

struct Solids {
    /// Facets read so far, each with three positions of its own, then the positions of the open facet.
    piece: Piece,
    open: Option<OpenFacet>,
}

struct OpenFacet {
    line: u32,
    n_corners: usize,
    /// For each of the first three corners, `true` if the corner could be read.
    usable: [bool; 3],
}

impl Solids {
    /// Reads the statements in `text[..end]`, behind which padding lies.
    fn statements(&mut self, text: &[u8], end: usize) {
        let mut at = if self.piece.n_lines == 0 && text.starts_with(MARK) { MARK.len() } else { 0 };
        while at < end {
            let start = blanks_end(text, at);
            at = match usual_vertex(text, start) {
                Some((position, next)) => {
                    self.piece.n_lines += 1;
                    self.corner(Some(position));
                    next
                }
                None => self.statement(text, start),
            };
        }
    }

    /// Reads the statement at `start` without haste; returns the place of the next line.
    fn statement(&mut self, text: &[u8], start: usize) -> usize {
        self.piece.n_lines += 1;
        let line = self.piece.n_lines;
        let stop = start + memchr2(b'\n', b'\r', &text[start..]).expect("padding of line ends");
        let padded = &text[start..];
        let mut words = words(&padded[..stop - start], 0);
        let Some((_, keyword)) = words.next() else { return line_end(text, stop).expect("a line end was found") };
        let is = |word: &str| keyword.eq_ignore_ascii_case(word.as_bytes());
        if is("vertex") {
            let corner = coordinates(padded, &mut words).map_err(|(kind, problem)| {
                self.piece.problems.add(kind, line, || problem.vertex_not_used());
            });
            self.corner(corner.ok());
        } else if is("facet") {
            self.leave_open_facet();
            self.open = Some(OpenFacet { line, n_corners: 0, usable: [false; 3] });
        } else if is("endfacet") {
            self.end_facet();
        } else if is("solid") || is("endsolid") {
            self.leave_open_facet();
            // A name may have blanks in it; what stands behind the end of a solid is none.
            let name = if is("solid") { padded[keyword.len()..stop - start].trim_ascii() } else { b"" };
            self.piece.names.change(self.piece.lines.len(), Named::Object, name);
        } else if !is("outer") && !is("endloop") && !keyword.starts_with(b"#") {
            self.piece.problems.add(Kind::Unknown, line, || Problem::UnknownStatement { word: quoted(keyword) });
        }
        line_end(text, stop).expect("a line end was found")
    }

    /// Appends a corner to the open facet; `None` for one that cannot be used.
    #[inline(always)]
    fn corner(&mut self, position: Option<[f64; 3]>) {
        let Some(open) = &mut self.open else {
            return self.piece.problems.add(Kind::StrayVertex, self.piece.n_lines, || Problem::StrayVertex);
        };
        if open.n_corners < 3 {
            open.usable[open.n_corners] = position.is_some();
            self.piece.push_position(position.unwrap_or_default());
        }
        open.n_corners += 1;
    }

    fn end_facet(&mut self) {
        let Some(open) = self.open.take() else { return };
        if open.n_corners != 3 {
            return self.leave_out(&open, Kind::FacetCorners, Problem::FacetCorners { count: open.n_corners });
        }
        if open.usable != [true; 3] {
            let collapsed = self.piece.positions.last_chunk_mut().is_some_and(|corners| collapse(corners, open.usable));
            if !collapsed {
                return self.leave_out(&open, Kind::FaceVertex, Problem::NoVertexUsable);
            }
            if let Some(corners) = self.piece.exact.last_chunk_mut() {
                collapse(corners, open.usable);
            }
        }
        let first = 3 * self.piece.triangles.len() as u32;
        self.piece.triangles.push([first, first + 1, first + 2]);
        self.piece.end_face(1, open.line);
    }

    fn leave_open_facet(&mut self) {
        if let Some(open) = self.open.take() {
            self.leave_out(&open, Kind::FacetEnd, Problem::FacetEnd);
        }
    }

    #[cold]
    fn leave_out(&mut self, facet: &OpenFacet, kind: Kind, problem: Problem) {
        self.piece.problems.add(kind, facet.line, || problem.face_left_out());
        let kept = 3 * self.piece.triangles.len();
        self.piece.positions.truncate(kept);
        self.piece.exact.truncate(kept);
        self.piece.end_face(0, facet.line);
    }
}

/// Returns the position of a vertex as usually written, and the next line's place; `None` for any other statement.
#[inline(always)]
fn usual_vertex(text: &[u8], start: usize) -> Option<([f64; 3], usize)> {
    const KEYWORD: &[u8] = b"vertex ";
    if !text[start..].starts_with(KEYWORD) {
        return None;
    }
    let (position, at) = numbers(text, start + KEYWORD.len() - 1)?;
    let next = line_end(text, blanks_end(text, at))?;
    is_storable(position).then_some((position, next))
}

/// Returns the text with one statement on each line; `None` if it has words that belong to no statement.
fn relined(text: &Text, progress: &Progress) -> Result<Option<Relined>> {
    let mut words = Relining::new(text, 0, 0, None, progress)?;
    // Words that the last statement still takes.
    let mut left = 0;
    while let Some(word) = words.next_word() {
        let is = |keyword: &str| words.bytes(word.clone()).eq_ignore_ascii_case(keyword.as_bytes());
        // A name ends with the first keyword that may follow it.
        let may_follow = |keyword: &str| left <= 4 || matches!(keyword, "solid" | "endsolid" | "facet");
        match STATEMENTS.iter().find(|(keyword, _)| is(keyword) && may_follow(keyword)) {
            Some(&(_, taken)) => {
                words.begin_line(&word)?;
                left = taken;
            }
            None if left == 0 => return Ok(None),
            None => left -= 1,
        }
    }
    Ok(Some(words.relined))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::LoadError;
    use crate::mesh::tests::{Loaded, WHOLE, assert_told, read};
    use crate::mesh::text::Plan;

    fn loaded(text: &str, step: usize) -> Result<Loaded, LoadError> {
        read(load_ascii, text.as_bytes(), Plan { step, ..WHOLE })
    }

    fn facet(corners: &[&str]) -> String {
        let vertices: String = corners.iter().map(|corner| format!("  vertex {corner}\n")).collect();
        format!("facet normal 0 0 1\n outer loop\n{vertices} endloop\nendfacet\n")
    }

    const USUAL: [&str; 3] = ["0 0 0", "1 0 0", "0 1 0"];

    #[test]
    fn every_facet_knows_its_line_and_its_solid() {
        let (a, b) = (facet(&USUAL), facet(&["2 0 0", "3 0 0", "2 .5e1 -1"]));
        let text = format!(
            "\u{feff}solid  a part of two words \n{a}endsolid a part\nsolid\n{b}endsolid\nSolid facet normal\n{a}{b}"
        );
        for text in [text.clone(), text.replace('\n', "\r\n"), text.to_uppercase()] {
            for step in [7, 1 << 16] {
                let (mesh, report) = loaded(&text, step).expect("a mesh");
                let source = mesh.source();
                let names: Vec<_> = (0..4).map(|i| source.object(i).map(str::to_lowercase)).collect();
                let [first, last] = ["a part of two words", "facet normal"].map(|name| Some(name.to_owned()));
                assert_eq!(names, [first, None, last.clone(), last]);
                let lines: Vec<_> = (0..4).map(|i| source.line(i)).collect();
                assert_eq!(lines, [2, 11, 20, 27].map(Some));
                assert_eq!((report.lines, report.problems, report.vertices), (33, 0, 12));
                assert_eq!(mesh.positions()[3..6], [[2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [2.0, 5.0, -1.0]]);
            }
        }
    }

    #[test]
    fn statements_may_stand_on_any_lines_and_behind_comments() {
        let (a, b) = (facet(&USUAL), facet(&["1 0 0", "1 1 0", "0 1 0"]));
        let in_one = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (text, lines, name) in [
            (in_one(&format!("solid a part {a} {b} endsolid a part")), [1, 1], Some("a part")),
            (format!("\u{feff}solid {}\n\n# 3 of a facet\n{}", in_one(&a), b.replace('\n', " ")), [1, 4], None),
            (format!("solid\n{}\n{}", in_one(&a), b.replace(' ', "\n")), [2, 3], None),
            (format!("# from a script\n\n# of facets\nsolid\n{a}{b}endsolid\n"), [5, 12], None),
        ] {
            for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
                for step in [7, 1 << 16] {
                    let (mesh, report) = loaded(&text, step).expect("a mesh");
                    assert_eq!(mesh.positions()[3..], [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]], "{text}");
                    assert_eq!([0, 1].map(|i| mesh.source().line(i)), lines.map(Some), "{text}");
                    assert_eq!((mesh.source().object(1), report.problems), (name, 0), "{text}");
                }
            }
        }
    }

    #[test]
    fn a_facet_with_a_corner_that_is_nowhere_keeps_its_place_and_cannot_be_hit() {
        let text = format!("solid\n{}{}", facet(&["1 2 3", "nan 0 0", "0 -inf 0"]), facet(&USUAL));
        let (mesh, report) = loaded(&text, 1 << 16).expect("a mesh");
        assert_eq!(mesh.positions()[..3], [[1.0, 2.0, 3.0]; 3]);
        let unusable = "is not a finite number; the vertex is not used, and faces with it cannot be hit";
        assert_told(&report, &[(5, &format!("`nan` {unusable}")), (6, &format!("`-inf` {unusable}"))]);
    }

    #[test]
    fn a_facet_that_cannot_be_used_is_left_out_with_its_line() {
        let parts = [
            facet(&["0 0 0", "1 0 0"]),
            facet(&["0 0 0", "1 0 0", "1 1 0", "0 1 0"]),
            facet(&["x 0 0", "1 0", "1,5 1 0"]),
            "vertex 1 2 3\ncolour red\n".to_owned(),
            "facet normal 0 0 1\nvertex 7 7 7\n".to_owned(),
            facet(&USUAL),
            "facet\nouter loop\nvertex 1 2 3\n".to_owned(),
        ];
        let (mesh, report) = loaded(&format!("solid\n{}", parts.concat()), 1 << 16).expect("a mesh");
        assert_eq!((mesh.triangles(), mesh.positions()[1]), (&[[0, 1, 2]][..], [1.0, 0.0, 0.0]));
        assert_eq!((mesh.source().line(0), mesh.source().face(0)), (Some(27), 5));
        assert_eq!((report.faces, report.faces_left_out, report.lines), (6, 5, 36));
        let expected = [
            (2, "a facet needs three corners, and this one has 2"),
            (8, "a facet needs three corners, and this one has 4"),
            (16, "none of its vertices can be used"),
            (18, "`x` is not a number"),
            (19, "a vertex needs three numbers, and this one has 2"),
            (20, "`1,5` is not a number: decimals are written with a point"),
            (23, "a vertex outside of a facet is skipped"),
            (24, "unknown statement `colour` is skipped"),
            (25, "the facet has no end (`endfacet`)"),
            (34, "the facet has no end (`endfacet`)"),
        ];
        assert_told(&report, &expected);
    }

    #[test]
    fn without_a_triangle_it_is_said_why() {
        let one = "none of its 1 faces can be used: a facet needs three corners, and this one has 1; the face is \
                   left out; correct the file, or export it again";
        for (text, told) in [
            ("solid a\nendsolid a\n", "t: there are no triangles: no facet was found; export the mesh again"),
            (&format!("solid\n{}", facet(&["0 0 0"])), &format!("t:2: {one}")),
        ] {
            assert_eq!(loaded(text, 1 << 16).map(drop).expect_err("no mesh").to_string(), told);
        }
    }
}
