//! Meshes that a file holds, the places where the file puts them, and the tree of the nodes of a glTF file.

use crate::mesh::report::Stopwatch;
use crate::mesh::{IndexedMesh, LoadError, LoadReport, Mesh};
use crate::work::packed;
use crate::work::{OutOfMemory, Progress};
use glam::DMat4;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Meshes of a file, each in its own object space, and their placements in the world, perhaps several of a mesh.
#[derive(Clone, Debug)]
pub(crate) struct Parts<M = Arc<Mesh>> {
    pub meshes: Vec<M>,
    /// Placements of the meshes, in the order of the file; at least one.
    pub placed: Vec<Placed>,
}

#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// Name of the node that places the mesh, or the file name if there are no nodes.
    pub name: String,
    pub mesh: usize,
    pub world_from_object: DMat4,
    pub visible: bool,
    /// Node that places the mesh; `None` if the file has no tree of nodes.
    pub node: Option<Node>,
}

impl Parts<Arc<IndexedMesh>> {
    /// Returns the total number of triangles of the meshes, counting each mesh once however often it is placed.
    pub fn n_triangles(&self) -> usize {
        self.meshes.iter().map(|mesh| mesh.triangles.len()).sum()
    }

    /// Builds the trees, which fills `part`, from 0 to 1, of the progress, and adds the time that it took to `report`.
    pub fn build_with(
        self,
        mut report: LoadReport,
        progress: &Progress,
        part: &Range<f32>,
    ) -> Result<(Parts, LoadReport), LoadError> {
        let stopwatch = Stopwatch::start();
        let all = self.n_triangles();
        let share = |done: usize| part.start + (part.end - part.start) * (done as f32 / all as f32);
        let mut meshes = Vec::new();
        let mut done = 0;
        for mesh in self.meshes {
            let next = done + mesh.triangles.len();
            progress.begin("building the tree", share(done)..share(next));
            meshes.push(Arc::new(Mesh::with_tree(mesh, &report.name, progress)?));
            done = next;
        }
        report.build_seconds = stopwatch.seconds();
        Ok((Parts { meshes, placed: self.placed }, report))
    }

    /// Returns the same meshes and placements with empty trees: they can be drawn, but no ray hits them.
    pub fn drawable(&self) -> Result<Parts, OutOfMemory> {
        let meshes = self.meshes.iter().map(|mesh| Ok(Arc::new(Mesh::drawable(mesh)?)));
        Ok(Parts { meshes: meshes.collect::<Result<_, OutOfMemory>>()?, placed: self.placed.clone() })
    }
}

impl Parts<IndexedMesh> {
    /// Returns `mesh` with one placement, which has no transform and is named after the file `name`.
    pub(in crate::mesh) fn of(mesh: IndexedMesh, name: &str) -> Self {
        let name = Path::new(name).file_name().map_or(name.into(), |name| name.to_string_lossy());
        let (name, world_from_object) = (name.into_owned(), DMat4::IDENTITY);
        let placed = Placed { name, mesh: 0, world_from_object, visible: true, node: None };
        Self { meshes: vec![mesh], placed: vec![placed] }
    }

    /// Returns the same with each mesh in an `Arc`, so that it can be drawn while its tree is built.
    pub(in crate::mesh) fn shared(self) -> Parts<Arc<IndexedMesh>> {
        Parts { meshes: self.meshes.into_iter().map(Arc::new).collect(), placed: self.placed }
    }
}

/// Node of a glTF file: it, or a descendant, places a mesh. An instance is a child of the node that lists instances.
#[derive(Clone, Debug)]
pub struct Node {
    /// Name of each node of the file, and index of its parent.
    all: Arc<[(String, Option<u32>)]>,
    index: u32,
}
packed!(struct Node { all, index });

impl Node {
    /// Returns node `index` of a tree of names and of indices of parents; no node may be its own ancestor.
    #[doc(hidden)]
    pub fn of_all(nodes: impl Iterator<Item = (String, Option<u32>)>, index: u32) -> Self {
        Self { all: nodes.collect(), index }
    }

    /// Returns the node of the same file that has this index.
    #[doc(hidden)]
    pub fn other(&self, index: u32) -> Self {
        Self { all: self.all.clone(), index }
    }

    /// Returns the name that the file gives the node, or `node` and its index. An instance has its own number, too.
    pub fn name(&self) -> &str {
        &self.all[self.index as usize].0
    }

    /// Returns the node that holds this one, or `None` for a root.
    pub fn parent(&self) -> Option<Self> {
        self.all[self.index as usize].1.map(|parent| self.other(parent))
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
