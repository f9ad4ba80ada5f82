//! Requests for files, and the window's own list of files, where the system has no dialog, filtered by a line of text.

use crate::app::job::{Answer, Pending};
use crate::app::platform::folder::{Entry, Found, Listing};
use crate::app::platform::reading::ends_as;
use crate::app::platform::writing::Kind;
use crate::app::texts::t;
use crate::{lesson, situation_text};
use pickray::mesh::Format;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

/// Request for a file, which turns the chosen paths into an action.
pub struct FileRequest<Action> {
    pub title: &'static str,
    /// Folder where the choice begins; `None` for the folder that the program was started in.
    pub folder: Option<PathBuf>,
    pub purpose: Purpose,
    /// Function from the chosen path, or the paths of several meshes, to an action; called by a job.
    pub then: Arc<dyn Fn(Vec<PathBuf>) -> Action + Send + Sync>,
    /// Reason why the previously chosen file was not written; `None` at the first request.
    pub problem: Option<String>,
}

impl<Action> FileRequest<Action> {
    /// Returns a request for files; `then` turns the chosen paths into an action, in a background job.
    pub fn new(
        (title, folder): (&'static str, Option<PathBuf>),
        purpose: Purpose,
        then: impl Fn(Vec<PathBuf>) -> Action + Send + Sync + 'static,
    ) -> Self {
        Self { title, folder, purpose, then: Arc::new(then), problem: None }
    }

    /// Returns a request for one file; `then` turns the chosen path into an action, in a background job.
    pub fn of_one(
        place: (&'static str, Option<PathBuf>),
        purpose: Purpose,
        then: impl Fn(PathBuf) -> Action + Send + Sync + 'static,
    ) -> Self {
        Self::new(place, purpose, move |mut paths| then(paths.swap_remove(0)))
    }

    /// Changes the request to propose the name and folder of `path`, which could not be written.
    pub(super) fn instead_of(&mut self, path: &Path) {
        if let (Purpose::Save(name, _), Some(typed)) = (&mut self.purpose, path.file_name()) {
            *name = typed.to_string_lossy().into_owned();
            self.folder = path.parent().map(Path::to_owned);
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    OpenMesh,
    OpenMeshes,
    /// Writing of a file of this kind, with this name proposed.
    Save(String, Kind),
}

impl<Action> fmt::Debug for FileRequest<Action> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileRequest").field("title", &self.title).finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub enum ChooserAction {
    EditName(String),
    EditFolder(String),
    GoTo(PathBuf),
    /// Chooses the entry with this index among the shown entries.
    Choose(usize),
    /// Chooses the entry with this index among the shown entries, or opens it if it is already chosen.
    Take(usize),
    /// Marks the file with this index among the shown entries, to be opened with others, or unmarks it.
    Mark(usize),
    Submit,
    /// Lists files of every kind (`true`), or only those of the kind that is asked for.
    ShowAll(bool),
    Found(Answer<Result<Found, String>>),
}

/// State of the window's own list of files, where a person chooses one.
#[derive(Debug)]
pub struct Chooser<Action> {
    pub request: FileRequest<Action>,
    pub folder_text: String,
    pub name: String,
    /// `true` while files of every kind are listed, not only those of the kind that is asked for.
    pub all_files: bool,
    /// Problem with the chosen file, or a warning that its name has to be entered again to replace it; else `None`.
    pub problem: Option<String>,
    /// Entries of the folder; `None` until it was read.
    listing: Option<Listing>,
    /// Indices in `listing` of the entries that are shown.
    shown: Vec<usize>,
    pub chosen: Option<usize>,
    /// Indices in `listing` of the files that are marked, to be opened together.
    marked: BTreeSet<usize>,
    /// Pending result of looking up what is at the path that was entered last.
    pub(super) finding: Pending<Result<Found, String>>,
    /// Existing file that the person was warned about; entering its name again replaces it.
    replaced: Option<PathBuf>,
}

impl<Action> Chooser<Action> {
    pub(super) fn new(mut request: FileRequest<Action>) -> Self {
        let name = match &request.purpose {
            Purpose::OpenMesh | Purpose::OpenMeshes => String::new(),
            Purpose::Save(name, _) => name.clone(),
        };
        Self {
            problem: request.problem.take(),
            request,
            folder_text: String::new(),
            name,
            all_files: false,
            listing: None,
            shown: Vec::new(),
            chosen: None,
            marked: BTreeSet::new(),
            finding: Pending::Idle,
            replaced: None,
        }
    }

    pub fn folder(&self) -> Option<&Path> {
        self.listing.as_ref().map(|listing| &*listing.folder)
    }

    pub fn is_cut(&self) -> bool {
        self.listing.as_ref().is_some_and(|listing| listing.is_cut)
    }

    pub fn n_shown(&self) -> usize {
        self.shown.len()
    }

    /// Returns the entry with this index among the shown entries; `None` if the index is out of range.
    pub fn entry(&self, index: usize) -> Option<&Entry> {
        self.listing.as_ref()?.entries.get(*self.shown.get(index)?)
    }

    pub fn verb(&self) -> &'static str {
        match self.request.purpose {
            Purpose::OpenMesh | Purpose::OpenMeshes => t!("chooser-open"),
            Purpose::Save(..) if self.replaced.is_some() => t!("chooser-replace"),
            Purpose::Save(..) => t!("chooser-save"),
        }
    }

    fn saves(&self) -> bool {
        matches!(self.request.purpose, Purpose::Save(..))
    }

    pub(super) fn edit_name(&mut self, name: String) {
        self.name = name;
        self.problem = None;
        self.replaced = None;
        self.filter();
    }

    pub(super) fn show_all(&mut self, all: bool) {
        self.all_files = all;
        self.filter();
    }

    /// Returns the shown index `by` below the chosen one, else the first, or last if `by` < 0; `None` if none is shown.
    pub fn stepped(&self, by: isize) -> Option<usize> {
        let last = self.shown.len().checked_sub(1)?;
        let next = self.chosen.map_or(if by < 0 { last } else { 0 }, |chosen| chosen.saturating_add_signed(by));
        Some(next.min(last))
    }

    /// Chooses the shown entry with this index. If a file is to be saved, also proposes the name of a chosen file.
    pub(super) fn choose(&mut self, index: usize) {
        self.marked.clear();
        self.chosen = Some(index);
        self.problem = None;
        self.replaced = None;
        if self.saves()
            && let Some(file) = self.entry(index).filter(|entry| !entry.is_folder)
        {
            self.name = file.name.to_string_lossy().into_owned();
        }
    }

    /// Marks the shown file with this index, or unmarks it if it is marked. The first mark also marks the chosen file.
    pub(super) fn mark(&mut self, index: usize) {
        let places = [self.chosen.filter(|_| self.marked.is_empty()), Some(index)];
        for place in places.into_iter().flatten().filter_map(|index| self.shown.get(index).copied()) {
            let is_file = self.listing.as_ref().is_some_and(|listing| !listing.entries[place].is_folder);
            if is_file && self.request.purpose == Purpose::OpenMeshes && !self.marked.remove(&place) {
                self.marked.insert(place);
            }
        }
        self.chosen = None;
    }

    pub fn is_marked(&self, index: usize) -> bool {
        self.shown.get(index).is_some_and(|place| self.marked.contains(place))
    }

    pub fn n_marked(&self) -> usize {
        self.marked.len()
    }

    pub(super) fn marked(&self) -> Vec<PathBuf> {
        let Some(listing) = &self.listing else { return Vec::new() };
        self.marked.iter().map(|&place| listing.folder.join(&listing.entries[place].name)).collect()
    }

    /// Returns the path that the person means: the chosen entry's, else the one typed; `None` if there is neither.
    pub(super) fn meant(&self) -> Option<PathBuf> {
        let chosen = self.chosen.and_then(|chosen| self.entry(chosen));
        let written = || (!self.name.trim().is_empty()).then(|| PathBuf::from(self.name.trim()));
        chosen.filter(|entry| entry.is_folder || !self.saves()).map(|entry| PathBuf::from(&entry.name)).or_else(written)
    }

    /// Takes what is at the path; returns the path if it can be used, else lists it or sets [`problem`](Self::problem).
    pub(super) fn found(&mut self, found: Result<Found, String>) -> Option<PathBuf> {
        // The problem of the first question stays until something is done.
        if self.listing.is_some() {
            self.problem = None;
        }
        match found {
            Ok(Found::Folder(listing)) => self.enter(listing),
            Ok(Found::File(path)) if !self.saves() || self.replaced.as_ref() == Some(&path) => return Some(path),
            Ok(Found::File(path)) => {
                let name = path.file_name().unwrap_or(path.as_os_str()).display();
                self.problem = Some(t!("chooser-is-there", name = name.to_string()));
                self.replaced = Some(path);
            }
            Ok(Found::Free(path)) if self.saves() => return Some(path),
            Ok(Found::Free(path)) => self.problem = Some(t!("chooser-no-such-file", path = path.display().to_string())),
            Err(problem) => self.problem = Some(problem),
        }
        None
    }

    fn enter(&mut self, listing: Listing) {
        self.folder_text = listing.folder.display().to_string();
        self.marked.clear();
        let is_first = self.listing.replace(listing).is_none();
        match &self.request.purpose {
            // What is typed while the first folder is read is a name in it.
            Purpose::OpenMesh | Purpose::OpenMeshes if is_first => {}
            Purpose::OpenMesh | Purpose::OpenMeshes => self.name.clear(),
            Purpose::Save(name, _) if is_path(&self.name) => self.name.clone_from(name),
            Purpose::Save(..) => {}
        }
        self.filter();
    }

    /// Lists folders, and files of the wanted kind, whose names hold what is typed, and chooses the first of them.
    fn filter(&mut self) {
        let wanted = if self.saves() || is_path(&self.name) { String::new() } else { self.name.trim().to_lowercase() };
        let endings: &[&str] = match self.request.purpose {
            Purpose::OpenMesh | Purpose::OpenMeshes => &Format::ENDINGS,
            Purpose::Save(_, kind) => kind.endings(),
        };
        // Files that are opened beside meshes: lessons, situations, saved picks and selections.
        let opens_more = |name: &OsString| {
            let path = Path::new(name);
            let ours = [situation_text::is_named_so, situation_text::is_selection, situation_text::is_landmarks];
            let is_ours = lesson::is_named_so(path) || ours.iter().any(|is_one| is_one(path));
            self.request.purpose == Purpose::OpenMeshes && is_ours
        };
        let is_shown = |entry: &Entry| {
            let name = entry.name.to_string_lossy();
            let is_kind = || ends_as(&entry.name, endings) || opens_more(&entry.name);
            (self.all_files || (!name.starts_with('.') && (entry.is_folder || is_kind())))
                && name.to_lowercase().contains(&wanted)
        };
        let entries = self.listing.as_ref().map_or(&[][..], |listing| &listing.entries);
        self.shown = entries.iter().enumerate().filter(|(_, entry)| is_shown(entry)).map(|(at, _)| at).collect();
        self.chosen = (!wanted.is_empty() && !self.shown.is_empty()).then_some(0);
    }
}

fn is_path(written: &str) -> bool {
    written.starts_with('~') || written == ".." || written.contains(['/', MAIN_SEPARATOR])
}

#[cfg(test)]
mod tests;
