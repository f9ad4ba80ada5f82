//! Source of the numbers of a document: its buffers, and views of these, which are parts of buffers as they lie there
//! or compressed. Compressed views are decoded once. What there is to tell of the document is gathered here.

use super::accessor::{AccessorItem, ElementRow, Use};
use super::buffers::{Buffer, Buffers};
use super::document::{Document, Item, Items, List};
use super::meshopt::Compression;
use crate::mesh::problem::{Advice, Kind, Problem, Word};
use crate::mesh::report::{Problems, Refusal, Result};
use crate::mesh::{LoadReport, MAX_TRIANGLES, MAX_VERTICES};
use crate::work::{Progress, memory};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

/// Number of decoded bytes that allow as many things to be made as one byte of a file: a triangle has 12 or 6 of them.
const WORTH: u64 = 12;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ViewItem {
    buffer: u32,
    #[serde(default)]
    byte_offset: u64,
    byte_length: u64,
    byte_stride: Option<u64>,
    #[serde(default)]
    extensions: Extensions,
}

#[derive(Default, Deserialize)]
struct Extensions {
    #[serde(rename = "KHR_meshopt_compression", alias = "EXT_meshopt_compression")]
    meshopt: Option<Compression>,
}

/// Place of bytes: a buffer of the document, or bytes that were decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    Buffer(u32),
    Decoded(usize),
}

/// Bytes of a view, all of which are there.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub within: Within,
    pub start: u64,
    pub length: u64,
    pub stride: Option<u64>,
}

/// Rows of elements that were decoded, by the accessors that they stand for.
pub type Rows = Rc<HashMap<u32, ElementRow>>;

/// Rows of each Draco stream that was decoded, by its view and the accessors that it stands for.
#[cfg(feature = "draco")]
type Streams = HashMap<(u32, Vec<(u32, Option<u32>)>), Rows>;

/// Document with its buffers, its views, and all bytes that were decoded. `by` names the item that refers to another.
pub struct Source<'d, 'a, 'p> {
    pub document: &'d Document<'d>,
    pub buffers: Buffers<'a>,
    pub progress: &'p Progress,
    pub attributes: bool,
    /// Rows of the accessors that the compressed data of the primitive, which is read just now, stand for.
    pub decoded: Rows,
    #[cfg(feature = "draco")]
    pub streams: Streams,
    pub accessors: Items<AccessorItem>,
    views: Items<ViewItem>,
    /// Place of the decoded bytes of each compressed view that was decoded, by its index.
    places: HashMap<u32, Within>,
    decoded_bytes: Vec<Buffer<'a>>,
    /// Number of bytes that the buffers count more for what was decoded.
    counted: u64,
    unfolded: Unfolded,
    pub problems: Problems,
    pub n_primitives: u32,
    /// Counts of primitives made of points and of lines, and of triangles whose vertices are all unusable.
    pub report: LoadReport,
}

impl<'d, 'a, 'p> Source<'d, 'a, 'p> {
    pub fn new(document: &'d Document<'d>, buffers: Buffers<'a>, progress: &'p Progress) -> Self {
        Self {
            document,
            buffers,
            progress,
            attributes: true,
            decoded: Rows::default(),
            #[cfg(feature = "draco")]
            streams: HashMap::new(),
            accessors: Items::of(List::Accessors),
            views: Items::of(List::Views),
            places: HashMap::new(),
            decoded_bytes: Vec::new(),
            counted: 0,
            unfolded: Unfolded::default(),
            problems: Problems::default(),
            n_primitives: 0,
            report: LoadReport::default(),
        }
    }

    /// Reports a problem with the primitive that was read last; `detail` says in English what is wrong, and where.
    pub fn tell(&mut self, kind: Kind, detail: impl FnOnce() -> String) {
        self.problems.add(kind, self.n_primitives, || Problem::Gltf { detail: detail() });
    }

    /// Returns what was made of an accessor, or tells why these values are left out, and returns none.
    pub fn or_left_out<T: Default>(&mut self, made: Result<T>, what: Use) -> Result<T> {
        match made.map_err(Refusal::into_problem) {
            Ok(made) => Ok(made),
            Err(Ok(why)) => {
                self.tell(Kind::Attribute, || format!("{}; the {what} are left out", why.into_detail()));
                Ok(T::default())
            }
            Err(Err(refusal)) => Err(refusal),
        }
    }

    /// Counts `n` things that the item called `by` asks for, and fails if they are too many for the bytes of the file.
    pub fn make(&mut self, made: Made, n: u64, by: &dyn Display) -> Result<()> {
        let bytes = match made {
            Made::Objects => self.document.text.len() as u64 + self.buffers.bytes,
            Made::Decoded => self.buffers.bytes - self.counted,
            _ => self.buffers.bytes,
        };
        self.unfolded.add(made, n, bytes, by)
    }

    pub fn view(&mut self, index: u32, by: &dyn Display) -> Result<View> {
        let document = self.document;
        let item = self.views.get(document, index, by)?;
        let name = List::Views.item(index);
        let (length, stride) = (item.byte_length, item.byte_stride);
        let decoded = |within| View { within, start: 0, length, stride };
        if let Some(&place) = self.places.get(&index) {
            return Ok(decoded(place));
        }
        let Some(compression) = &item.extensions.meshopt else {
            let (within, start) = (Within::Buffer(item.buffer), item.byte_offset);
            self.check_reach(name, item.buffer, start, length)?;
            return Ok(View { within, start, length, stride });
        };

        // Decompress the view once, and keep its bytes; a length that lies is refused before memory is taken.
        if compression.decoded_length() != Some(length) {
            return Err(document.refused(name, unfit(&name)));
        }
        let damaged = || document.refused(name, damaged(name, "meshopt"));
        let (buffer, start, n) = (compression.buffer, compression.byte_offset, compression.byte_length);
        self.check_reach(name, buffer, start, n)?;
        if !compression.is_backed(length) {
            return Err(damaged());
        }
        self.admit(length, &name)?;
        let mut from = memory::filled(n as usize, 0)?;
        self.buffers.get(document, buffer, &name)?.read(start, &mut from)?;
        let mut into = memory::filled(length as usize, 0)?;
        compression.decode(&from, &mut into).ok_or_else(damaged)?;
        let place = self.keep(into);
        self.places.insert(index, place);
        Ok(decoded(place))
    }

    fn check_reach(&mut self, name: Item, buffer: u32, start: u64, length: u64) -> Result<()> {
        let there = self.buffers.get(self.document, buffer, &name)?.length;
        if start.checked_add(length).is_none_or(|end| end > there) {
            let buffer = List::Buffers.item(buffer);
            return Err(self.document.refused(name, format!("{name} reaches beyond the end of {buffer}")));
        }
        Ok(())
    }

    /// Counts bytes that are about to be decoded, and fails if they are too many for the file or for memory.
    pub fn admit(&mut self, length: u64, by: &dyn Display) -> Result<()> {
        self.make(Made::Decoded, length, by)?;
        memory::check(length)?;
        self.counted += length / WORTH;
        self.buffers.bytes += length / WORTH;
        Ok(())
    }

    pub fn keep(&mut self, bytes: Vec<u8>) -> Within {
        self.decoded_bytes.push(Buffer::decoded(bytes));
        Within::Decoded(self.decoded_bytes.len() - 1)
    }

    pub fn bytes(&mut self, within: Within, by: &dyn Display) -> Result<&Buffer<'a>> {
        match within {
            Within::Buffer(index) => self.buffers.get(self.document, index, by),
            Within::Decoded(place) => Ok(&self.decoded_bytes[place]),
        }
    }

    pub fn read(&mut self, view: &View, by: &dyn Display) -> Result<Vec<u8>> {
        let mut bytes = memory::filled(view.length as usize, 0)?;
        self.bytes(view.within, by)?.read(view.start, &mut bytes)?;
        Ok(bytes)
    }

    /// Returns the number of elements of the accessor `index`, as the file states it.
    pub fn count(&mut self, index: u32, by: &dyn Display) -> Result<u64> {
        Ok(self.accessors.get(self.document, index, by)?.count)
    }
}

/// Returns the detail that compressed data do not give what the item called `name` says of them.
pub fn unfit(name: &dyn Display) -> String {
    format!("the compressed data of {name} are of another layout than it says")
}

pub fn damaged(name: Item, by: &str) -> String {
    format!("{name} is compressed by {by}, and its compressed data are damaged")
}

// Limits on what a small document can ask for: it could use the same bytes again and again, or none at all.

/// Largest number of vertices or triangles that a document makes whatever its size: some 100 MB with the tree.
const FREE: u64 = 1 << 20;

/// Most vertices or triangles that a larger document makes of a byte of its buffers. A real file takes 20 bytes or more
/// for one (6 of indices, half a vertex of 28): it would have to hold all that it has 80 times.
const PER_BYTE: u64 = 4;

/// Number of decoded bytes that count as one vertex: 64 MiB can be decoded of any file, and 256 bytes of each byte of a
/// larger one. Of scans Draco makes up to 50, of a smooth grid of 2.4 million triangles 120.
const DECODED: u64 = 64;

/// Number of vertices that an object counts for, with its name and its place in the tree of nodes.
const OBJECT: u64 = 4;

/// Kind of thing that a document asks for, counted so that a small document cannot ask for very many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Vertices,
    Triangles,
    /// Values that pose meshes: displacements of morph targets, joints and their weights, matrices of skins.
    Values,
    Attributes,
    /// Nodes, each as often as the scene holds it, and instances. A node takes at least 5 bytes of the document.
    Objects,
    Decoded,
}

const WORDS: [&str; 6] =
    ["vertices", "triangles", "values of poses", "texture coordinates and normals", "objects", "bytes"];

/// Numbers of things that were asked for, by their kinds.
#[derive(Default)]
struct Unfolded([u64; 6]);

impl Unfolded {
    /// Counts `n` things that `by` asks for; fails if they are too many for so many bytes of buffers, or for objects.
    fn add(&mut self, made: Made, n: u64, bytes: u64, by: &dyn Display) -> Result<()> {
        let total = &mut self.0[made as usize];
        *total = total.saturating_add(n);
        let count = *total;
        match made {
            Made::Vertices if count > MAX_VERTICES as u64 => {
                return Err(Refusal::too_many(Word::Vertices, count, MAX_VERTICES as u64));
            }
            Made::Triangles if count > MAX_TRIANGLES as u64 => {
                return Err(Refusal::too_many(Word::Triangles, count, MAX_TRIANGLES as u64));
            }
            _ => {}
        }
        let most = FREE.max(bytes.saturating_mul(PER_BYTE));
        let (most, advice) = match made {
            Made::Objects => (most / OBJECT, Advice::Correct),
            Made::Decoded => (most.saturating_mul(DECODED), Advice::Correct),
            _ => (most, Advice::Instance),
        };
        if count > most {
            let what = WORDS[made as usize];
            let detail =
                format!("{by} would make {count} {what}, and the bytes that are there stand for {most} at most");
            return Err(Refusal::of(Problem::Gltf { detail }, advice));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_is_bounded_by_the_bytes_it_is_made_of() {
        let told = |result: Result<()>| result.map_err(|it| it.into_load_error("t", 0).to_string());
        let mut unfolded = Unfolded::default();
        assert_eq!(told(unfolded.add(Made::Vertices, FREE, 0, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Triangles, FREE, 0, &"the document")), Ok(()));
        let why = "t: glTF: mesh 0 would make 1048577 triangles, and the bytes that are there stand for 1048576 at \
                   most; place one mesh by several nodes instead of repeating it";
        assert_eq!(told(unfolded.add(Made::Triangles, 1, 9, &List::Meshes.item(0))), Err(why.to_owned()));
        assert_eq!(told(unfolded.add(Made::Triangles, FREE, FREE, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Objects, FREE, FREE, &"the document")), Ok(()));
        let why = told(unfolded.add(Made::Objects, 1, FREE, &List::Nodes.item(3))).expect_err("too many");
        assert!(why.contains("node 3 would make 1048577 objects") && why.contains("; correct the file"), "{why}");
        assert_eq!(told(unfolded.add(Made::Decoded, 64 << 20, 1, &"the document")), Ok(()));
        assert_eq!(told(unfolded.add(Made::Decoded, 64 << 20, 1 << 19, &"the document")), Ok(()));
        let why = told(unfolded.add(Made::Decoded, 1, 1 << 19, &List::Views.item(2))).expect_err("too many");
        assert!(why.contains("buffer view 2 would make 134217729 bytes"), "{why}");
        let why = told(unfolded.add(Made::Triangles, u64::MAX, u64::MAX, &"the document")).expect_err("too many");
        assert!(why.contains("that a mesh can have"), "{why}");
    }
}
