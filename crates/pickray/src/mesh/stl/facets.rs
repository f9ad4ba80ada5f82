//! Makes the mesh and the report from facets, whether these were read from ASCII or binary STL.

use crate::geometry::Aabb;
use crate::mesh::bounds::bounds_of;
use crate::mesh::problem::{Advice, Problem, Word};
use crate::mesh::problems::Problems;
use crate::mesh::refusal::Refusal;
use crate::mesh::source::{FaceStarts, Source};
use crate::mesh::{IndexedMesh, LoadReport, MAX_TRIANGLES, MAX_VERTICES};
use crate::work::{OutOfMemory, memory, threads};
use glam::DVec3;

/// Most facets that a mesh can have.
const MOST: u64 = if MAX_TRIANGLES < MAX_VERTICES / 3 { MAX_TRIANGLES as u64 } else { MAX_VERTICES as u64 / 3 };

pub struct Facets {
    pub origin: DVec3,
    /// Positions less `origin`, three for each facet that becomes a triangle of the mesh.
    pub positions: Vec<[f32; 3]>,
    /// Number of facets of the file that do not become triangles, because of a problem.
    pub left_out: u64,
    pub problems: Problems,
}

impl Facets {
    /// Returns the mesh of the facets, and a report that still lacks the name of the file and the times.
    pub fn into_mesh(self, source: Source) -> Result<(IndexedMesh, LoadReport), OutOfMemory> {
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
pub fn check_count(count: u64) -> Result<(), Refusal> {
    if count > MOST { Err(Refusal::too_many(Word::Triangles, count, MOST)) } else { Ok(()) }
}

/// Moves all corners of a facet to its first usable corner, so that no ray hits the facet; returns `false` if no corner
/// is usable.
pub fn collapse<T: Copy>(corners: &mut [T; 3], usable: [bool; 3]) -> bool {
    let Some(kept) = usable.iter().position(|&usable| usable) else { return false };
    *corners = [corners[kept]; 3];
    true
}

/// Returns the refusal of a file that has no usable triangle. `nothing` is the problem to report if the file has no
/// facet at all.
pub fn no_mesh(report: &LoadReport, nothing: Problem) -> Refusal {
    let first = report.warnings.first();
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let line = first.and_then(|warning| warning.line);
    Refusal::NoMesh { line, what: nothing, advice: Advice::ExportAgain }
}
