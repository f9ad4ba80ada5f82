//! Set of pairs that can be read as a list.

use super::super::pairs::Pair;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// Set of pairs of boxes, each once, in no particular order.
#[derive(Clone, Debug, Default)]
pub struct PairSet {
    list: Vec<Pair>,
    /// Index of each pair in `list`, by the pair's key.
    places: HashMap<u64, u32, BuildHasherDefault<PairHasher>>,
}

impl PairSet {
    /// Adds a pair; returns `true` if it was not in the set before.
    pub fn insert(&mut self, pair: Pair) -> bool {
        match self.places.entry(key(pair)) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(self.list.len() as u32);
                self.list.push(pair);
                true
            }
        }
    }

    /// Removes a pair; returns `true` if it was in the set.
    pub fn remove(&mut self, pair: Pair) -> bool {
        let Some(place) = self.places.remove(&key(pair)) else { return false };
        self.list.swap_remove(place as usize);
        if let Some(&moved) = self.list.get(place as usize) {
            self.places.insert(key(moved), place);
        }
        true
    }

    pub fn contains(&self, pair: Pair) -> bool {
        self.places.contains_key(&key(pair))
    }

    pub fn as_slice(&self) -> &[Pair] {
        &self.list
    }
}

fn key([a, b]: Pair) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Hasher that multiplies a key by 2^64 over the golden ratio, and brings its high bits down, which a map looks at too.
#[derive(Clone, Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let product = (self.0 ^ key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}
