//! Names of objects, groups and materials in a piece of a file, each kept once, and the faces from which each holds.

#[cfg(feature = "gltf")]
use super::encoding::Texts;
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
        self.indices.into_iter().for_each(|(name, index)| names[index as usize] = name);
        names
    }

    /// Returns the names as texts. All of them must be UTF-8, as names from JSON are.
    #[cfg(feature = "gltf")]
    pub fn into_utf8(self) -> Vec<String> {
        let texts = Texts::default();
        self.into_names().into_iter().map(|name| texts.text(&name)).collect()
    }
}

#[derive(Debug, Default)]
pub struct NameChanges {
    pub changes: Vec<NameChange>,
    pub tables: [NameTable; 3],
}

impl NameChanges {
    /// Records the name of an object, group or material from face `face` on, in place of another one from there on.
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
