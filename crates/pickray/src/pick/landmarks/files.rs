//! Files of landmarks, of which the ending of the name says the format.

use super::{LandmarkError, Landmarks, MeshLandmark, line_at};
use crate::work::memory;
use std::path::Path;

impl Landmarks {
    /// Returns the landmarks of a file in the format that its name ends in: `.json`, `.csv`, or `.pp` for `MeshLab`'s
    /// picked points.
    ///
    /// # Errors
    /// [`LandmarkError`] where the name ends otherwise, or the bytes hold no landmarks in that format.
    pub fn from_bytes(name: impl AsRef<Path>, bytes: &[u8]) -> Result<Self, LandmarkError> {
        let ending = ending(name.as_ref())?;
        // Each landmark has this byte and a name of 32 bytes. A growing list and its shorter copy are both in memory.
        let (byte, lists) = match ending {
            JSON => (b'{', 3),
            CSV => (b'\n', 1),
            _ => (b'<', 3),
        };
        let most = memchr::memchr_iter(byte, bytes).count() * (lists * size_of::<MeshLandmark>() + 32);
        memory::check(most as u64).map_err(LandmarkError::OutOfMemory)?;
        let valid = |error: std::str::Utf8Error| LandmarkError::NoUtf8(line_at(bytes, error.valid_up_to()));
        let text = std::str::from_utf8(bytes).map_err(valid)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match ending {
            JSON => serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Markups>(text) {
                Ok(_) => LandmarkError::Markups,
                Err(_) => LandmarkError::NoJson(error.to_string()),
            }),
            CSV => Self::from_csv(text),
            _ => Self::from_picked_points(text),
        }
    }

    /// Returns the landmarks as the text of a file, in the format that its name ends in, as for
    /// [`from_bytes`](Self::from_bytes). JSON and CSV hold only those with a finite position.
    ///
    /// # Errors
    /// [`LandmarkError::Ending`] where the name ends otherwise.
    pub fn to_text(&self, name: impl AsRef<Path>) -> Result<String, LandmarkError> {
        Ok(match ending(name.as_ref())? {
            JSON => {
                let row = |landmark| serde_json::to_string(landmark).expect("names, numbers and no maps");
                let rows: Vec<_> = self.picked().map(row).collect();
                format!("{{\"version\":{},\"landmarks\":[\n{}\n]}}\n", self.version, rows.join(",\n"))
            }
            CSV => self.to_csv(),
            _ => self.to_picked_points(),
        })
    }
}

/// Key by which the markups of 3D Slicer are known.
#[derive(serde::Deserialize)]
struct Markups {
    #[serde(rename = "markups")]
    _markups: serde::de::IgnoredAny,
}

const JSON: &str = "json";
const CSV: &str = "csv";
const PICKED_POINTS: &str = "pp";

/// Returns which of the three endings a name has, in upper or lower case.
fn ending(name: &Path) -> Result<&'static str, LandmarkError> {
    let given = name.extension().unwrap_or_default();
    let known = [JSON, CSV, PICKED_POINTS].into_iter().find(|known| given.eq_ignore_ascii_case(known));
    known.ok_or(LandmarkError::Ending)
}
