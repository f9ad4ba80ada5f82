//! Names of objects, groups and materials in a piece, each kept once, and from which face on each holds.

use std::collections::HashMap;

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Named {
    Object,
    Group,
    Material,
}

/// From this face on, another name holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameChange {
    /// Counted from 0 in the piece.
    pub face: u32,
    pub named: Named,
    /// In the table of its kind; none for a statement without a name.
    pub name: Option<u32>,
}

/// Different names in the order in which they came.
#[derive(Debug, Default)]
pub struct NameTable {
    names: Vec<String>,
    indices: HashMap<String, u32>,
}

impl NameTable {
    /// The index of `name`, which is added when it is new.
    pub fn index_of(&mut self, name: &str) -> u32 {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        let index = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.indices.insert(name.to_owned(), index);
        index
    }

    pub fn get(&self, index: u32) -> &str {
        &self.names[index as usize]
    }

    pub fn into_names(self) -> Vec<String> {
        self.names
    }
}

/// The names of a piece.
#[derive(Debug, Default)]
pub struct NameChanges {
    pub changes: Vec<NameChange>,
    pub tables: [NameTable; 3],
}

impl NameChanges {
    /// From face `face` on, `name` holds; it replaces a name that would have held for no face.
    pub fn change(&mut self, face: u32, named: Named, name: &str) {
        let name = (!name.is_empty()).then(|| self.tables[named as usize].index_of(name));
        let change = NameChange { face, named, name };
        let same = |old: &&mut NameChange| old.named == named && old.face == face;
        match self.changes.iter_mut().rev().take(3).find(same) {
            Some(old) => *old = change,
            None => self.changes.push(change),
        }
    }
}
