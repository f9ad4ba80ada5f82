//! Error that the reader of a file returns if the file gives no mesh. It lacks the name of the file, which the reader
//! does not know.

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
    /// The operating system fails to read the file.
    Unreadable(io::Error),
    /// The file is no mesh: what it is instead, and what to do.
    NotAMesh(Problem, Advice),
    /// The file holds nothing that can be used.
    NoMesh {
        /// Line to look at, from 1; `None` if the problem concerns no single line.
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
    /// Returns the refusal of a file with the problem `what`, which concerns no single line.
    pub fn of(what: Problem, advice: Advice) -> Self {
        Self::NoMesh { line: None, what, advice }
    }

    /// Returns the refusal of a damaged file, which its author has to correct; `line` is the damaged line, from 1, if
    /// the damage is on a single line.
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

    /// Returns the refusal of a file with `count` vertices, triangles or the like (`what`), more than the `most` that a
    /// mesh can have.
    pub fn too_many(what: Word, count: u64, most: u64) -> Self {
        Self::TooLarge(Problem::TooMany { count, what, most })
    }

    /// Returns the problem for which the file was refused; `Err` with the refusal if it is not damaged, but cannot be
    /// read now.
    #[cfg(feature = "gltf")]
    pub fn into_problem(self) -> Result<Problem, Self> {
        match self {
            Self::NotAMesh(what, _) | Self::NoMesh { what, .. } | Self::TooLarge(what) => Ok(what),
            other => Err(other),
        }
    }

    /// Returns this refusal as the error for the file `name` of `length` bytes.
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
