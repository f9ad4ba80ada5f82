//! Records of all elements of a file, and their conversion to a mesh.

use super::ascii::{self, AsciiBody, ColorEnd, FirstWord, relined};
use super::part::Part;
use super::{ByteOrder, Element, binary};
use crate::mesh::looks::WHITE;
use crate::mesh::looks::attributes::joined_values;
use crate::mesh::problem::{Advice, Kind, Problem, Word};
use crate::mesh::read::join::{Joined, join};
use crate::mesh::read::piece::{CornerRefs, NONE, Piece, References};
use crate::mesh::read::relined::read_torn;
use crate::mesh::report::{Loaded, Refusal, Result};
use crate::mesh::source::{FaceLines, Records};
use crate::mesh::text::{Job, Reading, Text};
use crate::mesh::{Format, LoadReport, Srgb8, Warning};
use crate::work::{OutOfMemory, memory};

pub struct Data {
    parts: Vec<Part>,
    /// For each element that is read: the number of records by the header, their word, and the number found.
    counts: Vec<(u64, Word, u64)>,
    bytes_behind: u64,
}

impl Data {
    pub fn in_words(reading: &Reading, body: &AsciiBody) -> Result<Self> {
        let (parts, records) = ascii::read(reading, body)?;
        let read = body.elements.iter().zip(records).filter(|(element, _)| element.is_read());
        let counts = read.map(|(element, n)| (element.count, element.plural(), n)).collect();
        Ok(Self { parts, counts, bytes_behind: 0 })
    }

    pub fn in_bytes(reading: &Reading, elements: &[Element], start: u64, order: ByteOrder) -> Result<Self> {
        let (mut parts, mut counts) = (Vec::new(), Vec::new());
        let (mut at, mut is_whole) = (start, true);
        for element in elements {
            // If an element is cut off, the file ends there, and later elements have no records.
            let records;
            (records, at) = if is_whole { binary::read(reading, element, order, at, &mut parts)? } else { (0, at) };
            if element.is_read() {
                counts.push((element.count, element.plural(), records));
            }
            is_whole &= records == element.count;
        }
        // Vertices are numbered in the file, faces in a part: with vertices ahead, parts have only lines of their own.
        parts.sort_by_key(|part| part.n_faces() > 0);
        for part in &mut parts {
            part.piece.n_lines = part.n_faces();
        }
        Ok(Self { parts, counts, bytes_behind: if is_whole { reading.text.len() - at } else { 0 } })
    }
}

impl Job<'_> {
    /// Loads records of one line each. Others are first put on a line each, from one of `first_words` on.
    pub fn load_words(self, format: Format, body: &AsciiBody, first_words: &[FirstWord]) -> Result<Loaded> {
        let Job { text, progress, .. } = self;
        let read =
            |text: &Text, body: &AsciiBody| Job { text, ..self }.load(format, |reading| Data::in_words(reading, body));
        let has_colors = body.elements.iter().any(|element| element.may_end_in_color);
        let ends: &[ColorEnd] = if has_colors { &[ColorEnd::Line, ColorEnd::Word] } else { &[ColorEnd::Line] };
        let ways = first_words.iter().flat_map(|first| ends.iter().map(move |end| (*first, *end)));
        let relined = ways.map(|(first, end)| relined(text, body, first, end, progress));
        let own_lines = AsciiBody { start: 0, lines_ahead: 0, comment: None, ..*body };
        read_torn(read(text, body), relined, |relined| read(relined, &own_lines))
    }

    pub fn load(self, format: Format, read: impl Fn(&Reading) -> Result<Data>) -> Result<Loaded> {
        self.exactly(|job| job.join(read(&Reading::new(job))?, format))
    }

    /// Returns the mesh that the data make, or `None` if it needs exact positions and they are rounded.
    fn join(&self, data: Data, format: Format) -> Result<Option<Loaded>> {
        let short = data.counts.iter().filter(|(counted, _, there)| there < counted);
        let short = short.map(|&(counted, what, whole)| Problem::HeaderCounts { counted, what, whole });
        let shortages: Vec<Problem> = short.collect();
        let (pieces, [vertex_colors, face_colors], records) = contents(data.parts)?;
        let joined = join(pieces, 0, &[], self)?;
        let Some(Joined { mut mesh, problems, report, .. }) = joined else { return Ok(None) };
        let mut report = LoadReport { format: Some(format), ..problems.told_in(report) };
        if format == Format::PlyBinary {
            report.tell_records();
            mesh.source.lines = FaceLines::default();
            mesh.source.records = records;
        }

        // Without a triangle, say what comes nearest to the cause.
        if mesh.triangles.is_empty() {
            return Err(match shortages.first() {
                _ if report.faces > 0 => Refusal::no_usable_face(report.faces, report.warnings.first()),
                Some(shortage) => Refusal::damaged(None, shortage.clone()),
                None => Refusal::of(Problem::OnlyVertices { vertices: report.vertices }, Advice::ExportFaces),
            });
        }
        report.problems += shortages.len() as u64;
        let loaded = shortages.into_iter().map(|it| Warning::of_file(Problem::AreLoaded { why: Box::new(it) }));
        report.warnings.splice(0..0, loaded);
        if data.bytes_behind > 0 {
            report.remarks.push(Warning::of_file(Problem::BytesBehindRecords { count: data.bytes_behind }));
        }

        // Colours of faces go to all triangles that the faces were cut into.
        mesh.colors.vertices = vertex_colors;
        if !face_colors.is_empty() {
            let mut colors = memory::filled(mesh.triangles.len(), [0; 3])?;
            for (triangle, color) in (0..).zip(&mut colors) {
                *color = face_colors[mesh.source.face(triangle) as usize - 1];
            }
            mesh.colors.triangles = colors;
        }
        Ok(Some((mesh, report)))
    }
}

/// Pieces of all parts, the colours of all vertices and of all faces, and the records.
type Contents = (Vec<Piece>, [Vec<Srgb8>; 2], Records);

fn contents(parts: Vec<Part>) -> Result<Contents, OutOfMemory> {
    let (mut pieces, mut of_vertices, mut of_faces) = (Vec::new(), Vec::new(), Vec::new());
    let (mut records, mut n_faces) = (Records::default(), 0);
    let are_by_corner = parts.iter().any(|part| matches!(part.piece.texture.corners, CornerRefs::Own(_)));
    let n_wrong = parts.iter().map(|part| part.wrong_lists.0).sum();
    let mut is_told = false;
    for mut part in parts {
        settle(&mut part.piece.texture, !are_by_corner, part.piece.positions.len(), part.piece.triangles.len());
        settle(&mut part.piece.normal, true, part.piece.positions.len(), part.piece.triangles.len());
        if part.wrong_lists.0 > 0 && !std::mem::replace(&mut is_told, true) {
            let problem = || Problem::TexcoordLists { count: n_wrong };
            part.piece.problems.add(Kind::OtherValue, part.wrong_lists.1, problem);
        }
        records.append(part.records, n_faces);
        let n = part.piece.lines.len();
        n_faces += n;
        of_faces.push((n as usize, part.face_colors));
        of_vertices.push((part.piece.positions.len(), part.vertex_colors));
        pieces.push(part.piece);
    }
    Ok((pieces, [colors(of_vertices)?, colors(of_faces)?], records))
}

/// Returns the colours of all parts, each given with its number of vertices or faces; none where no part has any.
fn colors(parts: Vec<(usize, Vec<Srgb8>)>) -> Result<Vec<Srgb8>, OutOfMemory> {
    match parts.iter().all(|(_, colors)| colors.is_empty()) {
        true => Ok(Vec::new()),
        false => joined_values(parts.iter().map(|(n, _)| n).sum(), parts.into_iter(), WHITE),
    }
}

/// Gives each vertex of a part a value, or each triangle indices.
fn settle<const N: usize>(others: &mut References<N>, are_by_vertex: bool, n_vertices: usize, n_triangles: usize) {
    if are_by_vertex {
        others.corners = CornerRefs::AsVertices;
        if !others.values.is_empty() {
            others.values.resize(n_vertices, [f32::NAN; N]);
        }
    } else if let CornerRefs::Own(list) = &mut others.corners {
        list.resize(n_triangles, [NONE; 3]);
    }
    others.count = others.values.len() as u32;
}
