//! Hits of a ray on the triangles of a tree: the closest hit, any hit, or all hits in a range of t.

use super::{QueryObserver, RayTree, TriangleHit};
use crate::accel::{RayOptions, Skip};
use crate::geometry::{ExactRay, MovedRay, Ray};
use crate::intersect::{Culling, IndexedTriangle, RayTriangleHit, order_of_t, sort_by_exact_t};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Value of t that a walk is told where nothing is of interest any more.
const ENOUGH: f64 = f64::NEG_INFINITY;

/// Ray in the space of a tree, and what counts as its hits.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    pub(crate) ray: MovedRay<'a>,
    pub(crate) options: RayOptions<Option<u32>>,
}

impl<'a> Query<'a> {
    /// Returns the query of a ray that is not moved.
    #[inline]
    pub fn new<S: Skip<u32>>(ray: &'a Ray, options: impl Into<RayOptions<S>>) -> Self {
        Self { ray: MovedRay::as_given(ray), options: options.into().of(0) }
    }
}

impl RayTree {
    /// Returns the hit of smallest t (of lowest triangle index where t is equal, also before it is rounded); `None` if
    /// the ray misses, is a point or is not finite.
    // Not generic, so that it is compiled here: with many codegen units, not all of the walk would be inlined.
    pub fn closest(&self, query: Query) -> Option<TriangleHit> {
        self.closest_of(query, &mut (), |_| true)
    }

    /// Returns `true` if the ray has a hit. The search ends at the first hit found, whichever that is.
    // Compiled once, as the closest hit is.
    pub fn any(&self, query: Query) -> bool {
        self.visit(query, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Returns every hit, sorted by t, exactly, then by triangle index.
    // Compiled once, as the closest hit is.
    pub fn all(&self, query: Query) -> Vec<TriangleHit> {
        let mut hits = Vec::new();
        self.list(query, &mut hits);
        hits
    }

    /// Returns the closest hit among triangles that are `shown`, and reports every box and triangle tested to
    /// `observer`. Of several equal triangles, only one is tested.
    #[inline]
    pub fn closest_of(
        &self,
        query: Query,
        observer: &mut impl QueryObserver,
        shown: impl Fn(u32) -> bool,
    ) -> Option<TriangleHit> {
        // By reference: a copy of what was just stored piece by piece would wait for the stores.
        let Query { ray, options: RayOptions { culling, range, skip, .. } } = &query;
        let mut closest: Option<(TriangleHit, IndexedTriangle)> = None;
        let is_behind = |hit: &RayTriangleHit, triangle, corners, (best, of_best): &(TriangleHit, _)| {
            best.t < hit.t
                || best.t == hit.t && order(|| ray.exact(), (best.triangle, *of_best), (triangle, corners)).is_lt()
        };
        self.each_hit(
            ray,
            *culling,
            range.max,
            observer,
            #[inline(always)]
            |triangle, hit, corners| {
                let triangle = self.least_equal(triangle, |triangle| Some(triangle) != *skip && shown(triangle))?;
                let is_late = |best: &_| is_behind(&hit, triangle, corners, best);
                if !range.contain(hit.t) || closest.as_ref().is_some_and(is_late) {
                    return None;
                }
                closest = Some((TriangleHit::new(triangle, hit), corners));
                Some(hit.t)
            },
        );
        closest.map(|(hit, _)| hit)
    }

    /// Calls `found` with every hit, in no particular order, until `found` breaks. Of several equal triangles, only one
    /// is tested. Nothing is allocated.
    // Compiled once for all callers: a call for each hit costs less than it takes to find one.
    pub fn visit(&self, query: Query, found: &mut dyn FnMut(TriangleHit) -> ControlFlow<()>) -> ControlFlow<()> {
        let Query { ray, options: RayOptions { culling, range, skip, .. } } = &query;
        let mut flow = ControlFlow::Continue(());
        self.each_hit(
            ray,
            *culling,
            range.max,
            &mut (),
            #[inline(always)]
            |triangle, hit, _| {
                if range.contain(hit.t) && flow.is_continue() {
                    let mut triangles = self.with_duplicates(triangle).filter(|triangle| Some(*triangle) != *skip);
                    flow = triangles.try_for_each(|triangle| found(TriangleHit::new(triangle, hit)));
                }
                flow.is_break().then_some(ENOUGH)
            },
        );
        flow
    }

    /// Appends [`all`](Self::all) hits to `hits`.
    pub fn list(&self, query: Query, hits: &mut Vec<TriangleHit>) {
        let first = hits.len();
        let _ = self.visit(query, &mut |hit| {
            hits.push(hit);
            ControlFlow::Continue(())
        });
        let hits = &mut hits[first..];
        hits.sort_unstable_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        if hits.windows(2).any(|pair| pair[0].t == pair[1].t) {
            self.sort_exactly(query.ray, query.options.culling, hits);
        }
    }

    /// Sorts hits of the same rounded t, which are in the order of t. A second walk finds their corners.
    #[cold]
    fn sort_exactly(&self, ray: MovedRay, culling: Culling, hits: &mut [TriangleHit]) {
        let mut corners = HashMap::new();
        self.each_hit(&ray, culling, f64::INFINITY, &mut (), |triangle, _, of_it| {
            corners.extend(self.with_duplicates(triangle).map(|triangle| (triangle, of_it)));
            None
        });
        for hits in hits.chunk_by_mut(|a, b| a.t.to_bits() == b.t.to_bits()).filter(|hits| hits.len() > 1) {
            sort_by_exact_t(hits, |_| 0, |_| ray.exact(), |hit| corners[&hit.triangle].triangle());
        }
    }

    /// Returns the index `triangle`, which the tree holds, then those of the equal triangles that the tree leaves out.
    #[inline]
    pub(super) fn with_duplicates(&self, triangle: u32) -> impl Iterator<Item = u32> {
        std::iter::once(triangle).chain(self.duplicates.of(triangle))
    }

    /// Returns the lowest index that counts of `triangle`, which the tree holds, and its equals; `None` if none counts.
    #[inline]
    pub(super) fn least_equal(&self, triangle: u32, counts: impl Fn(u32) -> bool) -> Option<u32> {
        if counts(triangle) { Some(triangle) } else { self.duplicates.of(triangle).find(|equal| counts(*equal)) }
    }
}

/// Returns the order of two triangles that a ray meets at one rounded t: by the exact t, then by index.
#[cold]
#[inline(never)]
pub fn order(ray: impl FnOnce() -> ExactRay, a: (u32, IndexedTriangle), b: (u32, IndexedTriangle)) -> Ordering {
    let ray = ray();
    order_of_t(&(ray, a.1.triangle()), &(ray, b.1.triangle())).then(a.0.cmp(&b.0))
}
