//! Files of picking: the pick, which `pickray replay` runs again, its situation, the selection, landmarks, lessons.

use super::areas::AreaAction;
use super::learning::LearningAction;
use super::measuring::{MeasureAction, Measuring, landmarks};
use crate::app::action::{FileRequest, Job};
use crate::app::answers::{MeshSource, absolute};
use crate::app::desk::choosing::{ask, saving};
use crate::app::desk::{Desk, restoring, selecting};
use crate::app::input::ClickMode;
use crate::app::numbers;
use crate::app::platform::reading::{self, MOST_LANDMARKS, MOST_SELECTION};
use crate::app::platform::writing::{Kind, WriteError};
use crate::app::platform::{OPENS_AGAIN, is_folder};
use crate::app::texts::{of_library, t};
use crate::lesson;
use crate::situation_text::SELECTION_ENDING;
use pickray::pick::{Landmarks, MeshLandmark, SavedSelection};
use pickray::study::{Landmark, SavedPick, Situation, SurfacePoint};
use std::ffi::OsString;
use std::path::PathBuf;

/// Selection that was read from a file, or the message on why it could not be read.
pub type ReadSelection = Result<SavedSelection, String>;

/// Landmarks put onto the meshes, how far one was moved at most, and names of those not picked; or why not.
pub type ReadLandmarks = Result<(Vec<Landmark>, f64, Vec<String>), String>;

/// Returns the function that makes the saved pick, if any; with the mesh's checksum, it may take long.
pub fn pick_to_save(desk: &Desk) -> Option<impl Fn() -> Option<SavedPick> + Send + Sync + 'static> {
    let (trace, _) = (desk.picked.as_ref()?.trace.clone(), desk.source()?);
    let (study, annotations) = (desk.study.clone(), desk.annotations.clone());
    let place = |source: &MeshSource| match source {
        MeshSource::File(path) if OPENS_AGAIN => absolute(path).into_os_string(),
        _ => source.argument(),
    };
    let meshes: Vec<OsString> = desk.files.sources.iter().map(place).collect();
    Some(move || {
        let situation = study.situation(&meshes)?;
        Some(SavedPick::new(Situation { annotations: annotations.clone(), ..situation }, &trace))
    })
}

/// Returns the request for a file in which the inspected pick is saved; `None` if there is none.
pub fn pick_request(desk: &Desk) -> Option<FileRequest> {
    let saved = pick_to_save(desk)?;
    let told = |path: String| t!("saved-to-replay", path = path);
    let file = (t!("save-pick-title"), ".pick.json", Kind::SavedPick);
    Some(saving(desk, file, desk.study.scene(), told, move |_, target| {
        let saved = saved().ok_or(t!("no-pick-to-save"))?;
        target.write_json(&saved, true).map_err(|error| error.to_string())
    }))
}

/// Asks for a file, or tells that there is nothing to save.
pub(super) fn save(desk: &mut Desk, request: fn(&Desk) -> Option<FileRequest>, nothing: &str) {
    match request(desk) {
        Some(request) => ask(desk, request),
        None => desk.tell(nothing),
    }
}

/// Returns the request for a file in which the situation is saved; `None` if there is none, or no mesh.
pub(super) fn situation_request(desk: &Desk) -> Option<FileRequest> {
    let (situation, _) = restoring::situation(desk).zip(desk.source())?;
    let told = |path: String| t!("saved-to-open", path = path);
    let file = (t!("save-situation-title"), ".situation.json", Kind::Situation);
    Some(saving(desk, file, desk.scene(), told, move |_, target| target.write_json(&situation, true)))
}

pub(super) fn save_selection(desk: &mut Desk) {
    let ids = desk.selected.triangles.triangles().clone();
    if ids.is_empty() {
        return desk.tell(t!("selection-none-to-save"));
    }
    let (scene, file) = (desk.study.scene().clone(), (t!("save-selection"), SELECTION_ENDING, Kind::SavedSelection));
    let request = saving(desk, file, desk.study.scene(), saved_as, move |_, target| {
        target.write_json(&SavedSelection::new(&scene, &ids), false)
    });
    ask(desk, request);
}

/// Asks the user for a file, and saves the landmarks in it, in the format that its name ends in. `ending` is proposed.
pub(super) fn save_landmarks(desk: &mut Desk, ending: &str) {
    let (landmarks, ending) = (landmarks(desk), format!(".landmarks.{ending}"));
    let file = (t!("measure-save-title"), ending.as_str(), Kind::Landmarks);
    let request = saving(desk, file, desk.study.scene(), saved_as, move |path, target| {
        let text = landmarks.to_text(path).map_err(|error| of_library::sentence(&error))?;
        target.write(text.as_bytes()).map_err(|error: WriteError| error.to_string())
    });
    ask(desk, request);
}

fn saved_as(path: String) -> String {
    t!("saved-as", path = path)
}

pub(super) fn read_selection(desk: &mut Desk, path: PathBuf) {
    let read = move || {
        let text = reading::read(&path, MOST_SELECTION).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text)
            .map_err(|error| t!("selection-unreadable", path = path.display().to_string(), problem = error.to_string()))
    };
    desk.files.jobs.push(Job::new(move || AreaAction::Read(read()).into()));
}

/// Reads landmarks from a file in the background, and puts them onto the open meshes.
pub(super) fn read_landmarks(desk: &mut Desk, path: PathBuf) {
    let scene = desk.study.scene_of_files();
    let read = move || {
        let bytes = reading::read(&path, MOST_LANDMARKS).map_err(|error| error.to_string())?;
        let read = Landmarks::from_bytes(&path, &bytes);
        let onto = read.and_then(|landmarks| Ok((landmarks.onto_scene(&scene)?, landmarks.landmarks)));
        let (placed, all) = onto.map_err(|error| {
            t!("measure-unreadable", path = path.display().to_string(), problem = of_library::sentence(&error))
        })?;
        let moved = placed.iter().fold(0.0, |most: f64, (_, placed)| most.max(placed.moved));
        let named = placed.into_iter().filter_map(|(object, placed)| {
            Some(Landmark { name: placed.landmark.name, at: SurfacePoint { object, on: placed.landmark.on? } })
        });
        let missing = (0..).zip(all).filter(|(_, landmark): &(usize, _)| !landmark.point.is_finite());
        let missing = missing.map(|(n, MeshLandmark { name, .. })| format!("{n} {name}").trim_end().to_owned());
        Ok((named.collect(), moved, missing.collect()))
    };
    desk.files.jobs.push(Job::new(move || MeasureAction::Read(read()).into()));
}

pub(super) fn read_lessons(desk: &mut Desk, path: PathBuf) {
    desk.files.jobs.push(Job::new(move || {
        let read = if is_folder(&path) { lesson::read_folder(&path) } else { vec![lesson::read(&path)] };
        LearningAction::Read(read).into()
    }));
}

/// Selects the triangles of a selection that was read, if the selection was saved from the meshes that are open.
pub(super) fn selection_read(desk: &mut Desk, read: ReadSelection) {
    let restored = read.and_then(|saved| saved.restore(desk.study.scene()).map_err(of_library::selection));
    match restored {
        Ok(ids) => {
            let count = ids.len() as u64;
            selecting::select(desk, ClickMode::Replace, ids);
            desk.tell(t!("selection-restored", count = count));
        }
        Err(problem) => desk.complain(problem),
    }
}

impl Measuring {
    /// Puts landmarks that were read in the place of those that are there, and tells how far they were moved.
    pub(super) fn landmarks_read(&mut self, desk: &mut Desk, read: ReadLandmarks) {
        match read {
            Ok((landmarks, moved, missing)) => {
                let count = landmarks.len() as u64;
                selecting::step(desk, |desk| desk.annotations.landmarks = landmarks);
                self.places_landmarks = true;
                let told = t!("measure-read", count = count, moved = numbers::number(moved));
                desk.tell(match missing.join(", ") {
                    names if names.is_empty() => told,
                    names => t!("measure-read-not-picked", told = told, names = names),
                });
            }
            Err(problem) => desk.complain(problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::desk::choosing::{self, picture_request};
    use crate::app::platform::meshes::Export;
    use crate::app::update::tests::*;
    use pickray_render::Image;

    const MESH: &str =
        "mtllib colours.obj\nmtllib colours.png\nmtllib colours.json\nv -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n";

    /// Returns the window's message on a file that one of its dialogs was answered with.
    fn told(state: &mut State, path: PathBuf, request: fn(&Desk) -> FileRequest) -> String {
        let action = (request(&state.desk).then)(vec![path]);
        state.act(action);
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
        state.pick(MIDDLE);

        let picture: fn(&Desk) -> _ = |desk| picture_request(desk, Image::new(1, 1, [1, 2, 3, 4]));
        let pick: fn(&Desk) -> _ = |desk| pick_request(desk).expect("a pick");
        let situation: fn(&Desk) -> _ = |desk| situation_request(desk).expect("a pick");
        for (name, request) in [("colours.png", picture), ("colours.json", pick), ("colours.json", situation)] {
            let before = std::fs::read(path(name)).expect("it is there");
            let words = told(&mut state, path(name), request);
            assert!(words.contains("never overwritten"), "{name}: {words}");
            assert_eq!(std::fs::read(path(name)).expect("it is there"), before, "{name}");
            let other = path("other").with_extension(path(name).extension().expect("an ending"));
            let words = told(&mut state, other.clone(), request);
            assert!(other.exists(), "{words}");
        }
        for name in ["colours.obj", "mesh.obj"] {
            let export = Export::of(state.desk.scene(), None);
            choosing::begin_export(&mut state.desk, export, path(name), None);
            state.run_job();
            let words = state.desk.messages.last.take().expect("it is refused").text;
            assert!(words.contains("never overwritten"), "{name}: {words}");
        }
        assert_eq!(std::fs::read_to_string(path("colours.obj")).expect("it is there"), "newmtl a\n");
    }
}
