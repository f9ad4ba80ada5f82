//! Computation of the whole answer of [`ray_triangle`](super::ray_triangle()) at once, in compensated f64, where that
//! leaves no doubt: the first stage of the test, for triangles whose edges are exact differences of f64.
//!
//! Based on: Takeshi Ogita, Siegfried Rump and Shin'ichi Oishi, Accurate Sum and Dot Product, 2005 (each sum and
//! product with what its rounding lost); Abraham Ziv, Fast Evaluation of Elementary Mathematical Functions with
//! Correctly Rounded Last Bit, 1991.

use super::{Culling, RayTriangleHit, Side, Verdict, meet_exactly};
use crate::geometry::{ExactRay, Triangle};
use crate::math::four_f64::{
    alternate, any_bits, equal, gather, halves_of, lane, larger, less, minus_product, product, swap_halves,
    swap_neighbours, total, with_signs_flipped_by,
};
use fearless_simd::{Simd, f64x4, prelude::*};
use glam::DVec3;

/// Error of a computed volume, relative to the product of the greatest coordinates of its three rows.
///
/// Let ε = 2⁻⁵³, P_i the two products of magnitudes of an inner product, and M = Σ |x_i| P_i, at most six times the
/// product of the greatest coordinates. An inner product's low part sums up to eight terms of together 4εP in seven
/// additions, and drops one of ε²P, so that it is off by 29ε²P; the outer sum's low part adds terms of together 8εM in
/// twelve additions and drops one of 4ε²M, so that the volume is off by (29 + 96 + 4) ε²M, which is less than 2⁷ · 8 ·
/// ε² times the product. The bound is four times that.
///
/// The row from an origin that has lost something has a [size](size_with) such that its low part is below 2ε of it, off
/// by 3ε². By the same sums the volume is then off by less than 2¹⁰ · ε² times the product.
pub(super) const VOLUME_ERROR: f64 = 1.0 / (1u128 << 94) as f64;

/// Returns the least size, for error bounds, of a row whose origin lost up to `lost` on an axis: 2⁵³ times `lost`.
#[inline(always)]
pub(super) fn size_with<S: Simd>(lost: f64x4<S>) -> f64x4<S> {
    lost * (2.0 / f64::EPSILON)
}

/// Lower bound of the greatest coordinate of each row; [`GREATEST`] is the upper bound. Between them, what is lost to
/// underflow (2⁻¹⁰⁷⁴, times at most the square of the greatest) is far below [`VOLUME_ERROR`], and nothing overflows.
pub(super) const LEAST: f64 = 1.0 / (1u128 << 100) as f64;
pub(super) const GREATEST: f64 = (1u128 << 100) as f64;

/// Rounding error of `det - u det - v det`, relative to the magnitudes of its terms: what their low parts are (ε each),
/// the terms with their bounds (ε), two sums (2ε). The bounds' own roundings (ε) are covered by [`VOLUME_ERROR`].
const W_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Largest relative correction of a quotient. A quotient corrected so little is off by less than four times the
/// correction's square, and ε times the correction for each of a dozen roundings.
const CORRECTION: f64 = 1.0 / (1u64 << 50) as f64;
const QUOTIENT_ERROR: f64 = 32.0 * CORRECTION * CORRECTION;

pub(super) const ALL: u32 = 0b1111;

/// Numbers of twice the precision, one in each lane: rounded numbers, and what their rounding lost.
pub(super) type Doubles<S> = (f64x4<S>, f64x4<S>);

/// Lanes of the four rows of differences, and of the volumes that they are the first rows of.
const DIRECTION_OR_V: usize = 0;
const FROM_A_OR_U: usize = 1;
const EDGE_AC_OR_T: usize = 2;
const EDGE_AB_OR_DET: usize = 3;

/// Differences of one coordinate, each pair of rows twice: the operands of cross products.
#[derive(Clone, Copy)]
struct Differences<S: Simd> {
    /// The lanes `direction`, `from_a`, `direction`, `from_a`: the rounded differences, and what their rounding lost.
    lines: Doubles<S>,
    /// The lanes `edge_ac`, `edge_ab`, twice: the rounded differences, and what that lost, which is zero if exact.
    edges: Doubles<S>,
}

impl<S: Simd> Differences<S> {
    /// Returns the lanes direction, from_a, edge_ac, edge_ab, and what the rounding of the first two lost.
    #[inline(always)]
    fn row(&self) -> Doubles<S> {
        let zeros = f64x4::splat(self.lines.0.simd, 0.0);
        (halves_of(self.lines.0, self.edges.0), halves_of(self.lines.1, zeros))
    }
}

/// Ray laid out in four lanes, ready to meet triangles.
#[derive(Clone, Copy)]
pub struct PreparedRay<S: Simd> {
    simd: S,
    /// For each coordinate, four lanes: the point that the direction leads to, the origin, and the same two again.
    to: [f64x4<S>; 3],
    /// For each coordinate, the point that the direction leads from, the same in all four lanes.
    from: [f64x4<S>; 3],
    /// Lost part of each coordinate of the origin, in the origin's lanes, else zero; then the least size of each row.
    lost: Option<([f64x4<S>; 3], f64x4<S>)>,
}

/// Triangle whose three corners are among eight: `corners` has a row of eight f32 for each coordinate, and `indices`
/// the triangle's three indices into the rows, of three bits each, from the lowest bits on. Others are ignored.
#[derive(Clone, Copy)]
pub struct IndexedTriangle<'a> {
    pub corners: &'a [[f32; 8]; 3],
    pub indices: u32,
}

impl IndexedTriangle<'_> {
    /// Returns the triangle of these corners.
    pub fn triangle(&self) -> Triangle {
        let corner = |shift: u32| {
            let index = (self.indices >> shift) as usize & 7;
            DVec3::from(self.corners.map(|row| f64::from(row[index])))
        };
        Triangle::new(corner(0), corner(3), corner(6))
    }
}

impl<S: Simd> PreparedRay<S> {
    #[inline(always)]
    pub fn new(simd: S, ray: &ExactRay) -> Self {
        Self::with_lost(simd, ray, ray.lost)
    }

    /// Returns the prepared ray of a ray that has lost nothing.
    #[inline(always)]
    pub fn as_given(simd: S, ray: &ExactRay) -> Self {
        Self::with_lost(simd, ray, None)
    }

    #[inline(always)]
    fn with_lost(simd: S, ray: &ExactRay, lost: Option<[DVec3; 2]>) -> Self {
        let ExactRay { origin: o, from, to: p, .. } = *ray;
        let lanes = |o: DVec3, p: DVec3| {
            let lanes = |o: f64, p: f64| f64x4::simd_from(simd, [p, o, p, o]);
            [lanes(o.x, p.x), lanes(o.y, p.y), lanes(o.z, p.z)]
        };
        Self {
            simd,
            to: lanes(o, p),
            from: [from.x.simd_into(simd), from.y.simd_into(simd), from.z.simd_into(simd)],
            lost: lost.map(|[lost, _]| {
                let least = size_with([0.0, lost.abs().max_element(), 0.0, 0.0].simd_into(simd));
                (lanes(lost, DVec3::ZERO), least)
            }),
        }
    }

    /// Returns the hit of the ray on the triangle as [`ray_triangle`](super::ray_triangle()) does. On wasm32 it is not
    /// inlined, so that a web page holds the function once and not in every walk through a tree.
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub fn meet(&self, ray: &ExactRay, triangle: IndexedTriangle, culling: Culling) -> Option<RayTriangleHit> {
        self.decide(triangle, culling).or(|| decide_exactly(ray, triangle, culling))
    }

    #[inline(always)]
    fn decide(&self, triangle: IndexedTriangle, culling: Culling) -> Verdict {
        let differences = [self.differences(triangle, 0), self.differences(triangle, 1), self.differences(triangle, 2)];
        decide(differences, self.lost.map(|(_, least)| least), culling)
    }

    /// Returns the verdict on a triangle whose corners are any f64.
    pub fn decide_any(&self, triangle: &Triangle, culling: Culling) -> Verdict {
        let Triangle { a, b, c } = *triangle;
        let of = |k: usize| {
            let c_and_b = [c[k], b[k], c[k], b[k]].simd_into(self.simd);
            self.differences_from(k, a[k].simd_into(self.simd), c_and_b)
        };
        decide([of(0), of(1), of(2)], self.lost.map(|(_, least)| least), culling)
    }

    /// Returns one coordinate of all differences.
    #[inline(always)]
    fn differences(&self, triangle: IndexedTriangle, k: usize) -> Differences<S> {
        let row = &triangle.corners[k];
        let a = f64::from(row[triangle.indices as usize & 7]).simd_into(self.simd);
        self.differences_from(k, a, gather(self.simd, row, triangle.indices, [6, 3, 6, 3]))
    }

    /// Returns coordinate `k` of all differences from the corner `a`; `c_and_b` has the lanes c, b, c, b.
    #[inline(always)]
    fn differences_from(&self, k: usize, a: f64x4<S>, c_and_b: f64x4<S>) -> Differences<S> {
        let (line, line_lost) = difference(self.to[k], alternate(self.from[k], a));
        let line_lost = self.lost.map_or(line_lost, |(lost, _)| line_lost + lost[k]);
        Differences { lines: (line, line_lost), edges: difference(c_and_b, a) }
    }
}

#[cold]
#[inline(never)]
fn decide_exactly(ray: &ExactRay, triangle: IndexedTriangle, culling: Culling) -> Option<RayTriangleHit> {
    meet_exactly(ray, &triangle.triangle(), culling)
}

/// Returns the verdict of the test from the differences. `least` has the least size of each row.
#[inline(always)]
fn decide<S: Simd>(differences: [Differences<S>; 3], least: Option<f64x4<S>>, culling: Culling) -> Verdict {
    // Edges between corners of f32 are exact, unless the corners are of very different sizes. Written out: a `map` that
    // is no part of its caller is compiled for a processor without these instructions, and calls a function for each.
    let [dx, dy, dz] = differences;
    let (x, y, z) = (dx.row(), dy.row(), dz.row());
    let simd = x.0.simd;
    let sizes = larger(larger(x.0.abs(), y.0.abs()), z.0.abs());
    let sizes = least.map_or(sizes, |least| larger(sizes, least));
    let are_exact = equal(any_bits([dx.edges.1, dy.edges.1, dz.edges.1]), 0.0);
    if are_exact & less(f64x4::splat(simd, LEAST), sizes) & less(sizes, GREATEST) != ALL {
        return Verdict::Unsure;
    }

    // Each row times the cross product that it is no part of: of from_a and edge_ab for direction and edge_ac, of
    // direction and edge_ac for the other two.
    let (x, y, z) = (term(x, minor(dy, dz)), term(y, minor(dz, dx)), term(z, minor(dx, dy)));
    let Volumes { rounded, hi: volumes, lo: volumes_lo } = Volumes::of(x, y, z);
    let neighbours = swap_neighbours(sizes);
    let errors = sizes * neighbours * swap_halves(neighbours) * VOLUME_ERROR;

    // If all volumes have the sign of det the ray hits; if one has the other, it misses. det less both others is w det.
    let det = lane(volumes, EDGE_AB_OR_DET);
    let toward = with_signs_flipped_by(volumes, det);
    let w_terms = toward * f64x4::simd_from(simd, [-1.0, -1.0, 0.0, 1.0]);
    let w_errors = volumes.abs().mul_add([W_ROUNDING, W_ROUNDING, 0.0, W_ROUNDING], errors);
    let certain = less(errors, toward);
    if certain != ALL || total(w_terms - w_errors) <= 0.0 {
        let missed = less(toward, -errors) != 0 || total(w_terms + w_errors) < 0.0;
        return if missed && certain & 1 << EDGE_AB_OR_DET != 0 { Verdict::Miss } else { Verdict::Unsure };
    }
    let side = if det[0] > 0.0 { Side::Front } else { Side::Back };
    if culling.culls(side) {
        return Verdict::Miss;
    }

    let last = |x: f64x4<S>| lane(x, EDGE_AB_OR_DET);
    let of_det = Volumes { rounded: last(rounded), hi: det, lo: last(volumes_lo) };
    let (quotients, settled) = Volumes { rounded, hi: volumes, lo: volumes_lo }.over(errors, of_det, last(errors));
    let numbers = 1 << DIRECTION_OR_V | 1 << FROM_A_OR_U | 1 << EDGE_AC_OR_T;
    if settled & numbers != numbers {
        return Verdict::Unsure;
    }
    let (t, u, v) = (quotients[EDGE_AC_OR_T], quotients[FROM_A_OR_U], quotients[DIRECTION_OR_V]);
    Verdict::Hit(RayTriangleHit { t, u, v, side })
}

/// Signed volumes, one per lane, each as a sum of two parts. A volume is the inner product of a row of three
/// coordinates and the cross product of two other rows.
#[derive(Clone, Copy)]
pub(super) struct Volumes<S: Simd> {
    /// The greater part: the volume, rounded.
    pub hi: f64x4<S>,
    /// The smaller part: the rest of the volume that `hi` leaves.
    pub lo: f64x4<S>,
    /// An approximation of [`Self::hi`] that is computed earlier.
    rounded: f64x4<S>,
}

impl<S: Simd> Volumes<S> {
    /// Returns the volumes that are the sums of three terms, each term given in two parts.
    #[inline(always)]
    pub fn of(x: Doubles<S>, y: Doubles<S>, z: Doubles<S>) -> Self {
        let (first, first_lost) = sum(x.0, y.0);
        let (rounded, second_lost) = sum(first, z.0);
        let (hi, lo) = sum(rounded, (first_lost + second_lost) + (x.1 + y.1 + z.1));
        Self { hi, lo, rounded }
    }

    /// Returns the volumes divided by `det`, rounded once, and a mask in which a lane's bit is set if its rounding is
    /// certain. `error` and `det_error` bound the errors of the volumes and of `det`.
    ///
    /// A quotient's error is the numerator's error plus the quotient times the denominator's error, divided by the
    /// denominator; the bounds of those two errors leave room for the roundings of this computation. Where the
    /// quotient's error leaves no choice between two f64, its rounding is certain. The division uses an approximation
    /// of `det` that is known earlier. It is good enough if the quotient's correction is small, as the mask asks.
    #[inline(always)]
    pub fn over(self, error: f64x4<S>, det: Self, det_error: f64x4<S>) -> (f64x4<S>, u32) {
        let inverse = 1.0 / det.rounded;
        let quotient = self.hi * inverse;
        let (back, back_lost) = product(quotient, det.hi);
        let low_remainder = minus_product(self.lo, quotient, det.lo) - back_lost;
        let correction = (self.hi - back + low_remainder) * inverse;
        let size = quotient.abs();
        let error = size.mul_add(det_error, error) * inverse.abs();
        let error = size.mul_add(QUOTIENT_ERROR, error);
        let (low, high) = (quotient + (correction - error), quotient + (correction + error));
        let is_normal = less(f64x4::splat(size.simd, f64::MIN_POSITIVE * GREATEST), size);
        let is_corrected_little = less(correction.abs(), size * CORRECTION);
        (low, equal(low, high) & is_normal & is_corrected_little)
    }
}

/// Returns the product of coordinates of a row and of a cross product; all are sums of two parts.
#[inline(always)]
pub(super) fn term<S: Simd>(row: Doubles<S>, (y, y_lo): Doubles<S>) -> Doubles<S> {
    let (hi, lost) = product(row.0, y);
    (hi, row.0.mul_add(y_lo, row.1.mul_add(y, lost)))
}

/// Returns `x_i y_j - x_j y_i`, x from_a and y edge_ab in the even lanes, direction and edge_ac in the odd ones.
#[inline(always)]
fn minor<S: Simd>(i: Differences<S>, j: Differences<S>) -> Doubles<S> {
    let (hi, lo) = minor_of((i.lines, i.edges.0), (j.lines, j.edges.0));
    (swap_neighbours(hi), swap_neighbours(lo))
}

/// Returns `x_i y_j - x_j y_i`. Each argument is an x with what its rounding lost, and a y, which is exact.
#[inline(always)]
pub(super) fn minor_of<S: Simd>((x_i, y_i): (Doubles<S>, f64x4<S>), (x_j, y_j): (Doubles<S>, f64x4<S>)) -> Doubles<S> {
    let (p, p_lost) = product(x_i.0, y_j);
    let (q, q_lost) = product(x_j.0, y_i);
    let (hi, lost) = difference(p, q);
    let lo = minus_product(p_lost - q_lost, x_j.1, y_i);
    (hi, x_i.1.mul_add(y_j, lo) + lost)
}

/// Returns `a + b`, rounded, and exactly what the rounding lost.
#[inline(always)]
fn sum<S: Simd>(a: f64x4<S>, b: f64x4<S>) -> Doubles<S> {
    let hi = a + b;
    let b_in_hi = hi - a;
    (hi, (a - (hi - b_in_hi)) + (b - b_in_hi))
}

/// Returns `a - b`, rounded, and exactly what the rounding lost.
#[inline(always)]
pub(super) fn difference<S: Simd>(a: f64x4<S>, b: f64x4<S>) -> Doubles<S> {
    let hi = a - b;
    let b_in_hi = a - hi;
    (hi, (a - (hi + b_in_hi)) + (b_in_hi - b))
}

#[cfg(test)]
mod tests {
    use super::super::values;
    use super::*;
    use crate::math::four_f64::baseline;

    /// Returns a triangle of f32 corners and a ray at it from nearby or from far away, sometimes exactly at a corner.
    fn case(random: &mut fastrand::Rng) -> (ExactRay, Triangle) {
        let mut point = |size: f64| {
            let mut coordinate = || f64::from(((random.f64() - 0.5) * size) as f32);
            DVec3::new(coordinate(), coordinate(), coordinate())
        };
        let (center, o) = (point(10.0), point(40.0));
        let (a, b, c) = (center + point(0.1), center + point(0.1), center + point(0.1));
        let [a, b, c] = [a, b, c].map(|p| p.as_vec3().as_dvec3());
        let (u, v) = (random.f64() * 1.2 - 0.1, random.f64() * 1.2 - 0.1);
        let p = if random.u8(..) < 20 { a } else { a + u * (b - a) + v * (c - a) };
        let reach = [1.0, 0.3, 1e3][random.usize(..3)];
        let ray = if random.bool() {
            ExactRay::through(o, o + (p - o) * reach)
        } else {
            ExactRay::along(o, (p - o) * reach * f64::exp2(f64::from(random.i32(-90..90))))
        };
        (ray, Triangle::new(a, b, c))
    }

    #[test]
    fn what_is_settled_is_what_the_exact_arithmetic_says() {
        let mut random = crate::work::seeded();
        let (mut settled, mut hits) = (0, 0);
        for _ in 0..20_000 {
            let (ray, triangle) = case(&mut random);
            for culling in [Culling::None, Culling::Back, Culling::Front] {
                let expected = meet_exactly(&ray, &triangle, culling);
                let mut corners = [[0.0; 8]; 3];
                for (k, row) in corners.iter_mut().enumerate() {
                    (row[6], row[0], row[3]) = (triangle.a[k] as f32, triangle.b[k] as f32, triangle.c[k] as f32);
                }
                let indexed = IndexedTriangle { corners: &corners, indices: 0o2306 };
                let by = PreparedRay::new(baseline(), &ray);
                assert_eq!(by.meet(&ray, indexed, culling), expected, "{ray:?} {triangle:?}");
                settled += usize::from(by.decide(indexed, culling) != Verdict::Unsure);
                if let Some(hit) = expected {
                    hits += 1;
                    let exact = values::ExactVolumes::new(&ray, &triangle).quotients();
                    assert_eq!((hit.t, hit.u, hit.v), exact, "{ray:?} {triangle:?}");
                }
            }
        }
        assert!(hits > 10_000 && settled > 35_000, "{hits} hits, {settled} settled: the test tests little");
    }
}
