//! The pick that is inspected, saved to be run again by `pickray replay`.

use super::{Effect, State};
use crate::app::platform::{MeshSource, Saved};
use crate::pick::{PickTrace, SavedPick};
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
    /// The objects that were picked.
    pub scene: Scene,
    /// Where the mesh of each is, as `pickray replay` takes it.
    pub meshes: Vec<OsString>,
    /// Every step of the pick.
    pub trace: PickTrace,
}

impl PickToSave {
    /// The text of the file. It takes time in proportion to the mesh, whose checksum is in it.
    ///
    /// # Errors
    ///
    /// Why there is none, in words.
    pub fn text(self) -> Result<Vec<u8>, String> {
        let saved = SavedPick::new(&self.scene, self.meshes, self.trace);
        let mut text = serde_json::to_vec_pretty(&saved).map_err(|error| error.to_string())?;
        text.push(b'\n');
        Ok(text)
    }
}

pub(in crate::app) fn save_pick(state: &mut State) {
    let (Some(picked), Some(source)) = (&state.picked, &state.source) else {
        state.tell("There is no pick to save: click a triangle first.");
        return;
    };
    let (mesh, folder) = match source {
        MeshSource::File(path) => {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            (path.clone().into_os_string(), path.parent().map(ToOwned::to_owned))
        }
        MeshSource::Sample(sample) => (format!("sample:{}", sample.id()).into(), None),
    };
    let name = match source {
        MeshSource::File(path) => path.file_stem().map_or_else(|| "mesh".into(), |stem| stem.to_string_lossy()),
        MeshSource::Sample(sample) => sample.id().into(),
    };
    state.effects.push(Effect::SavePick(Box::new(PickToSave {
        folder,
        file_name: format!("{name}.pick.json"),
        scene: state.scene.clone(),
        meshes: vec![mesh; state.scene.objects.len()],
        trace: picked.trace.clone(),
    })));
}

pub(in crate::app) fn saved(state: &mut State, saved: Saved) {
    match saved {
        Saved::At(path) => {
            state.tell(format!("Saved; pickray replay {} runs it again.", path.display()));
        }
        Saved::Undirected(path) => {
            let path = path.display();
            state.tell(format!("No file dialog answered: saved as {path}. pickray replay {path} runs it again."));
        }
        Saved::Nothing => {}
        Saved::Failed(problem) => state.complain(problem),
    }
}
