//! Simplified meshes, made in the background, which are drawn in place of large ones while they move.

use super::Desk;
use crate::app::action::{Action, Simplified};
use crate::app::job::Task;
use crate::app::platform::perform;
use pickray::mesh::Mesh;
use pickray::work::{Progress, packed};
use pickray_render::SimplifiedMesh;
use std::sync::Arc;

/// Task that simplifies meshes.
pub(in crate::app) struct Simplify {
    /// Meshes, each with the number of triangles to be left of it.
    pub meshes: Vec<(Arc<Mesh>, u32)>,
}

packed!(struct Simplify { meshes });

impl Task for Simplify {
    /// Simplified meshes in the order of the task; `None` for one that cannot be simplified.
    type Answer = Vec<Option<SimplifiedMesh>>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let simplified = |(mesh, most): &(Arc<Mesh>, u32)| SimplifiedMesh::of_with(mesh, *most as usize, progress).ok();
        self.meshes.iter().map(simplified).collect()
    }
}

/// Begins to simplify meshes in the background.
pub(in crate::app) fn begin(desk: &mut Desk, wanted: Vec<(Arc<Mesh>, u32)>) {
    let meshes: Vec<_> = wanted.iter().map(|(mesh, _)| mesh.clone()).collect();
    let simplify = |progress| async move {
        let made = perform(Simplify { meshes: wanted }, progress).await;
        // What was stopped is not tried again.
        let made = made.unwrap_or_else(|| vec![None; meshes.len()]);
        Some(meshes.into_iter().zip(made).collect::<Simplified>())
    };
    desk.files.simplified.begin_waiting(&mut desk.files.jobs, simplify, Action::Simplified);
}
