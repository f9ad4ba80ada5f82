//! Replacement of an old file by a new one, once the new one is complete.

use pickray::mesh::folder_of;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
#[cfg(target_os = "linux")]
use std::path::PathBuf;
use tempfile::{Builder, TempPath};

/// Beginning of a new file's name until it is whole.
const PREFIX: &str = ".pickray-";

/// Fills a new file, which then replaces the old one. Returns `None` if no new file can be made beside the old one, or
/// if the new one cannot replace it. The old file is then unchanged.
pub(super) fn replace<T>(
    path: &Path,
    old: Option<&Metadata>,
    fill: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<Option<T>> {
    if old.is_some() {
        // A file that is protected from being written is not replaced either.
        OpenOptions::new().write(true).open(path)?;
    }
    let (mut file, name) = match fresh_in(folder_of(path)) {
        Ok(fresh) => fresh,
        Err(error) if is_of_the_place(&error) => return Ok(None),
        Err(error) => return Err(error),
    };
    if old.is_some_and(|old| !take_after(&file, old)) {
        return Ok(None);
    }
    let filled = fill(&mut file)?;
    sync(&file)?;
    let name = name.map_or_else(|| named_in(folder_of(path), &file), Ok);
    match name.and_then(|name| name.persist(path).map_err(|refused| refused.error)) {
        Ok(()) => Ok(Some(filled)),
        Err(error) if is_of_the_place(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes a new file in a folder, with the mode of any new file. It has a name only if it cannot be without, and is
/// removed when both are dropped.
fn fresh_in(folder: &Path) -> io::Result<(File, Option<TempPath>)> {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let nameless = rustix::fs::OFlags::TMPFILE.bits() as i32;
        let file = OpenOptions::new().read(true).write(true).custom_flags(nameless).open(folder);
        // Without `/proc` the file could not be given a name.
        if let Some(file) = file.ok().filter(|file| link_to(file).exists()) {
            return Ok((file, None));
        }
    }
    let mut builder = Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let (file, name) = builder.tempfile_in(folder).map_err(|error| as_told(&error))?.into_parts();
    Ok((file, Some(name)))
}

/// Gives a file that has no name one in a folder.
#[cfg(target_os = "linux")]
fn named_in(folder: &Path, file: &File) -> io::Result<TempPath> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let link = |name: &Path| Ok(linkat(CWD, link_to(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?);
    let named = Builder::new().prefix(PREFIX).make_in(folder, link).map_err(|error| as_told(&error))?;
    Ok(named.into_temp_path())
}

#[cfg(not(target_os = "linux"))]
fn named_in(_: &Path, _: &File) -> io::Result<TempPath> {
    Err(ErrorKind::Unsupported.into())
}

/// Returns the link by which the system leads to an open file.
#[cfg(target_os = "linux")]
fn link_to(file: &File) -> PathBuf {
    Path::new("/proc/self/fd").join(std::os::fd::AsRawFd::as_raw_fd(file).to_string())
}

/// Returns the system's error, without the name of the new file, which nobody knows.
fn as_told(error: &io::Error) -> io::Error {
    let source = error.get_ref().and_then(|error| error.source());
    let code = source.and_then(|source| source.downcast_ref::<io::Error>()).and_then(io::Error::raw_os_error);
    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Waits until the disk has all of a file: some disks tell only then that there is no room.
fn sync(file: &File) -> io::Result<()> {
    match file.sync_all() {
        // Some file systems cannot say so.
        Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
        synced => synced,
    }
}

/// Gives a new file owner and mode of the one whose place it takes; returns `false` if it cannot have them.
#[cfg(unix)]
fn take_after(fresh: &File, old: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_its_owners = fresh.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
    // In this order: a change of the owner takes bits off the mode.
    (is_its_owners || fchown(fresh, Some(old.uid()), Some(old.gid())).is_ok())
        && fresh.set_permissions(old.permissions()).is_ok()
}

#[cfg(not(unix))]
fn take_after(_: &File, _: &Metadata) -> bool {
    true
}

/// Returns `true` if an error is about the place and not about the disk, so that writing straight may do.
fn is_of_the_place(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied
            | ErrorKind::ReadOnlyFilesystem
            | ErrorKind::ResourceBusy
            | ErrorKind::CrossesDevices
    )
}
