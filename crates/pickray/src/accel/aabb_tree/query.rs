//! Queries for the triangles that meet a box, a sphere or a ray.
//!
//! Based on, for the ray and the box: Brian Smits, Efficiency Issues for Ray Tracing, 1998 (slabs), widened as Thiago
//! Ize, Robust BVH Ray Traversal, 2013, proposes.

use super::query_trace::Observe;
use super::{AabbTree, Child};
use crate::accel::{QueryCounts, TriangleHit};
use crate::geometry::{Aabb, Ray, Sphere};
use crate::intersect::{Culling, ray_triangle, triangle_aabb, triangle_sphere};
use glam::DVec3;

impl AabbTree {
    /// Returns the triangles that touch or overlap the closed box, decided exactly and sorted by index, and the number
    /// of tests that this took.
    pub fn triangles_in_aabb(&self, aabb: &Aabb) -> (Vec<u32>, QueryCounts) {
        let mut counts = QueryCounts::default();
        let found = self.collect(
            |bounds| bounds.min.cmple(aabb.max).all() && aabb.min.cmple(bounds.max).all(),
            |index| triangle_aabb(&self.triangle(index), aabb),
            &mut counts,
        );
        (found, counts)
    }

    /// Returns the triangles that touch or overlap the closed ball, decided exactly and sorted by index, and the number
    /// of tests that this took.
    pub fn triangles_in_sphere(&self, sphere: &Sphere) -> (Vec<u32>, QueryCounts) {
        let mut counts = QueryCounts::default();
        let found = self.triangles_in_sphere_observed(sphere, &mut counts);
        (found, counts)
    }

    pub(super) fn triangles_in_sphere_observed(&self, sphere: &Sphere, observer: &mut impl Observe) -> Vec<u32> {
        // Distances of boxes are computed to within a few roundings of that to the farthest corner.
        const ROUNDINGS: f64 = 32.0 * f64::EPSILON;
        let Sphere { center, radius } = *sphere;
        self.collect(
            |bounds| {
                let outside = (bounds.min - center).max(center - bounds.max).max(DVec3::ZERO);
                let farthest = (bounds.max - center).max(center - bounds.min);
                outside.length() <= radius + ROUNDINGS * farthest.length()
            },
            |index| triangle_sphere(&self.triangle(index), sphere),
            observer,
        )
    }

    /// Returns the triangles that pass `triangle_test` and lie in boxes that all pass `box_test`, by index.
    fn collect(
        &self,
        box_test: impl Fn(&Aabb) -> bool,
        triangle_test: impl Fn(usize) -> bool,
        observer: &mut impl Observe,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        let mut waiting: Vec<(Child, u32)> = self.top().map(|top| (top, 0)).into_iter().collect();
        while let Some((child, depth)) = waiting.pop() {
            if child.is_triangle() {
                let (triangle, met) = (self.triangle_ids[child.index()], triangle_test(child.index()));
                observer.triangle_tested(triangle, met);
                if met {
                    found.push(triangle);
                }
                continue;
            }
            let node = &self.nodes[child.index()];
            let met = box_test(&node.bounds().aabb());
            observer.box_tested(child.index() as u32, depth, met);
            if met {
                waiting.extend([(node.first, depth + 1), (node.second, depth + 1)]);
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns the hit of smallest t (of lowest triangle index where t is equal), or `None` if the ray misses; and the
    /// number of tests that this took.
    pub fn closest_hit(&self, ray: &Ray, culling: Culling) -> (Option<TriangleHit>, QueryCounts) {
        let mut counts = QueryCounts::default();
        let hit = self.closest_hit_observed(ray, culling, &mut counts);
        (hit, counts)
    }

    pub(super) fn closest_hit_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl Observe,
    ) -> Option<TriangleHit> {
        let mut closest: Option<TriangleHit> = None;
        self.walk(ray, culling, observer, |hit| {
            if closest.is_none_or(|closest| (hit.t, hit.triangle) < (closest.t, closest.triangle)) {
                closest = Some(hit);
            }
            closest.map_or(f64::INFINITY, |closest| closest.t)
        });
        closest
    }

    /// Returns every hit, sorted by t, then by triangle index, and the number of tests that this took.
    pub fn all_hits(&self, ray: &Ray, culling: Culling) -> (Vec<TriangleHit>, QueryCounts) {
        let mut hits = Vec::new();
        let mut counts = QueryCounts::default();
        self.walk(ray, culling, &mut counts, |hit| {
            hits.push(hit);
            f64::INFINITY
        });
        hits.sort_unstable_by(|p, q| p.t.total_cmp(&q.t).then(p.triangle.cmp(&q.triangle)));
        (hits, counts)
    }

    /// Calls `found` for each hit; `found` returns the t up to which more hits are wanted.
    fn walk(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl Observe,
        mut found: impl FnMut(TriangleHit) -> f64,
    ) {
        let Some(top) = self.top().filter(|_| ray.exact().is_finite()) else { return };
        let mut limit = f64::INFINITY;
        let mut waiting = vec![(top, 0.0, 0)];
        while let Some((child, entry, depth)) = waiting.pop() {
            if entry > limit {
                if !child.is_triangle() {
                    observer.box_behind(child.index() as u32, depth);
                }
                continue;
            }
            if child.is_triangle() {
                let triangle = self.triangle_ids[child.index()];
                let hit = ray_triangle(ray, &self.triangle(child.index()), culling);
                observer.triangle_tested(triangle, hit.is_some());
                if let Some(hit) = hit {
                    limit = found(TriangleHit { triangle, t: hit.t, u: hit.u, v: hit.v, side: hit.side });
                }
                continue;
            }
            let node = &self.nodes[child.index()];
            let entries = [node.first, node.second].map(|child| {
                if child.is_triangle() {
                    return Some((child, entry, depth + 1));
                }
                let met = slab_entry(ray, &self.nodes[child.index()].bounds().aabb());
                observer.box_tested(child.index() as u32, depth + 1, met.is_some());
                met.map(|entry| (child, entry, depth + 1))
            });
            // The nearer one is taken out first.
            let mut entries: Vec<(Child, f64, u32)> = entries.into_iter().flatten().collect();
            entries.sort_by(|(_, p, _), (_, q, _)| q.total_cmp(p));
            waiting.extend(entries);
        }
    }
}

/// Returns a lower bound of the t at which the ray enters the box; `None` when it certainly misses it.
fn slab_entry(ray: &Ray, aabb: &Aabb) -> Option<f64> {
    // Difference, direction and quotient round once each; t of a hit once more.
    const WIDENED: f64 = 8.0 * f64::EPSILON;
    let direction = ray.direction();
    let (mut entry, mut exit) = (0.0f64, f64::INFINITY);
    for k in 0..3 {
        let (origin, min, max) = (ray.origin[k], aabb.min[k], aabb.max[k]);
        if direction[k] == 0.0 {
            if origin < min || max < origin {
                return None;
            }
            continue;
        }
        let (p, q) = ((min - origin) / direction[k], (max - origin) / direction[k]);
        let (near, far) = (p.min(q), p.max(q));
        entry = entry.max(near - WIDENED * near.abs());
        exit = exit.min(far + WIDENED * far.abs());
    }
    (entry <= exit).then_some(entry)
}
