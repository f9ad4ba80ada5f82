//! Saving of the inspected pick, which `pickray replay` can run again, and of the pick's situation.

use crate::app::action::{Action, FileRequest};
use crate::app::answers::{MeshSource, absolute};
use crate::app::chooser::Purpose;
use crate::app::desk::{Desk, choosing, restoring};
use crate::app::platform::abilities::OPENS_AGAIN;
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::t;
use pickray::pick::explain::PickTrace;
use pickray::study::{Annotations, SavedPick, Situation, Study};
use std::ffi::OsString;
use std::path::PathBuf;

/// Pick that is to be saved in a file.
#[derive(Clone, Debug)]
pub struct PickToSave {
    pub folder: Option<PathBuf>,
    pub file_name: String,
    study: Study,
    annotations: Annotations,
    meshes: Vec<OsString>,
    trace: PickTrace,
}

impl PickToSave {
    /// Returns the inspected pick; `None` if there is no pick, or no mesh is open.
    pub fn of(desk: &Desk) -> Option<Self> {
        let (picked, source) = (desk.picked.as_ref()?, desk.source()?);
        let place = |source: &MeshSource| match source {
            MeshSource::File(path) if OPENS_AGAIN => absolute(path).into_os_string(),
            _ => source.argument(),
        };
        Some(Self {
            folder: source.folder(),
            file_name: format!("{}.pick.{}", source.stem(), Kind::SavedPick.ending()),
            study: desk.study.clone(),
            annotations: desk.annotations.clone(),
            meshes: desk.files.sources.iter().map(place).collect(),
            trace: picked.trace.clone(),
        })
    }

    /// Returns the saved pick. Takes time in proportion to the mesh, since the pick contains the mesh's checksum.
    ///
    /// # Errors
    /// Message that the study has no pick.
    pub fn saved(&self) -> Result<SavedPick, String> {
        let situation = self.study.situation(&self.meshes).ok_or(t!("no-pick-to-save"))?;
        let situation = Situation { annotations: self.annotations.clone(), ..situation };
        Ok(SavedPick::new(situation, &self.trace))
    }

    /// Returns the request for a file, which saves the pick in the file that is chosen.
    fn request(self) -> FileRequest {
        let folder = self.folder.clone();
        let purpose = Purpose::Save(self.file_name.clone(), Kind::SavedPick);
        let files = self.study.scene().files();
        let save = move |path: PathBuf| {
            let target = Target::new(&path, Kind::SavedPick).sparing(files.clone());
            target.write_json(&self.saved()?, true).map_err(|error| error.to_string())?;
            Ok(t!("saved-to-replay", path = path.display().to_string()))
        };
        FileRequest::of_one((t!("save-pick-title"), folder), purpose, move |path| Action::Saved(save(path), None))
    }
}

pub(in crate::app) fn save_pick(desk: &mut Desk) {
    match PickToSave::of(desk) {
        Some(pick) => choosing::ask(desk, pick.request()),
        None => desk.tell(t!("no-pick-to-save")),
    }
}

/// Asks the user for a file, and saves the situation of the inspected pick in it.
pub(in crate::app) fn save_situation(desk: &mut Desk) {
    match situation_request(desk) {
        Some(request) => choosing::ask(desk, request),
        None => desk.tell(t!("no-situation-to-save")),
    }
}

/// Returns the request for a file, which saves the situation of the inspected pick in the file that is chosen; `None`
/// if there is no situation or no mesh.
fn situation_request(desk: &Desk) -> Option<FileRequest> {
    let (situation, source) = restoring::situation(desk).zip(desk.source())?;
    let file_name = format!("{}.situation.{}", source.stem(), Kind::Situation.ending());
    let (folder, purpose) = (source.folder(), Purpose::Save(file_name, Kind::Situation));
    let files = desk.scene().files();
    let save = move |path: PathBuf| {
        let target = Target::new(&path, Kind::Situation).sparing(files.clone());
        target.write_json(&situation, true).map_err(|error| error.to_string())?;
        Ok(t!("saved-to-open", path = path.display().to_string()))
    };
    let place = (t!("save-situation-title"), folder);
    Some(FileRequest::of_one(place, purpose, move |path| Action::Saved(save(path), None)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::desk::choosing::picture_request;
    use crate::app::desk::exporting;
    use crate::app::keys::ClickMode;
    use crate::app::platform::exporting::Export;
    use crate::app::update::tests::{MIDDLE, click, state_of};
    use crate::app::update::{State, update};
    use pickray::mesh::Mesh;
    use pickray_render::Image;

    const MESH: &str =
        "mtllib colours.obj\nmtllib colours.png\nmtllib colours.json\nv -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n";

    /// Returns the window's message on a file that one of its dialogs was answered with.
    fn told(state: &mut State, path: PathBuf, request: fn(&Desk) -> FileRequest) -> String {
        let action = (request(&state.desk).then)(vec![path]);
        update(state, action);
        state.desk.messages.last.take().map(|message| message.text).unwrap_or_default()
    }

    #[test]
    fn nothing_that_the_window_writes_goes_over_a_file_that_its_mesh_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let pick = r#"{"version": 1, "situation": 0, "chain": 0, "view": 0, "cursor": 0}"#;
        let files = [("mesh.obj", MESH), ("colours.obj", "newmtl a\n"), ("colours.json", pick)];
        for (name, text) in files {
            std::fs::write(path(name), text).expect("written");
        }
        std::fs::write(path("colours.png"), b"\x89PNG\r\n\x1a\n").expect("written");
        let mut state = state_of(Mesh::open(path("mesh.obj")).expect("a mesh").0);
        click(&mut state, MIDDLE, ClickMode::Replace);

        let picture: fn(&Desk) -> _ = |desk| picture_request(desk, Image::new(1, 1, [1, 2, 3, 4]));
        let pick: fn(&Desk) -> _ = |desk| PickToSave::of(desk).expect("a pick").request();
        let situation: fn(&Desk) -> _ = |desk| situation_request(desk).expect("a pick");
        for (name, request) in [("colours.png", picture), ("colours.json", pick), ("colours.json", situation)] {
            let before = std::fs::read(path(name)).expect("it is there");
            let words = told(&mut state, path(name), request);
            assert!(words.contains("never written over"), "{name}: {words}");
            assert_eq!(std::fs::read(path(name)).expect("it is there"), before, "{name}");
            let other = path("other").with_extension(path(name).extension().expect("an ending"));
            let words = told(&mut state, other.clone(), request);
            assert!(other.exists(), "{words}");
        }
        for name in ["colours.obj", "mesh.obj"] {
            let export = Export::of(state.desk.scene(), None);
            exporting::begin(&mut state.desk, export, path(name), None);
            let job = state.desk.files.jobs.pop().expect("it is written beside the window");
            update(&mut state, job.run());
            let words = state.desk.messages.last.take().expect("it is refused").text;
            assert!(words.contains("never written over"), "{name}: {words}");
        }
        assert_eq!(std::fs::read_to_string(path("colours.obj")).expect("it is there"), "newmtl a\n");
    }
}
