//! Reads STL files, binary and ASCII: lists of facets of three positions each. Equal positions are not merged: each
//! triangle has three vertices of its own.
//!
//! Based on: 3D Systems, StereoLithography Interface Specification, 1989. Departures from it: normals are not read,
//! since pickray computes them from the corners; attributes may be colours; keywords may be in capitals; a text may
//! hold several solids, lines that begin with `#`, and line ends anywhere in a statement; the name of a solid may
//! consist of any words on one line.

mod ascii;
mod binary;

pub use ascii::load as load_ascii;
pub use binary::load as load_binary;

use super::problem::{Advice, Problem, Word};
use super::report::Refusal;
use super::{LoadReport, MAX_TRIANGLES, MAX_VERTICES};

const MOST: u64 = if MAX_TRIANGLES < MAX_VERTICES / 3 { MAX_TRIANGLES as u64 } else { MAX_VERTICES as u64 / 3 };

fn check_count(count: u64) -> Result<(), Refusal> {
    if count > MOST { Err(Refusal::too_many(Word::Triangles, count, MOST)) } else { Ok(()) }
}

/// Moves all corners of a facet to its first usable one, so that no ray hits it; returns `false` if there is none.
fn collapse<T: Copy>(corners: &mut [T; 3], usable: [bool; 3]) -> bool {
    let Some(kept) = usable.iter().position(|&usable| usable) else { return false };
    *corners = [corners[kept]; 3];
    true
}

/// Returns the refusal of a file that has no usable triangle; `nothing` is the problem if it has no facet at all.
fn no_mesh(report: &LoadReport, nothing: Problem) -> Refusal {
    let first = report.warnings.first();
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let line = first.and_then(|warning| warning.line);
    Refusal::NoMesh { line, what: nothing, advice: Advice::ExportAgain }
}
