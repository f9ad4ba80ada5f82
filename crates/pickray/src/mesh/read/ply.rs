//! Reads PLY files: a header in ASCII that says which elements there are, and their records, in words or in bytes.
//!
//! Based on: Greg Turk, The PLY Polygon File Format, 1994. Read beyond that format: types by their sizes (`uint8`),
//! `tristrips` as the Stanford scans have them, lines that end in any way, and lines of the header that say nothing of
//! the data. Crates such as serde-ply tell neither line nor byte of a record, which every triangle keeps here.

use crate::mesh::companions::Companions;
use crate::mesh::encoding::Texts;
use crate::mesh::looks::{Texture, TextureFiles, Textures, Wrap};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::read::elements::{AsciiBody, ByteOrder, Data, Element, Fields, FirstWord, Number, Value, count_of};
use crate::mesh::report::{Loaded, Problems, Refusal, Result, Warning, quoted};
use crate::mesh::source::{Named, Span};
use crate::mesh::text::{Job, Text, Window, words};
use crate::mesh::{Format, IndexedMesh, LoadReport};
use memchr::memchr;

pub fn load(job: Job) -> Result<Loaded> {
    let plan = job.plan;
    let (header, encoding) = read_header(job.text, plan.step)?;
    let Header { mut elements, length, n_lines, odd, mut texture_files, .. } = header;
    if !plan.attributes {
        texture_files.clear();
    }
    leave_out(&mut elements, plan.attributes, !texture_files.is_empty());
    let (mut mesh, mut report) = match encoding {
        None => {
            let body = AsciiBody { elements: &elements, start: length, lines_ahead: n_lines, comment: None };
            let first_word = FirstWord { at: length, lines_ahead: n_lines, n_ahead: 0 };
            job.load_words(Format::PlyAscii, &body, &[first_word])?
        }
        Some(order) => job.load(Format::PlyBinary, |reading| Data::in_bytes(reading, &elements, length, order))?,
    };
    let mut problems = Problems::default();
    odd.into_iter().for_each(|(line, what)| problems.add(Kind::HeaderLine, line, || what.ignored()));
    let [_, of_header] = problems.into_lists();
    report.remarks.splice(0..0, of_header);
    if !texture_files.is_empty() {
        set_textures(&mut mesh, &mut report, &texture_files, job.companions);
    }
    Ok((mesh, report))
}

/// Leaves out what is not kept: all `attributes`, numbers of no images, and uv of vertices where faces have their own.
fn leave_out(elements: &mut [Element], attributes: bool, images: bool) {
    let by_corner = |element: &Element| matches!(element.fields, Fields::Face { texture: Some(_), .. });
    let by_vertex = attributes && !elements.iter().any(by_corner);
    for element in elements {
        match &mut element.fields {
            Fields::Vertex { texture, normal, .. } => {
                *texture = texture.filter(|_| by_vertex);
                *normal = normal.filter(|_| attributes);
            }
            Fields::Face { texture, image, .. } => {
                *texture = texture.filter(|_| attributes);
                *image = image.filter(|_| images);
            }
            Fields::Strip { .. } | Fields::Skipped => {}
        }
    }
}

/// Makes materials of the image files in the header: the first one for all faces, unless faces name theirs.
fn set_textures(
    mesh: &mut IndexedMesh,
    report: &mut LoadReport,
    files: &[(u32, Vec<u8>)],
    companions: Option<&dyn Companions>,
) {
    let texts = Texts::of(files.iter().map(|(_, name)| &name[..]));
    let materials = &mut mesh.source.names[Named::Material as usize];
    if mesh.source.spans.is_empty() {
        mesh.source.spans = vec![Span { first_face: 0, names: [None, None, Some(0)] }];
        *materials = vec!["0".to_owned()];
    }
    let mut images = companions.map(TextureFiles::new);
    let mut textures = vec![None; materials.len()];
    for (material, texture) in materials.iter_mut().zip(&mut textures) {
        let number = material.parse::<usize>().ok();
        let Some((line, name)) = number.and_then(|number| files.get(number)) else {
            // A number without an image stays the name of the material.
            if let Some(number) = number {
                let problem = Problem::TextureNumber { number, count: files.len() };
                report.remarks.push(Warning::of_file(problem));
            }
            continue;
        };
        *material = texts.text(name);
        let Some(images) = &mut images else { continue };
        let image = images.index_of(material, "", &texts, |problem| {
            report.remarks.push(Warning { line: Some(*line), record: None, problem });
        });
        let (wrap, image_from_uv) = ([Wrap::Repeat; 2], Texture::V_UP);
        *texture = Some(Texture { image, set: 0, wrap, nearest: false, image_from_uv });
    }
    if let Some(images) = images {
        mesh.textures = Textures::new(textures, images.images);
        mesh.source.beside = images.files.into();
    }
    report.remarks.extend(mesh.textures_without_coordinates().map(Warning::of_file));
}

/// Most elements and properties of a header, and most lines that are neither: more are damage.
const MOST: usize = 10_000;

/// Most bytes of a line in a header.
const LONGEST: usize = 16 << 20;

/// Byte order of the data behind a header; `None` for data in ASCII.
type Encoding = Option<ByteOrder>;

#[derive(Debug, Default)]
struct Header {
    /// Last byte of each line end, a line feed, or a lone carriage return; `None` until the first line is read.
    end: Option<u8>,
    n_lines: u32,
    /// Length of the header in bytes; the data begin behind it.
    length: u64,
    encoding: Option<Encoding>,
    elements: Vec<Element>,
    n_properties: usize,
    /// Line and name of each image file that a comment names.
    texture_files: Vec<(u32, Vec<u8>)>,
    /// Lines that are not understood and are skipped, by their numbers, with what is wrong with them.
    odd: Vec<(u32, Problem)>,
}

/// Reads the header of a PLY file, `step` bytes at once; returns it with the encoding of the data.
fn read_header(text: &Text, step: usize) -> Result<(Header, Encoding)> {
    let mut window = Window::new(text, 0..text.len(), step);
    let mut header = Header::default();
    while header.odd.len() <= MOST && window.fill()? {
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
    let first_odd = header.odd.into_iter().next();
    let (line, what) = first_odd.map_or((None, Problem::HeaderEnd), |(line, what)| (Some(line), what));
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
            _ => self.odd.push((self.n_lines, is_wrong())),
        }
        if self.elements.len() + self.n_properties > MOST {
            return Err(Problem::HeaderMany { most: MOST });
        }
        Ok(false)
    }

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
mod tests;
#[cfg(test)]
mod texture_tests;
