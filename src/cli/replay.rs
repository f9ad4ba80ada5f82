//! `pickray replay`: run a saved pick again and compare.

use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome};
use crate::app::platform::reading::{self, MOST_PICK};
use crate::app::situation_text::name_of;
use clap::Args;
use pickray::study::{Chain, Difference, SavedObject, SavedPick};
use serde::Serialize;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
    /// Result of the pick when it was run again, in words.
    result: String,
    /// Steps that came out differently than in the saved pick, in their order.
    differences: &'a [Difference],
}

pub fn run(args: &ReplayArgs, output: &Output) -> Result<Outcome, CliError> {
    let text = reading::read(&args.file, MOST_PICK)?;
    let saved: SavedPick = serde_json::from_slice(&text).map_err(|error| {
        let how = "`pickray pick FILE --at X,Y --save NAME.pick.json` makes one";
        CliError::about(&args.file, format!("is not a saved pick: {error}; {how}"))
    })?;
    let files: HashSet<OsString> = saved.situation.objects.iter().map(|object| OsString::from(&object.mesh)).collect();
    let n_files = files.len();
    if args.mesh.is_some() && n_files != 1 {
        let message = format!("--mesh names one file, and the pick was made on {n_files}: leave it out");
        return Err(CliError::Usage(message));
    }
    let scene = saved.situation.open(|object| {
        let file = args.mesh.clone().unwrap_or_else(|| mesh_of(object, &args.file));
        Input::load(&[file]).map(|input| input.scene().clone())
    })?;
    let meshes: Vec<_> = scene.objects().iter().map(|object| object.mesh.clone()).collect();
    let (trace, differences) = saved.replay(&meshes).map_err(|error| CliError::about(&args.file, error))?;

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

/// Returns the path of a saved pick's mesh: the path saved; or, if that is not there, the same beside the pick's file,
/// or a file of that name there: paths of another system lead nowhere.
fn mesh_of(object: &SavedObject, pick: &Path) -> OsString {
    let saved = PathBuf::from(&object.mesh);
    let folder = pick.parent().unwrap_or(Path::new(""));
    let places = [saved.clone(), folder.join(&saved), folder.join(name_of(saved.as_os_str()))];
    let found = places.into_iter().find(|path| path.is_file());
    found.unwrap_or_else(|| saved.clone()).into_os_string()
}
