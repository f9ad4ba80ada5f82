//! Casting of rays: from the cursor to its line of sight, and along the line of sight through the objects of a scene.

use crate::accel::{PACKET, Parameters, RayOptions};
use crate::intersect::order_of_t;
use crate::math::{self, CursorPosition, PickRay};
use crate::mesh::MeshHit;
use crate::pick::steps::{RightSteps, Steps};
use crate::pick::{Hit, ObjectRay, PickObserver, PickOptions, SceneRayOptions, TriangleId, Unpickable};
use crate::scene::{Instance, Object, Scene, View};
use crate::work::said::said;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Line of sight through the pixel under a cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Window coordinates of the pixel's sample (origin lower left).
    pub window: DVec2,
    /// Ray from the near plane (t = 0) to the far plane (t = 1), in world space.
    pub ray: PickRay,
}

/// Reason for which a cursor has no line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum NoRay {
    /// Viewport that covers no pixel.
    EmptyViewport,
    /// Cursor that is not a number, or outside the viewport, where nothing of the scene is drawn.
    OutsideViewport,
    /// Camera whose matrices cannot be inverted: its planes, its angle or its height allow no picture.
    Singular,
}

said! {
    NoRay {
        EmptyViewport => "the viewport covers no pixel",
        OutsideViewport => "the cursor is outside the viewport",
        Singular => "the camera's matrices cannot be inverted",
    }
}

impl Sight {
    /// Returns the line of sight of the pixel under the cursor.
    ///
    /// # Errors
    /// [`NoRay`] where there is no line of sight.
    pub fn new(view: &View, cursor: CursorPosition, options: &PickOptions) -> Result<Self, NoRay> {
        Self::check(view, cursor)?;
        let window = math::window_from_cursor(cursor, view.framebuffer, options.sample);
        let ray = view.ray(window).ok_or(NoRay::Singular)?;
        Ok(Self { window, ray })
    }

    /// Returns an error where the viewport is empty, or does not contain the pixel under the cursor.
    pub(super) fn check(view: &View, cursor: CursorPosition) -> Result<(), NoRay> {
        if view.viewport.is_empty() {
            return Err(NoRay::EmptyViewport);
        }
        // Whether the viewport holds the pixel does not depend on where in the pixel it is looked through.
        let center = math::window_from_cursor(cursor, view.framebuffer, math::PixelSample::Center);
        if !view.viewport.contains(center) {
            return Err(NoRay::OutsideViewport);
        }
        Ok(())
    }
}

/// Conditions for a hit of a ray to count, besides a t up to the ray's `t_max`.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub options: SceneRayOptions,
    /// Least t of a hit, 0 or more.
    pub t_min: f64,
}

impl Wanted {
    /// Returns `true` if an object of this mask counts.
    fn includes(&self, mask: u32) -> bool {
        self.options.mask & mask != 0
    }

    /// Returns the options of a ray in object `index`.
    fn in_object(&self, index: u32) -> RayOptions {
        let SceneRayOptions { culling, skip, .. } = self.options;
        RayOptions { culling, skip: skip.filter(|id| id.object == index).map(|id| id.triangle) }
    }
}

impl<O: Into<SceneRayOptions>> From<O> for Wanted {
    fn from(options: O) -> Self {
        Self { options: options.into(), t_min: 0.0 }
    }
}

/// Returns the closest hit of a ray with t up to its `t_max` over all objects. Of hits at exactly the same t, returns
/// that of the lowest object index, then of the lowest triangle index.
pub(super) fn closest(
    scene: &Scene,
    ray: &PickRay,
    wanted: impl Into<Wanted>,
    observer: &mut impl PickObserver,
) -> Option<Hit> {
    closest_by(&RightSteps, scene, ray, wanted, observer)
}

/// Returns the [`closest`] hit. Compiled once, here, as those of a mesh's rays are.
pub(super) fn closest_along(scene: &Scene, ray: &PickRay, wanted: Wanted) -> Option<Hit> {
    closest(scene, ray, wanted, &mut ())
}

/// Returns the hit as [`closest`] does, but takes the ray to object space and tests triangles by `steps`. `observer` is
/// called for each object that is tried.
pub(super) fn closest_by<O: PickObserver>(
    steps: &impl Steps,
    scene: &Scene,
    ray: &PickRay,
    wanted: impl Into<Wanted>,
    observer: &mut O,
) -> Option<Hit> {
    let wanted = wanted.into();
    let mut best: Option<Hit> = None;
    let mut t_max = ray.t_max;
    // An observer is told of all objects, and where a triangle is skipped the next one in its place is met.
    let skips_covered = !O::ACTIVE && wanted.options.skip.is_none();
    visit(steps, scene, ray, wanted, skips_covered, |index, object, object_ray| {
        observer.object_begins(index, &object_ray);
        // An observer is told of each object's own closest hit, be it the closest of all or not.
        let range = wanted.t_min..=if O::ACTIVE { ray.t_max } else { t_max };
        let closest = |object_ray| steps.closest(object, &object_ray, range, wanted.in_object(index), observer);
        let hit = object_ray.ok().and_then(closest);
        observer.object_ends(hit.as_ref());
        if let Some(hit) = hit.map(|hit| Hit::new(index, &hit))
            && best.is_none_or(|best| order(steps, scene, ray, &hit, &best).is_lt())
        {
            t_max = hit.t;
            best = Some(hit);
        }
        t_max
    });
    best
}

/// Calls `found` with the closest hit of each ray, in order; with `None` for a miss or a missing ray. Consecutive rays
/// are cast together, which is fast for rays that are close to each other.
pub fn closest_of_each(
    scene: &Scene,
    rays: impl Iterator<Item = Option<PickRay>>,
    wanted: impl Into<Wanted>,
    mut found: impl FnMut(Option<Hit>),
) {
    let wanted = wanted.into();
    let mut rays = rays.fuse();
    loop {
        let (mut packet, mut hits) = ([None; PACKET], [None; PACKET]);
        let n = packet.iter_mut().zip(&mut rays).map(|(place, ray)| *place = ray).count();
        if n < PACKET || closest_together(scene, &packet, |_| wanted, &mut hits).is_none() {
            hits = packet.map(|ray| closest(scene, &ray?, wanted, &mut ()));
        }
        hits.into_iter().take(n).for_each(&mut found);
        if n < PACKET {
            return;
        }
    }
}

/// Writes the [`closest`] hit of each ray to `hits`; what is wanted differs by the triangle to skip alone. Returns
/// `None`, and writes nothing, where the scene has a tree over its objects, a ray is missing, or the rays do not all
/// have the same `t_max`.
pub(super) fn closest_together(
    scene: &Scene,
    rays: &[Option<PickRay>; PACKET],
    wanted: impl Fn(usize) -> Wanted,
    hits: &mut [Option<Hit>; PACKET],
) -> Option<()> {
    let t_max = rays[0]?.t_max;
    if scene.tree().is_some() || !rays.iter().all(|ray| ray.is_some_and(|ray| ray.t_max == t_max)) {
        return None;
    }
    let of_all = wanted(0);
    for (index, object) in (0_u32..).zip(scene.objects()).filter(|(_, object)| of_all.includes(object.mask)) {
        let Some(instance) = Instance::new(object) else { continue };
        let object_ray = |lane: usize| Some(ObjectRay::through(&instance, rays[lane].as_ref()?));
        let mut of_object = [None; PACKET];
        let range = Parameters::of(of_all.t_min..=t_max);
        let skip = std::array::from_fn(|lane| wanted(lane).in_object(index).skip);
        let options = RayOptions { culling: of_all.options.culling, skip };
        if ObjectRay::closest_together(object_ray, object, options, &range, &mut of_object).is_none() {
            for (lane, hit) in of_object.iter_mut().enumerate() {
                *hit = object_ray(lane)?.closest(object, wanted(lane).in_object(index), range.range(), &mut ());
            }
        }
        for ((best, hit), ray) in hits.iter_mut().zip(of_object).zip(rays.iter().flatten()) {
            let nearer = |hit: &Hit| best.is_none_or(|best| order(&RightSteps, scene, ray, hit, &best).is_lt());
            *best = hit.map(|hit| Hit::new(index, &hit)).filter(nearer).or(*best);
        }
    }
    Some(())
}

/// Returns every hit of a ray with t up to its `t_max`, by t, exactly, then by object, then by triangle.
pub(super) fn all(scene: &Scene, ray: &PickRay, wanted: Wanted) -> Vec<Hit> {
    let mut hits = Vec::new();
    visit(&RightSteps, scene, ray, wanted, false, |index, object, object_ray| {
        if let Ok(object_ray) = object_ray {
            let counts = |hit: &MeshHit| wanted.t_min <= hit.t && hit.t <= ray.t_max;
            let of_object = object_ray.all(object, wanted.in_object(index)).filter(counts);
            hits.extend(of_object.map(|hit| Hit::new(index, &hit)));
        }
        ray.t_max
    });
    hits.sort_by(|a, b| order(&RightSteps, scene, ray, a, b));
    hits
}

/// Returns the order of two hits of a ray: by their exact t, then by object, then by triangle.
#[inline]
fn order(steps: &impl Steps, scene: &Scene, ray: &PickRay, a: &Hit, b: &Hit) -> Ordering {
    let [p, q] = [a.id(), b.id()];
    a.t.total_cmp(&b.t).then_with(|| order_exactly(steps, scene, ray, [p, q]).then(p.cmp(&q)))
}

/// Returns the order of the exact t at which a ray meets two triangles.
#[cold]
pub(super) fn order_exactly(steps: &impl Steps, scene: &Scene, ray: &PickRay, pair: [TriangleId; 2]) -> Ordering {
    let exact = |id: TriangleId| {
        let object = id.object_in(scene)?;
        let ray = steps.object_ray(object, ray).ok()?.in_mesh(&object.mesh).exact();
        Some((ray, object.mesh.local_triangle(id.triangle)))
    };
    let [a, b] = pair.map(exact);
    a.zip(b).map_or(Ordering::Equal, |(a, b)| order_of_t(&a, &b))
}

/// Returns `true` if a ray has a hit with t up to its `t_max`.
pub(super) fn any(scene: &Scene, ray: &PickRay, wanted: Wanted) -> bool {
    let mut is_met = false;
    visit(&RightSteps, scene, ray, wanted, false, |index, object, object_ray| {
        let range = wanted.t_min..=ray.t_max;
        is_met = is_met || object_ray.is_ok_and(|object_ray| object_ray.any(object, wanted.in_object(index), range));
        if is_met { f64::NEG_INFINITY } else { ray.t_max }
    });
    is_met
}

/// Calls `object` with each object that is asked, its index, and the ray in its space or the reason why the object
/// cannot be hit; `object` returns the t up to which it is still interested. Where the steps allow it, the scene's tree
/// gives the nearest objects first, and leaves out those that the ray misses, that begin behind that t, or that cannot
/// be hit, and with `skips_covered` those that are covered. Otherwise every object is asked in its turn.
fn visit(
    steps: &impl Steps,
    scene: &Scene,
    ray: &PickRay,
    wanted: Wanted,
    skips_covered: bool,
    mut object: impl FnMut(u32, &Object, Result<ObjectRay, Unpickable>) -> f64,
) {
    let objects = scene.objects();
    if steps.allows_tree()
        && let Some(tree) = scene.tree()
    {
        let mut t_max = ray.t_max;
        return tree.along(objects, ray, |index, instance| {
            if skips_covered && instance.is_covered {
                return t_max;
            }
            let is_included = wanted.includes(instance.mask);
            let object_ray = if is_included { Ok(ObjectRay::through(instance, ray)) } else { Err(Unpickable::Masked) };
            t_max = object(index, &objects[index as usize], object_ray);
            t_max
        });
    }
    for (index, placed) in (0_u32..).zip(objects) {
        let is_included = wanted.includes(placed.mask);
        let object_ray = if is_included { steps.object_ray(placed, ray) } else { Err(Unpickable::Masked) };
        if object(index, placed, object_ray) == f64::NEG_INFINITY {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
