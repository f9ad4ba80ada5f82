//! Writing of files: whole, and never over a file that they are not meant to replace.
//!
//! Bytes go into a new file beside the target, which then takes the target's name. If anything fails meanwhile, such as
//! on a full disk, the old file stays as it was. On a system that makes files without a name (Linux, `O_TMPFILE`), the
//! new file has no name until it is whole, so that a process that is killed leaves nothing behind. Links are followed,
//! and the mode and the owner stay. Targets that cannot be replaced in this way are written directly: a pipe,
//! `/dev/stdout`, a file in a folder that cannot be written.

#[cfg(not(target_arch = "wasm32"))]
mod whole;

use super::reading;
use crate::app::texts::t;
use pickray::mesh::{Format, WriteFormat, folder_of};
use pickray::pick::Landmarks;
use serde::Serialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};
#[cfg(not(target_arch = "wasm32"))]
use whole::replace;

/// File that is being written; on a page, bytes in memory until they are complete.
#[cfg(not(target_arch = "wasm32"))]
pub type Output = File;
#[cfg(target_arch = "wasm32")]
pub type Output = Vec<u8>;

/// Number of links in a row above which they lead nowhere.
const MOST_LINKS: usize = 40;

/// Kind of file that this program writes. Without `--force`, an existing file is replaced only by one of the same kind.
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
    /// Mesh file. A command replaces one only with `--force`, since it may be days of work; a dialog asks the person.
    Mesh,
}

/// Reason why a file was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// File that the same command reads, perhaps under another name.
    #[error("{}", t!("file-is-input", path = .0.display().to_string()))]
    IsInput(PathBuf),
    /// File that is open in the window, perhaps under another name.
    #[error("{}", t!("file-is-open", path = .0.display().to_string()))]
    IsOpen(PathBuf),
    /// Existing file, or other thing at the path, that is not of the right kind to be replaced.
    #[error("{}", is_other(.path, what, *.can_force))]
    IsOther {
        path: PathBuf,
        /// Sentence that says what is at the path, or what it is not.
        what: &'static str,
        /// `true` if the command has an option `--force`.
        can_force: bool,
    },
    #[error("{}", t!("file-is-folder", path = .0.display().to_string()))]
    IsFolder(PathBuf),
    #[error(
        "{}",
        t!("file-no-folder", path = .path.display().to_string(), folder = .folder.display().to_string())
    )]
    NoFolder { path: PathBuf, folder: PathBuf },
    #[error("{}", t!("file-unwritable", path = .path.display().to_string(), problem = error.to_string()))]
    Unwritable {
        path: PathBuf,
        #[source]
        error: io::Error,
    },
}

fn is_other(path: &Path, what: &str, can_force: bool) -> String {
    let path = path.display().to_string();
    if can_force {
        t!("file-is-other-force", path = path, what = what)
    } else {
        t!("file-is-other", path = path, what = what)
    }
}

/// File to write, and files that must not be lost by writing it.
#[derive(Clone, Debug)]
pub struct Target {
    path: PathBuf,
    kind: Kind,
    inputs: Vec<PathBuf>,
    /// Value of `--force`: `Some(true)` replaces anything but an input; `None` where there is no such option.
    force: Option<bool>,
}

/// Way in which a target is written.
#[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a page replaces nothing"))]
enum WriteMethod {
    /// New file, which replaces the file at this path without links. The metadata is that of the old file, if there is
    /// one.
    Beside(PathBuf, Option<Metadata>),
    /// Existing file, pipe or device, which is written directly.
    Straight,
}

/// Makes a folder and its missing parents; does nothing on a page, where folders are only names.
pub fn make_folder(path: &Path) -> io::Result<()> {
    if cfg!(target_arch = "wasm32") { Ok(()) } else { std::fs::create_dir_all(path) }
}

impl Target {
    /// Returns the target at `path`; it replaces only a file of the same kind.
    pub fn new(path: impl Into<PathBuf>, kind: Kind) -> Self {
        Self { path: path.into(), kind, inputs: Vec::new(), force: None }
    }

    /// Returns the target with `inputs`, files that it must never replace.
    pub fn sparing(mut self, inputs: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.inputs.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Returns the target with the value of `--force`. If `true`, the target replaces anything but the files given to
    /// `sparing`.
    pub fn forced(self, force: bool) -> Self {
        Self { force: Some(force), ..self }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks whether the target may be written, for use before the work that makes its content; changes nothing.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the target may not be written.
    pub fn check(&self) -> Result<(), WriteError> {
        self.way().map(drop)
    }

    /// Writes `bytes`. If the target can be replaced, it is written whole or not at all.
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the target may not or cannot be written.
    pub fn write(&self, bytes: &[u8]) -> Result<(), WriteError> {
        self.write_with(|file| io::Write::write_all(file, bytes))
    }

    /// Writes what `fill` puts into the file that it gets. If the target can be replaced, it is written whole or not at
    /// all. If the new file cannot replace the old one, `fill` is called a second time and writes directly.
    ///
    /// # Errors
    ///
    /// [`WriteError`] as of [`write`](Self::write), or if `fill` fails.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn write_with<T>(&self, mut fill: impl FnMut(&mut Output) -> io::Result<T>) -> Result<T, WriteError> {
        let written = match self.way()? {
            WriteMethod::Beside(path, old) => {
                replace(&path, old.as_ref(), &mut fill).map_err(|error| self.refused(error))?
            }
            WriteMethod::Straight => None,
        };
        let straight = || File::create(&self.path).and_then(|mut file| fill(&mut file));
        written.map_or_else(straight, Ok).map_err(|error| self.refused(error))
    }

    /// Writes what `fill` puts into a file of the page: see [`files`](super::page::files).
    ///
    /// # Errors
    ///
    /// [`WriteError`] if the browser refuses the file, or if `fill` fails.
    #[cfg(target_arch = "wasm32")]
    pub fn write_with<T>(&self, mut fill: impl FnMut(&mut Output) -> io::Result<T>) -> Result<T, WriteError> {
        let mut bytes = Vec::new();
        let filled = fill(&mut bytes);
        let written = filled.and_then(|filled| super::page::files::write(&self.path, &bytes).map(|()| filled));
        written.map_err(|error| self.refused(error))
    }

    /// Writes a value as JSON: on lines that are indented, or on one line if `indented` is `false`.
    ///
    /// # Errors
    ///
    /// [`WriteError`] as of [`write`](Self::write).
    pub fn write_json(&self, value: &impl Serialize, indented: bool) -> Result<(), WriteError> {
        let text = if indented { serde_json::to_vec_pretty(value) } else { serde_json::to_vec(value) };
        let mut text = text.map_err(|error| self.refused(error.into()))?;
        text.push(b'\n');
        self.write(&text)
    }

    /// Opens the target and empties it, for writing bit by bit. It is written directly, without a new file that
    /// replaces it, since its content is never complete.
    ///
    /// # Errors
    ///
    /// [`WriteError`] as of [`write`](Self::write).
    pub fn open(&self) -> Result<File, WriteError> {
        self.way()?;
        File::create(&self.path).map_err(|error| self.refused(error))
    }

    fn refused(&self, error: io::Error) -> WriteError {
        let (path, folder) = (self.path.clone(), folder_of(&self.path));
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory if !folder.is_dir() => {
                WriteError::NoFolder { path, folder: folder.to_owned() }
            }
            _ => WriteError::Unwritable { path, error },
        }
    }

    fn way(&self) -> Result<WriteMethod, WriteError> {
        let path = || self.path.clone();
        let other = |what| Err(WriteError::IsOther { path: path(), what, can_force: self.force.is_some() });
        let old = match std::fs::metadata(&self.path) {
            Ok(metadata) => Some(metadata),
            // No file is there, or a link leads to one that is not there yet.
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) if is_no_file(&error) => {
                return Err(WriteError::IsOther { path: path(), what: t!("file-is-device"), can_force: false });
            }
            Err(error) => return Err(self.refused(error)),
        };
        if let Some(old) = &old {
            if self.inputs.iter().any(|input| is_same(input, &self.path, old)) {
                // Only commands have an option to force them.
                let refused = self.force.map_or(WriteError::IsOpen as fn(_) -> _, |_| WriteError::IsInput);
                return Err(refused(path()));
            }
            if old.is_dir() {
                return Err(WriteError::IsFolder(path()));
            }
            if self.force != Some(true) && is_disk(old) {
                return other(t!("file-is-disk"));
            }
            if !old.is_file() {
                return if self.kind == Kind::Settings {
                    other(t!("file-is-device"))
                } else {
                    Ok(WriteMethod::Straight)
                };
            }
            // Windows lets nobody look into a file that another program keeps for itself.
            if cfg!(windows)
                && let Err(error) = File::open(&self.path)
            {
                return Err(self.refused(error));
            }
            if self.force != Some(true)
                && let Some(what) = self.kind.is_not(&self.path)
            {
                return other(what);
            }
            if self.kind == Kind::Mesh && self.force == Some(false) && old.len() > 0 {
                return other(t!("file-is-mesh"));
            }
        }
        match followed(&self.path) {
            Ok(Some(path)) => Ok(WriteMethod::Beside(path, old)),
            Ok(None) => Ok(WriteMethod::Straight),
            Err(error) => Err(self.refused(error)),
        }
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
            Self::FrameLog => &["jsonl"],
            Self::SavedPick | Self::SavedSelection | Self::Situation | Self::Settings => &["json"],
            Self::Landmarks => &["json", "csv", "pp"],
            Self::Mesh => WriteFormat::ENDINGS,
        }
    }

    /// Returns words on what an existing file is instead of this kind; `None` if it is of this kind, or is empty, so
    /// that nothing is lost.
    fn is_not(self, path: &Path) -> Option<&'static str> {
        let ending = path.extension().unwrap_or_default();
        let ends_as_mesh = Format::ENDINGS.iter().any(|of_mesh| ending.eq_ignore_ascii_case(of_mesh));
        if ends_as_mesh && self != Self::Mesh {
            return Some(t!("file-is-mesh"));
        }
        let holds = |start: &[u8]| {
            let mut head = vec![0; start.len()];
            reading::open(path).is_ok_and(|(mut file, _)| file.read_exact(&mut head).is_ok() && head == start)
        };
        let is_empty = std::fs::metadata(path).is_ok_and(|metadata| metadata.len() == 0);
        let (is_this, what) = match self {
            Self::Picture => (holds(b"\x89PNG\r\n\x1a\n"), t!("file-is-no-picture")),
            Self::FrameLog => (holds(b"{\"frame_number\":"), t!("file-is-no-frame-log")),
            Self::SavedPick => (is_object_with(path, &["version", "situation", "chain"]), t!("file-is-no-pick")),
            Self::SavedSelection => (is_object_with(path, &["version", "selected"]), t!("file-is-no-selection")),
            Self::Landmarks => {
                let read = reading::read(path, reading::MOST_LANDMARKS);
                (read.is_ok_and(|bytes| Landmarks::from_bytes(path, &bytes).is_ok()), t!("file-is-no-landmarks"))
            }
            Self::Situation => (is_object_with(path, &["version", "view", "cursor"]), t!("file-is-no-situation")),
            Self::Settings => (is_object_with(path, &[]), t!("file-is-no-settings")),
            Self::Mesh => (ends_as_mesh, t!("file-is-no-mesh")),
        };
        (!is_this && !is_empty).then_some(what)
    }
}

/// Returns `true` if a file is a JSON object with each of these keys.
fn is_object_with(path: &Path, keys: &[&str]) -> bool {
    let object = |file: File| {
        serde_json::from_reader::<_, HashMap<String, IgnoredAny>>(BufReader::new(file.take(reading::MOST_PICK))).ok()
    };
    let object = reading::open(path).ok().and_then(|(file, _)| object(file));
    object.is_some_and(|object| keys.iter().all(|key| object.contains_key(*key)))
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

#[cfg(unix)]
fn is_disk(file: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&file.file_type())
}

#[cfg(not(unix))]
fn is_disk(_: &Metadata) -> bool {
    false
}

/// Returns `true` for an error by which Windows says that `NUL`, `CON` and the like have nothing of a file: invalid
/// function, handle or parameter.
fn is_no_file(error: &io::Error) -> bool {
    cfg!(windows) && matches!(error.raw_os_error(), Some(1 | 6 | 87))
}

/// Returns the path with the links at its end followed. Returns `None` for a link of the system's to an open file, such
/// as `/dev/stdout`. Its bytes must go into the open file itself, even if another file has its name by now.
pub fn followed(path: &Path) -> io::Result<Option<PathBuf>> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let folder = folder_of(&path);
        match std::fs::symlink_metadata(&path) {
            Ok(metadata) if metadata.is_symlink() => {
                if folder.canonicalize()?.starts_with("/proc") {
                    return Ok(None);
                }
                path = folder.join(std::fs::read_link(&path)?);
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}
