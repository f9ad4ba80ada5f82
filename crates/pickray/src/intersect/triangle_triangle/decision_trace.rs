//! Trace of the decision whether two triangles meet, with all intermediate numbers, for display.

use super::exact::{self, Way};
use super::{TriangleIntersection, filtered, triangle_triangle_intersection};
use crate::geometry::Triangle;
use crate::math::predicates::Sign;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Line that two triangles' planes share, and the triangles' intervals on it, rounded to f64; for display alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntersectionLine {
    /// A point of the line.
    pub point: DVec3,
    /// The unit direction of the line.
    pub direction: DVec3,
    /// The start and the end of triangle p's interval on the line, as distances from `point` along `direction`.
    pub p: [f64; 2],
    /// The start and the end of triangle q's interval on the line, as distances from `point` along `direction`.
    pub q: [f64; 2],
}

/// Trace of [`super::triangle_triangle`]: every value that it computes for two triangles p and q.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TriangleTriangleTrace {
    /// The first triangle.
    pub p: Triangle,
    /// The second triangle.
    pub q: Triangle,
    /// The determinants `[q.a, q.b, q.c, corner]` for the corners of p in f64: six times the signed volumes, positive
    /// above q's plane.
    pub p_determinants: [f64; 3],
    /// The determinants `[p.a, p.b, p.c, corner]` for the corners of q in f64, positive above p's plane.
    pub q_determinants: [f64; 3],
    /// The error bound of the determinants; the sign of a determinant whose magnitude does not exceed it is uncertain.
    /// `None` if the coordinates are too small or too large for a bound.
    pub error_bound: Option<f64>,
    /// The exact signs of `p_determinants`.
    pub p_sides: [Sign; 3],
    /// The exact signs of `q_determinants`.
    pub q_sides: [Sign; 3],
    /// `true` if the f64 filter alone was certain of the decision.
    pub filter_decides: bool,
    /// The case that decided, with the canonical orders and the last two signs if the test got that far.
    pub way: Way,
    /// The line that the planes share; `None` unless both triangles reach it.
    pub line: Option<IntersectionLine>,
    /// The point, segment or polygon that the triangles share; `None` if they do not meet.
    pub intersection: Option<TriangleIntersection>,
    /// `true` if the triangles meet.
    pub meet: bool,
}

/// Returns the decision of [`super::triangle_triangle`] with all signs and numbers that led to it.
pub fn triangle_triangle_traced(p: &Triangle, q: &Triangle) -> TriangleTriangleTrace {
    let decision = exact::decide(p, q);
    let filter = filtered(p, q);
    debug_assert!(filter.is_none_or(|meet| meet == decision.meet), "the filter errs");
    TriangleTriangleTrace {
        p: *p,
        q: *q,
        p_determinants: p.corners().map(|corner| super::determinant(q.a, q.b, q.c, corner)),
        q_determinants: q.corners().map(|corner| super::determinant(p.a, p.b, p.c, corner)),
        error_bound: super::determinant_bound(p, q),
        p_sides: decision.p_sides,
        q_sides: decision.q_sides,
        filter_decides: filter.is_some(),
        way: decision.way,
        line: line(p, q, &decision),
        intersection: triangle_triangle_intersection(p, q),
        meet: decision.meet,
    }
}

fn line(p: &Triangle, q: &Triangle, decision: &exact::Decision) -> Option<IntersectionLine> {
    let Way::Line { p: p_order, q: q_order, .. } = decision.way else { return None };
    let [p_ends, q_ends] = super::intersection::interval_ends(p, q, decision, p_order, q_order);
    // Of the four points of the line, the two farthest apart give its direction best.
    let points = [p_ends, q_ends].concat();
    let spans = points.iter().flat_map(|&a| points.iter().map(move |&b| [a, b]));
    let [point, far] = spans.max_by(|[a, b], [c, d]| a.distance_squared(*b).total_cmp(&c.distance_squared(*d)))?;
    let mut direction = (far - point).try_normalize()?;
    if direction.dot(p_ends[1] - p_ends[0]) + direction.dot(q_ends[1] - q_ends[0]) < 0.0 {
        direction = -direction;
    }
    let along = |ends: [DVec3; 2]| ends.map(|end| direction.dot(end - point));
    Some(IntersectionLine { point, direction, p: along(p_ends), q: along(q_ends) })
}
