//! Requests for files, answered in the system's dialog or in the window's own list; and export of meshes into files.

use super::Desk;
use crate::app::action::{Action, Chooser, FileRequest, Job, Sheet};
use crate::app::answers::{MeshSource, Saved};
use crate::app::chooser::{ChooserAction, Purpose};
use crate::app::job::{Answer, Pending};
use crate::app::numbers;
use crate::app::platform::meshes::{Export, ExportResult};
use crate::app::platform::writing::{Kind, Target};
use crate::app::platform::{self, folder};
use crate::app::texts::t;
use pickray::mesh::{LeftOut, WriteFormat, Written};
use pickray::scene::Scene;
use pickray_render::Image;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Exporting {
    pub path: PathBuf,
    pub result: Pending<ExportResult>,
    /// Request for which the file was chosen, repeated if the file cannot be written; `None` if there was no request.
    asked: Option<FileRequest>,
    n_hidden: u64,
}

impl Exporting {
    pub fn name(&self) -> String {
        MeshSource::File(self.path.clone()).name()
    }
}

/// Asks for a file, and exports the mesh into it or, if `selected_only`, only the selected triangles.
pub(in crate::app) fn ask_to_export(desk: &mut Desk, selected_only: bool) {
    if let Some(request) = request(desk, selected_only) {
        ask(desk, request);
    }
}

/// Returns the request for the file to export to; `None` if no mesh is open.
fn request(desk: &Desk, selected_only: bool) -> Option<FileRequest> {
    let source = desk.source()?;
    let (title, what) = match selected_only {
        true => (t!("export-selection"), "selection"),
        false => (t!("export-mesh"), "export"),
    };
    let purpose = Purpose::Save(format!("{}-{what}.{}", source.stem(), Kind::Mesh.ending()), Kind::Mesh);
    let (folder, export) =
        (source.folder(), Export::of(desk.scene(), selected_only.then_some(desk.selected.triangles.triangles())));
    Some(FileRequest::of_one((title, folder), purpose, move |path| Action::Export(export.clone(), path, None)))
}

/// Begins to export into the file of this path, in the format that its ending names.
pub(in crate::app) fn begin_export(desk: &mut Desk, export: Export, path: PathBuf, asked: Option<FileRequest>) {
    cancel_export(desk);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let Some(format) = WriteFormat::from_ending(&ending) else {
        let endings: Vec<_> = WriteFormat::ENDINGS.iter().map(|ending| format!(".{ending}")).collect();
        let (path, endings) = (path.display().to_string(), endings.join(t!("list-comma")));
        return saved(desk, Err(t!("export-no-format", path = path, endings = endings)), asked);
    };
    let (mut result, n_hidden) = (Pending::Idle, export.n_hidden());
    let target = Target::new(&path, Kind::Mesh).sparing(desk.scene().files());
    let write = |progress| export.written(target, format, progress);
    result.begin_waiting(&mut desk.files.jobs, write, Action::Exported);
    desk.files.exporting = Some(Exporting { path, result, asked, n_hidden });
}

pub(in crate::app) fn cancel_export(desk: &mut Desk) -> bool {
    let Some(mut exporting) = desk.files.exporting.take() else { return false };
    exporting.result.stop();
    desk.tell(t!("export-stopped", name = exporting.name()));
    true
}

pub(in crate::app) fn exported(desk: &mut Desk, answer: Answer<ExportResult>) {
    let Some(result) = desk.files.exporting.as_mut().and_then(|exporting| exporting.result.take(answer)) else {
        return;
    };
    let Some(Exporting { path, asked, n_hidden, .. }) = desk.files.exporting.take() else { return };
    let path = path.display().to_string();
    let told = result.map(|Written { triangles, rounding, names_to_utf_8, left_out, .. }| {
        let told = match rounding {
            0.0 => t!("exported", count = triangles, path = path),
            _ => t!("exported-rounded", count = triangles, path = path, most = numbers::number(rounding)),
        };
        let told = if names_to_utf_8 { t!("exported-names", told = told) } else { told };
        let LeftOut { textures, texture_placement, colors, texture_coordinates, normals, gaps } = left_out;
        let told = if textures { t!("exported-no-textures", told = told) } else { told };
        let told = if texture_placement { t!("exported-no-placement", told = told) } else { told };
        let told = if colors { t!("exported-no-colors", told = told) } else { told };
        let told = if texture_coordinates || normals { t!("exported-no-attributes", told = told) } else { told };
        let told = if gaps { t!("exported-no-gaps", told = told) } else { told };
        if n_hidden > 0 { t!("exported-hidden", told = told, count = n_hidden) } else { told }
    });
    saved(desk, told, asked);
}

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

/// Returns the request for a file named as the mesh, with this ending, for `write` to write; `told` says it is written.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    /// Exports into a file of a new folder, twice, and returns its mesh and what is told, without the folder.
    fn exported(state: &mut State, selected_only: bool, name: &str) -> (Option<Mesh>, String) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(name);
        // The second time it replaces a mesh: the dialog has asked.
        for _ in 0..2 {
            let selected = selected_only.then_some(state.desk.selected.triangles.triangles());
            let export = Export::of(state.desk.scene(), selected);
            state.idle().act(Action::Export(export, path.clone(), None));
            for job in std::mem::take(&mut state.desk.files.jobs) {
                assert!(state.is_working());
                state.act(job.run());
            }
            assert!(state.desk.files.exporting.is_none());
        }
        let told = state.desk.messages.last.take().map(|message| message.text).unwrap_or_default();
        let mesh = Mesh::open(path).ok().map(|(mesh, _)| mesh);
        (mesh, told.replace(&folder.path().display().to_string(), ""))
    }

    #[test]
    fn what_is_selected_is_written_where_it_stands_in_the_world() {
        let mut state = after(|it| it.pick(MIDDLE).change([Change::Moved(DVec3::new(0.1, 0.0, 5.0))]));
        let (mesh, told) = exported(&mut state, true, "part.obj");
        let mesh = mesh.expect("a mesh");
        assert_eq!((mesh.n_triangles(), mesh.n_vertices(), &*told), (1, 3, "Wrote 1 triangle to /part.obj."));
        let [a, ..] = mesh.triangle(0).corners();
        assert!((a - DVec3::new(-0.9, -1.0, 5.0)).length() < 1e-6, "{a}");
        assert_eq!(mesh.source().object(0), Some("three"));
        let (mesh, told) = exported(&mut state, false, "all.stl");
        assert_eq!(mesh.expect("a mesh").n_triangles(), 3);
        assert!(told.starts_with("Wrote 3 triangles") && told.contains("rounded by at most"), "{told}");
        assert!(exported(&mut state, false, "cow.fbx").1.ends_with("use .obj, .ply, .stl, .glb."));
    }

    #[test]
    fn names_that_are_turned_into_utf_8_are_told_of() {
        let mut state = state();
        let text = b"usemtl \xba\xec\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        state.desk.study.open(Load::bytes("gbk.obj", text).scene().expect("a mesh").0);
        let told = ["out.obj", "out.ply"].map(|name| exported(&mut state, false, name).1);
        assert!(told[0].ends_with("out.obj. Its names were converted to UTF-8."), "{told:?}");
        assert!(!told[1].contains("UTF-8"), "{told:?}");
    }

    #[test]
    fn objects_that_are_hidden_and_are_written_all_the_same_are_told_of() {
        let mut state = after(|it| it.change([Change::Hide(Objects::default())]));
        let (mesh, told) = exported(&mut state, false, "out.obj");
        assert_eq!(mesh.expect("a mesh").n_triangles(), 3);
        assert_eq!(told, "Wrote 3 triangles to /out.obj. 1 hidden object is in it, and visible there.");
        state.command(Command::ShowAllObjects);
        assert!(!exported(&mut state, false, "out.obj").1.contains("hidden"));
    }

    #[test]
    fn an_export_that_fails_is_asked_for_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut state = after(|it| it.pick(MIDDLE));
        // One that is still written ends without taking the question along.
        let export = Export::of(state.desk.scene(), None);
        state.act(Action::Export(export, folder.path().join("first.obj"), None));
        for (typed, n_questions) in [("wing.fbx", 1), ("nowhere/wing.obj", 1), ("wing.obj", 0)] {
            let request = request(&state.desk, true).expect("a mesh");
            state.idle().act(Action::FilesChosen(request, vec![folder.path().join(typed)]));
            // Asked beside the window, and then written.
            if state.run_job().desk.files.exporting.is_some() {
                state.run_job();
            }
            assert_eq!(state.desk.files.jobs.len(), n_questions, "{typed}");
            assert_eq!(state.desk.messages.last.as_ref().map(|told| told.is_error), Some(n_questions == 1), "{typed}");
        }
        assert!(folder.path().join("wing.obj").exists());
    }

    #[test]
    fn a_folder_that_is_not_there_is_told_of_by_its_name_and_in_the_list_of_files_alone() {
        let mut state = state();
        let (_, told) = exported(&mut state, false, "nowhere/wing.obj");
        let sentence = "/nowhere/wing.obj: cannot be written: there is no folder /nowhere; create it, or name another";
        assert_eq!(told, sentence);
        let again = request(&state.desk, false).map(|request| FileRequest { problem: Some(told.clone()), ..request });
        let is_told = state.act(Action::Saved(Err(told.clone()), None)).desk.messages.last.is_some();
        assert!(is_told, "where the system's dialog asks again, it cannot tell why");
        state.act(Action::ChooseFile(again.expect("a mesh")));
        let problem = state.desk.files.chooser.as_ref().and_then(|chooser| chooser.problem.as_ref());
        assert_eq!((problem, &state.desk.messages.last), (Some(&told), &None));
        assert!(state.desk.messages.errors.contains(&told), "it is kept");
    }

    #[test]
    fn of_two_files_that_are_written_at_once_each_one_that_fails_is_asked_for_again() {
        let mut state = state();
        for typed in ["left.fbx", "right.fbx"] {
            let request = request(&state.desk, false).expect("a mesh");
            state.act(Action::FilesChosen(request, vec![typed.into()]));
        }
        for job in std::mem::take(&mut state.desk.files.jobs) {
            state.act(job.run());
        }
        assert_eq!(state.desk.files.jobs.len(), 2, "neither takes the question of the other");
    }

    #[test]
    fn an_export_is_asked_for_and_stopped() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut state = state();
        assert_eq!(state.command(Command::ExportMesh).desk.files.jobs.len(), 1, "a file is asked for");
        let export = Export::of(state.desk.scene(), None);
        state.act(Action::Export(export, folder.path().join("part.obj"), None)).act(Action::CancelExport);
        assert_eq!(state.told(), "Stopped writing part.obj.");
        state.run_job();
        assert!(std::fs::read_dir(folder.path()).expect("a folder").next().is_none());
    }
}
