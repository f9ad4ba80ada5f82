//! Reading of the program's own files: whole, and only up to the greatest length that the program writes.

use crate::app::texts::{of_library::said, t};
use crate::situation_text::{SituationError, from_json};
use pickray::mesh::problem::Problem;
use pickray::mesh::{NotOpened, open_regular};
use pickray::study::Situation;
use std::fs::{File, Metadata};
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

pub const MOST_SETTINGS: u64 = 1 << 20;

/// Greatest length of a saved pick, in bytes; saved picks are shorter, since they list a limited number of hits.
pub const MOST_PICK: u64 = 64 << 20;

/// Greatest length of a saved selection, in bytes: most of the triangles that a mesh can have, each by itself.
pub const MOST_SELECTION: u64 = 1 << 30;
pub const MOST_LASSO: u64 = 16 << 20;

/// Greatest length of a file of landmarks, in bytes: more than half a million landmarks.
pub const MOST_LANDMARKS: u64 = 64 << 20;

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Folder, pipe or device at the path, where a file is needed.
    #[error("{}", t!("file-not-a-file", path = .path.display().to_string(), what = said(what)))]
    NotAFile { path: PathBuf, what: Problem },
    /// File that is longer than any such file that this program writes.
    #[error("{}", t!("file-too-long", path = .path.display().to_string(), most = .limit >> 20))]
    TooLong { path: PathBuf, limit: u64 },
    #[error("{}", t!("file-unreadable", path = .path.display().to_string(), problem = error.to_string()))]
    Unreadable { path: PathBuf, error: io::Error },
}

impl ReadError {
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Unreadable { error, .. } if error.kind() == ErrorKind::NotFound)
    }
}

/// Returns `true` if a path has one of these endings, which are given without the dot and in small letters.
pub fn ends_as(path: impl AsRef<Path>, endings: &[&str]) -> bool {
    let ending = path.as_ref().extension().unwrap_or_default();
    endings.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// Returns whether a file is named as companions of a mesh are: material libraries, buffers and images.
pub fn is_companion(path: impl AsRef<Path>) -> bool {
    ends_as(path, &["mtl", "bin", "png", "jpg", "jpeg"])
}

/// Opens a regular file, and returns it with its metadata. Fails for all else, and waits for no pipe.
pub fn open(path: &Path) -> Result<(File, Metadata), ReadError> {
    open_regular(path).map_err(|error| match error {
        NotOpened::NotAFile(what) => ReadError::NotAFile { path: path.to_owned(), what },
        NotOpened::Refused(error) => ReadError::Unreadable { path: path.to_owned(), error },
    })
}

#[cfg(target_arch = "wasm32")]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    match super::page::files::read(path) {
        Ok(bytes) if bytes.len() as u64 <= limit => Ok(bytes),
        Ok(_) => Err(ReadError::TooLong { path: path.to_owned(), limit }),
        Err(error) => Err(ReadError::Unreadable { path: path.to_owned(), error }),
    }
}

/// Returns the bytes of a file that has at most `limit` bytes.
#[cfg(not(target_arch = "wasm32"))]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let (file, metadata) = open(path)?;
    let mut bytes = Vec::new();
    if metadata.len() <= limit {
        let unreadable = |error| ReadError::Unreadable { path: path.to_owned(), error };
        file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    // A file that grows, and some of the system's own, report less than there is.
    if metadata.len().max(bytes.len() as u64) > limit {
        return Err(ReadError::TooLong { path: path.to_owned(), limit });
    }
    Ok(bytes)
}

/// Reads the situation in a file, or the situation of the saved pick in it; blocks.
pub fn situation(path: &Path) -> Result<Situation, SituationError> {
    let text = read(path, MOST_PICK).map_err(|error| SituationError::Unreadable(error.to_string()))?;
    from_json(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_no_longer_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, [7; 100]).expect("written");
        assert_eq!(read(&path, 100).expect("as long as it may be"), [7; 100]);
        assert!(matches!(read(&path, 99), Err(ReadError::TooLong { .. })));
        let huge = File::create(&path).expect("a file");
        huge.set_len(1 << 40).expect("a file of holes");
        assert!(matches!(read(&path, 1 << 20), Err(ReadError::TooLong { .. })));
        assert!(read(&folder.path().join("none"), 9).expect_err("missing").is_missing());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_may_never_end_is_not_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/zero", &link).expect("a link");
        for path in [Path::new("/dev/zero"), &link, folder.path()] {
            assert!(matches!(read(path, 9), Err(ReadError::NotAFile { .. })), "{}", path.display());
        }
        // The system gives the length of this file as 0.
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).expect("a file").is_empty());
        assert!(matches!(read(Path::new("/proc/self/status"), 9), Err(ReadError::TooLong { .. })));
    }
}
