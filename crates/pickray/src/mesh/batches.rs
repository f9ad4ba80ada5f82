//! Batch queries of a mesh: many rays or points at once, in object space, over all cores.

use super::{Mesh, MeshClosest, MeshHit, NoInside};
use crate::accel::{Answers, Lists, PACKET, Points, RayOptions, Rays, Skip};
use crate::accel::{answer_each, answer_packets, list_chunks, list_each, set_each};
use glam::DVec3;

/// Queries by many rays or points. Each panics unless there is room for as many answers, and as many to skip.
impl Mesh {
    /// Writes to `hits` the [`closest_hit`](Self::closest_hit) of each ray, in order. `hits` is a slice or `Vec` of
    /// `Option<MeshHit>`, or [columns](crate::accel::HitColumns). With the feature `parallel`, many rays are shared out
    /// among all cores.
    ///
    /// Consecutive rays that pass through the mesh side by side, as those of neighbouring pixels do, are faster. On
    /// x86-64 processors with AVX2 they traverse the tree eight at a time.
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
    /// cube.closest_hits(&rays, Culling::None, hits);
    /// assert_eq!((t[0], sides), (4.0, [1, 0]));
    /// assert!(t[1].is_nan() && triangles[1] == -1, "the second ray misses");
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn closest_hits<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        hits: impl Answers<Option<MeshHit>>,
    ) {
        let options = options.into().checked(rays.n_rays());
        answer_packets(
            rays.n_rays(),
            hits,
            |first, hits| self.closest_of_packet(rays, first, &options, hits),
            |index| self.closest_hit(&rays.ray(index)?, options.of(index)),
        );
    }

    /// Finds the closest hits of [`PACKET`] rays from `first` on, or returns `false` where they do not go together.
    #[inline(always)]
    fn closest_of_packet(
        &self,
        rays: &(impl Rays + ?Sized),
        first: usize,
        options: &RayOptions<impl Skip<u32>>,
        hits: &mut [Option<MeshHit>; PACKET],
    ) -> bool {
        let moved = |lane| Some(self.moved_ray(&rays.ray(first + lane)?).exact());
        let is_moved = self.origin() != DVec3::ZERO;
        let fill = |eight: &mut _| if is_moved { set_each(eight, moved) } else { rays.eight(first, eight) };
        let RayOptions { culling, mask, range, ref skip } = *options;
        let skip = std::array::from_fn(|lane| skip.of(first + lane));
        self.tree.closest_together(fill, &RayOptions { culling, mask, range, skip }, hits)
    }

    /// Writes to `met` whether each ray has [any hit](Self::any_hit), in order.
    pub fn any_hits<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        met: impl Answers<bool>,
    ) {
        let options = options.into().checked(rays.n_rays());
        answer_packets(
            rays.n_rays(),
            met,
            |first, met| {
                let mut hits = [None; PACKET];
                let are_found = self.closest_of_packet(rays, first, &options, &mut hits);
                *met = hits.map(|hit| hit.is_some());
                are_found
            },
            |index| rays.ray(index).is_some_and(|ray| self.any_hit(&ray, options.of(index))),
        );
    }

    /// Writes to `counts` the [number of hits](Self::count_hits) of each ray, in order.
    pub fn hit_counts<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        counts: impl Answers<u32>,
    ) {
        let options = options.into().checked(rays.n_rays());
        let count = |index| rays.ray(index).map_or(0, |ray| self.count_hits(&ray, options.of(index)));
        answer_each(rays.n_rays(), counts, count);
    }

    /// Returns [all hits](Self::all_hits) of each ray.
    pub fn hit_lists<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
    ) -> Lists<MeshHit> {
        list_each(rays.n_rays(), self.list_hits(rays, options))
    }

    /// Calls `take` with the [lists of hits](Self::hit_lists), those of some rays at a time, in order, on any thread.
    #[doc(hidden)]
    pub fn hit_lists_to<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
        take: impl FnMut(Lists<MeshHit>) + Send,
    ) {
        list_chunks(rays.n_rays(), self.list_hits(rays, options), take);
    }

    fn list_hits<S: Skip<u32>>(
        &self,
        rays: &(impl Rays + ?Sized),
        options: impl Into<RayOptions<S>>,
    ) -> impl Fn(usize, &mut Vec<MeshHit>) + Sync {
        let options = options.into().checked(rays.n_rays());
        move |index, hits| {
            let Some(ray) = rays.ray(index) else { return };
            self.tree.list(self.query(&ray, options.of(index)), &mut (), hits);
        }
    }

    /// Writes to `closest` the [`closest_point`](Self::closest_point) to each point, in order; `None` beyond the
    /// distance.
    pub fn closest_points(
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
    pub fn contains_each(
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
    pub fn signed_distances(
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
