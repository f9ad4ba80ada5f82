//! Report of loading a file: counts, warnings, and the reason why there is no mesh, as readers give it, without the name
//! of the file, and as callers get it.

use super::origin::UnfitSize;
use super::problem::{Advice, Need, Problem, Word};
use super::{Format, Place};
use crate::work::said::{example, said};
use crate::work::{Cancelled, OutOfMemory};
use serde::{Deserialize, Serialize};
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
    /// Returns a warning that concerns no single place.
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

/// Reason why a file gives no mesh. The message names the file, the line where there is one, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be opened or read.
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error that the system reports.
        #[source]
        error: io::Error,
    },
    /// The file is not in a mesh format that can be read.
    NotAMesh {
        /// Name of the file.
        name: String,
        /// Description of what the file is instead.
        what: Problem,
        /// Advice on what to do.
        advice: Advice,
    },
    /// The file holds no face that could be used.
    NoMesh {
        /// Name of the file.
        name: String,
        /// Line to look at, from 1; `None` if the problem concerns no single line.
        line: Option<u32>,
        /// Problem that leaves no mesh.
        what: Problem,
        /// Advice on what to do.
        advice: Advice,
    },
    /// The file is larger than a mesh can be.
    TooLarge {
        /// Name of the file.
        name: String,
        /// Problem that says what is too large.
        what: Problem,
    },
    /// The mesh does not fit into memory.
    OutOfMemory {
        /// Name of the file.
        name: String,
        /// Purpose of the memory, with the size of what it would hold.
        size: Need,
        /// Memory that is needed, and memory that is available.
        #[source]
        missing: OutOfMemory,
    },
    /// The loading was cancelled.
    Cancelled {
        /// Name of the file.
        name: String,
    },
}

said! {
    LoadError {
        Unreadable { path, error } where path = path.display().to_string(), problem = error.to_string() =>
            "{path}: cannot be read: {problem}; check the path and the permissions",
        NotAMesh { name, what, advice } => "{name}: {what}; {advice}",
        NoMesh { name, line, what, advice }
        where
            place = line.map_or(InFile::Anywhere { name: name.clone() }, |line| {
                InFile::Line { name: name.clone(), line }
            }),
            what = what.clone(), advice = *advice =>
            "{place}: {what}; {advice}",
        TooLarge { name, what } => "{name}: {what}; split the file",
        OutOfMemory { name, size, missing } =>
            "{name}: {size} {missing}; close other programs, raise the limit or split the file",
        Cancelled { name } => "{name}: loading was cancelled",
    }
}
example! {
    PathBuf = "folder/file".into(),
    io::Error = io::ErrorKind::NotFound.into(),
    Option<u32> = Some(77),
}

said! {
    /// File, or line of a file, that a message begins with.
    pub enum InFile {
        Anywhere { name: String } => "{name}",
        Line { name: String, line: u32 } => "{name}:{line}",
    }
}

#[cfg(feature = "gltf")]
pub type Result<T, E = Refusal> = std::result::Result<T, E>;

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

    /// Returns the refusal of a file none of whose `faces` can be used; `first` is the first warning about the file.
    pub fn no_usable_face(faces: u64, first: Option<&Warning>) -> Self {
        let why = Box::new(first.map_or(Problem::NoVertexUsable, |warning| warning.problem.clone()));
        Self::damaged(first.and_then(|warning| warning.line), Problem::NoFaceUsable { faces, why })
    }

    /// Returns the refusal of a file with more vertices, triangles or the like than the `most` of a mesh.
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
