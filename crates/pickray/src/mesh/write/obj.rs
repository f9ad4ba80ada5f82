//! OBJ: statements `v` in f64, `vt`, `vn`, and `f` below the `o`, `g` and `usemtl` that name what holds the face.

use super::part::{Numbered, NumberedValues, counts, on_one_line};
use super::sink::{Sink, WriteError};
use crate::math::Shortest;
use std::io::Write;

const STATEMENTS: [&str; 3] = ["o", "g", "usemtl"];

pub fn write(sink: &mut Sink, parts: &[Numbered]) -> Result<(), WriteError> {
    let (vertices, triangles) = counts(parts);
    sink.expect(vertices, triangles, u64::MAX)?;
    writeln!(sink, "# pickray {}", env!("CARGO_PKG_VERSION"))?;
    let mut names = [""; 3];
    let (mut first, mut first_texture, mut first_normal) = (1, 1, 1);
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
        let texture = NumberedValues::new(part, part.mesh.texture_coordinates(0))?;
        for uv in texture.written() {
            writeln!(sink, "vt {}", Shortest(part.uv_up(uv)))?;
        }
        let normals = NumberedValues::new(part, part.mesh.normals())?;
        for normal in normals.written() {
            writeln!(sink, "vn {}", Shortest(part.normal(normal)))?;
        }

        // Names hold for all faces behind them, so they are written only where they change.
        for triangle in part.triangles() {
            let [object, group, material] = source.names_of(triangle);
            let holding = [object.unwrap_or(part.name), group.unwrap_or(""), material.unwrap_or("")];
            for (statement, (name, held)) in STATEMENTS.into_iter().zip(holding.into_iter().zip(&mut names)) {
                if name != *held {
                    // A backslash at the end would join the next line.
                    let end = if name.ends_with('\\') { " " } else { "" };
                    writeln!(sink, "{statement} {}{end}", on_one_line(name))?;
                    *held = name;
                }
            }

            // Indices count from 1 through the whole file.
            write!(sink, "f")?;
            let others = texture.corners(triangle).into_iter().zip(normals.corners(triangle));
            for (vertex, (uv, normal)) in numbered.corners(triangle).into_iter().zip(others) {
                write!(sink, " {}", first + u64::from(vertex))?;
                match (uv.map(|uv| first_texture + u64::from(uv)), normal.map(|it| first_normal + u64::from(it))) {
                    (None, None) => {}
                    (Some(uv), None) => write!(sink, "/{uv}")?,
                    (None, Some(normal)) => write!(sink, "//{normal}")?,
                    (Some(uv), Some(normal)) => write!(sink, "/{uv}/{normal}")?,
                }
            }
            writeln!(sink)?;
            sink.step()?;
        }
        first += u64::from(numbered.n_vertices);
        first_texture += u64::from(texture.n);
        first_normal += u64::from(normals.n);
    }
    Ok(())
}
