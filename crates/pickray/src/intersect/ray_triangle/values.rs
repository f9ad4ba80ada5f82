//! Values t, u and v of a hit, rounded once from their exact values.
//!
//! Based on: Abraham Ziv, Fast Evaluation of Elementary Mathematical Functions with Correctly Rounded Last Bit, 1991:
//! compute with a bounded error, round where the bound leaves no doubt, and only else compute exactly.

use super::{Culling, RayTriangleHit, Side, Verdict, from_its_origin};
use crate::geometry::{ExactRay, Triangle};
use crate::math::double::{DOUBLE_ROUNDOFF, Double, ROUNDOFF, in_range};
use crate::math::exact::{Exact, difference, vector};
use crate::math::predicates::{Sign, determinant, orient3d};
use glam::DVec3;
use std::cmp::Ordering;
use std::collections::HashMap;

/// Relative error of a determinant of three rows of differences in [`Double`], one of which may be rounded once, per
/// unit of the sum of the magnitudes of its terms: that rounding, an inner product and subtraction, an outer product
/// and two additions make six operations; seven covers the rounding of the sum.
const DETERMINANT_ERROR: f64 = 7.0 * DOUBLE_ROUNDOFF;

/// Least quotient that rounds once on its way to f64. Lesser ones may round twice, once as a pair and once where
/// numbers thin out near zero.
const LEAST_QUOTIENT: f64 = f64::MIN_POSITIVE / (ROUNDOFF * ROUNDOFF);

/// Returns the `(t, u, v)`, rounded once, where the line of a ray that lost nothing meets the triangle.
pub(super) fn rounded(ray: &ExactRay, triangle: &Triangle) -> (f64, f64, f64) {
    in_double(ray, triangle).unwrap_or_else(|| ExactVolumes::new(ray, triangle).quotients())
}

/// Returns `(t, u, v)` by double-double arithmetic, or `None` if that cannot tell which f64 is nearest.
fn in_double(ray: &ExactRay, triangle: &Triangle) -> Option<(f64, f64, f64)> {
    let Triangle { a, b, c } = *triangle;
    let [det, t, u, v] = bounded_volumes(ray, triangle)?;
    let quotient = |numerator: (Double, f64), sign: &dyn Fn() -> Sign| {
        // A volume lost in its error is often zero: the ray begins on the plane, or goes through an edge.
        let lost = numerator.0.hi.abs() <= numerator.1;
        if lost && sign() == Sign::Zero { Some(0.0) } else { rounded_quotient(numerator, det) }
    };
    let t = quotient(t, &|| orient3d(a, b, c, ray.origin))?;
    let u = quotient(u, &|| ray.volume(c, a))?;
    let v = quotient(v, &|| ray.volume(a, b))?;
    Some((t, u, v))
}

/// Returns the verdict on a ray that may have lost something, by double-double arithmetic.
pub(super) fn verdict_in_double(ray: &ExactRay, triangle: &Triangle, culling: Culling) -> Verdict {
    let Some([det, t, u, v]) = bounded_volumes(ray, triangle) else { return Verdict::Unsure };
    let parts = [det, u, v].map(|(volume, error)| error + 2.0 * DOUBLE_ROUNDOFF * volume.hi.abs());
    let w = (det.0 - u.0 - v.0, parts.iter().sum::<f64>());
    let all = [det, t, u, v, w];
    if !all.iter().all(|(volume, error)| volume.exceeds(*error)) {
        return Verdict::Unsure;
    }
    let is_front = det.0.hi > 0.0;
    let side = if is_front { Side::Front } else { Side::Back };
    if culling.culls(side) || all.iter().any(|(volume, _)| (volume.hi > 0.0) != is_front) {
        return Verdict::Miss;
    }
    match [t, u, v].map(|numerator| rounded_quotient(numerator, det)) {
        [Some(t), Some(u), Some(v)] => Verdict::Hit(RayTriangleHit { t, u, v, side }),
        _ => Verdict::Unsure,
    }
}

/// Returns det, t, u and v of a ray that may have lost something, with error bounds; `None` where those do not hold.
fn bounded_volumes(ray: &ExactRay, triangle: &Triangle) -> Option<[(Double, f64); 4]> {
    let ExactRay { origin: o, from, to, lost } = *ray;
    let Triangle { a, b, c } = *triangle;
    let [lost, rest] = lost.unwrap_or_default();
    if rest != DVec3::ZERO || ![o, lost, from, to, a, b, c].into_iter().all(in_range) {
        return None;
    }
    let row = |p: DVec3, q: DVec3| -> [Double; 3] { std::array::from_fn(|i| Double::difference(p[i], q[i])) };
    let (edge_ab, edge_ac, mut from_a, direction) = (row(b, a), row(c, a), row(o, a), row(to, from));
    for (k, difference) in from_a.iter_mut().enumerate().filter(|(k, _)| lost[*k] != 0.0) {
        *difference = *difference + lost[k].into();
    }
    Some([
        bounded_determinant(edge_ab, direction, edge_ac),
        bounded_determinant(edge_ac, from_a, edge_ab),
        bounded_determinant(from_a, direction, edge_ac),
        bounded_determinant(direction, from_a, edge_ab),
    ])
}

/// Returns `x · (y × z)` and a bound of its error.
fn bounded_determinant(x: [Double; 3], y: [Double; 3], z: [Double; 3]) -> (Double, f64) {
    let magnitudes = determinant_of_magnitudes(x, y, z);
    (determinant(x, y, z), DETERMINANT_ERROR * magnitudes)
}

/// Returns the sum of the magnitudes of the six terms of `x · (y × z)`.
fn determinant_of_magnitudes(x: [Double; 3], y: [Double; 3], z: [Double; 3]) -> f64 {
    let [x, y, z] = [x, y, z].map(|row| row.map(|entry| entry.hi.abs()));
    let minor = |i: usize, j: usize| y[i] * z[j] + y[j] * z[i];
    x[0] * minor(1, 2) + x[1] * minor(2, 0) + x[2] * minor(0, 1)
}

/// Returns the f64 nearest to the quotient of two numbers known within bounds, or `None` if the bounds leave a choice.
fn rounded_quotient(numerator: (Double, f64), denominator: (Double, f64)) -> Option<f64> {
    let quotient = numerator.0.quotient(denominator.0);

    // The error of a quotient is that of the numerator and, times the quotient, of the denominator, over the
    // denominator; the division's own is 16 ROUNDOFF². Twice that covers the roundings of this bound.
    let size = quotient.hi.abs();
    let propagated = (numerator.1 + size * denominator.1) / (denominator.0.hi.abs() - 2.0 * denominator.1);
    let error = 2.0 * (propagated + 2.0 * DOUBLE_ROUNDOFF * size);
    let certain = denominator.0.hi.abs() > 4.0 * denominator.1
        && LEAST_QUOTIENT <= size
        && quotient.hi + (quotient.lo - error) == quotient.hi
        && quotient.hi + (quotient.lo + error) == quotient.hi;
    certain.then_some(quotient.hi)
}

/// Exact signed volumes of a ray and a triangle: `u`, `v` and `t`, divided by `det`, are those of the hit.
pub(super) struct ExactVolumes {
    pub det: Exact,
    pub u: Exact,
    pub v: Exact,
    pub t: Exact,
}

impl ExactVolumes {
    pub const ZERO: Self = Self { det: Exact::ZERO, u: Exact::ZERO, v: Exact::ZERO, t: Exact::ZERO };

    /// Computes the volumes of a ray and a triangle, whose coordinates are all finite.
    #[cold]
    pub fn new(ray: &ExactRay, triangle: &Triangle) -> Self {
        let Triangle { a, b, c } = *triangle;
        let (edge_ab, edge_ac) = (difference(b, a), difference(c, a));
        let [lost, rest] = ray.lost.unwrap_or_default().map(vector);
        let from_a: [_; 3] =
            std::array::from_fn(|k| Exact::new(ray.origin[k]) - Exact::new(a[k]) + lost[k].clone() + rest[k].clone());
        let direction = difference(ray.to, ray.from);
        Self {
            det: determinant(edge_ab.clone(), direction.clone(), edge_ac.clone()),
            u: determinant(from_a.clone(), direction.clone(), edge_ac.clone()),
            v: determinant(direction, from_a.clone(), edge_ab.clone()),
            t: determinant(edge_ac, from_a, edge_ab),
        }
    }

    /// Returns the volume `w det`, which is `det - u det - v det`.
    pub fn w(&self) -> Exact {
        self.det.clone() - self.u.clone() - self.v.clone()
    }

    /// Returns the hit that these volumes tell of; `None` for a miss.
    pub fn hit(&self, culling: Culling) -> Option<RayTriangleHit> {
        let facing = self.det.sign();
        let is_met = [&self.u, &self.v, &self.w(), &self.t].iter().all(|x| x.sign() * facing != Sign::Negative);
        let side = match facing {
            Sign::Positive => Side::Front,
            Sign::Negative => Side::Back,
            Sign::Zero => return None,
        };
        if !is_met || culling.culls(side) {
            return None;
        }
        let (t, u, v) = self.quotients();
        Some(RayTriangleHit { t, u, v, side })
    }

    /// Returns `(t, u, v)`, the volumes divided by `det`, which must not be zero.
    pub fn quotients(&self) -> (f64, f64, f64) {
        debug_assert!(self.det.sign() != Sign::Zero, "the line goes through the triangle");
        (self.t.quotient(&self.det), self.u.quotient(&self.det), self.v.quotient(&self.det))
    }
}

/// Returns the order of the exact t of two hits, each of a ray on a triangle.
#[cold]
pub(crate) fn order_of_t(first: &(ExactRay, Triangle), second: &(ExactRay, Triangle)) -> Ordering {
    if first.0 == second.0 && meets_both_at_once(&first.0, &first.1, &second.1) {
        return Ordering::Equal;
    }
    let [p, q] = [first, second].map(|(ray, triangle)| ExactVolumes::new(ray, triangle));
    let signs = p.det.sign() * q.det.sign();
    ((p.t * q.det - q.t * p.det).sign() * signs).cmp(&Sign::Zero)
}

/// Hits of one rounded t, up to which each is compared with the others; more are first reduced to those that differ.
const FEW: usize = 8;

/// Sorts hits of one rounded t by their exact t; those of one exact t stay in their order. `met` gives the ray and the
/// triangle of a hit. Hits on equal triangles have one exact t if also their `ray_id` is one, a number for each ray.
#[cold]
pub(crate) fn sort_by_exact_t<H>(
    hits: &mut [H],
    ray_id: impl Fn(&H) -> u32,
    ray: impl Fn(&H) -> ExactRay,
    triangle: impl Fn(&H) -> Triangle,
) {
    let met = |hit: &H| (ray(hit), triangle(hit));
    if hits.len() <= FEW {
        return hits.sort_by(|a, b| order_of_t(&met(a), &met(b)));
    }

    // Copies of a triangle, turned or from behind, have the same corners in the order of their bits.
    let kind = |hit: &H| {
        let mut corners = triangle(hit).corners().map(|corner| corner.to_array().map(f64::to_bits));
        corners.sort_unstable();
        (ray_id(hit), corners)
    };
    let mut kinds = HashMap::new();
    for hit in &*hits {
        kinds.entry(kind(hit)).or_insert_with(|| met(hit));
    }

    // Only hits of different kinds need exact arithmetic to be told apart.
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by(|(_, a), (_, b)| order_of_t(a, b));
    let equals = kinds.chunk_by(|(_, a), (_, b)| order_of_t(a, b).is_eq()).enumerate();
    let ranks: HashMap<_, _> =
        equals.flat_map(|(rank, kinds)| kinds.iter().map(move |(kind, _)| (*kind, rank))).collect();
    hits.sort_by_cached_key(|hit| ranks[&kind(hit)]);
}

/// Returns `true` if a ray, which hits two triangles, meets both at one point for sure: every corner of the first is on
/// the plane of the second or has no weight at the hit, as where they share the edge or the corner that is hit.
fn meets_both_at_once(ray: &ExactRay, first: &Triangle, second: &Triangle) -> bool {
    let moved = if ray.lost.is_none() { Some((*ray, *first)) } else { from_its_origin(ray, first) };
    let Some((ray, moved)) = moved else { return false };
    let is_on_plane = |p| second.corners().contains(&p) || orient3d(second.a, second.b, second.c, p) == Sign::Zero;
    let Triangle { a, b, c } = moved;
    let opposite = [(b, c), (c, a), (a, b)].into_iter();
    opposite.zip(first.corners()).all(|((p, q), corner)| is_on_plane(corner) || ray.volume(p, q) == Sign::Zero)
}
