//! What all readers of records share: the text, how it is worked through, and whom to tell.

use crate::accel::{Progress, memory};
use crate::mesh::plan::Plan;
use crate::mesh::refusal::Refusal;
use crate::mesh::text::Text;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes between two looks at whether there is memory for what as many more may hold.
const CHECK_EVERY: u64 = 16 << 20;

/// The work on a text.
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
