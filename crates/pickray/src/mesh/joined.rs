//! Joining of vertices at the same position, as STL repeats them, and the defects of the surface that they make.

use crate::accel::{BuildError, prefetch_pair};
use crate::mesh::{IndexedMesh, Mesh};
use crate::work::{Cancelled, OutOfMemory, Progress, memory};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};

/// Mark of an empty slot; no vertex has this number.
const EMPTY: u32 = u32::MAX;
/// Number of vertices whose slots are fetched at once.
const BLOCK: usize = 32;
const CHECK_EVERY: usize = 1 << 16;
/// Multiplier of the hash: 2⁶⁴ over the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Vertices of a mesh, where vertices at the same position are joined into one. Positions are the same if their bits
/// are equal or differ only between 0 and -0. To find neighbours of triangles, use joined vertices, or the
/// [`Adjacency`](crate::mesh::Adjacency) that is made of them. Loading a file joins no vertices.
#[derive(Clone, Debug)]
pub struct JoinedVertices {
    /// Number of each vertex's position; vertices at the same position have the same number.
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

    /// Returns the joined vertices of a mesh unless `progress` is cancelled; tells it nothing.
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
        // Three for two vertices.
        n_vertices.saturating_mul(3).div_ceil(2)
    }

    /// Returns the joined vertices, made in a `table` of [`n_slots`](Self::n_slots) and `numbers`, one for a vertex.
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

    /// Returns the number of a vertex's position, from 0, in the order in which vertices first have them.
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

/// Counts of each defect of a mesh. Vertices at the same position count as one: see [`JoinedVertices`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defects {
    /// Number of triangles whose corners lie on a line, which no ray hits. Their edges do not count as defects.
    pub zero_area: u64,
    /// Number of triangles that have the same corners as another triangle, in any order.
    pub duplicates: u64,
    /// Number of edges that belong to one triangle only, where the surface is open.
    pub open_edges: u64,
    /// Number of edges that belong to more than two triangles.
    pub crowded_edges: u64,
    /// Number of edges between two triangles of opposite winding, which disagree about the front of the surface.
    pub turned_edges: u64,
    /// Number of vertices that no triangle uses.
    pub unused_vertices: u64,
}

impl Defects {
    /// Returns the defects of a mesh; takes time and memory in proportion to its size.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn of(mesh: &Mesh) -> Result<Self, OutOfMemory> {
        Self::of_joined(mesh, &JoinedVertices::of(mesh)?)
    }

    /// Returns the defects of a mesh whose vertices have been joined.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    #[doc(hidden)]
    pub fn of_joined(mesh: &Mesh, joined: &JoinedVertices) -> Result<Self, OutOfMemory> {
        let mut used = memory::filled(mesh.n_vertices(), false)?;
        let (mut corners, mut edges) = (Vec::<[u32; 3]>::new(), Vec::<(u32, u32, bool)>::new());
        memory::check((size_of_val(mesh.triangles()) + 3 * mesh.n_triangles() * size_of::<(u32, u32, bool)>()) as u64)?;
        memory::reserve(&mut corners, mesh.n_triangles())?;
        memory::reserve(&mut edges, 3 * mesh.n_triangles())?;
        let mut defects = Self::default();
        for (index, triangle) in (0..).zip(mesh.triangles()) {
            triangle.iter().for_each(|&vertex| used[vertex as usize] = true);
            let [a, b, c] = triangle.map(|vertex| joined.number(vertex));
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            corners.push(sorted);
            if mesh.triangle(index).is_degenerate() {
                defects.zero_area += 1;
            } else {
                edges.extend([(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), from.max(to), from < to)));
            }
        }

        // Sorted, equal triangles and equal edges stand side by side.
        corners.sort_unstable();
        defects.duplicates = corners.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
        defects.unused_vertices = used.iter().filter(|used| !**used).count() as u64;
        edges.sort_unstable();
        for edge in edges.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            match edge {
                [_] => defects.open_edges += 1,
                [one, other] => defects.turned_edges += u64::from(one.2 == other.2),
                _ => defects.crowded_edges += 1,
            }
        }
        Ok(defects)
    }

    /// Returns whether the surface has an inside: every edge belongs to two triangles that agree about the front.
    pub fn is_closed(&self) -> bool {
        self.open_edges == 0 && self.crowded_edges == 0 && self.turned_edges == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defects(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Defects {
        Defects::of(&Mesh::from_triangles(positions.to_vec(), triangles.to_vec()).expect("a mesh")).expect("memory")
    }

    const SQUARE: [[f32; 3]; 5] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.], [-0., 0., 0.]];

    #[test]
    fn vertices_at_one_position_join_their_triangles() {
        let apart = defects(&SQUARE, &[[0, 1, 2], [4, 2, 3]]);
        assert_eq!(apart, Defects { open_edges: 4, ..Defects::default() });
        assert!(!apart.is_closed());
    }

    #[test]
    fn each_defect_is_counted_as_what_it_is() {
        let turned = defects(&SQUARE[..4], &[[0, 1, 2], [0, 3, 2]]);
        assert_eq!(turned, Defects { open_edges: 4, turned_edges: 1, ..Defects::default() });
        let twice = defects(&SQUARE[..4], &[[0, 1, 2], [2, 0, 1]]);
        assert_eq!(twice, Defects { duplicates: 1, turned_edges: 3, unused_vertices: 1, ..Defects::default() });
        let fan = defects(&SQUARE[..4], &[[0, 1, 2], [2, 1, 3], [1, 2, 0]]);
        assert_eq!((fan.duplicates, fan.crowded_edges), (1, 1));
        let line = defects(&[[0., 0., 0.], [1., 1., 1.], [2., 2., 2.]], &[[0, 1, 2]]);
        assert_eq!(line, Defects { zero_area: 1, ..Defects::default() });
    }
}
