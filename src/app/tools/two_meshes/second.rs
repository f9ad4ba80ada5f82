//! The second mesh: the first one again, or one of its own that is read in the background.

use super::{first_place, forget, show_second};
use crate::accel::Progress;
use crate::app::platform::{Asked, Loaded, MeshSource};
use crate::app::state::{Effect, Loading, Message, State};
use crate::mesh::{LoadError, Mesh};
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
    state.loads += 1;
    let loading = Loading { number: state.loads, source, progress: Arc::new(Progress::default()) };
    state.effects.push(Effect::Load(loading.clone()));
    state.collide.two_meshes.loading = Some(loading);
}

pub(in crate::app) fn cancel(state: &mut State) {
    if let Some(loading) = state.collide.two_meshes.loading.take() {
        loading.progress.cancel();
    }
}

/// The second mesh is there, or is not.
pub(in crate::app) fn loaded(state: &mut State, number: u64, result: Result<Loaded, LoadError>) {
    let Some(loading) = state.collide.two_meshes.loading.take_if(|loading| loading.number == number) else { return };
    let name = loading.source.name();
    match result {
        Ok(Loaded { mesh, report, .. }) => {
            let problems = report.map_or(0, |report| report.problems);
            if problems > 0 && !state.message.as_ref().is_some_and(|message| message.is_error) {
                let plural = if problems == 1 { "" } else { "s" };
                state.message = Some(Message::word(format!("{name}: {problems} warning{plural}.")));
            }
            let from_file = matches!(loading.source, MeshSource::File(_));
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
