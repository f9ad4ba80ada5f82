//! Vertices at one position, joined: a file such as STL repeats a vertex for each of its triangles.

use super::IndexedMesh;
use crate::accel::{OutOfMemory, memory};

/// The vertices of a mesh, those of equal bits as one; the two zeros are equal.
///
/// Whoever asks which triangles are neighbours asks this. Loading joins nothing.
#[derive(Clone, Debug)]
pub struct JoinedVertices {
    /// For each vertex the number of its position.
    numbers: Vec<u32>,
    n_positions: usize,
}

impl JoinedVertices {
    /// Returns those of a mesh.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough.
    pub fn of(mesh: &IndexedMesh) -> Result<Self, OutOfMemory> {
        let n = mesh.positions.len();
        Ok(Self::in_arrays(mesh, memory::filled(n, 0)?, memory::filled(n, 0)?))
    }

    /// [`of`](Self::of) in two arrays, each of as many elements as there are vertices.
    pub(crate) fn in_arrays(mesh: &IndexedMesh, mut order: Vec<u32>, mut numbers: Vec<u32>) -> Self {
        // Adding zero makes the two zeros one.
        let bits = |vertex: u32| mesh.positions[vertex as usize].map(|x| (x + 0.0).to_bits());
        order.iter_mut().zip(0..).for_each(|(place, vertex)| *place = vertex);
        order.sort_unstable_by_key(|&vertex| bits(vertex));
        let mut n_positions = 0;
        for same in order.chunk_by(|&a, &b| bits(a) == bits(b)) {
            for &vertex in same {
                numbers[vertex as usize] = n_positions;
            }
            n_positions += 1;
        }
        Self { numbers, n_positions: n_positions as usize }
    }

    /// Returns how many different positions there are.
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Returns the number of a vertex's position, from 0.
    ///
    /// # Panics
    /// When the mesh has no such vertex.
    pub fn number(&self, vertex: u32) -> u32 {
        self.numbers[vertex as usize]
    }
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
