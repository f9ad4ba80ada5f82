//! Companions of a mesh: the files that its file names. They lie in its folder, or among files in memory that were
//! given with it; readers ask for them by name and do not know which of the two it is.

mod files;
mod folder;

pub use files::Files;
pub use folder::Folder;

use super::beside::NotBeside;
use super::encoding::Texts;
use super::source::FileText;
#[cfg(feature = "gltf")]
use super::text::{SharedFile, Text};
use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::PathBuf;

/// Place where the companions of a mesh are opened by name: a folder, or files in memory.
pub trait Companions {
    /// Opens the file that the mesh's file calls `name`, about which nothing is known; never one outside the mesh's
    /// folder.
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside>;

    /// Opens a file that is not at its path: there in another case of letters, or with its last name alone beside the
    /// mesh, also in another case. Names that are not Unicode are compared as `texts` has them.
    fn open_elsewhere(&self, name: &str, texts: &Texts) -> Result<Companion<'_>, NotBeside>;
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
    /// Path of the companion; the same by whatever name it was asked for.
    pub path: PathBuf,
    /// Path under which the companion was found, if that is not the one that was asked for.
    pub found_as: Option<String>,
    contents: Contents<'a>,
}

enum Contents<'a> {
    File(File, Metadata),
    Bytes(&'a [u8]),
}

impl<'a> Companion<'a> {
    /// Returns the identity of the companion on disk, for later reading; `None` for a companion in memory.
    pub fn file(&self) -> Option<FileText> {
        match &self.contents {
            Contents::File(_, metadata) => Some(FileText::new(&self.path, metadata)),
            Contents::Bytes(_) => None,
        }
    }

    /// Returns the companion's contents, to be read part by part.
    #[cfg(feature = "gltf")]
    pub fn into_text(self) -> Text<'a> {
        match self.contents {
            Contents::File(file, metadata) => Text::File { file: SharedFile::new(file), len: metadata.len() },
            Contents::Bytes(bytes) => Text::Bytes(bytes),
        }
    }

    /// Returns all bytes of the file, or `None` if they are more than `most`.
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
