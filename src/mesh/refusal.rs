//! Why a file makes no mesh, as its reader says it, who does not know the file's name.

use super::report::{LoadError, Warning};
use crate::accel::{Cancelled, OutOfMemory};
use std::io;

/// What can be done about a damaged file.
pub const CORRECT: &str = "correct the file, or export it again";

/// What can be done about a file that was cut off or changed.
pub const EXPORT: &str = "export the mesh again";

/// Why there is no mesh: all of a [`LoadError`] but the name.
#[derive(Debug)]
pub enum Refusal {
    /// The system does not let it be read.
    Unreadable(io::Error),
    /// It is no mesh: what it is instead, and what to do.
    NotAMesh(&'static str, &'static str),
    /// It holds nothing that can be used.
    NoMesh {
        /// The line to look at, from 1.
        line: Option<u32>,
        what: String,
        advice: &'static str,
    },
    /// It is larger than a mesh can be, in this.
    TooLarge(String),
    OutOfMemory(OutOfMemory),
    Cancelled,
}

impl Refusal {
    /// Says what is wrong, on no line of its own.
    pub fn of(what: String, advice: &'static str) -> Self {
        Self::NoMesh { line: None, what, advice }
    }

    /// Says what is wrong, on a line from 1 where there is one, for the file's author to correct.
    pub fn damaged(line: Option<u32>, what: String) -> Self {
        Self::NoMesh { line, what, advice: CORRECT }
    }

    /// Says that there are faces, but not one that could be used; `first` is what there was to say first.
    pub fn no_usable_face(faces: u64, first: Option<&Warning>) -> Self {
        let why = first.map_or("", |warning| &warning.message);
        Self::damaged(first.and_then(|warning| warning.line), format!("none of its {faces} faces can be used: {why}"))
    }

    /// Says that there are `count` of `what`, and that a mesh can have only so many.
    pub fn too_many(what: &str, count: u64, limit: u64) -> Self {
        Self::TooLarge(format!("{count} {what} are more than the {limit} that a mesh can have"))
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
                let size = format!("for a text of {:.1} MB at least", length as f64 / 1e6);
                LoadError::OutOfMemory { name, size, missing }
            }
            Self::Cancelled => LoadError::Cancelled { name },
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
