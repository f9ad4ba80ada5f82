//! Reads OFF files: the numbers of vertices and faces, then a line for each vertex and each face. Files that break
//! their lines elsewhere are read, too.
//!
//! Based on: Geomview Manual, OFF Files, 1996. Departures from it: the number of edges may be missing, and so may the
//! blank behind the keyword; a colour may have three numbers instead of four; a place in a palette is ignored.

use crate::mesh::Format;
use crate::mesh::encoding::MARK;
use crate::mesh::format::Keyword;
use crate::mesh::problem::Problem;
use crate::mesh::read::elements::{AsciiBody, Element, Fields, FirstWord, Number, Value, count_of};
use crate::mesh::report::{Loaded, Refusal, Result};
use crate::mesh::text::{COMMENT, Job, Text, Window, line_end, words};
use memchr::{memchr, memchr2};

pub fn load(job: Job) -> Result<Loaded> {
    let head = Head::read(job.text, job.plan.step)?;
    let elements = head.elements().map_err(|what| Refusal::damaged(Some(head.n_lines), what))?;
    let body = AsciiBody { elements: &elements, start: head.length, lines_ahead: head.n_lines, comment: Some(COMMENT) };
    // The counts ahead of the records are three, or two without the number of edges.
    let first_words = [3, 2].map(|n_ahead| FirstWord { n_ahead, ..head.first_count });
    job.load_words(Format::Off, &body, &first_words)
}

#[derive(Default)]
struct Head {
    keyword: Option<Keyword>,
    /// Words of the header that give the numbers of vertices and faces.
    counts: Vec<Vec<u8>>,
    first_count: FirstWord,
    n_lines: u32,
    length: u64,
}

impl Head {
    fn read(text: &Text, step: usize) -> Result<Self> {
        let mut head = Self::default();
        let mut window = Window::new(text, 0..text.len(), step);
        while head.counts.len() < 2 && window.fill()? {
            let (padded, whole) = (window.padded(), window.statements());
            let mut at = 0;
            while head.counts.len() < 2 && at < whole {
                let end = at + memchr2(b'\n', b'\r', &padded[at..]).expect("padding of line ends");
                head.line(&padded[at..end], head.length + at as u64);
                at = line_end(padded, end).expect("a line end was found");
            }
            head.length += at.min(whole) as u64;
            window.drop_front(at.min(whole));
        }
        Ok(head)
    }

    /// Takes in the line that begins at byte `at`: the keyword, then, on the same line or on later ones, the counts.
    fn line(&mut self, line: &[u8], at: u64) {
        let lines_ahead = self.n_lines;
        self.n_lines = self.n_lines.saturating_add(1);
        let line = &line[..memchr(COMMENT, line).unwrap_or(line.len())];
        let mut from = if line.starts_with(MARK) { MARK.len() } else { 0 };
        if self.keyword.is_none()
            && let Some((place, word)) = words(line, from).next()
        {
            let (keyword, digits) = Keyword::of(word).unwrap_or_default();
            self.keyword = Some(keyword);
            from = place + word.len() - digits.len();
        }
        for (place, word) in words(line, from).take(2 - self.counts.len()) {
            if self.counts.is_empty() {
                self.first_count = FirstWord { at: at + place as u64, lines_ahead, n_ahead: 0 };
            }
            self.counts.push(word.to_vec());
        }
    }

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
        vertex.fields = Fields::Vertex { position: [0, 1, 2], color: None, texture: None, normal: None };
        vertex.may_end_in_color = has_colors;

        let mut face = Element::new("face", count_of(faces)?);
        face.push("corners", Value::List { count: Number::U32, item: Number::U32 });
        face.fields = Fields::Face { corners: 0, color: None, texture: None, image: None };
        face.may_end_in_color = true;
        Ok([vertex, face])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::LoadError;
    use crate::mesh::tests::{Loaded, WHOLE, assert_told, read};
    use crate::mesh::text::{BUFFER, Plan};

    fn loaded_in(text: &str, pieces: usize, step: usize) -> Result<Loaded, LoadError> {
        read(load, text.as_bytes(), Plan { pieces, step, ..WHOLE })
    }

    fn loaded(text: &str) -> Loaded {
        loaded_in(text, 1, BUFFER).expect("a mesh")
    }

    const SQUARE: &str = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";

    #[test]
    fn words_may_stand_on_any_lines_and_each_triangle_knows_its_own() {
        let (faces, words) = ("4 0 1 2 3\n3 2 1 0\n", format!("OFF 4 2 0\n{SQUARE}4 0 1 2 3\n3 2 1 0"));
        let each: Vec<&str> = words.split_whitespace().collect();
        for (text, lines) in [
            (format!("OFF4 2 0\n{SQUARE}{faces}"), [6, 6, 7]),
            (format!("# by hand\noff\n4 2 0\n{SQUARE}{faces}"), [8, 8, 9]),
            (format!("OFF 4\n2\n0\n{SQUARE}{faces}"), [8, 8, 9]),
            (format!("OFF\n4 2\n\n0\n{SQUARE}{faces}"), [9, 9, 10]),
            (format!("OFF\n4 2\n0 0 0 1 0 0\n1 1 0 0 1 0\n{faces}"), [5, 5, 6]),
            (format!("OFF 4 2 0\n{SQUARE}4 0 # 7 8\n1 2\n# 9\n\n3\n3 2\n1 0"), [6, 6, 11]),
            (format!("OFF 4 2 0\n{SQUARE}4 0 1 2 3 3 2 1 0\n"), [6, 6, 6]),
            (format!("\u{feff}OFF # a\n4 2 # two\n# 1 2\n{SQUARE}4 0 1 2 3 # 4\n\n3 2 1 0\n"), [8, 8, 10]),
            (each.join(" "), [1, 1, 1]),
            (each.join(" # a word\n"), [17, 17, 22]),
        ] {
            for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
                for (pieces, step) in [(1, BUFFER), (5, 7)] {
                    let (mesh, report) = loaded_in(&text, pieces, step).expect("a mesh");
                    assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [2, 1, 0]], "{text}");
                    assert_eq!(mesh.positions().as_flattened(), [0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.]);
                    assert_eq!([0, 1, 2].map(|i| mesh.source().line(i)), lines.map(Some), "{text}");
                    let n_lines = text.replace("\r\n", "\n").split_terminator(['\n', '\r']).count();
                    let said = (report.format, report.problems, report.lines);
                    assert_eq!(said, (Some(Format::Off), 0, n_lines as u64), "{text}");
                }
            }
        }
    }

    #[test]
    fn colours_on_other_lines_than_their_records_begin_on_are_read() {
        let (mesh, report) = loaded(&format!("OFF\n4 2 0\n{SQUARE}3 0 1\n2 255 0 0\n3 0 2\n3\n"));
        assert_eq!((mesh.colors().triangles.clone(), report.problems), (vec![[255, 0, 0], [255; 3]], 0));
        let vertices = SQUARE.replace('\n', " 0 0 255 255\n").replacen("255\n", "255 ", 1);
        let (mesh, report) = loaded(&format!("COFF\n4 1 0\n{vertices}4 0 1\n2 3\n"));
        assert_eq!((mesh.colors().vertices.clone(), report.problems), (vec![[0, 0, 255]; 4], 0));
    }

    #[test]
    fn a_torn_file_that_words_do_not_mend_is_told_of_by_its_lines() {
        let (mesh, report) = loaded(&format!("OFF\n4 2 0\n{SQUARE}3 0 1 2\n3 0\n2 3 9\n9\n"));
        assert_eq!((mesh.triangles().len(), report.lines), (1, 10));
        assert_told(&report, &[(8, "the face should have 3 corners but has 1; the face is left out")]);
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
        let expected = [
            (0, "the header counts 3 faces, but the file has 2 complete ones; these are loaded"),
            (3, "the value of `s` cannot be read"),
            (8, "vertex index 4 is out of range: there are 4 vertices, counted from 0; the face is left out"),
        ];
        assert_told(&report, &expected);
        let why = |text: &str| loaded_in(text, 1, BUFFER).map(drop).expect_err("no mesh").to_string();
        let missing = "the numbers of vertices and faces are missing";
        for (text, told) in
            [("OFF\n\n", missing), ("OFF\n12\n", missing), ("OFF\n48 -35 0\n", "`-35` is not a number of records")]
        {
            assert_eq!(why(text), format!("t:2: {told}; correct the file, or export it again"));
        }
    }

    #[test]
    fn prefixes_come_in_their_order() {
        let plain = Keyword::default();
        let of = |word: &'static str| Keyword::of(word.as_bytes()).map(|(keyword, digits)| (keyword, digits.len()));
        let all = Keyword { has_texture: true, has_colors: true, has_normals: true, has_dimensions: true };
        for (word, keyword) in [
            ("OFF", plain),
            ("off", plain),
            ("Off", plain),
            ("STCN4OFF", all),
            ("NOFF", Keyword { has_normals: true, ..plain }),
            ("4nOFF", Keyword { has_dimensions: true, ..plain }),
            ("coff", Keyword { has_colors: true, ..plain }),
        ] {
            assert_eq!(of(word), Some((keyword, 0)), "{word}");
        }
        assert_eq!(of("OFF490"), Some((plain, 3)));
        for other in ["OFFS", "NCOFF", "OF", "", "XOFF", "OFF8x", "OFF-8"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
