//! Places of faces: the triangles of each face, in a bit per triangle or in no memory if every face is one triangle;
//! the line of each face, of which consecutive ones share an entry; and the records of a binary file.

use crate::work::packed;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Number of bits of a block; the number of faces ahead of each block is kept.
const BLOCK: usize = 512;
const WORDS: usize = BLOCK / 64;

/// First triangle of each face, as a set of bits; the index of a face is the number of bits set before its own.
#[derive(Clone, Debug, Default)]
pub struct FaceStarts {
    n_triangles: u32,
    /// A bit for each triangle, set if the triangle is the first one of a face; empty if every triangle is.
    bits: Vec<u64>,
    /// For each block of [`BLOCK`] bits, the number of bits set before the block.
    ranks: Vec<u32>,
}
packed!(struct FaceStarts { n_triangles, bits, ranks });

impl FaceStarts {
    pub fn one_each(n_triangles: usize) -> Self {
        Self { n_triangles: n_triangles as u32, ..Self::default() }
    }

    /// Returns the starts of faces of so many triangles each; a count of 0 makes no face.
    pub fn from_counts(n_triangles: usize, counts: impl Iterator<Item = u32>) -> Self {
        let mut starts = Self::one_each(n_triangles);
        starts.bits = vec![0; n_triangles.div_ceil(64)];
        let (mut at, mut n_faces) = (0, 0);
        for count in counts.filter(|&count| count > 0) {
            starts.bits[at / 64] |= 1 << (at % 64);
            at += count as usize;
            n_faces += 1;
        }
        if n_faces == n_triangles {
            return Self::one_each(n_triangles);
        }
        let mut rank = 0;
        for block in starts.bits.chunks(WORDS) {
            starts.ranks.push(rank);
            rank += block.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        starts
    }

    pub fn face(&self, triangle: u32) -> u32 {
        assert!(triangle < self.n_triangles, "triangle {triangle} of {}", self.n_triangles);
        if self.bits.is_empty() {
            return triangle;
        }
        let (word, bit) = (triangle as usize / 64, triangle % 64);
        let block = word / WORDS;
        let ahead: u32 = self.bits[block * WORDS..word].iter().map(|w| w.count_ones()).sum();
        self.ranks[block] + ahead + (self.bits[word] & (u64::MAX >> (63 - bit))).count_ones() - 1
    }

    pub fn n_triangles(&self) -> u32 {
        self.n_triangles
    }

    pub fn face_triangles(&self, triangle: u32) -> Range<u32> {
        let face = self.face(triangle);
        self.first_of_face(face)..self.first_of_face(face + 1)
    }

    /// Returns the first triangle of a face, from 0; behind the last face, the number of triangles.
    pub fn first_of_face(&self, face: u32) -> u32 {
        if self.bits.is_empty() {
            return face;
        }
        let block = self.ranks.partition_point(|&rank| rank <= face) - 1;
        let mut ahead = face - self.ranks[block];
        for (word, &bits) in self.bits.iter().enumerate().skip(block * WORDS) {
            if ahead < bits.count_ones() {
                let from_there = (0..ahead).fold(bits, |bits, _| bits & (bits - 1));
                return (word * 64) as u32 + from_there.trailing_zeros();
            }
            ahead -= bits.count_ones();
        }
        self.n_triangles
    }
}

/// Numbers of lines in ascending order, stored as runs of consecutive lines.
#[derive(Clone, Debug, Default)]
pub struct LineRuns {
    runs: Vec<LineRun>,
    n: u32,
}
packed!(struct LineRuns { runs, n });

#[derive(Clone, Copy, Debug)]
struct LineRun {
    first: u32,
    line: u32,
}
packed!(struct LineRun { first, line });

impl LineRun {
    /// Returns line `i` of all lines, which is in the run or follows it.
    fn line(self, i: u32) -> u32 {
        self.line.saturating_add(i - self.first)
    }
}

impl LineRuns {
    #[inline(always)]
    pub fn push(&mut self, line: u32, n: u32) {
        if self.runs.last().is_none_or(|run| run.line(self.n) != line) {
            self.runs.push(LineRun { first: self.n, line });
        }
        self.n += n;
    }

    /// Appends `lines`, with `ahead` added to each line number.
    pub fn append(&mut self, lines: &Self, ahead: u32) {
        for (run, end) in lines.runs_and_ends() {
            self.push(run.line.saturating_add(ahead), end - run.first);
        }
    }

    pub fn len(&self) -> u32 {
        self.n
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.runs_and_ends().flat_map(|(run, end)| (run.first..end).map(move |i| run.line(i)))
    }

    fn runs_and_ends(&self) -> impl Iterator<Item = (LineRun, u32)> + '_ {
        let ends = self.runs.iter().skip(1).map(|run| run.first).chain([self.n]);
        self.runs.iter().copied().zip(ends)
    }
}

#[derive(Clone, Debug)]
pub enum FaceLines {
    Runs(LineRuns),
    Each(Vec<u32>),
}
packed!(enum FaceLines [Runs(runs), Each(lines)]);

impl Default for FaceLines {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
}

impl From<LineRuns> for FaceLines {
    fn from(lines: LineRuns) -> Self {
        let takes_less = lines.runs.len() * size_of::<LineRun>() <= lines.n as usize * size_of::<u32>();
        if takes_less { Self::Runs(lines) } else { Self::Each(lines.iter().collect()) }
    }
}

impl FaceLines {
    /// Returns the line of a face; `None` if the lines of faces are not known.
    pub fn get(&self, face: u32) -> Option<u32> {
        match self {
            Self::Each(lines) => lines.get(face as usize).copied(),
            Self::Runs(lines) if face < lines.n => {
                let after = lines.runs.partition_point(|run| run.first <= face);
                Some(lines.runs[after - 1].line(face))
            }
            Self::Runs(_) => None,
        }
    }
}

/// Range of bytes of a binary file in which a face is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Number of the record, from 1.
    pub number: u32,
    /// Byte of the file where the record begins.
    pub offset: u64,
    /// Number of bytes of the record.
    pub length: u32,
}

/// Records of a file, as runs of equal length. A record has the number of its face, those left out included.
#[derive(Clone, Debug, Default)]
pub struct Records {
    runs: Vec<RecordRun>,
}
packed!(struct Records { runs });

/// Records of one length that stand at equal distances.
#[derive(Clone, Copy, Debug)]
struct RecordRun {
    /// Number, from 1, and first byte of the first record.
    first: u32,
    offset: u64,
    length: u32,
    /// Number of bytes from the beginning of one record to that of the next.
    stride: u32,
}
packed!(struct RecordRun { first, offset, length, stride });

impl Records {
    /// Adds a run of records from number `first` and byte `offset` on, up to the next run; runs ascend.
    pub fn push_run(&mut self, first: u32, offset: u64, length: u32, stride: u32) {
        let goes_on = self
            .runs
            .last()
            .is_some_and(|last| (last.length, last.stride) == (length, stride) && last.offset_of(first) == offset);
        if !goes_on {
            self.runs.push(RecordRun { first, offset, length, stride });
        }
    }

    /// Appends the records of a later part of the file, with `ahead` added to their numbers.
    pub fn append(&mut self, later: Self, ahead: u32) {
        for run in later.runs {
            self.push_run(run.first + ahead, run.offset, run.length, run.stride);
        }
    }

    pub fn get(&self, number: u32) -> Option<Record> {
        let after = self.runs.partition_point(|run| run.first <= number);
        let run = self.runs[..after].last()?;
        Some(Record { number, offset: run.offset_of(number), length: run.length })
    }
}

impl RecordRun {
    fn offset_of(&self, number: u32) -> u64 {
        self.offset + u64::from(number - self.first) * u64::from(self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_counts(counts: &[u32]) {
        let starts = FaceStarts::from_counts(counts.iter().sum::<u32>() as usize, counts.iter().copied());
        let mut first = 0;
        for (face, &count) in counts.iter().filter(|&&count| count > 0).enumerate() {
            assert_eq!(starts.first_of_face(face as u32), first);
            for triangle in first..first + count {
                assert_eq!(starts.face(triangle), face as u32);
                assert_eq!(starts.face_triangles(triangle), first..first + count);
            }
            first += count;
        }
    }

    #[test]
    fn every_triangle_finds_its_face() {
        assert_counts(&[1; 700]);
        assert_counts(&[2; 700]);
        assert_counts(&[1, 1, 2, 1]);
        assert_counts(&[3000, 1, 61, 700]);
        assert_counts(&[0, 3000, 0, 0, 1, 61, 700, 0]);
        assert_counts(&[1, 0, 1]);
        let mut random = crate::work::seeded();
        let counts: Vec<u32> = (0..3000).map(|_| if random.u8(..) < 250 { random.u32(1..4) } else { 900 }).collect();
        assert_counts(&counts);
    }

    fn assert_lines(lines: &[u32], runs: LineRuns) {
        assert_eq!((runs.iter().collect::<Vec<_>>(), runs.len() as usize), (lines.to_vec(), lines.len()));
        let faces = FaceLines::from(runs);
        let found: Vec<_> = (0..lines.len() as u32 + 1).map_while(|face| faces.get(face)).collect();
        assert_eq!(found, lines);
        let memory = match &faces {
            FaceLines::Runs(lines) => size_of_val(&lines.runs[..]),
            FaceLines::Each(lines) => size_of_val(&lines[..]),
        };
        assert!(memory <= size_of_val(lines));
    }

    #[test]
    fn every_face_finds_its_line_in_at_most_four_bytes() {
        let mut random = crate::work::seeded();
        for consecutive in [0.0, 0.3, 0.5, 0.9, 1.0] {
            let (mut lines, mut runs, mut line) = (Vec::new(), LineRuns::default(), 0);
            for _ in 0..random.usize(1..2000) {
                line += if random.f32() < consecutive { 1 } else { random.u32(2..9) };
                lines.push(line);
                runs.push(line, 1);
            }
            let mut moved = LineRuns::default();
            moved.push(3, 2);
            moved.append(&runs, 4);
            let all: Vec<u32> = [3, 4].into_iter().chain(lines.iter().map(|line| line + 4)).collect();
            assert_lines(&lines, runs);
            assert_lines(&all, moved);
        }
        assert_lines(&[], LineRuns::default());
    }

    #[test]
    fn more_lines_than_can_be_counted_are_all_the_last() {
        let mut runs = LineRuns::default();
        runs.push(u32::MAX - 1, 3);
        runs.push(u32::MAX, 1);
        assert_lines(&[u32::MAX - 1, u32::MAX, u32::MAX, u32::MAX], runs);
    }

    #[test]
    fn each_record_is_found_however_they_stand() {
        let mut random = crate::work::seeded();
        for _ in 0..50 {
            let (mut records, mut all, mut offset) = (Records::default(), Vec::new(), random.u64(..1000));
            for number in 1..=random.u32(1..60) {
                let (length, gap) = (random.u32(1..4) * 4, random.u8(..8) / 7);
                records.push_run(number, offset, length, length);
                all.push(Record { number, offset, length });
                offset += u64::from(length + u32::from(gap));
            }
            assert!(records.runs.len() <= all.len());
            let cut = random.usize(..=all.len());
            let mut parts = [Records::default(), Records::default()];
            for (i, record) in all.iter().enumerate() {
                let (part, ahead) = if i < cut { (0, 0) } else { (1, cut as u32) };
                parts[part].push_run(record.number - ahead, record.offset, record.length, record.length);
            }
            let [mut joined, later] = parts;
            joined.append(later, cut as u32);
            assert!(all.iter().all(|&record| joined.get(record.number) == Some(record)));
            assert!(all.iter().all(|&record| records.get(record.number) == Some(record)));
        }
    }

    #[test]
    fn records_in_a_row_take_one_run() {
        let mut records = Records::default();
        records.push_run(1, 84, 50, 50);
        records.push_run(2, 134, 50, 50);
        assert_eq!((records.runs.len(), records.get(9).map(|record| record.offset)), (1, Some(484)));
    }
}
