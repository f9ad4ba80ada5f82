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

/// The folders of files with a manifest: the selection that is kept, and the whole where it is there.
pub fn folders(name: &str) -> Vec<PathBuf> {
    let all = shared().map(|data| data.join(name)).filter(|folder| folder.is_dir());
    std::iter::once(root().join("tests/data").join(name)).chain(all).collect()
}

/// All files in a folder and below, in their order.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> =
        paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect();
    files.sort();
    files
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
