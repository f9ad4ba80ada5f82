//! Shapes of bodies, and the meshes that the bodies are drawn as.

use crate::app::texts::{choices, t};
use pickray::mesh::Mesh;
use pickray::mesh::samples::Sample;
use std::sync::Arc;

/// Most triangles of all bodies together, so that software draws them too.
const TRIANGLES: usize = 400_000;

choices! {
    /// Shape that all bodies are drawn in, stretched to the box of each body.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum BodyShape {
        #[default]
        Box => t!("many-bodies-boxes"),
        Ball => t!("many-bodies-balls"),
        /// The mesh that is open in the window, if it is small enough for the number of bodies; else a box.
        Open => t!("many-bodies-open-mesh"),
    }
}

impl BodyShape {
    /// Returns whether `n_bodies` bodies may have the shape, if the mesh that is open in the window has `open`
    /// triangles.
    pub const fn is_small_enough(self, n_bodies: usize, open: usize) -> bool {
        match self {
            Self::Box | Self::Ball => true,
            Self::Open => n_bodies.saturating_mul(open) <= TRIANGLES,
        }
    }
}

/// Returns the mesh that bodies of a shape are drawn as, or `present` if that is the same mesh; `None` if the mesh
/// cannot be made.
pub(in crate::app) fn mesh(
    shape: BodyShape,
    n_bodies: usize,
    open: Option<&Arc<Mesh>>,
    present: Option<Arc<Mesh>>,
) -> Option<Arc<Mesh>> {
    if shape == BodyShape::Open
        && let Some(open) = open
        && shape.is_small_enough(n_bodies, open.n_triangles())
    {
        return Some(open.clone());
    }
    let made = match shape {
        BodyShape::Ball => icosahedron(),
        BodyShape::Box | BodyShape::Open => Sample::Cube.mesh().ok(),
    };
    let same = |mesh: &Arc<Mesh>| made.as_ref().is_some_and(|made| made.positions() == mesh.positions());
    present.filter(same).or_else(|| made.map(Arc::new))
}

/// Makes an icosahedron: its twelve corners are (0, ±1, ±φ) and their turns; three of them make a face where each is 2
/// from both others.
fn icosahedron() -> Option<Mesh> {
    let golden = 0.5 + 0.5 * 5f32.sqrt();
    let signs = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)];
    let corners = signs.map(|(s, t)| [0.0, s, t * golden]);
    let positions: Vec<[f32; 3]> =
        (0..3).flat_map(|turn| corners.map(|p| [p[turn % 3], p[(turn + 1) % 3], p[(turn + 2) % 3]])).collect();
    let point = |i: u32| glam::Vec3::from(positions[i as usize]);
    // The next distance is 2φ.
    let near = |i: u32, j: u32| point(i).distance(point(j)) < 2.5;
    let mut triangles = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(i, k) {
                    let outwards = (point(j) - point(i)).cross(point(k) - point(i)).dot(point(i)) > 0.0;
                    triangles.push(if outwards { [i, j, k] } else { [i, k, j] });
                }
            }
        }
    }
    Mesh::from_triangles(positions, triangles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::mesh::Defects;

    #[test]
    fn the_ball_is_closed_and_has_twenty_faces() {
        let ball = icosahedron().expect("a mesh");
        assert_eq!((ball.n_triangles(), ball.n_vertices()), (20, 12));
        let defects = Defects::of(&ball).expect("memory");
        assert!(defects.is_closed() && defects.turned_edges == 0, "{defects:?}");
    }

    #[test]
    fn a_large_mesh_is_not_copied_ten_thousand_times() {
        let open = Arc::new(Sample::Teapot.mesh().expect("a mesh"));
        let triangles = |n| mesh(BodyShape::Open, n, Some(&open), None).expect("a mesh").n_triangles();
        assert_eq!((triangles(10), triangles(10_000)), (open.n_triangles(), 12));
    }
}
