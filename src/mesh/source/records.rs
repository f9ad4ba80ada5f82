//! The records of a binary file: each face is one of them, and all are of one length.

use serde::{Deserialize, Serialize};

/// A record of a binary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Which it is, from 1.
    pub number: u32,
    /// The byte of the file where it begins.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u32,
}

/// Where the records of a file stand.
#[derive(Clone, Copy, Debug)]
pub struct Records {
    /// The byte where the first one begins.
    pub first: u64,
    /// The bytes of each.
    pub length: u32,
}

impl Records {
    /// A record by its number, from 1.
    pub fn get(self, number: u32) -> Record {
        let ahead = u64::from(number - 1) * u64::from(self.length);
        Record { number, offset: self.first + ahead, length: self.length }
    }
}
