//! The whole answer of [`ray_triangle`](super::ray_triangle()) at once, in compensated f64, where that leaves no doubt.
//!
//! Based on: Takeshi Ogita, Siegfried Rump and Shin'ichi Oishi, Accurate Sum and Dot Product, 2005 (each sum and product with
//! what its rounding lost); Abraham Ziv, Fast Evaluation of Elementary Mathematical Functions with Correctly Rounded Last Bit, 1991.
//!
//! For whoever has good reason to expect a hit: a miss is cheaper to find by [`RayFilter`](super::RayFilter).

use super::{Culling, RayTriangleHit, Side, ray_triangle};
use crate::geometry::{Ray, Triangle};
use glam::DVec3;

/// The error of a computed volume, relative to the product of the greatest coordinates of its three rows.
///
/// With ε = 2⁻⁵³, P_i the two products of magnitudes of an inner product, and M = Σ |x_i| P_i, at most six times the product of
/// the greatest coordinates: an inner product's low part sums up to eight terms of together 4εP in seven additions, and drops
/// one of ε²P, so that it is off by 29ε²P; the outer sum's low part adds terms of together 8εM in twelve additions and drops one of
/// 4ε²M, so that the volume is off by (29 + 96 + 4) ε²M, which is less than 2⁷ · 8 · ε² times the product. The bound is four times that.
const VOLUME_ERROR: f64 = 1.0 / (1u128 << 94) as f64;

/// The greatest coordinates of all rows have to lie between these: then what is lost to underflow (2⁻¹⁰⁷⁴, times at most the
/// square of the greatest) is far below [`VOLUME_ERROR`], and nothing overflows.
const LEAST: f64 = 1.0 / (1u128 << 100) as f64;
const GREATEST: f64 = (1u128 << 100) as f64;

/// The relative error of a quotient of two pairs is below this: its high part's remainder is exact, and the low part rounds four numbers
/// of magnitude ε.
const QUOTIENT_ERROR: f64 = 1.0 / (1u128 << 102) as f64;

/// How products are computed. What is certain is the same either way.
pub trait Arithmetic {
    /// Multiply and add with one rounding, which is slow where the processor has no instruction for it.
    const FUSED: bool;
}

/// For any processor.
pub struct Plain;

impl Arithmetic for Plain {
    const FUSED: bool = false;
}

/// For functions compiled for processors that multiply and add in one instruction.
pub struct Fused;

impl Arithmetic for Fused {
    const FUSED: bool = true;
}

/// A ray that meets many triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompensatedRay<'a> {
    ray: &'a Ray,
    direction: [Pair; 3],
    greatest: f64,
}

/// A number as the sum of two, the second of them what roundings lost of the first.
#[derive(Clone, Copy, Debug)]
struct Pair {
    hi: f64,
    lo: f64,
}

impl<'a> CompensatedRay<'a> {
    #[inline(always)]
    pub fn new(ray: &'a Ray) -> Self {
        let direction = difference(ray.target, ray.origin);
        Self { ray, direction, greatest: greatest(direction.map(|x| x.hi)) }
    }

    /// What [`ray_triangle`] answers.
    #[inline(always)]
    pub fn meet<A: Arithmetic>(&self, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
        match self.settle::<A>(triangle, culling) {
            Some(outcome) => outcome,
            None => unsettled(self.ray, triangle, culling),
        }
    }

    /// `None` where there is doubt.
    #[inline(always)]
    fn settle<A: Arithmetic>(&self, triangle: &Triangle, culling: Culling) -> Option<Option<RayTriangleHit>> {
        let Triangle { a, b, c } = *triangle;
        let (edge_ab, edge_ac) = (difference(b, a), difference(c, a));
        let (from_a, direction) = (difference(self.ray.origin, a), self.direction);

        // Corners of f32 have exact differences, unless they are of very different sizes.
        if edge_ab.iter().chain(&edge_ac).any(|x| x.lo != 0.0) {
            return None;
        }
        let (edge_ab, edge_ac) = (edge_ab.map(|x| x.hi), edge_ac.map(|x| x.hi));

        let sizes = [greatest(edge_ab), greatest(edge_ac), greatest(from_a.map(|x| x.hi)), self.greatest];
        if !sizes.iter().all(|size| LEAST < *size && *size < GREATEST) {
            return None;
        }
        let [ab, ac, oa, d] = sizes;
        let error_of = |x: f64, y: f64, z: f64| VOLUME_ERROR * (x * y * z);

        let across_ac = cross::<A>(direction, edge_ac);
        let det = (dot_exact::<A>(edge_ab, across_ac), error_of(ab, d, ac));
        let u = (dot::<A>(from_a, across_ac), error_of(oa, d, ac));
        let across_ab = cross::<A>(from_a, edge_ab);
        let v = (dot::<A>(direction, across_ab), error_of(d, oa, ab));
        let t = (dot_exact::<A>(edge_ac, across_ab), error_of(ac, oa, ab));

        // The third weight is what the other two leave; four numbers are rounded on the way.
        let w_value = (det.0.hi - u.0.hi - v.0.hi) + (det.0.lo - u.0.lo - v.0.lo);
        let w_error =
            (det.1 + u.1 + v.1) + 4.0 * f64::EPSILON * (det.0.hi.abs() + u.0.hi.abs() + v.0.hi.abs() + w_value.abs());

        let front = det.0.hi > 0.0;
        let toward = |x: f64| if front { x } else { -x };
        if toward(det.0.hi) <= det.1 {
            return None;
        }
        let side = if front { Side::Front } else { Side::Back };
        let least = [(u.0.hi, u.1), (v.0.hi, v.1), (w_value, w_error), (t.0.hi, t.1)].map(|(x, e)| (toward(x), e));
        if least.iter().any(|(x, e)| *x < -e) || (!front && culling == Culling::Back) {
            return Some(None);
        }
        if least.iter().any(|(x, e)| x <= e) {
            return None;
        }
        let (t, u, v) = (quotient::<A>(t, det)?, quotient::<A>(u, det)?, quotient::<A>(v, det)?);
        Some(Some(RayTriangleHit { t, u, v, side }))
    }
}

#[cold]
#[inline(never)]
fn unsettled(ray: &Ray, triangle: &Triangle, culling: Culling) -> Option<RayTriangleHit> {
    ray_triangle(ray, triangle, culling)
}

#[inline(always)]
fn greatest(x: [f64; 3]) -> f64 {
    let [x, y, z] = x.map(f64::abs);
    x.max(y).max(z)
}

#[inline(always)]
fn difference(p: DVec3, q: DVec3) -> [Pair; 3] {
    [sum(p.x, -q.x), sum(p.y, -q.y), sum(p.z, -q.z)]
}

/// `a + b`, exactly.
#[inline(always)]
fn sum(a: f64, b: f64) -> Pair {
    let hi = a + b;
    let b_in_hi = hi - a;
    Pair { hi, lo: (a - (hi - b_in_hi)) + (b - b_in_hi) }
}

/// `a * b`, exactly.
#[inline(always)]
fn product<A: Arithmetic>(a: f64, b: f64) -> Pair {
    if A::FUSED {
        let hi = a * b;
        Pair { hi, lo: a.mul_add(b, -hi) }
    } else {
        let exact = crate::math::double::Double::product(a, b);
        Pair { hi: exact.hi, lo: exact.lo }
    }
}

/// `a * b + c`, of which the caller counts two roundings.
#[inline(always)]
fn multiply_add<A: Arithmetic>(a: f64, b: f64, c: f64) -> f64 {
    if A::FUSED { a.mul_add(b, c) } else { a * b + c }
}

/// `x × y`.
#[inline(always)]
fn cross<A: Arithmetic>(x: [Pair; 3], y: [f64; 3]) -> [Pair; 3] {
    let minor = |i: usize, j: usize| {
        let (p, q) = (product::<A>(x[i].hi, y[j]), product::<A>(x[j].hi, y[i]));
        let high = sum(p.hi, -q.hi);
        let low = high.lo + (p.lo - q.lo);
        Pair { hi: high.hi, lo: multiply_add::<A>(x[i].lo, y[j], multiply_add::<A>(-x[j].lo, y[i], low)) }
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// `x · y`.
#[inline(always)]
fn dot<A: Arithmetic>(x: [Pair; 3], y: [Pair; 3]) -> Pair {
    let exact = dot_exact::<A>(x.map(|x| x.hi), y);
    let low = multiply_add::<A>(
        x[0].lo,
        y[0].hi,
        multiply_add::<A>(x[1].lo, y[1].hi, multiply_add::<A>(x[2].lo, y[2].hi, exact.lo)),
    );
    sum(exact.hi, low)
}

/// `x · y` of numbers that lack nothing.
#[inline(always)]
fn dot_exact<A: Arithmetic>(x: [f64; 3], y: [Pair; 3]) -> Pair {
    let terms: [Pair; 3] = std::array::from_fn(|i| {
        let high = product::<A>(x[i], y[i].hi);
        Pair { hi: high.hi, lo: multiply_add::<A>(x[i], y[i].lo, high.lo) }
    });
    let first = sum(terms[0].hi, terms[1].hi);
    let second = sum(first.hi, terms[2].hi);
    sum(second.hi, ((first.lo + second.lo) + (terms[0].lo + terms[1].lo)) + terms[2].lo)
}

/// The f64 nearest to the quotient of two numbers known within bounds; `None` where the bounds leave a choice.
#[inline(always)]
fn quotient<A: Arithmetic>(numerator: (Pair, f64), denominator: (Pair, f64)) -> Option<f64> {
    let ((n, n_error), (d, d_error)) = (numerator, denominator);
    let inverse = 1.0 / d.hi;
    let first = n.hi * inverse;
    let back = product::<A>(first, d.hi);
    let remainder = ((n.hi - back.hi) - back.lo) + multiply_add::<A>(-first, d.lo, n.lo);
    let second = remainder * inverse;

    // The error is that of the numerator and, times the quotient, of the denominator, over the denominator; twice that covers
    // the roundings of this bound.
    let size = first.abs();
    let error = 2.0 * ((n_error + size * d_error) * inverse.abs() + QUOTIENT_ERROR * size);
    let (low, high) = (first + (second - error), first + (second + error));
    (low == high && size > f64::MIN_POSITIVE * GREATEST).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::super::values;
    use super::*;

    /// A triangle of f32 corners and a ray at it from nearby or from far away, sometimes exactly at a corner.
    fn case(random: &mut fastrand::Rng) -> (Ray, Triangle) {
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
        (Ray::new(o, o + (p - o) * reach), Triangle::new(a, b, c))
    }

    #[test]
    fn what_is_settled_is_what_the_exact_arithmetic_says() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut settled, mut hits) = (0, 0);
        for _ in 0..20_000 {
            let (ray, triangle) = case(&mut random);
            for culling in [Culling::None, Culling::Back] {
                let expected = ray_triangle(&ray, &triangle, culling);
                let compensated = CompensatedRay::new(&ray);
                assert_eq!(compensated.meet::<Plain>(&triangle, culling), expected, "{ray:?} {triangle:?}");
                assert_eq!(compensated.meet::<Fused>(&triangle, culling), expected, "{ray:?} {triangle:?}");
                settled += usize::from(compensated.settle::<Plain>(&triangle, culling).is_some());
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
