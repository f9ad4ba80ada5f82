//! Restoring of a situation that was pasted, opened or named at the start: first its meshes, then its pick's inputs.

use super::loading::Opened;
use super::{Desk, choosing, loading, navigate, picked, second_view, selecting};
use crate::app::action::{Action, FileRequest, Job};
use crate::app::answers::{Loaded, MeshSource, SAMPLE_PREFIX};
use crate::app::arrangement::{Figure, Workspace};
use crate::app::chooser::Purpose;
use crate::app::platform::{self, LONGEST_IN_ADDRESS, reading};
use crate::app::texts::t;
use crate::situation_text::{self, name_of};
use pickray::mesh::samples::Sample;
use pickray::mesh::{NotBeside, find_beside};
use pickray::pick::checksums;
use pickray::scene::Scene;
use pickray::study::{SavedObject, Situation};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Number of triangles above which the person is asked before copies of meshes are opened.
const MANY_TRIANGLES: usize = 5_000_000;

#[derive(Debug)]
pub struct Restoring {
    situation: Situation,
    /// Folder in which the meshes are opened by their names; `None` if the person is asked for them.
    folder: Option<PathBuf>,
    /// Files of the situation that were read so far, by their index in [`files`](Self::files).
    came: BTreeMap<usize, (MeshSource, Loaded)>,
    /// File that the person chose for the situation; it is accepted with any name and content.
    chosen: Option<MeshSource>,
    /// `true` if files that the situation does not name were opened together with its own.
    has_company: bool,
    /// `true` if the person wants the situation, however many triangles it has.
    is_agreed: bool,
    /// Value of `Messages::said` for the message that asked for the mesh.
    asked: u64,
}

impl Restoring {
    /// Returns the names of the situation's files, each once, in the order of its objects.
    fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for object in &self.situation.objects {
            if !files.contains(&object.mesh.as_str()) {
                files.push(&object.mesh);
            }
        }
        files
    }

    /// Returns the indices in [`files`](Self::files) of those that did not come yet.
    fn missing(&self) -> impl Iterator<Item = usize> {
        (0..self.files().len()).filter(|place| !self.came.contains_key(place))
    }

    /// Returns the file that comes next, and its last part: a path is another machine's, and is never opened.
    fn wanted(&self) -> Option<(&str, Cow<'_, str>)> {
        let file = self.files()[self.missing().next()?];
        Some((file, name_of(OsStr::new(file)).to_string_lossy()))
    }

    /// Returns the number of triangles of copies. A file that is opened once counts nothing: a person chose it.
    fn n_copied(&self) -> usize {
        let copied = self.files().into_iter().zip(self.came.values()).map(|(file, (_, loaded))| {
            let objects = loaded.scene.objects();
            let n_triangles: usize = objects.iter().map(|object| object.mesh.n_triangles()).sum();
            let n_saved = self.situation.objects.iter().filter(|saved| saved.mesh == file).count();
            if n_saved <= objects.len() { 0 } else { n_triangles.saturating_mul(n_saved) / objects.len().max(1) }
        });
        copied.fold(0, usize::saturating_add)
    }

    /// Returns `true` if a source has the name of one of the situation's files, or was chosen for one.
    pub fn names(&self, source: &MeshSource) -> bool {
        self.chosen.as_ref() == Some(source) || self.files().iter().any(|file| is_called(source, file))
    }

    /// Returns the index of the missing file that a source stands for by name, content or choice; `None` if for none.
    pub(super) fn place_of(&self, source: &MeshSource, scene: &Scene) -> Option<usize> {
        let files = self.files();
        let by_name = self.missing().find(|&place| is_called(source, files[place]));
        let by_content = || {
            let sums = checksums(scene.objects());
            let holds = |file: &str| {
                let mut saved = self.situation.objects.iter().filter(|saved| saved.mesh == file);
                saved.all(|saved| sums.contains(&saved.checksum))
            };
            self.missing().find(|&place| holds(files[place]))
        };
        let by_choice = || self.missing().next().filter(|_| self.chosen.as_ref() == Some(source));
        by_name.or_else(by_content).or_else(by_choice)
    }

    /// Returns the situation's objects from its files, which have come; of one file all, unless it tells fewer.
    fn opened(&mut self) -> Opened {
        let mut came = std::mem::take(&mut self.came);
        let (situation, files) = (&self.situation, self.files());
        let of = |saved: &SavedObject| &came[&files.iter().position(|file| *file == saved.mesh).unwrap_or_default()];
        let Ok(scene) = situation.open(|saved| Ok::<_, Infallible>(of(saved).1.scene.clone()));
        let sources = situation.objects.iter().map(|saved| of(saved).0.clone()).collect();
        let is_whole = came[&0].1.scene.objects().len() == situation.objects.len();
        let meshes = || scene.objects().iter().map(|object| object.mesh.clone()).collect::<Vec<_>>();
        if came.len() == 1
            && (is_whole || situation.scene(&meshes()).is_err())
            && let Some((source, loaded)) = came.remove(&0)
        {
            return Opened::of(source, loaded);
        }
        let seconds = came.values().map(|(_, loaded)| loaded.seconds).sum();
        let reports = came.into_values().filter_map(|(_, loaded)| loaded.report).collect();
        Opened { scene, sources, reports, seconds }
    }
}

fn is_called(source: &MeshSource, file: &str) -> bool {
    match source {
        MeshSource::Sample(_) => source.argument() == *file,
        _ => *source.name() == *name_of(OsStr::new(file)),
    }
}

impl Desk {
    /// Returns the name of the mesh that a situation still waits for; `None` if none does.
    pub fn mesh_wanted(&self) -> Option<Cow<'_, str>> {
        Some(self.files.restoring.as_ref()?.wanted()?.1)
    }

    /// Returns the number of triangles of a situation that the person is asked about before it is opened, if any.
    pub fn triangles_asked_about(&self) -> Option<usize> {
        let waits = self.files.restoring.as_ref().filter(|waits| !waits.is_agreed && waits.missing().next().is_none());
        waits.map(|waits| waits.n_copied()).filter(|n| MANY_TRIANGLES < *n)
    }
}

/// Returns the last pick's inputs, with page, free view's camera and annotations; `None` with neither pick nor marks.
pub(in crate::app) fn situation(desk: &Desk) -> Option<Situation> {
    // Names alone: a path of this machine says nothing elsewhere.
    let meshes = desk.files.sources.iter().map(|source| match source {
        MeshSource::File(_) | MeshSource::Pasted(_) => source.name().into(),
        MeshSource::Sample(_) => source.argument(),
    });
    let second_view = desk.is_split().then_some(desk.shown.second_view.view.camera);
    let annotations = desk.annotations.clone();
    let situation = match desk.study.last_click() {
        Some(_) => desk.study.situation(meshes)?,
        None if annotations.is_empty() => return None,
        None => desk.study.situation_without_pick(meshes),
    };
    Some(Situation { page: desk.page.clone(), second_view, annotations, ..situation })
}

/// Copies the inputs of the last pick to the clipboard, as one line of text.
pub(in crate::app) fn copy(desk: &mut Desk) {
    match situation(desk) {
        Some(situation) => desk.copy(situation_text::to_line(&situation), t!("copied-situation")),
        None => desk.tell(t!("no-situation-to-copy")),
    }
}

/// Copies an address that shows the last pick to the clipboard, if the program runs in a page.
pub(in crate::app) fn copy_link(desk: &mut Desk) {
    if let Some(address) = address(desk, None) {
        desk.copy(address, t!("copied-link"));
    }
}

/// Returns an address that shows the last pick, in the whole page or in a figure. If there is none, tells why.
pub(super) fn address(desk: &mut Desk, figure: Option<Figure>) -> Option<String> {
    let Some(situation) = situation(desk) else {
        desk.tell(t!("no-situation-to-copy"));
        return None;
    };
    let line = situation_text::to_line(&situation);
    if line.len() > LONGEST_IN_ADDRESS {
        desk.complain(t!("link-too-long-to-copy", most = LONGEST_IN_ADDRESS >> 10));
        return None;
    }
    platform::address_of(&line, figure)
}

/// Begins to read a situation from a file, and to restore it.
pub(in crate::app) fn read(desk: &mut Desk, path: PathBuf) {
    desk.files.jobs.push(Job::new(move || Action::Situation(Box::new(reading::situation(&path)))));
}

/// Restores a situation, at once if its meshes are open; else opens them in `folder` first, or asks for them.
pub(in crate::app) fn restore(desk: &mut Desk, situation: Situation, folder: Option<&Path>) {
    if restore_here(desk, &situation, false) {
        desk.files.restoring = None;
        return tell_restored(desk);
    }
    let folder = folder.map(Path::to_owned);
    let (came, chosen) = (BTreeMap::new(), None);
    let restoring = Restoring { situation, folder, came, chosen, has_company: false, is_agreed: false, asked: 0 };
    // A file that is being read and has the right name is taken for the wanted one.
    let coming = desk.files.loading.as_ref().map(|loading| &loading.source);
    let is_coming = coming.zip(restoring.wanted()).is_some_and(|(source, (file, _))| is_called(source, file));
    desk.files.restoring = Some(Box::new(restoring));
    next_file(desk, !is_coming);
}

/// Opens the next file of a situation that waits: a sample, or one in the known folder; else asks for it if `may_ask`.
fn next_file(desk: &mut Desk, may_ask: bool) {
    let Some(restoring) = &mut desk.files.restoring else { return };
    let Some((file, name)) = restoring.wanted() else { return };
    if let Some(sample) = file.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id) {
        return loading::open(desk, MeshSource::Sample(sample));
    }
    let name = name.into_owned();
    let Some(folder) = &restoring.folder else {
        if let Some(path) = platform::mesh_of_lessons(&name) {
            loading::open(desk, MeshSource::File(path));
        } else if may_ask {
            restoring.asked = desk.messages.said + 1;
            desk.tell(t!("situation-needs-mesh", name = name));
            choose(desk);
        }
        return;
    };
    let path = folder.join(&name);
    // A file that cannot be found is told of where it is opened.
    match find_beside(folder, &name) {
        Err(NotBeside::Outside) => {
            loading::cancel(desk);
            desk.complain(t!("lesson-mesh-outside", path = path.display().to_string()));
        }
        _ => loading::open(desk, MeshSource::File(path)),
    }
}

/// Asks for the file of the mesh that has to be opened before a situation is restored.
pub(in crate::app) fn choose(desk: &mut Desk) {
    let folder = desk.folder();
    let title = t!("open-mesh-of-situation");
    let open = |path| Action::OpenWanted(MeshSource::File(path));
    choosing::ask(desk, FileRequest::of_one((title, folder), Purpose::OpenMesh, open));
}

/// Opens the file that was chosen as a mesh of the situation that is being restored.
pub(in crate::app) fn open_chosen(desk: &mut Desk, source: MeshSource) {
    if let Some(restoring) = &mut desk.files.restoring {
        restoring.chosen = Some(source.clone());
    }
    loading::open(desk, source);
}

/// Gives up the situation that waits, if it is `meant`, and the message that asks for its mesh; returns whether it was.
pub(in crate::app) fn let_go(desk: &mut Desk, meant: impl FnOnce(&Restoring) -> bool) -> bool {
    let given_up = desk.files.restoring.take_if(|restoring| meant(restoring));
    desk.messages.last.take_if(|_| given_up.as_ref().is_some_and(|it| it.asked == desk.messages.said));
    given_up.is_some()
}

/// Gives up the situation that is being restored, if it has exactly these objects, and stops to read its mesh.
pub(in crate::app) fn give_up(desk: &mut Desk, objects: &[SavedObject]) {
    let both = desk.files.restoring.as_ref().zip(desk.files.loading.as_ref());
    let is_read = both.is_some_and(|(waits, loading)| waits.names(&loading.source));
    if let_go(desk, |waits| waits.situation.objects == objects) && is_read {
        loading::cancel(desk);
    }
}

/// Takes the file of index `place` of the situation; returns what [`complete`] returns after the last one, else `None`.
pub(super) fn gather(
    desk: &mut Desk,
    place: usize,
    file: (MeshSource, Loaded),
    adds: bool,
) -> Option<(Opened, Box<Restoring>)> {
    let restoring = desk.files.restoring.as_mut()?;
    restoring.came.insert(place, file);
    restoring.has_company |= adds;
    if restoring.missing().next().is_some() {
        // The next one of several files that were given is read without being asked for.
        if desk.files.waiting.is_empty() {
            next_file(desk, true);
        }
        return None;
    }
    restoring.has_company |= !desk.files.waiting.is_empty();
    desk.files.waiting.clear();
    complete(desk, false)
}

/// Returns the situation's objects and itself, once all files have come, and if many triangles are `agreed` to.
pub(super) fn complete(desk: &mut Desk, agreed: bool) -> Option<(Opened, Box<Restoring>)> {
    desk.files.restoring.as_mut()?.is_agreed |= agreed;
    if desk.mesh_wanted().is_some() || desk.triangles_asked_about().is_some() {
        return None;
    }
    let mut restoring = desk.files.restoring.take()?;
    Some((restoring.opened(), restoring))
}

/// Restores a saved situation whose files have been opened; warns if they hold other meshes than when it was saved.
pub(in crate::app) fn finish(desk: &mut Desk, restoring: &Restoring) {
    let is_same = restore_here(desk, &restoring.situation, true);
    let name = desk.source().map(MeshSource::name).unwrap_or_default();
    match (is_same, restoring.has_company) {
        (true, false) => tell_restored(desk),
        (true, true) => desk.tell(t!("situation-restored-alone", name = name)),
        (false, _) => desk.complain(t!("situation-of-other-mesh", name = name)),
    }
}

/// Tells that a situation is restored; in a figure, where nobody asked for it, takes back what was told before.
fn tell_restored(desk: &mut Desk) {
    match desk.shown.figure {
        None => desk.tell(t!("situation-restored")),
        Some(_) => _ = desk.messages.last.take_if(|message| !message.is_error),
    }
}

/// Restores a situation on the open meshes and picks; `true` if they are its own. On others only if `anyway`.
fn restore_here(desk: &mut Desk, situation: &Situation, anyway: bool) -> bool {
    let (meshes, own) = (desk.study.meshes(), *desk.view());
    let is_same = desk.study.restore(situation, &meshes).is_ok();
    match (is_same, anyway) {
        (true, _) => {}
        (false, true) => desk.study.restore_on_present(situation),
        (false, false) => return false,
    }
    (desk.messages.refused, desk.messages.up) = (None, None);
    desk.shown.pivot = situation.view.camera.target;
    desk.study.set_view(desk.view().with_viewport(own.viewport, own.framebuffer));
    navigate::refit(desk);
    second_view::divide_anew(desk, false);
    let mut annotations = situation.annotations.clone();
    annotations.retain_in(desk.study.scene());
    selecting::step(desk, |desk| {
        desk.annotations = annotations;
        picked::renew(desk);
        let id = desk.picked.as_ref().and_then(picked::Picked::id);
        selecting::change(desk, |selection| selection.replace(id));
        desk.light_row();
    });

    // A mistake is seen in the ladder, which lessons show anyway.
    if desk.workspace == Workspace::Pick && desk.study.mistake_at_work().is_some() {
        desk.settings.panels.explain = true;
        desk.draw_sheet_over();
    }
    if let Some(camera) = situation.second_view {
        second_view::show(desk, camera);
    }
    is_same
}

#[cfg(test)]
mod tests;
