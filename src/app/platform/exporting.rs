//! Writes meshes into files.

use super::writing::{self, Target};
use crate::accel::Progress;
use crate::app::texts::{of_loading, t};
use crate::mesh::{self, MeshPart, WriteFormat, Written};
use std::io;
use std::path::PathBuf;

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
