//! States of what changes, told apart.

use std::sync::atomic::{AtomicU64, Ordering};

/// A state of something that changes. No two are the same while a program runs, also of different things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revision(u64);

impl Revision {
    /// Returns one that was not there before.
    pub fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed))
    }
}
