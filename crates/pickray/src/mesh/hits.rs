//! Queries of a mesh in object space, by one ray or point, or by many at once over all cores: the closest hit, any hit,
//! their number, all hits, the closest point, and what lies inside.

use crate::accel::{Answers, EightRays, Lists, PACKET, Points, Query, QueryObserver, RayOptions, Rays, Skip};
use crate::accel::{answer_each, answer_packets, list_chunks, list_each, set_each};
use crate::geometry::{ClosestPoint, Ray};
use crate::mesh::{Mesh, MeshHit, NoInside};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Point on a mesh that is closest to a given point, and its triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshClosest {
    /// Index of the triangle that has the closest point.
    pub triangle: u32,
    /// The closest point, the feature of the triangle on which it lies, and its distance, in object space.
    pub closest: ClosestPoint,
}

impl Mesh {
    /// Returns the hit with the smallest t, or `None` if the ray misses. Hits whose t round to the same number are
    /// compared exactly; of equal ones, that of the lowest triangle index is returned. The ray is in object space.
    ///
    /// ```
    /// use pickray::glam::DVec3;
    /// use pickray::{Culling, Mesh, Ray};
    ///
    /// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
    /// let ray = Ray::between(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 4.0));
    /// let hit = mesh.closest_hit(&ray, Culling::Back).expect("a hit");
    /// assert_eq!((hit.triangle, hit.t), (0, 5.0));
    /// assert!(mesh.closest_hit(&ray, ..=1.0).is_none(), "it lies behind the second point");
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    #[inline]
    pub fn closest_hit<S: Skip<u32>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> Option<MeshHit> {
        self.tree.closest(self.query(ray, options))
    }

    /// Returns the [`closest_hit`](Self::closest_hit), and tells `observer` of each box, local, and triangle tested.
    #[doc(hidden)]
    #[inline]
    pub fn closest_hit_observed(&self, ray: &Ray, observer: &mut impl QueryObserver) -> Option<MeshHit> {
        self.tree.closest_of(self.query(ray, ..), observer, |_| true)
    }

    /// Returns `true` if the ray has a hit. Cheaper than the closest hit: for shadows and lines of sight.
    #[inline]
    pub fn any_hit<S: Skip<u32>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> bool {
        self.tree.any(self.query(ray, options))
    }

    /// Returns the number of hits. No memory is allocated.
    pub fn count_hits<S: Skip<u32>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> u32 {
        let mut count = 0;
        let _ = self.visit_hits(ray, options, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Returns every hit of the ray, sorted by t, exactly, then by triangle index.
    ///
    /// ```
    /// use pickray::{Mesh, Ray, glam::DVec3};
    ///
    /// let square = vec![[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];
    /// let mesh = Mesh::from_triangles(square, vec![[0, 1, 2], [0, 2, 3]])?;
    /// let middle = DVec3::new(0.5, 0.5, 0.0);
    /// assert_eq!(mesh.all_hits(&Ray::between(middle + DVec3::Z, middle), ..).len(), 2, "both meet at the edge");
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    #[inline]
    pub fn all_hits<S: Skip<u32>>(&self, ray: &Ray, options: impl Into<RayOptions<S>>) -> Vec<MeshHit> {
        self.tree.all(self.query(ray, options))
    }

    /// Calls `found` with every hit, in no particular order, until `found` returns `Break`. No memory is allocated.
    #[inline]
    pub fn visit_hits<S: Skip<u32>>(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions<S>>,
        mut found: impl FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.visit(self.query(ray, options), &mut found)
    }

    /// Returns the point on the mesh that is closest to `point`, in object space; of several, that of the triangle with
    /// the lowest index. `None` if there is none within `max_distance`, or if `point` is not finite.
    ///
    /// Distances are those of [`Triangle::closest_point`](crate::geometry::Triangle::closest_point), which rounds. With
    /// a `max_distance` of `f64::INFINITY` there always is a closest point.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::mesh::samples::Sample;
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// let found = cube.closest_point(DVec3::new(0.5, 0.25, 3.0), f64::INFINITY).expect("a point");
    /// assert_eq!((found.closest.point, found.closest.distance), (DVec3::new(0.5, 0.25, 1.0), 2.0));
    /// assert_eq!(cube.closest_point(DVec3::new(0.5, 0.25, 3.0), 1.5), None);
    /// # Ok::<(), pickray::mesh::LoadError>(())
    /// ```
    pub fn closest_point(&self, point: DVec3, max_distance: f64) -> Option<MeshClosest> {
        if !point.is_finite() || max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let mut nearest: Option<MeshClosest> = None;
        let mut visit = |triangle: u32, corners: &[[f32; 3]; 3]| {
            let closest = self.placed(corners).closest_point(point);
            let is_nearer = match nearest {
                Some(found) => (closest.distance, triangle) < (found.closest.distance, found.triangle),
                None => closest.distance <= max_distance,
            };
            if is_nearer {
                nearest = Some(MeshClosest { triangle, closest });
            }
            nearest.map_or(max_distance, |found| found.closest.distance)
        };
        self.tree.near(point - self.origin, max_distance, self.misplaced(point), &mut visit);
        nearest
    }

    /// Returns a bound on the rounding of `point` and the tree's triangles when the mesh's origin moves them.
    pub(super) fn misplaced(&self, point: DVec3) -> f64 {
        // Taking off the origin rounds the point once, and adding it each corner.
        let reach = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        f64::EPSILON * (point.abs().max_element() + reach + self.origin.abs().max_element())
    }

    #[inline]
    pub(super) fn query<'a, S: Skip<u32>>(&'a self, ray: &'a Ray, options: impl Into<RayOptions<S>>) -> Query<'a> {
        Query { ray: self.moved_ray(ray), options: options.into().of(0) }
    }
}

/// Queries by many rays or points. Each panics unless there is room for as many answers, and as many to skip.
impl Mesh {
    /// Writes to `hits` the [`closest_hit`](Self::closest_hit) of each ray, in order. `hits` is a slice or `Vec` of
    /// `Option<MeshHit>`, or [columns](crate::accel::HitColumns). Feature `parallel` shares many rays among all cores.
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
        let fill = |eight: &mut EightRays| if is_moved { set_each(eight, moved) } else { rays.eight(first, eight) };
        let RayOptions { culling, mask, range, ref skip } = *options;
        let skip = std::array::from_fn(|lane| skip.of(first + lane));
        let mut eight = EightRays::default();
        self.tree.takes_eight()
            && fill(&mut eight)
            && self.tree.closest_together(&eight, &RayOptions { culling, mask, range, skip }, hits)
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
            self.tree.list(self.query(&ray, options.of(index)), hits);
        }
    }

    /// Writes to `closest` each point's [`closest_point`](Self::closest_point), in order; `None` beyond the distance.
    pub fn closest_points(&self, points: impl Points, max_distance: f64, closest: impl Answers<Option<MeshClosest>>) {
        answer_each(points.n_points(), closest, |index| self.closest_point(points.point(index), max_distance));
    }

    /// Writes to `contained` whether the mesh [contains](Self::contains) each point, in order.
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed; nothing is written then.
    pub fn contains_each(&self, points: impl Points, contained: impl Answers<bool>) -> Result<(), NoInside> {
        self.check_closed()?;
        let contains = |point| self.contains(point).expect("the mesh is closed");
        answer_each(points.n_points(), contained, |index| contains(points.point(index)));
        Ok(())
    }

    /// Writes to `distances` the [signed distance](Self::signed_distance) of each point, in order.
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed; nothing is written then.
    pub fn signed_distances(&self, points: impl Points, distances: impl Answers<f64>) -> Result<(), NoInside> {
        self.check_closed()?;
        let distance = |point| self.signed_distance(point).expect("the mesh is closed");
        answer_each(points.n_points(), distances, |index| distance(points.point(index)));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::Culling;

    #[test]
    fn moved_rays_hit_the_same_with_and_without_vectors() {
        let mut random = crate::work::seeded();
        let mut met = 0;
        for _ in 0..300 {
            let place = 10f64.powi(random.i32(2..9)) * DVec3::new(random.f64(), -random.f64(), 1.0).round();
            let mut whole = || f64::from(random.i32(-4..=4));
            let positions: Vec<_> =
                (0..9).map(|_| (place + DVec3::new(whole(), whole(), whole())).to_array()).collect();
            let Ok(mesh) = Mesh::new(&positions, crate::mesh::Indices::IN_ORDER) else { continue };
            let portable = mesh.tree.clone().portable();
            for _ in 0..20 {
                let aim = DVec3::from(positions[random.usize(..9)]) + 0.25 * f64::from(random.u8(0..2));
                let origin = DVec3::new(random.f64(), random.f64(), random.f64());
                let rays = [Ray::between(origin, aim), Ray::along(origin, 0.3 * (aim - origin))];
                for ray in rays {
                    let expected = mesh.all_hits(&ray, Culling::None);
                    met += expected.len();
                    assert_eq!(portable.all(mesh.query(&ray, ..)), expected);
                    let closest = portable.closest(mesh.query(&ray, ..));
                    assert_eq!(closest, mesh.closest_hit(&ray, Culling::None), "{ray:?}");
                    assert_eq!(closest, expected.first().copied(), "{ray:?}");
                }
            }
        }
        assert!(met > 300, "{met}");
    }
}
