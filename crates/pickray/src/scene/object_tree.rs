//! Tree over the objects of a scene, which finds those that a ray may hit, that a ball may touch, or that may be near a
//! point.
//!
//! The tree gives the same answers as asking each object in turn, also for hits at the same t.
//!
//! Boxes of the tree lie in world space, relative to an origin of the tree, and are rounded outwards to f32. An object
//! is tested in its own space, and rounding in the inverse transform moves a ray there. So each box is
//! [widened](widening) by the largest effect of that rounding, for all rays that are not [beyond reach](Reach). The
//! tree only leaves out objects that the ray cannot hit.
//!
//! Balls and distances are tested in world space, with triangles as [`Object::triangle_in_world`] gives them. All boxes
//! hold these triangles, but objects that a transform flattens have no box and are listed beside the tree.

mod balls;
mod instance;
mod reach;
mod widening;

pub(crate) use instance::Instance;

use super::Object;
use crate::accel::{BoxVisitor, RayTree, SpherePath, prefetch, prefetch_pair};
use crate::geometry::{Aabb, Ray};
use crate::math::PickRay;
use crate::mesh::origin_for;
use crate::work::{packed, threads};
use balls::Balls;
use glam::{DAffine3, DVec3};
use reach::Reach;
use std::collections::HashMap;
use std::sync::Arc;
use widening::widening;

/// Number of objects that a thread places in one job.
const CHUNK: usize = 1 << 12;

/// Largest coordinate of a box in the tree: boxes beyond it are left out, so that all distances are far within f32.
const FARTHEST: f64 = (1u128 << 100) as f64;

/// Greatest row sum of |M| |N|, of a transform and its inverse, up to which [`ObjectTree::beside`] goes by boxes.
const PRODUCT_MAX: f64 = (1 << 19) as f64;

/// Cost for rays, in costs when the tree was built, above which the tree is given up for a new one.
const WORN_OUT: f64 = 2.0;

/// Objects for each one that changes, above which changes are followed one by one: where more change, all at once takes
/// less time.
const FEW: usize = 16;

/// Most objects that are added one by one and always tried, before a tree is given up for a new one.
const LATECOMERS: u32 = 32;

#[derive(Clone, Debug)]
pub(crate) struct ObjectTree {
    /// Data of each object for tests with rays, by the object's index; `None` if no ray can hit the object.
    instances: Vec<Option<Instance>>,
    /// Tree over degenerate triangles, one for each object that existed when the tree was built. The bounds of a
    /// triangle are its object's box.
    tree: RayTree,
    corners: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    origin: DVec3,
    reach: Reach,
    /// Indices of objects without a box in the tree, which are tried for every ray.
    apart: Vec<u32>,
    /// Number of objects in `apart` that were added after the tree was built.
    latecomers: u32,
    /// Indices, in order, of visible objects of which the transform had no inverse when they were last placed, and
    /// perhaps of others. No ray can hit such an object, but a ball can touch it.
    flat: Vec<u32>,
    /// `true` if an instance may be covered; none is any more once an object has changed.
    covers: bool,
}
packed!(struct ObjectTree { instances, tree, corners, triangles, origin, reach, apart, latecomers, flat, covers });

impl ObjectTree {
    /// Returns a tree over `objects`; `None` if there is not enough memory.
    pub(super) fn build(objects: &[Object]) -> Option<Self> {
        let chunks = objects.chunks(CHUNK).collect();
        let balls = Balls::of(objects);
        let placed = threads::in_parallel(threads::available(), chunks, |objects: &[Object]| {
            let placed = |object: &Object| {
                let (instance, bounds) = Instance::with_bounds(object)?;
                Some((instance, balls.narrowed(object, &bounds)))
            };
            objects.iter().map(|object| placed(object).unzip()).collect::<Vec<_>>()
        });
        let (mut instances, boxes): (Vec<_>, Vec<_>) = placed.into_iter().flatten().unzip();
        let covers = find_covered(objects, &mut instances);

        let counts = |aabb: &&Aabb| aabb.min.abs().max(aabb.max.abs()).max_element() <= FARTHEST;
        let bounds = boxes.iter().flatten().filter(counts).copied().fold(Aabb::EMPTY, Aabb::union);
        let reach = Reach::around(&bounds);
        let origin = if bounds.is_empty() { DVec3::ZERO } else { origin_for(&bounds) };

        let triangles: Vec<_> = (0..objects.len() as u32).map(|i| [2 * i, 2 * i + 1, 2 * i + 1]).collect();
        let (mut apart, mut flat, mut corners) = (Vec::new(), Vec::new(), Vec::with_capacity(2 * objects.len()));
        for (index, (object, (instance, aabb))) in (0..).zip(objects.iter().zip(instances.iter().zip(&boxes))) {
            let placed = instance.as_ref().zip(aabb.as_ref());
            let of_box = placed.and_then(|(instance, aabb)| corners_of(object, instance, aabb, &reach, origin));
            if instance.is_some() && of_box.is_none() {
                apart.push(index);
            } else if instance.is_none() && object.is_present() {
                flat.push(index);
            }
            corners.extend(of_box.unwrap_or(MISSING));
        }
        let tree = RayTree::build(&corners, &triangles).ok()?;
        Some(Self { instances, tree, corners, triangles, origin, reach, apart, latecomers: 0, flat, covers })
    }

    /// Updates the tree, in logarithmic time, for one object that was changed, or added after all others. Returns
    /// `false` if a new tree should be built instead.
    #[must_use]
    pub(super) fn update(&mut self, index: u32, object: &Object) -> bool {
        if index as usize == self.instances.len() {
            self.instances.push(None);
        }
        self.place(index, object) && self.follow(&[index])
    }

    /// Records the new state of an object; [`follow`](Self::follow) has to be called afterwards to update the tree.
    /// Returns `false` if the tree cannot hold the object, so that a new tree should be built.
    #[must_use]
    pub(super) fn place(&mut self, index: u32, object: &Object) -> bool {
        let place = index as usize;
        if std::mem::take(&mut self.covers) {
            self.instances.iter_mut().flatten().for_each(|instance| instance.is_covered = false);
        }
        let placed = Instance::with_bounds(object);
        let is_kept = match &placed {
            // An object that cannot be hit keeps the box that it has.
            None => {
                if object.is_present()
                    && let Err(place) = self.flat.binary_search(&index)
                {
                    self.flat.insert(place, index);
                }
                true
            }
            Some((instance, bounds)) if self.has_box(index) => {
                let corners = corners_of(object, instance, bounds, &self.reach, self.origin);
                corners.map(|corners| self.corners[2 * place..2 * place + 2].copy_from_slice(&corners)).is_some()
            }
            Some(_) => self.keep_apart(index),
        };
        self.instances[place] = placed.map(|(instance, _)| instance);
        is_kept
    }

    /// Updates the tree for the objects with indices in `moved`, whose new state [`place`](Self::place) has recorded.
    /// Many objects take the time of one refit. Returns `false` if a new tree should be built instead.
    #[must_use]
    pub(super) fn follow(&mut self, moved: &[u32]) -> bool {
        let followed = if moved.len() * FEW < self.triangles.len() {
            let with_box: Vec<u32> = moved.iter().copied().filter(|&index| self.has_box(index)).collect();
            self.tree.update(&self.corners, &self.triangles, with_box)
        } else {
            self.tree.refit_present(&self.corners, &self.triangles)
        };
        followed.is_ok() && self.is_worth_keeping()
    }

    fn is_worth_keeping(&self) -> bool {
        self.tree.cost() <= WORN_OUT * self.tree.built_cost()
    }

    fn has_box(&self, index: u32) -> bool {
        self.corners.get(2 * index as usize).is_some_and(|corner| corner[0].is_finite())
    }

    fn keep_apart(&mut self, index: u32) -> bool {
        if !self.apart.contains(&index) {
            self.apart.push(index);
            self.latecomers += 1;
        }
        self.latecomers <= LATECOMERS
    }

    /// Calls `visit` once for each of `objects` that the ray may hit, roughly in the order of t along the ray. `visit`
    /// returns the largest t at which a hit is still of interest.
    #[inline]
    pub(crate) fn along(&self, objects: &[Object], ray: &PickRay, visit: impl FnMut(u32, &Instance) -> f64) {
        let mut visitor = self.visitor(objects, ray.t_max, visit);
        if !self.reach.covers(ray) {
            (0..self.instances.len() as u32).for_each(|index| _ = visitor.visit(index));
            return;
        }
        let local = Ray::from(*ray).relative_to(self.origin);
        self.tree.boxes_along(&local, ray.t_max, &mut visitor);
        self.apart.iter().for_each(|&index| _ = visitor.visit(index));
    }

    fn visitor<'a, F>(&'a self, objects: &'a [Object], t_max: f64, visit: F) -> Visitor<'a, F> {
        Visitor { instances: &self.instances, objects, t_max, visit }
    }

    /// Calls `visit` once for each of `objects` of which a triangle may be within `distance` of the point, roughly from
    /// near to far, and for the flattened ones. `visit` returns the largest distance that is still of interest.
    pub(crate) fn near(&self, objects: &[Object], point: DVec3, distance: f64, mut visit: impl FnMut(u32) -> f64) {
        let mut visitor = self.visitor(objects, distance, |index, _: &Instance| visit(index));
        self.tree.boxes_near(point - self.origin, distance, self.misplaced(point), &mut visitor);
        self.apart.iter().for_each(|&index| _ = visitor.visit(index));
        self.flattened(objects).for_each(|index| _ = visit(index));
    }

    /// Calls `visit` once for each of `objects` of which the ball may touch a triangle at a t up to `t_max`, roughly in
    /// the order of t, and for the flattened ones. `path` is in world space and takes no note of rounding. `visit`
    /// returns the largest t that is still of interest.
    pub(crate) fn met(&self, objects: &[Object], path: &SpherePath, t_max: f64, mut visit: impl FnMut(u32) -> f64) {
        let mut visitor = self.visitor(objects, t_max, |index, _: &Instance| visit(index));
        let misplaced = self.misplaced(path.center.abs() + path.displacement.abs());
        let path = SpherePath { center: path.center - self.origin, misplaced, ..*path };
        self.tree.boxes_met(&path, t_max, &mut visitor);
        self.apart.iter().for_each(|&index| _ = visitor.visit(index));
        self.flattened(objects).for_each(|index| _ = visit(index));
    }

    /// Calls `visit` once for each of `objects` of which a triangle may share a point with one of `object`, as contact
    /// of `object` with the other decides it. `object` need not be in the scene.
    ///
    /// In the terms of [`widening`], with M₂, m₂, N₂, n₂ for the transform of the other and b for a corner of it, at c
    /// in the world: contact takes it to `object` by N M₂, which costs 16 u (|N| (|M₂| |b| + |m₂|) + |n| + |o|), and
    /// |M| times that in the world. Widening `object`'s box as for rays covers R c, r, and |M| (|n| + |o|). As
    /// b = N₂ c + n₂, the rest is up to 16 u |M| |N| (|M₂| |N₂| C + |M₂| |n₂| + |m₂|), which the other's own widening
    /// covers while |M| |N| is less than 2¹⁹.
    pub(crate) fn beside(&self, objects: &[Object], object: &Object, mut visit: impl FnMut(u32)) {
        let Some((Instance { object_from_world, .. }, bounds)) = Instance::with_bounds(object) else { return };
        let linear = DAffine3::from_mat4(object.world_from_object).matrix3.abs();
        let product = (linear * (object_from_world.matrix3.abs() * DVec3::ONE)).max_element();
        let by = widening(object, &object_from_world, &self.reach).filter(|_| product < PRODUCT_MAX);
        let mut visitor = self.visitor(objects, 0.0, |index, _: &Instance| {
            visit(index);
            0.0
        });
        let Some(by) = by else {
            return (0..self.instances.len() as u32).for_each(|index| _ = visitor.visit(index));
        };
        let half_extents = 0.5 * bounds.size() + by;
        let path = SpherePath {
            center: bounds.center() - self.origin,
            displacement: DVec3::ZERO,
            half_extents,
            radius: half_extents.length(),
            misplaced: self.misplaced(bounds.min.abs().max(bounds.max.abs())),
        };
        self.tree.boxes_met(&path, 0.0, &mut visitor);
        self.apart.iter().for_each(|&index| _ = visitor.visit(index));
    }

    /// Returns `true` if an object of a lower index is the same in the same place as the object of this index.
    pub(super) fn is_covered(&self, index: u32) -> bool {
        self.covers && self.instances[index as usize].as_ref().is_some_and(|instance| instance.is_covered)
    }

    /// Returns the tree over the boxes of objects, of which triangle `i` stands for object `i`, the origin that it is
    /// relative to, and the objects without a box, which may be anywhere.
    pub(crate) fn boxes(&self) -> (&RayTree, DVec3, &[u32]) {
        (&self.tree, self.origin, &self.apart)
    }

    /// Returns the visible objects of which the transform has no inverse.
    fn flattened<'a>(&'a self, objects: &'a [Object]) -> impl Iterator<Item = u32> {
        let is_flat = |index: &u32| self.instances[*index as usize].is_none() && objects[*index as usize].visible;
        self.flat.iter().copied().filter(is_flat)
    }

    /// Returns a bound of what rounding adds to the distance of a triangle from a point with coordinates up to those of
    /// `point`. The computed distance is off by a few roundings, each half of `f64::EPSILON`, of the distance to the
    /// farthest corner, which is less than twice the sum below; taking off the tree's origin costs two of that sum.
    fn misplaced(&self, point: DVec3) -> f64 {
        16.0 * f64::EPSILON * (point.abs().max_element() + self.reach.largest)
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

/// Visitor of boxes that hands on the object of each box.
struct Visitor<'a, F> {
    instances: &'a [Option<Instance>],
    objects: &'a [Object],
    t_max: f64,
    visit: F,
}

impl<F: FnMut(u32, &Instance) -> f64> BoxVisitor for Visitor<'_, F> {
    #[inline(always)]
    fn expect(&self, index: u32) {
        prefetch_pair(self.instances.as_ptr().wrapping_add(index as usize));
        if let Some(object) = self.objects.get(index as usize) {
            prefetch(&raw const object.mesh);
            prefetch(&raw const object.hidden);
        }
    }

    #[inline(always)]
    fn visit(&mut self, index: u32) -> f64 {
        if let Some(instance) = &self.instances[index as usize] {
            self.t_max = (self.visit)(index, instance);
        }
        self.t_max
    }
}

/// Corners that stand for no box: the tree leaves out what is not finite.
const MISSING: [[f32; 3]; 2] = [[f32::NAN; 3]; 2];

/// Returns the corners of an object's box relative to `origin`, from the box in the world; `None` where the object is
/// to be kept apart.
fn corners_of(
    object: &Object,
    instance: &Instance,
    aabb: &Aabb,
    reach: &Reach,
    origin: DVec3,
) -> Option<[[f32; 3]; 2]> {
    let by = widening(object, &instance.object_from_world, reach).filter(|_| reach.holds(aabb))?;
    Some(outwards(aabb, by, origin))
}

/// Returns the corners of a box, widened on all sides and rounded outwards, relative to `origin`.
fn outwards(aabb: &Aabb, by: f64, origin: DVec3) -> [[f32; 3]; 2] {
    let (lower, upper) = (aabb.min - by - origin, aabb.max + by - origin);
    // Without a branch, as either is as likely: a step down, or two, where rounding went up.
    let below = |x: f64| {
        let rounded = x as f32;
        let is_above = f32::from(u8::from(f64::from(rounded) > x));
        rounded - is_above * (rounded.abs() * f32::EPSILON + f32::MIN_POSITIVE)
    };
    [lower.to_array().map(below), upper.to_array().map(|x| -below(-x))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use glam::{DMat4, DQuat};
    use std::sync::Arc;

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
        let tree = ObjectTree::build(objects).expect("enough memory");
        tree.along(objects, &PickRay::new(near, far, t_max), |_, _| {
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
    fn the_tree_is_kept_while_objects_move_a_little_and_given_up_when_it_is_worn_out() {
        let mut objects = grid(DVec3::ZERO);
        let mut tree = ObjectTree::build(&objects).expect("enough memory");
        for round in 0..4 {
            for (index, object) in (0..).zip(&mut objects) {
                object.world_from_object.w_axis.z += 0.1 * f64::from((index + round) % 7);
                assert!(tree.update(index, object), "object {index}");
            }
        }
        assert!(tree.tree.cost() < 1.5 * tree.tree.built_cost());
        let scatter = |(index, object): (u32, &mut Object)| {
            object.world_from_object.w_axis.x = f64::from((index * 577) % 80);
            object.world_from_object.w_axis.y = f64::from((index * 359) % 80);
            tree.update(index, object)
        };
        assert!(!(0..).zip(&mut objects).all(scatter));
    }

    #[test]
    fn an_object_that_leaves_the_others_makes_a_new_tree_and_one_that_is_hidden_does_not() {
        let mut objects = grid(DVec3::ZERO);
        let mut tree = ObjectTree::build(&objects).expect("enough memory");
        objects[5].visible = false;
        assert!(tree.update(5, &objects[5]) && tree.instances[5].is_none());
        objects[5].visible = true;
        assert!(tree.update(5, &objects[5]) && tree.apart.is_empty());
        objects[5].world_from_object.w_axis.x += 1e6;
        assert!(!tree.update(5, &objects[5]));
    }

    #[test]
    fn some_objects_are_added_to_a_tree_and_more_make_a_new_one() {
        let objects = grid(DVec3::ZERO);
        let mut tree = ObjectTree::build(&objects).expect("enough memory");
        let added = (1600..2000).take_while(|index| tree.update(*index, &objects[0])).count();
        assert_eq!(added, LATECOMERS as usize);
    }

    #[test]
    fn a_ray_beyond_reach_is_shown_all_objects() {
        let near = DVec3::new(20.3, 20.2, 60.0);
        let objects = grid(DVec3::ZERO);
        assert_eq!(visited(&objects, near, near - 1e-6 * DVec3::Z, f64::INFINITY), objects.len());
        assert_eq!(visited(&objects, near * 1e9, -near, 1.0), objects.len());
    }

    #[test]
    fn objects_that_are_nearly_flattened_are_always_shown() {
        let mut objects = grid(DVec3::ZERO);
        let nearly_flat = DMat4::from_rotation_x(0.7) * DMat4::from_scale(DVec3::new(1.0, 1.0, 1e-12));
        objects[7].world_from_object = nearly_flat * DMat4::from_rotation_x(0.3);
        objects[9].visible = false;
        let tree = ObjectTree::build(&objects).expect("enough memory");
        assert_eq!((tree.apart, tree.instances[9].is_none()), (vec![7], true));
    }

    #[test]
    fn boxes_are_rounded_outwards() {
        let aabb = Aabb::new(DVec3::splat(0.1), DVec3::splat(16_777_217.0));
        let [lower, upper] = outwards(&aabb, 1e-9, DVec3::splat(1e-3));
        assert!(f64::from(lower[0]) < 0.099 && f64::from(lower[0]) > 0.0989);
        assert_eq!(upper, [16_777_218.0; 3]);
    }
}
