//! Buffers of a document: bytes in its own file, in another one that it names, or in base64.

use super::document::{Document, List};
use crate::mesh::beside::NotBeside;
use crate::mesh::companions::Companions;
use crate::mesh::encoding::percent_decoded;
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::report::{Refusal, Result, quoted};
use crate::mesh::source::FileText;
use crate::mesh::text::Text;
use crate::work::memory;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::Deserialize;
use std::collections::HashMap;
use std::fmt::Display;
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;

/// Base64 with or without `=` at its end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BufferItem {
    uri: Option<String>,
    byte_length: u64,
}

pub struct Buffer<'a> {
    bytes: Bytes<'a>,
    pub length: u64,
}

enum Bytes<'a> {
    /// Bytes in the document's own file, from this byte on.
    Within(&'a Text<'a>, u64),
    /// Bytes of a file that the document names, and the index of that file among those opened.
    Beside(Rc<Text<'a>>, usize),
    Decoded(Vec<u8>),
}

impl Buffer<'_> {
    pub fn decoded(bytes: Vec<u8>) -> Self {
        Self { length: bytes.len() as u64, bytes: Bytes::Decoded(bytes) }
    }

    /// Fills `into` with the bytes of the buffer from `offset` on. They must all lie in the buffer.
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<()> {
        match &self.bytes {
            Bytes::Within(text, start) => text.read(start + offset, into)?,
            Bytes::Beside(text, _) => text.read(offset, into)?,
            Bytes::Decoded(bytes) => into.copy_from_slice(&bytes[offset as usize..][..into.len()]),
        }
        Ok(())
    }

    /// Returns the file (0 for the document's own) of the byte at `offset`, and its place there; `None` if decoded.
    pub fn place(&self, offset: u64) -> Option<(usize, u64)> {
        match self.bytes {
            Bytes::Within(_, start) => Some((0, start + offset)),
            Bytes::Beside(_, file) => Some((file + 1, offset)),
            Bytes::Decoded(_) => None,
        }
    }
}

/// Buffers of a document, each opened when it is first asked for.
pub struct Buffers<'a> {
    whole: &'a Text<'a>,
    bin: Option<Range<u64>>,
    pub companions: Option<&'a dyn Companions>,
    open: HashMap<u32, Buffer<'a>>,
    /// Files on disk that were opened for buffers, in the order in which they were opened.
    pub files: Vec<FileText>,
    /// Contents of each file that was opened for a buffer, and its index in the order of opening, by its path.
    texts: HashMap<PathBuf, (Rc<Text<'a>>, usize)>,
    /// Number of bytes of the open buffers; a file that several buffers name counts once. What is decoded adds to it.
    pub bytes: u64,
}

impl<'a> Buffers<'a> {
    /// Returns the buffers of the document in the file `whole`; the first buffer may be the chunk `bin` of a GLB.
    pub fn new(whole: &'a Text<'a>, bin: Option<Range<u64>>, companions: Option<&'a dyn Companions>) -> Self {
        Self { whole, bin, companions, open: HashMap::new(), files: Vec::new(), texts: HashMap::new(), bytes: 0 }
    }

    pub fn get(&mut self, document: &Document, index: u32, by: &dyn Display) -> Result<&Buffer<'a>> {
        if !self.open.contains_key(&index) {
            let name = List::Buffers.item(index);
            let item: BufferItem = document.get(name, by)?;
            let refused = |what: &str| document.refused(name, format!("{name} {what}"));
            let (bytes, there) = self.find(index, item.uri.as_deref(), &refused)?;
            if there < item.byte_length {
                return Err(refused(&format!("should have {} bytes, and {there} are there", item.byte_length)));
            }
            self.open.insert(index, Buffer { bytes, length: item.byte_length });
        }
        Ok(&self.open[&index])
    }

    fn find(&mut self, buffer: u32, uri: Option<&str>, refused: &impl Fn(&str) -> Refusal) -> Result<(Bytes<'a>, u64)> {
        let Some(uri) = uri else {
            let bin = self.bin.clone().filter(|_| buffer == 0);
            let bin = bin.ok_or_else(|| refused("has no address, and no BIN chunk holds it"))?;
            self.bytes += bin.end - bin.start;
            return Ok((Bytes::Within(self.whole, bin.start), bin.end - bin.start));
        };
        if let Some(data) = uri.strip_prefix("data:") {
            let bytes = decode(data)?.ok_or_else(|| refused("is a data address that is not base64"))?;
            let length = bytes.len() as u64;
            self.bytes += length;
            return Ok((Bytes::Decoded(bytes), length));
        }

        // What is left is a file beside the document: nothing is fetched from a network.
        if has_scheme(uri) {
            return Err(Refusal::of(Problem::OnNetwork { buffer, uri: quoted(uri) }, Advice::PutBytes));
        }
        let Some(companions) = self.companions else {
            return Err(Refusal::of(Problem::WithoutFolder { buffer, uri: quoted(uri) }, Advice::OpenAsFile));
        };
        let opened = percent_decoded(uri).ok_or(NotBeside::Outside).and_then(|name| companions.open(&name));
        let companion = opened.map_err(|error| {
            let (uri, why) = (quoted(uri), Box::new(error.why()));
            let advice = match error {
                NotBeside::Outside => return Refusal::of(Problem::OutsideFolder { buffer, uri }, Advice::PutBeside),
                NotBeside::NotGiven => Advice::OpenTogether,
                NotBeside::Several => Advice::LeaveOne,
                NotBeside::NotAFile(_) | NotBeside::Refused(_) => Advice::PutFileBeside,
            };
            Refusal::of(Problem::FileUnreadable { buffer, uri, why }, advice)
        })?;

        // Several buffers may name one file, which counts once.
        let number = self.texts.len();
        let (text, number) = self.texts.entry(companion.path).or_insert_with(|| {
            self.files.extend(companion.file);
            self.bytes += companion.text.len();
            (Rc::new(companion.text), number)
        });
        Ok((Bytes::Beside(Rc::clone(text), *number), text.len()))
    }
}

/// Returns the bytes of a data address, whose `data:` is taken off, or `None` if it is not base64.
pub fn decode(data: &str) -> Result<Option<Vec<u8>>> {
    let Some(text) = data.split_once(',').and_then(|(kind, text)| kind.ends_with(";base64").then_some(text)) else {
        return Ok(None);
    };
    memory::check(base64::decoded_len_estimate(text.len()) as u64)?;
    Ok(BASE64.decode(text).ok())
}

/// Returns whether an address begins with the scheme by which it is reached, as `https:`, or with `//`.
pub fn has_scheme(uri: &str) -> bool {
    uri.starts_with("//") || uri.split(['/', '\\', '?', '#']).next().is_some_and(|first| first.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::companions::{Files, Folder};
    use crate::work::folder_of;

    #[test]
    fn a_file_that_many_buffers_name_is_open_once_and_its_bytes_count_once() {
        let folder = folder_of(&[("a.bin", "abcd")]);
        let items: Vec<_> = (0..2000)
            .map(|i| format!(r#"{{"byteLength":{},"uri":"{}a.bin"}}"#, i % 4 + 1, "./".repeat(i % 3)))
            .collect();
        let text = format!(r#"{{"asset":{{"version":"2.0"}},"buffers":[{}]}}"#, items.join(","));
        let document = Document::new(text.as_bytes(), false).expect("a document");
        let whole = Text::Bytes(text.as_bytes());
        let mesh = folder.path().join("m.gltf");
        let folder = Folder::of(&mesh);
        let (files, _) = Files::new("m.gltf", &[("m.gltf", b""), ("a.bin", b"abcd")]).expect("the document");
        for (companions, on_disk) in [(&folder as &dyn Companions, 1), (&files, 0)] {
            let mut buffers = Buffers::new(&whole, None, Some(companions));
            for i in 0..2000 {
                let buffer = buffers.get(&document, i, &List::Views.item(0)).expect("a buffer");
                assert_eq!((buffer.length, buffer.place(0)), (u64::from(i % 4 + 1), Some((1, 0))));
            }
            assert_eq!((buffers.files.len(), buffers.bytes), (on_disk, 4));
        }
    }
}
