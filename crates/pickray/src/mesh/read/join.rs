//! Joining of a file's pieces into a mesh: relative indices are resolved, unusable faces dropped, polygons cut.

use crate::geometry::Aabb;
use crate::mesh::bounds::{bounds_of, bounds_of_points};
use crate::mesh::encoding::Texts;
use crate::mesh::problem::{Kind, Problem, Word};
use crate::mesh::read::piece::{CornerRefs, MAX_VERTICES, Piece, References, corner_values, join_names, vertex_of};
use crate::mesh::read::polygon::Cutter;
use crate::mesh::report::{LoadReport, Problems, Refusal, Result};
use crate::mesh::source::{FaceLines, FaceStarts, LineRuns, Source};
use crate::mesh::text::{Job, Plan};
use crate::mesh::{Attributes, IndexedMesh, MAX_TRIANGLES, origin};
use crate::work::threads::{in_parallel, joined, parts_of};
use crate::work::{Progress, memory};
use glam::DVec3;
use std::mem::take;

const CHECK_EVERY: usize = 4096;

pub struct Joined {
    pub mesh: IndexedMesh,
    pub problems: Problems,
    /// Report of counts and encoding alone.
    pub report: LoadReport,
    pub texts: Texts,
}

/// Counts of what stands in the file ahead of a piece.
#[derive(Clone, Copy, Debug, Default)]
struct Ahead {
    lines: u32,
    vertices: u64,
    texture: u64,
    normal: u64,
}

/// Returns the mesh that the pieces of a file make; `None` if it lies so far out that it needs exact positions, and not
/// all are kept. Messages count vertices from `first_index`. `other_names` are names beside those of faces.
pub fn join(mut pieces: Vec<Piece>, first_index: i64, other_names: &[&[u8]], job: &Job) -> Result<Option<Joined>> {
    let Job { plan: Plan { threads, .. }, file, progress, .. } = *job;
    let (aheads, end) = places(&pieces);
    limit(Word::Vertices, end.vertices, MAX_VERTICES)?;
    check_references(&mut pieces, &aheads, Word::Texture, |piece| &piece.texture, |ahead| ahead.texture, end.texture);
    check_references(&mut pieces, &aheads, Word::Normal, |piece| &piece.normal, |ahead| ahead.normal, end.normal);
    let unusable: Vec<u32> = pieces
        .iter()
        .zip(&aheads)
        .flat_map(|(piece, ahead)| piece.unusable.iter().map(|&vertex| ahead.vertices as u32 + vertex))
        .collect();

    progress.check()?;
    pieces = in_parallel(threads, pieces.into_iter().zip(aheads.clone()).collect(), |(mut piece, ahead)| {
        resolve_others(&mut piece, ahead);
        resolve(&mut piece, ahead, end, &unusable, first_index);
        piece
    });
    progress.check()?;
    let lengths: Vec<usize> = pieces.iter().map(|piece| piece.triangles.len()).collect();
    let n_triangles: usize = lengths.iter().sum();
    limit(Word::Triangles, n_triangles as u64, MAX_TRIANGLES as u64)?;

    let mut report = LoadReport { lines: u64::from(end.lines), vertices: end.vertices, ..LoadReport::default() };
    for piece in &pieces {
        report.triangles += piece.triangles.len() as u64;
        report.faces += u64::from(piece.lines.len());
        if !piece.counts.all_one() {
            report.polygons += piece.counts.iter().filter(|&count| count > 1).count() as u64;
            report.faces_left_out += piece.counts.iter().filter(|&count| count == 0).count() as u64;
        }
    }
    let Some((origin, positions, bounds)) = place(&mut pieces, threads)? else { return Ok(None) };
    progress.check()?;
    let (spans, names) = join_names(&mut pieces);
    let starts = if pieces.iter().all(|piece| piece.counts.all_one()) {
        FaceStarts::one_each(n_triangles)
    } else {
        FaceStarts::from_counts(n_triangles, pieces.iter().flat_map(|piece| piece.counts.iter()))
    };
    let (lines, left_out) = lines(&mut pieces, &aheads);
    let mut text = file.cloned();
    if let Some(text) = &mut text {
        for (piece, ahead) in pieces.iter().zip(&aheads) {
            text.marks.extend(piece.marks.iter().map(|&(line, at)| (line.saturating_add(ahead.lines), at)));
        }
    }
    let texts = Texts::of(names.iter().flatten().map(|name| &name[..]).chain(other_names.iter().copied()));
    let names = names.map(|names| names.into_iter().map(|name| texts.text(&name)).collect());
    report.encoding = texts.encoding().map(str::to_owned);
    let (triangles, cut_problems) = triangulate(&mut pieces, &positions, threads, progress)?;
    let (texture, normal): (Vec<_>, Vec<_>) =
        pieces.iter_mut().map(|piece| (take(&mut piece.texture), take(&mut piece.normal))).unzip();
    let attributes = Attributes::new(
        corner_values(texture, &triangles, &lengths, positions.len(), threads)?,
        corner_values(normal, &triangles, &lengths, positions.len(), threads)?,
    );

    let mut problems = Problems::default();
    for ((mut piece, more), ahead) in pieces.into_iter().zip(cut_problems).zip(aheads) {
        piece.problems.append(more, 0);
        problems.append(piece.problems, ahead.lines);
    }
    let source = Source { starts, lines, left_out, spans, names, text, ..Source::default() };
    let (colors, textures) = Default::default();
    let mesh = IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures };
    Ok(Some(Joined { mesh, problems, report, texts }))
}

fn limit(what: Word, count: u64, limit: u64) -> Result<()> {
    if count > limit { Err(Refusal::too_many(what, count, limit)) } else { Ok(()) }
}

fn places(pieces: &[Piece]) -> (Vec<Ahead>, Ahead) {
    let mut end = Ahead::default();
    let aheads = pieces
        .iter()
        .map(|piece| {
            let ahead = end;
            end.lines = end.lines.saturating_add(piece.n_lines);
            end.vertices += piece.positions.len() as u64;
            end.texture += u64::from(piece.texture.count);
            end.normal += u64::from(piece.normal.count);
            ahead
        })
        .collect();
    (aheads, end)
}

/// Turns the indices of a piece's texture coordinates and normals into those in the file.
fn resolve_others(piece: &mut Piece, ahead: Ahead) {
    let Piece { texture, normal, triangles, relative, .. } = piece;
    let others =
        [(&mut texture.corners, texture.relative, ahead.texture), (&mut normal.corners, normal.relative, ahead.normal)];
    for (corners, counts_back, ahead_of_others) in others {
        if *relative && matches!(corners, CornerRefs::AsVertices) && ahead_of_others != ahead.vertices {
            corners.own(triangles);
        }
        if counts_back {
            corners.resolve(ahead_of_others);
        }
    }
}

/// Turns the corners of a piece into vertices of the file. A face whose vertices are not there is left out.
fn resolve(piece: &mut Piece, ahead: Ahead, end: Ahead, unusable: &[u32], first_index: i64) {
    if !piece.relative && u64::from(piece.highest) <= end.vertices && unusable.is_empty() {
        return;
    }
    let counts = take(&mut piece.counts);
    let mut lists: Vec<_> =
        [&mut piece.texture.corners, &mut piece.normal.corners].into_iter().filter_map(CornerRefs::list).collect();
    let (mut from, mut to) = (0, 0);
    for (count, line) in counts.iter().zip(piece.lines.iter()) {
        let face = from..from + count as usize;
        from = face.end;

        // Look for a corner that names no vertex, and for one with a vertex that can be used.
        let mut problem = None;
        let mut usable = None;
        let mut collapses = false;
        for (place, corner) in piece.triangles[face.clone()].as_flattened_mut().iter_mut().enumerate() {
            let vertex = vertex_of(*corner, ahead.vertices);
            *corner = vertex as u32;
            if !(0..end.vertices as i64).contains(&vertex) {
                problem = Some((Kind::FaceRange, out_of_range(vertex, end.vertices, first_index)));
                break;
            } else if unusable.binary_search(corner).is_ok() {
                collapses = true;
            } else {
                usable = usable.or(Some((place, *corner)));
            }
        }

        // A face with a vertex that is nowhere keeps its place in the count, but shrinks to a point that no ray meets.
        match usable {
            Some((place, corner)) if collapses => {
                piece.triangles[face.clone()].as_flattened_mut().fill(corner);
                for list in &mut lists {
                    let others = list[face.clone()].as_flattened_mut();
                    others.fill(others[place]);
                }
            }
            None if collapses && problem.is_none() => {
                problem = Some((Kind::FaceVertex, Problem::NoVertexUsable));
            }
            _ => {}
        }

        // Move the face up to the faces that are kept.
        match problem {
            None => {
                piece.triangles.copy_within(face.clone(), to);
                lists.iter_mut().for_each(|list| list.copy_within(face.clone(), to));
                to += count as usize;
                piece.counts.push(count);
            }
            Some((kind, problem)) => {
                piece.problems.add(kind, line, || problem.face_left_out());
                piece.counts.push(0);
            }
        }
    }
    lists.iter_mut().for_each(|list| list.truncate(to));
    piece.triangles.truncate(to);
}

fn out_of_range(vertex: i64, count: u64, first_index: i64) -> Problem {
    let index = vertex + first_index;
    match first_index {
        _ if vertex < 0 => Problem::VertexCountsBack,
        0 => Problem::VertexOutOfRangeFromZero { index, count },
        _ => Problem::VertexOutOfRange { index, count },
    }
}

/// Tells of the texture or normal index farthest out of range, and of values that are not finite, once for the file.
fn check_references<const N: usize>(
    pieces: &mut [Piece],
    aheads: &[Ahead],
    other: Word,
    references: impl Fn(&Piece) -> &References<N>,
    count: impl Fn(&Ahead) -> u64,
    all: u64,
) {
    let (mut highest, mut farthest) = ((0, 0, 0), (0, 0, 0));
    let (mut n_not_finite, mut first_not_finite) = (0, None);
    for (i, (piece, ahead)) in pieces.iter().zip(aheads).enumerate() {
        let it = references(piece);
        highest = highest.max((it.highest >> 32, i, it.highest as u32));
        farthest = farthest.max(((it.reach >> 32).saturating_sub(count(ahead)), i, it.reach as u32));
        let (n, line) = it.not_finite;
        n_not_finite += n;
        first_not_finite = first_not_finite.or((n > 0).then_some((i, line)));
    }
    let (index, piece, line) = highest;
    if index > all {
        let problem = || Problem::OtherOutOfRange { other, index, count: all };
        pieces[piece].problems.add(Kind::OtherRange, line, problem);
    }
    if let (1.., piece, line) = farthest {
        pieces[piece].problems.add(Kind::OtherRange, line, || Problem::OtherCountsBack { other });
    }
    if let Some((piece, line)) = first_not_finite {
        let problem = || Problem::OtherNotFinite { other, count: n_not_finite };
        pieces[piece].problems.add(Kind::OtherValue, line, problem);
    }
}

/// Origin, local positions, and bounds of the triangles.
type PlacedTriangles = (DVec3, Vec<[f32; 3]>, Aabb);

/// Returns the triangles in their place; `None` where exact positions are needed and not kept.
fn place(pieces: &mut [Piece], threads: usize) -> Result<Option<PlacedTriangles>> {
    let mut positions = joined(pieces.iter_mut().map(|piece| take(&mut piece.positions)).collect(), [0.0; 3], threads)?;
    let exact: Vec<Vec<[f64; 3]>> = pieces.iter_mut().map(|piece| take(&mut piece.exact)).collect();
    let triangles: Vec<&[[u32; 3]]> = pieces.iter().map(|piece| &piece.triangles[..]).collect();
    let bounds = bounds_of(DVec3::ZERO, &positions, &triangles, threads);
    if origin::is_near(&bounds) {
        return Ok(Some((DVec3::ZERO, positions, bounds)));
    }

    // If f32 has made the mesh a point, only the numbers of the file tell its size.
    if exact.iter().map(Vec::len).sum::<usize>() < positions.len() {
        return Ok(None);
    }
    let starts: Vec<usize> =
        exact.iter().scan(0, |end, part| Some(std::mem::replace(end, *end + part.len()))).collect();
    let vertex = |index: u32| {
        let part = starts.partition_point(|&start| start <= index as usize) - 1;
        DVec3::from(exact[part][index as usize - starts[part]])
    };
    let exact_bounds = bounds_of_points(positions.len(), |index| vertex(index as u32), &triangles);
    let origin = origin::origin_that_keeps(&exact_bounds)?;
    let parts = parts_of(&mut positions, exact.iter().map(Vec::len));
    in_parallel(threads, parts.into_iter().zip(&exact).collect(), |(part, exact)| {
        part.iter_mut().zip(exact).for_each(|(rounded, &position)| *rounded = origin::local(position, origin));
    });
    let bounds = bounds_of(origin, &positions, &triangles, threads);
    let (origin, bounds) = origin::settle(origin, &mut positions, bounds);
    Ok(Some((origin, positions, bounds)))
}

/// Returns the lines of the faces that have triangles, and where others have been left out among them.
fn lines(pieces: &mut [Piece], aheads: &[Ahead]) -> (FaceLines, Vec<(u32, u32)>) {
    let mut lines = LineRuns::default();
    let mut left_out: Vec<(u32, u32)> = Vec::new();
    let mut n_left_out = 0;
    for (piece, ahead) in pieces.iter_mut().zip(aheads) {
        if piece.counts.all_one() {
            lines.append(&piece.lines, ahead.lines);
            continue;
        }
        for (line, count) in piece.lines.iter().zip(piece.counts.iter()) {
            if count > 0 {
                lines.push(line.saturating_add(ahead.lines), 1);
                continue;
            }
            n_left_out += 1;
            let first = lines.len();
            match left_out.last_mut() {
                Some((last, n)) if *last == first => *n = n_left_out,
                _ => left_out.push((first, n_left_out)),
            }
        }
    }
    (lines.into(), left_out)
}

/// Returns all triangles, those of polygons cut so that they cover them. Takes the pieces' triangles.
fn triangulate(
    pieces: &mut [Piece],
    positions: &[[f32; 3]],
    threads: usize,
    progress: &Progress,
) -> Result<(Vec<[u32; 3]>, Vec<Problems>)> {
    let fans: Vec<Vec<[u32; 3]>> = pieces.iter_mut().map(|piece| take(&mut piece.triangles)).collect();
    let cut = |triangles: &mut [[u32; 3]], piece: &mut Piece| {
        if piece.counts.all_one() {
            Ok(Problems::default())
        } else {
            cut_polygons(triangles, piece, positions, progress)
        }
    };
    if let [_] = fans[..] {
        let mut triangles = fans.into_iter().next().unwrap_or_default();
        let problems = cut(&mut triangles, &mut pieces[0])?;
        return Ok((triangles, vec![problems]));
    }
    let mut triangles = memory::filled(fans.iter().map(Vec::len).sum(), [0; 3])?;
    let parts = parts_of(&mut triangles, fans.iter().map(Vec::len).collect::<Vec<_>>().into_iter());
    let work = parts.into_iter().zip(fans).zip(pieces).collect();
    let problems = in_parallel(threads, work, |((part, fans), piece)| {
        part.copy_from_slice(&fans);
        drop(fans);
        cut(part, piece)
    });
    Ok((triangles, problems.into_iter().collect::<Result<_, _>>()?))
}

fn cut_polygons(
    triangles: &mut [[u32; 3]],
    piece: &mut Piece,
    positions: &[[f32; 3]],
    progress: &Progress,
) -> Result<Problems> {
    let Piece { counts, lines, texture, normal, .. } = piece;
    let mut lists: Vec<_> =
        [&mut texture.corners, &mut normal.corners].into_iter().filter_map(CornerRefs::list).collect();
    let mut problems = Problems::default();
    let mut cutter = Cutter::default();
    let mut from = 0;
    for (i, (count, line)) in counts.iter().zip(lines.iter()).enumerate() {
        if i % CHECK_EVERY == 0 {
            progress.check()?;
        }
        let range = from..from + count as usize;
        from = range.end;
        let face = &mut triangles[range.clone()];
        let others = lists.iter_mut().map(|list| &mut list[range.clone()]);
        if face.len() > 1 && !cutter.cut(positions, face, others)? {
            problems.add(Kind::Polygon, line, || Problem::Crosses { corners: count + 2 });
        }
    }
    Ok(problems)
}
