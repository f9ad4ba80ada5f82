//! What loading a file has to say: counts, warnings, and why there is no mesh.

use super::problem::{Advice, Need, Problem};
use super::{Format, Place};
use crate::work::OutOfMemory;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// A problem that did not stop the mesh from being loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The line of the file, from 1, where the statement begins; `None` for what concerns no single line.
    pub line: Option<u32>,
    /// The record of a binary file, from 1; `None` for what concerns no single one.
    #[serde(default)]
    pub record: Option<u32>,
    /// What is wrong and what was done about it. In JSON it is its English.
    #[serde(rename = "message")]
    pub problem: Problem,
}

impl Warning {
    /// Warns of what concerns no single place.
    pub(crate) fn of_file(problem: Problem) -> Self {
        Self { line: None, record: None, problem }
    }

    /// Returns where in the file that is; `None` for what concerns all of it.
    pub fn place(&self) -> Option<Place> {
        Place::of(self.line, self.record)
    }
}

/// What was in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LoadReport {
    /// The file, as it was named.
    pub name: String,
    /// What it is, by its first bytes; `None` for what is no file, as a sample.
    #[serde(default)]
    pub format: Option<Format>,
    /// Its size.
    pub bytes: u64,
    /// Encoding of its names, or of all of it; `None` for UTF-8. That of names is told by their bytes, as nothing else
    /// says it.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Its lines; 0 where it is binary.
    pub lines: u64,
    /// Vertices of the mesh: in OBJ the `v` statements, in STL three for each triangle, else all in the file.
    pub vertices: u64,
    /// Triangles of the mesh.
    pub triangles: u64,
    /// Faces of the file: `f` statements, facets, polygons or the triangles of strips, including those left out.
    pub faces: u64,
    /// Faces of more than three corners in the mesh.
    pub polygons: u64,
    /// Faces left out because of a problem.
    pub faces_left_out: u64,
    /// `p` statements, skipped.
    pub points: u64,
    /// `l` statements, skipped.
    pub polylines: u64,
    /// `curv`, `curv2` and `surf` statements, skipped.
    pub curves_and_surfaces: u64,
    /// The files that `mtllib` statements name. Where the mesh was opened by its path, those in its folder or below it
    /// are read for the colours of materials, and where it is one of several files, those among them; no others.
    pub material_libraries: Vec<String>,
    /// The problems in the order of the file; of many of a kind only the first, then how many more there are.
    pub warnings: Vec<Warning>,
    /// What is odd but loaded as the file says, alike: crossing polygons, empty fields, colours not there.
    pub remarks: Vec<Warning>,
    /// How many problems there were, listed or not, remarks not counted.
    pub problems: u64,
    /// Seconds to read the text and triangulate its polygons; 0 in WebAssembly without a system, which has no clock.
    pub read_seconds: f64,
    /// Seconds to build the tree; 0 there, too.
    pub build_seconds: f64,
}

impl LoadReport {
    /// Says that what was told of lines is of the records of a binary file, which has no lines.
    pub(super) fn tell_records(&mut self) {
        self.lines = 0;
        for warning in self.warnings.iter_mut().chain(&mut self.remarks) {
            warning.record = warning.line.take();
        }
    }

    /// Seconds from the start to a mesh that can be picked.
    pub fn load_seconds(&self) -> f64 {
        self.read_seconds + self.build_seconds
    }
}

/// Why there is no mesh. The message names the file, the line where there is one, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be opened or read.
    #[error("{}: cannot be read: {error}; check the path and the permissions", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: std::io::Error,
    },
    /// It is no mesh in a format that is read.
    #[error("{name}: {what}; {advice}")]
    NotAMesh {
        /// The file.
        name: String,
        /// What it is instead.
        what: Problem,
        /// What to do.
        advice: Advice,
    },
    /// It holds no face that could be used.
    #[error("{name}{}: {what}; {advice}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
    NoMesh {
        /// The file.
        name: String,
        /// The line to look at, from 1.
        line: Option<u32>,
        /// What is wrong.
        what: Problem,
        /// What to do.
        advice: Advice,
    },
    /// It is larger than a mesh can be.
    #[error("{name}: {what}; split the file")]
    TooLarge {
        /// The file.
        name: String,
        /// In what.
        what: Problem,
    },
    /// It does not fit into memory.
    #[error("{name}: {size} {missing}; close other programs, raise the limit or split the file")]
    OutOfMemory {
        /// The file.
        name: String,
        /// What was to be put there, and how much of it.
        size: Need,
        /// How much memory that takes, and what there is.
        #[source]
        missing: OutOfMemory,
    },
    /// Somebody asked to stop.
    #[error("{name}: loading was cancelled")]
    Cancelled {
        /// The file.
        name: String,
    },
}
