//! Meshes are read in the background: one at a time, and the present one stays until the next is there.

use super::{Effect, Message, State};
use crate::accel::Progress;
use crate::app::platform::{Asked, Loaded, MeshSource};
use crate::mesh::LoadError;
use crate::pick::Selection;
use crate::scene::{Object, Scene};
use std::sync::Arc;

/// A mesh that is being read.
#[derive(Clone, Debug)]
pub struct Loading {
    /// Which load it is: an answer to an older one is not waited for.
    pub number: u64,
    /// Where the mesh comes from.
    pub source: MeshSource,
    /// How far it has come, and the way to stop it.
    pub progress: Arc<Progress>,
}

pub(in crate::app) fn open(state: &mut State, source: MeshSource) {
    cancel(state);
    // What is said of the mesh before is of no use any longer; what is said from now on stays.
    state.message.take_if(|message| message.is_error || message.about_report);
    state.loads += 1;
    let loading = Loading { number: state.loads, source, progress: Arc::new(Progress::default()) };
    state.effects.push(Effect::Load(loading.clone()));
    state.loading = Some(loading);
}

pub(in crate::app) fn cancel(state: &mut State) {
    if let Some(loading) = state.loading.take() {
        loading.progress.cancel();
        state.tell(format!("Stopped reading {}.", loading.source.name()));
    }
}

pub(in crate::app) fn loaded(state: &mut State, number: u64, result: Result<Loaded, LoadError>) {
    let Some(loading) = state.loading.take_if(|loading| loading.number == number) else {
        crate::app::tools::two_meshes::loaded(state, number, result);
        return;
    };
    match result {
        Ok(loaded) => show(state, loading.source, loaded),
        Err(error) => {
            if let MeshSource::File(path) = &loading.source
                && !path.exists()
            {
                state.settings.recent.retain(|recent| recent != path);
                state.effects.push(Effect::SaveSettings);
            }
            state.complain(error.to_string());
        }
    }
}

fn show(state: &mut State, source: MeshSource, loaded: Loaded) {
    let warnings = loaded.report.as_ref().map_or(0, |report| report.problems);
    state.scene = Scene::of(Object::new(source.name(), loaded.mesh));
    state.report = loaded.report;
    state.load_seconds = loaded.seconds;
    state.selection = Selection::default();
    state.changed.clear();
    state.hover = None;
    state.picked = None;
    state.hits = None;
    state.settings.remember(&source);
    state.effects.push(Effect::SaveSettings);
    let told = state.message.as_ref().is_some_and(|message| message.is_error);
    if !told {
        state.message = None;
    }
    if warnings > 0 && !told {
        let text = match warnings {
            1 => format!("{}: 1 warning.", source.name()),
            n => format!("{}: {n} warnings.", source.name()),
        };
        state.message = Some(Message { about_report: true, ..Message::word(text) });
    }
    state.source = Some(source);
    crate::app::tools::mesh_changed(state);
    super::navigate::home(state);
}

pub(in crate::app) fn asked(state: &mut State, answer: Asked) {
    match answer {
        Asked::File(path) => open(state, MeshSource::File(path)),
        Asked::Nothing => {}
        Asked::NoDialog => state.complain(
            "No file dialog answered (no desktop portal, no zenity): drop a file on the window, or start pickray FILE.",
        ),
    }
}
