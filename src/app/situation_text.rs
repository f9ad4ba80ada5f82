//! Situations (the saved inputs of a pick) in files, and as lines of text that are copied and pasted.

pub use crate::situation_text::{LONGEST, SituationError, from_json, from_line, is_line, name_of, to_line};

use crate::app::platform::reading::{self, MOST_PICK};
use pickray::study::Situation;
use std::path::Path;

/// Ending of the names of files with saved selections.
pub const SELECTION_ENDING: &str = ".selection.json";

fn ends_as(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// Returns `true` if a file's name ends as those of situations or saved picks do.
pub fn is_named_so(path: &Path) -> bool {
    ends_as(path, &[".situation.json", ".pick.json"])
}

pub fn is_selection(path: &Path) -> bool {
    ends_as(path, &[SELECTION_ENDING])
}

pub fn is_landmarks(path: &Path) -> bool {
    ends_as(path, &[".landmarks.json", ".csv", ".pp"])
}

/// Reads the situation in a file, or the situation of the saved pick in it; blocks.
pub fn read(path: &Path) -> Result<Situation, SituationError> {
    let text = reading::read(path, MOST_PICK).map_err(|error| SituationError::Unreadable(error.to_string()))?;
    from_json(&text)
}
