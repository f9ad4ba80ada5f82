//! Golden data: a selection in `tests/data`, the whole in `../shared/data` where it is there.

use std::path::{Path, PathBuf};

/// The repository's root: where the lock file of its crates is.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(|folder| folder.join("Cargo.lock").is_file()).expect("a repository")
}

/// `../shared/data` (or `$PICKRAY_SHARED/data`), where the whole vectors and the corpus lie, if it is there.
pub fn shared() -> Option<PathBuf> {
    let shared = std::env::var_os("PICKRAY_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let data = shared.join("data");
    data.is_dir().then_some(data)
}

/// The cases of a vector file: the whole one where it is there, and always the selection that the repository keeps.
pub fn vectors(name: &str) -> Vec<serde_json::Value> {
    let mut paths = vec![root().join("tests/data/vectors").join(name)];
    paths.extend(shared().map(|data| data.join("vectors").join(name)));
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        cases.extend(text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a JSON line")));
    }
    assert!(!cases.is_empty(), "{name} holds no case");
    cases
}
