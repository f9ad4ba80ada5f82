//! What comes from outside: meshes that were read, and files that were saved.

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

/// Where a file was saved, or why it could not be, in words.
pub type Saved = Result<PathBuf, String>;
