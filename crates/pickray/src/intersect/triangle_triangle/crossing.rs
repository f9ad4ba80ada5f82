//! Point in which an edge crosses a plane, computed to the last places of f64.

use crate::math::double::{Double, in_range};
use crate::math::exact::difference;
use crate::math::predicates::determinant;
use glam::DVec3;

/// Returns the point where the segment from `start` to `end` crosses the plane through the three points `plane`. The
/// ends of the segment must lie on different sides of the plane.
///
/// The parameter along the segment is computed to f64's precision however small the angle, so that the point is off by
/// a few units in the last place of the coordinates.
pub(super) fn edge_and_plane(start: DVec3, end: DVec3, plane: [DVec3; 3]) -> DVec3 {
    let [from_start, from_end] = shares(start, end, plane);
    // From the nearer end, so that a crossing close to a corner is as precise as the corner.
    if from_start <= from_end { start + from_start * (end - start) } else { end + from_end * (start - end) }
}

/// Span between two heights, relative to the product of the largest differences of coordinates, above which [`Double`]
/// gives shares to f64's precision: the heights are off by some 50 operations of 2⁻¹⁰³ each.
const SPAN_FOR_DOUBLE: f64 = 1.0 / (1u64 << 44) as f64;

/// Returns the parts of the segment before and after its crossing, which sum to 1.
fn shares(start: DVec3, end: DVec3, plane: [DVec3; 3]) -> [f64; 2] {
    let [a, b, c] = plane;
    if [start, end, a, b, c].into_iter().all(in_range) {
        let from_a = |p: DVec3| -> [Double; 3] { std::array::from_fn(|i| Double::difference(p[i], a[i])) };
        let height = |p: DVec3| determinant(from_a(p), from_a(b), from_a(c));
        let (from, to) = (height(start), height(end));
        let span = from - to;
        let largest = [start, end, b, c].map(|p| (p - a).abs()).into_iter().fold(DVec3::ZERO, DVec3::max);
        if span.hi.abs() > SPAN_FOR_DOUBLE * largest.x * largest.y * largest.z {
            return [from.quotient(span).hi, (-to).quotient(span).hi].map(|share| share.clamp(0.0, 1.0));
        }
    }
    let from_a = |p: DVec3| difference(p, a);
    let height = |p: DVec3| determinant(from_a(p), from_a(b), from_a(c));
    let (from, to) = (height(start), height(end));
    let span = from.clone() - to.clone();
    [from.quotient(&span), (-to).quotient(&span)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_that_nearly_lies_in_the_plane_is_cut_where_it_crosses() {
        let plane = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(3.7, 0.2, 0.7), DVec3::new(0.3, 4.1, 0.9)];
        let [a, b, c] = plane;
        let normal = (b - a).cross(c - a).normalize();
        let (foot, along) = (a.lerp(b, 0.3).lerp(c, 0.2), (b - a).normalize());
        for power in 1..16 {
            let tilt = along + 10f64.powi(-power) * normal;
            let (start, end) = (foot - 0.25 * tilt, foot + 0.75 * tilt);
            let point = edge_and_plane(start, end, plane);
            // The ends themselves are rounded, which moves the crossing by that over the sine of the angle.
            assert!((point - foot).length() < 1e-15 * 10f64.powi(power), "1e-{power}: {point}");
        }
    }
}
