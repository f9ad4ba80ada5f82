//! Line of each face. Faces on consecutive lines, as nearly all are, share one entry in memory.

use crate::work::packed;

/// Numbers of lines in ascending order, stored as runs of consecutive lines.
#[derive(Clone, Debug, Default)]
pub struct LineRuns {
    runs: Vec<LineRun>,
    n: u32,
}
packed!(struct LineRuns { runs, n });

#[derive(Clone, Copy, Debug)]
struct LineRun {
    /// Number of line numbers in the list before this run.
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
    /// Appends `n` consecutive lines from `line` on.
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

/// Line of each face, stored in at most 4 bytes per face.
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let seed = 21;
        let mut random = fastrand::Rng::with_seed(seed);
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
}
