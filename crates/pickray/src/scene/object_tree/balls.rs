//! Bounding spheres of meshes. For a round object that is turned, the box around its bounding sphere is smaller than
//! the box around its turned box.

use crate::geometry::Aabb;
use crate::mesh::Mesh;
use crate::scene::Object;
use glam::{DMat3, DVec3};
use std::collections::HashMap;
use std::sync::Arc;

/// Radius of the bounding sphere of each mesh, whose centre is the middle of the mesh's box. The key of a mesh is its
/// address in memory.
pub struct Balls {
    radii: HashMap<usize, f64>,
}

impl Balls {
    pub fn of(objects: &[Object]) -> Self {
        let mut radii = HashMap::new();
        for object in objects {
            radii.entry(place_of(&object.mesh)).or_insert_with(|| radius(&object.mesh));
        }
        Self { radii }
    }

    /// Returns the part of `bounds`, an object's box in world space, that lies in the box around the object's bounding
    /// sphere.
    pub fn narrowed(&self, object: &Object, bounds: &Aabb) -> Aabb {
        let (mesh, radius) = (&object.mesh, self.radii[&place_of(&object.mesh)]);
        let matrix = object.world_from_object;
        let center = matrix.transform_point3(mesh.bounds().center());
        // An axis of the world is this long in object space, and the ball as many radii along it.
        let rows = DMat3::from_mat4(matrix).transpose();
        let half = radius * DVec3::new(rows.x_axis.length(), rows.y_axis.length(), rows.z_axis.length());
        Aabb::new(bounds.min.max(center - half), bounds.max.min(center + half))
    }
}

fn place_of(mesh: &Arc<Mesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

/// Returns the greatest distance of a vertex from the middle of the mesh's box.
fn radius(mesh: &Mesh) -> f64 {
    let center = mesh.bounds().center() - mesh.origin();
    let squared = |p: &[f32; 3]| DVec3::from(p.map(f64::from)).distance_squared(center);
    mesh.positions().iter().map(squared).fold(0.0, f64::max).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;
    use glam::{DMat4, DQuat};

    #[test]
    fn a_turned_ball_has_the_box_of_a_ball_and_a_turned_cube_that_of_its_corners() {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let placed = DMat4::from_scale_rotation_translation(DVec3::new(2.0, 1.0, 1.0), turn, DVec3::splat(1e3));
        for (sample, share) in [(Sample::Icosphere, 0.2..0.7), (Sample::Cube, 0.999..1.001)] {
            let mesh = sample.mesh().expect("nobody cancels");
            let objects = [Object::new("", Arc::new(mesh)).with_transform(placed)];
            let bounds = objects[0].bounds();
            let narrowed = Balls::of(&objects).narrowed(&objects[0], &bounds);
            assert!(share.contains(&(narrowed.volume() / bounds.volume())), "{sample:?}");
            let roomy = Aabb::new(narrowed.min - 1e-12, narrowed.max + 1e-12);
            for index in 0..objects[0].mesh.n_triangles() as u32 {
                assert!(objects[0].triangle_in_world(index).corners().iter().all(|&corner| roomy.contains(corner)));
            }
        }
    }
}
