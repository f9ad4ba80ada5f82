//! Reads OFF files: how many vertices and faces there are, and a line for each of them.
//!
//! Based on: Geomview Manual, OFF Files, 1996. Where a file is not what it says: each vertex and each face has a line
//! of its own; the number of edges may be missing; a colour may have three numbers instead of four, and one that is the
//! place in a palette is passed over.

pub mod keyword;

use super::elements::{Body, Data, Element, Fields, Job, Number, Rest, Value, count_of};
use super::problem::Problem;
use super::reading::Plan;
use super::refusal::Refusal;
use super::source::FileText;
use super::text::{Text, Window, line_end, words};
use super::{Format, IndexedMesh, LoadReport};
use crate::accel::Progress;
use keyword::Keyword;
use memchr::{memchr, memchr2};

/// What begins a comment.
const COMMENT: u8 = b'#';

pub fn load(
    text: &Text,
    plan: Plan,
    file: Option<FileText>,
    progress: &Progress,
) -> Result<(IndexedMesh, LoadReport), Refusal> {
    let head = Head::read(text, plan.step)?;
    let elements = head.elements().map_err(|what| Refusal::damaged(Some(head.n_lines), what))?;
    let body = Body { elements: &elements, start: head.length, lines_ahead: head.n_lines, comment: Some(COMMENT) };
    Job { text, plan, file, progress }.load(Format::Off, |reading| Data::in_words(reading, &body))
}

#[derive(Default)]
struct Head {
    keyword: Option<Keyword>,
    /// The words that say how many vertices, faces and edges there are.
    counts: Vec<Vec<u8>>,
    n_lines: u32,
    /// Their bytes.
    length: u64,
}

impl Head {
    fn read(text: &Text, step: usize) -> Result<Self, Refusal> {
        let mut head = Self::default();
        let mut window = Window::new(text, 0..text.len(), step);
        while head.counts.is_empty() && window.fill()? {
            let (padded, whole) = (window.padded(), window.statements());
            let mut at = 0;
            while head.counts.is_empty() && at < whole {
                let end = at + memchr2(b'\n', b'\r', &padded[at..]).expect("padding of line ends");
                head.line(&padded[at..end]);
                at = line_end(padded, end).expect("a line end was found");
            }
            head.length += at.min(whole) as u64;
            window.drop_front(at.min(whole));
        }
        Ok(head)
    }

    /// Takes a line in: the keyword, then, on the same line or a later one, the counts.
    fn line(&mut self, line: &[u8]) {
        self.n_lines = self.n_lines.saturating_add(1);
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let mut words = words(&line[..memchr(COMMENT, line).unwrap_or(line.len())], 0).map(|(_, word)| word);
        if self.keyword.is_none() {
            self.keyword = words.next().and_then(Keyword::of);
        }
        self.counts = words.take(2).map(<[u8]>::to_vec).collect();
    }

    /// Returns the vertices and the faces, or what is wrong with the counts.
    fn elements(&self) -> Result<[Element; 2], Problem> {
        let [vertices, faces] = &self.counts[..] else {
            return Err(Problem::OffCounts);
        };
        let Keyword { has_texture, has_colors, has_normals, .. } = self.keyword.unwrap_or_default();
        let mut vertex = Element::new("vertex", count_of(vertices)?);
        let of_texture: &[&str] = if has_texture && !has_colors { &["s", "t"] } else { &[] };
        let of_normal: &[&str] = if has_normals { &["nx", "ny", "nz"] } else { &[] };
        for name in [&["x", "y", "z"], of_normal, of_texture].concat() {
            vertex.push(name, Value::One(Number::F64));
        }
        vertex.fields = Fields::Vertex { position: [0, 1, 2], color: None };
        vertex.rest = if has_colors { Rest::Color } else { Rest::Nothing };

        let mut face = Element::new("face", count_of(faces)?);
        face.push("corners", Value::List { count: Number::U32, item: Number::U32 });
        face.fields = Fields::Face { corners: 0, color: None };
        face.rest = Rest::Color;
        Ok([vertex, face])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::LoadError;
    use crate::mesh::text::BUFFER;

    fn loaded_in(text: &str, pieces: usize, step: usize) -> Result<(IndexedMesh, LoadReport), LoadError> {
        let plan = Plan { threads: 1, pieces, step, exact: false };
        load(&Text::Bytes(text.as_bytes()), plan, None, &Progress::default())
            .map_err(|refusal| refusal.into_load_error("t.off", text.len() as u64))
    }

    fn loaded(text: &str) -> (IndexedMesh, LoadReport) {
        loaded_in(text, 1, BUFFER).expect("a mesh")
    }

    const SQUARE: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

    #[test]
    fn every_face_knows_its_line_behind_comments_and_blank_lines() {
        for head in
            ["OFF 4 2 0\n# here\n", "OFF # a comment\n4 2 # two counts\n", "\n\nOFF 4 2\n", "\u{feff}OFF\n4 2 9\n"]
        {
            let text =
                format!("{head}# 1 2 3\n{}4 0 1 2 3 # around\n\n3 2 1 0\n", SQUARE.replace("1 0 0", "1 0 0#1\n"));
            for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
                for (pieces, step) in [(1, BUFFER), (5, 7)] {
                    let (mesh, report) = loaded_in(&text, pieces, step).expect("a mesh");
                    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [2, 1, 0]], "{text}");
                    let lines =
                        [0, 1, 2].map(|i| mesh.source().line(i).map(|line| line - head.matches('\n').count() as u32));
                    assert_eq!((lines, report.problems), ([7, 7, 9].map(Some), 0), "{text}");
                    assert_eq!(report.format, Some(Format::Off));
                }
            }
        }
    }

    #[test]
    fn colours_are_whole_numbers_or_shares() {
        let faces = "3 0 1 2 255 128 0\n3 0 1 2 1.0 0.5 0 0.75\n3 0 1 2 7\n3 0 1 2\n";
        let (mesh, report) = loaded(&format!("OFF\n4 4 0\n{SQUARE}{faces}"));
        let orange = [255, 128, 0];
        assert_eq!(mesh.colors().triangles, [orange, orange, [255; 3], [255; 3]]);
        assert_eq!((mesh.colors().vertices.len(), report.problems), (0, 0));
        for (keyword, behind) in
            [("COFF", " 255 128 0 255"), ("CNOFF", " 0 0 1 1.0 0.5 0.0"), ("STCOFF", " 255 128 0 9 0.5 0.5")]
        {
            let vertices = SQUARE.replace('\n', &format!("{behind}\n"));
            let (mesh, report) = loaded(&format!("{keyword}\n4 1\n{vertices}3 0 1 2\n"));
            assert_eq!((&mesh.colors().vertices[..], report.problems), (&[orange; 4][..], 0), "{keyword}");
        }
    }

    #[test]
    fn what_is_odd_is_told() {
        let (_, report) = loaded(&format!(
            "STOFF\n4 3\n{}3 0 1 2\n3 0 1 4\n",
            SQUARE.replace('\n', " 0 1\n").replacen("0 1\n", "\n", 1)
        ));
        let told: Vec<_> = report.warnings.iter().map(|w| (w.line, w.problem.to_string())).collect();
        assert_eq!(
            told,
            [
                (None, "the header counts 3 faces, and there are 2 whole ones in the file; these are loaded"),
                (Some(3), "the value of `s` cannot be read"),
                (Some(8), "vertex index 4 is out of range: there are 4 vertices, counted from 0; the face is left out"),
            ]
            .map(|(line, words)| (line, words.to_owned()))
        );
        let why = |text: &str| loaded_in(text, 1, BUFFER).map(drop).expect_err("no mesh").to_string();
        let missing = "the numbers of vertices and faces are missing; correct the file, or export it again";
        assert_eq!(why("OFF\n\n"), format!("t.off:2: {missing}"));
        assert_eq!(why("OFF\n12\n"), format!("t.off:2: {missing}"));
        let message = "t.off:2: `-35` is no number of records; correct the file, or export it again";
        assert_eq!(why("OFF\n48 -35 0\n"), message);
    }
}
