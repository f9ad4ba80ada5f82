//! Where the golden data lies: in `tests/data`.

use std::path::Path;

/// The repository's root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
