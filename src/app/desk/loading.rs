//! Meshes are read in the background: one at a time, and the present one stays until the next is there.

use super::{Desk, choosing, picked, restoring};
use crate::accel::Progress;
use crate::app::action::{Action, Effect, FileRequest, Job, Work};
use crate::app::answers::{LoadResult, Loaded, MeshSource};
use crate::app::chooser::Purpose;
use crate::app::input::Press;
use crate::app::job::{Answer, Pending};
use crate::app::message::Message;
use crate::app::platform;
use crate::app::texts::{of_library, t};
use crate::pick::Selection;
use crate::scene::{IndexedScene, Scene};
use std::path::Path;

/// A mesh that is being read, or whose tree is built.
#[derive(Debug)]
pub struct Loading {
    /// Where the mesh comes from.
    pub source: MeshSource,
    /// What comes of it.
    pub result: Pending<LoadResult>,
    /// What is seen of it while its tree is built.
    pub awaited: Option<Awaited>,
}

/// A mesh that is seen ahead of its tree: it is drawn and turned, and nothing of it is hit.
#[derive(Debug)]
pub struct Awaited {
    /// Its objects.
    pub scene: Scene,
    /// The last click, which waits for the tree.
    pub click: Option<Press>,
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
        Self { source, result, awaited: None }
    }

    /// Returns how far it has come, and what stops it.
    pub fn work(&self, cancel: impl Into<Action>) -> Option<Work<'_>> {
        let name = self.source.name();
        let name = of_library::mesh_name(&name);
        let title = match self.awaited {
            None => t!("progress-reading", name = name),
            Some(_) => t!("progress-awaited", name = name),
        };
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
    let Some(loading) = desk.files.loading.take() else { return };
    let source = loading.source.clone();
    match result {
        Ok(Loaded { unbuilt: Some(indexed), seconds, .. }) => await_trees(desk, loading, indexed, seconds),
        Ok(loaded) => {
            desk.settings.remember(&source);
            if let Some((sources, loaded)) = restoring::gather(desk, source, loaded) {
                show(desk, sources, loaded);
                desk.files.mesh_seen_before = loading.awaited.is_some();
                desk.files.waiting_click = loading.awaited.and_then(|awaited| awaited.click);
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

/// Shows what was read, and has its trees built. What a situation waits for is shown when all of it is there.
fn await_trees(desk: &mut Desk, mut loading: Loading, indexed: IndexedScene, seconds: f64) {
    if desk.files.restoring.is_none()
        && let Some(scene) = indexed.drawable()
    {
        replace(desk, Scene::default());
        (desk.files.report, desk.files.sources) = (None, Vec::new());
        loading.awaited = Some(Awaited { scene, click: None });
    }
    let build = move |progress: &Progress| Some(platform::build_trees(indexed, seconds, progress));
    loading.result.begin(&mut desk.files.jobs, build, Action::Loaded);
    desk.files.loading = Some(loading);
}

/// Puts a scene in the place of the present one, of which nothing stays.
fn replace(desk: &mut Desk, scene: Scene) {
    desk.study.open(scene);
    desk.messages.refused = None;
    picked::renew(desk);
    desk.files.n_positions = None;
    desk.selected.triangles = Selection::default();
    desk.selected.inspections = Default::default();
    desk.selected.changed.clear();
    desk.pointer.hover = None;
    desk.files.mesh_changed = true;
}

fn show(desk: &mut Desk, sources: Vec<MeshSource>, loaded: Loaded) {
    let warnings = loaded.report.as_ref().map_or(0, |report| report.problems);
    // Normals may have come while it was only seen.
    let n_positions = desk.files.n_positions.filter(|_| desk.opened().is_empty());
    replace(desk, loaded.scene);
    desk.files.report = loaded.report;
    desk.files.load_seconds = loaded.seconds;
    desk.files.n_positions = n_positions;
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
}

/// Asks for a mesh's file, in the folder of the present one.
pub(in crate::app) fn ask_for_mesh(desk: &mut Desk, open: fn(MeshSource) -> Action) {
    let of_recent = || desk.settings.recent.first()?.parent().map(Path::to_owned);
    let folder = desk.source().and_then(MeshSource::folder).or_else(of_recent);
    let then = Box::new(move |path| open(MeshSource::File(path)));
    choosing::ask(desk, FileRequest { title: t!("open-mesh"), folder, purpose: Purpose::OpenMesh, then });
}
