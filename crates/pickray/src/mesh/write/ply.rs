//! PLY: a header that describes the records, then the records of vertices and of faces.

use super::part::{Numbered, counts};
use super::sink::{Sink, WriteError};
use crate::math::Shortest;
use crate::mesh::Srgb8;
use crate::mesh::colors::WHITE;
use std::io::{self, Write};

struct Layout {
    ascii: bool,
    /// `true` to write coordinates in f32, which then holds all of their digits; `false` to write them in f64.
    is_f32: bool,
    /// Two flags: whether vertices have colours, and whether faces have colours.
    colored: [bool; 2],
}

/// Writes the parts as PLY: as text if `ascii`, else in little-endian binary records.
pub fn write(sink: &mut Sink, parts: &[Numbered], ascii: bool) -> Result<(), WriteError> {
    let (vertices, triangles) = counts(parts);
    sink.expect(vertices, triangles, u64::from(u32::MAX))?;
    let colors = || parts.iter().map(|numbered| numbered.part.mesh.colors());
    let colored =
        [colors().any(|colors| !colors.vertices.is_empty()), colors().any(|colors| !colors.triangles.is_empty())];
    let layout =
        Layout { ascii, is_f32: parts.iter().all(|numbered| numbered.part.is_f32(numbered.vertices())), colored };
    layout.header(sink, vertices, triangles)?;
    for numbered in parts {
        for vertex in numbered.vertices() {
            let position = sink.finite(vertex, numbered.part.position(vertex))?;
            let colors = &numbered.part.mesh.colors().vertices;
            layout.vertex(sink, position, colors.get(vertex as usize).copied())?;
            sink.step()?;
        }
    }
    let mut first = 0;
    for numbered in parts {
        for triangle in numbered.part.triangles() {
            let colors = &numbered.part.mesh.colors().triangles;
            let corners = numbered.corners(triangle).map(|number| first + number);
            layout.face(sink, corners, colors.get(triangle as usize).copied())?;
            sink.step()?;
        }
        first += numbered.n_vertices;
    }
    Ok(())
}

impl Layout {
    fn header(&self, sink: &mut Sink, vertices: u64, triangles: u64) -> io::Result<()> {
        let encoding = if self.ascii { "ascii" } else { "binary_little_endian" };
        let number = if self.is_f32 { "float" } else { "double" };
        // Few readers know indices without a sign.
        let index = if vertices <= i32::MAX as u64 { "int" } else { "uint" };
        let properties = |kind: &str, names: [&str; 3]| names.map(|name| format!("property {kind} {name}\n")).concat();
        let [of_vertex, of_face] = self
            .colored
            .map(|colored| if colored { properties("uchar", ["red", "green", "blue"]) } else { String::new() });
        let coordinates = properties(number, ["x", "y", "z"]);
        writeln!(sink, "ply\nformat {encoding} 1.0\ncomment pickray {}", env!("CARGO_PKG_VERSION"))?;
        write!(sink, "element vertex {vertices}\n{coordinates}{of_vertex}")?;
        write!(sink, "element face {triangles}\nproperty list uchar {index} vertex_indices\n{of_face}end_header\n")
    }

    fn vertex(&self, sink: &mut Sink, position: [f64; 3], color: Option<Srgb8>) -> io::Result<()> {
        if self.ascii {
            write!(sink, "{}", Shortest(position))?;
        } else if self.is_f32 {
            sink.write_all(position.map(|x| (x as f32).to_le_bytes()).as_flattened())?;
        } else {
            sink.write_all(position.map(f64::to_le_bytes).as_flattened())?;
        }
        self.end(sink, self.colored[0], color)
    }

    fn face(&self, sink: &mut Sink, corners: [u32; 3], color: Option<Srgb8>) -> io::Result<()> {
        if self.ascii {
            let [a, b, c] = corners;
            write!(sink, "3 {a} {b} {c}")?;
        } else {
            sink.write_all(&[3])?;
            sink.write_all(corners.map(u32::to_le_bytes).as_flattened())?;
        }
        self.end(sink, self.colored[1], color)
    }

    /// Writes the colour of a record, where records have one, and ends its line.
    fn end(&self, sink: &mut Sink, colored: bool, color: Option<Srgb8>) -> io::Result<()> {
        let [red, green, blue] = color.unwrap_or(WHITE);
        match (self.ascii, colored) {
            (true, true) => writeln!(sink, " {red} {green} {blue}"),
            (true, false) => writeln!(sink),
            (false, true) => sink.write_all(&[red, green, blue]),
            (false, false) => Ok(()),
        }
    }
}
