//! The second mesh: the first one again, or one of its own that is read in the background.

use super::{Action, first_place, forget, show_second};
use crate::app::job::Answer;
use crate::app::platform::{Asked, Loaded, MeshSource};
use crate::app::state::{LoadResult, Loading, Message, State};
use crate::mesh::Mesh;
use crate::scene::Object;
use glam::DVec3;
use std::sync::Arc;

/// The second mesh.
#[derive(Clone)]
pub struct Second {
    /// What it is called.
    pub name: String,
    /// The mesh.
    pub mesh: Arc<Mesh>,
    /// Whether it is the first one again.
    pub duplicate: bool,
    /// Whether a file says where it is.
    pub from_file: bool,
}

impl Second {
    /// The middle of its box, in its own space, about which it is turned.
    pub fn center(&self) -> DVec3 {
        self.mesh.bounds().center()
    }
}

pub(in crate::app) fn duplicate(state: &mut State) {
    let Some(Object { name, mesh, .. }) = state.scene.objects.first().cloned() else { return };
    cancel(state);
    take(state, Second { name: format!("{name} again"), mesh, duplicate: true, from_file: false });
}

fn take(state: &mut State, second: Second) {
    let bench = &mut state.collide.two_meshes;
    bench.second = Some(second);
    bench.ready[1] = None;
    let place = first_place(state);
    forget(state, place);
    if state.bench() == Some(super::super::Bench::TwoMeshes) {
        show_second(state);
    }
}

pub(in crate::app) fn open(state: &mut State, source: MeshSource) {
    cancel(state);
    let loading = Loading::begin(&mut state.jobs, source, |answer| Action::Loaded(answer).into());
    state.collide.two_meshes.loading = Some(loading);
}

pub(super) fn cancel(state: &mut State) {
    if let Some(mut loading) = state.collide.two_meshes.loading.take() {
        loading.result.stop();
    }
}

pub(super) fn loaded(state: &mut State, answer: Answer<LoadResult>) {
    let loading = &mut state.collide.two_meshes.loading;
    let Some(result) = loading.as_mut().and_then(|loading| loading.result.take(answer)) else { return };
    let Some(Loading { source, .. }) = loading.take() else { return };
    let name = source.name();
    match result {
        Ok(Loaded { mesh, report, .. }) => {
            let problems = report.map_or(0, |report| report.problems);
            if problems > 0 && !state.message.as_ref().is_some_and(|message| message.is_error) {
                let plural = if problems == 1 { "" } else { "s" };
                state.message = Some(Message::word(format!("{name}: {problems} warning{plural}.")));
            }
            let from_file = matches!(source, MeshSource::File(_));
            take(state, Second { name, mesh, duplicate: false, from_file });
            super::frame_both(state);
        }
        Err(error) => state.complain(error.to_string()),
    }
}

/// The file dialog for the second mesh was answered.
pub(in crate::app) fn asked(state: &mut State, answer: Asked) {
    match answer {
        Asked::File(path) => open(state, MeshSource::File(path)),
        Asked::Nothing => {}
        Asked::NoDialog => state.complain(
            "No file dialog answered (no desktop portal, no zenity): drop a file on the window, or start pickray A B.",
        ),
    }
}
