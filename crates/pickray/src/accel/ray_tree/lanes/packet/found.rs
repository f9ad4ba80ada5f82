//! Closest hits of eight rays. For triangles that are certainly hit, t, u and v are computed only at the end.

use super::super::super::eight_rays::{EightRays, ray_of};
use super::super::super::layout::{LANES, Leaf};
use super::super::super::queries::order;
use super::super::super::{RayTree, TriangleHit};
use crate::accel::RayOptions;
use crate::intersect::{FourHits, IndexedTriangle, PreparedRay, RayTriangleHit};
use fearless_simd::{Simd, f64x4, prelude::*};

/// Triangle that a ray hits for certain, but whose t, u and v are not computed yet.
#[derive(Clone, Copy, Default)]
pub struct SureHit {
    /// Cache line at which the triangle's leaf begins; `place` is the index of the triangle in the leaf.
    pub line: usize,
    pub place: usize,
    /// Least and greatest distance from the beginning of the ray to the triangle along the rays' main axis, in the
    /// mesh's space.
    pub along: [f32; 2],
}

/// Closest hits that were found so far for eight rays.
pub struct Found<'a, S: Simd> {
    simd: S,
    tree: &'a RayTree,
    rays: &'a EightRays,
    options: &'a RayOptions<[Option<u32>; LANES]>,
    hits: &'a mut [Option<TriangleHit>; LANES],
    /// Triangles of `hits`, with their corners.
    met: [Option<IndexedTriangle<'a>>; LANES],
    /// Rays that have a triangle waiting in `places`, one bit for each ray.
    waiting: u32,
    places: [SureHit; LANES],
}

impl<'a, S: Simd> Found<'a, S> {
    #[inline(always)]
    pub fn new(
        simd: S,
        tree: &'a RayTree,
        rays: &'a EightRays,
        options: &'a RayOptions<[Option<u32>; LANES]>,
        hits: &'a mut [Option<TriangleHit>; LANES],
    ) -> Self {
        let (met, places) = ([None; LANES], [SureHit::default(); LANES]);
        Self { simd, tree, rays, options, hits, met, waiting: 0, places }
    }

    /// Records `place` as a sure hit of the ray in `lane`; returns an upper bound of its first hit along the main axis.
    #[inline(always)]
    pub fn let_wait(&mut self, lane: usize, place: SureHit) -> f32 {
        let [nearest, farthest] = place.along;
        if self.waiting >> lane & 1 != 0 {
            let other = self.places[lane];
            let [nearest_of_other, farthest_of_other] = other.along;
            if farthest_of_other < nearest {
                return farthest_of_other;
            }
            if nearest_of_other <= farthest {
                self.waiting &= !(1 << lane);
                self.decide(lane, place.line, place.place);
                self.decide(lane, other.line, other.place);
                return farthest.min(farthest_of_other);
            }
        }
        self.waiting |= 1 << lane;
        self.places[lane] = place;
        farthest
    }

    /// Tests a ray exactly against triangle `place` of the leaf at `line`; returns t if that is its closest hit so far.
    #[inline(never)]
    pub fn decide(&mut self, lane: usize, line: usize, place: usize) -> Option<f64> {
        let (ray, leaf) = (ray_of(self.rays, lane), Leaf::at(self.tree.lines.as_slice(), line));
        let hit = self.simd.vectorize(
            #[inline(always)]
            || PreparedRay::new(self.simd, &ray).meet(&ray, leaf.triangle(place), self.options.culling),
        )?;
        self.keep(lane, leaf, place, hit)
    }

    #[inline(always)]
    fn keep(&mut self, lane: usize, leaf: &'a Leaf, place: usize, hit: RayTriangleHit) -> Option<f64> {
        let triangle = self.tree.least_equal(leaf.triangles[place], |index| Some(index) != self.options.skip[lane])?;
        let (corners, ray) = (leaf.triangle(place), || ray_of(self.rays, lane));
        let is_behind = |(best, of_best): (TriangleHit, IndexedTriangle)| {
            best.t < hit.t || best.t == hit.t && order(ray, (best.triangle, of_best), (triangle, corners)).is_lt()
        };
        if !self.options.range.contain(hit.t) || self.hits[lane].zip(self.met[lane]).is_some_and(is_behind) {
            return None;
        }
        (self.hits[lane], self.met[lane]) = (Some(TriangleHit::new(triangle, hit)), Some(corners));
        Some(hit.t)
    }

    /// Computes t, u and v for the triangles that wait in `places`, four at once.
    #[inline(always)]
    pub fn decide_what_waits(&mut self) {
        for half in 0..2 {
            let mut left = self.waiting >> (4 * half) & 0b1111;
            if left == 0 {
                continue;
            }
            let mut corners = [[[0.0f32; 4]; 3]; 3];
            for i in 0..4 {
                if left >> i & 1 == 0 {
                    continue;
                }
                let place = &self.places[4 * half + i];
                let leaf = Leaf::at(self.tree.lines.as_slice(), place.line);
                for (rows, index) in corners.iter_mut().zip(leaf.lanes_of(place.place)) {
                    for (row, corners) in rows.iter_mut().zip(&leaf.corners) {
                        row[i] = corners[index];
                    }
                }
            }
            let [a, b, c] = &corners;
            let simd = self.simd;
            let four = |rows: &[[f64; LANES]; 3], k: usize| f64x4::simd_from(simd, rows[k].as_chunks().0[half]);
            let three = |rows: &[[f64; LANES]; 3]| [four(rows, 0), four(rows, 1), four(rows, 2)];
            let widened = |x: [f32; 4]| f64x4::simd_from(simd, x.map(f64::from));
            let corner = |x: &[[f32; 4]; 3]| [widened(x[0]), widened(x[1]), widened(x[2])];
            let [origin, from, to, lost, _] = self.rays;
            // All numbers at once: an early exit costs some percent of a ray's time.
            let has_lost = lost.as_flattened().iter().fold(0, |bits, lost| bits | lost.to_bits()) != 0;
            let lost = if has_lost { Some(three(lost)) } else { None };
            let (origin, from, to) = (three(origin), three(from), three(to));
            let hits = FourHits { origin, lost, from, to, corners: [corner(a), corner(b), corner(c)] };
            let hits = hits.values();
            while left != 0 {
                let i = left.trailing_zeros() as usize % 4;
                left &= left - 1;
                let lane = 4 * half + i;
                let SureHit { line, place, .. } = self.places[lane];
                match hits[i] {
                    Some(hit) => self.keep(lane, Leaf::at(self.tree.lines.as_slice(), line), place, hit),
                    None => self.decide(lane, line, place),
                };
            }
        }
    }
}
