//! Revisions: marks that tell the states of changing things apart.

use std::sync::atomic::{AtomicU64, Ordering};

/// State of something that changes. No two revisions are the same while a program runs, also of different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns a revision that was not there before.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}
