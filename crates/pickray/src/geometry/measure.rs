//! Measures of points: distances, lengths of paths, and angles.
//!
//! Differences, products and sums are exact until they are rounded once, so that points far from the origin lose no
//! digits. Points are finite.
//!
//! Based on: William Kahan, How Futile are Mindless Assessments of Roundoff in Floating-Point Computation?, 2006,
//! section 12 (angles by an arc tangent, never by an arc cosine). Departure: cross and dot product are exact.

use crate::math::double::{Double, power_of_two_up_to};
use crate::math::exact::{Exact, cross, difference, dot};
use glam::DVec3;

/// Distance of two points, and its parts along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Length of the way, to within a few roundings; 0 only where the two points are one.
    pub length: f64,
    /// The way from the first point to the second, each coordinate rounded once.
    pub along: DVec3,
}

/// Returns the distance from `a` to `b`.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::measure::distance;
///
/// let (a, b) = (DVec3::new(4_500_000.25, 5_600_000.0, 0.0), DVec3::new(4_500_003.25, 5_600_004.0, 0.0));
/// assert_eq!(distance(a, b).length, 5.0);
/// assert_eq!(distance(a, b).along, DVec3::new(3.0, 4.0, 0.0));
/// ```
pub fn distance(a: DVec3, b: DVec3) -> Distance {
    let along = b - a;
    Distance { length: length(along), along }
}

/// Returns the length of the way through all points, in order; 0 for less than two.
pub fn path_length(points: &[DVec3]) -> f64 {
    let legs = points.windows(2).map(|leg| Double::from(distance(leg[0], leg[1]).length));
    legs.fold(Double::from(0.0), |sum, leg| sum + leg).hi
}

/// Returns the angle at `b` between the ways to `a` and to `c`, in radians from 0 to π, to within a few roundings of
/// the angle itself, however small. `None` where `a` or `c` lies on `b`, or a point is
/// not finite.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::measure::angle;
///
/// assert_eq!(angle(DVec3::X, DVec3::ZERO, DVec3::new(1.0, 1e-9, 0.0)), Some(1e-9));
/// assert_eq!(angle(DVec3::X, DVec3::X, DVec3::Y), None);
/// ```
pub fn angle(a: DVec3, b: DVec3, c: DVec3) -> Option<f64> {
    let (to_a, to_c) = (scaled_way(b, a)?, scaled_way(b, c)?);
    let sine = DVec3::from_array(cross(&to_a, &to_c).map(|x| x.rounded()));
    Some(length(sine).atan2(dot(&to_a, &to_c).rounded()))
}

/// Returns the exact way between two points times a power of two, about 1; `None` if they are one or not finite.
fn scaled_way(from: DVec3, to: DVec3) -> Option<[Exact; 3]> {
    if from == to || !(from.is_finite() && to.is_finite()) {
        return None;
    }
    let largest = (0.25 * to - 0.25 * from).abs().max_element();
    let scale = 1.0 / power_of_two_up_to(largest).max(f64::MIN_POSITIVE);
    Some(difference(to, from).map(|x| x * Exact::new(scale)))
}

/// Returns the length of a vector; infinite where it is too large for f64.
fn length(v: DVec3) -> f64 {
    let largest = v.abs().max_element();
    if largest == 0.0 || !largest.is_finite() { largest } else { (v / largest).length() * largest }
}
