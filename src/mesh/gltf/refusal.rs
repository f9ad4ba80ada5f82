//! Why a glTF file makes no mesh.

use crate::accel::{Cancelled, OutOfMemory};
pub use crate::mesh::report::CORRECT;
use crate::mesh::text::TextError;
use crate::mesh::{LoadError, problems};

/// What can be done about a file that was cut off or changed.
pub const EXPORT: &str = "export the mesh again";

/// Why there is no mesh; the name of the file is not known here.
#[derive(Debug)]
pub enum Refusal {
    /// Something in the document is wrong.
    Document {
        /// The line of a text, from 1.
        line: Option<u32>,
        what: String,
        advice: &'static str,
    },
    /// It is no glTF.
    NotAMesh(&'static str, &'static str),
    /// The bytes cannot be read.
    Text(TextError),
    /// More of what is named than a mesh can have, and how many that is.
    TooMany(&'static str, u64, u64),
    Cancelled,
}

impl Refusal {
    /// Something in the document is wrong, on no line of its own.
    pub fn of(what: String, advice: &'static str) -> Self {
        Self::Document { line: None, what, advice }
    }

    /// A document or container, which `what` names, is of another version than 2.
    pub fn of_version(what: &str, version: &str) -> Self {
        let is_old = matches!(version.split('.').next(), Some("0" | "1"));
        let advice =
            if is_old { "convert it to glTF 2.0, with gltf-pipeline for instance" } else { "export it as glTF 2" };
        Self::of(format!("it is {what} of version {}, and only version 2 is read", quoted(version)), advice)
    }

    /// What is said of the file `name` of `length` bytes.
    pub fn into_load_error(self, name: &str, length: u64) -> LoadError {
        let name_of = || name.to_owned();
        match self {
            Self::Document { line, what, advice } => LoadError::NoMesh { name: name_of(), line, what, advice },
            Self::NotAMesh(what, advice) => LoadError::NotAMesh { name: name_of(), what, advice },
            Self::Text(error) => LoadError::of_text(name, length, error),
            Self::TooMany(what, count, limit) => LoadError::too_many(name, what, count, limit),
            Self::Cancelled => LoadError::Cancelled { name: name_of() },
        }
    }
}

/// A word of the document as a message quotes it.
pub fn quoted(word: &str) -> String {
    problems::quoted(word.as_bytes())
}

impl From<TextError> for Refusal {
    fn from(error: TextError) -> Self {
        Self::Text(error)
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(error: OutOfMemory) -> Self {
        Self::Text(TextError::OutOfMemory(error))
    }
}

impl From<Cancelled> for Refusal {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}
