//! Casting of rays: from the cursor to its line of sight, and along the line of sight through the objects of a scene.

use crate::accel::{EightRays, PACKET, QueryCounts, QueryObserver, RayOptions, Skip, set_each};
use crate::geometry::{ExactRay, Ray, Triangle};
use crate::intersect::{order_of_t, sort_by_exact_t};
use crate::math::{self, CursorPosition, PickRay};
use crate::mesh::MeshHit;
use crate::pick::steps::{RightSteps, Steps};
use crate::pick::{Hit, ObjectRay, PickOptions, TriangleId, Unpickable};
use crate::scene::{Instance, Object, Scene, View};
use crate::work::said::said;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Line of sight through the pixel under a cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(hidden)]
pub struct Sight {
    /// Window coordinates of the pixel's sample (origin lower left).
    pub window: DVec2,
    /// Ray from the near plane (t = 0) to the far plane (t = 1), in world space.
    pub ray: PickRay,
}

said! {
    /// Reason for which a cursor has no line of sight.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum NoRay {
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
        // Test the pixel's centre whatever the sample: a pixel is in the viewport as a whole.
        let center = math::window_from_cursor(cursor, view.framebuffer, math::PixelSample::Center);
        if !view.viewport.contains(center) {
            return Err(NoRay::OutsideViewport);
        }
        Ok(())
    }
}

/// Observer of the steps of a pick, object by object; the observer `()` costs nothing. In a scene of few objects, each
/// is tried. In a scene of many, those are tried that its tree finds along the ray, no farther than the hit.
pub trait PickObserver: QueryObserver {
    /// Called before an object is tested, with its index, and the ray in its space or the reason why it cannot be
    /// picked. Boxes and triangles that are reported next are those of this object.
    fn object_begins(&mut self, _object: u32, _ray: &Result<ObjectRay, Unpickable>) {}

    /// Called after an object was tested, with its closest hit between near and far plane. The hit's t is the same in
    /// world and object space, and its side is as seen in world space.
    fn object_ends(&mut self, _hit: Option<&MeshHit>) {}
}

impl PickObserver for () {}

impl PickObserver for QueryCounts {}

/// Ray in world space, and what counts as its hits.
#[derive(Clone, Copy, Debug)]
pub struct Query {
    pub ray: Ray,
    pub options: RayOptions<Option<TriangleId>>,
}

impl Query {
    pub fn new<S: Skip<TriangleId>>(ray: &Ray, options: impl Into<RayOptions<S>>) -> Self {
        Self { ray: *ray, options: options.into().of(0) }
    }

    /// Returns the query of a line of sight: hits between its ends count.
    pub fn seen(ray: &PickRay, options: impl Into<RayOptions>) -> Self {
        Self::new(&Ray::from(*ray), options.into().range(..=ray.t_max))
    }

    fn includes(&self, mask: u32) -> bool {
        self.options.mask & mask != 0
    }

    #[inline]
    fn in_object(&self, index: u32) -> RayOptions<Option<u32>> {
        let skip = self.options.skip.filter(|id| id.object == index);
        self.options.skip(skip.map(|id| id.triangle))
    }
}

/// Returns the closest hit of a ray; at exactly the same t, that of the lowest object, then of the lowest triangle.
// Not generic, so that it is compiled here, as the query of a mesh is.
pub(super) fn closest(scene: &Scene, query: &Query) -> Option<Hit> {
    closest_by(&RightSteps, scene, query, &mut ())
}

/// Returns the hit as [`closest`] does, with rays and tests by `steps`; `observer` is called for each object tried.
pub fn closest_by<O: PickObserver>(steps: &impl Steps, scene: &Scene, query: &Query, observer: &mut O) -> Option<Hit> {
    let range = query.options.range;
    let mut best: Option<Hit> = None;
    let mut t_max = range.max;
    // Covered objects still count if an observer is told of all, or if the triangle that covers them may be skipped.
    let skips_covered = !O::ACTIVE && query.options.skip.is_none();
    visit(steps, scene, query, skips_covered, |index, object, object_ray| {
        observer.object_begins(index, &object_ray);
        // An observer is told of each object's own closest hit, be it the closest of all or not.
        let options = query.in_object(index).range(range.min..=if O::ACTIVE { range.max } else { t_max });
        let hit = object_ray.ok().and_then(|object_ray| steps.closest(object, &object_ray, options, observer));
        observer.object_ends(hit.as_ref());
        if let Some(hit) = hit.map(|hit| Hit::new(index, &hit))
            && best.is_none_or(|best| order(steps, scene, &query.ray, &hit, &best).is_lt())
        {
            t_max = hit.t;
            best = Some(hit);
        }
        t_max
    });
    best
}

/// Calls `found` with the closest hit of each line of sight, in order; with `None` for a miss or a missing ray.
/// Consecutive rays are cast together, which is fast for rays that are close to each other.
pub fn closest_of_each(
    scene: &Scene,
    rays: impl Iterator<Item = Option<PickRay>>,
    options: impl Into<RayOptions>,
    mut found: impl FnMut(Option<Hit>),
) {
    let options = options.into();
    let mut queries = rays.map(|ray| Some(Query::seen(&ray?, options))).fuse();
    loop {
        let (mut packet, mut hits) = ([None; PACKET], [None; PACKET]);
        let n = packet.iter_mut().zip(&mut queries).map(|(place, query)| *place = query).count();
        if n < PACKET || !closest_of_packet(scene, &packet, &mut hits) {
            hits = packet.map(|query| closest(scene, &query?));
        }
        hits.into_iter().take(n).for_each(&mut found);
        if n < PACKET {
            return;
        }
    }
}

/// Writes the [`closest`] hit of each ray to `hits`. Their options differ by the triangle to skip alone. Returns
/// `false`, and writes nothing, where the scene has a tree over its objects, a ray is missing, or the ranges differ.
pub fn closest_of_packet(scene: &Scene, queries: &[Option<Query>; PACKET], hits: &mut [Option<Hit>; PACKET]) -> bool {
    let Some(first) = queries[0] else { return false };
    let goes_along = |query: &Option<Query>| query.is_some_and(|query| query.options.range == first.options.range);
    if scene.tree().is_some() || !queries.iter().all(goes_along) {
        return false;
    }
    let queries = queries.map(|query| query.unwrap_or(first));
    for (index, object) in (0_u32..).zip(scene.objects()).filter(|(_, object)| first.includes(object.mask)) {
        let Some(instance) = Instance::new(object) else { continue };
        let object_ray = |lane: usize| ObjectRay::through(&instance, &queries[lane].ray);
        let mut of_object = [None; PACKET];
        let options = first.options.skip(queries.map(|query| query.in_object(index).skip));
        let options = options.in_object(instance.mirrored);
        let (mut rays, tree) = (EightRays::default(), object.mesh.tree());
        if object.hidden.is_empty()
            && tree.takes_eight()
            && set_each(&mut rays, |lane| Some(object_ray(lane).in_mesh(&object.mesh).exact()))
            && tree.closest_together(&rays, &options, &mut of_object)
        {
            let seen = object_ray(0);
            of_object = of_object.map(|hit| Some(seen.in_world(hit?)));
        } else {
            for (lane, hit) in of_object.iter_mut().enumerate() {
                *hit = object_ray(lane).closest(object, queries[lane].in_object(index), &mut ());
            }
        }
        for ((best, hit), query) in hits.iter_mut().zip(of_object).zip(&queries) {
            let nearer = |hit: &Hit| best.is_none_or(|best| order(&RightSteps, scene, &query.ray, hit, &best).is_lt());
            *best = hit.map(|hit| Hit::new(index, &hit)).filter(nearer).or(*best);
        }
    }
    true
}

/// Calls `found` with every hit of a ray, in no particular order, until `found` breaks.
pub fn visit_hits(scene: &Scene, query: &Query, found: &mut dyn FnMut(Hit) -> ControlFlow<()>) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    visit(&RightSteps, scene, query, false, |index, object, object_ray| {
        if let Ok(object_ray) = object_ray
            && flow.is_continue()
        {
            flow = object_ray.visit(object, query.in_object(index), &mut |hit| found(Hit::new(index, &hit)));
        }
        if flow.is_break() { f64::NEG_INFINITY } else { query.options.range.max }
    });
    flow
}

/// Returns `true` if a ray has a hit. Compiled once, as the closest hit is.
pub(super) fn any(scene: &Scene, query: &Query) -> bool {
    visit_hits(scene, query, &mut |_| ControlFlow::Break(())).is_break()
}

/// Returns every hit of a ray, by t, exactly, then by object, then by triangle.
pub(super) fn all(scene: &Scene, query: &Query) -> Vec<Hit> {
    let mut hits = Vec::new();
    let _ = visit_hits(scene, query, &mut |hit| {
        hits.push(hit);
        ControlFlow::Continue(())
    });
    hits.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.id().cmp(&b.id())));
    let met = |hit: &Hit| met_exactly(&RightSteps, scene, &query.ray, hit.id()).expect("a hit of this scene");
    for hits in hits.chunk_by_mut(|a, b| a.t.to_bits() == b.t.to_bits()).filter(|hits| hits.len() > 1) {
        let triangle = |hit: &Hit| scene.objects()[hit.object as usize].mesh.local_triangle(hit.triangle);
        sort_by_exact_t(hits, |hit| hit.object, |hit| met(hit).0, triangle);
    }
    hits
}

/// Returns the order of two hits of a ray: by their exact t, then by object, then by triangle.
#[inline]
fn order(steps: &impl Steps, scene: &Scene, ray: &Ray, a: &Hit, b: &Hit) -> Ordering {
    let [p, q] = [a.id(), b.id()];
    a.t.total_cmp(&b.t).then_with(|| order_exactly(steps, scene, ray, [p, q]).then(p.cmp(&q)))
}

#[cold]
pub(super) fn order_exactly(steps: &impl Steps, scene: &Scene, ray: &Ray, pair: [TriangleId; 2]) -> Ordering {
    let [a, b] = pair.map(|id| met_exactly(steps, scene, ray, id));
    a.zip(b).map_or(Ordering::Equal, |(a, b)| order_of_t(&a, &b))
}

/// Returns a ray and a triangle of an object in the space in which hits are decided; `None` if it cannot be hit.
fn met_exactly(steps: &impl Steps, scene: &Scene, ray: &Ray, id: TriangleId) -> Option<(ExactRay, Triangle)> {
    let object = id.object_in(scene)?;
    let ray = steps.object_ray(object, ray).ok()?.in_mesh(&object.mesh).exact();
    Some((ray, object.mesh.local_triangle(id.triangle)))
}

/// Calls `object` with each object that is asked, its index, and the ray in its space or the reason why the object
/// cannot be hit; `object` returns the t up to which it is still interested. Where the steps allow it, the scene's tree
/// gives the nearest objects first, and leaves out those that the ray misses, that begin behind that t, or that cannot
/// be hit, and with `skips_covered` those that are covered. Otherwise every object is asked in its turn.
fn visit(
    steps: &impl Steps,
    scene: &Scene,
    query: &Query,
    skips_covered: bool,
    mut object: impl FnMut(u32, &Object, Result<ObjectRay, Unpickable>) -> f64,
) {
    let (objects, ray) = (scene.objects(), &query.ray);
    if steps.allows_tree()
        && let Some(tree) = scene.tree()
    {
        let mut t_max = query.options.range.max;
        return tree.along(objects, &ray.up_to(t_max), |index, instance| {
            if skips_covered && instance.is_covered {
                return t_max;
            }
            let is_included = query.includes(instance.mask);
            let object_ray = if is_included { Ok(ObjectRay::through(instance, ray)) } else { Err(Unpickable::Masked) };
            t_max = object(index, &objects[index as usize], object_ray);
            t_max
        });
    }
    for (index, placed) in (0_u32..).zip(objects) {
        let is_included = query.includes(placed.mask);
        let object_ray = if is_included { steps.object_ray(placed, ray) } else { Err(Unpickable::Masked) };
        if object(index, placed, object_ray) == f64::NEG_INFINITY {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
