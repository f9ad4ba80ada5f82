//! Companions of a mesh: other files that the mesh file names, such as buffers and libraries of materials. They lie in
//! the folder of the mesh file, or are files in memory that were given with it. Readers ask for them by name in both
//! cases.

mod files;
mod folder;

pub use files::Files;
pub use folder::Folder;

use super::beside::NotBeside;
use super::encoding::Texts;
use super::problem::Problem;
use super::source::FileText;
#[cfg(feature = "gltf")]
use super::text::{SharedFile, Text};
use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::PathBuf;

/// Folder, or set of files in memory, in which the files that a mesh file names are opened.
pub trait Companions {
    /// Opens the file that the mesh file calls `name`. The name is not trusted: a file outside the mesh's folder is
    /// never opened.
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside>;

    /// Opens the image that the mesh file calls `name`. On disk it may also lie in a folder beside the mesh's folder.
    fn open_image(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        self.open(name)
    }

    /// Returns the name of the mesh file without its folder and ending.
    fn stem(&self) -> &str;

    /// Opens a file that does not exist at the path `name`: one at the same path in another case of letters, or one
    /// beside the mesh with the last name of the path, in any case. Names that are not Unicode are compared as `texts`
    /// decodes them.
    fn open_elsewhere(&self, name: &str, texts: &Texts) -> Result<Companion<'_>, NotBeside>;
}

/// Way to open a companion: as a file, or as an image.
pub type Open<'a> = fn(&'a dyn Companions, &str) -> Result<Companion<'a>, NotBeside>;

/// Opens the first of the files called `names` that is there, else the file that `names[0]` names elsewhere; returns
/// the reason why none is opened.
pub fn find<'a>(
    companions: &'a dyn Companions,
    open: Open<'a>,
    names: &[String],
    texts: &Texts,
) -> Result<Companion<'a>, Problem> {
    let opened = open(companions, &names[0]).or_else(|why| {
        let others = names[1..].iter().cloned().chain(texts.in_other_encodings(&names[0]));
        let others = others.into_iter().find_map(|name| open(companions, &name).ok());
        others.map_or_else(
            || match companions.open_elsewhere(&names[0], texts) {
                Err(NotBeside::Several) => Err(NotBeside::Several),
                elsewhere => elsewhere.map_err(|_| why),
            },
            Ok,
        )
    });
    opened.map_err(not_opened)
}

/// Returns the problem with a file that is not opened, which completes a sentence that begins with the file.
pub fn not_opened(error: NotBeside) -> Problem {
    match error {
        NotBeside::Refused(error) => refused(&error),
        NotBeside::NotGiven => Problem::NotGiven,
        error => error.why(),
    }
}

/// Returns the problem with a file that the operating system refuses to open or to read.
pub fn refused(error: &io::Error) -> Problem {
    if error.kind() == io::ErrorKind::NotFound { Problem::Absent } else { Problem::Refused }
}

/// Returns a path in one spelling: parted by `/`, without `.`, `..` and empty parts.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the last name of a path.
fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub struct Companion<'a> {
    /// Path of the opened file, the same for all names that lead to this file.
    pub path: PathBuf,
    /// Path under which the file was found, if it differs from the requested path; else `None`. Folders missing from
    /// the path of a file in memory do not count as a difference.
    pub found_as: Option<String>,
    contents: Contents<'a>,
}

enum Contents<'a> {
    File(File, Metadata),
    Bytes(&'a [u8]),
}

impl<'a> Companion<'a> {
    /// Returns the identity of the file on disk, with which it can be read again later; `None` for a file in memory.
    pub fn file(&self) -> Option<FileText> {
        match &self.contents {
            Contents::File(_, metadata) => Some(FileText::new(&self.path, metadata)),
            Contents::Bytes(_) => None,
        }
    }

    /// Returns the contents of the file, to be read part by part.
    #[cfg(feature = "gltf")]
    pub fn into_text(self) -> Text<'a> {
        match self.contents {
            Contents::File(file, metadata) => Text::File { file: SharedFile::new(file), len: metadata.len() },
            Contents::Bytes(bytes) => Text::Bytes(bytes),
        }
    }

    /// Returns all bytes of the file, or `None` if there are more than `most` bytes.
    pub fn into_bytes(self, most: u64) -> io::Result<Option<Cow<'a, [u8]>>> {
        let bytes = match self.contents {
            Contents::File(file, _) => {
                let mut bytes = Vec::new();
                file.take(most + 1).read_to_end(&mut bytes)?;
                Cow::Owned(bytes)
            }
            Contents::Bytes(bytes) => Cow::Borrowed(bytes),
        };
        Ok((bytes.len() as u64 <= most).then_some(bytes))
    }
}
