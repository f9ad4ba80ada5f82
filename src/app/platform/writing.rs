//! Writing of files: whole, and never over a file that they are not meant to replace.
//!
//! Bytes go into a new file beside the target, which then takes its name: if anything fails, the old file stays. Links
//! are followed; mode and owner stay. Pipes, `/dev/stdout` and files in folders that cannot be written are written
//! directly.

use super::reading::ends_as;
use crate::app::texts::t;
use pickray::mesh::{Format, WriteFormat, folder_of};
use serde::Serialize;
use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// File that is being written; on a page, bytes in memory until they are complete.
#[cfg(not(target_arch = "wasm32"))]
pub type Output = File;
#[cfg(target_arch = "wasm32")]
pub type Output = Vec<u8>;

/// Kind of file that this program writes. Without `--force`, a command replaces pictures and empty files alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Picture,
    SavedPick,
    SavedSelection,
    /// Landmarks as JSON, as a table or as picked points, by the ending.
    Landmarks,
    Situation,
    FrameLog,
    /// Settings file. No command names it, so it is written only to a regular file, never to a pipe or device.
    Settings,
    Mesh,
}

/// Reason why a file may not or cannot be written, in the language of the window.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WriteError(String);

impl WriteError {
    pub fn unwritable(path: &Path, error: &io::Error) -> Self {
        Self(t!("file-unwritable", path = path.display().to_string(), problem = error.to_string()))
    }
}

/// File to write, and files that must not be lost by writing it.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    kind: Kind,
    inputs: Vec<PathBuf>,
    /// Value of `--force`: `Some(true)` replaces anything but an input; `None` in the window, whose dialogs ask.
    force: Option<bool>,
}

/// Makes a folder and its missing parents; does nothing on a page, where folders are only names.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if cfg!(target_arch = "wasm32") { Ok(()) } else { std::fs::create_dir_all(path) }
}

impl Target {
    /// Returns the target at `path` for the window, where the person was asked whether to replace a file.
    pub fn new(path: impl Into<PathBuf>, kind: Kind) -> Self {
        Self { path: path.into(), kind, inputs: Vec::new(), force: None }
    }

    /// Returns the target with `inputs`, files that it must never replace.
    pub fn sparing(mut self, inputs: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.inputs.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Returns the target of a command, with the value of `--force`.
    pub fn forced(self, force: bool) -> Self {
        Self { force: Some(force), ..self }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks whether the target may be written, for use before the work that makes its content; changes nothing.
    pub fn check(&self) -> Result<(), WriteError> {
        self.place().map(drop)
    }

    /// Writes `bytes`. If the target can be replaced, it is written whole or not at all.
    pub fn write(&self, bytes: &[u8]) -> Result<(), WriteError> {
        self.write_with(|file| io::Write::write_all(file, bytes))
    }

    /// Writes what `fill` puts into the file, whole or not at all if it can be replaced, else by a second call.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn write_with<T>(&self, mut fill: impl FnMut(&mut Output) -> io::Result<T>) -> Result<T, WriteError> {
        let replaced = match self.place()? {
            Some((path, old)) => replace(&path, old.as_ref(), &mut fill).map_err(|error| self.refused(error))?,
            None => None,
        };
        let directly = || File::create(&self.path).and_then(|mut file| fill(&mut file));
        replaced.map_or_else(directly, Ok).map_err(|error| self.refused(error))
    }

    /// Writes what `fill` puts into a file of the page: see [`files`](super::page::files).
    #[cfg(target_arch = "wasm32")]
    pub fn write_with<T>(&self, mut fill: impl FnMut(&mut Output) -> io::Result<T>) -> Result<T, WriteError> {
        let mut bytes = Vec::new();
        let filled = fill(&mut bytes);
        let written = filled.and_then(|filled| super::page::files::write(&self.path, &bytes).map(|()| filled));
        written.map_err(|error| self.refused(error))
    }

    /// Writes a value as JSON: on lines that are indented, or on one line if `indented` is `false`.
    pub fn write_json(&self, value: &impl Serialize, indented: bool) -> Result<(), WriteError> {
        let text = if indented { serde_json::to_vec_pretty(value) } else { serde_json::to_vec(value) };
        let mut text = text.map_err(|error| self.refused(error.into()))?;
        text.push(b'\n');
        self.write(&text)
    }

    /// Opens the target and empties it, for writing bit by bit: directly, since its content is never complete.
    pub fn open(&self) -> Result<File, WriteError> {
        self.check()?;
        File::create(&self.path).map_err(|error| self.refused(error))
    }

    fn refused(&self, error: io::Error) -> WriteError {
        let folder = folder_of(&self.path);
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory if !folder.is_dir() => {
                self.error(|path| t!("file-no-folder", path = path, folder = folder.display().to_string()))
            }
            _ => WriteError::unwritable(&self.path, &error),
        }
    }

    fn error(&self, told: impl FnOnce(String) -> String) -> WriteError {
        WriteError(told(self.path.display().to_string()))
    }

    /// Returns the path where a new file takes its place, and the old one's metadata; `None` to write there directly.
    fn place(&self) -> Result<Option<(PathBuf, Option<Metadata>)>, WriteError> {
        let old = match std::fs::metadata(&self.path) {
            Ok(metadata) => Some(metadata),
            // No file is there, or a link leads to one that is not there yet.
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(self.refused(error)),
        };
        if let Some(old) = &old {
            let is_there = || Err(self.error(|path| t!("file-is-there", path = path)));
            if self.inputs.iter().any(|input| is_same(input, &self.path, old)) {
                return Err(self.error(|path| match self.force {
                    None => t!("file-is-open", path = path),
                    Some(_) => t!("file-is-input", path = path),
                }));
            }
            if old.is_dir() {
                return Err(self.error(|path| t!("file-is-folder", path = path)));
            }
            #[cfg(unix)]
            if self.force != Some(true) && std::os::unix::fs::FileTypeExt::is_block_device(&old.file_type()) {
                return is_there();
            }
            if !old.is_file() {
                let never = self.kind == Kind::Settings;
                return if never { Err(self.refused(ErrorKind::Unsupported.into())) } else { Ok(None) };
            }
            let is_mesh = self.kind != Kind::Mesh && ends_as(&self.path, &Format::ENDINGS);
            let is_replaceable = || old.len() == 0 || self.kind == Kind::Picture && is_picture(&self.path);
            match self.force {
                None if is_mesh => return Err(self.error(|path| t!("file-is-mesh", path = path))),
                Some(false) if is_mesh || !is_replaceable() => return is_there(),
                _ => {}
            }
        }

        let path = followed(&self.path).map_err(|error| self.refused(error))?;
        Ok(path.map(|path| (path, old)))
    }
}

impl Kind {
    /// Returns the usual ending of the names of files of this kind, without the dot.
    pub const fn ending(self) -> &'static str {
        self.endings()[0]
    }

    /// Returns all endings of the names of files of this kind, without the dot, the usual one first.
    pub const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Picture => &["png"],
            Self::SavedPick | Self::SavedSelection | Self::Situation | Self::FrameLog | Self::Settings => &["json"],
            Self::Landmarks => &["json", "csv", "pp"],
            Self::Mesh => WriteFormat::ENDINGS,
        }
    }
}

/// Returns `true` if a regular file begins as PNG pictures do.
fn is_picture(path: &Path) -> bool {
    let mut head = [0; 8];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *b"\x89PNG\r\n\x1a\n"
}

/// Returns `true` if `input` names the same file as this metadata; a hard link does, too.
#[cfg(unix)]
fn is_same(input: &Path, _: &Path, file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(input).is_ok_and(|input| (input.dev(), input.ino()) == (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn is_same(input: &Path, path: &Path, _: &Metadata) -> bool {
    input.canonicalize().ok().zip(path.canonicalize().ok()).is_some_and(|(input, path)| input == path)
}

/// Returns the path with the links at its end followed; `None` for a link to an open file, such as `/dev/stdout`.
pub fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    match std::fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => {
            let folder = folder_of(path);
            if folder.canonicalize()?.starts_with("/proc") {
                return Ok(None);
            }
            // The system has followed all links before, so that they lead in no circle.
            followed(&folder.join(std::fs::read_link(path)?))
        }
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(Some(path.to_owned())),
    }
}

/// Replaces the old file by a new one; `None`, with the old one unchanged, if it cannot be made or put there.
#[cfg(not(target_arch = "wasm32"))]
fn replace<T>(
    path: &Path,
    old: Option<&Metadata>,
    fill: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<Option<T>> {
    use ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
    // These errors are about the place and not about the disk, so that writing directly may do.
    let is_of_the_place = |kind| matches!(kind, PermissionDenied | ReadOnlyFilesystem | ResourceBusy | CrossesDevices);
    if old.is_some() {
        // A file that is protected from being written is not replaced either.
        File::options().write(true).open(path)?;
    }

    // The new file has the mode of any new file, or mode and owner of the old one.
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pickray-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut new = match builder.tempfile_in(folder_of(path)) {
        Ok(new) => new,
        Err(error) if is_of_the_place(error.kind()) => return Ok(None),
        // The error itself names the new file, which nobody knows.
        Err(error) => return Err(error.kind().into()),
    };
    #[cfg(unix)]
    if let Some(old) = old {
        use std::os::unix::fs::{MetadataExt, fchown};
        let file = new.as_file();
        let is_its_owners = file.metadata().is_ok_and(|new| (new.uid(), new.gid()) == (old.uid(), old.gid()));
        // In this order: a change of the owner takes bits off the mode.
        let is_owned = is_its_owners || fchown(file, Some(old.uid()), Some(old.gid())).is_ok();
        if !is_owned || file.set_permissions(old.permissions()).is_err() {
            return Ok(None);
        }
    }

    let filled = fill(new.as_file_mut())?;
    // Some disks tell only now that there is no room, and some file systems cannot say so.
    match new.as_file().sync_all() {
        Err(error) if !matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => return Err(error),
        _ => {}
    }
    match new.persist(path) {
        Ok(_) => Ok(Some(filled)),
        Err(refused) if is_of_the_place(refused.error.kind()) => Ok(None),
        Err(refused) => Err(refused.error),
    }
}
