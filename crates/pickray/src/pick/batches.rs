//! Picks along many rays in world space, over all cores.
//!
//! A batch returns the same hits as one pick along each of its rays. Rays are read in place, without a copy. Results of
//! a fixed size, such as closest hits, are written to memory of the caller.

use crate::accel::{self, Answers, Lists, Parameters, Rays, answer_each, answer_packets, list_chunks, list_each};
use crate::geometry::Ray;
use crate::math::PickRay;
use crate::mesh::MeshHit;
use crate::pick::cast::{self, Wanted};
use crate::pick::{Hit, PickOptions};
use crate::scene::Scene;
use std::ops::RangeBounds;

/// Slices that hits in a scene are written to, one for each value of a hit, all of the same length.
#[derive(Debug)]
pub struct SceneHitColumns<'a> {
    /// Index of the object of each hit; −1 for a miss.
    pub objects: &'a mut [i64],
    /// Columns for the triangle, t, u, v and side of each hit, in the mesh of its object.
    pub hits: accel::HitColumns<'a>,
}

impl Answers<Option<Hit>> for SceneHitColumns<'_> {
    /// # Panics
    /// Panics if a column is longer or shorter than another.
    fn n_answers(&self) -> usize {
        assert_eq!(self.objects.len(), self.hits.n_answers(), "columns have one length");
        self.objects.len()
    }

    fn split(self, n: usize) -> (Self, Self) {
        let (objects, other_objects) = self.objects.split_at_mut(n);
        let (hits, other_hits) = self.hits.split(n);
        (Self { objects, hits }, Self { objects: other_objects, hits: other_hits })
    }

    #[inline]
    fn write(&mut self, index: usize, answer: Option<Hit>) {
        self.objects[index] = answer.map_or(-1, |hit| hit.object.into());
        let in_mesh = |Hit { triangle, t, u, v, side, .. }| MeshHit { triangle, t, u, v, side };
        self.hits.write(index, answer.map(in_mesh));
    }
}

/// Rays of a batch, and what counts as their hits in a scene.
struct Batch<'a, R: ?Sized> {
    rays: &'a R,
    wanted: Wanted,
    t_max: f64,
}

impl<'a, R: Rays + ?Sized> Batch<'a, R> {
    fn new(rays: &'a R, options: &PickOptions, range: impl RangeBounds<f64>) -> Self {
        let Parameters { min, max } = Parameters::of(range);
        Self { rays, wanted: Wanted { t_min: min, ..Wanted::from(options) }, t_max: max }
    }

    fn ray(&self, index: usize) -> Option<PickRay> {
        let ray: Ray = self.rays.ray(index)?;
        Some(PickRay { t_max: self.t_max, ..ray.into() })
    }
}

/// Writes the closest hit of each ray with t in `range`, in order: into a slice of `Option<Hit>`, or into
/// [`SceneHitColumns`].
///
/// # Panics
/// Panics if there is room for more or fewer hits than there are rays.
pub fn pick_along_each(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
    hits: impl Answers<Option<Hit>>,
) {
    let batch = Batch::new(rays, options, range);
    answer_packets(
        rays.n_rays(),
        hits,
        |first, hits| {
            let packet = std::array::from_fn(|lane| batch.ray(first + lane));
            cast::closest_together(scene, &packet, batch.wanted, hits)
        },
        |index| cast::closest(scene, &batch.ray(index)?, batch.wanted, &mut ()),
    );
}

/// Writes `true` for each ray that hits anything with t in `range`, `false` for the others, in order.
///
/// # Panics
/// Panics if there is room for more or fewer answers than there are rays.
pub fn any_along_each(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
    met: impl Answers<bool>,
) {
    let batch = Batch::new(rays, options, range);
    answer_each(rays.n_rays(), met, |index| batch.ray(index).is_some_and(|ray| cast::any(scene, &ray, batch.wanted)));
}

/// Returns every hit of each ray with t in `range`: one list for each ray, sorted by t, then by object, then by
/// triangle.
pub fn all_along_each(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
) -> Lists<Hit> {
    list_each(rays.n_rays(), list_hits(scene, rays, options, range))
}

/// Calls `take` with the lists of [`all_along_each`], those of some rays at a time, in order, on any thread.
#[doc(hidden)]
pub fn all_along_each_to(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
    take: impl FnMut(Lists<Hit>) + Send,
) {
    list_chunks(rays.n_rays(), list_hits(scene, rays, options, range), take);
}

fn list_hits(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
) -> impl Fn(usize, &mut Vec<Hit>) + Sync {
    let batch = Batch::new(rays, options, range);
    move |index, hits| {
        if let Some(ray) = batch.ray(index) {
            hits.extend(cast::all(scene, &ray, batch.wanted));
        }
    }
}

/// Writes the number of hits that each ray has with t in `range`, in order.
///
/// # Panics
/// Panics if there is room for more or fewer counts than there are rays.
pub fn count_along_each(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: &PickOptions,
    range: impl RangeBounds<f64>,
    counts: impl Answers<u32>,
) {
    let batch = Batch::new(rays, options, range);
    answer_each(rays.n_rays(), counts, |index| {
        batch.ray(index).map_or(0, |ray| cast::all(scene, &ray, batch.wanted).len() as u32)
    });
}
