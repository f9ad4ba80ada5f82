//! Companions of a mesh: the files that its file names. They lie in its folder, or among files in memory that were
//! given with it; readers ask for them by name and do not know which.

mod files;

pub use files::Files;

use super::beside::{NotBeside, open_beside};
use super::source::FileText;
#[cfg(feature = "gltf")]
use super::text::{SharedFile, Text};
use std::borrow::Cow;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where the companions of a mesh are.
pub trait Companions {
    /// Opens what the mesh's file calls `name`, of which nothing is known; never what lies outside of its folder.
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside>;
}

/// This folder and those below.
pub struct Folder<'a>(pub &'a Path);

impl Companions for Folder<'_> {
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        let (path, file, metadata) = open_beside(self.0, name)?;
        Ok(Companion { path, contents: Contents::File(file, metadata) })
    }
}

pub struct Companion<'a> {
    /// Where it lies; the same however it was named.
    pub path: PathBuf,
    contents: Contents<'a>,
}

enum Contents<'a> {
    File(File, Metadata),
    Bytes(&'a [u8]),
}

impl<'a> Companion<'a> {
    /// Returns what there is to remember of a file on disk.
    pub fn file(&self) -> Option<FileText> {
        match &self.contents {
            Contents::File(_, metadata) => Some(FileText::new(&self.path, metadata)),
            Contents::Bytes(_) => None,
        }
    }

    /// Returns it to be read part by part.
    #[cfg(feature = "gltf")]
    pub fn into_text(self) -> Text<'a> {
        match self.contents {
            Contents::File(file, metadata) => Text::File { file: SharedFile::new(file), len: metadata.len() },
            Contents::Bytes(bytes) => Text::Bytes(bytes),
        }
    }

    /// Returns all its bytes; `None` where they are more than `most`.
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
