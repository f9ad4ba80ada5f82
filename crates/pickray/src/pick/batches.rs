//! Picks along many rays in world space, over all cores.
//!
//! A batch returns the same hits as one pick along each of its rays. Rays are read in place, without a copy. Results of
//! a fixed size, such as closest hits, are written to memory of the caller.

use crate::accel::{self, Answers, Lists, Parameters, Rays, Skip};
use crate::accel::{answer_each, answer_packets, check_skip, list_chunks, list_each};
use crate::geometry::Ray;
use crate::math::PickRay;
use crate::mesh::MeshHit;
use crate::pick::cast::{self, Wanted};
use crate::pick::{Hit, SceneRayOptions, TriangleId};
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

impl Skip<TriangleId> for &[Option<Hit>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    fn of(&self, index: usize) -> Option<TriangleId> {
        self[index].map(|hit| hit.id())
    }
}

/// Columns of indices of objects and of triangles. Numbers of no triangle, such as −1, leave none out.
impl Skip<TriangleId> for (&[i64], &[i64]) {
    /// # Panics
    /// Panics if one column is longer than the other.
    fn n_rays(&self) -> Option<usize> {
        assert_eq!(self.0.len(), self.1.len(), "columns have one length");
        Some(self.0.len())
    }

    fn of(&self, index: usize) -> Option<TriangleId> {
        Some(TriangleId { object: self.0[index].try_into().ok()?, triangle: self.1[index].try_into().ok()? })
    }
}

/// Rays of a batch, and what counts as their hits in a scene.
struct Batch<'a, R: ?Sized, S> {
    rays: &'a R,
    options: SceneRayOptions<S>,
    range: Parameters,
}

impl<'a, R: Rays + ?Sized, S: Skip<TriangleId>> Batch<'a, R, S> {
    fn new(rays: &'a R, options: impl Into<SceneRayOptions<S>>, range: impl RangeBounds<f64>) -> Self {
        let options = options.into();
        check_skip(&options.skip, rays.n_rays());
        Self { rays, options, range: Parameters::of(range) }
    }

    fn ray(&self, index: usize) -> Option<PickRay> {
        let ray: Ray = self.rays.ray(index)?;
        Some(PickRay { t_max: self.range.max, ..ray.into() })
    }

    fn wanted(&self, index: usize) -> Wanted {
        let SceneRayOptions { culling, mask, ref skip } = self.options;
        Wanted { options: SceneRayOptions { culling, mask, skip: skip.of(index) }, t_min: self.range.min }
    }
}

/// Writes the closest hit of each ray with t in `range`, in order: into a slice of `Option<Hit>`, or into
/// [`SceneHitColumns`].
///
/// # Panics
/// Panics if there is room for more or fewer hits than there are rays, or triangles to skip for more or fewer.
pub fn pick_along_each<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
    hits: impl Answers<Option<Hit>>,
) {
    let batch = Batch::new(rays, options, range);
    answer_packets(
        rays.n_rays(),
        hits,
        |first, hits| {
            let packet = std::array::from_fn(|lane| batch.ray(first + lane));
            cast::closest_together(scene, &packet, |lane| batch.wanted(first + lane), hits)
        },
        |index| cast::closest_along(scene, &batch.ray(index)?, batch.wanted(index)),
    );
}

/// Writes `true` for each ray that hits anything with t in `range`, `false` for the others, in order.
///
/// # Panics
/// Panics if there is room for more or fewer answers than there are rays, or triangles to skip for more or fewer.
pub fn any_along_each<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
    met: impl Answers<bool>,
) {
    let batch = Batch::new(rays, options, range);
    answer_each(rays.n_rays(), met, |index| {
        batch.ray(index).is_some_and(|ray| cast::any(scene, &ray, batch.wanted(index)))
    });
}

/// Returns every hit of each ray with t in `range`: one list for each ray, sorted by t, then by object, then by
/// triangle.
///
/// # Panics
/// Panics if there are triangles to skip for more or fewer rays.
pub fn all_along_each<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
) -> Lists<Hit> {
    list_each(rays.n_rays(), list_hits(scene, rays, options, range))
}

/// Calls `take` with the lists of [`all_along_each`], those of some rays at a time, in order, on any thread.
#[doc(hidden)]
pub fn all_along_each_to<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
    take: impl FnMut(Lists<Hit>) + Send,
) {
    list_chunks(rays.n_rays(), list_hits(scene, rays, options, range), take);
}

fn list_hits<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
) -> impl Fn(usize, &mut Vec<Hit>) + Sync {
    let batch = Batch::new(rays, options, range);
    move |index, hits| {
        if let Some(ray) = batch.ray(index) {
            hits.extend(cast::all(scene, &ray, batch.wanted(index)));
        }
    }
}

/// Writes the number of hits that each ray has with t in `range`, in order.
///
/// # Panics
/// Panics if there is room for more or fewer counts than there are rays, or triangles to skip for more or fewer.
pub fn count_along_each<S: Skip<TriangleId>>(
    scene: &Scene,
    rays: &(impl Rays + ?Sized),
    options: impl Into<SceneRayOptions<S>>,
    range: impl RangeBounds<f64>,
    counts: impl Answers<u32>,
) {
    let batch = Batch::new(rays, options, range);
    answer_each(rays.n_rays(), counts, |index| {
        batch.ray(index).map_or(0, |ray| cast::all(scene, &ray, batch.wanted(index)).len() as u32)
    });
}
