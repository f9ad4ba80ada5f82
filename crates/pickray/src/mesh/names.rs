//! Names of objects, groups and materials in a piece of a file, each kept once as its bytes, and the faces from which
//! each name holds.

use crate::mesh::source::Named;
use std::collections::HashMap;

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
    indices: HashMap<Vec<u8>, u32>,
}

impl NameTable {
    /// Returns the index of `name`, which is added when it is new.
    pub fn index_of<N: AsRef<[u8]> + Into<Vec<u8>>>(&mut self, name: N) -> u32 {
        if let Some(&index) = self.indices.get(name.as_ref()) {
            return index;
        }
        let index = self.indices.len() as u32;
        self.indices.insert(name.into(), index);
        index
    }

    pub fn into_names(self) -> Vec<Vec<u8>> {
        let mut names = vec![Vec::new(); self.indices.len()];
        for (name, index) in self.indices {
            names[index as usize] = name;
        }
        names
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
        assert_eq!(table.into_names(), list.into_iter().map(String::into_bytes).collect::<Vec<_>>());
    }
}
