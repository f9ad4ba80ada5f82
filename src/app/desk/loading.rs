//! Meshes are read in the background: one at a time, and the present one stays until the next is there.

use super::{Desk, choosing, picked, restoring};
use crate::accel::Progress;
use crate::app::action::{Action, Effect, FileRequest, Job, Work};
use crate::app::answers::{LoadResult, Loaded, MeshSource};
use crate::app::chooser::Purpose;
use crate::app::job::{Answer, Pending};
use crate::app::message::Message;
use crate::app::platform;
use crate::app::texts::{of_library, t};
use crate::pick::Selection;
use std::path::Path;

/// A mesh that is being read.
#[derive(Debug)]
pub struct Loading {
    /// Where the mesh comes from.
    pub source: MeshSource,
    /// What comes of it.
    pub result: Pending<LoadResult>,
}

impl Loading {
    /// Begins to read a file, by [`platform::load`] or [`platform::load_joined`].
    pub(in crate::app) fn begin(
        jobs: &mut Vec<Job>,
        source: MeshSource,
        load: fn(&MeshSource, &Progress) -> LoadResult,
        action: fn(Answer<LoadResult>) -> Action,
    ) -> Self {
        let mut result = Pending::Idle;
        let read = source.clone();
        result.begin(jobs, move |progress| Some(load(&read, progress)), action);
        Self { source, result }
    }

    /// Returns how far it has come, and what stops it.
    pub fn work(&self, cancel: impl Into<Action>) -> Option<Work<'_>> {
        let title = t!("progress-reading", name = of_library::mesh_name(&self.source.name()));
        Some(Work { title, progress: self.result.progress()?, cancel: cancel.into() })
    }
}

pub(in crate::app) fn open(desk: &mut Desk, source: MeshSource) {
    cancel(desk);
    // What is said of the mesh before is of no use any longer; what is said from now on stays.
    desk.messages.last.take_if(|message| message.is_error || message.about_report);
    desk.files.loading = Some(Loading::begin(&mut desk.files.jobs, source, platform::load, Action::Loaded));
}

pub(in crate::app) fn cancel(desk: &mut Desk) {
    if let Some(mut loading) = desk.files.loading.take() {
        loading.result.stop();
        desk.tell(t!("stopped-reading", name = loading.source.name()));
    }
}

pub(in crate::app) fn loaded(desk: &mut Desk, answer: Answer<LoadResult>) {
    let Some(result) = desk.files.loading.as_mut().and_then(|loading| loading.result.take(answer)) else { return };
    let Some(Loading { source, .. }) = desk.files.loading.take() else { return };
    match result {
        Ok(loaded) => {
            desk.settings.remember(&source);
            if let Some((sources, loaded)) = restoring::gather(desk, source, loaded) {
                show(desk, sources, loaded);
            }
        }
        Err(error) => {
            if let MeshSource::File(path) = &source
                && !path.exists()
            {
                desk.settings.recent.retain(|recent| recent != path);
                desk.files.effects.push(Effect::SaveSettings);
            }
            desk.complain_of_file(&error);
        }
    }
}

fn show(desk: &mut Desk, sources: Vec<MeshSource>, loaded: Loaded) {
    let warnings = loaded.report.as_ref().map_or(0, |report| report.problems);
    desk.study.open(loaded.scene);
    desk.messages.refused = None;
    picked::renew(desk);
    desk.files.report = loaded.report;
    desk.files.load_seconds = loaded.seconds;
    desk.files.n_positions = None;
    desk.selected.triangles = Selection::default();
    desk.selected.inspections = Default::default();
    desk.selected.changed.clear();
    desk.pointer.hover = None;
    desk.files.effects.push(Effect::SaveSettings);
    let told = desk.messages.last.as_ref().is_some_and(|message| message.is_error);
    if !told {
        desk.messages.last = None;
    }
    if warnings > 0 && !told {
        let name = sources.first().map(MeshSource::name).unwrap_or_default();
        let text = t!("loaded-with-warnings", name = name, count = warnings);
        desk.messages.last = Some(Message { about_report: true, ..Message::word(text) });
    }
    desk.files.sources = sources;
    desk.files.mesh_changed = true;
}

/// Asks for a mesh's file, in the folder of the present one.
pub(in crate::app) fn ask_for_mesh(desk: &mut Desk, open: fn(MeshSource) -> Action) {
    let of_recent = || desk.settings.recent.first()?.parent().map(Path::to_owned);
    let folder = desk.source().and_then(MeshSource::folder).or_else(of_recent);
    let then = Box::new(move |path| open(MeshSource::File(path)));
    choosing::ask(desk, FileRequest { title: t!("open-mesh"), folder, purpose: Purpose::OpenMesh, then });
}
