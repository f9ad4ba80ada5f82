//! Selections in files: the selected triangles are saved, and can be selected again in the same meshes.

use super::{AreaAction, Picking};
use crate::app::action::{Action, FileRequest, Job};
use crate::app::chooser::Purpose;
use crate::app::desk::{Desk, choosing, selecting};
use crate::app::keys::ClickMode;
use crate::app::platform::reading::{self, MOST_SELECTION};
use crate::app::platform::writing::{Kind, Target};
use crate::app::situation_text::SELECTION_ENDING;
use crate::app::texts::{of_library, t};
use pickray::pick::SavedSelection;
use std::path::PathBuf;

/// Selection that was read from a file, or the message on why it could not be read.
pub type Read = Result<SavedSelection, String>;

/// Asks the user for a file, and saves the selection in it.
pub(super) fn save(desk: &mut Desk) {
    let ids = desk.selected.triangles.triangles().clone();
    let Some(source) = desk.source().filter(|_| !ids.is_empty()) else {
        return desk.tell(t!("selection-none-to-save"));
    };
    let purpose = Purpose::Save(format!("{}{SELECTION_ENDING}", source.stem()), Kind::SavedSelection);
    let (folder, scene) = (source.folder(), desk.study.scene().clone());
    let save = move |path: PathBuf| {
        let target = Target::new(&path, Kind::SavedSelection).sparing(scene.files());
        target.write_json(&SavedSelection::new(&scene, &ids), false).map_err(|error| error.to_string())?;
        Ok(t!("saved-as", path = path.display().to_string()))
    };
    let place = (t!("save-selection"), folder);
    choosing::ask(desk, FileRequest::of_one(place, purpose, move |path| Action::Saved(save(path), None)));
}

/// Reads a selection from a file in the background.
pub(in crate::app) fn read(desk: &mut Desk, path: PathBuf) {
    let read = move || {
        let text = reading::read(&path, MOST_SELECTION).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text)
            .map_err(|error| t!("selection-unreadable", path = path.display().to_string(), problem = error.to_string()))
    };
    desk.files.jobs.push(Job::new(move || AreaAction::Read(read()).into()));
}

impl Picking {
    /// Selects the triangles of a selection that was read, if the selection was saved from the meshes that are open.
    pub(super) fn selection_read(&mut self, desk: &mut Desk, read: Read) {
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
}
