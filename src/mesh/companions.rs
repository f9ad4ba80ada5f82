//! Companions of a mesh: the files that its file names. They lie in its folder; readers ask for them by name.

use super::beside::{NotBeside, open_beside};
use super::source::FileText;
#[cfg(feature = "gltf")]
use super::text::{SharedFile, Text};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where the companions of a mesh are.
pub trait Companions {
    /// Opens what the mesh's file calls `name`, of which nothing is known; never what lies outside of its folder.
    fn open(&self, name: &str) -> Result<Companion, NotBeside>;
}

/// This folder and those below.
pub struct Folder<'a>(pub &'a Path);

impl Companions for Folder<'_> {
    fn open(&self, name: &str) -> Result<Companion, NotBeside> {
        let (path, file, metadata) = open_beside(self.0, name)?;
        Ok(Companion { path, file, metadata })
    }
}

pub struct Companion {
    /// Where it lies; the same however it was named.
    pub path: PathBuf,
    file: File,
    metadata: Metadata,
}

impl Companion {
    /// Returns what there is to remember of a file on disk.
    pub fn file(&self) -> Option<FileText> {
        Some(FileText::new(&self.path, &self.metadata))
    }

    /// Returns it to be read part by part.
    #[cfg(feature = "gltf")]
    pub fn into_text(self) -> Text<'static> {
        Text::File { file: SharedFile::new(self.file), len: self.metadata.len() }
    }

    /// Returns all its bytes; `None` where they are more than `most`.
    pub fn into_bytes(self, most: u64) -> io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        self.file.take(most + 1).read_to_end(&mut bytes)?;
        Ok((bytes.len() as u64 <= most).then_some(bytes))
    }
}
