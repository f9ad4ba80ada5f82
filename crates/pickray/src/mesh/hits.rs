//! Ray queries of a mesh: closest hit, any hit and all hits, in object space.

use super::{Mesh, MeshHit};
use crate::accel::{PACKET, Parameters, QueryObserver, set_each};
use crate::geometry::Ray;
use crate::intersect::Culling;
use std::ops::{ControlFlow, RangeBounds};

impl Mesh {
    /// Returns the hit with the smallest t of at least 0, or `None` if the ray misses. Of hits with the same t, the one
    /// with the lowest triangle index is returned. The ray is in object space.
    pub fn closest_hit(&self, ray: &Ray, culling: Culling) -> Option<MeshHit> {
        self.tree.closest_hit(&self.local_ray(ray), culling)
    }

    /// Returns the hit with the smallest t in `range`, or `None` if no hit lies in `range`. The range `..=1.0` covers
    /// the segment between the ray's two points.
    ///
    /// ```
    /// use pickray::glam::DVec3;
    /// use pickray::{Culling, Mesh, Ray};
    ///
    /// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
    /// let ray = Ray::new(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 4.0));
    /// assert!(mesh.closest_hit_within(&ray, Culling::None, ..=1.0).is_none(), "it lies behind the second point");
    /// assert!(mesh.any_hit(&ray, Culling::None, ..=5.0));
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    #[inline]
    pub fn closest_hit_within(&self, ray: &Ray, culling: Culling, range: impl RangeBounds<f64>) -> Option<MeshHit> {
        self.tree.closest_hit_within(&self.local_ray(ray), culling, range)
    }

    /// Returns the [`closest_hit`](Self::closest_hit), and tells `observer` of each box and triangle that is tested.
    /// Boxes are local to the mesh's origin.
    #[inline]
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Option<MeshHit> {
        self.tree.closest_hit_observed(&self.local_ray(ray), culling, observer)
    }

    /// Returns the [`closest_hit_within`](Self::closest_hit_within) `range`, and tells `observer` of each box and
    /// triangle that is tested. Boxes are local to the mesh's origin.
    #[inline]
    pub(crate) fn closest_hit_within_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        observer: &mut impl QueryObserver,
    ) -> Option<MeshHit> {
        self.tree.closest_hit_within_observed(&self.local_ray(ray), culling, Parameters::of(range), observer)
    }

    /// Writes to `hits` the [`closest_hit_within`](Self::closest_hit_within) of several neighbouring rays, which
    /// traverse the tree together. Returns `None` and writes nothing if a ray is `None`, if the rays are not close and
    /// nearly parallel, or if the processor lacks the instructions.
    #[inline]
    pub(crate) fn closest_hits_together(
        &self,
        ray: impl Fn(usize) -> Option<Ray>,
        culling: Culling,
        range: &Parameters,
        hits: &mut [Option<MeshHit>; PACKET],
    ) -> Option<()> {
        let local_ray = |lane| Some(self.local_ray(&ray(lane)?).exact());
        self.tree.closest_hits_together(|rays| set_each(rays, local_ray), culling, range, hits)
    }

    /// Returns whether the ray meets a triangle at a t in `range`. Cheaper than the closest hit, as the search ends at
    /// the first hit that it finds.
    #[inline]
    pub fn any_hit(&self, ray: &Ray, culling: Culling, range: impl RangeBounds<f64>) -> bool {
        self.tree.any_hit(&self.local_ray(ray), culling, range)
    }

    /// Calls `found` with every hit at a t in `range`, in no particular order, until `found` returns `Break`. No memory
    /// is allocated.
    #[inline]
    pub fn hits_with(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        found: impl FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.hits_with(&self.local_ray(ray), culling, range, found)
    }

    /// Calls `found` as [`hits_with`](Self::hits_with) does, and tells `observer` of each box and triangle that is
    /// tested. Boxes are local to the mesh's origin.
    #[inline]
    pub(crate) fn hits_with_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        observer: &mut impl QueryObserver,
        found: impl FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.hits_with_observed(&self.local_ray(ray), culling, Parameters::of(range), observer, found)
    }

    /// Returns every hit of the ray with t of at least 0, sorted by t, then by triangle index. The ray is in object
    /// space.
    pub fn all_hits(&self, ray: &Ray, culling: Culling) -> Vec<MeshHit> {
        self.tree.all_hits(&self.local_ray(ray), culling)
    }

    /// Returns [`all_hits`](Self::all_hits) of a ray, and tells `observer` of each box and triangle that is tested.
    /// Boxes are local to the mesh's origin.
    #[doc(hidden)]
    pub fn all_hits_observed(&self, ray: &Ray, culling: Culling, observer: &mut impl QueryObserver) -> Vec<MeshHit> {
        self.tree.all_hits_observed(&self.local_ray(ray), culling, observer)
    }
}
