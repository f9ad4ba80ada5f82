//! Why a file makes no mesh, as its reader says it, who does not know the file's name.

use super::origin::TooSmall;
use super::problem::{Advice, Need, Problem, Word};
use super::report::{LoadError, Warning};
use crate::work::{Cancelled, OutOfMemory};
use std::io;

/// Why there is no mesh: all of a [`LoadError`] but the name.
#[derive(Debug)]
pub enum Refusal {
    /// The system does not let it be read.
    Unreadable(io::Error),
    /// It is no mesh: what it is instead, and what to do.
    NotAMesh(Problem, Advice),
    /// It holds nothing that can be used.
    NoMesh {
        /// The line to look at, from 1.
        line: Option<u32>,
        what: Problem,
        advice: Advice,
    },
    /// It is larger than a mesh can be, in this.
    TooLarge(Problem),
    OutOfMemory(OutOfMemory),
    Cancelled,
}

impl Refusal {
    /// Says what is wrong, on no line of its own.
    pub fn of(what: Problem, advice: Advice) -> Self {
        Self::NoMesh { line: None, what, advice }
    }

    /// Says what is wrong, on a line from 1 where there is one, for the file's author to correct.
    pub fn damaged(line: Option<u32>, what: Problem) -> Self {
        Self::NoMesh { line, what, advice: Advice::Correct }
    }

    /// Says that `by` names an item which is not there.
    #[cfg(feature = "gltf")]
    pub fn absent(by: &super::problem::Item, item: super::problem::Item) -> Self {
        Self::damaged(None, Problem::ItemAbsent { by: by.clone(), item })
    }

    /// Says that there are faces, but not one that could be used; `first` is what there was to say first.
    pub fn no_usable_face(faces: u64, first: Option<&Warning>) -> Self {
        let why = Box::new(first.map_or(Problem::NoVertexUsable, |warning| warning.problem.clone()));
        Self::damaged(first.and_then(|warning| warning.line), Problem::NoFaceUsable { faces, why })
    }

    /// Says that there are `count` of `what`, and that a mesh can have only so many.
    pub fn too_many(what: Word, count: u64, most: u64) -> Self {
        Self::TooLarge(Problem::TooMany { count, what, most })
    }

    /// Says it of the file `name` of `length` bytes.
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

impl From<TooSmall> for Refusal {
    fn from(TooSmall(side): TooSmall) -> Self {
        Self::of(Problem::TooSmall { side: format!("{side:e}") }, Advice::ScaleUp)
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
