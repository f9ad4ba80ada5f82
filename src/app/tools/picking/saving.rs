//! The pick that is inspected, saved to be run again by `pickray replay`.

use crate::app::action::Action;
use crate::app::answers::{MeshSource, absolute};
use crate::app::chooser::{FileRequest, Purpose};
use crate::app::desk::{Desk, choosing, restoring};
use crate::app::message::Message;
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::t;
use crate::pick::{PickTrace, PlanesGiven, SavedPick, Situation};
use crate::scene::Scene;
use std::ffi::OsString;
use std::path::PathBuf;

/// A pick on its way to a file.
#[derive(Clone, Debug)]
pub struct PickToSave {
    /// Where the dialog begins.
    pub folder: Option<PathBuf>,
    /// What the dialog proposes to call it.
    pub file_name: String,
    scene: Scene,
    meshes: Vec<OsString>,
    trace: PickTrace,
    planes_given: PlanesGiven,
}

impl PickToSave {
    /// The pick that is inspected; `None` where there is none.
    pub fn of(desk: &Desk) -> Option<Self> {
        let (picked, source) = (desk.picked.as_ref()?, desk.source.as_ref()?);
        let mesh = match source {
            MeshSource::File(path) => absolute(path).into_os_string(),
            MeshSource::Sample(_) => source.argument(),
        };
        Some(Self {
            folder: source.folder(),
            file_name: format!("{}.pick.{}", source.stem(), Kind::SavedPick.ending()),
            scene: desk.scene.clone(),
            meshes: vec![mesh; desk.scene.objects().len()],
            trace: picked.trace.clone(),
            planes_given: desk.setup.planes_given(),
        })
    }

    /// The text of the file. It takes time in proportion to the mesh, whose checksum is in it.
    ///
    /// # Errors
    ///
    /// Why there is none, in words.
    pub fn text(self) -> Result<Vec<u8>, String> {
        let PickTrace { view, cursor, options, .. } = &self.trace;
        let situation = Situation::new(&self.scene, self.meshes, view, *cursor, options);
        let saved = SavedPick::new(Situation { planes_given: self.planes_given, ..situation }, &self.trace);
        let mut text = serde_json::to_vec_pretty(&saved).map_err(|error| error.to_string())?;
        text.push(b'\n');
        Ok(text)
    }

    /// Asks where to save it, and does.
    fn ask(self, desk: &mut Desk) {
        let folder = self.folder.clone();
        let purpose = Purpose::Save(self.file_name.clone(), Kind::SavedPick);
        let save = |path: PathBuf| {
            Target::new(&path, Kind::SavedPick).write(&self.text()?).map_err(|error| error.to_string())?;
            Ok(path)
        };
        let then = Box::new(move |path| Action::Saved(save(path)));
        choosing::ask(desk, FileRequest { title: t!("save-pick-title"), folder, purpose, then });
    }
}

pub(in crate::app) fn save_pick(desk: &mut Desk) {
    match PickToSave::of(desk) {
        Some(pick) => pick.ask(desk),
        None => desk.tell(t!("no-pick-to-save")),
    }
}

/// Asks where to save what goes into the pick that is inspected, and does.
pub(in crate::app) fn save_situation(desk: &mut Desk) {
    let Some((situation, source)) = restoring::situation(desk).zip(desk.source.as_ref()) else {
        return desk.tell(t!("no-situation-to-save"));
    };
    let file_name = format!("{}.situation.{}", source.stem(), Kind::Situation.ending());
    let (folder, purpose) = (source.folder(), Purpose::Save(file_name, Kind::Situation));
    let save = move |path: PathBuf| match Target::new(&path, Kind::Situation).write_json(&situation) {
        Ok(()) => Message::word(t!("saved-to-open", path = path.display().to_string())),
        Err(error) => Message::error(error.to_string()),
    };
    let then = Box::new(move |path| Action::Tell(save(path)));
    choosing::ask(desk, FileRequest { title: t!("save-situation-title"), folder, purpose, then });
}
