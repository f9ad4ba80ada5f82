//! Writes meshes into files.

use super::writing::{self, Kind, Target};
use crate::accel::Progress;
use crate::app::texts::{of_loading, t};
use crate::mesh::{self, Mesh, MeshPart, WriteFormat, Written};
use crate::pick::Selection;
use crate::scene::Scene;
use glam::DMat4;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why there is no file with these meshes.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file may not or cannot be written.
    #[error(transparent)]
    File(#[from] writing::WriteError),
    /// The format does not hold the meshes, or somebody asked to stop.
    #[error("{}", t!("export-refused", path = .path.display().to_string(), problem = of_loading::said(&error.to_string())))]
    Mesh {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        error: mesh::WriteError,
    },
}

/// Writes meshes into a file, whole or not at all where it can be replaced; blocks.
///
/// # Errors
///
/// [`ExportError`] when that cannot be, or `progress` was cancelled.
pub fn export(
    target: &Target,
    parts: &[MeshPart],
    format: WriteFormat,
    progress: &Progress,
) -> Result<Written, ExportError> {
    let mut refused = None;
    let written = target.write_with(|file| {
        mesh::write_meshes(parts, format, file, progress).map_err(|error| match error {
            mesh::WriteError::Io(error) => error,
            error => io::Error::other(refused.insert(error).to_string()),
        })
    });
    match refused {
        Some(error) => Err(ExportError::Mesh { path: target.path().to_owned(), error }),
        None => Ok(written?),
    }
}

/// What was written, or why it was not, in words.
pub type ExportResult = Result<Written, String>;

/// What the window exports, as it was when it was asked for.
#[derive(Debug)]
pub struct Export {
    objects: Vec<ExportedObject>,
    /// The file that is open, which is not written over.
    open: Option<PathBuf>,
}

#[derive(Debug)]
struct ExportedObject {
    name: String,
    mesh: Arc<Mesh>,
    world_from_object: DMat4,
    /// Its triangles that are written, where not all are.
    selected: Option<Vec<u32>>,
}

impl Export {
    /// All objects of a scene, or their triangles that are selected.
    pub fn of(scene: &Scene, selection: Option<&Selection>, open: Option<PathBuf>) -> Self {
        let objects = (0..).zip(scene.objects()).map(|(index, object)| {
            let of_object = |selection: &Selection| {
                selection.iter().filter(|id| id.object == index).map(|id| id.triangle).collect()
            };
            ExportedObject {
                name: object.name.clone(),
                mesh: object.mesh.clone(),
                world_from_object: object.world_from_object,
                selected: selection.map(of_object),
            }
        });
        Self { objects: objects.collect(), open }
    }

    /// Writes it into a file, whatever mesh is there; blocks.
    ///
    /// # Errors
    ///
    /// As [`export`].
    pub fn write(&self, path: &Path, format: WriteFormat, progress: &Progress) -> Result<Written, ExportError> {
        let parts = self.objects.iter().map(|object| {
            // The ending of the file's name says what it was, not what it is now.
            let name = Path::new(&object.name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(&object.name);
            let part = MeshPart::new(&object.mesh).named(name).moved_by(object.world_from_object);
            object.selected.as_ref().map_or(part, |triangles| part.only(triangles))
        });
        let target = Target::new(path, Kind::Mesh).sparing(&self.open);
        export(&target, &parts.collect::<Vec<_>>(), format, progress)
    }
}
