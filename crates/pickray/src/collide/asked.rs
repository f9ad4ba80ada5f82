//! Objects of a scene that a query has to ask: those that the scene's tree finds, or all where the scene has none.

use super::placed::Placed;
use crate::accel::SpherePath;
use crate::intersect::MovingSphere;
use crate::scene::Scene;
use glam::DVec3;

/// Calls `visit` with each visible object that may be near enough to `point`, roughly from near to far, and the
/// object's index. `visit` returns the distance up to which to search further.
pub(super) fn objects_near<'a>(scene: &'a Scene, point: DVec3, visit: impl FnMut(u32, &Placed<'a>) -> f64) {
    let ask = asking(scene, f64::INFINITY, visit);
    match scene.tree() {
        Some(tree) => tree.near(scene.objects(), point, f64::INFINITY, ask),
        None => all_of(scene).map(ask).for_each(drop),
    }
}

/// Calls `visit` with each visible object that the moving sphere may touch at a t up to `t_max`, roughly in the order
/// of t, and the object's index. `visit` returns the t up to which to search further; a negative one ends the search.
pub(super) fn objects_met<'a>(
    scene: &'a Scene,
    moving: &MovingSphere,
    t_max: f64,
    visit: impl FnMut(u32, &Placed<'a>) -> f64,
) {
    let ask = asking(scene, t_max, visit);
    let &MovingSphere { center, displacement, radius, .. } = moving;
    let path = SpherePath { center, displacement, half_extents: DVec3::splat(radius), radius, misplaced: 0.0 };
    match scene.tree() {
        Some(tree) => tree.met(scene.objects(), &path, t_max, ask),
        None => all_of(scene).map(ask).for_each(drop),
    }
}

fn all_of(scene: &Scene) -> impl Iterator<Item = u32> {
    0..scene.objects().len() as u32
}

/// Returns a function that asks the object of an index and returns the limit of the search.
fn asking<'a>(
    scene: &'a Scene,
    mut limit: f64,
    mut visit: impl FnMut(u32, &Placed<'a>) -> f64,
) -> impl FnMut(u32) -> f64 {
    move |index| {
        let object = &scene.objects()[index as usize];
        let is_over = limit < 0.0;
        if object.visible
            && !is_over
            && let Some(placed) = Placed::new(object)
        {
            limit = visit(index, &placed);
        }
        limit
    }
}

#[cfg(test)]
mod tests;
