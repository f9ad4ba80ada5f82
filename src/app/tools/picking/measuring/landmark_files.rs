//! Landmarks in files: those of the window are saved, and others are put onto the open meshes.

use super::copied::landmarks;
use super::{MeasureAction, Measuring};
use crate::app::action::{Action, FileRequest, Job};
use crate::app::chooser::Purpose;
use crate::app::desk::{Desk, choosing, selecting};
use crate::app::numbers;
use crate::app::platform::reading::{self, MOST_LANDMARKS};
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::{of_library, t};
use pickray::pick::{Landmarks, MeshLandmark};
use pickray::study::{Landmark, SurfacePoint};
use std::path::PathBuf;

/// Landmarks that were read and put onto the meshes, with the farthest way that one was moved, and the names of those
/// that were not picked; or the message on why they could not be.
pub type Read = Result<(Vec<Landmark>, f64, Vec<String>), String>;

/// Asks the user for a file, and saves the landmarks in it, in the format that its name ends in. `ending` is proposed.
pub(super) fn save(desk: &mut Desk, ending: &str) {
    let Some(source) = desk.source() else { return };
    let purpose = Purpose::Save(format!("{}.landmarks.{ending}", source.stem()), Kind::Landmarks);
    let (folder, files, landmarks) = (source.folder(), desk.study.scene().files(), landmarks(desk));
    let save = move |path: PathBuf| {
        let refused = |error| of_library::sentence(&error);
        let text = landmarks.to_text(&path).map_err(refused)?;
        let target = Target::new(&path, Kind::Landmarks).sparing(files.clone());
        target.write(text.as_bytes()).map_err(|error| error.to_string())?;
        Ok(t!("saved-as", path = path.display().to_string()))
    };
    let place = (t!("measure-save-title"), folder);
    choosing::ask(desk, FileRequest::of_one(place, purpose, move |path| Action::Saved(save(path), None)));
}

/// Reads landmarks from a file in the background, and puts them onto the open meshes.
pub fn read(desk: &mut Desk, path: PathBuf) {
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

impl Measuring {
    /// Puts landmarks that were read in the place of those that are there, and tells how far they were moved.
    pub(super) fn landmarks_read(&mut self, desk: &mut Desk, read: Read) {
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
