//! The documents name files that exist.

use crate::data::root;
use std::path::PathBuf;

/// Folders of the repository; a path that begins with one of them is a promise.
const FOLDERS: [&str; 10] =
    ["assets/", "benches/", "crates/", "docs/", "examples/", "fuzz/", "scripts/", "shaders/", "src/", "tests/"];

fn documents() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(root().join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut documents: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    documents.push(root().join("README.md"));
    documents
}

/// What stands between backticks, in links or in a line of commands and looks like a path in the repository.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "`()[]<>\"',;".contains(c))
        .map(|word| word.trim_start_matches("./").trim_end_matches(['.', ':']))
        .filter(|word| FOLDERS.iter().any(|folder| word.starts_with(folder)))
        .filter(|word| !word.contains(['*', '{', '…', '=']))
}

#[test]
fn paths_in_the_documents_lead_somewhere() {
    let mut checked = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).expect("a readable document");
        for path in paths(&text) {
            checked += 1;
            assert!(root().join(path).exists(), "{} names {path}, which does not exist", document.display());
        }
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let outside = link.is_empty() || link.contains("://");
            let folder = document.parent().expect("a folder");
            assert!(outside || folder.join(link).exists(), "{} links to {link}", document.display());
        }
    }
    assert!(checked > 10, "only {checked} paths were found");
}
