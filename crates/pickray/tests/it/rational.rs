//! Exact rational geometry, the oracle of the predicates: slow, plain, and nothing of the library in it.

use glam::DVec3;
use num_rational::BigRational;
use num_traits::{Num, RefNum, Signed, ToPrimitive, Zero};

/// A point or a vector of rationals.
pub type Point = [BigRational; 3];

/// The exact value of a finite number.
pub fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("a finite number")
}

/// The exact value of finite coordinates.
pub fn exact(point: DVec3) -> Point {
    point.to_array().map(rational)
}

pub fn minus<T>(p: &[T; 3], q: &[T; 3]) -> [T; 3]
where
    for<'a> &'a T: RefNum<T>,
{
    std::array::from_fn(|i| &p[i] - &q[i])
}

pub fn cross<T: Num>(p: &[T; 3], q: &[T; 3]) -> [T; 3]
where
    for<'a> &'a T: RefNum<T>,
{
    let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

pub fn dot<T: Num>(p: &[T; 3], q: &[T; 3]) -> T
where
    for<'a> &'a T: RefNum<T>,
{
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// Part of a polygon where the slack is not negative.
///
/// Based on: Ivan E. Sutherland and Gary W. Hodgman, Reentrant Polygon Clipping, 1974.
pub fn clipped<const N: usize>(
    polygon: &[[BigRational; N]],
    slack: impl Fn(&[BigRational; N]) -> BigRational,
) -> Vec<[BigRational; N]> {
    let mut left = Vec::new();
    for (i, p) in polygon.iter().enumerate() {
        let q = &polygon[(i + 1) % polygon.len()];
        let (at_p, at_q) = (slack(p), slack(q));
        if !at_p.is_negative() {
            left.push(p.clone());
        }
        if (&at_p * &at_q).is_negative() {
            let share = &at_p / (&at_p - &at_q);
            left.push(std::array::from_fn(|k| &p[k] + &share * (&q[k] - &p[k])));
        }
    }
    left
}

/// -1, 0 or 1.
pub fn sign(x: &BigRational) -> i32 {
    x.signum().to_integer().to_i32().expect("a sign")
}

/// Whether `got` is the f64 nearest to `exact`, the even one where two are.
pub fn is_nearest(got: f64, exact: &BigRational) -> bool {
    if !got.is_finite() {
        return false;
    }
    let error = (rational(got) - exact).abs();
    [got.next_up(), got.next_down()].into_iter().all(|neighbour| {
        // Beyond the largest number there is none, and what lies there rounds to the largest.
        let beyond = !neighbour.is_finite() && (exact.is_negative() == neighbour.is_sign_negative() || exact.is_zero());
        if beyond || !neighbour.is_finite() {
            return true;
        }
        let other = (rational(neighbour) - exact).abs();
        error < other || (error == other && got.to_bits() & 1 == 0)
    })
}

/// The volumes of a ray and a triangle: det, and u, v and t times det (Möller and Trumbore's, by Cramer's rule).
pub struct Volumes {
    pub det: BigRational,
    pub u: BigRational,
    pub v: BigRational,
    pub t: BigRational,
}

impl Volumes {
    pub fn new(origin: DVec3, target: DVec3, corners: [DVec3; 3]) -> Self {
        let (o, p) = (exact(origin), exact(target));
        let [a, b, c] = corners.map(exact);
        let (e1, e2, s, d) = (minus(&b, &a), minus(&c, &a), minus(&o, &a), minus(&p, &o));
        let (d_e2, s_e1) = (cross(&d, &e2), cross(&s, &e1));
        Self { det: dot(&e1, &d_e2), u: dot(&s, &d_e2), v: dot(&d, &s_e1), t: dot(&e2, &s_e1) }
    }

    /// `(t, u, v)` where the ray meets the closed triangle at t >= 0.
    pub fn hit(&self) -> Option<(BigRational, BigRational, BigRational)> {
        if self.det.is_zero() {
            return None;
        }
        let [t, u, v] = [&self.t, &self.u, &self.v].map(|x| x / &self.det);
        let inside = !u.is_negative() && !v.is_negative() && &u + &v <= rational(1.0);
        (inside && !t.is_negative()).then_some((t, u, v))
    }
}
