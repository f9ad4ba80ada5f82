//! First stage of [`ray_triangle`](super::ray_triangle()): f64 with an error bound says hit, miss or unsure.
//!
//! Each volume is a determinant of rounded differences, so that [`triple_product`] bounds its error against the exact
//! value for the ray as it is given. A volume is certain where its magnitude is above its bound.

use super::{Culling, Side};
use crate::geometry::{ExactRay, Ray, Triangle};
use crate::math::double::ROUNDOFF;
use crate::math::predicates::triple_product;
use glam::DVec3;

/// Filter for one ray against many triangles: what is computed once for all of them.
#[derive(Clone, Copy, Debug)]
pub struct RayFilter {
    origin: DVec3,
    direction: DVec3,
}

/// Verdict of the filter on a ray and one triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Certain hit, on a side of the triangle that `culling` lets through.
    Hit {
        /// The parameter of the hit along the ray, not below zero, within `t_error` of the exact one.
        t: f64,
        /// A bound of the error of `t`.
        t_error: f64,
        /// The side of the triangle that the ray meets.
        side: Side,
    },
    /// Certain miss.
    Miss,
    /// Doubt, because the ray is too close to an edge or the plane, or a number to the limits of f64:
    /// [`ray_triangle`](super::ray_triangle()) decides.
    Unsure,
}

/// Volumes of a ray and a triangle in f64, each with a bound of its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volumes {
    pub det: (f64, f64),
    pub u: (f64, f64),
    pub v: (f64, f64),
    pub w: (f64, f64),
    pub t: (f64, f64),
}

impl RayFilter {
    /// Prepares a ray for the test of many triangles.
    pub fn new(ray: &Ray) -> Self {
        Self::of(&ray.exact())
    }

    pub(super) fn of(ray: &ExactRay) -> Self {
        Self { origin: ray.origin, direction: ray.direction() }
    }

    /// Returns the verdict on the ray and `triangle`, by the rules of [`ray_triangle`](super::ray_triangle()).
    pub fn test(&self, triangle: &Triangle, culling: Culling) -> Verdict {
        let Volumes { det, u, v, w, t } = self.volumes(triangle);
        let positive = |(value, error): (f64, f64)| value > error;
        let negative = |(value, error): (f64, f64)| -value > error;

        // Two opposite signs among the volumes, of which det is the sum, are a miss whatever the rest is.
        let any_positive = positive(u) || positive(v) || positive(w) || positive(det);
        let any_negative = negative(u) || negative(v) || negative(w) || negative(det);
        if any_positive && any_negative {
            return Verdict::Miss;
        }

        // The sign of det is the side, and that of t det against it tells before from behind.
        let side = match (positive(det), negative(det)) {
            (true, _) => Side::Front,
            (_, true) if culling == Culling::Back => return Verdict::Miss,
            (_, true) => Side::Back,
            _ => return Verdict::Unsure,
        };
        let (ahead, behind) = if side == Side::Front { (positive(t), negative(t)) } else { (negative(t), positive(t)) };
        if behind {
            return Verdict::Miss;
        }
        let all_one_sign = match side {
            Side::Front => positive(u) && positive(v) && positive(w),
            Side::Back => negative(u) && negative(v) && negative(w),
        };
        if !(ahead && all_one_sign) {
            return Verdict::Unsure;
        }

        // |n/d - n'/d'| <= (|n - n'| + |n/d| |d - d'|) / |d'|, and the rounded quotient adds its own error; twice that
        // covers the roundings of this bound.
        let quotient = t.0 / det.0;
        let t_error =
            2.0 * ((t.1 + quotient * det.1) / (det.0.abs() - det.1) + ROUNDOFF * quotient) + f64::MIN_POSITIVE;
        if t_error.is_finite() { Verdict::Hit { t: quotient, t_error, side } } else { Verdict::Unsure }
    }

    pub(super) fn volumes(&self, triangle: &Triangle) -> Volumes {
        let Triangle { a, b, c } = *triangle;
        let (edge_ab, edge_ac, from_a) = (b - a, c - a, self.origin - a);
        let det = triple_product(edge_ab, self.direction, edge_ac);
        let u = triple_product(from_a, self.direction, edge_ac);
        let v = triple_product(self.direction, from_a, edge_ab);
        let t = triple_product(edge_ac, from_a, edge_ab);

        // The third weight is what the other two leave; two subtractions add to their errors, which are added up with
        // roundings of their own.
        let rounding = 4.0 * ROUNDOFF * (det.0.abs() + u.0.abs() + v.0.abs() + (det.1 + u.1 + v.1));
        let w = (det.0 - u.0 - v.0, det.1 + u.1 + v.1 + rounding);
        Volumes { det, u, v, w, t }
    }
}
