//! Files that the file of a mesh names. A mesh comes from anybody, so that only those in its own folder or below it are opened.

use super::regular_file::{NotOpened, open_regular};
use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf};

/// Why a file that a mesh names is not opened.
#[derive(Debug)]
pub enum NotBeside {
    /// It lies outside of the mesh's folder.
    Outside,
    /// It is something else than a file.
    NotAFile(&'static str),
    /// The system says so.
    Refused(io::Error),
}

impl From<io::Error> for NotBeside {
    fn from(error: io::Error) -> Self {
        Self::Refused(error)
    }
}

impl From<NotOpened> for NotBeside {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::NotAFile(what) => Self::NotAFile(what),
            NotOpened::Refused(error) => Self::Refused(error),
        }
    }
}

/// The folder of the file at `path`.
pub fn folder_of(path: &Path) -> &Path {
    // A path without a folder is a name in the present one.
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens what a mesh in `folder` calls `name`, and says where it is and what is known of it. It has to lie in that folder or below, also when links are
/// followed.
pub fn open_beside(folder: &Path, name: &str) -> Result<(PathBuf, File, Metadata), NotBeside> {
    if !stays_inside(name) {
        return Err(NotBeside::Outside);
    }
    let folder = folder.canonicalize()?;
    let path = folder.join(name).canonicalize()?;
    if !path.starts_with(&folder) {
        return Err(NotBeside::Outside);
    }
    let (file, metadata) = open_regular(&path)?;
    Ok((path, file, metadata))
}

/// Whether a path stays in its folder at each step, so that nothing outside is asked for, not even whether it is there.
fn stays_inside(name: &str) -> bool {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    let mut depth = 0;
    !is_drive
        && Path::new(name).components().all(|component| {
            depth += match component {
                Component::Normal(_) => 1,
                Component::CurDir => 0,
                Component::ParentDir => -1,
                Component::RootDir | Component::Prefix(_) => return false,
            };
            depth >= 0
        })
}
