//! Start of a sweep, by an exact test of the sphere at rest against a triangle, and its end: the contact.

use crate::geometry::{Feature, Triangle};
use crate::math::exact::{Exact, cross, difference, dot};
use crate::math::predicates::Sign;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// First contact of a moving sphere with a triangle: when and where they touch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The time of contact, as a fraction of the displacement: 0 at the start, 1 at the end.
    pub t: f64,
    /// The point of the triangle that is touched; if the sphere overlaps the triangle at the start, the triangle's
    /// point closest to the centre.
    pub point: DVec3,
    /// The unit vector from `point` to the sphere's centre; if these coincide, the normal against the displacement.
    pub normal: DVec3,
    /// The part of the triangle on which `point` lies.
    pub feature: Feature,
    /// `true` if the sphere already reached into the triangle at the start; then t is 0.
    pub overlapping: bool,
}

/// State of a sphere and a triangle before the sphere moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SweepStart {
    /// The distance of the triangle from the centre is greater than the radius.
    Separate,
    /// The distance of the triangle from the centre is the radius.
    Touching,
    /// The distance of the triangle from the centre is less than the radius.
    Overlapping,
}

/// Returns the exact state; `gap` is the computed distance minus the radius, right to within `slack`.
pub(in crate::intersect) fn state(triangle: &Triangle, center: DVec3, radius: f64, gap: f64, slack: f64) -> SweepStart {
    if gap > slack {
        SweepStart::Separate
    } else if gap < -slack {
        SweepStart::Overlapping
    } else {
        exact_state(triangle, center, radius)
    }
}

/// Returns the exact state. It compares the squared radius with the squared distances to the three corners, to the
/// edges beside which the centre lies, and to the plane above whose face it lies: the least of them is the triangle's.
fn exact_state(triangle: &Triangle, center: DVec3, radius: f64) -> SweepStart {
    let Triangle { a, b, c } = *triangle;
    let corners = [a, b, c].map(|corner| difference(corner, center));
    let edges = [difference(b, a), difference(c, b), difference(a, c)];
    let radius_squared = squared(Exact::new(radius));

    let mut signs = Vec::with_capacity(7);
    for (corner, edge) in corners.iter().zip(&edges) {
        let beyond = dot(corner, corner) - radius_squared.clone();
        signs.push(beyond.sign());
        let (back, length_squared) = (dot(corner, edge), dot(edge, edge));
        if back.sign() == Sign::Negative && (back.clone() + length_squared.clone()).sign() == Sign::Positive {
            signs.push((beyond * length_squared - squared(back)).sign());
        }
    }
    let normal = cross(&edges[2], &edges[0]);
    let normal_squared = dot(&normal, &normal);
    let above = |(edge, corner)| dot(&cross(edge, &normal), corner).sign() != Sign::Negative;
    if normal_squared.sign() == Sign::Positive && edges.iter().zip(&corners).all(above) {
        let height = dot(&normal, &corners[0]);
        signs.push((squared(height) - radius_squared * normal_squared).sign());
    }
    match signs.into_iter().min() {
        Some(Sign::Negative) => SweepStart::Overlapping,
        Some(Sign::Zero) => SweepStart::Touching,
        _ => SweepStart::Separate,
    }
}

fn squared(value: Exact) -> Exact {
    value.clone() * value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ulp_tells_touching_from_apart_and_overlapping() {
        // 5 = |(3, 4, 0)|: above a face, beside an edge and at a corner of a triangle that is far from the origin.
        let shift = DVec3::new(1024.0, -2048.0, 512.0);
        let triangle = Triangle::new(shift, shift + 16.0 * DVec3::Z, shift + DVec3::new(-8.0, 6.0, 0.0));
        let edge = shift + DVec3::new(3.0, 4.0, 5.0);
        let face = shift + DVec3::new(3.0, 4.0, 0.0) + DVec3::new(-4.0, 3.0, 5.0);
        let corner = shift + DVec3::new(3.0, 4.0, 0.0);
        for center in [edge, face, corner] {
            let state = |radius: f64| exact_state(&triangle, center, radius);
            assert_eq!(state(5.0), SweepStart::Touching, "{center}");
            assert_eq!(state(5.0f64.next_up()), SweepStart::Overlapping, "{center}");
            assert_eq!(state(5.0f64.next_down()), SweepStart::Separate, "{center}");
        }
    }
}
