//! Paths in the settings: as they are, or escaped after `file://` if they are not Unicode.

use pickray::study::{escaped, unescaped};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

const ESCAPED: &str = "file://";

pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
    let text = |path: &Path| match escaped(path.as_os_str()) {
        Some(escaped) => format!("{ESCAPED}{escaped}"),
        None => path.to_string_lossy().into_owned(),
    };
    paths.iter().map(|path| text(path)).collect::<Vec<_>>().serialize(serializer)
}

pub fn deserialize<'a, D: Deserializer<'a>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    let path = |text: String| match text.strip_prefix(ESCAPED).and_then(unescaped) {
        Some(path) => path.into(),
        None => text.into(),
    };
    Ok(Vec::<String>::deserialize(deserializer)?.into_iter().map(path).collect())
}
