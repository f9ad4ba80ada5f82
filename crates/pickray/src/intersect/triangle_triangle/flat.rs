//! Exact tests of triangles in the plane, as convex hulls of three points.

use crate::math::predicates::{Sign, orient2d};
use glam::DVec2;

/// Returns `true` if the closed hulls of three points each, possibly segments or points, share a point.
pub(super) fn hulls_meet(p: &[DVec2; 3], q: &[DVec2; 3]) -> bool {
    // Hulls that meet without two edges that meet: one of them holds the other whole.
    edges(p).any(|edge| edges(q).any(|other| segments_meet(edge, other))) || contains(q, p[0]) || contains(p, q[0])
}

/// Returns the three edges of a triangle, from each corner to the next.
pub(super) fn edges(corners: &[DVec2; 3]) -> impl Iterator<Item = [DVec2; 2]> {
    let corners = *corners;
    (0..3).map(move |i| [corners[i], corners[(i + 1) % 3]])
}

/// Returns `true` if the closed segments share a point.
pub(super) fn segments_meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !beside(a, b, c, d) && !beside(c, d, a, b)
}

/// Returns `true` if `c` and `d` lie strictly on one side of the line `a b`.
fn beside(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = orient2d(a, b, c);
    side != Sign::Zero && side == orient2d(a, b, d)
}

/// Returns `true` if the closed triangle holds `point`; `false` for a triangle of zero area.
pub(super) fn contains(triangle: &[DVec2; 3], point: DVec2) -> bool {
    let [a, b, c] = *triangle;
    let winding = orient2d(a, b, c);
    winding != Sign::Zero && edges(triangle).all(|[from, to]| orient2d(from, to, point) * winding != Sign::Negative)
}

/// Returns `true` if the closed hull of three points, possibly a segment or a point, holds `point`.
pub(super) fn hull_holds(hull: &[DVec2; 3], point: DVec2) -> bool {
    contains(hull, point) || edges(hull).any(|edge| segments_meet(edge, [point, point]))
}

/// Returns the parameter along `a b`, from 0 to 1, at which the segments cross; `None` if not, or only in an end.
pub(super) fn proper_crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<f64> {
    let across = |side: Sign, other: Sign| side != Sign::Zero && side == -other;
    let crosses = across(orient2d(a, b, c), orient2d(a, b, d)) && across(orient2d(c, d, a), orient2d(c, d, b));
    let height = |point: DVec2| (d - c).perp_dot(point - c);
    let (from, to) = (height(a), height(b));
    crosses.then(|| if from == to { 0.5 } else { (from / (from - to)).clamp(0.0, 1.0) })
}
