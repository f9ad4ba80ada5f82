//! Reads STL files, binary and ASCII: lists of facets of three positions each. Equal positions are not merged: each
//! triangle has three vertices of its own.
//!
//! Based on: 3D Systems, StereoLithography Interface Specification, 1989. Departures from it: normals are not read,
//! since pickray computes them from the corners; attributes may be colours; keywords may be in capitals; a text may
//! hold several solids, lines that begin with `#`, and line ends anywhere in a statement; the name of a solid may
//! consist of any words on one line.

mod ascii;
mod attributes;
mod binary;

pub use ascii::load as load_ascii;
pub use binary::load as load_binary;

use super::bounds::bounds_of;
use super::problem::{Advice, Problem, Word};
use super::problems::Problems;
use super::refusal::Refusal;
use super::source::{FaceStarts, Source};
use super::{IndexedMesh, LoadReport, MAX_TRIANGLES, MAX_VERTICES};
use crate::geometry::Aabb;
use crate::work::{OutOfMemory, memory, threads};
use glam::DVec3;

/// Most facets that a mesh can have.
const MOST: u64 = if MAX_TRIANGLES < MAX_VERTICES / 3 { MAX_TRIANGLES as u64 } else { MAX_VERTICES as u64 / 3 };

/// Facets of a file, read from ASCII or binary STL.
struct Facets {
    origin: DVec3,
    /// Positions less `origin`, three for each facet that becomes a triangle of the mesh.
    positions: Vec<[f32; 3]>,
    /// Number of facets of the file that do not become triangles, because of a problem.
    left_out: u64,
    problems: Problems,
}

impl Facets {
    /// Returns the mesh of the facets, and a report that still lacks the name of the file and the times.
    fn into_mesh(self, source: Source) -> Result<(IndexedMesh, LoadReport), OutOfMemory> {
        let Self { origin, positions, left_out, problems } = self;
        let mut triangles = memory::filled(positions.len() / 3, [0; 3])?;
        for (first, triangle) in (0..).step_by(3).zip(&mut triangles) {
            *triangle = [first, first + 1, first + 2];
        }
        let mut report = LoadReport {
            vertices: positions.len() as u64,
            triangles: triangles.len() as u64,
            faces: triangles.len() as u64 + left_out,
            faces_left_out: left_out,
            problems: problems.count(),
            ..LoadReport::default()
        };
        [report.warnings, report.remarks] = problems.into_lists();
        let bounds = if triangles.is_empty() {
            Aabb::EMPTY
        } else {
            bounds_of(origin, &positions, &[&triangles], threads::available())
        };
        let source = Source { starts: FaceStarts::one_each(triangles.len()), ..source };
        let (colors, attributes, textures) = Default::default();
        Ok((IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures }, report))
    }
}

/// Returns an error if `count` facets are more than a mesh can have.
fn check_count(count: u64) -> Result<(), Refusal> {
    if count > MOST { Err(Refusal::too_many(Word::Triangles, count, MOST)) } else { Ok(()) }
}

/// Moves all corners of a facet to its first usable corner, so that no ray hits the facet; returns `false` if no corner
/// is usable.
fn collapse<T: Copy>(corners: &mut [T; 3], usable: [bool; 3]) -> bool {
    let Some(kept) = usable.iter().position(|&usable| usable) else { return false };
    *corners = [corners[kept]; 3];
    true
}

/// Returns the refusal of a file that has no usable triangle. `nothing` is the problem to report if the file has no
/// facet at all.
fn no_mesh(report: &LoadReport, nothing: Problem) -> Refusal {
    let first = report.warnings.first();
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let line = first.and_then(|warning| warning.line);
    Refusal::NoMesh { line, what: nothing, advice: Advice::ExportAgain }
}
