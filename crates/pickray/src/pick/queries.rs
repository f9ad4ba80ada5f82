//! Queries of a scene by rays in world space: one ray, or many over all cores.
//!
//! Batches return what a query of each ray would. Rays are read in place, without a copy. Results of a fixed size, such
//! as closest hits, are written to memory of the caller.

use crate::accel::{self, Answers, Lists, RayOptions, Rays, Skip};
use crate::accel::{answer_each, answer_packets, list_chunks, list_each};
use crate::geometry::Ray;
use crate::mesh::MeshHit;
use crate::pick::cast::{self, Query};
use crate::pick::{Hit, TriangleId};
use crate::scene::Scene;
use std::ops::ControlFlow;

/// Slices that hits in a scene are written to, one for each value of a hit, all of the same length.
#[derive(Debug)]
pub struct SceneHitColumns<'a> {
    /// Index of the object of each hit; −1 for a miss.
    pub objects: &'a mut [i64],
    /// Columns for the triangle, t, u, v and side of each hit, in the mesh of its object.
    pub hits: accel::HitColumns<'a>,
}

impl Answers<Option<Hit>> for SceneHitColumns<'_> {
    type Part = Self;

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

impl Skip<TriangleId> for [Option<Hit>] {
    fn n_rays(&self) -> Option<usize> {
        Some(self.len())
    }

    fn of(&self, index: usize) -> Option<TriangleId> {
        self[index].map(|hit| hit.id())
    }
}

/// Columns of indices of objects and of triangles. Numbers of no triangle, such as −1, leave none out.
impl Skip<TriangleId> for (&[i64], &[i64]) {
    fn n_rays(&self) -> Option<usize> {
        assert_eq!(self.0.len(), self.1.len(), "columns have one length");
        Some(self.0.len())
    }

    fn of(&self, index: usize) -> Option<TriangleId> {
        Some(TriangleId { object: self.0[index].try_into().ok()?, triangle: self.1[index].try_into().ok()? })
    }
}

/// Queries by one ray in world space. Only lists of hits are allocated, and the scene's tree when first needed.
impl Scene {
    /// Returns the hit with the smallest t, or `None` if the ray misses. Of hits at exactly the same t, returns that of
    /// the lowest object index, then of the lowest triangle index.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::pick::describe_along;
    /// use pickray::{Mesh, Object, Ray, Scene};
    ///
    /// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
    /// let scene = Scene::of(Object::new("triangle", mesh.into()));
    /// let ray = Ray::between(DVec3::new(0.0, 0.0, 5.0), DVec3::new(0.0, 0.0, 4.0));
    ///
    /// let hit = scene.closest_hit(&ray, ..).expect("a hit");
    /// assert_eq!((hit.triangle, hit.t), (0, 5.0));
    /// assert!(!scene.any_hit(&ray, ..=1.0), "nothing lies between the two points");
    /// let details = describe_along(&scene, &ray, &hit).expect("a hit of this scene");
    /// assert_eq!((details.point_world, details.distance), (DVec3::ZERO, 5.0));
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    pub fn closest_hit<S: Skip<TriangleId>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> Option<Hit> {
        cast::closest(self, &Query::new(ray, options))
    }

    /// Returns `true` if the ray has a hit: for shadows and lines of sight. The search ends at the first found.
    pub fn any_hit<S: Skip<TriangleId>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> bool {
        cast::any(self, &Query::new(ray, options))
    }

    /// Returns the number of hits.
    pub fn count_hits<S: Skip<TriangleId>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> u32 {
        let mut count = 0;
        let _ = self.visit_hits(ray, options, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Returns every hit of the ray, sorted by t, exactly, then by object, then by triangle.
    pub fn all_hits<S: Skip<TriangleId>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> Vec<Hit> {
        cast::all(self, &Query::new(ray, options))
    }

    /// Calls `found` with every hit, in no particular order, until `found` returns `Break`.
    pub fn visit_hits<S: Skip<TriangleId>>(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions<S>>,
        mut found: impl FnMut(Hit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        cast::visit_hits(self, &Query::new(ray, options), &mut found)
    }
}

/// Queries by many rays in world space, over all cores with the feature `parallel`. Each panics when it is given room
/// for more or fewer answers, or triangles to skip for more or fewer rays, than there are.
impl Scene {
    /// Writes to `hits` the [`closest_hit`](Self::closest_hit) of each ray, in order. `hits` is a slice or `Vec` of
    /// `Option<Hit>`, or [`SceneHitColumns`].
    pub fn closest_hits<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        hits: impl Answers<Option<Hit>>,
    ) {
        let query = queries(rays, options);
        answer_packets(
            rays.n_rays(),
            hits,
            |first, hits| cast::closest_of_packet(self, &std::array::from_fn(|lane| query(first + lane)), hits),
            |index| cast::closest(self, &query(index)?),
        );
    }

    /// Writes to `met` whether each ray has [any hit](Self::any_hit), in order.
    pub fn any_hits<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        met: impl Answers<bool>,
    ) {
        let query = queries(rays, options);
        answer_each(rays.n_rays(), met, |index| query(index).is_some_and(|query| cast::any(self, &query)));
    }

    /// Writes to `counts` the [number of hits](Self::count_hits) of each ray, in order.
    pub fn hit_counts<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        counts: impl Answers<u32>,
    ) {
        let query = queries(rays, options);
        let count = |query: Query| self.count_hits(&query.ray, query.options);
        answer_each(rays.n_rays(), counts, |index| query(index).map_or(0, count));
    }

    /// Returns [all hits](Self::all_hits) of each ray.
    pub fn hit_lists<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
    ) -> Lists<Hit> {
        list_each(rays.n_rays(), self.list_hits(rays, options))
    }

    /// Calls `take` with the [lists of hits](Self::hit_lists), those of some rays at a time, in order, on any thread.
    #[doc(hidden)]
    pub fn hit_lists_to<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        take: impl FnMut(Lists<Hit>) + Send,
    ) {
        list_chunks(rays.n_rays(), self.list_hits(rays, options), take);
    }

    fn list_hits<S: Skip<TriangleId>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
    ) -> impl Fn(usize, &mut Vec<Hit>) + Sync {
        let query = queries(rays, options);
        move |index, hits| hits.extend(query(index).map(|query| cast::all(self, &query)).into_iter().flatten())
    }
}

/// Returns a function from the index of a ray of a batch to its query.
fn queries<S: Skip<TriangleId>>(
    rays: &(impl Rays + ?Sized),
    options: impl Into<RayOptions<S>>,
) -> impl Fn(usize) -> Option<Query> + Sync {
    let options = options.into().checked(rays.n_rays());
    move |index| Some(Query { ray: rays.ray(index)?, options: options.of(index) })
}
