//! Situations (the saved inputs of a pick) in files, and as lines of text that are copied and pasted.

pub use crate::situation_text::{LONGEST, SituationError, from_json, from_line, is_line, name_of, to_line};

use crate::app::platform::reading::{self, MOST_PICK};
use pickray::study::Situation;
use std::path::Path;

/// Returns `true` if a file's name ends as those of situations or saved picks do.
pub fn is_named_so(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    name.ends_with(".situation.json") || name.ends_with(".pick.json")
}

/// Ending of the names of files with saved selections.
pub const SELECTION_ENDING: &str = ".selection.json";

pub fn is_selection(path: &Path) -> bool {
    path.file_name().unwrap_or_default().to_string_lossy().to_lowercase().ends_with(SELECTION_ENDING)
}

pub fn is_landmarks(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    [".landmarks.json", ".csv", ".pp"].iter().any(|ending| name.ends_with(ending))
}

/// Reads the situation in a file, or the situation of the saved pick in it; blocks.
pub fn read(path: &Path) -> Result<Situation, SituationError> {
    let text = reading::read(path, MOST_PICK).map_err(|error| SituationError::Unreadable(error.to_string()))?;
    from_json(&text)
}
