//! OBJ: `v` statements in f64, and `f` statements below the `o`, `g` and `usemtl` that name their object, group and
//! material.

use super::part::{Numbered, counts};
use super::sink::{Sink, WriteError};
use crate::math::Shortest;
use std::io::Write;

/// Statements that name an object, a group and a material.
const STATEMENTS: [&str; 3] = ["o", "g", "usemtl"];

pub fn write(sink: &mut Sink, parts: &[Numbered]) -> Result<(), WriteError> {
    let (vertices, triangles) = counts(parts);
    sink.expect(vertices, triangles, u64::MAX)?;
    writeln!(sink, "# pickray {}", env!("CARGO_PKG_VERSION"))?;
    let mut names = [""; 3];
    let mut first = 1;
    for numbered in parts {
        let (part, source) = (numbered.part, numbered.part.mesh.source());
        let colors = &part.mesh.colors().vertices;
        for vertex in numbered.vertices() {
            let position = sink.finite(vertex, part.position(vertex))?;
            match colors.get(vertex as usize) {
                Some(color) => {
                    let color = color.map(|byte| f32::from(byte) / 255.0);
                    writeln!(sink, "v {} {}", Shortest(position), Shortest(color))?;
                }
                None => writeln!(sink, "v {}", Shortest(position))?,
            }
            sink.step()?;
        }
        for triangle in part.triangles() {
            let [object, group, material] = source.names_of(triangle);
            let holding = [object.unwrap_or(part.name), group.unwrap_or(""), material.unwrap_or("")];
            for (statement, (name, held)) in STATEMENTS.into_iter().zip(holding.into_iter().zip(&mut names)) {
                if name != *held {
                    writeln!(sink, "{statement} {}", on_one_line(name))?;
                    *held = name;
                }
            }
            let [a, b, c] = numbered.corners(triangle).map(|number| first + u64::from(number));
            writeln!(sink, "f {a} {b} {c}")?;
            sink.step()?;
        }
        first += u64::from(numbered.n_vertices);
    }
    Ok(())
}

/// Returns a name without what ends it in OBJ: line ends, and a backslash at the end.
fn on_one_line(name: &str) -> String {
    let name = name.replace(|c: char| c.is_control(), " ");
    let end = if name.ends_with('\\') { " " } else { "" };
    name + end
}
