//! Binary STL: 80 bytes of header, the number of facets, and a record of 50 bytes for each. Colours are 15 bits of the
//! 16-bit attribute of a facet. The format does not define them; those of Magics and of VisCAM and SolidView are read.
//!
//! Based on: Wikipedia, STL (file format), Color in binary STL, 2024; three.js and VCGlib read the colours in the same
//! way. If all attributes of a file by Magics are 0, its facets are not black but have the colour in the header.

use super::{check_count, collapse, no_mesh};
use crate::accel::RayTree;
use crate::mesh::looks::WHITE;
use crate::mesh::problem::{Kind, Problem, Word};
use crate::mesh::report::{Problems, Refusal};
use crate::mesh::source::{Records, Source};
use crate::mesh::text::{Job, Text};
use crate::mesh::{IndexedMesh, LoadReport, Srgb8, Warning};
use crate::work::threads::{self, in_parallel};
use crate::work::{OutOfMemory, Progress, memory};
use glam::DVec3;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of bytes of the header, and the place of the first record, behind the number of facets.
const HEADER: u64 = 80;
const FIRST: u64 = HEADER + 4;
/// Number of bytes of a record: the normal, three corners, and the attribute; then the places of the last two.
const RECORD: usize = 50;
const CORNERS: usize = 12;
const ATTRIBUTE: usize = 48;
/// Number of records read at once; their bytes stay in the cache.
const BLOCK: usize = 2048;

/// Reads binary STL: as many records as the header states, or all there are.
pub fn load(Job { text: bytes, file, progress, .. }: Job) -> Result<(IndexedMesh, LoadReport), Refusal> {
    let length = bytes.len();
    let (mut header, mut counted) = ([0; HEADER as usize], [0; 4]);
    bytes.read(0, &mut header)?;
    bytes.read(HEADER, &mut counted)?;
    let counted = u64::from(u32::from_le_bytes(counted));
    let behind = length - FIRST;
    let n = counted.min(behind / RECORD as u64);
    check_count(n)?;
    memory::check(n * (3 * size_of::<[f32; 3]>() as u64 + size_of::<[u32; 3]>() as u64 + RayTree::LEAST_MEMORY))?;
    let mut positions = memory::filled(3 * n as usize, [0.0; 3])?;
    let blocks = read(bytes, &mut positions, progress);
    progress.check()?;

    let (mut problems, mut unusable, mut attributes) = (Problems::default(), Vec::new(), Vec::new());
    for (block, first) in blocks.into_iter().zip((0..).step_by(BLOCK)) {
        let block = block?;
        problems.append(block.problems, first);
        unusable.extend(block.unusable.into_iter().map(|record| first + record));
        attributes.push(block.attributes);
    }
    let mut colors = Attributes::of(&header).colors(n as usize, BLOCK, &attributes)?;
    leave_out(&mut positions, 3, &unusable);
    leave_out(&mut colors, 1, &unusable);
    let left_out = (1..).zip(&unusable).map(|(n, &record)| (record + 1 - n, n)).collect();
    let mut records = Records::default();
    records.push_run(1, FIRST, RECORD as u32, RECORD as u32);

    let mut triangles = memory::filled(positions.len() / 3, [0; 3])?;
    for (first, triangle) in (0..).step_by(3).zip(&mut triangles) {
        *triangle = [first, first + 1, first + 2];
    }
    let mut report = problems.told_in(LoadReport {
        vertices: positions.len() as u64,
        triangles: triangles.len() as u64,
        faces: n,
        faces_left_out: unusable.len() as u64,
        ..LoadReport::default()
    });
    report.tell_records();
    if n < counted {
        let why = Box::new(Problem::HeaderCounts { counted, what: Word::Triangles, whole: n });
        report.warnings.insert(0, Warning::of_file(Problem::AreLoaded { why }));
        report.problems += 1;
    }
    let rest = behind - n * RECORD as u64;
    if n == counted && rest > 0 {
        report.remarks.push(Warning::of_file(Problem::BytesBehindTriangles { count: rest }));
    }
    if triangles.is_empty() {
        return Err(no_mesh(&report, Problem::NoRecords { counted, bytes: behind }));
    }
    let mut mesh = IndexedMesh::of_finite(DVec3::ZERO, positions, triangles);
    mesh.source = Source { left_out, records, text: file.cloned(), ..mesh.source };
    mesh.colors.triangles = colors;
    Ok((mesh, report))
}

/// Findings about a block of records, whose numbers count from its first one.
#[derive(Default)]
struct BlockFindings {
    /// Problems of the block, each under the number of its record, counted from 1 in the block.
    problems: Problems,
    /// Indices in the block, from 0, of the records that have no usable corner.
    unusable: Vec<u32>,
    /// Attributes of all records of the block; empty if all attributes are 0.
    attributes: Vec<u16>,
}

/// Reads the records of all `positions`, three each, as far as `progress` is not cancelled.
fn read(bytes: &Text, positions: &mut [[f32; 3]], progress: &Progress) -> Vec<Result<BlockFindings, Refusal>> {
    let (all, done) = (positions.len(), AtomicUsize::new(0));
    let blocks = positions.chunks_mut(3 * BLOCK).zip((FIRST..).step_by(BLOCK * RECORD)).collect();
    in_parallel(threads::available(), blocks, |(positions, at)| {
        if progress.is_cancelled() {
            return Ok(BlockFindings::default());
        }
        let mut records = vec![0; positions.len() / 3 * RECORD];
        bytes.read(at, &mut records)?;
        let block = read_block(&records, positions);
        let before = done.fetch_add(positions.len(), Ordering::Relaxed);
        progress.advance((before + positions.len()) as f32 / all as f32);
        Ok(block)
    })
}

fn read_block(records: &[u8], positions: &mut [[f32; 3]]) -> BlockFindings {
    let mut block = BlockFindings::default();
    let (records, _) = records.as_chunks::<RECORD>();
    let (facets, _) = positions.as_chunks_mut::<3>();
    let attributes = || records.iter().map(|record| u16::from_le_bytes([record[ATTRIBUTE], record[ATTRIBUTE + 1]]));
    if attributes().any(|attribute| attribute != 0) {
        block.attributes = attributes().collect();
    }
    for (number, (record, corners)) in (1..).zip(records.iter().zip(facets)) {
        for (place, x) in corners.as_flattened_mut().iter_mut().enumerate() {
            let at = CORNERS + 4 * place;
            *x = f32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]);
        }
        if !corners.as_flattened().iter().fold(true, |finite, x| finite & x.is_finite()) {
            block.settle(number, corners);
        }
    }
    block
}

impl BlockFindings {
    /// Adds the problems of a record whose corners cannot all be used, and collapses it.
    #[cold]
    fn settle(&mut self, number: u32, corners: &mut [[f32; 3]; 3]) {
        let not_finite = |corner: &[f32; 3]| corner.iter().copied().find(|x| !x.is_finite());
        for x in corners.iter().filter_map(not_finite) {
            let problem = || Problem::NotFinite { number: format!("`{x}`") }.vertex_not_used();
            self.problems.add(Kind::VertexRange, number, problem);
        }
        let usable = corners.each_ref().map(|corner| not_finite(corner).is_none());
        if !collapse(corners, usable) {
            self.problems.add(Kind::FaceVertex, number, || Problem::NoVertexUsable.face_left_out());
            self.unusable.push(number - 1);
        }
    }
}

/// Removes the values of `unusable` records, which ascend; there are `of_each` values a record.
fn leave_out<T>(values: &mut Vec<T>, of_each: usize, unusable: &[u32]) {
    if unusable.is_empty() {
        return;
    }
    let mut at = 0..;
    values.retain(|_| {
        let record = at.next().unwrap_or(usize::MAX) / of_each;
        unusable.binary_search(&(record as u32)).is_err()
    });
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Attributes {
    /// As Magics writes them: red in the lowest bits; with the highest bit, the colour in the header, `of_all`.
    Magics { of_all: Srgb8 },
    /// As VisCAM and SolidView write them: blue in the lowest bits; no colour without the highest bit.
    VisCam,
}

const HIGHEST: u16 = 1 << 15;

impl Attributes {
    /// Returns the meaning of the attributes by the header of the file: that of Magics if it states a colour.
    fn of(header: &[u8]) -> Self {
        const KEY: &[u8] = b"COLOR=";
        match header.windows(KEY.len() + 4).find_map(|words| words.strip_prefix(KEY)) {
            Some(&[red, green, blue, _]) => Self::Magics { of_all: [red, green, blue] },
            _ => Self::VisCam,
        }
    }

    /// Returns the colours of `n` facets, if any has one. Each of `blocks` holds `block` attributes, none if all are 0.
    fn colors(self, n: usize, block: usize, blocks: &[Vec<u16>]) -> Result<Vec<Srgb8>, OutOfMemory> {
        let are_used = blocks.iter().flatten().any(|&attribute| attribute != 0 && self.color(attribute).is_some());
        let of_zero = match self {
            _ if are_used => self.color(0).unwrap_or(WHITE),
            Self::Magics { of_all } => of_all,
            Self::VisCam => return Ok(Vec::new()),
        };
        let mut colors = memory::filled(n, of_zero)?;
        for (colors, attributes) in colors.chunks_mut(block).zip(blocks) {
            for (color, &attribute) in colors.iter_mut().zip(attributes) {
                *color = self.color(attribute).unwrap_or(WHITE);
            }
        }
        Ok(colors)
    }

    fn color(self, attribute: u16) -> Option<Srgb8> {
        let [low, middle, high] = [0, 5, 10].map(|shift| {
            let share = u32::from(attribute >> shift & 31);
            ((share * 255 + 15) / 31) as u8
        });
        let is_marked = attribute & HIGHEST != 0;
        match self {
            Self::Magics { of_all } => Some(if is_marked { of_all } else { [low, middle, high] }),
            Self::VisCam => is_marked.then_some([high, middle, low]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::LoadError;
    use crate::mesh::tests::{Loaded, WHOLE, assert_told, read, stops};

    fn file(counted: u32, facets: &[[[f32; 3]; 3]]) -> Vec<u8> {
        let mut bytes = vec![b' '; HEADER as usize];
        bytes.extend(counted.to_le_bytes());
        for corners in facets {
            let numbers = [[0.0, 0.0, 1.0]].iter().chain(corners).flatten();
            bytes.extend(numbers.flat_map(|x| x.to_le_bytes()));
            bytes.extend([0, 0]);
        }
        bytes
    }

    fn loaded(bytes: &[u8]) -> Result<Loaded, LoadError> {
        read(load, bytes, WHOLE)
    }

    /// Returns a facet that is like no other.
    fn facet(i: usize) -> [[f32; 3]; 3] {
        let x = i as f32;
        [[x, 0.0, 0.0], [x, 1.0, 0.0], [x, 0.0, 0.5]]
    }

    #[test]
    fn every_record_is_a_triangle_across_blocks() {
        let facets: Vec<_> = (0..2 * BLOCK + 5).map(facet).collect();
        let (mesh, report) = loaded(&file(facets.len() as u32, &facets)).expect("a mesh");
        assert_eq!(mesh.positions(), facets.as_flattened());
        assert_eq!((report.triangles, report.faces, report.problems), (facets.len() as u64, facets.len() as u64, 0));
        let last = facets.len() as u32 - 1;
        assert_eq!(mesh.triangles()[last as usize], [3 * last, 3 * last + 1, 3 * last + 2]);
        let record = mesh.source().record(last).expect("a record");
        assert_eq!((record.number, record.offset, record.length), (last + 1, 84 + 50 * u64::from(last), 50));
    }

    #[test]
    fn a_record_with_a_corner_that_is_nowhere_is_told_by_its_number() {
        let mut facets: Vec<_> = (0..BLOCK + 4).map(facet).collect();
        facets[2] = [[f32::NAN; 3]; 3];
        facets[BLOCK + 1][0][1] = f32::NEG_INFINITY;
        facets[BLOCK + 2] = [[f32::INFINITY, 0.0, 0.0]; 3];
        let (mesh, report) = loaded(&file(facets.len() as u32, &facets)).expect("a mesh");
        assert_eq!(mesh.triangles().len(), facets.len() - 2);
        let (n, late) = (BLOCK as u32 + 2, BLOCK as u32 + 3);
        assert_told(&report, &[3, 3, 3, 3, n, late, late, late, late].map(|record| (record, "")));
        assert_eq!(mesh.positions()[3 * BLOCK..3 * BLOCK + 3], [facet(BLOCK + 1)[1]; 3]);
        let faces: Vec<_> = [1, 2, BLOCK as u32, BLOCK as u32 + 1].map(|i| mesh.source().face(i)).into();
        assert_eq!(faces, [2, 4, n, late + 1]);
    }

    #[test]
    fn facets_keep_their_colours_where_others_are_left_out() {
        let mut facets: Vec<_> = (0..BLOCK + 3).map(facet).collect();
        facets[BLOCK] = [[f32::NAN; 3]; 3];
        let mut bytes = file(facets.len() as u32, &facets);
        assert!(loaded(&bytes).expect("a mesh").0.colors().is_empty());
        for (number, attribute) in [(1, 0xfc00u16), (BLOCK, 0x83e0), (BLOCK + 2, 0x801f)] {
            let at = FIRST as usize + number * RECORD + ATTRIBUTE;
            bytes[at..at + 2].copy_from_slice(&attribute.to_le_bytes());
        }
        let (mesh, _) = loaded(&bytes).expect("a mesh");
        let colors = &mesh.colors().triangles;
        let white = [255; 3];
        assert_eq!((colors.len(), colors[1], colors[BLOCK]), (facets.len() - 1, [255, 0, 0], white));
        assert_eq!((colors[2], colors[BLOCK + 1]), (white, [0, 0, 255]));
    }

    #[test]
    fn a_count_that_lies_is_told_and_allocates_nothing() {
        let facets = [facet(0), facet(1)];
        let (mesh, report) = loaded(&file(u32::MAX, &facets)).expect("a mesh");
        assert_eq!((mesh.triangles().len(), mesh.positions.capacity()), (2, 6));
        let told = "the header counts 4294967295 triangles, but the file has 2 complete ones; these are loaded";
        assert_told(&report, &[(0, told)]);
        let cut_off = file(2, &facets);
        let (mesh, report) = loaded(&cut_off[..cut_off.len() - 1]).expect("a mesh");
        assert_eq!((mesh.triangles().len(), report.problems), (1, 1));
        let (_, report) = loaded(&file(1, &facets)).expect("a mesh");
        assert_told(&report, &[]);
        assert_eq!(report.remarks[0].problem, Problem::BytesBehindTriangles { count: 50 });
    }

    #[test]
    fn without_a_triangle_it_is_said_why() {
        let why = |bytes: &[u8]| loaded(bytes).map(drop).expect_err("no mesh").to_string();
        let none = "t: there are no triangles: the header counts 0, but 50 bytes follow it; export the mesh again";
        assert_eq!(why(&file(0, &[facet(0)])), none);
        let told = why(&file(1, &[[[f32::NAN; 3]; 3]]));
        assert!(told.starts_with("t: none of its 1 faces can be used: `NaN` is not a finite number"), "{told}");
    }

    #[test]
    fn reading_stops_when_asked_to() {
        assert!(stops(load, &file(1, &[facet(0)])));
    }

    const PINK: Srgb8 = [255, 100, 200];

    #[test]
    fn each_program_has_its_order_of_bits_and_its_mark() {
        let magics = Attributes::of(b"by somebody COLOR=\xff\x64\xc8\xff,MATERIAL=");
        assert_eq!(magics, Attributes::Magics { of_all: PINK });
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], PINK].map(Some);
        assert_eq!([0x001f, 0x03e0, 0x7c00, 0x8000].map(|it| magics.color(it)), colors);
        let viscam = Attributes::of(b"COLOR=\xff\x64\xc8");
        assert_eq!(viscam, Attributes::VisCam);
        let colors = [[0, 0, 255], [0, 255, 0], [255, 0, 0], [0, 0, 132]].map(Some);
        assert_eq!([0x801f, 0x83e0, 0xfc00, 0x8010].map(|it| viscam.color(it)), colors);
        assert_eq!(viscam.color(0x001f), None);
    }

    #[test]
    fn facets_without_an_attribute_have_the_colour_of_all_or_none() {
        let magics = Attributes::Magics { of_all: PINK };
        let colors = |it: Attributes, blocks: &[Vec<u16>]| it.colors(3, 2, blocks).expect("memory");
        assert_eq!(colors(magics, &[vec![], vec![]]), [PINK; 3]);
        assert_eq!(colors(magics, &[vec![], vec![0x8000]]), [[0; 3], [0; 3], PINK]);
        assert_eq!(colors(Attributes::VisCam, &[vec![], vec![7]]), [[0; 3]; 0]);
        assert_eq!(colors(Attributes::VisCam, &[vec![0, 0x8000], vec![]]), [WHITE, [0; 3], WHITE]);
    }
}
