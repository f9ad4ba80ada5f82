//! A ray through the objects of a scene.

use super::steps::{RightSteps, Steps};
use super::{Hit, ObjectRay, PickObserver};
use crate::intersect::Culling;
use crate::math::PickRay;
use crate::mesh::Mesh;
use crate::scene::{Object, ObjectTree, Scene};
use std::ops::ControlFlow;

/// The closest hit with t in 0 to `t_max` over all objects; of the lower object, then triangle, where t is equal.
pub(super) fn closest(scene: &Scene, ray: &PickRay, culling: Culling, observer: &mut impl PickObserver) -> Option<Hit> {
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
) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    for (index, object) in (0_u32..).zip(scene.objects()) {
        let object_ray = steps.object_ray(object, ray);
        observer.object_begins(index, &object_ray);
        let closest = |object_ray| steps.closest(object, &object_ray, ray.t_max, culling, observer);
        let hit = object_ray.ok().and_then(closest);
        observer.object_ends(hit.as_ref());
        if let Some(hit) = hit
            && best.is_none_or(|nearest| hit.t < nearest.t)
        {
            best = Some(Hit::new(index, &hit));
        }
    }
    best
}

fn is_active<O: PickObserver>(_: &O) -> bool {
    O::ACTIVE
}

/// [`closest`], of which nobody is told: objects come nearest first, and those behind the best hit not at all.
fn closest_in_tree(objects: &[Object], tree: &ObjectTree, ray: &PickRay, culling: Culling) -> Option<Hit> {
    let mut best: Option<Hit> = None;
    let mut t_max = ray.t_max;
    tree.along(ray, |index, instance| {
        let object_ray = ObjectRay::through(instance, ray);
        if let Some(hit) = object_ray.closest_within(&objects[index as usize].mesh, culling, t_max)
            && best.is_none_or(|nearest| (hit.t, index) < (nearest.t, nearest.object))
        {
            t_max = hit.t;
            best = Some(Hit::new(index, &hit));
        }
        t_max
    });
    best
}

/// Every hit with t in 0 to `t_max`, by t, then object, then triangle.
pub(super) fn all(scene: &Scene, ray: &PickRay, culling: Culling) -> Vec<Hit> {
    let mut hits = Vec::new();
    _ = visit(scene, ray, |index, mesh, object_ray| {
        let of_object = object_ray.all(mesh, culling).filter(|hit| hit.t <= ray.t_max);
        hits.extend(of_object.map(|hit| Hit::new(index, &hit)));
        ControlFlow::Continue(())
    });
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.id().cmp(&b.id())));
    hits
}

/// Whether there is a hit with t in 0 to `t_max`.
pub(super) fn any(scene: &Scene, ray: &PickRay, culling: Culling) -> bool {
    let meets = |mesh: &Mesh, object_ray: ObjectRay| object_ray.any(mesh, ray.t_max, culling);
    let found = visit(scene, ray, |_, mesh, object_ray| match meets(mesh, object_ray) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
    found.is_break()
}

/// Shows `object` the objects that the ray may hit, each with its index, its mesh and the ray in its space, until it breaks.
fn visit(
    scene: &Scene,
    ray: &PickRay,
    mut object: impl FnMut(u32, &Mesh, ObjectRay) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    if let Some(tree) = scene.tree() {
        tree.along(ray, |index, instance| {
            if flow.is_continue() {
                flow = object(index, &scene.objects()[index as usize].mesh, ObjectRay::through(instance, ray));
            }
            if flow.is_break() { f64::NEG_INFINITY } else { ray.t_max }
        });
        return flow;
    }
    (0_u32..).zip(scene.objects()).try_for_each(|(index, placed)| match ObjectRay::new(placed, ray) {
        Ok(object_ray) => object(index, &placed.mesh, object_ray),
        Err(_) => ControlFlow::Continue(()),
    })
}

#[cfg(test)]
mod tests;
