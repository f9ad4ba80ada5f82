//! Data of each object in a tree of objects: for tests with rays, a box in world space, and bounds of its rounding.

use crate::accel::EVERYWHERE;
use crate::geometry::Aabb;
use crate::mesh::Mesh;
use crate::scene::Object;
use crate::work::packed;
use glam::{DAffine3, DMat3, DVec3};
use std::collections::HashMap;
use std::sync::Arc;

/// Largest coordinate in a tree: objects beyond it are asked always, so that they do not blur the others.
const FARTHEST: f64 = (1u128 << 100) as f64;

/// Largest [share](Rounding::share) in a tree: objects that are nearly flattened are asked always, too.
const MOST: f64 = 1.0 / (1 << 26) as f64;

/// Values of an object that every test with a ray needs, computed once and kept in two cache lines.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Instance {
    /// Inverse of the object's model transform.
    pub object_from_world: DAffine3,
    pub mirrored: bool,
    /// Mask of the object: a ray can hit it if the mask of the ray's pick shares a bit with this one.
    pub mask: u32,
    /// `true` if an object of a lower index is the same in the same place, so that this one is never the closest.
    pub is_covered: bool,
}
packed!(struct Instance { object_from_world, mirrored, mask, is_covered });

impl Instance {
    /// Returns the values of `object` for tests with rays; `None` if the object is hidden or its transform has no
    /// inverse, so that no ray hits it.
    pub fn new(object: &Object) -> Option<Self> {
        Some(Self::with_bounds(object)?.0)
    }

    /// Returns the values as [`new`](Self::new) does, and the object's box in world space.
    fn with_bounds(object: &Object) -> Option<(Self, Aabb)> {
        let (object_from_world, mirrored, bounds) = object.visible.then(|| object.placed())??;
        Some((Self { object_from_world, mirrored, mask: object.mask, is_covered: false }, bounds))
    }
}

/// Bounds of what rounding does to objects, or to one of them.
///
/// Let M and m be the linear part and the shift of an object's transform, N and n those of its computed inverse, u one
/// rounding, and C the largest coordinate of its mesh. A ray is taken to object space by N and n, and less the mesh's
/// origin o it is tested there, exactly. Where is a hit x of the world's ray, as M x + m, if that ray is at c?
///
/// ```text
/// M x + m = c + R c + r + M e,   R = M N − 1,   r = M n + m,   e the error of the ray in object space
/// ```
///
/// An end p of the ray is off by 5 u (|N| |p| + |n|) + u |o|. As n = − N m, rounded, r is R m, off by 3 u |M| |N| |m|.
/// So with `share`, s = |R| + 64 u |M| |N|, and `largest`, L = |M| C + |m|, where C is not less than |o|, an end is off
/// by up to s (|p| + L) in the world. The 64 have room for the roundings of R, of boxes, of the sphere of
/// [`Spheres`], and of a ray's test with a box, 60 u (|p| + L) together: |M| |N| has a row sum of 3/4 at
/// least, or |R| one of 1/4. Sizes are greatest components and greatest row sums.
#[derive(Clone, Copy, Debug)]
pub struct Rounding {
    /// Share of coordinates by which a place is off: the largest of all objects, at least 64 roundings.
    pub share: f64,
    /// Largest sum of magnitudes that a coordinate of an object is made of.
    pub largest: f64,
}
packed!(struct Rounding { share, largest });

impl Default for Rounding {
    fn default() -> Self {
        Self { share: 64.0 * ROUNDING, largest: 0.0 }
    }
}

/// Relative error of one rounding.
const ROUNDING: f64 = 0.5 * f64::EPSILON;

impl Rounding {
    /// Returns the bounds of one object. `instance` is `None` if the object has no inverse, and so no error.
    pub fn of(object: &Object, instance: Option<&Instance>) -> Self {
        let matrix = DAffine3::from_mat4(object.world_from_object);
        let share = instance.map_or(0.0, |Instance { object_from_world, .. }| {
            let residual = (matrix.matrix3 * object_from_world.matrix3 - DMat3::IDENTITY).abs() * DVec3::ONE;
            let product = matrix.matrix3.abs() * (object_from_world.matrix3.abs() * DVec3::ONE);
            residual.max_element() + 64.0 * ROUNDING * product.max_element()
        });
        let bounds = object.mesh.bounds();
        let reach = bounds.min.abs().max(bounds.max.abs()).max(object.mesh.origin().abs()).max_element();
        let largest = (matrix.matrix3.abs() * DVec3::splat(reach) + matrix.translation.abs()).max_element();
        Self { share, largest }
    }

    /// Returns bounds that hold for both.
    pub fn or(self, other: Self) -> Self {
        Self { share: self.share.max(other.share), largest: self.largest.max(other.largest) }
    }

    /// Returns the error of a place in the world, of the size of coordinates `size`, twice over.
    pub fn at(&self, size: f64) -> f64 {
        2.0 * self.share * (size + self.largest)
    }
}

pub struct Placed {
    pub instance: Option<Instance>,
    /// Box around the object: empty for one that is not present, and infinite for one that is always asked.
    pub bounds: Aabb,
    pub rounding: Rounding,
}

impl Placed {
    pub fn new(object: &Object) -> Self {
        let nothing = Self { instance: None, bounds: Aabb::EMPTY, rounding: Rounding::default() };
        if !object.is_present() {
            return nothing;
        }
        let (instance, bounds) =
            Instance::with_bounds(object).map_or((None, object.bounds()), |(it, of)| (Some(it), of));
        let rounding = Rounding::of(object, instance.as_ref());
        let is_fit = rounding.share <= MOST && rounding.largest <= FARTHEST;
        if is_fit { Self { instance, bounds, rounding } } else { Self { instance, bounds: EVERYWHERE, ..nothing } }
    }
}

/// Radius of the bounding sphere of each mesh, whose centre is the middle of the mesh's box, by the mesh's address.
///
/// For a round object that is turned, the box around its sphere is smaller than the box around its turned box.
pub struct Spheres {
    radii: HashMap<usize, f64>,
}

impl Spheres {
    pub fn of(objects: &[Object]) -> Self {
        let mut radii = HashMap::new();
        for object in objects {
            radii.entry(place_of(&object.mesh)).or_insert_with(|| radius(&object.mesh));
        }
        Self { radii }
    }

    /// Returns the part of `bounds`, an object's box in world space, that lies in the box around the object's sphere.
    pub fn narrowed(&self, object: &Object, bounds: &Aabb) -> Aabb {
        let (mesh, radius) = (&object.mesh, self.radii[&place_of(&object.mesh)]);
        let matrix = object.world_from_object;
        let center = matrix.transform_point3(mesh.bounds().center());
        // An axis of the world is this long in object space, and the sphere as many radii along it.
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
    fn a_turned_sphere_has_the_box_of_a_sphere_and_a_turned_cube_that_of_its_corners() {
        let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let placed = DMat4::from_scale_rotation_translation(DVec3::new(2.0, 1.0, 1.0), turn, DVec3::splat(1e3));
        for (sample, share) in [(Sample::Icosphere, 0.2..0.7), (Sample::Cube, 0.999..1.001)] {
            let mesh = sample.mesh().expect("nobody cancels");
            let objects = [Object::new("", Arc::new(mesh)).with_transform(placed)];
            let bounds = objects[0].bounds();
            let narrowed = Spheres::of(&objects).narrowed(&objects[0], &bounds);
            assert!(share.contains(&(narrowed.volume() / bounds.volume())), "{sample:?}");
            let roomy = Aabb::new(narrowed.min - 1e-12, narrowed.max + 1e-12);
            for index in 0..objects[0].mesh.n_triangles() as u32 {
                assert!(objects[0].triangle_in_world(index).corners().iter().all(|&corner| roomy.contains(corner)));
            }
        }
    }
}
