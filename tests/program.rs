//! The program, which tests of windows and of the page start: the one of this build, or another by `PICKRAY_BIN`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Returns the path of the program: what `PICKRAY_BIN` names, or what was built beside the tests.
///
/// # Panics
/// Where there is none, or where it is older than what it is built of.
pub fn pickray() -> PathBuf {
    if let Some(named) = std::env::var_os("PICKRAY_BIN") {
        let named = PathBuf::from(named);
        assert!(named.is_file(), "PICKRAY_BIN names no program: {}", named.display());
        return named;
    }
    let test = std::env::current_exe().expect("a path");
    let profile = test.ancestors().nth(2).expect("the folder of what was built");
    let program = profile.join("pickray").with_extension(std::env::consts::EXE_EXTENSION);
    let how = "build it with `cargo test --workspace --no-run`, or name one by PICKRAY_BIN";
    let built = std::fs::metadata(&program).and_then(|file| file.modified());
    let built = built.unwrap_or_else(|error| panic!("{}: {error}: {how}", program.display()));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["src", "crates/pickray/src", "crates/pickray-render/src", "shaders", "assets"] {
        let changed = newest_below(&root.join(folder));
        assert!(changed <= built, "{} is older than {folder}: {how}", program.display());
    }
    program
}

/// Returns when the newest file of a folder was written.
fn newest_below(folder: &Path) -> SystemTime {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let entries = entries.map(|entry| entry.expect("an entry").path());
    let written = |path: PathBuf| match path.is_dir() {
        true => newest_below(&path),
        false => std::fs::metadata(&path).and_then(|file| file.modified()).expect("a time"),
    };
    entries.map(written).max().unwrap_or(SystemTime::UNIX_EPOCH)
}
