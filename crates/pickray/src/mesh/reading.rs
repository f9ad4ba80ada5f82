//! Plan for reading a text (the number of pieces, the number of bytes read at a time), and the progress and time of the
//! reading.

use super::refusal::Refusal;
use super::text::{self, Text};
use crate::work::{Progress, memory, threads};
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of pieces per thread, so that no thread waits long for the last one.
const PIECES_PER_THREAD: usize = 4;
/// Smallest number of bytes of a piece, unless the text is smaller.
const SMALLEST_PIECE: u64 = 1 << 20;
/// Largest number of bytes of a piece: its vertices and lines are counted in 32 bits.
const LARGEST_PIECE: u64 = 1 << 30;

/// Plan for reading a text in pieces.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub threads: usize,
    pub pieces: usize,
    /// Number of bytes read at once.
    pub step: usize,
    /// `true` to keep every position in f64, as exact as the text states it.
    pub exact: bool,
    /// `true` to keep texture coordinates, normals and textures.
    pub attributes: bool,
}

impl Plan {
    /// Returns the plan for a text of `length` bytes.
    pub fn of(length: u64) -> Self {
        let threads = threads::available();
        let most = if threads == 1 { 1 } else { threads * PIECES_PER_THREAD };
        let pieces = (length / SMALLEST_PIECE).clamp(1, most as u64).max(length.div_ceil(LARGEST_PIECE));
        Self { threads, pieces: pieces as usize, step: text::BUFFER, exact: false, attributes: true }
    }
}

/// Number of bytes read between two checks for the memory that as many more may need.
const CHECK_EVERY: u64 = 16 << 20;

pub struct Reading<'a> {
    pub text: &'a Text<'a>,
    pub plan: Plan,
    pub progress: &'a Progress,
    /// Number of bytes that have been read.
    done: AtomicU64,
}

impl<'a> Reading<'a> {
    pub fn new(text: &'a Text<'a>, plan: Plan, progress: &'a Progress) -> Self {
        Self { text, plan, progress, done: AtomicU64::new(0) }
    }

    /// Counts `bytes` more bytes as read, and advances the progress.
    ///
    /// # Errors
    /// [`Refusal::Cancelled`] or [`Refusal::OutOfMemory`], when the reading is cancelled or memory is short.
    pub fn went_on(&self, bytes: usize) -> Result<(), Refusal> {
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
