//! Values t, u and v of four hits at once, one hit per lane; [`PreparedRay`](super::PreparedRay) computes a single hit,
//! with one volume per lane.

use super::RayTriangleHit;
use super::Side;
use super::compensated::{ALL, Doubles, GREATEST, LEAST, VOLUME_ERROR, Volumes, difference, minor_of, size_with, term};
use crate::math::four_f64::{any_bits, equal, larger, less};
use fearless_simd::{Simd, f64x4, prelude::*};

/// Four rays, each with a triangle that it hits inside at t > 0. Points are x, y and z, with a lane for every ray.
pub struct FourHits<S: Simd> {
    pub origin: [f64x4<S>; 3],
    /// Rest that rounding took from the origins, if any: the first summand of `ExactRay::lost`.
    pub lost: Option<[f64x4<S>; 3]>,
    /// The points that the rays' directions lead from; `to` are the points that they lead to.
    pub from: [f64x4<S>; 3],
    pub to: [f64x4<S>; 3],
    /// The triangles' corners, whose coordinates are f32 numbers.
    pub corners: [[f64x4<S>; 3]; 3],
}

impl<S: Simd> FourHits<S> {
    /// Returns the four hits; `None` for a hit whose rounded values are in doubt.
    #[inline(always)]
    pub fn values(&self) -> [Option<RayTriangleHit>; 4] {
        let [a, b, c] = &self.corners;
        let (direction, mut from_a) = (minus(&self.to, &self.from), minus(&self.origin, a));
        let zeros = f64x4::splat(a[0].simd, 0.0);
        let mut least = zeros;
        if let Some([x, y, z]) = self.lost {
            let [of_x, of_y, of_z] = &mut from_a;
            (of_x.1, of_y.1, of_z.1) = (of_x.1 + x, of_y.1 + y, of_z.1 + z);
            least = size_with(larger(larger(x.abs(), y.abs()), z.abs()));
        }
        let (edge_ab, edge_ac) = (minus(b, a), minus(c, a));
        let mut settled = equal(lost(&edge_ab), 0.0) & equal(lost(&edge_ac), 0.0);

        let sizes = [size(&direction), larger(size(&from_a), least), size(&edge_ab), size(&edge_ac)];
        for size in sizes {
            settled &= less(f64x4::splat(size.simd, LEAST), size) & less(size, GREATEST);
        }
        let [of_direction, of_from_a, of_ab, of_ac] = sizes;

        let by_ac = cross(&direction, &edge_ac);
        let by_ab = cross(&from_a, &edge_ab);
        let det = inner(&edge_ab, by_ac);
        let det_error = error(of_direction, of_ac, of_ab);
        let (t, of_t) = inner(&edge_ac, by_ab).over(error(of_from_a, of_ab, of_ac), det, det_error);
        let (u, of_u) = inner(&from_a, by_ac).over(error(of_direction, of_ac, of_from_a), det, det_error);
        let (v, of_v) = inner(&direction, by_ab).over(error(of_from_a, of_ab, of_direction), det, det_error);
        settled &= of_t & of_u & of_v & ALL;

        let front = less(zeros, det.hi);
        let mut hits = [None; 4];
        for (i, hit) in hits.iter_mut().enumerate() {
            let side = if front >> i & 1 != 0 { Side::Front } else { Side::Back };
            *hit = (settled >> i & 1 != 0).then_some(RayTriangleHit { t: t[i], u: u[i], v: v[i], side });
        }
        hits
    }
}

#[inline(always)]
fn minus<S: Simd>(p: &[f64x4<S>; 3], q: &[f64x4<S>; 3]) -> [Doubles<S>; 3] {
    [difference(p[0], q[0]), difference(p[1], q[1]), difference(p[2], q[2])]
}

/// Returns zero in the lanes where the rounding of a row of differences lost nothing.
#[inline(always)]
fn lost<S: Simd>(row: &[Doubles<S>; 3]) -> f64x4<S> {
    any_bits([row[0].1, row[1].1, row[2].1])
}

/// Returns the greatest magnitude of a row's three coordinates.
#[inline(always)]
fn size<S: Simd>(row: &[Doubles<S>; 3]) -> f64x4<S> {
    larger(larger(row[0].0.abs(), row[1].0.abs()), row[2].0.abs())
}

/// Returns the error bound of a volume of rows of the given sizes.
#[inline(always)]
fn error<S: Simd>(x: f64x4<S>, y: f64x4<S>, z: f64x4<S>) -> f64x4<S> {
    x * y * z * VOLUME_ERROR
}

/// Returns the cross product of a row and an edge, whose differences lost nothing to rounding.
#[inline(always)]
fn cross<S: Simd>(x: &[Doubles<S>; 3], y: &[Doubles<S>; 3]) -> [Doubles<S>; 3] {
    let (x, y, z) = ((x[0], y[0].0), (x[1], y[1].0), (x[2], y[2].0));
    [minor_of(y, z), minor_of(z, x), minor_of(x, y)]
}

#[inline(always)]
fn inner<S: Simd>(x: &[Doubles<S>; 3], y: [Doubles<S>; 3]) -> Volumes<S> {
    Volumes::of(term(x[0], y[0]), term(x[1], y[1]), term(x[2], y[2]))
}

#[cfg(test)]
mod tests {
    use super::super::meet;
    use super::*;
    use crate::geometry::{ExactRay, Triangle};
    use crate::intersect::Culling;
    use crate::math::four_f64::{Baseline, baseline};
    use glam::DVec3;

    /// Returns x, y and z of four points.
    fn rows(points: [DVec3; 4]) -> [f64x4<Baseline>; 3] {
        [points.map(|p| p.x), points.map(|p| p.y), points.map(|p| p.z)].map(|row| row.simd_into(baseline()))
    }

    #[test]
    fn the_values_of_four_hits_are_those_of_each() {
        let mut random = crate::work::seeded();
        let (mut hits, mut settled) = (0, 0);
        for _ in 0..5_000 {
            let size = 2f64.powi(random.i32(-20..20));
            let mut point = |size: f64| {
                let mut coordinate = || f64::from(((random.f64() - 0.5) * size) as f32);
                DVec3::new(coordinate(), coordinate(), coordinate())
            };
            let triangles = [(); 4].map(|()| Triangle::new(point(size), point(size), point(size)));
            let origins = [(); 4].map(|()| point(9.0 * size));
            let rays: [_; 4] = std::array::from_fn(|i| {
                let Triangle { a, b, c } = triangles[i];
                let way = 0.3 * a + 0.3 * b + 0.4 * c - origins[i];
                if i % 2 == 0 {
                    ExactRay::along(origins[i], way * random.f64())
                } else {
                    ExactRay::through(origins[i], origins[i] + way)
                }
            });
            let found = FourHits {
                origin: rows(rays.map(|ray| ray.origin)),
                lost: None,
                from: rows(rays.map(|ray| ray.from)),
                to: rows(rays.map(|ray| ray.to)),
                corners: [triangles.map(|t| t.a), triangles.map(|t| t.b), triangles.map(|t| t.c)].map(rows),
            };
            for (i, found) in found.values().into_iter().enumerate() {
                if let Some(hit) = meet(&rays[i], &triangles[i], Culling::None) {
                    hits += 1;
                    settled += usize::from(found.is_some());
                    assert_eq!(found.unwrap_or(hit), hit, "{:?} {:?}", rays[i], triangles[i]);
                }
            }
        }
        assert!(hits > 19_000 && settled > hits * 9 / 10, "{hits} hits, {settled} settled: the test tests little");
    }
}
