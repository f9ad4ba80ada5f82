//! Triangles of one material, found by its name.

use crate::mesh::TriangleSet;
use crate::pick::TriangleIds;
use crate::scene::Scene;

/// Returns the triangles of visible objects whose material has this name in their files. Hidden triangles are not among
/// them.
pub fn with_material(scene: &Scene, name: &str) -> TriangleIds {
    let mut all = TriangleIds::default();
    for (index, object) in (0..).zip(scene.objects()).filter(|(_, object)| object.visible) {
        let source = object.mesh.source();
        let has_name = |triangle: &u32| source.material(*triangle) == Some(name);
        if source.materials().iter().any(|of_mesh| of_mesh == name) {
            let mut triangles: TriangleSet = (0..object.mesh.n_triangles() as u32).filter(has_name).collect();
            triangles.subtract(&object.hidden);
            all.union_with(&TriangleIds::of(index, triangles));
        }
    }
    all
}
