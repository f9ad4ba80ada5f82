//! Joining of vertices at the same position: formats such as STL repeat a vertex for each of its triangles.

use super::IndexedMesh;
use crate::accel::{BuildError, prefetch_pair};
use crate::work::{Cancelled, OutOfMemory, Progress, memory};
use std::hash::{BuildHasher, RandomState};

/// Number of slots in the table for two vertices.
const SLOTS_FOR_TWO: usize = 3;
/// Mark of an empty slot; no vertex has this number.
const EMPTY: u32 = u32::MAX;
/// Number of vertices whose slots are fetched at once.
const BLOCK: usize = 32;
/// Number of vertices between two looks at the progress.
const CHECK_EVERY: usize = 1 << 16;
/// Multiplier of the hash: 2⁶⁴ over the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Vertices of a mesh, where vertices at the same position are joined into one. Positions are the same if their bits
/// are equal or differ only between 0 and -0. To find neighbours of triangles, use joined vertices, or the
/// [`Adjacency`](super::Adjacency) that is made of them. Loading a file joins no vertices.
#[derive(Clone, Debug)]
pub struct JoinedVertices {
    /// Number of each vertex's position, by the index of the vertex. Vertices at the same position have the same
    /// number.
    numbers: Vec<u32>,
    n_positions: usize,
}

impl JoinedVertices {
    /// Returns the joined vertices of a mesh.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn of(mesh: &IndexedMesh) -> Result<Self, OutOfMemory> {
        Self::of_with(mesh, &Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Returns the joined vertices of a mesh unless `progress` is cancelled. `progress` is not told how far the work
    /// has come.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn of_with(mesh: &IndexedMesh, progress: &Progress) -> Result<Self, BuildError> {
        let n = mesh.positions.len();
        Ok(Self::in_arrays(mesh, memory::filled(Self::n_slots(n), EMPTY)?, memory::filled(n, 0)?, progress)?)
    }

    /// Returns the length of the table that [`in_arrays`](Self::in_arrays) needs for a mesh of `n_vertices` vertices.
    #[doc(hidden)]
    pub fn n_slots(n_vertices: usize) -> usize {
        n_vertices.saturating_mul(SLOTS_FOR_TWO).div_ceil(2)
    }

    /// Returns the joined vertices of a mesh, made in memory of the caller. `table` has [`n_slots`](Self::n_slots)
    /// elements, and `numbers` has one element for each vertex.
    #[doc(hidden)]
    pub fn in_arrays(
        mesh: &IndexedMesh,
        mut table: Vec<u32>,
        mut numbers: Vec<u32>,
        progress: &Progress,
    ) -> Result<Self, Cancelled> {
        // Adding zero makes the two zeros one.
        let bits = |vertex: usize| mesh.positions[vertex].map(|x| (x + 0.0).to_bits());
        let (random, n_slots) = (RandomState::new(), table.len());
        // Other keys each time, so that no file has all of its vertices at one place of the table.
        let keys = [0, 1].map(|k: u32| random.hash_one(k));
        table.fill(EMPTY);
        let mut n_positions = 0;
        for first in (0..numbers.len()).step_by(BLOCK) {
            if first % CHECK_EVERY == 0 {
                progress.check()?;
            }
            let block = first..numbers.len().min(first + BLOCK);
            let mut slots = [0; BLOCK];
            for (slot, vertex) in slots.iter_mut().zip(block.clone()) {
                *slot = slot_of(bits(vertex), keys, n_slots);
                prefetch_pair(&raw const table[*slot]);
            }
            for (vertex, mut slot) in block.zip(slots) {
                while table[slot] != EMPTY && bits(table[slot] as usize) != bits(vertex) {
                    slot = if slot + 1 < n_slots { slot + 1 } else { 0 };
                }
                if table[slot] == EMPTY {
                    table[slot] = vertex as u32;
                    numbers[vertex] = n_positions;
                    n_positions += 1;
                } else {
                    numbers[vertex] = numbers[table[slot] as usize];
                }
            }
        }
        Ok(Self { numbers, n_positions: n_positions as usize })
    }

    /// Returns the number of different positions.
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Returns the number of a vertex's position. Positions are counted from 0, in the order in which vertices first
    /// have them.
    ///
    /// # Panics
    /// When the mesh has no such vertex.
    pub fn number(&self, vertex: u32) -> u32 {
        self.numbers[vertex as usize]
    }
}

/// Returns the slot of a position's bits in a table, folding products as wyhash (Wang Yi, 2019) does.
fn slot_of([x, y, z]: [u32; 3], keys: [u64; 2], n_slots: usize) -> usize {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let hash = fold(u64::from(x) << 32 ^ u64::from(y) ^ keys[0], u64::from(z) ^ keys[1]);
    ((u128::from(fold(hash, GOLDEN)) * n_slots as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bits_are_joined_and_nothing_else() {
        let positions =
            [[0.0, 1.0, 2.0], [-0.0, 1.0, 2.0], [0.0, 1.0, 2.0_f32.next_up()], [0.0, 2.0, 1.0], [0.0, 1.0, 2.0]];
        let mesh = IndexedMesh::new(&positions, &[[0_u32, 2, 3]]).expect("a mesh");
        let joined = JoinedVertices::of(&mesh).expect("memory");
        let numbers: Vec<_> = (0..5).map(|vertex| joined.number(vertex)).collect();
        assert_eq!((joined.n_positions(), numbers), (3, vec![0, 0, 1, 2, 0]));
    }
}
