//! Opens files to be read: only regular files, since a pipe may never answer and a device may never end.

use super::problem::Problem;
use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Reason why a path could not be opened as a regular file.
#[derive(Debug)]
pub enum NotOpened {
    /// The path leads to something other than a regular file: a folder or a device.
    NotAFile(Problem),
    /// The system refuses to open the file.
    Refused(io::Error),
}

/// Opens a regular file; returns the file and its metadata.
///
/// # Errors
/// [`NotOpened`] where there is no such file or it cannot be read, and at once, without waiting, for a pipe or device.
pub fn open_regular(path: &Path) -> Result<(File, Metadata), NotOpened> {
    // Asked before it is opened, since opening a pipe waits for its other end, and of what was opened, since another
    // may stand there by then.
    is_regular(&std::fs::metadata(path).map_err(NotOpened::Refused)?)?;
    let file = File::open(path).map_err(NotOpened::Refused)?;
    let metadata = file.metadata().map_err(NotOpened::Refused)?;
    is_regular(&metadata)?;
    Ok((file, metadata))
}

fn is_regular(metadata: &Metadata) -> Result<(), NotOpened> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(NotOpened::NotAFile(if metadata.is_dir() { Problem::IsFolder } else { Problem::IsDevice }))
}
