//! Revisions: numbers that tell whether something has changed.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number that identifies one state of something that changes. While a program runs, no two states have the same
/// revision, even if they are states of different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns a new revision, different from all before.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}
