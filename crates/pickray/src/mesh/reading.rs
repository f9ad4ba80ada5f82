//! How a text is worked through: how many pieces of it at once, how much of each, and whom to tell.

use super::refusal::Refusal;
use super::text::{self, Text};
use crate::work::{Progress, memory, threads};
use std::sync::atomic::{AtomicU64, Ordering};

/// Pieces per thread, so that none has to wait long for the last one.
const PIECES_PER_THREAD: usize = 4;
/// No piece is smaller, unless it is all there is.
const SMALLEST_PIECE: u64 = 1 << 20;
/// No piece is larger: its vertices and lines are counted in 32 bits.
const LARGEST_PIECE: u64 = 1 << 30;

/// How a text is worked through.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub threads: usize,
    pub pieces: usize,
    /// Bytes read at once.
    pub step: usize,
    /// True where to keep every position as exact as the text has it.
    pub exact: bool,
}

impl Plan {
    /// Returns that of a text of `length` bytes.
    pub fn of(length: u64) -> Self {
        let threads = threads::available();
        let most = if threads == 1 { 1 } else { threads * PIECES_PER_THREAD };
        let pieces = (length / SMALLEST_PIECE).clamp(1, most as u64).max(length.div_ceil(LARGEST_PIECE));
        Self { threads, pieces: pieces as usize, step: text::BUFFER, exact: false }
    }
}

/// Bytes between two looks at whether there is memory for what as many more may hold.
const CHECK_EVERY: u64 = 16 << 20;

pub struct Reading<'a> {
    pub text: &'a Text<'a>,
    pub plan: Plan,
    pub progress: &'a Progress,
    /// Bytes that have been read.
    done: AtomicU64,
}

impl<'a> Reading<'a> {
    pub fn new(text: &'a Text<'a>, plan: Plan, progress: &'a Progress) -> Self {
        Self { text, plan, progress, done: AtomicU64::new(0) }
    }

    /// Takes note of so many more bytes.
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
