//! Reading of meshes in the background, one at a time; the present mesh stays open until the next one has been read.
//!
//! Files that are opened together make one scene: the first one opens it, and the others, which wait in
//! `files.waiting`, are added by `Study::add`. Large meshes are seen and turned while their trees are built; meanwhile
//! the study is empty, and a click waits. The finished meshes share the memory of those that are drawn, so that the GPU
//! keeps them.

use super::{Desk, Restoring, choosing, hiding, navigate, objects, picked, preparing, restoring};
use crate::app::action::{Action, Effect, FileRequest, Job, Message, Work};
use crate::app::answers::{LoadResult, Loaded, MeshSource, Shape};
use crate::app::chooser::Purpose;
use crate::app::input::Press;
use crate::app::job::{Answer, Pending};
use crate::app::settings::Settings;
use crate::app::texts::{of_library, t};
use crate::app::{numbers, platform};
use pickray::geometry::Aabb;
use pickray::mesh::LoadReport;
use pickray::pick::Selection;
use pickray::scene::{IndexedScene, Object, Scene};
use pickray::work::Progress;
use pickray_render::{Shading, Style};
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Loading {
    pub source: MeshSource,
    /// Pending result: the mesh that was read, or the reason why it could not be.
    pub result: Pending<LoadResult>,
    pub adds: bool,
    /// Mesh as it is drawn while its tree is built.
    pub awaited: Option<Awaited>,
}

/// Mesh that is drawn and can be turned while its tree is built; picks cannot hit it yet.
#[derive(Debug)]
pub struct Awaited {
    pub scene: Scene,
    /// Last click, to be made once the tree is built.
    pub click: Option<Press>,
}

impl Loading {
    /// Begins to read a mesh in the background, with [`platform::load`].
    pub(in crate::app) fn begin<A: Into<Action> + 'static>(
        jobs: &mut Vec<Job>,
        source: MeshSource,
        shape: Shape,
        action: fn(Answer<LoadResult>) -> A,
    ) -> Self {
        let mut result = Pending::Idle;
        result.begin_waiting(jobs, |progress| platform::load(source.clone(), shape, progress), action);
        Self { source, result, adds: false, awaited: None }
    }

    /// Returns the progress of reading or building, with `cancel`, which stops it; `None` if nothing is under way.
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
    // Messages on the mesh before are of no use any longer; what is said from now on stays.
    desk.messages.last = None;
    cancel(desk);
    begin(desk, source, false);
}

/// Opens a mesh beside the open ones, after all meshes that are waiting to be read.
pub(in crate::app) fn add(desk: &mut Desk, source: MeshSource) {
    if desk.files.loading.is_some() {
        desk.files.waiting.push_back(source);
    } else {
        let adds = !desk.opened().is_empty();
        begin(desk, source, adds);
    }
}

fn begin(desk: &mut Desk, source: MeshSource, adds: bool) {
    let loading = Loading::begin(&mut desk.files.jobs, source, Shape::Scene, Action::Loaded);
    desk.files.loading = Some(Loading { adds, ..loading });
}

/// Stops reading a mesh, and forgets the files that are waiting to be read.
pub(in crate::app) fn cancel(desk: &mut Desk) {
    desk.files.waiting.clear();
    if let Some(mut loading) = desk.files.loading.take() {
        loading.result.stop();
        desk.tell(t!("stopped-reading", name = loading.source.name()));
    }
}

/// Way in which a file that was read changes the open objects.
#[derive(Debug)]
pub(in crate::app) enum Outcome {
    /// Objects of the file have replaced the open ones.
    Replaced,
    /// Objects of the file were added to the open ones.
    Added,
    /// Objects that were drawn can be picked, since their trees are built; holds the click that waited for that.
    Seen(Option<Box<Press>>),
}

/// Takes the result of reading a file; returns how the open objects changed, and the situation to restore on them.
pub(in crate::app) fn loaded(desk: &mut Desk, answer: Answer<LoadResult>) -> Option<(Outcome, Option<Box<Restoring>>)> {
    let result = desk.files.loading.as_mut()?.result.take(answer)?;
    let loading = desk.files.loading.take()?;
    let adds = loading.adds;
    let outcome = match result {
        Ok(Loaded { unbuilt: Some(indexed), seconds, .. }) => {
            Some((await_trees(desk, loading, indexed, seconds)?, None))
        }
        Ok(loaded) => read(desk, loading, loaded),
        Err(refused) => {
            if let MeshSource::File(path) = &loading.source
                && !platform::is_there(path)
            {
                desk.settings.recent.retain(|recent| recent != path);
                desk.files.effects.push(Effect::SaveSettings);
            }
            desk.complain_of_file(refused);
            None
        }
    };
    // A situation that waits for several files may have begun to read the next one.
    if desk.files.loading.is_none()
        && let Some(next) = desk.files.waiting.pop_front()
    {
        begin(desk, next, adds || outcome.is_some());
    }
    outcome
}

/// Shows a file that was read or, if a situation waits and the file is its last, all files of the situation.
fn read(desk: &mut Desk, loading: Loading, loaded: Loaded) -> Option<(Outcome, Option<Box<Restoring>>)> {
    let Loading { source, adds, awaited, .. } = loading;
    desk.settings.remember(&source);
    let place = desk.files.restoring.as_ref().and_then(|waits| waits.place_of(&source, &loaded.scene));
    let (opened, restoring) = match place {
        Some(place) => restoring::gather(desk, place, (source, loaded), adds).map(|(all, by)| (all, Some(by)))?,
        None if adds => {
            show(desk, Opened::of(source, loaded), true);
            return Some((Outcome::Added, None));
        }
        None => {
            desk.files.set_aside = None;
            (Opened::of(source, loaded), None)
        }
    };
    show(desk, opened, false);
    Some((awaited.map_or(Outcome::Replaced, |awaited| Outcome::Seen(awaited.click.map(Box::new))), restoring))
}

/// Shows a situation of many triangles, which the person has agreed to; returns what [`loaded`] returns.
pub(in crate::app) fn open_many(desk: &mut Desk) -> Option<(Outcome, Option<Box<Restoring>>)> {
    let (opened, restoring) = restoring::complete(desk, true)?;
    show(desk, opened, false);
    Some((Outcome::Replaced, Some(restoring)))
}

/// Meshes that were read and are shown together from now on.
pub(super) struct Opened {
    pub scene: Scene,
    pub sources: Vec<MeshSource>,
    pub reports: Vec<LoadReport>,
    pub seconds: f64,
}

impl Opened {
    pub fn of(source: MeshSource, Loaded { scene, report, seconds, .. }: Loaded) -> Self {
        let sources = vec![source; scene.objects().len()];
        Self { scene, sources, reports: report.into_iter().collect(), seconds }
    }
}

/// Draws a mesh and has its trees built; one that is added or that a situation waits for is drawn when finished.
fn await_trees(desk: &mut Desk, mut loading: Loading, indexed: IndexedScene, seconds: f64) -> Option<Outcome> {
    if desk.files.restoring.is_none()
        && !loading.adds
        && let Some(scene) = indexed.drawable()
    {
        let up = desk.up_by_settings(&scene).unwrap_or(scene.up_axis());
        replace(desk, Scene::default());
        look_as_brought(desk, brings_look(&scene));
        desk.study.set_up_axis(Some(up));
        objects::renew(desk);
        loading.awaited = Some(Awaited { scene, click: None });
    }
    let build = move |progress: &Progress| {
        Some(platform::meshes::build_trees(indexed, seconds, progress).map_err(|error| of_library::said(&error)))
    };
    loading.result.begin(&mut desk.files.jobs, build, Action::Loaded);
    let is_drawn = loading.awaited.is_some();
    desk.files.loading = Some(loading);
    is_drawn.then_some(Outcome::Replaced)
}

fn replace(desk: &mut Desk, scene: Scene) {
    let up = desk.up_by_settings(&scene);
    desk.study.open(scene);
    desk.study.set_up_axis(up);
    (desk.messages.refused, desk.messages.up) = (None, None);
    picked::renew(desk);
    (desk.files.sources, desk.files.reports, desk.files.load_seconds) = Default::default();
    desk.files.n_positions = None;
    desk.files.image.stop();
    desk.selected.triangles = Selection::default();
    desk.selected.history = Default::default();
    desk.annotations = Default::default();
    desk.selected.row = None;
    desk.selected.changed = Default::default();
    desk.pointer.hover = None;
}

/// Shows objects in place of those that are open or, if `adds`, beside them: what is picked and selected stays then.
fn show(desk: &mut Desk, Opened { scene, sources, reports, seconds }: Opened, adds: bool) {
    let first = if adds { desk.opened().len() } else { 0 };
    // Normals may have come while the mesh was only seen.
    let n_positions = desk.files.n_positions.filter(|_| !adds && desk.opened().is_empty());
    if adds {
        desk.study.add(&scene);
        picked::renew(desk);
        desk.pointer.hover = None;
    } else {
        look_as_brought(desk, brings_look(&scene));
        replace(desk, scene);
        navigate::tell_up(desk, sources.first());
    }
    desk.files.n_positions = n_positions;
    tell_of_file(desk, &sources, &reports);
    preparing::tell_absent(desk, first, &reports);

    desk.files.load_seconds += seconds;
    desk.files.sources.extend(sources);
    desk.files.reports.extend(reports);
    desk.files.effects.push(Effect::SaveSettings);
    objects::renew(desk);
    let complains = desk.messages.last.as_ref().is_some_and(|message| message.is_error);
    let tell = if adds { tell_of_small } else { hiding::tell_if_all };
    if !complains {
        tell(desk);
    }
}

/// Returns `true` if a mesh of the scene has normals or textures of its file.
pub(super) fn brings_look(scene: &Scene) -> bool {
    let brings = |object: &Object| object.mesh.normals().is_some() || !object.mesh.textures().images().is_empty();
    scene.objects().iter().any(brings)
}

/// Shows meshes that bring normals or textures smooth and without edges, and all others as chosen before these.
pub(super) fn look_as_brought(desk: &mut Desk, brings_look: bool) {
    let Style { shading, edges, .. } = &mut desk.settings.style;
    match (brings_look, desk.shown.plain_look.take()) {
        (true, None) => {
            desk.shown.plain_look = Some((*shading, *edges));
            (*shading, *edges) = (Shading::Smooth, false);
        }
        (true, chosen) => desk.shown.plain_look = chosen,
        (false, Some(chosen)) => (*shading, *edges) = chosen,
        (false, None) => {}
    }
}

impl Desk {
    /// Returns the settings to keep, without the look that meshes brought.
    pub fn settings_to_keep(&self) -> Settings {
        let mut settings = self.settings.clone();
        if let Some(chosen) = self.shown.plain_look {
            (settings.style.shading, settings.style.edges) = chosen;
        }
        settings
    }
}

fn tell_of_file(desk: &mut Desk, sources: &[MeshSource], reports: &[LoadReport]) {
    let warnings: u64 = reports.iter().map(|report| report.problems).sum();
    if desk.messages.last.as_ref().is_some_and(|message| message.is_error) || warnings == 0 {
        return;
    }
    let name = sources.first().map(MeshSource::name).unwrap_or_default();
    let text = t!("loaded-with-warnings", name = name, count = warnings);
    desk.messages.say(Message { about_report: true, ..Message::word(text) });
}

/// Share of the extent of all open objects below which a file can hardly be seen beside the others.
const SMALL: f64 = 1.0 / 100.0;

/// Tells the file that can hardly be seen beside the others, if there is one.
fn tell_of_small(desk: &mut Desk) {
    let size = |bounds: &Aabb| bounds.size().max_element();
    let mut files: Vec<(&MeshSource, Aabb)> = Vec::new();
    for (source, object) in desk.files.sources.iter().zip(desk.opened()) {
        match files.iter_mut().find(|(known, _)| *known == source) {
            Some((_, bounds)) => *bounds = bounds.union(object.bounds()),
            None => files.push((source, object.bounds())),
        }
    }
    let all = size(&desk.study.scene().bounds());
    let smallest = files.iter().map(|(source, bounds)| (size(bounds), *source)).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((small, source)) = smallest.filter(|&(small, _)| small < SMALL * all) {
        let times = if small > 0.0 { numbers::number((all / small).round()) } else { "∞".to_owned() };
        desk.tell(t!("file-is-small", name = source.name(), times = times));
    }
}

/// Asks for the file of a mesh, in the folder of the open one; `open` makes the action that opens it.
pub(in crate::app) fn ask_for_mesh(desk: &mut Desk, open: fn(MeshSource) -> Action) {
    let place = (t!("open-mesh"), folder_of_meshes(desk));
    choosing::ask(desk, FileRequest::of_one(place, Purpose::OpenMesh, move |path| open(MeshSource::File(path))));
}

/// Asks for meshes to open as one scene, in place of the open ones or, if `adds`, beside them.
pub(in crate::app) fn ask_for_meshes(desk: &mut Desk, adds: bool) {
    let title = if adds { t!("add-meshes") } else { t!("open-meshes") };
    ask_for_files(desk, (title, folder_of_meshes(desk)), adds);
}

/// Asks for files to open, with the title and the folder of the dialog: meshes, or files that belong to the open ones.
pub(in crate::app) fn ask_for_files(desk: &mut Desk, place: (&'static str, Option<PathBuf>), adds: bool) {
    let then = move |paths: Vec<_>| {
        let sources = paths.into_iter().map(MeshSource::File).collect();
        Action::OpenAll { sources, adds }
    };
    choosing::ask(desk, FileRequest::new(place, Purpose::OpenMeshes, then));
}

fn folder_of_meshes(desk: &Desk) -> Option<PathBuf> {
    let of_recent = || desk.settings.recent.first()?.parent().map(Path::to_owned);
    desk.folder().or_else(of_recent)
}

#[cfg(test)]
mod tests {
    use crate::app::update::tests::*;
    use pickray_render::Shading;

    #[test]
    fn a_mesh_with_normals_opens_smooth_and_without_edges_and_the_next_one_looks_as_chosen() {
        let load = |state: &mut State, text: &str| {
            state.open("t.obj", Load::bytes("t.obj", text.as_bytes()).mesh().expect("a mesh").0);
            let style = &state.desk.settings.style;
            (style.shading, style.edges)
        };
        let vertices = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\n";
        let with_normals = format!("{vertices}vn 0 0 1\nf 1//1 2//1 3//1");
        let mut state = state();
        let chosen = (state.desk.settings.style.shading, state.desk.settings.style.edges);
        assert_ne!(chosen, (Shading::Smooth, false));
        for _ in 0..2 {
            assert_eq!(load(&mut state, &with_normals), (Shading::Smooth, false));
            let kept = state.desk.settings_to_keep().style;
            assert_eq!((kept.shading, kept.edges), chosen);
        }
        assert_eq!(load(&mut state, &format!("{vertices}f 1 2 3")), chosen);
        assert_eq!(state.desk.settings_to_keep(), state.desk.settings);
    }
}
