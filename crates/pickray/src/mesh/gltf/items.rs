//! Items of a document: the lists that hold them, and what messages call them.

use super::document::Document;
use crate::mesh::refusal::{Refusal, Result};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::rc::Rc;

/// Number of bytes of the longest name that is not cut off: each of many primitives may tell it.
const LONGEST_NAME: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    Scenes,
    Nodes,
    Meshes,
    Materials,
    Accessors,
    Views,
    Buffers,
    Skins,
    Textures,
    Images,
    Samplers,
}

const WORDS: [&str; 11] =
    ["scene", "node", "mesh", "material", "accessor", "buffer view", "buffer", "skin", "texture", "image", "sampler"];

impl List {
    pub fn item(self, index: u32) -> Item {
        Item { list: self, index }
    }
}

/// Item of a list of the document; its text is what messages call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    pub list: List,
    pub index: u32,
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", WORDS[self.list as usize], self.index)
    }
}

impl Item {
    /// Returns the error that the item called `by` refers to this one, which does not exist.
    pub fn is_absent(self, by: &dyn Display) -> Refusal {
        Refusal::gltf(format!("{by} names {self}, which is not there"))
    }

    /// Returns the name that the document gives the item, cut off if it is long, or else its list and index.
    pub fn name(self, given: Option<&str>) -> String {
        match given {
            None | Some("") => self.to_string(),
            Some(name) if name.len() <= LONGEST_NAME => name.to_owned(),
            Some(name) => {
                let end = (0..=LONGEST_NAME).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
                format!("{}…", &name[..end])
            }
        }
    }
}

/// Items of one list, each parsed once however many others refer to it: parsing a long item for each reference could
/// take time in the square of the document's length.
pub struct Items<T> {
    list: List,
    read: HashMap<u32, Rc<T>>,
}

impl<T: DeserializeOwned> Items<T> {
    pub fn of(list: List) -> Self {
        Self { list, read: HashMap::new() }
    }

    /// Returns the item `index`, to which the item called `by` refers, and parses it the first time.
    pub fn get(&mut self, document: &Document, index: u32, by: &dyn Display) -> Result<Rc<T>> {
        if let Some(item) = self.read.get(&index) {
            return Ok(Rc::clone(item));
        }
        let item = Rc::new(document.get(self.list.item(index), by)?);
        self.read.insert(index, Rc::clone(&item));
        Ok(item)
    }
}
