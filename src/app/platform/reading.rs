//! Reads the files of this program's own: whole, and no longer ones than it writes.

use crate::app::texts::{of_loading::said, t};
use pickray::mesh::problem::Problem;
use pickray::mesh::{NotOpened, open_regular};
use std::fs::{File, Metadata};
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The settings are no longer than this.
pub const MOST_SETTINGS: u64 = 1 << 20;

/// A saved pick is no longer than this: what a pick meets is listed up to a limit.
pub const MOST_PICK: u64 = 64 << 20;

/// A saved selection is no longer than this: most of all triangles that a mesh can have, each by itself.
pub const MOST_SELECTION: u64 = 1 << 30;

/// A lasso is no longer than this.
pub const MOST_LASSO: u64 = 16 << 20;

/// The reason why a file is not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is a folder, a pipe or a device.
    #[error("{}", t!("file-not-a-file", path = .path.display().to_string(), what = said(what)))]
    NotAFile {
        path: PathBuf,
        /// Its kind.
        what: Problem,
    },
    /// It is longer than any that this program writes.
    #[error("{}", t!("file-too-long", path = .path.display().to_string(), most = .limit >> 20))]
    TooLong {
        path: PathBuf,
        /// The most bytes that would be read.
        limit: u64,
    },
    #[error("{}", t!("file-unreadable", path = .path.display().to_string(), problem = error.to_string()))]
    Unreadable {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
}

impl ReadError {
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Unreadable { error, .. } if error.kind() == ErrorKind::NotFound)
    }
}

/// Opens a regular file, and says what is known of it. Fails where it is something else, which is not waited for, or
/// cannot be opened.
pub fn open(path: &Path) -> Result<(File, Metadata), ReadError> {
    open_regular(path).map_err(|error| match error {
        NotOpened::NotAFile(what) => ReadError::NotAFile { path: path.to_owned(), what },
        NotOpened::Refused(error) => ReadError::Unreadable { path: path.to_owned(), error },
    })
}

/// Returns the bytes of a file that has at most `limit` of them. Fails where it cannot be read, and where it has more.
#[cfg(target_arch = "wasm32")]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    match super::page::files::read(path) {
        Ok(bytes) if bytes.len() as u64 <= limit => Ok(bytes),
        Ok(_) => Err(ReadError::TooLong { path: path.to_owned(), limit }),
        Err(error) => Err(ReadError::Unreadable { path: path.to_owned(), error }),
    }
}

/// Returns the bytes of a file that has at most `limit` of them. Fails as [`open`] does, and where it has more.
#[cfg(not(target_arch = "wasm32"))]
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    let (file, metadata) = open(path)?;
    let mut bytes = Vec::new();
    if metadata.len() <= limit {
        let unreadable = |error| ReadError::Unreadable { path: path.to_owned(), error };
        file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    }
    // A file that grows, and some of the system's own, tell less than there is.
    if metadata.len().max(bytes.len() as u64) > limit {
        return Err(ReadError::TooLong { path: path.to_owned(), limit });
    }
    Ok(bytes)
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
        // Its length is given as 0.
        assert!(!read(Path::new("/proc/self/status"), 1 << 20).expect("a file").is_empty());
        assert!(matches!(read(Path::new("/proc/self/status"), 9), Err(ReadError::TooLong { .. })));
    }
}
