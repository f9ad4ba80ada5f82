//! What comes from outside: meshes that were read, and answers of dialogs.

use crate::mesh::{LoadError, LoadReport, Mesh, samples::Sample};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// Where a mesh comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshSource {
    /// A file.
    File(PathBuf),
    /// One that is made by formula.
    Sample(Sample),
}

impl MeshSource {
    /// What to call it: the file's name, or the sample's.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.name().to_owned(),
        }
    }

    /// How the command line names it: the file's path, or `sample:` and a name.
    pub fn argument(&self) -> OsString {
        match self {
            Self::File(path) => path.clone().into_os_string(),
            Self::Sample(sample) => format!("sample:{}", sample.id()).into(),
        }
    }
}

/// A mesh that has been read.
#[derive(Debug)]
pub struct Loaded {
    /// The mesh with its tree.
    pub mesh: Arc<Mesh>,
    /// What was found in the file; `None` for a sample.
    pub report: Option<LoadReport>,
    /// How long reading and tree building took.
    pub seconds: f64,
}

/// A mesh that was read, or why it could not be.
pub type LoadResult = Result<Loaded, LoadError>;

/// What came of asking for a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// This one.
    File(PathBuf),
    /// None: the person closed the dialog.
    Nothing,
    /// There is no dialog to be had on this system.
    NoDialog,
}

/// What came of asking where to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// It is in this file, which the person named.
    At(PathBuf),
    /// There is no dialog to be had on this system; it is in this new file.
    Undirected(PathBuf),
    /// Nowhere: the person closed the dialog.
    Nothing,
    /// It could not be written, with the reason in words.
    Failed(String),
}
