//! Lessons in a folder beside the page, which `?lessons=` in the address names.

use super::fetching::{answered, ask};
use super::said;
use crate::app::platform::published::{self, INDEX, Published};
use crate::app::texts::t;
use crate::lesson::{self, LONGEST_FILE, Lesson, LessonError};
use js_sys::encode_uri_component;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

thread_local! {
    /// The folder whose lessons were fetched, and its index.
    static FOLDER: RefCell<Option<(PathBuf, Published)>> = const { RefCell::new(None) };
}

/// Fetches the lessons of the folder that the address asks for; returns them, each or why it cannot be used, or a
/// message on why there are none. Meshes are fetched when they are shown.
pub async fn fetch(asked: &str) -> Result<Vec<Result<Lesson, LessonError>>, String> {
    let folder = published::folder(asked).ok_or_else(|| t!("lessons-no-folder", path = asked))?;
    let missing = |name: &str, problem: &str| {
        t!("lessons-not-fetched", path = format!("{folder}{name}"), problem = problem.to_owned())
    };
    let path = Path::new(&folder);
    let index = answered(ask(&address(path, INDEX)), LONGEST_FILE).await;
    let index = Published::parse(&folder, &index.map_err(|error| missing(INDEX, &said(&error)))?)?;
    // All are asked for before the first is waited for.
    let asked: Vec<_> = index.texts().map(|(name, length)| (name, length, ask(&address(path, name)))).collect();
    let mut files = BTreeMap::new();
    for (name, length, asked) in asked {
        let bytes = answered(asked, LONGEST_FILE).await.map_err(|error| missing(name, &said(&error)))?;
        if bytes.len() as u64 != length {
            return Err(missing(name, t!("lessons-other-length")));
        }
        files.insert(name.to_owned(), bytes);
    }
    let lessons = lesson::parse_folder(path, &files);
    FOLDER.set(Some((path.to_owned(), index)));
    Ok(lessons)
}

/// Returns the addresses and names of a mesh in the folder of lessons and of the files that it may name, if any.
pub fn beside(path: &Path) -> Vec<(String, String)> {
    FOLDER.with_borrow(|fetched| {
        let Some((folder, index)) = fetched.as_ref().filter(|(folder, _)| path.parent() == Some(folder)) else {
            return Vec::new();
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        index.beside(&name).map(|name| (name.to_owned(), address(folder, name))).collect()
    })
}

/// Returns the path of a mesh in the folder of lessons; `None` if it has none of this name.
pub fn mesh(name: &str) -> Option<PathBuf> {
    let path = FOLDER.with_borrow(|fetched| fetched.as_ref().map(|(folder, _)| folder.join(name)))?;
    (!beside(&path).is_empty()).then_some(path)
}

fn address(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    let parts = path.iter().map(|part| String::from(encode_uri_component(&part.to_string_lossy())));
    parts.collect::<Vec<_>>().join("/")
}
