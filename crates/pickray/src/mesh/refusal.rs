//! Error of the reader of a file that gives no mesh, without the name of the file, which the reader does not know.

use super::origin::UnfitSize;
use super::problem::{Advice, Need, Problem, Word};
use super::report::{LoadError, Warning};
use crate::work::{Cancelled, OutOfMemory};
use std::io;

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
