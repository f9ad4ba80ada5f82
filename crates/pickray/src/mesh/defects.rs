//! Defects of a mesh as a surface, counted.

use super::{JoinedVertices, Mesh};
use crate::work::{OutOfMemory, memory};
use serde::{Deserialize, Serialize};

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
    /// Number of edges between two triangles of opposite winding, which disagree about which side of the surface is the
    /// front.
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
    ///
    /// # Panics
    /// When `joined` belongs to another mesh, with fewer vertices.
    #[doc(hidden)]
    pub fn of_joined(mesh: &Mesh, joined: &JoinedVertices) -> Result<Self, OutOfMemory> {
        let mut used = memory::filled(mesh.n_vertices(), false)?;
        let (mut corners, mut edges) = (Vec::<[u32; 3]>::new(), Vec::<(u32, u32, bool)>::new());
        memory::check((size_of_val(mesh.triangles()) + 3 * mesh.n_triangles() * size_of::<(u32, u32, bool)>()) as u64)?;
        memory::reserve(&mut corners, mesh.n_triangles())?;
        memory::reserve(&mut edges, 3 * mesh.n_triangles())?;
        let mut defects = Self::default();
        for (index, triangle) in (0..).zip(mesh.triangles()) {
            for &vertex in triangle {
                used[vertex as usize] = true;
            }
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

    /// Returns whether the surface has an inside: every edge belongs to two triangles that agree which side of the
    /// surface is the front.
    pub fn is_closed(&self) -> bool {
        self.open_edges == 0 && self.crowded_edges == 0 && self.turned_edges == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;

    fn defects(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Defects {
        Defects::of(&Mesh::from_triangles(positions.to_vec(), triangles.to_vec()).expect("a mesh")).expect("memory")
    }

    const SQUARE: [[f32; 3]; 5] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.], [-0., 0., 0.]];

    #[test]
    fn a_closed_sample_has_none() {
        for sample in [Sample::Cube, Sample::Icosphere, Sample::TorusKnot] {
            let found = Defects::of(&sample.mesh().expect("a mesh")).expect("memory");
            assert_eq!(found, Defects::default(), "{sample:?}");
            assert!(found.is_closed());
        }
    }

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
