//! Writes meshes into files.

use super::writing::{self, Target};
use crate::accel::Progress;
use crate::app::texts::{of_loading, t};
use crate::mesh::{self, Format, Mesh, MeshPart, WriteFormat, Written};
use crate::pick::Selection;
use crate::scene::Scene;
use glam::DMat4;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The reason why there is no file with these meshes.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The file may not or cannot be written.
    #[error(transparent)]
    File(#[from] writing::WriteError),
    /// The format does not hold the meshes, or somebody asked to stop.
    #[error(
        "{}",
        t!("export-refused", path = .path.display().to_string(), problem = of_loading::write_error(error))
    )]
    Mesh {
        path: PathBuf,
        #[source]
        error: mesh::WriteError,
    },
}

/// A report of what was written, or why it was not, in words.
pub type ExportResult = Result<Written, String>;

/// The objects that are exported, as they were when it was asked for.
#[derive(Debug)]
pub struct Export {
    objects: Vec<ExportedObject>,
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
    /// Takes all objects of a scene, or their triangles that are selected.
    pub fn of(scene: &Scene, selection: Option<&Selection>) -> Self {
        let objects = (0..).zip(scene.objects()).map(|(index, object)| {
            let of_object = |selection: &Selection| {
                selection.iter().filter(|id| id.object == index).map(|id| id.triangle).collect()
            };
            ExportedObject {
                name: without_ending(&object.name).to_owned(),
                mesh: object.mesh.clone(),
                world_from_object: object.world_from_object,
                selected: selection.map(of_object),
            }
        });
        Self { objects: objects.collect() }
    }

    /// Writes them into a file, whole or not at all where it can be replaced; blocks. Fails when that cannot be, or
    /// `progress` was cancelled.
    pub fn write(&self, target: &Target, format: WriteFormat, progress: &Progress) -> Result<Written, ExportError> {
        let parts = self.objects.iter().map(|object| {
            let part = MeshPart::new(&object.mesh).named(&object.name).moved_by(object.world_from_object);
            object.selected.as_ref().map_or(part, |triangles| part.only(triangles))
        });
        let (parts, mut refused) = (parts.collect::<Vec<_>>(), None);
        let written = target.write_with(|file| {
            mesh::write_meshes(&parts, format, file, progress).map_err(|error| match error {
                mesh::WriteError::Io(error) => error,
                error => io::Error::other(refused.insert(error).to_string()),
            })
        });
        match refused {
            Some(error) => Err(ExportError::Mesh { path: target.path().to_owned(), error }),
            None => Ok(written?),
        }
    }
}

/// Returns the name of an object that is called as its file is, without the ending: that says what it was, not what it
/// is now.
fn without_ending(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, ending)) if Format::ENDINGS.iter().any(|of_mesh| ending.eq_ignore_ascii_case(of_mesh)) => stem,
        _ => name,
    }
}
