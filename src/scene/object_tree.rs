//! The tree over the objects of a scene: which of them a ray may hit.
//!
//! Its boxes lie in world space, relative to an origin as a mesh has one, and are rounded outwards to f32. An object is hit in its own space, by
//! two points that its inverse transform takes there with rounding: its box is [widened](widening) by what that may amount to, for all rays that
//! are not [beyond reach](Reach). The tree only leaves out objects that cannot matter.

mod instance;
mod reach;
mod widening;

pub(crate) use instance::Instance;

use super::Object;
use crate::accel::{RayTree, threads};
use crate::geometry::{Aabb, Ray};
use crate::math::PickRay;
use crate::mesh::origin_for;
use glam::DVec3;
use reach::Reach;
use widening::widening;

/// Objects of one job.
const CHUNK: usize = 1 << 12;

/// Boxes with a coordinate beyond this are left out, so that all distances are far within f32.
const FARTHEST: f64 = (1u128 << 100) as f64;

/// Objects by where they are.
#[derive(Clone, Debug)]
pub(crate) struct ObjectTree {
    /// What a ray needs of each object; `None` where it cannot be hit.
    instances: Vec<Option<Instance>>,
    /// Over a triangle for each object, which stands for its box.
    tree: RayTree,
    origin: DVec3,
    reach: Reach,
    /// Objects without a box, which are always tried.
    apart: Vec<u32>,
}

impl ObjectTree {
    /// The tree over these objects; `None` where there is not enough memory.
    pub(super) fn build(objects: &[Object]) -> Option<Self> {
        let chunks = objects.chunks(CHUNK).collect();
        let placed = threads::in_parallel(threads::available(), chunks, |objects: &[Object]| {
            objects.iter().map(|object| (Instance::new(object), object.bounds())).collect::<Vec<_>>()
        });
        let (instances, boxes): (Vec<_>, Vec<_>) = placed.into_iter().flatten().unzip();

        let counts = |aabb: &Aabb| aabb.min.abs().max(aabb.max.abs()).max_element() <= FARTHEST;
        let pickable = || instances.iter().zip(&boxes).filter_map(|(instance, aabb)| instance.as_ref().map(|_| aabb));
        let bounds = pickable().filter(|aabb| counts(aabb)).copied().fold(Aabb::EMPTY, Aabb::union);
        let reach = Reach::around(&bounds);
        let origin = if bounds.is_empty() { DVec3::ZERO } else { origin_for(&bounds) };

        let mut apart = Vec::new();
        let corners =
            (0_u32..).zip(&instances).zip(objects.iter().zip(&boxes)).flat_map(|((index, instance), placed)| {
                let Some(instance) = instance else { return MISSING };
                let (object, aabb) = placed;
                let corners =
                    widening(object, &instance.object_from_world, &reach).map(|by| outwards(aabb, by, origin));
                corners.filter(|_| counts(aabb)).unwrap_or_else(|| {
                    apart.push(index);
                    MISSING
                })
            });
        let corners: Vec<_> = corners.collect();
        let triangles: Vec<_> =
            (0..objects.len() as u32).map(|index| [2 * index, 2 * index + 1, 2 * index + 1]).collect();
        let tree = RayTree::build(&corners, &triangles).ok()?;
        Some(Self { instances, tree, origin, reach, apart })
    }

    /// Tells `visit` of the objects that the ray may hit between near and far plane, nearer ones more or less first, of each once. It returns the t up to
    /// which it is still interested.
    #[inline]
    pub(crate) fn along(&self, ray: &PickRay, mut visit: impl FnMut(u32, &Instance) -> f64) {
        let mut t_max = ray.t_max;
        let mut visit = |index: u32| match &self.instances[index as usize] {
            Some(instance) => {
                t_max = visit(index, instance);
                t_max
            }
            None => t_max,
        };
        if !self.reach.covers(ray) {
            (0..self.instances.len() as u32).for_each(|index| _ = visit(index));
            return;
        }
        let local = Ray::new(ray.near - self.origin, ray.far - self.origin);
        self.tree.boxes_along(&local, ray.t_max, &mut visit);
        self.apart.iter().for_each(|&index| _ = visit(index));
    }
}

/// Corners of no box: the tree leaves out what is not finite.
const MISSING: [[f32; 3]; 2] = [[f32::NAN; 3]; 2];

/// The corners of a box, widened on all sides and rounded outwards, relative to `origin`.
fn outwards(aabb: &Aabb, by: f64, origin: DVec3) -> [[f32; 3]; 2] {
    let (lower, upper) = (aabb.min - by - origin, aabb.max + by - origin);
    let below = |x: f64| if f64::from(x as f32) > x { (x as f32).next_down() } else { x as f32 };
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
        tree.along(&PickRay { near, far, t_max, reversed: false }, |_, _| {
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
