//! Tree over the objects of a scene, which finds those that a ray or a moving sphere may hit, or that may be near.
//!
//! The tree gives the same answers as asking each object in turn, also for hits at the same t. Its boxes lie in world
//! space. A ray is tested in each object's own space, where rounding moves it, and is wider by so much in the tree:
//! only objects are left out that the ray cannot hit. Spheres and distances are tested in world space, with triangles
//! as [`Object::triangle_in_world`] gives them.

mod placed;

pub(crate) use placed::Instance;

use super::Object;
use crate::accel::{Below, BoxRay, BoxTree, prefetch, prefetch_pair};
use crate::geometry::{Aabb, Ray};
use crate::intersect::MovingSphere;
use crate::math::PickRay;
use crate::work::{packed, threads};
use glam::DVec3;
use placed::{Placed, Rounding, Spheres};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Number of objects that a thread places in one job.
const CHUNK: usize = 1 << 12;

#[derive(Clone, Debug)]
pub(crate) struct ObjectTree {
    /// Data of each object for tests with rays, by the object's index; `None` if no ray can hit the object.
    instances: Vec<Option<Instance>>,
    /// Box of each object: empty for a hidden one, and infinite for one that is always asked.
    boxes: Vec<Aabb>,
    rounding: Rounding,
    /// Tree over the boxes, made when first asked for.
    tree: OnceLock<BoxTree>,
    /// Tree from before boxes changed, to be refitted.
    outdated: Option<BoxTree>,
    /// `true` if an instance may be covered; none is any more once an object has changed.
    covers: bool,
}
packed!(struct ObjectTree { instances, boxes, rounding, tree, outdated, covers });

impl ObjectTree {
    pub(super) fn build(objects: &[Object]) -> Self {
        let (chunks, spheres) = (objects.chunks(CHUNK).collect(), Spheres::of(objects));
        let placed = threads::in_parallel(threads::available(), chunks, |objects: &[Object]| {
            let narrowed = |object: &Object| {
                let placed = Placed::new(object);
                let is_finite = placed.bounds.min.is_finite();
                let bounds = if is_finite { spheres.narrowed(object, &placed.bounds) } else { placed.bounds };
                Placed { bounds, ..placed }
            };
            objects.iter().map(narrowed).collect::<Vec<_>>()
        });
        let (mut instances, mut boxes) = (Vec::with_capacity(objects.len()), Vec::with_capacity(objects.len()));
        let mut all = Rounding::default();
        for Placed { instance, bounds, rounding } in placed.into_iter().flatten() {
            instances.push(instance);
            boxes.push(bounds);
            all = all.or(rounding);
        }
        let covers = find_covered(objects, &mut instances);
        Self { instances, boxes, rounding: all, tree: OnceLock::new(), outdated: None, covers }
    }

    /// Records that an object has changed. The next query refits the tree, once for all changes.
    pub(super) fn place(&mut self, index: usize, object: &Object) {
        if std::mem::take(&mut self.covers) {
            self.instances.iter_mut().flatten().for_each(|instance| instance.is_covered = false);
        }
        if let Some(tree) = self.tree.take() {
            self.outdated = Some(tree);
        }
        let Placed { instance, bounds, rounding } = Placed::new(object);
        (self.instances[index], self.boxes[index]) = (instance, bounds);
        self.rounding = self.rounding.or(rounding);
    }

    /// Returns the tree over the boxes as they are now: refitted, or new where that would be much better.
    #[inline]
    pub(super) fn tree(&self) -> &BoxTree {
        self.tree.get_or_init(|| {
            let refitted = self.outdated.as_ref().and_then(|tree| tree.refitted(&self.boxes));
            refitted.unwrap_or_else(|| BoxTree::build(&self.boxes))
        })
    }

    /// Calls `visit` with each object that the ray may hit, roughly by t; it returns the largest t still of interest.
    #[inline]
    pub(crate) fn along(&self, objects: &[Object], ray: &PickRay, mut visit: impl FnMut(u32, &Instance) -> f64) {
        let (mut t_max, ray) = (ray.t_max, Ray::from(*ray));
        let size = |point: DVec3| point.abs().max_element();
        // The point at t is 1 - t times the one end and t times the other. A direction is no point: it has no shift.
        let at_start = self.rounding.at(size(ray.origin));
        let per_t = match ray.given_direction() {
            Some(direction) => 2.0 * self.rounding.share * size(direction),
            None => at_start + self.rounding.at(size(ray.target)),
        };
        let at_start = DVec3::splat(at_start);
        let along = BoxRay { origin: ray.origin, direction: ray.direction(), at_start, per_t };
        let expect = |index: u32| {
            prefetch_pair(self.instances.as_ptr().wrapping_add(index as usize));
            if let Some(object) = objects.get(index as usize) {
                prefetch(&raw const object.mesh);
                prefetch(&raw const object.hidden);
            }
        };
        self.tree().along(&along, t_max, expect, |index| {
            if let Some(instance) = &self.instances[index as usize] {
                t_max = visit(index, instance);
            }
            t_max
        });
    }

    /// Calls `visit` with each object that may be within `distance`, roughly by distance; it returns how far to go on.
    pub(crate) fn near(&self, point: DVec3, distance: f64, visit: impl FnMut(u32) -> f64) {
        let misplaced = self.misplaced(point.abs());
        let entry = |aabb: &Aabb| {
            let gap = (aabb.min - point).max(point - aabb.max).max(DVec3::ZERO);
            // If the length overflows, the largest component is a lower bound as well.
            let length = gap.length();
            (if length < f64::INFINITY { length } else { gap.max_element() }) - misplaced
        };
        self.tree().within(distance, entry, visit);
    }

    /// Calls `visit` with each object that the sphere may touch at a t up to `t_max`, as [`along`](Self::along) does.
    pub(crate) fn met(&self, sphere: &MovingSphere, t_max: f64, visit: impl FnMut(u32) -> f64) {
        let &MovingSphere { center, displacement, radius, .. } = sphere;
        let half = DVec3::splat(radius + self.misplaced(center.abs() + displacement.abs() + radius));
        let along = BoxRay { origin: center, direction: displacement, at_start: half, per_t: 0.0 };
        self.tree().along(&along, t_max, |_| (), visit);
    }

    /// Calls `visit` once for each of the objects of which a triangle may share a point with one of `object`, as
    /// contact of `object` with the other decides it. `object` need not be in the scene.
    ///
    /// In the terms of [`Rounding`], with M₂, m₂, C₂ for the transform and the mesh of the other: contact takes a
    /// corner b of it to `object` by N M₂, which costs 16 u (|N| (|M₂| |b| + |m₂|) + |n| + |o|), and |M| times that in
    /// the world. As M₂ b + m₂ is no larger than L₂, that is less than s (L₂ + 2 L), and R and r add s (L₂ + L).
    pub(crate) fn beside(&self, object: &Object, mut visit: impl FnMut(u32)) {
        let Placed { instance: Some(_), bounds, rounding } = Placed::new(object) else { return };
        let half = if bounds.min.is_finite() {
            0.5 * bounds.size() + 2.0 * rounding.or(self.rounding).at(rounding.largest)
        } else {
            DVec3::INFINITY
        };
        let resting = BoxRay { origin: bounds.center(), direction: DVec3::ZERO, at_start: half, per_t: 0.0 };
        let present = |index: u32| {
            if self.instances[index as usize].is_some() {
                visit(index);
            }
            0.0
        };
        self.tree().along(&resting, 0.0, |_| (), present);
    }

    /// Returns `true` if an object of a lower index is the same in the same place as the object of this index.
    pub(super) fn is_covered(&self, index: u32) -> bool {
        self.covers && self.instances[index as usize].as_ref().is_some_and(|instance| instance.is_covered)
    }

    /// Calls `found` with each box right below one, and its node or object; the box of node 0 holds all. Boxes are as
    /// wide as to hold what is computed of their objects in the world. They may be infinite.
    pub(crate) fn open(&self, node: u32, mut found: impl FnMut(Below, Aabb)) {
        let by = self.rounding.at(self.rounding.largest);
        self.tree().open(node, |below, Aabb { min, max }| found(below, Aabb::new(min - by, max + by)));
    }

    /// Returns a bound of what rounding adds to the distance of a triangle from a point, or from a moving sphere, of
    /// coordinates up to those of `size`: a few roundings of the distance to the farthest corner, 128 for the sphere's
    /// test, and those of boxes.
    fn misplaced(&self, size: DVec3) -> f64 {
        256.0 * f64::EPSILON * (size.max_element() + self.rounding.largest)
    }
}

/// Tells the instances of objects that are the same, in the same place, as one before them; returns whether any is.
fn find_covered(objects: &[Object], instances: &mut [Option<Instance>]) -> bool {
    let (mut firsts, mut covers) = (HashMap::new(), false);
    for (object, instance) in objects.iter().zip(instances) {
        let Some(instance) = instance else { continue };
        let place = object.world_from_object.to_cols_array().map(f64::to_bits);
        let mixed = |sum: u64, bits: u64| (sum ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let first = *firsts.entry((Arc::as_ptr(&object.mesh), place.into_iter().fold(0, mixed))).or_insert(object);
        let is_same = first.world_from_object == object.world_from_object && first.mask == object.mask;
        instance.is_covered = !std::ptr::eq(first, object) && is_same && first.hidden == object.hidden;
        covers |= instance.is_covered;
    }
    covers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use glam::{DMat4, DQuat};

    /// Objects on a grid of 40 × 40, turned and mirrored, about `place`.
    fn grid(place: DVec3) -> Vec<Object> {
        let corners = vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., 0., 1.]];
        let mesh = Mesh::from_triangles(corners, vec![[0, 1, 2], [0, 1, 3]]).expect("a mesh");
        let mesh = Arc::new(mesh);
        let at = |i: i32| {
            let scale = DVec3::new(1.0, if i % 2 == 0 { 1.0 } else { -1.0 }, 0.3);
            let center = place + 2.0 * DVec3::new(f64::from(i % 40), f64::from(i / 40), 0.0);
            DMat4::from_scale_rotation_translation(scale, DQuat::from_rotation_z(f64::from(i)), center)
        };
        (0..1600).map(|i| Object::new("some", mesh.clone()).with_transform(at(i))).collect()
    }

    fn visited(objects: &[Object], near: DVec3, far: DVec3, t_max: f64) -> usize {
        let mut visited = 0;
        ObjectTree::build(objects).along(objects, &PickRay::new(near, far, t_max), |_, _| {
            visited += 1;
            t_max
        });
        visited
    }

    #[test]
    fn a_ray_is_shown_few_of_many_objects() {
        for place in [DVec3::ZERO, DVec3::new(1e7, -4e6, 100.0)] {
            let objects = grid(place);
            let down = DVec3::new(0.3, 0.2, -1.0);
            let near = place + DVec3::new(40.0, 36.0, 0.1) - 60.0 * down;
            for (far, t_max) in [(near + 100.0 * down, 1.0), (near + 0.1 * down, f64::INFINITY)] {
                let visited = visited(&objects, near, far, t_max);
                assert!((1..=12).contains(&visited), "{visited} from {near}");
            }
        }
    }

    #[test]
    fn the_tree_is_refitted_while_objects_move_a_little_and_new_when_it_is_worn_out() {
        let mut objects = grid(DVec3::ZERO);
        let mut tree = ObjectTree::build(&objects);
        let built = tree.tree().clone();
        for round in 0..4 {
            for (index, object) in objects.iter_mut().enumerate() {
                object.world_from_object.w_axis.z += 0.1 * ((index + round) % 7) as f64;
                tree.place(index, object);
            }
            assert!(built.refitted(&tree.boxes).is_some(), "{round}");
        }
        for (index, object) in objects.iter_mut().enumerate() {
            object.world_from_object.w_axis.x = ((index * 577) % 80) as f64;
            object.world_from_object.w_axis.y = ((index * 359) % 80) as f64;
            tree.place(index, object);
        }
        assert!(built.refitted(&tree.boxes).is_none());
    }

    #[test]
    fn objects_that_are_nearly_flattened_are_always_shown() {
        let mut objects = grid(DVec3::ZERO);
        let nearly_flat = DMat4::from_rotation_x(0.7) * DMat4::from_scale(DVec3::new(1.0, 1.0, 1e-12));
        objects[7].world_from_object = nearly_flat * DMat4::from_rotation_x(0.3);
        objects[9].visible = false;
        let tree = ObjectTree::build(&objects);
        let (infinite, empty) = (tree.boxes[7], tree.boxes[9]);
        assert_eq!((infinite, empty, tree.instances[9].is_none()), (crate::accel::EVERYWHERE, Aabb::EMPTY, true));
        assert_eq!(visited(&objects, DVec3::new(900.0, 0.0, 1.0), DVec3::new(900.0, 0.0, 0.0), 1.0), 1);
    }
}
