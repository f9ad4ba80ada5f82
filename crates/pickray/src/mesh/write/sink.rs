//! Sink that a mesh is written to: buffered, counted, and stopped when somebody asks for it.

use super::format::WriteFormat;
use crate::math::Shortest;
use crate::mesh::problem::Word;
use crate::work::{Cancelled, OutOfMemory, Progress, packed};
use glam::DVec3;
use std::io::{self, BufWriter, Write};

/// Number of bytes gathered for one call of the writer.
const BUFFER: usize = 1 << 16;
/// Number of vertices and triangles written between two checks for cancelling.
const BLOCK: u64 = 1 << 12;

/// Report on what was written: counts, size and rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Written {
    /// Number of vertices in the file; in STL three a triangle.
    pub vertices: u64,
    /// Number of triangles in the file.
    pub triangles: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Largest rounding of a coordinate because the format holds no more digits; 0 if all digits are there.
    pub rounding: f64,
    /// `true` if names beyond ASCII are in UTF-8 that are in another encoding in the files that the meshes were read
    /// from.
    pub names_to_utf_8: bool,
}

packed!(struct Written { vertices, triangles, bytes, rounding, names_to_utf_8 });

/// Reason why a mesh is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The bytes could not be put where they were to go.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no triangle to write.
    #[error("there is no triangle to write: name at least one")]
    NoTriangles,
    /// A coordinate is larger than the format holds.
    #[error(
        "vertex {vertex} lies at {}, and {format} holds no such number: move or scale the mesh",
        Shortest(.position.to_array())
    )]
    TooFar {
        /// Format of the file.
        format: WriteFormat,
        /// First such vertex of its mesh.
        vertex: u32,
        /// Position of the vertex in the file.
        position: DVec3,
    },
    /// There are more vertices, triangles or bytes than the format counts.
    #[error("{count} {what} are more than the {limit} that {format} counts: write a part of them, or another format")]
    TooMany {
        /// Format of the file.
        format: WriteFormat,
        /// Word for what is counted: vertices, triangles or bytes.
        what: Word,
        /// Number that would be written.
        count: u64,
        /// Largest number that the format counts.
        limit: u64,
    },
    /// Numbering the vertices takes more memory than there is.
    #[error("{0}: close other programs, or write a part of the mesh")]
    OutOfMemory(#[from] OutOfMemory),
    /// The writing was cancelled.
    #[error("cancelled")]
    Cancelled,
}

impl From<Cancelled> for WriteError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// Writer that counts what goes through it.
pub struct Sink<'a> {
    out: BufWriter<&'a mut dyn Write>,
    format: WriteFormat,
    progress: &'a Progress,
    /// Number of vertices and triangles that have been written, and of all that will be.
    done: u64,
    total: u64,
    written: Written,
}

impl<'a> Sink<'a> {
    pub fn new(out: &'a mut dyn Write, format: WriteFormat, progress: &'a Progress) -> Self {
        let out = BufWriter::with_capacity(BUFFER, out);
        Self { out, format, progress, done: 0, total: 1, written: Written::default() }
    }

    /// Sets the numbers of vertices and triangles to come; fails if one of them is more than `limit`.
    pub fn expect(&mut self, vertices: u64, triangles: u64, limit: u64) -> Result<(), WriteError> {
        self.check_count(Word::Vertices, vertices, limit)?;
        self.check_count(Word::Triangles, triangles, limit)?;
        self.total = vertices + triangles;
        self.written = Written { vertices, triangles, ..self.written };
        Ok(())
    }

    /// Returns an error if `count` is more than the `limit` of the format.
    pub fn check_count(&self, what: Word, count: u64, limit: u64) -> Result<(), WriteError> {
        let format = self.format;
        if count > limit { Err(WriteError::TooMany { format, what, count, limit }) } else { Ok(()) }
    }

    /// Counts one more vertex or triangle as done.
    pub fn step(&mut self) -> Result<(), WriteError> {
        self.done += 1;
        if self.done.is_multiple_of(BLOCK) {
            self.progress.check()?;
            self.progress.advance(self.done as f32 / self.total as f32);
        }
        Ok(())
    }

    /// Returns the position of a vertex as f32; keeps the largest rounding of all.
    pub fn rounded(&mut self, vertex: u32, position: DVec3) -> Result<[f32; 3], WriteError> {
        let rounded = position.as_vec3();
        if !rounded.is_finite() {
            return Err(self.too_far(vertex, position));
        }
        let error = (rounded.as_dvec3() - position).abs().max_element();
        self.written.rounding = self.written.rounding.max(error);
        Ok(rounded.to_array())
    }

    /// Returns the position of a vertex, or an error if it is not finite: a transform may take it out of f64.
    pub fn finite(&self, vertex: u32, position: DVec3) -> Result<[f64; 3], WriteError> {
        if position.is_finite() { Ok(position.to_array()) } else { Err(self.too_far(vertex, position)) }
    }

    /// Returns the error for a vertex whose position the format does not hold.
    pub fn too_far(&self, vertex: u32, position: DVec3) -> WriteError {
        WriteError::TooFar { format: self.format, vertex, position }
    }

    pub fn finish(mut self) -> Result<Written, WriteError> {
        self.out.flush()?;
        self.progress.check()?;
        self.progress.advance(1.0);
        Ok(self.written)
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.written.bytes += n as u64;
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
