//! Records of a binary file: each face is a record, or lies in one.

use crate::work::packed;
use serde::{Deserialize, Serialize};

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

/// Positions of the records of a file, stored as runs of records of equal length. The number of a record is that of its
/// face in the file, including faces left out.
#[derive(Clone, Debug, Default)]
pub struct Records {
    runs: Vec<RecordRun>,
}
packed!(struct Records { runs });

/// Records of one length that stand at equal distances.
#[derive(Clone, Copy, Debug)]
struct RecordRun {
    /// Number of the run's first record, from 1.
    first: u32,
    /// Byte of the file where the first record of the run begins.
    offset: u64,
    /// Number of bytes of each record.
    length: u32,
    /// Number of bytes from the beginning of one record to that of the next.
    stride: u32,
}
packed!(struct RecordRun { first, offset, length, stride });

impl Records {
    /// Returns records of `length` bytes, numbered from 1, one directly behind the other, the first at byte `offset`.
    pub fn in_a_row(offset: u64, length: u32) -> Self {
        let mut records = Self::default();
        records.push_run(1, offset, length, length);
        records
    }

    /// Adds a run of records that begins at number `first` and ends where the next run begins. Runs must be added in
    /// ascending order; a run that only continues the last one is not stored. The first record begins at byte `offset`.
    pub fn push_run(&mut self, first: u32, offset: u64, length: u32, stride: u32) {
        self.push(RecordRun { first, offset, length, stride });
    }

    fn push(&mut self, run: RecordRun) {
        let goes_on = self.runs.last().is_some_and(|last| {
            (last.length, last.stride) == (run.length, run.stride) && last.offset_of(run.first) == run.offset
        });
        if !goes_on {
            self.runs.push(run);
        }
    }

    /// Appends the records of a later part of the file, with `ahead` added to their numbers, which count from 1 in the
    /// part.
    pub fn append(&mut self, later: Self, ahead: u32) {
        if self.runs.is_empty() && ahead == 0 {
            return *self = later;
        }
        for run in later.runs {
            self.push(RecordRun { first: run.first + ahead, ..run });
        }
    }

    /// Returns a record by its number, from 1; `None` if there is no such record.
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

    #[test]
    fn each_record_is_found_however_they_stand() {
        let seed = 5;
        let mut random = fastrand::Rng::with_seed(seed);
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
            assert!(all.iter().all(|&record| joined.get(record.number) == Some(record)), "seed {seed}");
            assert!(all.iter().all(|&record| records.get(record.number) == Some(record)), "seed {seed}");
        }
    }

    #[test]
    fn records_in_a_row_take_one_run() {
        let mut records = Records::in_a_row(84, 50);
        records.push_run(2, 134, 50, 50);
        assert_eq!((records.runs.len(), records.get(9).map(|record| record.offset)), (1, Some(484)));
    }
}
