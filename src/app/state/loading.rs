//! Meshes are read in the background: one at a time, and the present one stays until the next is there.

use super::{Action, Effect, Message, State};
use crate::app::job::{Answer, Job, Pending};
use crate::app::platform::{self, Asked, Loaded, MeshSource};
use crate::mesh::LoadError;
use crate::pick::Selection;
use crate::scene::{Object, Scene};
use std::path::Path;

/// A mesh that was read, or why it could not be.
pub type LoadResult = Result<Loaded, LoadError>;

/// A mesh that is being read.
#[derive(Debug)]
pub struct Loading {
    /// Where the mesh comes from.
    pub source: MeshSource,
    /// What comes of it.
    pub result: Pending<LoadResult>,
}

impl Loading {
    /// Begins to read a mesh.
    pub(in crate::app) fn begin(
        jobs: &mut Vec<Job>,
        source: MeshSource,
        action: fn(Answer<LoadResult>) -> Action,
    ) -> Self {
        let mut result = Pending::Idle;
        let read = source.clone();
        result.begin(jobs, move |progress| Some(platform::load(&read, progress)), action);
        Self { source, result }
    }

    /// Returns how far it has come, from 0 to 1, and what is being done.
    pub fn progress(&self) -> (f32, &'static str) {
        self.result.progress().map_or((1.0, ""), |progress| (progress.fraction(), progress.stage()))
    }
}

pub(in crate::app) fn open(state: &mut State, source: MeshSource) {
    cancel(state);
    // What is said of the mesh before is of no use any longer; what is said from now on stays.
    state.message.take_if(|message| message.is_error || message.about_report);
    state.loading = Some(Loading::begin(&mut state.jobs, source, Action::Loaded));
}

pub(in crate::app) fn cancel(state: &mut State) {
    if let Some(mut loading) = state.loading.take() {
        loading.result.stop();
        state.tell(format!("Stopped reading {}.", loading.source.name()));
    }
}

pub(in crate::app) fn loaded(state: &mut State, answer: Answer<LoadResult>) {
    let Some(result) = state.loading.as_mut().and_then(|loading| loading.result.take(answer)) else { return };
    let Some(Loading { source, .. }) = state.loading.take() else { return };
    match result {
        Ok(loaded) => show(state, source, loaded),
        Err(error) => {
            if let MeshSource::File(path) = &source
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

/// Shows the system's file dialog, in the folder of the present file.
pub(in crate::app) fn ask_for_file(state: &mut State, action: fn(Asked) -> Action) {
    let present = match &state.source {
        Some(MeshSource::File(path)) => Some(path),
        _ => state.settings.recent.first(),
    };
    let folder = present.and_then(|path| path.parent()).map(Path::to_owned);
    state.jobs.push(Job::new(move || action(platform::ask_for_file(folder))));
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
