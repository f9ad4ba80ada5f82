//! Meshes saved as bytes together with their trees, so that the trees need not be built again.

use super::{Attributes, IndexedMesh, Mesh, MeshError};
use crate::accel::{RayTree, SavedTree};
use crate::geometry::Aabb;
use crate::work::packed::{self, Packed};
use glam::DVec3;

/// First bytes of a saved mesh; the last one is the version of the format.
const HEAD: &[u8; 16] = b"pickray mesh\0\0\0\x03";

/// Reason why bytes cannot be restored to a mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes were not made by [`Mesh::save`].
    #[error("this is no saved mesh: it does not begin as one")]
    NotSaved,
    /// The bytes are in another version, given here, of the format of saved meshes.
    #[error("this mesh was saved in version {0} of the format, where this is version 3: build it again")]
    Version(u8),
    /// The bytes are cut off, too long, or were changed.
    #[error("the saved mesh is damaged: build it again")]
    Damaged,
    /// The positions and triangles in the bytes do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
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
            *sum = crc_64(saved).to_le_bytes();
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
        if crc_64(saved) != u64::from_le_bytes(*sum) {
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
        Ok(Self::with(indexed.into(), tree.ok_or(RestoreError::Damaged)?))
    }
}

/// Polynomial of the code, its highest power in the lowest bit.
const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;

/// Words of a row.
const WORDS: usize = 8;

/// Sums of each byte alone: followed by nothing, and as byte `k` of a word, followed by the rest of it and seven more.
static ALONE: [u64; 256] = alone();
static IN_ROW: [[u64; 256]; 8] = in_row();

const fn alone() -> [u64; 256] {
    let (mut sums, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u64, 0);
        while bit < 8 {
            sum = (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
            bit += 1;
        }
        sums[byte] = sum;
        byte += 1;
    }
    sums
}

const fn in_row() -> [[u64; 256]; 8] {
    let (of_byte, mut sums, mut byte) = (alone(), [[0; 256]; 8], 0);
    while byte < 256 {
        let (mut sum, mut n_behind) = (of_byte[byte], 0);
        while n_behind < 8 * WORDS {
            if 8 * WORDS - 8 <= n_behind {
                sums[8 * WORDS - 1 - n_behind][byte] = sum;
            }
            sum = (sum >> 8) ^ of_byte[(sum & 255) as usize];
            n_behind += 1;
        }
        byte += 1;
    }
    sums
}

/// Returns the CRC-64 of bytes, which changes with any one or two bits, or any of 64 neighbouring bits.
///
/// Based on: ECMA-182, Data Interchange on 12,7 mm 48-Track Magnetic Tape Cartridges, 1992, with its bits reversed as
/// in the XZ file format; Michael Kounavis and Frank Berry, A Systematic Approach to Building High Performance
/// Software-Based CRC Generators, 2005 (a table for each byte of a word). Departure: the eight words of a row are
/// processed in parallel, since a word depends only on the word above it in its own column.
fn crc_64(bytes: &[u8]) -> u64 {
    // What comes before a row acts on its words as if it were added to them. The last row is left for the end.
    let (rows, _) = bytes.as_chunks::<{ 8 * WORDS }>();
    let rows = &rows[..rows.len().saturating_sub(1)];
    let mut before = [0; WORDS];
    before[0] = !0;
    for row in rows {
        for (sum, word) in before.iter_mut().zip(row.as_chunks().0) {
            let word = (*sum ^ u64::from_le_bytes(*word)).to_le_bytes();
            *sum = (0..8).fold(0, |sum, k| sum ^ IN_ROW[k][usize::from(word[k])]);
        }
    }
    let added =
        [0; 8].into_iter().chain(before[1..].iter().flat_map(|sum| sum.to_le_bytes())).chain(std::iter::repeat(0));
    let rest = bytes[rows.as_flattened().len()..].iter().zip(added);
    !rest.fold(before[0], |sum, (byte, added)| (sum >> 8) ^ ALONE[usize::from(sum as u8 ^ byte ^ added)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;

    #[test]
    fn a_mesh_saved_in_another_version_is_refused() {
        let mut bytes = Sample::Cube.mesh().expect("a mesh").save();
        for version in [2, 4] {
            bytes[HEAD.len() - 1] = version;
            assert_eq!(Mesh::restore(&bytes).err(), Some(RestoreError::Version(version)));
        }
    }

    /// Returns the sum bit by bit.
    fn plain(bytes: &[u8]) -> u64 {
        let bit = |sum: u64, _| (sum >> 1) ^ (POLYNOMIAL * (sum & 1));
        !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u64::from(*byte), bit))
    }

    #[test]
    fn the_sum_is_that_of_the_xz_format_for_every_length() {
        assert_eq!(crc_64(b"123456789"), 0x995d_c9bb_df19_39fa, "the catalogue's check value");
        let mut random = fastrand::Rng::with_seed(3);
        let bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(700).collect();
        for n in 0..bytes.len() {
            assert_eq!(crc_64(&bytes[..n]), plain(&bytes[..n]), "{n} bytes");
        }
    }

    #[test]
    fn no_two_flipped_bits_of_a_sample_have_the_sum_of_the_bytes() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut bytes: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(1_000).collect();
        let sum = crc_64(&bytes);
        let mut sample: Vec<usize> = (0..8_000).filter(|_| random.u8(..) < 8).collect();
        sample.extend([0, 63, 7_999]);
        for (k, p) in sample.iter().enumerate() {
            bytes[p / 8] ^= 1 << (p % 8);
            assert_ne!(crc_64(&bytes), sum, "{p}");
            for q in sample[..k].iter().filter(|q| *q != p) {
                bytes[q / 8] ^= 1 << (q % 8);
                assert_ne!(crc_64(&bytes), sum, "{p} and {q}");
                bytes[q / 8] ^= 1 << (q % 8);
            }
            bytes[p / 8] ^= 1 << (p % 8);
        }
    }
}
