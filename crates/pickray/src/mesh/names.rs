//! Names of objects, groups and materials in a piece of a file, each kept once as its bytes, and the faces from which
//! each name holds.

#[cfg(feature = "gltf")]
use super::encoding::Texts;
use crate::mesh::source::Named;
use std::hash::{BuildHasher, RandomState};

/// Name of an object, group or material, which holds for the faces of a piece from `face` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameChange {
    /// Index, from 0, in the piece of the first face with this name.
    pub face: u32,
    pub named: Named,
    /// Index of the name in the [`NameTable`] of objects, groups or materials; `None` if the statement gives no name.
    pub name: Option<u32>,
}

/// Table of names, each kept once, in the order in which they first came.
#[derive(Debug, Default)]
pub struct NameTable {
    names: Vec<Vec<u8>>,
    /// Hash table over `names` with linear probing. A name is searched from the slot of its hash on, up to the first
    /// free slot; at most half of the slots are taken.
    slots: Vec<NameSlot>,
    hasher: RandomState,
}

/// Index of a name and a part of its hash, which nearly always tells it from others.
#[derive(Clone, Copy, Debug)]
struct NameSlot {
    hash: u32,
    index: u32,
}

const FREE: NameSlot = NameSlot { hash: 0, index: u32::MAX };

impl NameTable {
    /// Returns the index of `name`, which is added when it is new.
    pub fn index_of<N: AsRef<[u8]> + Into<Vec<u8>>>(&mut self, name: N) -> u32 {
        if self.slots.len() <= 2 * self.names.len() {
            self.grow();
        }
        let hash = (self.hasher.hash_one(name.as_ref()) >> 32) as u32;
        let is_it = |slot: NameSlot| slot.hash == hash && self.names[slot.index as usize] == name.as_ref();
        let place = self.place(hash, is_it);
        if self.slots[place].index == FREE.index {
            self.slots[place] = NameSlot { hash, index: self.names.len() as u32 };
            self.names.push(name.into());
        }
        self.slots[place].index
    }

    /// Returns the place of the slot for which `is_it` says yes, or of the free one where it would be.
    fn place(&self, hash: u32, is_it: impl Fn(NameSlot) -> bool) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place].index != FREE.index && !is_it(self.slots[place]) {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let len = (2 * self.slots.len()).max(16);
        for slot in std::mem::replace(&mut self.slots, vec![FREE; len]) {
            if slot.index != FREE.index {
                let place = self.place(slot.hash, |_| false);
                self.slots[place] = slot;
            }
        }
    }

    pub fn into_names(self) -> Vec<Vec<u8>> {
        self.names
    }

    /// Returns the names as texts. All of them must be UTF-8, as names from JSON are.
    #[cfg(feature = "gltf")]
    pub fn into_utf8(self) -> Vec<String> {
        let texts = Texts::default();
        self.names.into_iter().map(|name| texts.text(&name)).collect()
    }
}

#[derive(Debug, Default)]
pub struct NameChanges {
    pub changes: Vec<NameChange>,
    pub tables: [NameTable; 3],
}

impl NameChanges {
    /// Records that the object, group or material (`named`) is called `name` from face `face` on. Replaces a name of
    /// the same kind that was recorded for the same face.
    pub fn change(&mut self, face: u32, named: Named, name: &[u8]) {
        let name = (!name.is_empty()).then(|| self.tables[named as usize].index_of(name));
        let change = NameChange { face, named, name };
        let same = |old: &&mut NameChange| old.named == named && old.face == face;
        match self.changes.iter_mut().rev().take(3).find(same) {
            Some(old) => *old = change,
            None => self.changes.push(change),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_keeps_the_index_of_its_first_coming() {
        let seed = 17;
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut table, mut list) = (NameTable::default(), Vec::new());
        for _ in 0..5000 {
            let name = format!("name {}", random.u32(..1500));
            let known = list.iter().position(|other| *other == name);
            assert_eq!(table.index_of(name.as_str()) as usize, known.unwrap_or(list.len()), "seed {seed}");
            if known.is_none() {
                list.push(name);
            }
        }
        assert!(table.slots.len() <= 8 * list.len(), "{} slots for {} names", table.slots.len(), list.len());
        assert_eq!(table.into_names(), list.into_iter().map(String::into_bytes).collect::<Vec<_>>());
    }
}
