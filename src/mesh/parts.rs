//! The meshes that a file holds, and where it places them.

use super::{BUILDING, IndexedMesh, LoadError, LoadReport, Mesh, Node};
use crate::accel::Progress;
use crate::mesh::stopwatch::Stopwatch;
use glam::DMat4;
use std::path::Path;
use std::sync::Arc;

/// What a file holds: meshes, each in its own space, and how often and where each is placed.
#[derive(Clone, Debug)]
pub(crate) struct Parts<M = Arc<Mesh>> {
    pub meshes: Vec<M>,
    /// In the order of the file; at least one.
    pub placed: Vec<Placed>,
}

/// A mesh where a file places it.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// The name of what places it.
    pub name: String,
    /// Which of [`Parts::meshes`] it is.
    pub mesh: usize,
    pub world_from_object: DMat4,
    /// What places it, where the file has a tree of nodes.
    pub node: Option<Node>,
}

impl Parts {
    /// Returns the same meshes with their trees.
    pub(super) fn built(
        (parts, mut report): (Parts<IndexedMesh>, LoadReport),
        progress: &Progress,
    ) -> Result<(Self, LoadReport), LoadError> {
        let stopwatch = Stopwatch::start();
        let all: usize = parts.meshes.iter().map(|mesh| mesh.triangles.len()).sum();
        let share = |done: usize| BUILDING.start + (BUILDING.end - BUILDING.start) * (done as f32 / all as f32);
        let mut meshes = Vec::new();
        let mut done = 0;
        for mesh in parts.meshes {
            let next = done + mesh.triangles.len();
            progress.begin("building the tree", share(done)..share(next));
            meshes.push(Arc::new(Mesh::with_tree(mesh, &report.name, progress)?));
            done = next;
        }
        report.build_seconds = stopwatch.seconds();
        Ok((Self { meshes, placed: parts.placed }, report))
    }
}

impl Parts<IndexedMesh> {
    /// One mesh, placed as it is, of the file `name`.
    pub(super) fn of(mesh: IndexedMesh, name: &str) -> Self {
        let name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
        let placed = Placed { name: name.into_owned(), mesh: 0, world_from_object: DMat4::IDENTITY, node: None };
        Self { meshes: vec![mesh], placed: vec![placed] }
    }
}
