//! Computation of the whole answer of [`ray_triangle`](super::ray_triangle()) at once, in compensated f64, where that
//! leaves no doubt: the first stage of the test, for triangles whose edges are exact differences of f64.
//!
//! Based on: Takeshi Ogita, Siegfried Rump and Shin'ichi Oishi, Accurate Sum and Dot Product, 2005 (each sum and
//! product with what its rounding lost); Abraham Ziv, Fast Evaluation of Elementary Mathematical Functions with
//! Correctly Rounded Last Bit, 1991.

use super::four_f64::Four;
use super::{Culling, RayTriangleHit, Side, Verdict, meet_exactly};
use crate::geometry::{ExactRay, Triangle};
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
pub(super) fn size_with<F: Four>(lost: F) -> F {
    lost.times(F::all(2.0 / f64::EPSILON))
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

/// Lanes of the four rows of differences, and of the volumes that they are the first rows of.
const DIRECTION_OR_V: usize = 0;
const FROM_A_OR_U: usize = 1;
const EDGE_AC_OR_T: usize = 2;
const EDGE_AB_OR_DET: usize = 3;

/// Differences of one coordinate, each pair of rows twice: the operands of cross products.
#[derive(Clone, Copy)]
struct Differences<F> {
    /// The lanes `direction`, `from_a`, `direction`, `from_a`: the rounded differences, and what their rounding lost.
    lines: (F, F),
    /// The lanes `edge_ac`, `edge_ab`, twice: the rounded differences, and what that lost, which is zero if exact.
    edges: (F, F),
}

impl<F: Four> Differences<F> {
    /// Returns the lanes direction, from_a, edge_ac, edge_ab, and what the rounding of the first two lost.
    #[inline(always)]
    fn row(&self) -> (F, F) {
        (self.edges.0.with_low_half_of(self.lines.0), F::all(0.0).with_low_half_of(self.lines.1))
    }
}

/// Ray laid out in four lanes, ready to meet triangles.
#[derive(Clone, Copy)]
pub struct PreparedRay<F> {
    /// For each coordinate, four lanes: the point that the direction leads to, the origin, and the same two again.
    to: [F; 3],
    /// For each coordinate, the point that the direction leads from, the same in all four lanes.
    from: [F; 3],
    /// Lost part of each coordinate of the origin, in the origin's lanes, else zero; then the least size of each row.
    lost: Option<([F; 3], F)>,
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

impl<F: Four> PreparedRay<F> {
    #[inline(always)]
    pub fn new(ray: &ExactRay) -> Self {
        Self::with_lost(ray, ray.lost)
    }

    /// Returns the prepared ray of a ray that has lost nothing.
    #[inline(always)]
    pub fn as_given(ray: &ExactRay) -> Self {
        Self::with_lost(ray, None)
    }

    #[inline(always)]
    fn with_lost(ray: &ExactRay, lost: Option<[DVec3; 2]>) -> Self {
        let ExactRay { origin: o, from, to: p, .. } = *ray;
        let lanes = |o: DVec3, p: DVec3| {
            let lanes = |o: f64, p: f64| F::new([p, o, p, o]);
            [lanes(o.x, p.x), lanes(o.y, p.y), lanes(o.z, p.z)]
        };
        Self {
            to: lanes(o, p),
            from: [F::all(from.x), F::all(from.y), F::all(from.z)],
            lost: lost.map(|[lost, _]| {
                let least = size_with(F::new([0.0, lost.abs().max_element(), 0.0, 0.0]));
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
        let of = |k: usize| self.differences_from(k, F::all(a[k]), F::new([c[k], b[k], c[k], b[k]]));
        decide([of(0), of(1), of(2)], self.lost.map(|(_, least)| least), culling)
    }

    /// Returns one coordinate of all differences.
    #[inline(always)]
    fn differences(&self, triangle: IndexedTriangle, k: usize) -> Differences<F> {
        let row = &triangle.corners[k];
        let a = F::all(f64::from(row[triangle.indices as usize & 7]));
        self.differences_from(k, a, F::gather(row, triangle.indices, [6, 3, 6, 3]))
    }

    /// Returns coordinate `k` of all differences from the corner `a`; `c_and_b` has the lanes c, b, c, b.
    #[inline(always)]
    fn differences_from(&self, k: usize, a: F, c_and_b: F) -> Differences<F> {
        let (line, line_lost) = difference(self.to[k], a.with_even_of(self.from[k]));
        let line_lost = self.lost.map_or(line_lost, |(lost, _)| line_lost.plus(lost[k]));
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
fn decide<F: Four>(differences: [Differences<F>; 3], least: Option<F>, culling: Culling) -> Verdict {
    // Edges between corners of f32 are exact, unless the corners are of very different sizes. Written out: a `map` that
    // is no part of its caller is compiled for a processor without these instructions, and calls a function for each.
    let [dx, dy, dz] = differences;
    let (x, y, z) = (dx.row(), dy.row(), dz.row());
    let sizes = x.0.abs().max(y.0.abs()).max(z.0.abs());
    let sizes = least.map_or(sizes, |least| sizes.max(least));
    let are_exact = dx.edges.1.or(dy.edges.1).or(dz.edges.1).equal(F::all(0.0));
    if are_exact & F::all(LEAST).less(sizes) & sizes.less(F::all(GREATEST)) != ALL {
        return Verdict::Unsure;
    }

    // Each row times the cross product that it is no part of: of from_a and edge_ab for direction and edge_ac, of
    // direction and edge_ac for the other two.
    let (x, y, z) = (term(x, minor(dy, dz)), term(y, minor(dz, dx)), term(z, minor(dx, dy)));
    let Volumes { rounded, hi: volumes, lo: volumes_lo } = Volumes::of(x, y, z);
    let neighbours = sizes.swap_neighbours();
    let errors = F::all(VOLUME_ERROR).times(sizes.times(neighbours).times(neighbours.swap_halves()));

    // If all volumes have the sign of det the ray hits; if one has the other, it misses. det less both others is w det.
    let det = volumes.last();
    let toward = volumes.with_signs_flipped_by(det);
    let w_terms = toward.times(F::new([-1.0, -1.0, 0.0, 1.0]));
    let w_errors = volumes.abs().times_plus(F::new([W_ROUNDING, W_ROUNDING, 0.0, W_ROUNDING]), errors);
    let certain = errors.less(toward);
    if certain != ALL || w_terms.minus(w_errors).total() <= 0.0 {
        let missed = toward.less(F::all(0.0).minus(errors)) != 0 || w_terms.plus(w_errors).total() < 0.0;
        return if missed && certain & 1 << EDGE_AB_OR_DET != 0 { Verdict::Miss } else { Verdict::Unsure };
    }
    let side = if det.first() > 0.0 { Side::Front } else { Side::Back };
    if culling.culls(side) {
        return Verdict::Miss;
    }

    let of_det = Volumes { rounded: rounded.last(), hi: det, lo: volumes_lo.last() };
    let (quotients, settled) = Volumes { rounded, hi: volumes, lo: volumes_lo }.over(errors, of_det, errors.last());
    let numbers = 1 << DIRECTION_OR_V | 1 << FROM_A_OR_U | 1 << EDGE_AC_OR_T;
    if settled & numbers != numbers {
        return Verdict::Unsure;
    }
    let numbers = quotients.array();
    let (t, u, v) = (numbers[EDGE_AC_OR_T], numbers[FROM_A_OR_U], numbers[DIRECTION_OR_V]);
    Verdict::Hit(RayTriangleHit { t, u, v, side })
}

/// Signed volumes, one per lane, each as a sum of two parts. A volume is the inner product of a row of three
/// coordinates and the cross product of two other rows.
#[derive(Clone, Copy)]
pub(super) struct Volumes<F> {
    /// The greater part: the volume, rounded.
    pub hi: F,
    /// The smaller part: the rest of the volume that `hi` leaves.
    pub lo: F,
    /// An approximation of [`Self::hi`] that is computed earlier.
    rounded: F,
}

impl<F: Four> Volumes<F> {
    /// Returns the volumes that are the sums of three terms, each term given in two parts.
    #[inline(always)]
    pub fn of(x: (F, F), y: (F, F), z: (F, F)) -> Self {
        let (first, first_lost) = sum(x.0, y.0);
        let (rounded, second_lost) = sum(first, z.0);
        let (hi, lo) = sum(rounded, first_lost.plus(second_lost).plus(x.1.plus(y.1).plus(z.1)));
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
    pub fn over(self, error: F, det: Self, det_error: F) -> (F, u32) {
        let inverse = F::all(1.0).over(det.rounded);
        let quotient = self.hi.times(inverse);
        let (back, back_lost) = quotient.product(det.hi);
        let low_remainder = self.lo.minus_product(quotient, det.lo).minus(back_lost);
        let correction = self.hi.minus(back).plus(low_remainder).times(inverse);
        let size = quotient.abs();
        let error = size.times_plus(det_error, error).times(inverse.abs());
        let error = size.times_plus(F::all(QUOTIENT_ERROR), error);
        let (low, high) = (quotient.plus(correction.minus(error)), quotient.plus(correction.plus(error)));
        let is_normal = F::all(f64::MIN_POSITIVE * GREATEST).less(size);
        let is_corrected_little = correction.abs().less(size.times(F::all(CORRECTION)));
        (low, low.equal(high) & is_normal & is_corrected_little)
    }
}

/// Returns the product of coordinates of a row and of a cross product; all are sums of two parts.
#[inline(always)]
pub(super) fn term<F: Four>(row: (F, F), (y, y_lo): (F, F)) -> (F, F) {
    let (hi, lost) = row.0.product(y);
    (hi, row.0.times_plus(y_lo, row.1.times_plus(y, lost)))
}

/// Returns `x_i y_j - x_j y_i`, x from_a and y edge_ab in the even lanes, direction and edge_ac in the odd ones.
#[inline(always)]
fn minor<F: Four>(i: Differences<F>, j: Differences<F>) -> (F, F) {
    let (hi, lo) = minor_of((i.lines, i.edges.0), (j.lines, j.edges.0));
    (hi.swap_neighbours(), lo.swap_neighbours())
}

/// Returns `x_i y_j - x_j y_i`. Each argument is an x with what its rounding lost, and a y, which is exact.
#[inline(always)]
pub(super) fn minor_of<F: Four>((x_i, y_i): ((F, F), F), (x_j, y_j): ((F, F), F)) -> (F, F) {
    let (p, p_lost) = x_i.0.product(y_j);
    let (q, q_lost) = x_j.0.product(y_i);
    let (hi, lost) = difference(p, q);
    let lo = p_lost.minus(q_lost).minus_product(x_j.1, y_i);
    (hi, x_i.1.times_plus(y_j, lo).plus(lost))
}

/// Returns `a + b`, rounded, and exactly what the rounding lost.
#[inline(always)]
fn sum<F: Four>(a: F, b: F) -> (F, F) {
    let hi = a.plus(b);
    let b_in_hi = hi.minus(a);
    (hi, a.minus(hi.minus(b_in_hi)).plus(b.minus(b_in_hi)))
}

/// Returns `a - b`, rounded, and exactly what the rounding lost.
#[inline(always)]
pub(super) fn difference<F: Four>(a: F, b: F) -> (F, F) {
    let hi = a.minus(b);
    let b_in_hi = a.minus(hi);
    (hi, a.minus(hi.plus(b_in_hi)).plus(b_in_hi.minus(b)))
}

#[cfg(test)]
mod tests {
    use super::super::values;
    use super::*;

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
                let by = PreparedRay::<[f64; 4]>::new(&ray);
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
