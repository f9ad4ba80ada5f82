//! Normals for smooth shading, computed in the background while a picture waits for them.

use super::Desk;
use crate::app::action::{Action, Normals};
use crate::app::job::{Answer, Task};
use crate::app::platform::perform;
use pickray::mesh::Mesh;
use pickray::work::{Progress, packed};
use pickray_render::PackedNormals;
use std::sync::Arc;

/// Task that computes the normals of a mesh.
pub(in crate::app) struct ComputeNormals {
    pub mesh: Arc<Mesh>,
}

packed!(struct ComputeNormals { mesh });

impl Task for ComputeNormals {
    type Answer = PackedNormals;

    fn run(self, progress: &Progress) -> Option<PackedNormals> {
        PackedNormals::of_with(&self.mesh, progress).ok()
    }
}

/// Begins to compute the normals of a mesh in the background.
pub(in crate::app) fn begin(desk: &mut Desk, mesh: Arc<Mesh>) {
    let compute = |progress| async move {
        let normals = perform(ComputeNormals { mesh: mesh.clone() }, progress).await;
        Some((mesh, normals))
    };
    desk.files.normals.begin_waiting(&mut desk.files.jobs, compute, Action::NormalsComputed);
}

pub(in crate::app) fn computed(desk: &mut Desk, answer: Answer<Normals>) {
    desk.files.normals.keep(answer);
    let is_open = |mesh| desk.drawn_scene().objects().first().is_some_and(|object| object.mesh.looks_as(mesh));
    if let Some((mesh, Some(normals))) = desk.files.normals.get()
        && is_open(mesh)
    {
        desk.files.n_positions = Some(normals.n_positions());
    }
}
