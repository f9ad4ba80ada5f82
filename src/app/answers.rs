//! What comes from outside: meshes that were read, and files that were saved.

pub use pickray::mesh::samples::SAMPLE_PREFIX;

use crate::app::texts::of_loading;
use pickray::mesh::{LoadError, LoadReport, samples::Sample};
use pickray::scene::{IndexedScene, Scene};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a mesh comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshSource {
    File(PathBuf),
    /// One that is made by formula.
    Sample(Sample),
    /// The text of a file, from the clipboard.
    Pasted(Arc<str>),
}

impl MeshSource {
    /// What a mesh is called that was pasted.
    pub const PASTED: &str = "Pasted mesh";

    /// Returns what to call it: the file's name, or the sample's.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.name().to_owned(),
            Self::Pasted(_) => Self::PASTED.to_owned(),
        }
    }

    /// Returns what files that are made of it are called, without their ending: as the file is, or by the sample's id.
    pub fn stem(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.id().to_owned(),
            Self::Pasted(_) => "pasted".to_owned(),
        }
    }

    /// Returns the folder that its file lies in; `None` where there is no file.
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => absolute(path).parent().map(Path::to_owned),
            Self::Sample(_) | Self::Pasted(_) => None,
        }
    }

    /// Returns how the command line names it: the file's path, or `sample:` and a name; what was pasted has none there.
    pub fn argument(&self) -> OsString {
        match self {
            Self::File(path) => path.clone().into_os_string(),
            Self::Sample(sample) => format!("{SAMPLE_PREFIX}{}", sample.id()).into(),
            Self::Pasted(_) => Self::PASTED.into(),
        }
    }
}

/// Returns a path from the root of the system, where it can be told.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// A file that has been read.
#[derive(Debug)]
pub struct Loaded {
    pub scene: Scene,
    /// The load report; `None` for a sample.
    pub report: Option<LoadReport>,
    /// How long reading and tree building took.
    pub seconds: f64,
    /// Where the trees are yet to be built, what they are built over; there are no objects then.
    pub unbuilt: Option<IndexedScene>,
}

/// The shape in which a file is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Each object of the file by itself.
    Scene,
    /// All of them as one mesh.
    Joined,
}

/// Why there is no mesh, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// In the language of the window.
    pub text: String,
    /// For the terminal, in one line.
    pub english: String,
}

impl Refused {
    /// Says why, in the language of this thread.
    pub fn of(error: &LoadError) -> Self {
        Self { text: of_loading::load_error(error), english: error.to_string().replace(['\n', '\r'], " ") }
    }
}

/// A mesh that was read, or why it could not be.
pub type LoadResult = Result<Loaded, Refused>;

/// Words on a file that was saved, or on why it could not be.
pub type Saved = Result<String, String>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_proposed_beside_the_mesh_and_called_as_it_is() {
        let source = MeshSource::File("/farm/cow.v2.obj".into());
        assert_eq!((source.stem(), source.folder()), ("cow.v2".to_owned(), Some("/farm".into())));
        let relative = MeshSource::File("cow.obj".into());
        assert_eq!(relative.folder(), std::env::current_dir().ok());
        let sample = MeshSource::Sample(Sample::Teapot);
        assert_eq!((sample.stem(), sample.folder()), (Sample::Teapot.id().to_owned(), None));
    }
}
