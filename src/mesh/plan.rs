//! How a text is worked through: how many pieces of it at once, and how much of each.

use super::text;
use crate::accel::threads;

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
    /// Whether to keep every position as exact as the text has it.
    pub exact: bool,
}

impl Plan {
    /// That of a text of `length` bytes.
    pub fn of(length: u64) -> Self {
        let threads = threads::available();
        let most = if threads == 1 { 1 } else { threads * PIECES_PER_THREAD };
        let pieces = (length / SMALLEST_PIECE).clamp(1, most as u64).max(length.div_ceil(LARGEST_PIECE));
        Self { threads, pieces: pieces as usize, step: text::BUFFER, exact: false }
    }
}
