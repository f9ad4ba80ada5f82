//! Tree of the nodes of a glTF file.

use crate::work::packed;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Node of a glTF file: it places a mesh, or has descendants that do. Each instance of a mesh is also a node, a child
/// of the node that lists the instances.
#[derive(Clone, Debug)]
pub struct Node {
    all: Arc<[NodeEntry]>,
    index: u32,
}
packed!(struct Node { all, index });

/// Name of a node, and index of its parent.
#[derive(Debug)]
struct NodeEntry {
    name: String,
    parent: Option<u32>,
}
packed!(struct NodeEntry { name, parent });

impl Node {
    /// Returns node `index` of a tree of names and of indices of parents; no node may be its own ancestor.
    #[doc(hidden)]
    pub fn of_all(nodes: impl Iterator<Item = (String, Option<u32>)>, index: u32) -> Self {
        Self { all: nodes.map(|(name, parent)| NodeEntry { name, parent }).collect(), index }
    }

    /// Returns the node of the same file that has this index.
    #[doc(hidden)]
    pub fn other(&self, index: u32) -> Self {
        Self { all: self.all.clone(), index }
    }

    /// Returns the name that the file gives the node, or `node` and its index. An instance has its own number, too.
    pub fn name(&self) -> &str {
        &self.all[self.index as usize].name
    }

    /// Returns the node that holds this one, or `None` for a root.
    pub fn parent(&self) -> Option<Self> {
        self.all[self.index as usize].parent.map(|parent| self.other(parent))
    }
}

impl PartialEq for Node {
    /// Compares the nodes' places in one file that was read once.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.all, &other.all) && self.index == other.index
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.all.as_ptr(), self.index).hash(state);
    }
}
