//! Meshes saved as bytes together with their trees, so that the trees need not be built again.

use crate::accel::{RayTree, SavedTree};
use crate::geometry::Aabb;
use crate::math::{FNV, fnv};
use crate::mesh::{Attributes, IndexedMesh, Mesh, MeshError};
use crate::work::packed::{self, Packed};
use crate::work::said::said;
use glam::DVec3;
use std::sync::OnceLock;

/// First bytes of a saved mesh; the last one is the version of the format.
const HEAD: &[u8; 16] = b"pickray mesh\0\0\0\x04";

said! {
    @english
    /// Reason why bytes cannot be restored to a mesh.
    #[derive(Clone, Debug, PartialEq, thiserror::Error)]
    #[non_exhaustive]
    pub enum RestoreError {
        NotSaved => "this is not a saved mesh: it does not begin like one",
        Version(version: u8) =>
            "this mesh was saved in version {version} of the format, and this program reads version 4: build it again",
        Damaged => "the saved mesh is damaged: build it again",
        Mesh(#[from] error: MeshError) => "{error}",
    }
}

impl Mesh {
    /// Returns the mesh's positions, triangles, tree, texture coordinates and normals as bytes, from which
    /// [`restore`](Self::restore) makes the mesh again in about a tenth of the time that building takes. Left out are
    /// the source of the triangles, colours and textures, and what was computed on request.
    pub fn save(&self) -> Vec<u8> {
        let SavedTree { root, lines, duplicates } = self.tree.saved().expect("a mesh is finite and has a triangle");
        let mut bytes = packed::write(HEAD, |out| {
            self.origin.pack(out);
            root.pack(out);
            out.list(&self.positions);
            out.list(&self.triangles);
            out.list(duplicates);
            out.list(lines);
            self.attributes.pack(out);
            // Room for the sum.
            0_u64.pack(out);
        });
        if let Some((saved, sum)) = bytes.split_last_chunk_mut() {
            *sum = checksum(saved).to_le_bytes();
        }
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
        let version = *version.ok_or(RestoreError::NotSaved)?;
        if version != HEAD[HEAD.len() - 1] {
            return Err(RestoreError::Version(version));
        }
        let (saved, sum) = bytes.split_last_chunk().ok_or(RestoreError::Damaged)?;
        if checksum(saved) != u64::from_le_bytes(*sum) {
            return Err(RestoreError::Damaged);
        }
        let bytes = saved.get(HEAD.len()..).ok_or(RestoreError::Damaged)?;
        let parts = packed::read(bytes, |from| {
            let origin = DVec3::unpack(from).filter(|origin| origin.is_finite())?;
            let (root, positions, triangles) = (u32::unpack(from)?, Vec::unpack(from)?, Vec::unpack(from)?);
            let duplicates = <Vec<[u32; 2]>>::unpack(from)?;
            let n = from.length()?;
            Some((origin, root, positions, triangles, duplicates, from.take(n, 1)?, Attributes::unpack(from)?))
        });
        let (origin, root, positions, triangles, duplicates, lines, attributes) = parts.ok_or(RestoreError::Damaged)?;
        let mut local = IndexedMesh::of_lists(positions, triangles)?;
        attributes.check(local.positions.len(), local.triangles.len())?;
        local.attributes = attributes;
        let bounds = local.bounds;
        let indexed = IndexedMesh { origin, bounds: Aabb::new(origin + bounds.min, origin + bounds.max), ..local };
        let tree = SavedTree { root, lines, duplicates: &duplicates };
        let tree = RayTree::restored(&tree, indexed.positions(), indexed.triangles(), bounds);
        let (adjacency, odd_edges) = (OnceLock::new(), OnceLock::new());
        Ok(Self { indexed: indexed.into(), tree: tree.ok_or(RestoreError::Damaged)?, adjacency, odd_edges })
    }
}

/// Returns the checksum of bytes: that of the sums of every eighth word, which do not wait for each other.
fn checksum(bytes: &[u8]) -> u64 {
    let (rows, rest) = bytes.as_chunks::<32>();
    let mut sums = [FNV; 8];
    for row in rows {
        for (sum, word) in sums.iter_mut().zip(row.as_chunks().0) {
            *sum = fnv(*sum, u32::from_le_bytes(*word));
        }
    }
    let sums = sums.into_iter().flat_map(|sum| [sum as u32, (sum >> 32) as u32]);
    sums.chain(rest.iter().map(|byte| u32::from(*byte))).fold(FNV, fnv)
}
