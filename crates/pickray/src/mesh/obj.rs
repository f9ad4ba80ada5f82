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

use super::join::{Joined, join};
use super::problem::{Advice, Kind, Problem};
use super::refusal::Refusal;
use super::text::{Job, Plan, Reading, Text};
use super::{IndexedMesh, LoadReport, Warning, vertex_colors};
use crate::accel::RayTree;
use crate::work::memory;
use crate::work::threads::in_parallel;
use statements::{Statements, read_piece};

/// Number of parts of a large text that are read to estimate the memory of its mesh, and the bytes of each part.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 16 << 10;

pub fn load(job: Job) -> Result<(IndexedMesh, LoadReport), Refusal> {
    let Job { text, plan, companions, .. } = job;
    memory::check(estimate(text, &plan)?)?;
    let (mut joined, libraries) = job.exactly(read_and_join)?;
    let mesh = &mut joined.mesh;
    let (materials, texts) = (mesh.source.materials(), &joined.texts);
    let problems = &mut joined.problems;
    let looks = material_library::looks(materials, &libraries, texts, companions, plan.attributes, problems);
    (mesh.colors.materials, mesh.textures, mesh.source.beside) = (looks.colors, looks.textures, looks.files);
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
fn read_and_join(job: &Job) -> Result<Option<(Joined, Libraries)>, Refusal> {
    let Job { text, plan, progress, .. } = *job;
    let reading = Reading::new(text, plan, progress);
    let ranges = text.pieces(0, plan.pieces, plan.step)?;
    let read = |range| read_piece(text, range, &plan, |bytes| reading.went_on(bytes));
    let read = in_parallel(plan.threads, ranges, read).into_iter().collect::<Result<Vec<_>, _>>()?;

    // What only OBJ has does not concern those who join.
    let (mut pieces, mut colors, mut library_lines, mut library_names) = (vec![], vec![], vec![], vec![]);
    let (mut points, mut polylines, mut curves_and_surfaces, mut lines_ahead) = (0, 0, 0, 0u32);
    for it in read {
        points += it.points;
        polylines += it.polylines;
        curves_and_surfaces += it.curves_and_surfaces;
        for (line, name) in it.material_libraries {
            if !library_names.contains(&name) {
                library_lines.push(line.saturating_add(lines_ahead));
                library_names.push(name);
            }
        }
        lines_ahead = lines_ahead.saturating_add(it.piece.n_lines);
        colors.push((it.colors, it.piece.positions.len()));
        pieces.push(it.piece);
    }
    let Some(mut joined) = join(pieces, 1, &library_names, job)? else { return Ok(None) };
    joined.report = LoadReport { points, polylines, curves_and_surfaces, ..joined.report };
    joined.mesh.colors.vertices = vertex_colors::join(&colors)?;
    let library_names = library_names.iter().map(|name| joined.texts.text(name));
    let libraries = library_lines.into_iter().zip(library_names).collect();
    Ok(Some((joined, libraries)))
}

/// Returns half of the bytes of memory that the mesh of a large text should take, by samples of it; 0 for a small text.
fn estimate(text: &Text, plan: &Plan) -> Result<u64, Refusal> {
    if text.len() < 128 * SAMPLES * SAMPLE {
        return Ok(0);
    }
    let mut bytes = 0;
    for i in 0..SAMPLES {
        let start = text.len() / SAMPLES * i;
        let plan = Plan { step: SAMPLE as usize, exact: false, ..*plan };
        let Statements { piece, .. } = read_piece(text, start..start + SAMPLE, &plan, |_| Ok(()))?;
        bytes += size_of_val(&piece.positions[..]) as u64
            + piece.texture.memory()
            + piece.normal.memory()
            + piece.triangles.len() as u64 * (size_of::<[u32; 3]>() as u64 + RayTree::LEAST_MEMORY);
    }
    Ok(bytes * (text.len() / (SAMPLES * SAMPLE)) / 2)
}

/// Returns the refusal of a text that could be read but has no triangles.
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
