//! Sink that a mesh is written to: buffers and counts what is written, and stops when the writing is cancelled.

use super::{LeftOut, WriteFormat};
use crate::math::Shortest;
use crate::mesh::problem::Word;
use crate::work::said::{example, said};
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
    /// Number of vertices in the file; in STL three for each triangle.
    pub vertices: u64,
    /// Number of triangles in the file.
    pub triangles: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// Largest change of a coordinate by rounding to the digits of the format, in the units of the mesh.
    pub rounding: f64,
    /// `true` if names beyond ASCII were converted to UTF-8 from the encoding of the file that a mesh was read from.
    pub names_to_utf_8: bool,
    /// Attributes that were left out, because the format has no place for them.
    pub left_out: LeftOut,
}

packed!(struct Written { vertices, triangles, bytes, rounding, names_to_utf_8, left_out });

said! {
    /// Reason why a mesh is not written.
    #[derive(Debug, thiserror::Error)]
    #[non_exhaustive]
    pub enum WriteError {
        Io(#[from] error: io::Error) where problem = error.to_string() => "{problem}",
        NoTriangles => "there is no triangle to write: name at least one",
        TooFar { format: WriteFormat, vertex: u32, position: DVec3 }
        where vertex = *vertex, position = Shortest(position.to_array()).to_string(), format = format.to_string() =>
            "vertex {vertex} lies at {position}, beyond the numbers of {format}: move or scale the mesh",
        TooMany { format: WriteFormat, what: Word, count: u64, limit: u64 }
        where count = *count, what = *what, limit = *limit, format = format.to_string() =>
            "{count} {what} are more than the {limit} that {format} counts: write a part of them, or another format",
        OutOfMemory(#[from] missing: OutOfMemory) => "{missing}: close other programs, or write a part of the mesh",
        Cancelled => "cancelled",
    }
}
example! { WriteFormat = WriteFormat::Obj, DVec3 = DVec3::ONE }

impl From<Cancelled> for WriteError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

pub struct Sink<'a> {
    out: BufWriter<&'a mut dyn Write>,
    format: WriteFormat,
    progress: &'a Progress,
    /// Number of vertices and triangles written so far; `total` is the number of all that will be written.
    done: u64,
    total: u64,
    pub written: Written,
}

impl<'a> Sink<'a> {
    pub fn new(out: &'a mut dyn Write, format: WriteFormat, progress: &'a Progress) -> Self {
        let out = BufWriter::with_capacity(BUFFER, out);
        Self { out, format, progress, done: 0, total: 1, written: Written::default() }
    }

    /// Sets the numbers of vertices and triangles that will be written; fails if either is more than `limit`.
    pub fn expect(&mut self, vertices: u64, triangles: u64, limit: u64) -> Result<(), WriteError> {
        self.check_count(Word::Vertices, vertices, limit)?;
        self.check_count(Word::Triangles, triangles, limit)?;
        self.total = vertices + triangles;
        self.written = Written { vertices, triangles, ..self.written };
        Ok(())
    }

    pub fn check_count(&self, what: Word, count: u64, limit: u64) -> Result<(), WriteError> {
        let format = self.format;
        if count > limit { Err(WriteError::TooMany { format, what, count, limit }) } else { Ok(()) }
    }

    /// Counts one more vertex or triangle as written.
    pub fn step(&mut self) -> Result<(), WriteError> {
        self.done += 1;
        if self.done.is_multiple_of(BLOCK) {
            self.progress.check()?;
            self.progress.advance(self.done as f32 / self.total as f32);
        }
        Ok(())
    }

    /// Returns a position rounded to f32, and keeps the largest error; fails if f32 cannot hold it.
    pub fn rounded(&mut self, vertex: u32, position: DVec3) -> Result<[f32; 3], WriteError> {
        let rounded = position.as_vec3();
        if !rounded.is_finite() {
            return Err(self.too_far(vertex, position));
        }
        let error = (rounded.as_dvec3() - position).abs().max_element();
        self.written.rounding = self.written.rounding.max(error);
        Ok(rounded.to_array())
    }

    /// Returns the position of a vertex; fails if a transform takes it beyond the range of f64.
    pub fn finite(&self, vertex: u32, position: DVec3) -> Result<[f64; 3], WriteError> {
        if position.is_finite() { Ok(position.to_array()) } else { Err(self.too_far(vertex, position)) }
    }

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
