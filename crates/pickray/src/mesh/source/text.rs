//! Reads the text of a line, or the bytes of a record, from the file that a mesh was read from.

use super::Record;
use crate::mesh::beside::{NotOpened, open_regular};
use crate::mesh::encoding::{MARK, UTF_16, lossy, utf_8_of_utf_16};
use crate::work::memory;
use crate::work::packed::{Packed, Packer, Unpacker};
use crate::work::said::said;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Most bytes of a line or a record that are shown.
const LONGEST: usize = 1000;

said! {
    /// Reason why the text of a line or the bytes of a record cannot be shown.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum LineTextError {
        NoFile => "the mesh was not read from a file, so that its lines cannot be shown",
        Unreadable { path: PathBuf, #[source] error: io::Error }
        where path = path.display().to_string(), problem = error.to_string() =>
            "{path}: cannot be read again: {problem}",
        Changed { path: PathBuf } where path = path.display().to_string() =>
            "{path}: has changed since it was loaded; load it again",
    }
}

/// File that a mesh was read from, with the positions of some of its lines, to read the text of a line again.
#[derive(Clone, Debug)]
pub struct FileText {
    path: PathBuf,
    length: u64,
    modified: Option<SystemTime>,
    /// Line number, from 1, and byte offset of some line starts, ascending; for UTF-16, in the text in UTF-8.
    pub marks: Vec<(u32, u64)>,
}

impl Packed for FileText {
    /// Packs the file, without what of its path is no Unicode, and without a time before 1970.
    fn pack(&self, out: &mut Packer) {
        let age = self.modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        self.path.to_string_lossy().into_owned().pack(out);
        self.length.pack(out);
        age.and_then(|age| u64::try_from(age.as_nanos()).ok()).pack(out);
        self.marks.pack(out);
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        let (path, length) = (String::unpack(from)?.into(), u64::unpack(from)?);
        let age = Option::unpack(from)?.map(Duration::from_nanos);
        let modified = age.and_then(|age| SystemTime::UNIX_EPOCH.checked_add(age));
        Some(Self { path, length, modified, marks: Vec::unpack(from)? })
    }
}

impl FileText {
    pub fn new(path: &Path, metadata: &Metadata) -> Self {
        Self { path: path.to_owned(), length: metadata.len(), modified: metadata.modified().ok(), marks: Vec::new() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of a record in hexadecimal; a long record is cut off and ends in `…`.
    pub fn bytes(&self, record: Record) -> Result<String, LineTextError> {
        let length = record.length as usize;
        let mut bytes = vec![0; length.min(LONGEST)];
        self.opened_at(record.offset)?.read_exact(&mut bytes).map_err(|error| self.unreadable(error))?;
        let mut shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        if length > LONGEST {
            shown.push("…".to_owned());
        }
        Ok(shown.join(" "))
    }

    /// Returns the bytes of a range, up to the end of the file; [`io::ErrorKind::OutOfMemory`] if they are over `most`.
    pub fn bytes_in(&self, range: Range<u64>, most: u64) -> Result<Vec<u8>, LineTextError> {
        let no_room = || self.unreadable(io::ErrorKind::OutOfMemory.into());
        let length = range.end.min(self.length).saturating_sub(range.start);
        let length = usize::try_from(length).ok().filter(|&length| length as u64 <= most).ok_or_else(no_room)?;
        let mut bytes = memory::filled(length, 0).map_err(|_| no_room())?;
        self.opened_at(range.start)?.read_exact(&mut bytes).map_err(|error| self.unreadable(error))?;
        Ok(bytes)
    }

    /// Opens the file, to be read from byte `at` on; fails if it has changed since it was loaded.
    fn opened_at(&self, at: u64) -> Result<File, LineTextError> {
        let (mut file, metadata) = match open_regular(&self.path) {
            Ok(opened) => opened,
            Err(NotOpened::NotAFile(_)) => return Err(self.changed()),
            Err(NotOpened::Refused(error)) => return Err(self.unreadable(error)),
        };
        if metadata.len() != self.length || metadata.modified().ok() != self.modified {
            return Err(self.changed());
        }
        file.seek(SeekFrom::Start(at)).map_err(|error| self.unreadable(error))?;
        Ok(file)
    }

    fn changed(&self) -> LineTextError {
        LineTextError::Changed { path: self.path.clone() }
    }

    fn unreadable(&self, error: io::Error) -> LineTextError {
        LineTextError::Unreadable { path: self.path.clone(), error }
    }

    /// Returns the text of a line, from 1, in an encoding, `None` for UTF-8; a long one is cut off and ends in `…`.
    pub fn line(&self, line: u32, encoding: Option<&str>) -> Result<String, LineTextError> {
        let after = self.marks.partition_point(|&(marked, _)| marked <= line);
        let (first, at) = after.checked_sub(1).map_or((1, 0), |i| self.marks[i]);
        let is_utf_16 = encoding == Some(UTF_16);
        let found = if is_utf_16 {
            let mut text = Vec::new();
            self.opened_at(0)?.read_to_end(&mut text).map_err(|error| self.unreadable(error))?;
            let text = utf_8_of_utf_16(&text).map_err(|_| self.unreadable(io::ErrorKind::OutOfMemory.into()))?;
            nth_line(&mut &text[..], line.saturating_sub(1))
        } else {
            nth_line(&mut BufReader::new(self.opened_at(at)?), line.saturating_sub(first))
        };
        let found = found.map_err(|error| self.unreadable(error))?;
        let mut shown = found.ok_or_else(|| self.changed())?;
        let is_whole = shown.len() <= LONGEST;
        shown.truncate(LONGEST);
        let shown = shown.strip_prefix(MARK).unwrap_or(&shown);
        let shown = lossy(encoding.filter(|_| !is_utf_16), shown);
        Ok(if is_whole { shown } else { shown + "…" })
    }
}

/// Returns line `n`, from 0, of a text, however its lines end, up to somewhat more than [`LONGEST`], or `None`.
fn nth_line(text: &mut impl BufRead, n: u32) -> io::Result<Option<Vec<u8>>> {
    let mut ends = 0;
    let mut line = Vec::new();
    let mut after_return = false;
    loop {
        let buffer = text.fill_buf()?;
        if buffer.is_empty() {
            return Ok((ends == n && !line.is_empty()).then_some(line));
        }
        for &byte in buffer {
            let second_half = std::mem::replace(&mut after_return, byte == b'\r') && byte == b'\n';
            match byte {
                b'\n' if second_half => {}
                b'\n' | b'\r' if ends == n => return Ok(Some(line)),
                b'\n' | b'\r' => ends += 1,
                byte if ends == n => {
                    line.push(byte);
                    if line.len() > LONGEST {
                        return Ok(Some(line));
                    }
                }
                _ => {}
            }
        }
        let length = buffer.len();
        text.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_record_is_cut_off() {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        io::Write::write_all(&mut file, &[0xab; 2 * LONGEST]).expect("written");
        let text = FileText::new(file.path(), &file.as_file().metadata().expect("a file"));
        let shown = |length| text.bytes(Record { number: 1, offset: 3, length }).expect("bytes");
        assert_eq!((shown(2), shown(LONGEST as u32).len()), ("ab ab".to_owned(), 3 * LONGEST - 1));
        assert!(shown(LONGEST as u32 + 1).ends_with("ab ab …"));
    }

    #[test]
    fn lines_end_in_any_way() {
        let text = "one\ntwo\r\nthree\rfour\n\n\r\nseven";
        for capacity in 1..9 {
            let line = |n| {
                let mut reader = BufReader::with_capacity(capacity, text.as_bytes());
                nth_line(&mut reader, n).unwrap().map(|line| String::from_utf8(line).unwrap())
            };
            let lines: Vec<_> = (0..8).map(line).collect();
            let want = ["one", "two", "three", "four", "", "", "seven"];
            assert!(lines.iter().zip(want).all(|(line, want)| line.as_deref() == Some(want)), "{lines:?}");
            assert_eq!(lines[7], None);
        }
    }
}
