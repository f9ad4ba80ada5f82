//! Extent of the objects of a scene in given directions, measured at their vertices.

use super::{Object, Scene};
use crate::work::threads::{available, in_parallel};
use glam::DVec3;

/// Vertices looked at by one thread at a time.
const BLOCK: usize = 1 << 16;

/// Most vertices of a scene that goes by them, some 50 ms of one core; larger ones go by corners of objects' bounds.
const MOST_VERTICES: usize = 1 << 24;

impl Scene {
    /// Returns the largest `direction · (p − center)` of all visible points p (world) by direction; −∞ without points.
    pub(crate) fn reach<const N: usize>(&self, center: DVec3, directions: [DVec3; N]) -> [f64; N] {
        let visible = || self.objects().iter().filter(|object| object.is_present());
        let by_vertices = visible().map(|object| object.mesh.n_vertices()).sum::<usize>() <= MOST_VERTICES;
        visible().fold([f64::NEG_INFINITY; N], |all, object| {
            let corners = of_corners(object, center, &directions);
            // Bounds do not do for vertices: one that no triangle uses may lie beyond them.
            let of_object = match by_vertices {
                true => each(of_vertices(object, center, &directions), corners, f64::min),
                false => corners,
            };
            each(all, of_object, f64::max)
        })
    }
}

fn of_corners<const N: usize>(object: &Object, center: DVec3, directions: &[DVec3; N]) -> [f64; N] {
    let corners = object.mesh.bounds().corners().map(|corner| object.world_from_object.transform_point3(corner));
    directions.map(|direction| most(corners.iter().map(|&corner| direction.dot(corner - center))))
}

fn of_vertices<const N: usize>(object: &Object, center: DVec3, directions: &[DVec3; N]) -> [f64; N] {
    let mesh = &object.mesh;
    let origin = object.world_from_object.transform_point3(mesh.origin()) - center;
    let local = directions.map(|direction| object.world_from_object.transpose().transform_vector3(direction));
    let blocks = in_parallel(available(), mesh.positions().chunks(BLOCK).collect(), |block| {
        block.iter().fold([f64::NEG_INFINITY; N], |all, position| {
            let position = DVec3::from(position.map(f64::from));
            each(all, local.map(|direction| direction.dot(position)), f64::max)
        })
    });
    let from_origin = blocks.into_iter().fold([f64::NEG_INFINITY; N], |all, block| each(all, block, f64::max));
    each(directions.map(|direction| direction.dot(origin)), from_origin, |a, b| a + b)
}

fn most(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NEG_INFINITY, f64::max)
}

fn each<const N: usize>(a: [f64; N], b: [f64; N], of_both: impl Fn(f64, f64) -> f64) -> [f64; N] {
    std::array::from_fn(|i| of_both(a[i], b[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use glam::{DMat4, DQuat};

    #[test]
    fn objects_reach_as_far_as_their_triangles_wherever_they_are_placed() {
        let positions = vec![[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
        let mesh = std::sync::Arc::new(Mesh::from_triangles(positions, vec![[0, 1, 2]]).expect("a mesh"));
        let placed = DMat4::from_scale_rotation_translation(
            DVec3::new(2.0, -1.0, 0.5),
            DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7),
            DVec3::new(100.0, 20.0, -3.0),
        );
        let mut hidden = Object::new("hidden", mesh.clone()).with_transform(DMat4::from_scale(DVec3::splat(1e3)));
        hidden.visible = false;
        let scene: Scene = [Object::new("a", mesh.clone()), Object::new("b", mesh).with_transform(placed), hidden]
            .into_iter()
            .collect();
        let center = DVec3::new(3.0, 4.0, 5.0);
        let corners =
            || scene.objects()[..2].iter().map(|object| object.triangle_in_world(0)).flat_map(|t| [t.a, t.b, t.c]);
        for direction in [DVec3::X, DVec3::NEG_X, DVec3::NEG_Z, DVec3::new(-0.3, 0.2, 0.4)] {
            let expected = most(corners().map(|corner| direction.dot(corner - center)));
            let [reach] = scene.reach(center, [direction]);
            assert!((reach - expected).abs() < 1e-4 * expected.abs(), "{direction}: {reach}, not {expected}");
        }
        let beyond = vec![[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0], [0.0, 9.0, 9.0]];
        let mesh = Mesh::from_triangles(beyond, vec![[0, 1, 2]]).expect("a mesh");
        let scene = Scene::of(Object::new("with a vertex of no triangle", mesh.into()));
        assert_eq!(scene.reach(DVec3::ZERO, [DVec3::Y]), [2.0]);
        assert_eq!(Scene::new().reach(center, [DVec3::X]), [f64::NEG_INFINITY]);
    }
}
