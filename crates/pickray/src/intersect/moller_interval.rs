//! Test of two triangles by the intervals that they cut from the line in which their planes meet, in plain f64.
//!
//! Based on: Tomas Möller, A Fast Triangle-Triangle Intersection Test, Journal of Graphics Tools 2(2), 1997 (the
//! variant without division); ERIT (Martin Held, 1997) is of the same family. Departures: no epsilon.

use super::without;
use crate::geometry::Triangle;
use glam::{DVec2, DVec3};

/// Returns `true` if the closed triangles meet, by the classic interval test in f64: fast, widely used, and wrong where
/// rounding decides. It is here to be compared with [`super::triangle_triangle`], which is exact.
///
/// The triangles are in the same space. It errs for triangles that touch or nearly touch, or have no area.
pub fn moller_interval(p: &Triangle, q: &Triangle) -> bool {
    // Signed distances, times the length of the normal, of each one's corners from the other's plane.
    let q_normal = (q.b - q.a).cross(q.c - q.a);
    let p_heights = p.corners().map(|corner| q_normal.dot(corner) - q_normal.dot(q.a));
    if on_one_side(p_heights) {
        return false;
    }
    let p_normal = (p.b - p.a).cross(p.c - p.a);
    let q_heights = q.corners().map(|corner| p_normal.dot(corner) - p_normal.dot(p.a));
    if on_one_side(q_heights) {
        return false;
    }
    // The planes' line has this direction; its largest component orders points on it as well as the line itself does.
    let axis = p_normal.cross(q_normal).abs().max_position();
    let p_interval = Interval::new(p.corners().map(|corner| corner[axis]), p_heights);
    let q_interval = Interval::new(q.corners().map(|corner| corner[axis]), q_heights);
    match (p_interval, q_interval) {
        (Some(p_interval), Some(q_interval)) => p_interval.overlaps(&q_interval),
        _ => coplanar(p, q, p_normal),
    }
}

fn on_one_side(heights: [f64; 3]) -> bool {
    heights.iter().all(|&height| height > 0.0) || heights.iter().all(|&height| height < 0.0)
}

/// Interval on a line, with its ends `base + slope / divisor` kept undivided.
struct Interval {
    base: f64,
    slopes: [f64; 2],
    divisors: [f64; 2],
}

impl Interval {
    /// Returns the interval from the corners' coordinates along the line and heights; `None` if all heights are zero.
    fn new(along: [f64; 3], heights: [f64; 3]) -> Option<Self> {
        // The corner that is alone on its side.
        let [h0, h1, h2] = heights;
        let alone = if h0 * h1 > 0.0 {
            2
        } else if h0 * h2 > 0.0 {
            1
        } else if h1 * h2 > 0.0 || h0 != 0.0 {
            0
        } else if h1 != 0.0 {
            1
        } else if h2 != 0.0 {
            2
        } else {
            return None;
        };
        let others = [(alone + 1) % 3, (alone + 2) % 3];
        Some(Self {
            base: along[alone],
            slopes: others.map(|other| (along[other] - along[alone]) * heights[alone]),
            divisors: others.map(|other| heights[alone] - heights[other]),
        })
    }

    fn overlaps(&self, other: &Self) -> bool {
        // All four ends times the product of all four divisors, so that nothing is divided.
        let (mine, theirs) = (self.divisors[0] * self.divisors[1], other.divisors[0] * other.divisors[1]);
        let ends = |interval: &Self, others: f64| {
            let scaled = interval.base * interval.divisors[0] * interval.divisors[1] * others;
            let end = |i: usize| scaled + interval.slopes[i] * interval.divisors[1 - i] * others;
            let (first, second) = (end(0), end(1));
            (first.min(second), first.max(second))
        };
        let ((low, high), (other_low, other_high)) = (ends(self, theirs), ends(other, mine));
        low <= other_high && other_low <= high
    }
}

fn coplanar(p: &Triangle, q: &Triangle, normal: DVec3) -> bool {
    let dropped = normal.abs().max_position();
    let [p, q] = [p, q].map(|triangle| triangle.corners().map(|corner| without(corner, dropped)));
    let edges = |corners: [DVec2; 3]| [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]]);
    edges(p).iter().any(|edge| edges(q).iter().any(|other| edges_meet(edge, other))) || holds(q, p[0]) || holds(p, q[0])
}

/// Returns `true` if two segments meet, by Franklin Antonio's undivided test: both parameters in [0, 1].
fn edges_meet([a, b]: &[DVec2; 2], [c, d]: &[DVec2; 2]) -> bool {
    let (along, other, between) = (*b - *a, *c - *d, *a - *c);
    let divisor = along.perp_dot(other);
    let (t, s) = (-between.perp_dot(other), -along.perp_dot(between));
    let within = |parameter: f64| {
        if divisor > 0.0 { 0.0 <= parameter && parameter <= divisor } else { divisor <= parameter && parameter <= 0.0 }
    };
    divisor != 0.0 && within(t) && within(s)
}

fn holds([a, b, c]: [DVec2; 3], point: DVec2) -> bool {
    let turns = [(b - a).perp_dot(point - a), (c - b).perp_dot(point - b), (a - c).perp_dot(point - c)];
    turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0)
}
