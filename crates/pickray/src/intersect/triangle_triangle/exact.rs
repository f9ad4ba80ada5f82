//! Decision whether two triangles meet, by exact signs of determinants, with the case that decided.

use super::flat;
use crate::geometry::{Aabb, Triangle};
use crate::intersect::without;
use crate::math::predicates::{Sign, orient2d, orient3d};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Order of a triangle's corners, rotated or exchanged so that two determinants decide whether it meets another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Canonical {
    /// The corners' indices in the new order: the first is alone on its side of the other triangle's plane.
    pub order: [u8; 3],
    /// `true` if the last two corners were exchanged, so that the other's first corner counts as above its plane.
    pub exchanged: bool,
}

/// Case that decided whether two triangles p and q meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A coordinate is not finite: nothing meets.
    NotFinite,
    /// All of p lies strictly on one side of q's plane.
    BesideQ,
    /// All of q lies strictly on one side of p's plane.
    BesideP,
    /// Both triangles reach across the line that their planes share. The two determinants `[p0, p1, q0, q1]` and
    /// `[p0, p2, q2, q0]` of the corners in canonical order decide: the first is positive if p's interval ends before
    /// q's begins, the second if p's interval begins after q's ends.
    Line {
        /// The order of p's corners.
        p: Canonical,
        /// The order of q's corners.
        q: Canonical,
        /// The signs of the two determinants.
        tests: [Sign; 2],
    },
    /// Coplanar triangles, compared without the coordinate `dropped` (0, 1, 2), in which the plane's normal is largest.
    Coplanar {
        /// The coordinate left out.
        dropped: u8,
    },
    /// p has zero area and is compared with the triangle q as a segment that crosses q's plane.
    SegmentP,
    /// q has zero area and is compared with the triangle p as a segment that crosses p's plane.
    SegmentQ,
    /// Two triangles of zero area.
    Segments,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    pub meet: bool,
    /// The sides of q's plane on which the corners of p lie, positive above.
    pub p_sides: [Sign; 3],
    /// The sides of p's plane on which the corners of q lie, positive above.
    pub q_sides: [Sign; 3],
    pub way: Way,
}

/// Decides whether two triangles meet, by exact signs alone.
pub(super) fn decide(p: &Triangle, q: &Triangle) -> Decision {
    if !(p.is_finite() && q.is_finite()) {
        return Decision { meet: false, p_sides: [Sign::Zero; 3], q_sides: [Sign::Zero; 3], way: Way::NotFinite };
    }
    let p_sides = p.corners().map(|corner| orient3d(q.a, q.b, q.c, corner));
    let q_sides = q.corners().map(|corner| orient3d(p.a, p.b, p.c, corner));
    let (meet, way) = decide_by_sides(p, q, p_sides, q_sides);
    Decision { meet, p_sides, q_sides, way }
}

fn decide_by_sides(p: &Triangle, q: &Triangle, p_sides: [Sign; 3], q_sides: [Sign; 3]) -> (bool, Way) {
    if one_side(p_sides) {
        return (false, Way::BesideQ);
    }
    if one_side(q_sides) {
        return (false, Way::BesideP);
    }
    // A triangle of zero area has every corner of the other one in its "plane".
    match (p_sides == [Sign::Zero; 3], q_sides == [Sign::Zero; 3]) {
        (false, false) => {}
        (true, false) => return (segment_meets(q, q_sides, p), Way::SegmentQ),
        (false, true) => return (segment_meets(p, p_sides, q), Way::SegmentP),
        (true, true) => return in_one_plane(p, q),
    }
    let (canonical_p, canonical_q) = canonical(p_sides, q_sides);
    let [p0, p1, p2] = canonical_p.order.map(|i| p.corners()[usize::from(i)]);
    let [q0, q1, q2] = canonical_q.order.map(|i| q.corners()[usize::from(i)]);
    let tests = [orient3d(p0, p1, q0, q1), orient3d(p0, p2, q2, q0)];
    (!tests.contains(&Sign::Positive), Way::Line { p: canonical_p, q: canonical_q, tests })
}

fn one_side(sides: [Sign; 3]) -> bool {
    sides == [Sign::Positive; 3] || sides == [Sign::Negative; 3]
}

/// Returns the canonical orders of two triangles that each cross or touch the other's plane and do not lie in it.
pub(super) fn canonical(p_sides: [Sign; 3], q_sides: [Sign; 3]) -> (Canonical, Canonical) {
    let (p_alone, p_above) = alone(p_sides);
    let (q_alone, q_above) = alone(q_sides);
    (turned(p_alone, !q_above), turned(q_alone, !p_above))
}

/// Returns the corner alone on its side (those in the plane count for either), and `true` if that side is above.
fn alone(sides: [Sign; 3]) -> (u8, bool) {
    (0..3u8)
        .find_map(|i| {
            let [first, second, third] = [0, 1, 2].map(|step| sides[usize::from(i + step) % 3]);
            match first {
                Sign::Zero => (second == third).then_some((i, second == Sign::Negative)),
                _ => (second != first && third != first).then_some((i, first == Sign::Positive)),
            }
        })
        .expect("corners on both sides of the plane, or one in it")
}

fn turned(first: u8, exchanged: bool) -> Canonical {
    let (second, third) = ((first + 1) % 3, (first + 2) % 3);
    Canonical { order: if exchanged { [first, third, second] } else { [first, second, third] }, exchanged }
}

/// Returns `true` if the segment of `flat_triangle` meets `triangle`, whose plane it crosses or touches in one point.
fn segment_meets(flat_triangle: &Triangle, sides: [Sign; 3], triangle: &Triangle) -> bool {
    let corners = flat_triangle.corners();
    let (i, j) = crossing_corners(sides);
    let (s, e) = (corners[i], corners[j]);
    let Triangle { a, b, c } = *triangle;
    let turns = [orient3d(s, e, a, b), orient3d(s, e, b, c), orient3d(s, e, c, a)];
    !(turns.contains(&Sign::Positive) && turns.contains(&Sign::Negative))
}

/// Returns two corners on different sides of a plane; at least one must be off it, and not all on one side of it.
pub(super) fn crossing_corners(sides: [Sign; 3]) -> (usize, usize) {
    let i = sides.iter().position(|&side| side != Sign::Zero).expect("a corner off the plane");
    let j = sides.iter().position(|&side| side != Sign::Zero && side != sides[i]);
    (i, j.or_else(|| sides.iter().position(|&side| side == Sign::Zero)).expect("a corner across or in the plane"))
}

fn in_one_plane(p: &Triangle, q: &Triangle) -> (bool, Way) {
    if let Some(dropped) = projection_axis(p).or_else(|| projection_axis(q)) {
        let meet = flat::hulls_meet(&project(p, dropped), &project(q, dropped));
        return (meet, Way::Coplanar { dropped: dropped as u8 });
    }
    // Two segments that are not skew lie in a plane.
    let ([p0, p1], [q0, q1]) = (span(p), span(q));
    let axis = segments_axis(p, q);
    let meet = orient3d(p0, p1, q0, q1) == Sign::Zero && flat::hulls_meet(&project(p, axis), &project(q, axis));
    (meet, Way::Segments)
}

/// Returns an axis along which two segments' common plane does not become a line, nor their common line a point.
pub(super) fn segments_axis(p: &Triangle, q: &Triangle) -> usize {
    let points = [span(p), span(q)].concat();
    let keeps_the_plane = |&axis: &usize| {
        (0..4).any(|left_out| {
            let [a, b, c] = [1, 2, 3].map(|step| without(points[(left_out + step) % 4], axis));
            orient2d(a, b, c) != Sign::Zero
        })
    };
    let bounds = Aabb::from_points(points.iter().copied()).size().to_array();
    let shortest = (0..3).min_by(|&i, &j| bounds[i].total_cmp(&bounds[j])).expect("three axes");
    (0..3).find(keeps_the_plane).unwrap_or(shortest)
}

/// Returns the axis (0, 1, 2 for x, y, z) of least loss to project the plane along; `None` for a zero area.
pub(super) fn projection_axis(triangle: &Triangle) -> Option<usize> {
    let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).abs().to_array();
    let mut axes = [0, 1, 2];
    axes.sort_by(|&i, &j| normal[j].total_cmp(&normal[i]));
    axes.into_iter().find(|&axis| {
        let [a, b, c] = project(triangle, axis);
        orient2d(a, b, c) != Sign::Zero
    })
}

/// Returns the triangle's corners without their coordinate `axis`; the other two coordinates are in cyclic order.
pub(super) fn project(triangle: &Triangle, axis: usize) -> [DVec2; 3] {
    triangle.corners().map(|corner| without(corner, axis))
}

/// Returns the ends of the segment that a triangle of zero area covers, equal for a point.
pub(super) fn span(flat_triangle: &Triangle) -> [DVec3; 2] {
    let corners = flat_triangle.corners();
    let by_coordinates = |p: &DVec3, q: &DVec3| {
        let (p, q) = (p.to_array(), q.to_array());
        p.partial_cmp(&q).expect("finite coordinates")
    };
    let least = corners.into_iter().min_by(by_coordinates).expect("three corners");
    let greatest = corners.into_iter().max_by(by_coordinates).expect("three corners");
    [least, greatest]
}
