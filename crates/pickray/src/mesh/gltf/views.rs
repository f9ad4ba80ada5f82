//! Buffer views: parts of buffers, as they lie there or compressed. Compressed ones are decoded once.

use super::buffers::{Buffer, Buffers};
use super::document::{Document, Items};
use super::meshopt::Compression;
use super::unfolding::{Made, Unfolded};
use crate::mesh::problem::{Item, List, Problem};
use crate::mesh::refusal::Refusal;
use crate::work::memory;
use serde::Deserialize;
use std::collections::HashMap;

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

/// Views of a document, and all bytes that were decoded.
pub struct Views<'a> {
    items: Items<ViewItem>,
    /// Place among the decoded bytes of each compressed view that was decoded, by its index.
    places: HashMap<u32, usize>,
    decoded: Vec<Buffer<'a>>,
    unfolded: Unfolded,
    /// Number of bytes that the buffers count more for what was decoded.
    counted: u64,
}

impl<'a> Views<'a> {
    pub fn new() -> Self {
        let (items, unfolded) = (Items::of(List::Views), Unfolded::default());
        Self { items, places: HashMap::new(), decoded: Vec::new(), unfolded, counted: 0 }
    }

    /// Returns the view `index`, to which the item `by` refers, and decodes it if it is compressed.
    pub fn get(
        &mut self,
        document: &Document,
        buffers: &mut Buffers<'a>,
        index: u32,
        by: &Item,
    ) -> Result<View, Refusal> {
        let item = self.items.get(document, index, by)?;
        let name = List::Views.item(index);
        let refused = |what: Problem| document.refused(List::Views, index, what);
        let (length, stride) = (item.byte_length, item.byte_stride);
        let decoded = |place| View { within: Within::Decoded(place), start: 0, length, stride };
        if let Some(&place) = self.places.get(&index) {
            return Ok(decoded(place));
        }
        let Some(compression) = &item.extensions.meshopt else {
            let (within, start) = (Within::Buffer(item.buffer), item.byte_offset);
            check_reach(document, buffers, (index, &name), (item.buffer, start, length))?;
            return Ok(View { within, start, length, stride });
        };
        if compression.decoded_length() != Some(length) {
            return Err(refused(Problem::CompressionUnfit { item: name }));
        }
        let damaged = || refused(Problem::CompressionDamaged { item: name.clone(), by: "meshopt" });
        let (buffer, start, n) = (compression.buffer, compression.byte_offset, compression.byte_length);
        check_reach(document, buffers, (index, &name), (buffer, start, n))?;
        if !compression.is_backed(length) {
            return Err(damaged());
        }
        self.admit(buffers, length, &name)?;
        let mut from = memory::filled(n as usize, 0)?;
        buffers.get(document, buffer, &name)?.read(start, &mut from)?;
        let mut into = memory::filled(length as usize, 0)?;
        compression.decode(&from, &mut into).ok_or_else(damaged)?;
        let place = self.keep(into);
        self.places.insert(index, place);
        Ok(decoded(place))
    }

    /// Counts `length` bytes that are about to be decoded, and fails if they are too many for the bytes of the file, or
    /// do not fit into memory. The item `by` asks for them.
    pub fn admit(&mut self, buffers: &mut Buffers, length: u64, by: &Item) -> Result<(), Refusal> {
        self.unfolded.add(Made::Decoded, length, buffers.bytes - self.counted, || by.clone())?;
        memory::check(length)?;
        self.counted += length / WORTH;
        buffers.bytes += length / WORTH;
        Ok(())
    }

    /// Keeps decoded bytes, and returns their place.
    pub fn keep(&mut self, bytes: Vec<u8>) -> usize {
        self.decoded.push(Buffer::decoded(bytes));
        self.decoded.len() - 1
    }

    /// Returns decoded bytes by their place.
    pub fn decoded(&self, place: usize) -> &Buffer<'a> {
        &self.decoded[place]
    }
}

/// Refuses the view `index` if it reaches beyond the end of its buffer.
fn check_reach(
    document: &Document,
    buffers: &mut Buffers,
    (index, name): (u32, &Item),
    (buffer, start, length): (u32, u64, u64),
) -> Result<(), Refusal> {
    let there = buffers.get(document, buffer, name)?.length;
    if start.checked_add(length).is_none_or(|end| end > there) {
        let what = Problem::ReachesBeyond { item: name.clone(), of: List::Buffers.item(buffer) };
        return Err(document.refused(List::Views, index, what));
    }
    Ok(())
}
