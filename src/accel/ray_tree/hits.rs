//! Which triangles a ray meets: the first, any, or all of them, on all of the ray or on a part of it.

use super::lanes::Portable;
use super::parameters::Parameters;
use super::{Path, QueryObserver, RayTree, TriangleHit, ray_query};
use crate::geometry::Ray;
use crate::intersect::{Culling, RayTriangleHit};
use std::ops::{ControlFlow, RangeBounds};

/// What a walk is told to have no more interest in anything.
const ENOUGH: f64 = f64::NEG_INFINITY;

impl RayTree {
    /// Returns the hit of smallest t and then of lowest index, or `None` if the ray misses, has no direction or is not
    /// finite.
    #[inline]
    pub fn closest_hit(&self, ray: &Ray, culling: Culling) -> Option<TriangleHit> {
        self.closest_hit_observed(ray, culling, &mut ())
    }

    /// [`closest_hit`](Self::closest_hit) among hits whose t lies in `range`, as `..=1.0` for what lies between the
    /// ray's two points.
    ///
    /// Boxes beyond the range's end are not opened, so that it costs less the nearer that is.
    #[inline]
    pub fn closest_hit_within(&self, ray: &Ray, culling: Culling, range: impl RangeBounds<f64>) -> Option<TriangleHit> {
        self.closest_hit_within_observed(ray, culling, range, &mut ())
    }

    /// [`closest_hit`](Self::closest_hit), telling `observer` of each box and triangle on the way; of many equal
    /// triangles it is told of one.
    #[inline]
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Option<TriangleHit> {
        self.closest_hit_within_observed(ray, culling, .., observer)
    }

    /// [`closest_hit_within`](Self::closest_hit_within), telling `observer` as
    /// [`closest_hit_observed`](Self::closest_hit_observed) does.
    #[inline]
    pub(crate) fn closest_hit_within_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        observer: &mut impl QueryObserver,
    ) -> Option<TriangleHit> {
        let range = Parameters::of(range);
        let mut closest: Option<TriangleHit> = None;
        self.walk(ray, culling, range.max, observer, &mut |triangle, hit| {
            if !range.contain(hit.t) || closest.is_some_and(|best| (best.t, best.triangle) <= (hit.t, triangle)) {
                return None;
            }
            closest = Some(TriangleHit::new(triangle, hit));
            Some(hit.t)
        });
        closest
    }

    /// Returns whether the ray meets a triangle at a t in `range`. The walk ends at the first that is found, whichever
    /// that is: for shadows and lines of sight.
    #[inline]
    pub fn any_hit(&self, ray: &Ray, culling: Culling, range: impl RangeBounds<f64>) -> bool {
        self.hits_with(ray, culling, range, |_| ControlFlow::Break(())).is_break()
    }

    /// Tells `found` of every hit at a t in `range`, in no particular order, until it breaks. Nothing is allocated.
    #[inline]
    pub fn hits_with(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        found: impl FnMut(TriangleHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.hits_with_observed(ray, culling, range, &mut (), found)
    }

    /// [`hits_with`](Self::hits_with), telling `observer` of each box and triangle on the way; of many equal triangles
    /// it is told of one.
    #[inline]
    pub(crate) fn hits_with_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        range: impl RangeBounds<f64>,
        observer: &mut impl QueryObserver,
        mut found: impl FnMut(TriangleHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let range = Parameters::of(range);
        let mut flow = ControlFlow::Continue(());
        self.walk(ray, culling, range.max, observer, &mut |triangle, hit| {
            if range.contain(hit.t) && flow.is_continue() {
                flow = self.with_duplicates(triangle).try_for_each(|triangle| found(TriangleHit::new(triangle, hit)));
            }
            flow.is_break().then_some(ENOUGH)
        });
        flow
    }

    /// Every hit, by t, then by triangle index.
    pub fn all_hits(&self, ray: &Ray, culling: Culling) -> Vec<TriangleHit> {
        self.all_hits_observed(ray, culling, &mut ())
    }

    /// [`all_hits`](Self::all_hits), telling `observer` of each box and triangle on the way; of many equal triangles it
    /// is told of one.
    pub fn all_hits_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Vec<TriangleHit> {
        let mut hits = Vec::new();
        let _ = self.hits_with_observed(ray, culling, .., observer, |hit| {
            hits.push(hit);
            ControlFlow::Continue(())
        });
        hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        hits
    }

    /// A triangle of the tree, then those that equal it.
    #[inline]
    pub(super) fn with_duplicates(&self, triangle: u32) -> impl Iterator<Item = u32> {
        std::iter::once(triangle).chain(self.duplicates.of(triangle))
    }

    /// Tells `found` of the hits that it still wants, of those up to `t_max`; it returns the t up to which that is,
    /// where it has changed.
    #[inline]
    fn walk<O: QueryObserver>(
        &self,
        ray: &Ray,
        culling: Culling,
        t_max: f64,
        observer: &mut O,
        found: &mut impl FnMut(u32, RayTriangleHit) -> Option<f64>,
    ) {
        match self.path {
            Path::Portable => ray_query::cast::<Portable, O>(self, ray, culling, t_max, observer, found),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "a function for processors that have its instructions")]
            // SAFETY: the path is only ever chosen where they were found.
            Path::Avx2 => unsafe {
                let (o, p) = (ray.origin, ray.target);
                super::lanes::avx2::walk(self, o.x, o.y, o.z, p.x, p.y, p.z, culling, t_max, observer, found);
            },
        }
    }
}
