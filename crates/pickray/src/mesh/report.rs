//! Report of loading a file: counts, warnings, and the reason why there is no mesh, as readers give it, without the
//! name of the file, and as callers get it.

use crate::mesh::origin::UnfitSize;
use crate::mesh::problem::{Advice, Kind, Need, Problem, Word};
use crate::mesh::{Format, IndexedMesh, Place};
use crate::work::said::{example, said};
use crate::work::{Cancelled, OutOfMemory};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

/// A problem that did not stop the mesh from being loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// Line of the file, from 1, where the statement begins; `None` if the problem concerns no single line.
    pub line: Option<u32>,
    /// Record of a binary file, from 1; `None` if the problem concerns no single record.
    #[serde(default)]
    pub record: Option<u32>,
    /// Problem, and what was done about it; in JSON its English text.
    #[serde(rename = "message")]
    pub problem: Problem,
}

impl Warning {
    pub(crate) fn of_file(problem: Problem) -> Self {
        Self { line: None, record: None, problem }
    }

    /// Returns the place in the file that the warning concerns; `None` if it concerns all of the file.
    pub fn place(&self) -> Option<Place> {
        Place::of(self.line, self.record)
    }
}

/// Report on a file that was loaded: its counts, problems and times.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadReport {
    /// Name of the file, as it was given.
    pub name: String,
    /// Format of the file, told by its first bytes; `None` for a mesh that does not come from a file, such as a sample.
    #[serde(default)]
    pub format: Option<Format>,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Encoding of the whole file, or of its names, guessed from their bytes; `None` for UTF-8.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Number of lines of the file; 0 for a binary one.
    pub lines: u64,
    /// Number of vertices: in OBJ of `v` statements, in STL three for each triangle, else of all in the file.
    pub vertices: u64,
    /// Number of triangles of the mesh.
    pub triangles: u64,
    /// Number of faces of the file: `f` statements, facets, polygons or triangles of strips, including faces left out.
    pub faces: u64,
    /// Number of faces of the mesh that have more than three corners.
    pub polygons: u64,
    /// Number of faces left out because of a problem.
    pub faces_left_out: u64,
    /// Number of `p` statements (points) in the file, which are skipped.
    pub points: u64,
    /// Number of `l` statements (polylines) in the file, which are skipped.
    pub polylines: u64,
    /// Number of `curv`, `curv2` and `surf` statements in the file, which are skipped.
    pub curves_and_surfaces: u64,
    /// File names in the `mtllib` statements. Read are those in the folder of the mesh or below it if the mesh was
    /// opened by its path, otherwise those among the files opened together with it.
    pub material_libraries: Vec<String>,
    /// Problems in the order of the file; of many problems of one kind only the first, then the number of the others.
    pub warnings: Vec<Warning>,
    /// Oddities that leave the mesh as the file describes it, such as polygons that cross themselves.
    pub remarks: Vec<Warning>,
    /// Number of all problems, also of those not listed in `warnings`; remarks do not count.
    pub problems: u64,
    /// Seconds taken to read the file and cut its polygons; 0 on `wasm32-unknown-unknown`, where std has no clock.
    pub read_seconds: f64,
    /// Seconds taken to build the tree; 0 on `wasm32-unknown-unknown`, where std has no clock.
    pub build_seconds: f64,
}

impl LoadReport {
    /// Turns line numbers into record numbers, which readers of binary files count as lines.
    pub(super) fn tell_records(&mut self) {
        self.lines = 0;
        for warning in self.warnings.iter_mut().chain(&mut self.remarks) {
            warning.record = warning.line.take();
        }
    }

    /// Returns the seconds from the beginning of the loading until the mesh can be picked.
    pub fn load_seconds(&self) -> f64 {
        self.read_seconds + self.build_seconds
    }
}

/// Stopwatch that counts seconds; always shows 0 on `wasm32-unknown-unknown`, as in browsers, where std has no clock.
pub struct Stopwatch {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    start: std::time::Instant,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            start: std::time::Instant::now(),
        }
    }

    pub fn seconds(&self) -> f64 {
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        return self.start.elapsed().as_secs_f64();
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        0.0
    }
}

said! {
    /// Reason why a file gives no mesh. The message names the file, the line where there is one, and what to do.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum LoadError {
        Unreadable { path: PathBuf, #[source] error: io::Error }
        where path = path.display().to_string(), problem = error.to_string() =>
            "{path}: cannot be read: {problem}; check the path and the permissions",
        NotAMesh { name: String, what: Problem, advice: Advice } => "{name}: {what}; {advice}",
        NoMesh { name: String, line: Option<u32>, what: Problem, advice: Advice }
        where
            place = line.map_or(InFile::Anywhere { name: name.clone() }, |line| {
                InFile::Line { name: name.clone(), line }
            }),
            what = what.clone(), advice = *advice =>
            "{place}: {what}; {advice}",
        TooLarge { name: String, what: Problem } => "{name}: {what}; split the file",
        OutOfMemory { name: String, size: Need, #[source] missing: OutOfMemory } =>
            "{name}: {size} {missing}; close other programs, raise the limit or split the file",
        Cancelled { name: String } => "{name}: loading was cancelled",
    }
}
example! {
    PathBuf = "folder/file".into(),
    io::Error = io::ErrorKind::NotFound.into(),
    Option<u32> = Some(77),
}

said! {
    /// File, or line of a file, that a message begins with.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum InFile {
        Anywhere { name: String } => "{name}",
        Line { name: String, line: u32 } => "{name}:{line}",
    }
}

pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Result of a reader: the mesh of a file, and the report on it.
pub type Loaded<T = IndexedMesh> = (T, LoadReport);

/// Reason why a file gives no mesh: a [`LoadError`] without the name of the file.
#[derive(Debug)]
pub enum Refusal {
    Unreadable(io::Error),
    /// The file is no mesh: what it is instead, and what to do.
    NotAMesh(Problem, Advice),
    NoMesh {
        line: Option<u32>,
        what: Problem,
        advice: Advice,
    },
    /// The file is larger than a mesh can be; the problem says what there is too much of.
    TooLarge(Problem),
    OutOfMemory(OutOfMemory),
    Cancelled,
}

impl Refusal {
    pub fn of(what: Problem, advice: Advice) -> Self {
        Self::NoMesh { line: None, what, advice }
    }

    /// Returns the refusal of a file to be corrected, on this line, from 1, if the damage is on one.
    pub fn damaged(line: Option<u32>, what: Problem) -> Self {
        Self::NoMesh { line, what, advice: Advice::Correct }
    }

    /// Returns the refusal of a damaged glTF document; `detail` says in English what is wrong, and where.
    #[cfg(feature = "gltf")]
    pub fn gltf(detail: String) -> Self {
        Self::damaged(None, Problem::Gltf { detail })
    }

    pub fn no_usable_face(faces: u64, first: Option<&Warning>) -> Self {
        let why = Box::new(first.map_or(Problem::NoVertexUsable, |warning| warning.problem.clone()));
        Self::damaged(first.and_then(|warning| warning.line), Problem::NoFaceUsable { faces, why })
    }

    pub fn too_many(what: Word, count: u64, most: u64) -> Self {
        Self::TooLarge(Problem::TooMany { count, what, most })
    }

    /// Returns the problem of the file; the refusal if the file is not damaged, but cannot be read now.
    #[cfg(feature = "gltf")]
    pub fn into_problem(self) -> Result<Problem, Self> {
        match self {
            Self::NotAMesh(what, _) | Self::NoMesh { what, .. } | Self::TooLarge(what) => Ok(what),
            other => Err(other),
        }
    }

    pub fn into_load_error(self, name: &str, length: u64) -> LoadError {
        let name = name.to_owned();
        match self {
            Self::Unreadable(error) => LoadError::Unreadable { path: name.into(), error },
            Self::NotAMesh(what, advice) => LoadError::NotAMesh { name, what, advice },
            Self::NoMesh { line, what, advice } => LoadError::NoMesh { name, line, what, advice },
            Self::TooLarge(what) => LoadError::TooLarge { name, what },
            Self::OutOfMemory(missing) => {
                let size = Need::Text { megabytes: format!("{:.1}", length as f64 / 1e6) };
                LoadError::OutOfMemory { name, size, missing }
            }
            Self::Cancelled => LoadError::Cancelled { name },
        }
    }
}

impl From<UnfitSize> for Refusal {
    fn from(unfit: UnfitSize) -> Self {
        let side = format!("{:e}", unfit.0);
        match unfit.is_large() {
            true => Self::of(Problem::TooLarge { side }, Advice::ScaleDown),
            false => Self::of(Problem::TooSmall { side }, Advice::ScaleUp),
        }
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(missing: OutOfMemory) -> Self {
        Self::OutOfMemory(missing)
    }
}

impl From<Cancelled> for Refusal {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Most problems of one kind that are listed; others are only counted.
const LISTED: usize = 20;

#[derive(Clone, Debug, Default)]
struct Kept {
    count: u64,
    first: Vec<(u32, Problem)>,
}

#[derive(Clone, Debug, Default)]
pub struct Problems {
    kinds: BTreeMap<Kind, Kept>,
}

impl Problems {
    /// Adds a problem on `line`, from 1; `problem` is called only if it will be listed. Lines come in ascending order.
    pub fn add(&mut self, kind: Kind, line: u32, problem: impl FnOnce() -> Problem) {
        let kept = self.kinds.entry(kind).or_default();
        kept.count += 1;
        if kept.first.len() < LISTED {
            kept.first.push((line, problem()));
        }
    }

    /// Adds the problems of a later piece of the file, which has `lines_ahead` lines ahead of its line 1.
    pub fn append(&mut self, later: Self, lines_ahead: u32) {
        for (kind, later) in later.kinds {
            let kept = self.kinds.entry(kind).or_default();
            kept.count += later.count;
            let room = LISTED - kept.first.len();
            kept.first
                .extend(later.first.into_iter().take(room).map(|(line, it)| (line.saturating_add(lines_ahead), it)));
        }
    }

    /// Returns the number of problems, remarks not counted.
    pub fn count(&self) -> u64 {
        self.kinds.iter().filter(|(kind, _)| !kind.is_remark()).map(|(_, kept)| kept.count).sum()
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.kinds.contains_key(&kind)
    }

    /// Returns the problem on the first line, remarks and problems of the kind `but` not counted.
    #[cfg(feature = "gltf")]
    pub fn first_beside(&self, but: Kind) -> Option<&Problem> {
        let kept = self.kinds.iter().filter(|(kind, _)| !kind.is_remark() && **kind != but);
        kept.flat_map(|(_, kept)| kept.first.first()).min_by_key(|(line, _)| line).map(|(_, problem)| problem)
    }

    pub fn told_in(self, report: LoadReport) -> LoadReport {
        let problems = self.count();
        let [warnings, remarks] = self.into_lists();
        LoadReport { problems, warnings, remarks, ..report }
    }

    /// Returns warnings and remarks by line; each list ends with the number of those not listed, kind by kind.
    pub fn into_lists(self) -> [Vec<Warning>; 2] {
        let mut lists = [Vec::new(), Vec::new()];
        let mut more = [Vec::new(), Vec::new()];
        for (kind, kept) in self.kinds {
            let list = usize::from(kind.is_remark());
            let count = kept.count - kept.first.len() as u64;
            if count > 0 {
                more[list].push(Warning::of_file(Problem::More { count, kind }));
            }
            let listed = kept.first.into_iter();
            lists[list].extend(listed.map(|(line, problem)| Warning { line: Some(line), record: None, problem }));
        }
        for (list, more) in lists.iter_mut().zip(more) {
            list.sort_by_key(|warning| warning.line);
            list.extend(more);
        }
        lists
    }
}

/// Returns `token` as it is quoted in a message: in backticks, with escaped control characters, cut off if it is long.
pub fn quoted(token: impl AsRef<[u8]>) -> String {
    const LONGEST: usize = 40;
    let token = token.as_ref();
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * LONGEST)]);
    let written = |c| if matches!(c, '\\' | '\'' | '"') { c.to_string() } else { char::escape_debug(c).to_string() };
    let mut shown: String = text.chars().take(LONGEST).map(written).collect();
    if text.chars().count() > LONGEST || token.len() > 4 * LONGEST {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_problems_make_a_short_list() {
        let mut problems = Problems::default();
        for line in 1..=1_000_000 {
            problems.add(Kind::Unknown, line, || Problem::UnknownStatement { word: line.to_string() });
        }
        let mut later = Problems::default();
        later.add(Kind::FaceIndex, 5, || Problem::IndexZero);
        problems.append(later, 10);
        assert_eq!(problems.count(), 1_000_001);
        let [warnings, remarks] = problems.into_lists();
        assert!(remarks.is_empty());
        assert_eq!(warnings.len(), LISTED + 2);
        assert_eq!(warnings[14], Warning { line: Some(15), record: None, problem: Problem::IndexZero });
        assert_eq!(warnings[LISTED + 1].problem.to_string(), "999980 more unknown statements are not listed");
    }

    #[test]
    fn quotes_are_short_and_readable() {
        assert_eq!(quoted(b"1,5"), "`1,5`");
        assert_eq!(quoted(b"a\0\xff"), "`a\\0\u{fffd}`");
        assert_eq!(quoted(b"C:\\it's.mtl"), "`C:\\it's.mtl`");
        assert_eq!(quoted([b'x'; 1000]).chars().count(), 43);
    }
}
