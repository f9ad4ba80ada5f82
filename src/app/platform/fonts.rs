//! Fonts for letters that the program's own lack.

#[cfg(feature = "desktop")]
mod of_system;

#[cfg(not(feature = "desktop"))]
use crate::accel::Progress;
#[cfg(feature = "desktop")]
pub use of_system::find;
#[cfg(not(feature = "desktop"))]
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq)]
pub struct Font {
    /// Its PostScript name.
    pub name: String,
    pub bytes: Vec<u8>,
    pub index: u32,
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Font").field("name", &self.name).field("index", &self.index).finish_non_exhaustive()
    }
}

/// Returns none: a page is not told of the system's fonts.
#[cfg(not(feature = "desktop"))]
pub fn find(_: &BTreeSet<char>, _: &Progress) -> Option<Vec<Font>> {
    Some(Vec::new())
}
