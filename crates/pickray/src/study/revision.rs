//! Revisions: marks that tell the states of changing things apart.

use std::sync::atomic::{AtomicU64, Ordering};

/// Mark of one state of something that changes. While a program runs, no two revisions are equal, not even those of
/// different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns a new revision, different from all before.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}
