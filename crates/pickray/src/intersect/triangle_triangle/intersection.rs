//! The point, segment or polygon that two triangles share.
//!
//! Based on: Philippe Guigue and Olivier Devillers, Fast and Robust Triangle-Triangle Overlap Test Using Orientation
//! Predicates, 2003, section 6, for the order of the interval ends; coplanar triangles by collecting corners and
//! crossings and taking their hull (Andrew's monotone chain, 1979).

use super::exact::{self, Canonical, Way};
use super::flat;
use crate::geometry::Triangle;
use crate::intersect::{Feature, without};
use crate::math::double::{Double, in_range};
use crate::math::exact::difference;
use crate::math::predicates::{Sign, determinant, orient2d, orient3d};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Intersection of two triangles: the points that they share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriangleIntersection {
    /// The one point in which the triangles touch.
    Point(DVec3),
    /// The ends of the segment that the triangles share.
    Segment(DVec3, DVec3),
    /// The three to six corners, in order, of the convex polygon that coplanar triangles share.
    Polygon(Vec<DVec3>),
}

/// Returns the point, segment or polygon that the closed triangles share, or `None` if they do not meet.
///
/// The kind of the intersection, and between which corners and edges its ends lie, are decided exactly. The points
/// themselves are rounded to f64, except where they are corners. The ends of a segment may round to the same point. A
/// polygon thinner than f64 resolves is given as the segment or point that its rounded corners span.
pub fn triangle_triangle_intersection(p: &Triangle, q: &Triangle) -> Option<TriangleIntersection> {
    Some(match featured_intersection(p, q)? {
        Featured::Point(end) => TriangleIntersection::Point(end.point),
        Featured::Segment([start, end]) => TriangleIntersection::Segment(start.point, end.point),
        Featured::Flat(shared) => shared,
    })
}

/// A point of both triangles, with the smallest feature of each that holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FeaturePoint {
    pub point: DVec3,
    pub on_p: Feature,
    pub on_q: Feature,
}

/// Intersection of two triangles, with the features on which its ends lie.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Featured {
    Point(FeaturePoint),
    Segment([FeaturePoint; 2]),
    /// Intersection of coplanar triangles, or of triangles of which one has zero area.
    Flat(TriangleIntersection),
}

pub(crate) fn featured_intersection(p: &Triangle, q: &Triangle) -> Option<Featured> {
    let decision = exact::decide(p, q);
    if !decision.meet {
        return None;
    }
    Some(match decision.way {
        Way::Line { p: p_order, q: q_order, tests } => {
            on_line(Crossed::new(p, decision.p_sides, p_order), Crossed::new(q, decision.q_sides, q_order), tests)
        }
        Way::SegmentP => Featured::Flat(TriangleIntersection::Point(segment_and_plane(p, decision.p_sides, q))),
        Way::SegmentQ => Featured::Flat(TriangleIntersection::Point(segment_and_plane(q, decision.q_sides, p))),
        Way::Coplanar { dropped } => Featured::Flat(in_plane(p, q, dropped.into())),
        Way::Segments => Featured::Flat(in_plane(p, q, exact::segments_axis(p, q))),
        Way::BesideQ | Way::BesideP | Way::NotFinite => unreachable!("these do not meet"),
    })
}

fn segment_and_plane(flat_triangle: &Triangle, sides: [Sign; 3], plane: &Triangle) -> DVec3 {
    let (i, j) = exact::crossing_corners(sides);
    let corners = flat_triangle.corners();
    if sides[j] == Sign::Zero { corners[j] } else { edge_and_plane(corners[i], corners[j], plane.corners()) }
}

/// A triangle in canonical order, whose two edges from the first corner cross the other's plane on the shared line.
struct Crossed {
    corners: [DVec3; 3],
    sides: [Sign; 3],
    order: [u8; 3],
    plane: [DVec3; 3],
}

impl Crossed {
    fn new(triangle: &Triangle, sides: [Sign; 3], canonical: Canonical) -> Self {
        let order = canonical.order;
        Self {
            corners: order.map(|i| triangle.corners()[usize::from(i)]),
            sides: order.map(|i| sides[usize::from(i)]),
            order,
            plane: triangle.corners(),
        }
    }

    /// Returns the feature where the edge from the first corner to corner `to` (1 or 2) crosses the plane.
    fn crossing(&self, to: usize) -> Feature {
        match (self.sides[0], self.sides[to]) {
            (Sign::Zero, _) => Feature::Vertex(self.order[0]),
            (_, Sign::Zero) => Feature::Vertex(self.order[to]),
            _ => edge_between(self.order[0], self.order[to]),
        }
    }

    /// Returns the feature strictly between the two crossings.
    fn between(&self) -> Feature {
        if self.sides[1] == Sign::Zero && self.sides[2] == Sign::Zero {
            edge_between(self.order[1], self.order[2])
        } else {
            Feature::Face
        }
    }

    /// Returns the point where the edge from the first corner to corner `to` crosses `plane`.
    fn point(&self, to: usize, plane: [DVec3; 3]) -> DVec3 {
        match (self.sides[0], self.sides[to]) {
            (Sign::Zero, _) => self.corners[0],
            (_, Sign::Zero) => self.corners[to],
            _ => edge_and_plane(self.corners[0], self.corners[to], plane),
        }
    }
}

/// Returns the edge between two corners: edge i goes from corner i to the next.
fn edge_between(i: u8, j: u8) -> Feature {
    Feature::Edge(if (i + 1) % 3 == j { i } else { j })
}

/// End of the interval that two triangles share: a crossing of an edge with the other triangle's plane.
enum End {
    /// Crossing of p's edge from corner 0 to the corner held, 1 or 2, in canonical order; strictly inside q's interval.
    P(usize),
    /// Crossing of q's edge from corner 0 to the corner held, 1 or 2, in canonical order; strictly inside p's interval.
    Q(usize),
    /// Crossings of an edge of p and of an edge of q at the same point, numbered as in `P` and `Q`.
    Both(usize, usize),
}

/// Returns the starts and ends of the intervals of p and q on the planes' common line, both in one direction.
pub(super) fn interval_ends(
    p: &Triangle,
    q: &Triangle,
    decision: &exact::Decision,
    p_order: Canonical,
    q_order: Canonical,
) -> [[DVec3; 2]; 2] {
    let (p, q) = (Crossed::new(p, decision.p_sides, p_order), Crossed::new(q, decision.q_sides, q_order));
    [[2, 1].map(|to| p.point(to, q.plane)), [1, 2].map(|to| q.point(to, p.plane))]
}

/// Returns the overlap of the intervals that `p` and `q` cut from the line of their planes.
///
/// The interval of p runs along the line from p's crossing 2 to its crossing 1, that of q from q's crossing 1 to its 2.
fn on_line(p: Crossed, q: Crossed, tests: [Sign; 2]) -> Featured {
    let feature_point = |end: End| match end {
        End::P(i) => FeaturePoint { point: p.point(i, q.plane), on_p: p.crossing(i), on_q: q.between() },
        End::Q(j) => FeaturePoint { point: q.point(j, p.plane), on_p: p.between(), on_q: q.crossing(j) },
        End::Both(i, j) => {
            let (on_p, on_q) = (p.crossing(i), q.crossing(j));
            let q_is_a_corner = matches!(on_q, Feature::Vertex(_)) && !matches!(on_p, Feature::Vertex(_));
            let point = if q_is_a_corner { q.point(j, p.plane) } else { p.point(i, q.plane) };
            FeaturePoint { point, on_p, on_q }
        }
    };

    // The intervals touch in an end, or one of them is a point.
    if tests[0] == Sign::Zero {
        return Featured::Point(feature_point(End::Both(1, 1)));
    }
    if tests[1] == Sign::Zero {
        return Featured::Point(feature_point(End::Both(2, 2)));
    }
    if p.sides[0] == Sign::Zero {
        return Featured::Point(feature_point(End::P(1)));
    }
    if q.sides[0] == Sign::Zero {
        return Featured::Point(feature_point(End::Q(1)));
    }

    // The sign is negative where q's crossing j comes before p's crossing i.
    let order = |i: usize, j: usize| orient3d(p.corners[0], p.corners[i], q.corners[0], q.corners[j]);
    let start = match order(2, 1) {
        Sign::Negative => End::P(2),
        Sign::Zero => End::Both(2, 1),
        Sign::Positive => End::Q(1),
    };
    let end = match order(1, 2) {
        Sign::Negative => End::Q(2),
        Sign::Zero => End::Both(1, 2),
        Sign::Positive => End::P(1),
    };
    Featured::Segment([feature_point(start), feature_point(end)])
}

/// Returns the intersection of two hulls in one plane, which meet; `axis` is an axis to project their plane along.
fn in_plane(p: &Triangle, q: &Triangle, axis: usize) -> TriangleIntersection {
    let (flat_p, flat_q) = (exact::project(p, axis), exact::project(q, axis));
    let mut shared: Vec<(DVec2, DVec3)> = Vec::new();
    for (corners, flat_corners, other) in [(p.corners(), flat_p, flat_q), (q.corners(), flat_q, flat_p)] {
        shared.extend(flat_corners.into_iter().zip(corners).filter(|&(corner, _)| flat::hull_holds(&other, corner)));
    }
    for i in 0..3 {
        for j in 0..3 {
            let (edge, other) = ([i, (i + 1) % 3], [j, (j + 1) % 3]);
            if let Some(t) = flat::proper_crossing(edge.map(|k| flat_p[k]), other.map(|k| flat_q[k])) {
                let [from, to] = edge.map(|k| p.corners()[k]);
                let point = from + t * (to - from);
                shared.push((without(point, axis), point));
            }
        }
    }
    match convex_hull(shared).as_slice() {
        [point] => TriangleIntersection::Point(*point),
        [start, end] => TriangleIntersection::Segment(*start, *end),
        corners => TriangleIntersection::Polygon(corners.to_vec()),
    }
}

/// Returns the corners of the convex hull of at least one point, counter-clockwise, none of them between two others.
fn convex_hull(mut points: Vec<(DVec2, DVec3)>) -> Vec<DVec3> {
    points.sort_by(|(p, _), (q, _)| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    points.dedup_by(|(p, _), (q, _)| p == q);
    if points.len() <= 2 {
        return points.into_iter().map(|(_, point)| point).collect();
    }
    let chain = |points: &mut dyn Iterator<Item = (DVec2, DVec3)>| {
        let mut chain: Vec<(DVec2, DVec3)> = Vec::new();
        for next in points {
            while let [.., (before, _), (last, _)] = chain[..]
                && orient2d(before, last, next.0) != Sign::Positive
            {
                chain.pop();
            }
            chain.push(next);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull.into_iter().map(|(_, point)| point).collect()
}

/// Returns the point where the segment from `start` to `end` crosses the plane through the three points `plane`. The
/// ends of the segment must lie on different sides of the plane.
///
/// The parameter along the segment is computed to f64's precision however small the angle, so that the point is off by
/// a few units in the last place of the coordinates.
fn edge_and_plane(start: DVec3, end: DVec3, plane: [DVec3; 3]) -> DVec3 {
    let [from_start, from_end] = shares(start, end, plane);
    // Start from the nearer end, so that a crossing close to a corner is as precise as the corner.
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
