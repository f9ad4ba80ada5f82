//! Header of a PLY file: lines in ASCII up to `end_header`, whether the data behind them are text or binary.

use crate::mesh::elements::{ByteOrder, Element, Number, Value, count_of};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::problems::{Problems, quoted};
use crate::mesh::refusal::Refusal;
use crate::mesh::text::{Text, Window, words};
use memchr::memchr;

/// Most elements and properties of a header, and most lines that are neither: more are damage.
const MOST: usize = 10_000;

/// Most bytes of a line in a header.
const LONGEST: usize = 16 << 20;

/// Byte order of the data behind a header; `None` for data in ASCII.
pub type Encoding = Option<ByteOrder>;

/// Header of a PLY file, as far as it was read.
#[derive(Debug, Default)]
pub struct Header {
    /// Last byte of every line end of the header, found at the first line: a line feed, or a carriage return where
    /// lines end in a carriage return alone. `None` until the first line is read.
    end: Option<u8>,
    pub n_lines: u32,
    /// Length of the header in bytes; the data begin behind it.
    pub length: u64,
    encoding: Option<Encoding>,
    pub elements: Vec<Element>,
    n_properties: usize,
    /// Remarks on lines of the header that are not understood and are skipped.
    pub problems: Problems,
    /// Line and name of each image file that a comment names.
    pub texture_files: Vec<(u32, Vec<u8>)>,
    /// Number of lines that are not understood; `first_odd` is the first of them, with its problem.
    n_odd: usize,
    first_odd: Option<(u32, Problem)>,
}

/// Reads the header of a PLY file, `step` bytes at once; returns it with the encoding of the data.
pub fn read(text: &Text, step: usize) -> Result<(Header, Encoding), Refusal> {
    let mut window = Window::new(text, 0..text.len(), step);
    let mut header = Header::default();
    while header.n_odd <= MOST && window.fill()? {
        let mut used = 0;
        while let Some((line, length)) = header.next(&window.text()[used..]) {
            used += length;
            let ends = header.statement(line).map_err(|what| Refusal::damaged(Some(header.n_lines), what))?;
            if ends {
                header.length += used as u64;
                return header.checked().map_err(|what| Refusal::damaged(None, what));
            }
        }
        window.drop_front(used);
        header.length += used as u64;
        if window.text().len() > LONGEST {
            break;
        }
    }
    // Perhaps the end is misspelt.
    let (line, what) = header.first_odd.map_or((None, Problem::HeaderEnd), |(line, what)| (Some(line), what));
    Err(Refusal::damaged(line, what))
}

impl Header {
    /// Returns the next line without its end, and its length with it; `None` if the line is not whole.
    fn next<'a>(&mut self, text: &'a [u8]) -> Option<(&'a [u8], usize)> {
        let end = match self.end {
            Some(end) => end,
            None => {
                let first = text.iter().position(|byte| b"\r\n".contains(byte))?;
                let is_lone = text[first] == b'\r' && *text.get(first + 1)? != b'\n';
                *self.end.insert(if is_lone { b'\r' } else { b'\n' })
            }
        };
        let length = memchr(end, text)? + 1;
        self.n_lines = self.n_lines.saturating_add(1);
        Some((text[..length - 1].trim_ascii(), length))
    }

    /// Takes in a statement of the header; returns whether it is the last one.
    fn statement(&mut self, line: &[u8]) -> Result<bool, Problem> {
        let found: Vec<&[u8]> = words(line, 0).take(5).map(|(_, word)| word).collect();
        let is_wrong = || Problem::HeaderStatement { line: quoted(line) };
        let number = |name| Number::of_name(name).ok_or_else(|| Problem::HeaderType { word: quoted(name) });
        match found[..] {
            [b"comment", word, _, ..]
                if word.eq_ignore_ascii_case(b"TextureFile") && self.texture_files.len() < MOST =>
            {
                let name = line[b"comment".len()..].trim_ascii_start()[b"TextureFile".len()..].trim_ascii_start();
                self.texture_files.push((self.n_lines, name.to_vec()));
            }
            [] | [b"comment" | b"obj_info", ..] => {}
            [b"ply"] if self.n_lines == 1 => {}
            [b"end_header"] => return Ok(true),
            [b"format", name, ..] => {
                self.encoding = Some(match name {
                    b"ascii" => None,
                    b"binary_little_endian" => Some(ByteOrder::LittleEndian),
                    b"binary_big_endian" => Some(ByteOrder::BigEndian),
                    _ => return Err(Problem::HeaderEncoding { word: quoted(name) }),
                });
            }
            [b"element", name, count] => self.elements.push(Element::new(&name_of(name), count_of(count)?)),
            [b"property", b"list", count, item, name] => {
                let (count, item) = (number(count)?, number(item)?);
                if count.is_float() {
                    return Err(Problem::HeaderList { property: quoted(name) });
                }
                self.property(name, Value::List { count, item }).ok_or_else(is_wrong)?;
            }
            [b"property", of, name] => self.property(name, Value::One(number(of)?)).ok_or_else(is_wrong)?,
            // What they say of the data is not known.
            [b"element" | b"property", ..] => return Err(is_wrong()),
            _ => {
                self.n_odd += 1;
                self.first_odd.get_or_insert_with(|| (self.n_lines, is_wrong()));
                self.problems.add(Kind::HeaderLine, self.n_lines, || is_wrong().ignored());
            }
        }
        if self.elements.len() + self.n_properties > MOST {
            return Err(Problem::HeaderMany { most: MOST });
        }
        Ok(false)
    }

    /// Adds a property to the last element; `None` if there is no element.
    fn property(&mut self, name: &[u8], value: Value) -> Option<()> {
        self.n_properties += 1;
        self.elements.last_mut()?.push(&name_of(name), value);
        Some(())
    }

    /// Returns the header with the encoding of the data, or the problem with its elements as a whole.
    fn checked(mut self) -> Result<(Self, Encoding), Problem> {
        let encoding = self.encoding.ok_or(Problem::HeaderFormat)?;
        for i in 0..self.elements.len() {
            let (ahead, element) = self.elements.split_at_mut(i);
            let element = &mut element[0];
            if ahead.iter().any(|other| other.name == element.name) {
                return Err(Problem::HeaderTwice { element: quoted(&element.name) });
            }
            element.find_fields()?;
        }
        Ok((self, encoding))
    }
}

fn name_of(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::elements::Fields;

    const HEADER: &str = "ply\nformat binary_big_endian 1.0\ncomment end_header is not here\nobj_info\n\n\
                          element vertex 3\nproperty uchar red\nproperty float64 z\nproperty int32 x\n\
                          property  short y\nproperty char blue\nproperty uchar green\n\
                          element face 7\nproperty float quality\nproperty list uint16 int vertex_index\nend_header\n";

    fn header(text: &str, step: usize) -> Result<(Header, Encoding), (Option<u32>, String)> {
        read(&Text::Bytes(text.as_bytes()), step).map_err(|error| match error {
            Refusal::NoMesh { line, what, .. } => (line, what.to_string()),
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn a_header_says_what_stands_behind_it_however_its_lines_end() {
        for (end, step) in [("\n", 1 << 16), ("\r\n", 1 << 16), ("\r", 1 << 16), ("\n", 1), ("\r\n", 3), ("\r", 1)] {
            let text = HEADER.replace('\n', end);
            let (found, encoding) = header(&(text.clone() + "\n1 2"), step).expect("a header");
            assert_eq!((found.length, found.n_lines), (text.len() as u64, 16), "{end:?} {step}");
            assert_eq!(encoding, Some(ByteOrder::BigEndian));
            let [vertex, face] = &found.elements[..] else { panic!("{found:?}") };
            assert_eq!((vertex.count, vertex.least_length()), (3, 17));
            let none = (None, None);
            let (texture, normal) = none;
            assert_eq!(vertex.fields, Fields::Vertex { position: [2, 3, 1], color: Some([0, 5, 4]), texture, normal });
            assert_eq!(face.fields, Fields::Face { corners: 1, color: None, texture: None, image: None });
            assert_eq!(face.least_length(), 6);
        }
    }

    #[test]
    fn a_line_that_says_nothing_of_the_data_is_passed_over_with_a_remark() {
        let text = HEADER.replacen("obj_info", "Created by somebody", 1);
        let (found, _) = header(&text, 7).expect("a header");
        assert_eq!((found.elements.len(), found.length), (2, text.len() as u64));
        let [warnings, remarks] = found.problems.into_lists();
        let told = "`Created by somebody` is no statement of a PLY header; it is ignored";
        assert_eq!((warnings.len(), remarks[0].line, remarks[0].problem.to_string()), (0, Some(4), told.to_owned()));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (good, bad, line, told) in [
            ("face 7", "face -4", Some(13), "`-4` is no number of records"),
            ("face 7", "vertex 7", None, "the header has two elements called `vertex`"),
            ("float quality", "real quality", Some(14), "`real` is no type of numbers"),
            ("int vertex_index", "float vertex_index", None, "`vertex_index` is no list of whole numbers"),
            ("list uint16", "list float", Some(15), "`vertex_index` is no list of whole numbers"),
            ("format binary_big_endian 1.0\n", "", None, "the header has no line of its format"),
            ("binary_big_endian", "xml", Some(2), "`xml` is no format of PLY"),
            ("float64 z", "float64 depth", None, "the vertices have no number called `z`"),
            ("end_header\n", "", None, "the header has no end (`end_header`)"),
            ("end_header\n", "end\n", Some(16), "`end` is no statement of a PLY header"),
            ("element vertex 3\n", "", Some(6), "`property uchar red` is no statement of a PLY header"),
            ("element face 7", "element face", Some(13), "`element face` is no statement of a PLY header"),
        ] {
            let text = HEADER.replacen(good, bad, 1);
            let text = if good.starts_with("end") { text } else { text.replace("is not here", "") };
            assert_eq!(header(&text, 64).map(drop), Err((line, told.to_owned())), "{bad}");
        }
        let many = "property int a\n".repeat(MOST + 1);
        let (line, _) = header(&format!("ply\nelement vertex 1\n{many}"), 1 << 16).expect_err("too many");
        assert_eq!(line, Some(MOST as u32 + 2));
    }
}
