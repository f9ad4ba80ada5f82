//! A ray through the objects of a scene.

use super::steps::{RightSteps, Steps};
use super::{ObjectRay, PickObserver};
use crate::intersect::Culling;
use crate::math::PickRay;
use crate::mesh::MeshHit;
use crate::scene::Scene;

/// The closest hit with t in 0 to `t_max` over all objects, and its object; of the lower object, then triangle, where t is equal.
pub(super) fn closest(
    scene: &Scene,
    ray: &PickRay,
    culling: Culling,
    observer: &mut impl PickObserver,
) -> Option<(u32, MeshHit)> {
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

/// Every hit with t in 0 to `t_max`, by t, then object, then triangle.
pub(super) fn all(scene: &Scene, ray: &PickRay, culling: Culling) -> Vec<(u32, MeshHit)> {
    let mut hits: Vec<_> = (0_u32..)
        .zip(scene.objects())
        .filter_map(|(index, object)| Some((index, object, ObjectRay::new(object, ray).ok()?)))
        .flat_map(|(index, object, ray)| ray.all(object, culling).map(move |hit| (index, hit)))
        .filter(|(_, hit)| hit.t <= ray.t_max)
        .collect();
    hits.sort_by(|(i, a), (j, b)| a.t.total_cmp(&b.t).then((i, a.triangle).cmp(&(j, b.triangle))));
    hits
}
