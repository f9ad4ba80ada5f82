//! A ray through the objects of a scene.

use super::steps::{RightSteps, Steps};
use super::{ObjectRay, PickObserver};
use crate::intersect::Culling;
use crate::math::PickRay;
use crate::mesh::MeshHit;
use crate::scene::{Object, ObjectTree, Scene};

/// The closest hit with t in 0 to `t_max` over all objects, and its object; of the lower object, then triangle, where t is equal.
pub(super) fn closest(
    scene: &Scene,
    ray: &PickRay,
    culling: Culling,
    observer: &mut impl PickObserver,
) -> Option<(u32, MeshHit)> {
    if !is_active(observer)
        && let Some(tree) = scene.tree()
    {
        return closest_in_tree(scene.objects(), tree, ray, culling);
    }
    closest_by(&RightSteps, scene, ray, culling, observer)
}

/// [`closest`], with these steps from world to object space and from there to the triangle.
pub(super) fn closest_by(
    steps: &impl Steps,
    scene: &Scene,
    ray: &PickRay,
    culling: Culling,
    observer: &mut impl PickObserver,
) -> Option<(u32, MeshHit)> {
    let mut best: Option<(u32, MeshHit)> = None;
    for (index, object) in (0_u32..).zip(scene.objects()) {
        let object_ray = steps.object_ray(object, ray);
        observer.object_begins(index, &object_ray);
        let closest = |object_ray| steps.closest(object, &object_ray, ray.t_max, culling, observer);
        let hit = object_ray.ok().and_then(closest);
        observer.object_ends(hit.as_ref());
        if let Some(hit) = hit
            && best.is_none_or(|(_, nearest)| hit.t < nearest.t)
        {
            best = Some((index, hit));
        }
    }
    best
}

fn is_active<O: PickObserver>(_: &O) -> bool {
    O::ACTIVE
}

/// [`closest`], of which nobody is told: objects come nearest first, and those behind the best hit not at all.
fn closest_in_tree(objects: &[Object], tree: &ObjectTree, ray: &PickRay, culling: Culling) -> Option<(u32, MeshHit)> {
    let mut best: Option<(u32, MeshHit)> = None;
    let mut t_max = ray.t_max;
    tree.along(ray, |index, instance| {
        let object_ray = ObjectRay::through(instance, ray);
        if let Some(hit) = object_ray.closest_within(&objects[index as usize].mesh, culling, t_max)
            && best.is_none_or(|(object, nearest)| (hit.t, index) < (nearest.t, object))
        {
            t_max = hit.t;
            best = Some((index, hit));
        }
        t_max
    });
    best
}

/// Every hit with t in 0 to `t_max`, by t, then object, then triangle.
pub(super) fn all(scene: &Scene, ray: &PickRay, culling: Culling) -> Vec<(u32, MeshHit)> {
    let mut hits = Vec::new();
    let mut add = |index: u32, object_ray: ObjectRay| {
        let of_object = object_ray.all(&scene.objects()[index as usize], culling);
        hits.extend(of_object.filter(|hit| hit.t <= ray.t_max).map(|hit| (index, hit)));
    };
    if let Some(tree) = scene.tree() {
        tree.along(ray, |index, instance| {
            add(index, ObjectRay::through(instance, ray));
            ray.t_max
        });
    } else {
        for (index, object) in (0_u32..).zip(scene.objects()) {
            ObjectRay::new(object, ray).into_iter().for_each(|object_ray| add(index, object_ray));
        }
    }
    hits.sort_by(|(i, a), (j, b)| a.t.total_cmp(&b.t).then((i, a.triangle).cmp(&(j, b.triangle))));
    hits
}

#[cfg(test)]
mod tests;
