//! Meshes saved as bytes together with their trees, so that the trees need not be built again.

use super::{IndexedMesh, Mesh, MeshError};
use crate::accel::{RayTree, SavedTree};
use crate::geometry::Aabb;
use glam::DVec3;
use std::sync::OnceLock;

/// First bytes of a saved mesh; the last one is the version of the format.
const HEAD: &[u8; 16] = b"pickray mesh\0\0\0\x01";

/// Reason why bytes cannot be restored to a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes were not made by [`Mesh::save`].
    #[error("this is no saved mesh: it does not begin as one")]
    NotSaved,
    /// The bytes are in another version, given here, of the format of saved meshes.
    #[error("this mesh was saved in version {0} of the format, where this is version 1: build it again")]
    Version(u8),
    /// The bytes are cut off, too long, or were changed.
    #[error("the saved mesh is damaged: build it again")]
    Damaged,
    /// The positions and triangles in the bytes do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl Mesh {
    /// Returns the mesh's positions, triangles and tree as bytes, from which [`restore`](Self::restore) makes the mesh
    /// again in about a tenth of the time that building takes. Left out are the source of the triangles, the colours,
    /// and whatever was computed on request since the mesh was built.
    pub fn save(&self) -> Vec<u8> {
        let SavedTree { root, lines, duplicates } = self.tree.saved().expect("a mesh is finite and has a triangle");
        let counts = [self.positions.len(), self.triangles.len(), lines.len(), duplicates.len()];
        let mut bytes = Vec::new();
        bytes.extend_from_slice(HEAD);
        bytes.extend(self.origin.to_array().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(counts.iter().flat_map(|n| (*n as u64).to_le_bytes()));
        bytes.extend(root.to_le_bytes());
        bytes.extend(self.positions.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(self.triangles.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(duplicates.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend_from_slice(lines);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the mesh whose [`save`](Self::save) returned these bytes.
    ///
    /// The bytes need not be trusted. Changed bytes are refused, or make a mesh that answers correctly for its
    /// positions and triangles: the tree in them is checked, and its boxes are computed again.
    ///
    /// ```
    /// use pickray::{Mesh, mesh::samples::Sample};
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// let mut saved = cube.save();
    /// assert_eq!(Mesh::restore(&saved)?.triangles(), cube.triangles());
    /// saved[100] ^= 1;
    /// assert!(Mesh::restore(&saved).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RestoreError`] if the bytes are no saved mesh.
    pub fn restore(bytes: &[u8]) -> Result<Self, RestoreError> {
        let version = bytes.strip_prefix(&HEAD[..HEAD.len() - 1]).and_then(|rest| rest.first());
        match version {
            None => return Err(RestoreError::NotSaved),
            Some(&version) if version != HEAD[HEAD.len() - 1] => return Err(RestoreError::Version(version)),
            Some(_) => {}
        }
        let (saved, sum) = bytes.split_last_chunk().ok_or(RestoreError::Damaged)?;
        if checksum(saved) != u64::from_le_bytes(*sum) {
            return Err(RestoreError::Damaged);
        }
        let mut rest = Rest(saved.get(HEAD.len()..).ok_or(RestoreError::Damaged)?);
        rest.mesh()?.ok_or(RestoreError::Damaged)
    }
}

/// Bytes of a saved mesh that are yet to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    /// Returns the mesh of the bytes; `None` if they are damaged.
    fn mesh(&mut self) -> Result<Option<Mesh>, MeshError> {
        let Some(Parts { origin, positions, triangles, tree }) = self.parts() else { return Ok(None) };
        let local = IndexedMesh::of_lists(positions, triangles)?;
        let bounds = local.bounds;
        let indexed = IndexedMesh { origin, bounds: Aabb::new(origin + bounds.min, origin + bounds.max), ..local };
        let tree = RayTree::restored(&tree.as_saved(), indexed.positions(), indexed.triangles(), bounds);
        let (adjacency, odd_edges) = (OnceLock::new(), OnceLock::new());
        Ok(tree.map(|tree| Mesh { indexed: indexed.into(), tree, adjacency, odd_edges }))
    }

    fn parts(&mut self) -> Option<Parts<'a>> {
        let origin = DVec3::from_array([
            self.number(f64::from_le_bytes)?,
            self.number(f64::from_le_bytes)?,
            self.number(f64::from_le_bytes)?,
        ]);
        let mut count = || usize::try_from(self.number(u64::from_le_bytes)?).ok();
        let [n_positions, n_triangles, n_line_bytes, n_duplicates] = [count()?, count()?, count()?, count()?];
        let root = self.number(u32::from_le_bytes)?;
        let positions = self.rows(n_positions, f32::from_le_bytes)?;
        let triangles = self.rows(n_triangles, u32::from_le_bytes)?;
        let duplicates = self.rows(n_duplicates, u32::from_le_bytes)?;
        let is_all = self.0.len() == n_line_bytes && origin.is_finite();
        let tree = Tree { root, lines: self.0, duplicates };
        is_all.then_some(Parts { origin, positions, triangles, tree })
    }

    fn number<const N: usize, T>(&mut self, of: fn([u8; N]) -> T) -> Option<T> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(of(*first))
    }

    fn rows<T, const K: usize>(&mut self, n: usize, of: fn([u8; 4]) -> T) -> Option<Vec<[T; K]>> {
        let bytes = self.0.split_off(..n.checked_mul(4 * K)?)?;
        let number = |row: &[u8], k: usize| of([row[4 * k], row[4 * k + 1], row[4 * k + 2], row[4 * k + 3]]);
        Some(bytes.chunks_exact(4 * K).map(|row| std::array::from_fn(|k| number(row, k))).collect())
    }
}

/// Contents of a saved mesh.
struct Parts<'a> {
    origin: DVec3,
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    tree: Tree<'a>,
}

/// Contents of a saved tree.
struct Tree<'a> {
    root: u32,
    lines: &'a [u8],
    duplicates: Vec<[u32; 2]>,
}

impl Tree<'_> {
    fn as_saved(&self) -> SavedTree<'_> {
        SavedTree { root: self.root, lines: self.lines, duplicates: &self.duplicates }
    }
}

/// Returns a number that bytes damaged by chance do not have; whoever means to can make bytes that have it.
fn checksum(bytes: &[u8]) -> u64 {
    // An odd number without pattern: 2⁶⁴ over the golden ratio.
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(FACTOR).rotate_left(29);
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    mix(mix(sum, u64::from_le_bytes(last)), FACTOR)
}
