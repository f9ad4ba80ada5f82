//! The repository, in whose `tests/data` golden data lies.

use std::path::Path;

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
