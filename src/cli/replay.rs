//! `pickray replay`: run a saved pick again and compare.

use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome};
use crate::app::platform::reading::{self, MOST_PICK};
use crate::mesh::Mesh;
use crate::pick::{Chain, Difference, SavedObject, SavedPick};
use clap::Args;
use serde::Serialize;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Run a saved pick again and compare every step
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The pick, as `pickray pick --save` wrote it
    file: PathBuf,
    /// The mesh, where it is not where the pick says
    #[arg(long, value_name = "FILE")]
    mesh: Option<OsString>,
}

#[derive(Serialize)]
struct ReplayResult<'a> {
    same: bool,
    /// The pick's result, in words.
    result: String,
    /// The steps that came out otherwise, in their order.
    differences: &'a [Difference],
}

pub fn run(args: &ReplayArgs, output: &Output) -> Result<Outcome, CliError> {
    let path = || args.file.clone();
    let text = reading::read(&args.file, MOST_PICK)?;
    let saved: SavedPick = serde_json::from_slice(&text).map_err(|error| CliError::NotAPick { path: path(), error })?;
    let objects = &saved.situation.objects;
    let files: Vec<OsString> = objects.iter().map(|object| mesh_of(object, &args.file)).collect();
    let n_files = files.iter().collect::<HashSet<_>>().len();
    if args.mesh.is_some() && n_files != 1 {
        let message = format!("--mesh names one file, and the pick was made on {n_files}: leave it out");
        return Err(CliError::Usage(message));
    }
    let meshes = meshes(files.into_iter().map(|file| args.mesh.clone().unwrap_or(file)))?;
    let (trace, differences) = saved.replay(&meshes).map_err(|error| CliError::Replay { path: path(), error })?;

    let same = differences.is_empty();
    let result = Chain::of(&trace).result_in_words();
    let text = || {
        let mut text = format!("{}: {result}\n", if same { "the same" } else { "different" });
        for Difference { step, saved, now } in &differences {
            text += &format!("  {step}\n    saved {saved}\n    now   {now}\n");
        }
        text
    };
    output.result(&ReplayResult { same, result: result.clone(), differences: &differences }, text)?;
    Ok(if same { Outcome::Done } else { Outcome::No })
}

/// Returns the mesh of each object, of which these are the files: a file that several name has that many objects, in
/// their order, or one for all.
fn meshes(files: impl Iterator<Item = OsString>) -> Result<Vec<Arc<Mesh>>, CliError> {
    let mut open: HashMap<OsString, (Input, usize)> = HashMap::new();
    let mut meshes = Vec::new();
    for file in files {
        let (input, taken) = match open.entry(file) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let input = Input::load(place.key())?;
                place.insert((input, 0))
            }
        };
        let objects = input.scene().objects();
        meshes.push(objects.get(*taken).unwrap_or(&objects[0]).mesh.clone());
        *taken += 1;
    }
    Ok(meshes)
}

/// Returns where the mesh of a saved pick is: at the path saved, or beside the pick's file if it is not there.
fn mesh_of(object: &SavedObject, pick: &Path) -> OsString {
    let saved = PathBuf::from(object.mesh_path());
    let beside = pick.parent().map(|folder| folder.join(&saved)).filter(|path| path.exists());
    match beside {
        Some(beside) if !saved.exists() => beside.into_os_string(),
        _ => saved.into_os_string(),
    }
}
