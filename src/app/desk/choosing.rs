//! Requests for files, answered in the system's dialog or in the window's own list.

use super::Desk;
use crate::app::action::{Action, Chooser, FileRequest, Job, Sheet};
use crate::app::answers::{MeshSource, Saved};
use crate::app::chooser::{ChooserAction, Purpose};
use crate::app::platform::writing::{Kind, Target};
use crate::app::platform::{self, folder};
use crate::app::texts::t;
use pickray::scene::Scene;
use pickray_render::Image;
use std::path::{Path, PathBuf};

/// Asks for a file in the system's dialog or, on a system without one, in the window's own list.
pub(in crate::app) fn ask(desk: &mut Desk, request: FileRequest) {
    desk.files.jobs.push(Job::waiting(platform::ask_for_file(request)));
}

/// Opens the window's own list of files. The list shows the request's problem, so it is removed from the message line.
pub(in crate::app) fn ask_here(desk: &mut Desk, request: FileRequest) {
    desk.messages.last.take_if(|message| request.problem.as_ref() == Some(&message.text));
    desk.files.chooser = Some(Chooser::new(request));
    desk.messages.sheet = Some(Sheet::ChooseFile);
    find(desk, ".".into());
}

pub(in crate::app) fn act(desk: &mut Desk, action: ChooserAction) {
    let Some(chooser) = &mut desk.files.chooser else { return };
    match action {
        ChooserAction::EditName(name) => chooser.edit_name(name),
        ChooserAction::EditFolder(text) => chooser.folder_text = text,
        ChooserAction::ShowAll(all) => chooser.show_all(all),
        ChooserAction::Choose(index) => chooser.choose(index),
        ChooserAction::Mark(index) => chooser.mark(index),
        ChooserAction::Submit if chooser.n_marked() > 0 => {
            let paths = chooser.marked();
            close(desk, paths);
        }
        ChooserAction::Take(index) if chooser.chosen != Some(index) => chooser.choose(index),
        ChooserAction::Take(_) | ChooserAction::Submit => {
            if let Some(path) = chooser.meant() {
                find(desk, path);
            }
        }
        ChooserAction::GoTo(path) => find(desk, path),
        ChooserAction::Found(answer) => {
            if let Some(found) = chooser.finding.take(answer)
                && let Some(path) = chooser.found(found)
            {
                close(desk, vec![path]);
            }
        }
    }
}

/// Closes the window's own list, since files were chosen.
fn close(desk: &mut Desk, paths: Vec<PathBuf>) {
    if let Some(Chooser { request, .. }) = desk.files.chooser.take() {
        desk.messages.sheet = None;
        take(desk, request, paths);
    }
}

/// Turns the chosen files into the request's action, which gets the request along, to repeat it if writing fails.
pub(in crate::app) fn take(desk: &mut Desk, mut request: FileRequest, paths: Vec<PathBuf>) {
    if let [path] = &paths[..] {
        request.instead_of(path);
    }
    desk.files.jobs.push(Job::new(move || match (request.then)(paths) {
        Action::Saved(saved, _) => Action::Saved(saved, Some(request)),
        Action::Export(export, path, _) => Action::Export(export, path, Some(request)),
        action => action,
    }));
}

/// Tells the person if a file was saved; if it was not, asks for another file and proposes the name that was typed.
pub(in crate::app) fn saved(desk: &mut Desk, saved: Saved, asked: Option<FileRequest>) {
    match saved {
        Ok(told) => desk.tell(told),
        Err(problem) => {
            desk.complain(problem.clone());
            if let Some(request) = asked {
                ask(desk, FileRequest { problem: Some(problem), ..request });
            }
        }
    }
}

/// Returns the request for a file named as the mesh, with this ending, that `write` writes unless it is the scene's;
/// `told` is the message that it is written.
pub(in crate::app) fn saving<E: ToString>(
    desk: &Desk,
    (title, ending, kind): (&'static str, &str, Kind),
    scene: &Scene,
    told: fn(String) -> String,
    write: impl Fn(&Path, &Target) -> Result<(), E> + Send + Sync + 'static,
) -> FileRequest {
    let stem = desk.source().map_or_else(|| "picture".to_owned(), MeshSource::stem);
    let files = scene.files();
    let save = move |path: PathBuf| {
        let target = Target::new(&path, kind).sparing(files.clone());
        write(&path, &target).map_err(|error| error.to_string())?;
        Ok(told(path.display().to_string()))
    };
    let purpose = Purpose::Save(format!("{stem}{ending}"), kind);
    FileRequest::of_one((title, desk.folder()), purpose, move |path| Action::Saved(save(path), None))
}

pub(in crate::app) fn picture_request(desk: &Desk, image: Image) -> FileRequest {
    let file = (t!("save-picture"), ".png", Kind::Picture);
    let told = |path: String| t!("saved-as", path = path);
    saving(desk, file, desk.drawn_scene(), told, move |_, target| target.write(&image.to_png()))
}

fn find(desk: &mut Desk, path: PathBuf) {
    let open = desk.scene().files();
    let Some(chooser) = &mut desk.files.chooser else { return };
    let base = chooser.folder().or(chooser.request.folder.as_deref()).unwrap_or(Path::new(".")).to_owned();
    let saved = match chooser.request.purpose {
        Purpose::OpenMesh | Purpose::OpenMeshes => None,
        Purpose::Save(_, kind) => Some((kind, open)),
    };
    let work = move |progress: &_| folder::find(&base, &path, saved.as_ref(), progress);
    chooser.finding.begin(&mut desk.files.jobs, work, |answer| Action::Chooser(ChooserAction::Found(answer)));
}
