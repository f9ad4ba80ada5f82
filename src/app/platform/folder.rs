//! Contents of a folder, for the window's own list of files.

use super::reading::ends_as;
use super::writing::{Kind, Target};
use crate::app::texts::t;
use crate::lesson;
use pickray::mesh::Format;
use pickray::work::Progress;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::DirEntry;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Greatest number of a folder's entries that are listed; the others can be opened only by their names.
pub const MOST_ENTRIES: usize = 20_000;
const FIRST_NAMES: usize = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: OsString,
    /// `true` for a folder, or a link to one.
    pub is_folder: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    pub folder: PathBuf,
    /// Entries of the folder: folders first, then files, each by name.
    pub entries: Vec<Entry>,
    /// `true` if the folder has more entries than [`MOST_ENTRIES`].
    pub is_cut: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Folder(Listing),
    /// File, or a pipe or device that is opened like one.
    File(PathBuf),
    /// Path at which there is nothing, in an existing folder.
    Free(PathBuf),
}

/// Returns what is at a path that was typed, from `base` or `~`; with a kind, whether such a file may be written there.
pub fn find(
    base: &Path,
    written: &Path,
    saved: Option<&(Kind, BTreeSet<PathBuf>)>,
    progress: &Progress,
) -> Option<Result<Found, String>> {
    let path = match from(base, written) {
        Ok(path) => path,
        Err(error) => return Some(Err(told(written, &error))),
    };
    Some(match std::fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => {
            list(&path, MOST_ENTRIES, progress)?.map(Found::Folder).map_err(|error| told(&path, &error))
        }
        Ok(_) => match saved.map(|(kind, open)| Target::new(&path, *kind).sparing(open).check()) {
            Some(Err(error)) => Err(error.to_string()),
            _ => Ok(Found::File(path)),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.parent().is_some_and(Path::is_dir) => {
            Ok(Found::Free(path))
        }
        Err(error) => Err(told(&path, &error)),
    })
}

/// Returns a message on what a folder without lessons contains; `None` if the folder has lessons. Blocks.
pub fn without_lessons(folder: &Path) -> Option<String> {
    let names = match std::fs::read_dir(folder) {
        Ok(entries) => entries.flatten().map(|entry| PathBuf::from(entry.file_name())),
        Err(error) => return Some(told(folder, &error)),
    };
    let names: Vec<_> = names.collect();
    if names.iter().any(|name| lesson::is_named_so(name)) {
        return None;
    }
    let path = folder.display().to_string();
    let meshes = names.iter().filter(|name| ends_as(name, &Format::ENDINGS));
    let mut meshes: Vec<_> = meshes.map(|name| name.display().to_string()).collect();
    let count = meshes.len();
    if count == 0 {
        return Some(t!("folder-of-nothing", path = path));
    }
    meshes.sort();
    if count > FIRST_NAMES {
        meshes.truncate(FIRST_NAMES);
        meshes.push("…".to_owned());
    }
    Some(t!("folder-of-meshes", path = path, count = count, names = meshes.join(t!("list-comma"))))
}

fn told(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Returns the absolute form of a typed path, which may begin at `base`, or with `~` in the home folder.
pub fn from(base: &Path, written: &Path) -> io::Result<PathBuf> {
    let path = match (written.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => base.join(written),
    };
    // Links are followed only if the path leads back up through one.
    if path.components().any(|part| part == Component::ParentDir) {
        path.canonicalize()
    } else {
        std::path::absolute(path)
    }
}

fn list(folder: &Path, most: usize, progress: &Progress) -> Option<io::Result<Listing>> {
    let mut entries = Vec::new();
    let mut is_cut = false;
    let all = match std::fs::read_dir(folder) {
        Ok(all) => all,
        Err(error) => return Some(Err(error)),
    };
    for entry in all.flatten() {
        progress.check().ok()?;
        if entries.len() == most {
            is_cut = true;
            break;
        }
        entries.push(Entry { is_folder: is_folder(&entry), name: entry.file_name() });
    }
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_string_lossy().to_lowercase()));
    Some(Ok(Listing { folder: folder.to_owned(), entries, is_cut }))
}

fn is_folder(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        kind => kind.is_ok_and(|kind| kind.is_dir()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a new folder with these files.
    fn folder_with(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        names.iter().for_each(|name| std::fs::write(folder.path().join(name), "v 0 0 0").expect("written"));
        folder
    }

    fn found(base: &Path, written: &str, kind: Option<Kind>) -> Result<Found, String> {
        let saved = kind.map(|kind| (kind, BTreeSet::from([base.join("open.obj")])));
        find(base, Path::new(written), saved.as_ref(), &Progress::default()).expect("nobody stops it")
    }

    #[test]
    fn folders_come_first_and_links_to_folders_are_folders() {
        let folder = folder_with(&["b.obj", "A.obj", "c.txt"]);
        std::fs::create_dir(folder.path().join("zoo")).expect("a folder");
        #[cfg(unix)]
        std::os::unix::fs::symlink("zoo", folder.path().join("link")).expect("a link");
        let Ok(Found::Folder(listing)) = found(folder.path(), ".", None) else { panic!("it is a folder") };
        let names: Vec<_> = listing.entries.iter().map(|entry| entry.name.to_str().expect("Unicode")).collect();
        let folders: &[&str] = if cfg!(unix) { &["link", "zoo"] } else { &["zoo"] };
        assert_eq!(names, [folders, &["A.obj", "b.obj", "c.txt"]].concat());
        assert!(!listing.is_cut);
        let stopped = Progress::default();
        stopped.cancel();
        assert_eq!(find(folder.path(), Path::new("."), None, &stopped), None);
    }

    #[test]
    fn a_large_folder_is_listed_in_part() {
        let folder = folder_with(&["a", "b", "c"]);
        for (most, listed, is_cut) in [(2, 2, true), (3, 3, false)] {
            let listing = list(folder.path(), most, &Progress::default()).expect("nobody stops it").expect("a folder");
            assert_eq!((listing.entries.len(), listing.is_cut), (listed, is_cut));
        }
    }

    #[test]
    fn what_is_written_is_found_from_the_folder_and_said_to_be_missing() {
        let folder = folder_with(&["cow.obj"]);
        let base = folder.path().canonicalize().expect("it is there");
        std::fs::create_dir(base.join("in")).expect("a folder");
        assert_eq!(found(&base.join("in"), "../cow.obj", None), Ok(Found::File(base.join("cow.obj"))));
        assert_eq!(found(&base, "new.obj", None), Ok(Found::Free(base.join("new.obj"))));
        let problem = found(&base, "nowhere/new.obj", None).expect_err("there is no such folder");
        assert!(problem.starts_with(&base.join("nowhere/new.obj").display().to_string()), "{problem}");
        if std::env::home_dir().is_some_and(|home| home.is_dir()) {
            assert!(matches!(found(&base, "~", None), Ok(Found::Folder(_))));
        }
    }

    #[test]
    fn a_folder_of_meshes_is_told_as_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let told = || without_lessons(folder.path());
        let path = folder.path().display();
        assert!(told().is_some_and(|told| told.contains("without a mesh or a lesson")));
        for name in ["part.STL", "notes.txt", "cow.obj", "zebra.glb", "ant.ply"] {
            std::fs::write(folder.path().join(name), "").expect("written");
        }
        let names = "ant.ply, cow.obj, part.STL, …";
        assert_eq!(told(), Some(format!("{path}: is a folder of 4 meshes, {names}; open one of them")));
        std::fs::write(folder.path().join("flip.lesson.json"), "").expect("written");
        assert_eq!(told(), None);
        assert!(without_lessons(&folder.path().join("none")).is_some(), "it cannot be read");
    }

    #[test]
    fn an_open_file_is_refused_before_it_is_asked_whether_to_replace_it() {
        let folder = folder_with(&["open.obj", "other.obj"]);
        for (name, is_open) in [("open.obj", true), ("other.obj", false)] {
            let problem = found(folder.path(), name, Some(Kind::Mesh)).err();
            assert_eq!(problem.is_some_and(|problem| problem.contains("is open here")), is_open, "{name}");
        }
    }

    #[test]
    fn a_mesh_is_no_file_to_save_a_pick_to() {
        let folder = folder_with(&["cow.obj"]);
        let problem = found(folder.path(), "cow.obj", Some(Kind::SavedPick)).expect_err("a mesh");
        assert!(problem.contains("is a mesh") && problem.lines().count() == 1, "{problem}");
        assert!(matches!(found(folder.path(), "cow.pick.json", Some(Kind::SavedPick)), Ok(Found::Free(_))));
    }
}
