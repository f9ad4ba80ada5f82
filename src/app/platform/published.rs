//! Index of lessons on the web: a file in their folder that names all others, since a page cannot list a folder.

use super::is_companion;
use crate::app::texts::t;
use crate::lesson::LONGEST_FILE;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub const INDEX: &str = "index.json";

/// Greatest number of files in the folder, without the index.
pub const MOST_FILES: usize = 256;

/// Greatest length of a mesh or of a companion in bytes: what a telephone may fetch and hold.
pub const LONGEST_MESH: u64 = 64 << 20;

/// Version of the index that is written, and the latest that is read.
const VERSION: u32 = 1;

/// Index of a folder of lessons, whose names are all plain and whose lengths are within the bounds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Published {
    version: u32,
    /// Lengths of the files in bytes, by name.
    files: BTreeMap<String, u64>,
}

impl Published {
    /// Returns the index of files with these names and lengths, or words on the first file that is out of bounds.
    pub fn new(files: BTreeMap<String, u64>) -> Result<Self, String> {
        Self { version: VERSION, files }.checked()
    }

    /// Reads the index of the folder at `path`, as an error calls it; the error is one line.
    pub fn parse(path: &str, json: &[u8]) -> Result<Self, String> {
        let index = serde_json::from_slice::<Self>(json).map_err(|error| error.to_string()).and_then(Self::checked);
        index.map_err(|problem| t!("published-refused", path = format!("{path}{INDEX}"), problem = problem))
    }

    fn checked(self) -> Result<Self, String> {
        if self.version != VERSION {
            return Err(t!("published-of-version", version = self.version, known = VERSION));
        }
        if MOST_FILES < self.files.len() {
            return Err(t!("published-too-many", count = self.files.len(), most = MOST_FILES));
        }
        for (name, &length) in &self.files {
            if !(is_plain(name) || is_companion(name) && name.split('/').all(is_plain)) {
                return Err(t!("published-outside", name = name.as_str()));
            }
            let most = if is_text(name) { LONGEST_FILE } else { LONGEST_MESH };
            if most < length {
                let bytes = length.to_string();
                return Err(t!("published-too-large", name = name.as_str(), bytes = bytes, most = most >> 20));
            }
        }
        Ok(self)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the lessons' own files, which are read before any mesh, with their lengths in bytes.
    pub fn texts(&self) -> impl Iterator<Item = (&str, u64)> {
        self.files.iter().filter(|(name, _)| is_text(name)).map(|(name, length)| (name.as_str(), *length))
    }

    /// Returns the file of a mesh and all that it may name; nothing if there is no such file.
    pub fn beside(&self, mesh: &str) -> impl Iterator<Item = &str> {
        let is_there = self.files.contains_key(mesh);
        self.names().filter(move |name| is_there && (*name == mesh || is_companion(name)))
    }
}

/// Returns the path of a folder below the page, with a slash at its end; `None` for what leads out of it.
pub fn folder(asked: &str) -> Option<String> {
    let path = asked.strip_suffix('/').unwrap_or(asked);
    path.split('/').all(is_plain).then(|| format!("{path}/"))
}

fn is_text(name: &str) -> bool {
    name.ends_with(".lesson.json") || name.ends_with(".md")
}

/// Returns whether a name is that of a file or folder in the present one, however a server or a browser reads it.
fn is_plain(name: &str) -> bool {
    let leads_away = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '%' | '?' | '#');
    !name.is_empty() && !name.starts_with('.') && !name.contains(leads_away) && name != INDEX
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(files: &str) -> Result<Published, String> {
        Published::parse("course/", format!("{{\"version\": 1, \"files\": {files}}}").as_bytes())
    }

    #[test]
    fn a_folder_lies_below_the_page_or_is_none() {
        for (asked, path) in [("course", "course/"), ("a/b c/", "a/b c/"), ("课程/", "课程/")] {
            assert_eq!(folder(asked).as_deref(), Some(path));
        }
        for asked in [
            "", "/", "/course/", "../", "course/../..", "a/../", "./a", "//host/a", "https://host/a", "\\\\host\\a",
            "a\\..", "%2e%2e/", "a/%2E", "a//b", "a?b", "a#b", ".git/", "data:text/plain,", "a\n",
        ] {
            assert_eq!(folder(asked), None, "{asked}");
        }
    }

    #[test]
    fn an_index_names_what_is_in_its_folder_within_bounds() {
        let index = parsed(r#"{"a.lesson.json": 9, "a.en.md": 9, "b.obj": 5, "b.MTL": 5, "c.ply": 7, "i/c.png": 1}"#);
        let index = index.expect("an index");
        assert_eq!(index.texts().collect::<Vec<_>>(), [("a.en.md", 9), ("a.lesson.json", 9)]);
        assert_eq!(index.beside("b.obj").collect::<Vec<_>>(), ["b.MTL", "b.obj", "i/c.png"]);
        assert_eq!(index.beside("d.obj").count(), 0);
        let text = serde_json::to_vec(&index).expect("JSON");
        assert_eq!(Published::parse("", &text).expect("an index").files, index.files);
    }

    #[test]
    fn an_index_that_cannot_be_used_is_refused_in_one_line() {
        let many: Vec<_> = (0..=MOST_FILES).map(|i| format!("\"{i}.obj\": 1")).collect();
        for (files, told) in [
            ("7", "invalid type"),
            (r#"{"../b.obj": 1}"#, "it lists ../b.obj"),
            (r#"{"/b.obj": 1}"#, "it lists /b.obj"),
            (r#"{"a/b.obj": 1}"#, "it lists a/b.obj"),
            (r#"{"a/../b.png": 1}"#, "it lists a/../b.png"),
            (r#"{"\\\\host\\b": 1}"#, "it lists \\\\host\\b"),
            (r#"{"https://host/b": 1}"#, "it lists https://host/b"),
            (r#"{"%2e%2e": 1}"#, "it lists %2e%2e"),
            (r#"{"index.json": 1}"#, "it lists index.json"),
            (r#"{"b.obj": 67108865}"#, "it lists b.obj with 67108865 bytes"),
            (r#"{"a.en.md": 1048577}"#, "it lists a.en.md with 1048577 bytes, and the most is 1 MiB"),
            (r#"{"b.obj": -1}"#, "invalid value"),
            (&format!("{{{}}}", many.join(", ")), "it lists 257 files"),
        ] {
            let problem = parsed(files).expect_err(files);
            assert!(problem.contains(told) && problem.contains("course/index.json"), "{problem}");
            assert_eq!(problem.lines().count(), 1, "{problem}");
        }
        let later = Published::parse("", br#"{"version": 2, "files": {}}"#).expect_err("a later one");
        assert!(later.contains("version 2"), "{later}");
        assert!(Published::parse("", b"<!doctype html>").is_err());
    }
}
