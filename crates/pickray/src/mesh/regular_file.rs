//! Opens files to be read: only regular files, since a pipe may never answer and a device may never end.

use super::problem::Problem;
use std::fs::{File, Metadata};
use std::io::{self, Read};
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
    // Ask before opening, since opening a pipe waits for its other end, and again, since the path may lead elsewhere.
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

/// Most bytes of a file that is read; a longer one may never end.
const MOST: u64 = 256 << 20;

/// Returns the bytes of a file that reports a size of 0 and yet may hold text, as below `/proc`; `None` if there are
/// more than 256 MiB. Returns an error rather than wait for more bytes.
pub fn read_unsized(path: &Path) -> io::Result<Option<Vec<u8>>> {
    read_at_most(path, MOST)
}

fn read_at_most(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut options = File::options();
    options.read(true);
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, WITHOUT_WAITING);
    let mut text = Vec::new();
    options.open(path)?.take(most + 1).read_to_end(&mut text)?;
    Ok((text.len() as u64 <= most).then_some(text))
}

/// Flag `O_NONBLOCK`; on MIPS and SPARC this number is a flag that means nothing here.
#[cfg(target_os = "linux")]
const WITHOUT_WAITING: i32 = 0o4000;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_proc_tells_is_read_to_its_end_unless_there_is_none() {
        let status = read_unsized(Path::new("/proc/self/status")).expect("readable").expect("short");
        assert!(status.starts_with(b"Name:") && status.ends_with(b"\n"));
        assert_eq!(read_at_most(Path::new("/proc/self/status"), 20).expect("readable"), None);
        assert!(read_unsized(Path::new("/proc/self/mem")).is_err());
    }
}
