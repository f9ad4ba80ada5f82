//! Exact test of a triangle against the common region of half-spaces.
//!
//! A point of the triangle has weights x >= 0 of its corners, of which not all are zero; it lies in a half-space if the
//! sum of the slacks (`offset - normal · corner`) at the corners, weighted by x, is not negative. So the triangle meets
//! the region if some x other than zero satisfies all rows of a list: three rows for the weights and one for each
//! half-space. All x that satisfy them form a cone with its tip at zero. The cone holds a point other than its tip only
//! if it has an edge, and an edge lies in two planes of the list: it is the cross product of their rows, or that
//! product reversed, if it satisfies all other rows.
//!
//! Based on: Alexander Schrijver, Theory of Linear and Integer Programming, 1986, section 8.8 (extremal rays of cones).

use crate::geometry::{HalfSpace, Triangle};
use crate::math::bounded::Number;
use crate::math::exact::{cross, dot};
use crate::math::predicates::Sign;

/// Returns `true` if the closed triangle shares a point with the common region of closed half-spaces, exactly.
///
/// A triangle of zero area is the segment or the point that its corners span. The region may be flat, a single point,
/// unbounded or, if there is no half-space, all of space. If a number is not finite the answer is `false`.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::{HalfSpace, Triangle};
/// use pickray::intersect::triangle_half_spaces;
///
/// // A wedge, of which the edge is the z axis.
/// let wedge = [HalfSpace::new(DVec3::X, 0.0), HalfSpace::new(DVec3::Y, 0.0)];
/// let slice = |s: f64| Triangle::new(DVec3::new(s, -1.0, 0.0), DVec3::new(-1.0, s, 0.0), DVec3::new(9.0, 9.0, 0.0));
/// assert!(triangle_half_spaces(&slice(0.5), &wedge) && triangle_half_spaces(&slice(1.0), &wedge));
/// assert!(!triangle_half_spaces(&slice(1.0f64.next_up()), &wedge));
/// ```
pub fn triangle_half_spaces(triangle: &Triangle, half_spaces: &[HalfSpace]) -> bool {
    let corners = triangle.corners();
    if !triangle.is_finite() || !half_spaces.iter().all(HalfSpace::is_finite) {
        return false;
    }
    let mut cutting = Vec::new();
    let mut is_inside = [true; 3];
    for half_space in half_spaces {
        let is_beyond = corners.map(|corner| half_space.slack_sign(corner) == Sign::Negative);
        if is_beyond == [true; 3] {
            return false;
        }
        // A half-space that all corners pass is passed by every weighing of them.
        if is_beyond != [false; 3] {
            cutting.push(half_space);
        }
        is_inside = std::array::from_fn(|i| is_inside[i] && !is_beyond[i]);
    }
    if is_inside != [false; 3] {
        return true;
    }
    let rows = cutting.iter().map(|half_space| corners.map(|corner| half_space.slack(corner)));
    cone_has_an_edge(rows).unwrap_or_else(|| {
        let rows = cutting.iter().map(|half_space| corners.map(|corner| half_space.slack_exactly(corner)));
        cone_has_an_edge(rows).expect("exact numbers have signs")
    })
}

/// Returns `true` if some x but zero passes all rows and those of the weights, or `None` if open signs decide.
fn cone_has_an_edge<T: Number>(half_spaces: impl Iterator<Item = [T; 3]>) -> Option<bool> {
    let [zero, one] = [T::ZERO, T::new(1.0)];
    let mut rows = vec![
        [one.clone(), zero.clone(), zero.clone()],
        [zero.clone(), one.clone(), zero.clone()],
        [zero.clone(), zero, one],
    ];
    rows.extend(half_spaces);
    let mut open = false;
    for j in 1..rows.len() {
        for i in 0..j {
            match is_edge(&rows, i, j) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => open = true,
            }
        }
    }
    (!open).then_some(false)
}

/// Returns `true` if a cross product of two rows, or its reverse, is not zero and passes all others; `None` if open.
fn is_edge<T: Number>(rows: &[[T; 3]], i: usize, j: usize) -> Option<bool> {
    let edge = cross(&rows[i], &rows[j]);
    let mut agreed = None;
    let mut open = false;
    for (_, row) in rows.iter().enumerate().filter(|&(k, _)| k != i && k != j) {
        match dot(row, &edge).known_sign() {
            None => open = true,
            Some(Sign::Zero) => {}
            Some(sign) if agreed.is_some_and(|agreed| agreed != sign) => return Some(false),
            Some(sign) => agreed = Some(sign),
        }
    }
    let signs = edge.each_ref().map(T::known_sign);
    if signs == [Some(Sign::Zero); 3] {
        return Some(false);
    }
    let may_be_zero = !signs.iter().any(|sign| matches!(sign, Some(Sign::Negative | Sign::Positive)));
    (!open && !may_be_zero).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::intersect::triangle_aabb;
    use glam::DVec3;

    /// The sides of a box.
    fn sides(aabb: &Aabb) -> Vec<HalfSpace> {
        let axes = DVec3::AXES.into_iter();
        axes.flat_map(|axis| [HalfSpace::new(axis, axis.dot(aabb.max)), HalfSpace::new(-axis, -axis.dot(aabb.min))])
            .collect()
    }

    #[test]
    fn the_sides_of_a_box_decide_as_the_box_does() {
        let mut random = crate::work::seeded();
        let (mut met, mut close) = (0, 0);
        for round in 0..3_000 {
            let mut coordinate = || match random.u8(..4) {
                0..3 => f64::from(random.i32(-4..=4)),
                _ => f64::from(random.i32(-4..=4)) * (1.0 + f64::EPSILON * random.f64()) + random.f64() * 1e-14,
            };
            let mut point = || DVec3::new(coordinate(), coordinate(), coordinate());
            let (p, q) = (point(), point());
            let aabb = Aabb::new(p.min(q), p.max(q));
            let triangle = Triangle::new(point(), point(), point());
            let scale = [1.0, 2f64.powi(-400), 2f64.powi(400)][round % 3];
            let aabb = Aabb::new(aabb.min * scale, aabb.max * scale);
            let triangle = Triangle::new(triangle.a * scale, triangle.b * scale, triangle.c * scale);
            let expected = triangle_aabb(&triangle, &aabb);
            assert_eq!(triangle_half_spaces(&triangle, &sides(&aabb)), expected, "{triangle:?} {aabb:?}");
            met += u32::from(expected);
            let corners = triangle.corners();
            let rows = sides(&aabb).into_iter().map(|side| corners.map(|corner| side.slack(corner)));
            close += u32::from(cone_has_an_edge(rows).is_none());
        }
        assert!((500..2_500).contains(&met) && close > 100, "{met} met, {close} decided exactly");
    }

    #[test]
    fn regions_that_are_flat_endless_or_empty_are_met_where_they_are() {
        let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
        let at = |normal: DVec3, offset: f64| HalfSpace::new(normal, offset);
        assert!(triangle_half_spaces(&triangle, &[]));
        let line = [at(DVec3::X, 2.0), at(-DVec3::X, -2.0), at(DVec3::Y, 2.0), at(-DVec3::Y, -2.0)];
        assert!(triangle_half_spaces(&triangle, &line));
        assert!(!triangle_half_spaces(&triangle, &[&line[..3], &[at(-DVec3::Y, -2.0f64.next_up())]].concat()));
        assert!(!triangle_half_spaces(&triangle, &[at(DVec3::X, 1.0), at(-DVec3::X, -1.0f64.next_up())]));
        assert!(triangle_half_spaces(&triangle, &[at(DVec3::ZERO, 0.0)]));
        assert!(!triangle_half_spaces(&triangle, &[at(DVec3::ZERO, -f64::MIN_POSITIVE)]));
        assert!(!triangle_half_spaces(&triangle, &[at(DVec3::X, f64::INFINITY)]));
        let point = Triangle::new(DVec3::ONE, DVec3::ONE, DVec3::ONE);
        assert!(triangle_half_spaces(&point, &[at(DVec3::ONE, 3.0), at(-DVec3::ONE, -3.0)]));
    }
}
