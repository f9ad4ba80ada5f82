//! Batch queries of a mesh: many rays or points at once, in object space, over all cores.

use super::{Mesh, MeshClosest, MeshHit, NoInside};
use crate::accel::{Answers, Lists, PACKET, Parameters, Points, RayOptions, Rays, Skip};
use crate::accel::{answer_each, answer_packets, check_skip, list_chunks, list_each, set_each};
use crate::geometry::Ray;
use glam::DVec3;
use std::ops::{ControlFlow, RangeBounds};

impl Mesh {
    /// Returns the [`closest_hit`](Self::closest_hit) of each ray, in order; with the feature `parallel`, many rays are
    /// shared out among all cores.
    ///
    /// Consecutive rays that pass through the mesh side by side, as those of neighbouring pixels do, are faster. On
    /// x86-64 processors with AVX2 they traverse the tree eight at a time.
    ///
    /// # Panics
    /// When there are triangles to skip for more or fewer rays.
    pub fn closest_hits<S: Skip<u32>>(&self, rays: &[Ray], options: impl Into<RayOptions<S>>) -> Vec<Option<MeshHit>> {
        let mut hits = vec![None; rays.len()];
        self.closest_hits_into(rays, options, .., hits.as_mut_slice());
        hits
    }

    /// Writes to `hits` the closest hit of each ray with t in `range`, in order, as
    /// [`closest_hit_within`](Self::closest_hit_within) finds it. `hits` is a slice of `Option<MeshHit>`, or
    /// [columns](crate::accel::HitColumns).
    ///
    /// ```
    /// use pickray::accel::{HitColumns, OriginsAndDirections};
    /// use pickray::mesh::samples::Sample;
    /// use pickray::Culling;
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// let (origins, directions) = ([[0.5, 0.5, 5.0_f32], [9.0, 0.0, 5.0]], [[0.0, 0.0, -1.0_f32]; 2]);
    /// let (mut triangles, mut sides) = ([0; 2], [0; 2]);
    /// let (mut t, mut u, mut v) = ([0.0; 2], [0.0; 2], [0.0; 2]);
    /// let hits = HitColumns { triangles: &mut triangles, t: &mut t, u: &mut u, v: &mut v, sides: &mut sides };
    /// let rays = OriginsAndDirections { origins: &origins, directions: &directions };
    /// cube.closest_hits_into(&rays, Culling::None, .., hits);
    /// assert_eq!((t[0], sides), (4.0, [1, 0]));
    /// assert!(t[1].is_nan() && triangles[1] == -1, "the second ray misses");
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    ///
    /// # Panics
    /// When there is room for more or fewer hits than there are rays, or triangles to skip for more or fewer.
    pub fn closest_hits_into<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
        hits: impl Answers<Option<MeshHit>>,
    ) {
        let (options, range) = (checked(options, rays), Parameters::of(range));
        answer_packets(
            rays.n_rays(),
            hits,
            |first, hits| self.closest_of_packet(rays, first, &options, &range, hits),
            |index| self.closest_hit_within(&rays.ray(index)?, options.of(index), range.range()),
        );
    }

    /// Finds the closest hits of [`PACKET`] rays from `first` on; returns `None`, and finds nothing, where they do not
    /// go together.
    #[inline(always)]
    fn closest_of_packet(
        &self,
        rays: &(impl Rays + ?Sized),
        first: usize,
        options: &RayOptions<impl Skip<u32>>,
        range: &Parameters,
        hits: &mut [Option<MeshHit>; PACKET],
    ) -> Option<()> {
        let moved = |lane| Some(self.moved_ray(&rays.ray(first + lane)?).exact());
        let is_moved = self.origin() != DVec3::ZERO;
        let fill = |eight: &mut _| if is_moved { set_each(eight, moved) } else { rays.eight(first, eight) };
        let skip = std::array::from_fn(|lane| options.skip.of(first + lane));
        let options = RayOptions { culling: options.culling, skip };
        self.tree.closest_hits_together(fill, &options, range, hits)
    }

    /// Writes to `met` whether each ray [meets](Self::any_hit) a triangle at a t in `range`, in order.
    ///
    /// # Panics
    /// When there is room for more or fewer answers than there are rays, or triangles to skip for more or fewer.
    pub fn any_hits_into<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
        met: impl Answers<bool>,
    ) {
        let (options, range) = (checked(options, rays), Parameters::of(range));
        answer_packets(
            rays.n_rays(),
            met,
            |first, met| {
                let mut hits = [None; PACKET];
                self.closest_of_packet(rays, first, &options, &range, &mut hits)?;
                *met = hits.map(|hit| hit.is_some());
                Some(())
            },
            |index| rays.ray(index).is_some_and(|ray| self.any_hit(&ray, options.of(index), range.range())),
        );
    }

    /// Writes to `counts` the number of hits that each ray has at a t in `range`, in order.
    ///
    /// # Panics
    /// When there is room for more or fewer counts than there are rays, or triangles to skip for more or fewer.
    pub fn hit_counts_into<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
        counts: impl Answers<u32>,
    ) {
        let (options, range) = (checked(options, rays), Parameters::of(range));
        answer_each(rays.n_rays(), counts, |index| {
            let mut count = 0;
            let _ = rays.ray(index).map(|ray| {
                self.hits_with(&ray, options.of(index), range.range(), |_| {
                    count += 1;
                    ControlFlow::Continue(())
                })
            });
            count
        });
    }

    /// Returns every hit of each ray at a t in `range`, sorted by t, exactly, then by triangle index.
    ///
    /// # Panics
    /// When there are triangles to skip for more or fewer rays.
    pub fn all_hits_of_each<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
    ) -> Lists<MeshHit> {
        list_each(rays.n_rays(), self.list_hits(rays, options, range))
    }

    /// Calls `take` with the lists of [`all_hits_of_each`](Self::all_hits_of_each), those of some rays at a time, in
    /// order, on any thread.
    #[doc(hidden)]
    pub fn all_hits_to<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
        take: impl FnMut(Lists<MeshHit>) + Send,
    ) {
        list_chunks(rays.n_rays(), self.list_hits(rays, options, range), take);
    }

    fn list_hits<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        range: impl RangeBounds<f64>,
    ) -> impl Fn(usize, &mut Vec<MeshHit>) + Sync {
        let (options, range) = (checked(options, rays), Parameters::of(range));
        move |index, hits| {
            let Some(ray) = rays.ray(index) else { return };
            self.tree.list_hits(self.moved_ray(&ray), options.of(index), range, &mut (), hits);
        }
    }

    /// Writes to `closest` the [`closest_point`](Self::closest_point) of the mesh to each point, in order; `None` for a
    /// point farther than `max_distance` from the mesh.
    ///
    /// # Panics
    /// When there is room for more or fewer answers than there are points.
    pub fn closest_points_into(
        &self,
        points: &(impl Points + ?Sized),
        max_distance: f64,
        closest: impl Answers<Option<MeshClosest>>,
    ) {
        answer_each(points.n_points(), closest, |index| self.closest_point(points.point(index), max_distance));
    }

    /// Writes to `contained` whether the mesh [contains](Self::contains) each point, in order.
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed; nothing is written then.
    ///
    /// # Panics
    /// When there is room for more or fewer answers than there are points.
    pub fn contains_into(
        &self,
        points: &(impl Points + ?Sized),
        contained: impl Answers<bool>,
    ) -> Result<(), NoInside> {
        self.check_closed()?;
        let contains = |point| self.contains(point).expect("the mesh is closed");
        answer_each(points.n_points(), contained, |index| contains(points.point(index)));
        Ok(())
    }

    /// Writes to `distances` the [signed distance](Self::signed_distance) of each point, in order.
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed; nothing is written then.
    ///
    /// # Panics
    /// When there is room for more or fewer distances than there are points.
    pub fn signed_distances_into(
        &self,
        points: &(impl Points + ?Sized),
        distances: impl Answers<f64>,
    ) -> Result<(), NoInside> {
        self.check_closed()?;
        let distance = |point| self.signed_distance(point).expect("the mesh is closed");
        answer_each(points.n_points(), distances, |index| distance(points.point(index)));
        Ok(())
    }
}

/// Returns the options of a batch; panics if they have triangles to skip for another number of rays.
fn checked<S: Skip<u32>>(options: impl Into<RayOptions<S>>, rays: &(impl Rays + ?Sized)) -> RayOptions<S> {
    let options = options.into();
    check_skip(&options.skip, rays.n_rays());
    options
}
