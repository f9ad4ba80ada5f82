//! Results of background jobs: meshes that were read, files that were saved.

pub use pickray::mesh::samples::SAMPLE_PREFIX;

use crate::app::platform::OPENS_AGAIN;
use pickray::mesh::{LoadReport, samples::Sample};
use pickray::scene::{IndexedScene, Scene};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum MeshSource {
    File(PathBuf),
    Sample(Sample),
    /// Text of a mesh file, pasted from the clipboard.
    Pasted(Arc<str>),
}

impl MeshSource {
    /// Name that every pasted mesh has.
    pub const PASTED: &str = "Pasted mesh";

    /// Returns the name to show: the file's, the sample's, or [`MeshSource::PASTED`].
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.name().to_owned(),
            Self::Pasted(_) => Self::PASTED.to_owned(),
        }
    }

    /// Returns the stem for names of files made from the mesh: its file's name without ending, or the sample's id.
    pub fn stem(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.id().to_owned(),
            Self::Pasted(_) => "pasted".to_owned(),
        }
    }

    /// Returns the folder of the mesh's file; `None` for a sample or a pasted mesh.
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::File(path) => absolute(path).parent().map(Path::to_owned),
            Self::Sample(_) | Self::Pasted(_) => None,
        }
    }

    /// Returns the argument of the command line: a file's path or name, `sample:ID`, or [`MeshSource::PASTED`].
    pub fn argument(&self) -> OsString {
        match self {
            Self::File(path) if OPENS_AGAIN => path.clone().into_os_string(),
            Self::File(_) => self.name().into(),
            Self::Sample(sample) => format!("{SAMPLE_PREFIX}{}", sample.id()).into(),
            Self::Pasted(_) => Self::PASTED.into(),
        }
    }
}

/// Returns the absolute form of a path, or the path unchanged if its absolute form cannot be found out.
pub(super) fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[derive(Debug)]
pub struct Loaded {
    pub scene: Scene,
    /// Report on the file's contents; `None` for a sample.
    pub report: Option<LoadReport>,
    /// Time that reading and building trees took, in seconds.
    pub seconds: f64,
    /// Meshes whose trees are yet to be built; `scene` is empty then.
    pub unbuilt: Option<IndexedScene>,
}

/// Arrangement of a file's objects: as they are, or joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Scene with each object of the file by itself.
    Scene,
    /// Scene of one mesh, which all objects of the file are joined to.
    Joined,
}

/// Mesh that was loaded, or the reason why none was, in the language of the window.
pub type LoadResult = Result<Loaded, String>;

/// Message that a file was saved, or the reason why it could not be.
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
