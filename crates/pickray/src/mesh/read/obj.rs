//! Reads Wavefront OBJ files: cut into pieces that are read in parallel, then joined.
//!
//! Based on: Alias|Wavefront, Advanced Visualizer Manual, Appendix B1, Object Files, 1995. Departures from it: a
//! vertex's `w` weighs free-form curves and surfaces and does not divide the corners of faces; three numbers behind a
//! vertex are its colour; a backslash at the end of a comment, or ahead of a line that is a statement by itself, does
//! not join lines; `fo` is `f`.

#[cfg(target_arch = "x86_64")]
mod fast_path;
mod material_library;
mod slow_path;
mod statements;

use crate::mesh::problem::{Advice, Kind, Problem};
use crate::mesh::read::join::{Joined, join};
use crate::mesh::read::vertex_colors;
use crate::mesh::report::{Loaded, Refusal, Result};
use crate::mesh::text::{Job, Reading, Text};
use crate::mesh::{LoadReport, Warning};
use crate::work::threads::in_parallel;
use statements::read_piece;

pub fn load(job: Job) -> Result<Loaded> {
    let Job { text, plan, companions, .. } = job;
    let (mut joined, libraries) = job.exactly(read_and_join)?;
    let Joined { mesh, problems, texts, .. } = &mut joined;
    material_library::set_looks(mesh, &libraries, texts, companions, plan.attributes, problems);
    let line = libraries.last().map_or(0, |(line, _)| *line);
    mesh.textures_without_coordinates().for_each(|problem| problems.add(Kind::Texture, line, || problem));
    let mut report = joined.report;
    report.material_libraries = libraries.into_iter().map(|(_, name)| name).collect();
    let of_materials = joined.problems.has(Kind::Material);
    let report = joined.problems.told_in(report);
    if joined.mesh.triangles.is_empty() {
        return Err(no_mesh(text, &report, of_materials));
    }
    Ok((joined.mesh, report))
}

/// Names of material libraries, with the lines of their statements.
type Libraries = Vec<(u32, String)>;

/// Returns the mesh and its material libraries; `None` if it needs exact positions for rounded ones.
fn read_and_join(job: &Job) -> Result<Option<(Joined, Libraries)>> {
    let Job { text, plan, .. } = *job;
    let reading = Reading::new(job);
    let ranges = text.pieces(0, plan.pieces, plan.step)?;
    let read = in_parallel(plan.threads, ranges, |range| read_piece(&reading, range, plan.exact));

    // What only OBJ has does not concern those who join.
    let (mut pieces, mut colors) = (vec![], vec![]);
    let mut libraries: Vec<(u32, Vec<u8>)> = vec![];
    let (mut points, mut polylines, mut curves_and_surfaces, mut lines_ahead) = (0, 0, 0, 0u32);
    for it in read {
        let it = it?;
        points += it.points;
        polylines += it.polylines;
        curves_and_surfaces += it.curves_and_surfaces;
        for (line, name) in it.material_libraries {
            if !libraries.iter().any(|(_, known)| *known == name) {
                libraries.push((line.saturating_add(lines_ahead), name));
            }
        }
        lines_ahead = lines_ahead.saturating_add(it.piece.n_lines);
        colors.push((it.colors, it.piece.positions.len()));
        pieces.push(it.piece);
    }
    let names: Vec<&[u8]> = libraries.iter().map(|(_, name)| &name[..]).collect();
    let Some(mut joined) = join(pieces, 1, &names, job)? else { return Ok(None) };
    joined.report = LoadReport { points, polylines, curves_and_surfaces, ..joined.report };
    joined.mesh.colors.vertices = vertex_colors::join(&colors)?;
    let libraries = libraries.iter().map(|(line, name)| (*line, joined.texts.text(name))).collect();
    Ok(Some((joined, libraries)))
}

fn no_mesh(text: &Text, report: &LoadReport, of_materials: bool) -> Refusal {
    let first = report.warnings.iter().find(|warning| warning.line.is_some());
    let skipped = report.points + report.polylines + report.curves_and_surfaces;
    if of_materials && report.vertices + report.faces + skipped == 0 {
        return Refusal::NotAMesh(Problem::IsMaterialLibrary, Advice::ChooseItsObj);
    }
    if report.faces > 0 {
        return Refusal::no_usable_face(report.faces, first);
    }
    let &LoadReport { vertices, points, polylines, curves_and_surfaces: curves, .. } = report;
    let (line, what, advice) = match first {
        _ if text.len() == 0 => (None, Problem::Empty, Advice::SaveAgain),
        _ if vertices + skipped > 0 => {
            (None, Problem::NoFaces { vertices, points, polylines, curves }, Advice::ExportFaceStatements)
        }
        Some(Warning { line, problem, .. }) => {
            (*line, Problem::NothingFoundBut { why: Box::new(problem.clone()) }, Advice::ChooseObj)
        }
        None => (None, Problem::NothingFound, Advice::ChooseObj),
    };
    Refusal::NoMesh { line, what, advice }
}

#[cfg(test)]
mod tests;
