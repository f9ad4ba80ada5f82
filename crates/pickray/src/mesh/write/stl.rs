//! STL: for each facet its normal and its three corners, in f32, or in f64 in ASCII STL.

use super::part::{Numbered, counts, on_one_line};
use super::sink::{Sink, WriteError};
use crate::geometry::Triangle;
use crate::math::Shortest;
use crate::mesh::problem::Word;
use glam::DVec3;
use std::io::Write;

const HEADER: usize = 80;

pub fn write_binary(sink: &mut Sink, parts: &[Numbered]) -> Result<(), WriteError> {
    let (_, triangles) = counts(parts);
    sink.check_count(Word::Triangles, triangles, u64::from(u32::MAX))?;
    sink.expect(3 * triangles, triangles, u64::MAX)?;
    // The header must not begin with the word `solid`.
    let mut header = format!("pickray {}", env!("CARGO_PKG_VERSION")).into_bytes();
    header.resize(HEADER, 0);
    sink.write_all(&header)?;
    sink.write_all(&(triangles as u32).to_le_bytes())?;
    for numbered in parts {
        for triangle in numbered.part.triangles() {
            let mut rounded = |vertex| sink.rounded(vertex, numbered.part.position(vertex));
            let [a, b, c] = numbered.part.mesh.triangles()[triangle as usize];
            let corners = [rounded(a)?, rounded(b)?, rounded(c)?];
            let normal = normal(corners.map(|corner| corner.map(f64::from)));
            for vector in [normal].into_iter().chain(corners) {
                sink.write_all(vector.map(f32::to_le_bytes).as_flattened())?;
            }
            sink.write_all(&[0, 0])?;
            sink.step()?;
        }
    }
    Ok(())
}

pub fn write_ascii(sink: &mut Sink, parts: &[Numbered]) -> Result<(), WriteError> {
    let (_, triangles) = counts(parts);
    sink.expect(3 * triangles, triangles, u64::MAX)?;
    let mut solid = None;
    for numbered in parts {
        let part = numbered.part;
        for triangle in part.triangles() {
            let name = part.mesh.source().object(triangle).unwrap_or(part.name);
            if solid != Some(name) {
                if let Some(ended) = solid.replace(name) {
                    writeln!(sink, "endsolid {}", on_one_line(ended))?;
                }
                writeln!(sink, "solid {}", on_one_line(name))?;
            }
            let finite = |vertex| sink.finite(vertex, part.position(vertex));
            let [a, b, c] = part.mesh.triangles()[triangle as usize];
            let corners = [finite(a)?, finite(b)?, finite(c)?];
            writeln!(sink, "facet normal {}\n outer loop", Shortest(normal(corners)))?;
            for corner in corners {
                writeln!(sink, "  vertex {}", Shortest(corner))?;
            }
            writeln!(sink, " endloop\nendfacet")?;
            sink.step()?;
        }
    }
    writeln!(sink, "endsolid {}", on_one_line(solid.unwrap_or_default()))?;
    Ok(())
}

/// Returns the unit vector towards the front of a triangle; 0 if it has no area.
fn normal(corners: [[f64; 3]; 3]) -> [f32; 3] {
    let [a, b, c] = corners.map(DVec3::from);
    Triangle::new(a, b, c).normal().unwrap_or_default().as_vec3().to_array()
}
