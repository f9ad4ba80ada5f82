//! Text in a file or in memory, cut at line ends into pieces and read through a buffer that stays in the cache.
//!
//! A file is read, not memory-mapped: if another program shortens it, a map would end the process by a signal.

use crate::mesh::companions::Companions;
use crate::mesh::numbers::{PADDING, number};
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::report::{Refusal, Result};
use crate::mesh::source::FileText;
use crate::work::{Progress, memory, threads};
use memchr::{memchr, memchr_iter, memrchr, memrchr_iter};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

pub const COMMENT: u8 = b'#';
/// Number of bytes read at once: a part of a second-level cache.
pub const BUFFER: usize = 128 << 10;
/// Number of bytes ahead of a line's end that are looked at to tell whether the statement ends there.
const BEFORE_END: usize = 1 << 10;
/// Largest number of bytes that a statement may have; a file with a longer one is taken to be damaged.
pub const MAX_STATEMENT: usize = 1 << 30;

pub enum Text<'a> {
    File { file: SharedFile, len: u64 },
    Bytes(&'a [u8]),
}

impl Text<'_> {
    pub fn len(&self) -> u64 {
        match self {
            Self::File { len, .. } => *len,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }

    pub fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        match self {
            Self::Bytes(bytes) => buffer.copy_from_slice(&bytes[offset as usize..][..buffer.len()]),
            Self::File { file, .. } => {
                file.read_exact_at(buffer, offset).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => Refusal::NotAMesh(Problem::BecameShorter, Advice::LoadLater),
                    _ => Refusal::Unreadable(error),
                })?;
            }
        }
        Ok(())
    }

    /// Returns the byte ranges of about `n` pieces of equal size, cut between statements, from byte `start` on.
    pub fn pieces(&self, start: u64, n: usize, buffer: usize) -> Result<Vec<Range<u64>>> {
        let mut cuts = vec![start];
        for i in 1..n as u64 {
            let aim = start + (self.len() - start) * i / n as u64;
            let last = cuts[cuts.len() - 1];
            if aim > last {
                cuts.push(self.statement_end(aim, buffer)?);
            }
        }
        cuts.push(self.len());
        Ok(cuts.windows(2).map(|cut| cut[0]..cut[1]).filter(|piece| !piece.is_empty()).collect())
    }

    /// Returns the first place behind `from` where a statement surely begins, or the end.
    fn statement_end(&self, from: u64, buffer: usize) -> Result<u64> {
        let mut window = Window::new(self, from..self.len(), buffer);
        let mut at = from;
        while window.fill()? {
            if let Some(end) = first_break(window.text(), window.at_end()) {
                return Ok(at + end as u64);
            }
            // The bytes shortly ahead of a line's end tell whether the line goes on.
            let done = window.text().len().saturating_sub(BEFORE_END);
            window.drop_front(done);
            at += done as u64;
        }
        Ok(self.len())
    }
}

/// File that several threads read; on Unix they do so without waiting for each other.
pub struct SharedFile {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

impl SharedFile {
    pub fn new(file: File) -> Self {
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Self { file }
    }

    #[cfg(unix)]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(not(unix))]
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

/// Part of a text that is held in memory: bytes are read at its end, and dropped at its front when they are done with.
pub struct Window<'a> {
    text: &'a Text<'a>,
    rest: Range<u64>,
    buffer: Vec<u8>,
    filled: usize,
    step: usize,
}

impl<'a> Window<'a> {
    /// Returns an empty window on `range` of a text, which reads `step` bytes a time.
    pub fn new(text: &'a Text<'a>, range: Range<u64>, step: usize) -> Self {
        Self { text, rest: range, buffer: Vec::new(), filled: 0, step }
    }

    /// Reads more bytes of the text, behind those that the window holds; returns `false` if there are no more.
    pub fn fill(&mut self) -> Result<bool> {
        let more = (self.rest.end - self.rest.start).min(self.step.max(self.filled) as u64) as usize;
        if more == 0 {
            return Ok(false);
        }
        if self.filled + more > MAX_STATEMENT + self.step {
            let byte = self.rest.start - self.filled as u64;
            return Err(Refusal::TooLarge(Problem::LongStatement { byte }));
        }
        let filled = self.filled + more;
        let longer = (filled + PADDING).saturating_sub(self.buffer.len());
        self.buffer.try_reserve_exact(longer).map_err(|_| memory::missing(filled))?;
        self.buffer.resize(self.buffer.len() + longer, b'\n');
        self.text.read(self.rest.start, &mut self.buffer[self.filled..filled])?;
        self.buffer[filled..filled + PADDING].fill(b'\n');
        self.rest.start += more as u64;
        self.filled = filled;
        Ok(true)
    }

    pub fn text(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Returns the bytes that the window holds, followed by [`PADDING`] line ends.
    pub fn padded(&self) -> &[u8] {
        &self.buffer[..self.filled + PADDING]
    }

    pub fn at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns the length, in bytes, of the whole statements at the front of the window.
    pub fn statements(&self) -> usize {
        if self.at_end() { self.filled } else { last_break(self.text()).unwrap_or(0) }
    }

    pub fn drop_front(&mut self, n: usize) {
        self.buffer.copy_within(n..self.filled, 0);
        self.filled -= n;
    }
}

/// Returns whether a byte separates words within a line: a space, a tab, a vertical tab or a form feed.
#[inline(always)]
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

#[inline(always)]
pub fn blank(text: &[u8], at: usize) -> Option<usize> {
    is_blank(text[at]).then_some(at)
}

#[inline(always)]
pub fn blanks_end(text: &[u8], mut at: usize) -> usize {
    while is_blank(text[at]) {
        at += 1;
    }
    at
}

/// Returns numbers, with blanks ahead of each, and the place where they end.
#[inline(always)]
pub fn numbers<const N: usize>(text: &[u8], mut at: usize) -> Option<([f64; N], usize)> {
    let mut all = [0.0; N];
    for place in &mut all {
        (*place, at) = number(text, blanks_end(text, blank(text, at)?))?;
    }
    Some((all, at))
}

/// Returns the offset of the next line if a line end begins at byte `at`, else `None`.
#[inline(always)]
pub fn line_end(text: &[u8], at: usize) -> Option<usize> {
    match text[at] {
        b'\n' => Some(at + 1),
        b'\r' => Some(at + 1 + usize::from(text[at + 1] == b'\n')),
        _ => None,
    }
}

/// Returns the words of a statement from byte `from` on, each with its offset in the statement.
pub fn words(statement: &[u8], from: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = from;
    std::iter::from_fn(move || {
        at += statement[at..].iter().position(|&byte| !is_blank(byte))?;
        let start = at;
        at = statement[at..].iter().position(|&byte| is_blank(byte)).map_or(statement.len(), |n| start + n);
        Some((start, &statement[start..at]))
    })
}

/// Returns the place of the first line behind a line end that no backslash joins to the one before; `None` for none.
fn first_break(text: &[u8], at_end: bool) -> Option<usize> {
    let lone = memchr(b'\n', text).is_none();
    // A carriage return at the very end may be half of a line end.
    let is_whole = |end: usize| end + 1 < text.len() || !lone || at_end;
    let mut ends = memchr_iter(if lone { b'\r' } else { b'\n' }, text);
    ends.find(|&end| is_break(text, end) && is_whole(end)).map(|end| end + 1)
}

/// Returns the place of the last line behind a line end that no backslash joins to the one before; `None` for none.
fn last_break(text: &[u8]) -> Option<usize> {
    let lone = memrchr(b'\n', text).is_none();
    let (end, to) = if lone { (b'\r', text.len().saturating_sub(1)) } else { (b'\n', text.len()) };
    memrchr_iter(end, &text[..to]).find(|&end| is_break(text, end)).map(|end| end + 1)
}

/// Returns whether a line surely ends at `end`; `false` if the beginning of the line is not in `text`.
fn is_break(text: &[u8], end: usize) -> bool {
    let line = &text[..end];
    let line = if text[end] == b'\n' { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
    let last = line.iter().rposition(|&byte| !is_blank(byte));
    last.is_some_and(|last| line[last] != b'\\')
}

/// Number of pieces per thread, so that no thread waits long for the last one.
const PIECES_PER_THREAD: usize = 4;
/// Smallest number of bytes of a piece, unless the text is smaller.
const SMALLEST_PIECE: u64 = 1 << 20;
/// Largest number of bytes of a piece: its vertices and lines are counted in 32 bits.
const LARGEST_PIECE: u64 = 1 << 30;

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub threads: usize,
    pub pieces: usize,
    pub step: usize,
    /// `true` to keep every position in f64, as exact as the text states it.
    pub exact: bool,
    /// `true` to keep texture coordinates, normals and textures.
    pub attributes: bool,
}

impl Plan {
    pub fn of(length: u64) -> Self {
        let threads = threads::available();
        let most = if threads == 1 { 1 } else { threads * PIECES_PER_THREAD };
        let pieces = (length / SMALLEST_PIECE).clamp(1, most as u64).max(length.div_ceil(LARGEST_PIECE));
        Self { threads, pieces: pieces as usize, step: BUFFER, exact: false, attributes: true }
    }
}

/// Text to make a mesh of, and what its reader needs.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    pub text: &'a Text<'a>,
    pub plan: Plan,
    /// File on disk that holds the text; `None` for bytes in memory.
    pub file: Option<&'a FileText>,
    /// Finder of the files that the text names; `None` to look for none.
    pub companions: Option<&'a dyn Companions>,
    pub progress: &'a Progress,
}

impl Job<'_> {
    /// Returns what `read` makes of the text with rounded positions, or, for a mesh too far out, with exact ones.
    pub fn exactly<T>(self, read: impl Fn(&Job) -> Result<Option<T>>) -> Result<T> {
        for exact in [self.plan.exact, true] {
            if let Some(made) = read(&Job { plan: Plan { exact, ..self.plan }, ..self })? {
                return Ok(made);
            }
        }
        unreachable!("exact positions are not rounded")
    }
}

/// Number of bytes read between two checks for the memory that as many more may need.
const CHECK_EVERY: u64 = 16 << 20;

pub struct Reading<'a> {
    pub text: &'a Text<'a>,
    pub plan: Plan,
    pub progress: &'a Progress,
    done: AtomicU64,
}

impl<'a> Reading<'a> {
    pub fn new(&Job { text, plan, progress, .. }: &Job<'a>) -> Self {
        Self { text, plan, progress, done: AtomicU64::new(0) }
    }

    /// Counts `bytes` more bytes as read, and advances the progress; fails once cancelled, or where memory is short.
    pub fn went_on(&self, bytes: usize) -> Result<()> {
        let before = self.done.fetch_add(bytes as u64, Ordering::Relaxed);
        let done = before + bytes as u64;
        self.progress.advance(done as f32 / self.text.len() as f32);
        self.progress.check()?;
        if before / CHECK_EVERY != done / CHECK_EVERY {
            memory::check(CHECK_EVERY)?;
        }
        Ok(())
    }
}
