//! Outline of a mesh, seen from a point or along a direction.

use super::Adjacency;
use crate::mesh::Mesh;
use glam::{DVec3, DVec4};

impl Adjacency {
    /// Returns the edges of the mesh's outline, each as two end points in object space. `eye` is a point (w = 1) or a
    /// direction (w = 0) of object space. An edge belongs to the outline if all its triangles lie on one side of the
    /// plane through edge and eye. Use it for pictures: where a triangle is seen edge-on, rounding decides. The winding
    /// does not matter.
    ///
    /// # Panics
    /// When `mesh` is not the mesh of this adjacency and has fewer triangles.
    pub fn outline(&self, mesh: &Mesh, eye: DVec4) -> Vec<[DVec3; 2]> {
        let corner = |side: u32, k: u32| {
            let triangle = mesh.triangle(side / 3);
            [triangle.a, triangle.b, triangle.c][((side + k) % 3) as usize]
        };
        let n_sides = 3 * self.n_triangles() as u32;
        let outlining = |side: u32| {
            let [a, b] = [corner(side, 0), corner(side, 1)];
            let across = (b - a).cross(eye.truncate() - eye.w * a);
            let is_right = |of: u32| 0.0 < across.dot(corner(of, 2) - a);
            let mut others = self.behind(side);
            let own = is_right(side);
            // Each edge once: from the first of its sides.
            (a != b && others.all(|other| side < other && is_right(other) == own)).then_some([a, b])
        };
        (0..n_sides).filter_map(outlining).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;
    use std::collections::HashMap;

    #[test]
    fn a_cube_seen_from_a_corner_has_an_outline_of_six_edges_and_from_a_side_of_four() {
        let mesh = Sample::Cube.mesh().expect("a cube");
        let adjacency = mesh.adjacency().expect("memory");
        for (eye, edges) in [
            (DVec4::new(5.0, 6.0, 7.0, 1.0), 6),
            (DVec4::new(5.0, 6.0, 7.0, 0.0), 6),
            (DVec4::new(0.1, 0.2, 9.0, 1.0), 4),
        ] {
            let outline = adjacency.outline(&mesh, eye);
            assert_eq!(outline.len(), edges, "{outline:?} from {eye}");
            let mut ends: HashMap<[u64; 3], u32> = HashMap::new();
            let name = |point: DVec3| point.to_array().map(f64::to_bits);
            outline.iter().flatten().for_each(|point| *ends.entry(name(*point)).or_default() += 1);
            assert!(ends.values().all(|n| *n == 2), "closed: {outline:?}");
        }
    }

    #[test]
    fn a_surface_that_ends_is_outlined_where_it_ends_whatever_its_winding() {
        let positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        for second in [[0, 2, 3], [0, 3, 2]] {
            let mesh = Mesh::from_triangles(positions.clone(), vec![[0, 1, 2], second]).expect("a square");
            let outline = mesh.adjacency().expect("memory").outline(&mesh, DVec4::new(0.5, 0.5, 3.0, 1.0));
            assert_eq!(outline.len(), 4, "{outline:?}");
        }
    }
}
