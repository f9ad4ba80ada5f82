//! Test of one moving sphere against one triangle: first its plane, then its edges and corners.

use super::start;
use super::sweep_trace::SweepObserver;
use super::{Impact, MovingSphere, SweepStart, SweepVerdict};
use crate::geometry::{Feature, RelativeTriangle, Triangle};
use glam::DVec3;

/// Error of a distance, relative to the farthest corner and the displacement: some sixteen roundings of half an ulp.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Distance from the border of a feature, relative to the farthest corner and the displacement, up to which a contact
/// is followed up by distance. It is far above what rounding moves a contact, but for what [`Approach::foot`] adds.
const BORDER: f64 = 1.0 / (1 << 20) as f64;

/// Steps after which a distance that still falls towards the radius is a graze; each at least quarters the gap.
const SETTLING_STEPS: usize = 64;

/// A moving sphere and a triangle, relative to where the sphere's centre starts, with error bounds.
pub(super) struct Approach<'a> {
    moving: &'a MovingSphere,
    triangle: &'a Triangle,
    relative: RelativeTriangle,
    /// The lengths of the edges; `normal_length` is that of the normal.
    lengths: [f64; 3],
    normal_length: f64,
    /// A bound of the sum of the farthest corner's distance and the length of the sphere's displacement.
    reach: f64,
    slack: f64,
    t_max: f64,
}

enum PlaneVerdict {
    Known(Option<Impact>),
    /// The point where the sphere touches the plane lies outside the face, or near its border. Holds the time at which
    /// the sphere touches the plane, and near the border the time at which it touches the face, if it does.
    Beside(f64, Option<f64>),
}

impl<'a> Approach<'a> {
    pub(super) fn new(moving: &'a MovingSphere, triangle: &'a Triangle, t_max: f64) -> Self {
        let relative = RelativeTriangle::new(triangle, moving.center);
        let [a, b, c] = relative.corners.map(DVec3::abs);
        // A vector is less than twice as long as its greatest component.
        let reach = 2.0 * a.max(b).max(c).max_element() + moving.way;
        let lengths = relative.edges.map(DVec3::length);
        // A triangle with an edge whose squared length underflows to 0 has no face; its other edges are tested.
        let normal_length = if lengths.contains(&0.0) { 0.0 } else { relative.normal.length() };
        Self { moving, triangle, relative, lengths, normal_length, reach, slack: ROUNDING * reach, t_max }
    }

    /// Returns the first impact, or `None`. With `MANY`, a tangent of the distance, tried first, may rule it out.
    pub(super) fn impact<const MANY: bool>(&self, observer: &mut impl SweepObserver) -> Option<Impact> {
        let (from, face) = match self.plane::<MANY>(observer) {
            PlaneVerdict::Known(impact) => return impact,
            PlaneVerdict::Beside(t, face) => (t, face),
        };
        let hidden = self.hidden_edges(from);
        let mut first = face.unwrap_or(f64::INFINITY);
        for i in 0..3 {
            // A corner is hidden only if both of its edges are.
            let candidates =
                [(Feature::Edge(i as u8), hidden[i]), (Feature::Vertex(i as u8), hidden[i] && hidden[(i + 2) % 3])];
            for (feature, hidden) in candidates {
                let (t, verdict) = match feature {
                    _ if hidden => (None, SweepVerdict::Hidden),
                    Feature::Vertex(_) => self.vertex(i),
                    _ => self.edge(i),
                };
                observer.candidate(feature, t.map(|(reached, _)| reached), verdict);
                first = first.min(t.and_then(|(_, touched)| touched).unwrap_or(f64::INFINITY));
            }
        }
        (first <= self.t_max).then_some(Impact { t: first, overlapping: false })
    }

    /// Tests the plane: a sphere that starts clear of it and does not reach it reaches nothing.
    fn plane<const MANY: bool>(&self, observer: &mut impl SweepObserver) -> PlaneVerdict {
        if self.normal_length == 0.0 {
            return self.start::<MANY>(observer);
        }
        let normal = self.relative.normal;
        let height = -normal.dot(self.relative.corners[0]) / self.normal_length;
        let speed = normal.dot(self.moving.displacement) / self.normal_length;
        observer.plane(height, speed);
        let gap = height.abs() - self.moving.radius;
        if gap <= self.slack {
            observer.candidate(Feature::Face, None, SweepVerdict::StartsWithin);
            return self.start::<MANY>(observer);
        }

        // Farther away, the sphere first reaches the plane, if at all, at the time `t`.
        let closing = if height > 0.0 { -speed } else { speed };
        let t = gap / closing;
        if closing <= 0.0 || t > self.t_max {
            observer.candidate(Feature::Face, None, SweepVerdict::missed(closing, Some(t)));
            return PlaneVerdict::Known(None);
        }

        // Where it does so, it touches the face, unless the foot of its centre lies outside.
        match self.foot(t, closing) {
            Border::Inside => {
                observer.candidate(Feature::Face, Some(t), SweepVerdict::Touches);
                PlaneVerdict::Known(Some(Impact { t, overlapping: false }))
            }
            Border::Outside => {
                if MANY && self.is_later(self.relative.closest_to(t * self.moving.displacement).0, t) {
                    return PlaneVerdict::Known(None);
                }
                observer.candidate(Feature::Face, Some(t), SweepVerdict::OffFeature);
                PlaneVerdict::Beside(t, None)
            }
            Border::Near => {
                let settled = self.follow_distance(t);
                observer.candidate(Feature::Face, Some(t), SweepVerdict::followed(settled));
                PlaneVerdict::Beside(t, settled)
            }
        }
    }

    /// Returns the verdict for a start within the radius of the plane, or without a plane.
    fn start<const MANY: bool>(&self, observer: &mut impl SweepObserver) -> PlaneVerdict {
        let (offset, feature) = self.relative.closest_to(DVec3::ZERO);
        let gap = offset.length() - self.moving.radius;
        let start = start::state(self.triangle, self.moving.center, self.moving.radius, gap, self.slack);
        observer.start(start, offset.length(), feature);
        let closing = offset.dot(self.moving.displacement) > 0.0;
        if start != SweepStart::Separate && (closing || !self.moving.approaching) {
            return PlaneVerdict::Known(Some(Impact { t: 0.0, overlapping: start == SweepStart::Overlapping }));
        }
        // The distance is convex in time: if it does not fall now, it never will.
        if !closing || MANY && self.is_later(offset, 0.0) {
            return PlaneVerdict::Known(None);
        }
        if gap <= self.slack {
            return PlaneVerdict::Known(self.follow_distance(0.0).map(|t| Impact { t, overlapping: false }));
        }
        PlaneVerdict::Beside(0.0, None)
    }

    /// Returns on which side of the face's border the foot of the centre lies when the sphere touches the plane.
    ///
    /// The time of touching is off by the height's rounding over the closing speed, the foot by as much times the way.
    fn foot(&self, t: f64, closing: f64) -> Border {
        let near = self.reach * (BORDER + ROUNDING * self.moving.way / closing);
        let mut border = Border::Inside;
        for i in 0..3 {
            let inward = self.inward(i, t);
            if inward < -near {
                return Border::Outside;
            }
            if inward <= near {
                border = Border::Near;
            }
        }
        border
    }

    /// Returns how far the foot of the centre lies on the triangle's side of an edge's line at `t`.
    fn inward(&self, i: usize, t: f64) -> f64 {
        let across = self.relative.edges[i].cross(self.relative.normal);
        across.dot(self.relative.corners[i] - t * self.moving.displacement) / (self.lengths[i] * self.normal_length)
    }

    /// Returns `true` for the edges on whose inner side the foot stays from `t` on: another part is closer there.
    fn hidden_edges(&self, t: f64) -> [bool; 3] {
        let near = BORDER * self.reach;
        [0, 1, 2].map(|i| self.normal_length > 0.0 && self.inward(i, t) > near && self.inward(i, self.t_max) > near)
    }

    /// Returns when the sphere meets an edge: first the line, as a disc seen along it, then the foot on it; both times.
    fn edge(&self, i: usize) -> (Option<(f64, Option<f64>)>, SweepVerdict) {
        let (edge, corner, length) = (self.relative.edges[i], self.relative.corners[i], self.lengths[i]);
        let offset = edge.cross(corner);
        let velocity = self.moving.displacement.cross(edge);
        let Some(t) = entry_time(offset, velocity, self.moving.radius * length) else {
            let within = offset.length() <= self.moving.radius * length;
            let missed = SweepVerdict::missed(-offset.dot(velocity), None);
            return (None, if within { SweepVerdict::StartsWithin } else { missed });
        };
        if t > self.t_max {
            return (Some((t, None)), SweepVerdict::AfterEnd);
        }
        let along = (t * self.moving.displacement - corner).dot(edge) / length;
        let near = BORDER * self.reach;
        if along < -near || along > length + near {
            return (Some((t, None)), SweepVerdict::OffFeature);
        }
        if near <= along && along <= length - near {
            return (Some((t, Some(t))), SweepVerdict::Touches);
        }
        let settled = self.follow_distance(t);
        (Some((t, settled)), SweepVerdict::followed(settled))
    }

    /// Returns when the sphere meets a corner, in the form of [`edge`](Self::edge).
    fn vertex(&self, i: usize) -> (Option<(f64, Option<f64>)>, SweepVerdict) {
        let offset = -self.relative.corners[i];
        match entry_time(offset, self.moving.displacement, self.moving.radius) {
            Some(t) if t > self.t_max => (Some((t, None)), SweepVerdict::AfterEnd),
            Some(t) => (Some((t, Some(t))), SweepVerdict::Touches),
            None => (None, SweepVerdict::missed(-offset.dot(self.moving.displacement), None)),
        }
    }

    /// Returns `true` if the tangent of the distance at `t`, where `offset` leads to the closest point, reaches the
    /// radius only after `t_max`, or never: then so does the distance, which is convex.
    fn is_later(&self, offset: DVec3, t: f64) -> bool {
        let distance = offset.length();
        let gap = distance - self.moving.radius - self.slack;
        gap > 0.0 && offset.dot(self.moving.displacement) * (self.t_max - t) < gap * distance
    }

    /// Returns when the distance to the triangle, convex in time, falls to the radius, from `t` to `t_max`, or `None`.
    fn follow_distance(&self, mut t: f64) -> Option<f64> {
        for _ in 0..SETTLING_STEPS {
            let (offset, _) = self.relative.closest_to(t * self.moving.displacement);
            let distance = offset.length();
            if distance - self.moving.radius <= self.slack {
                return Some(t);
            }
            let closing = offset.dot(self.moving.displacement) / distance;
            if closing <= 0.0 {
                return None;
            }
            t += (distance - self.moving.radius) / closing;
            if t > self.t_max {
                return None;
            }
        }
        None
    }
}

/// Side of a feature's border on which a point lies.
#[derive(Clone, Copy, PartialEq)]
enum Border {
    Inside,
    Near,
    Outside,
}

/// Returns the least `s` at which `|offset + s * velocity| = radius`, for a point that starts outside (`|offset| >
/// radius`) and comes closer. `None` if the point starts inside, recedes, stands still or passes by. The result is
/// positive and not bounded above.
///
/// Based on: Kasper Fauerby, Improved Collision Detection and Response, 2003, `getLowestRoot`. Departures: the textbook
/// `(-b - sqrt(b² - 4ac)) / 2a` subtracts nearly equal numbers for big spheres, long steps and grazing passes. Here the
/// discriminant and the constant term are products of sums and differences of lengths, so that the answer is the exact
/// one for a radius changed by a few roundings of those lengths; and the exit is never taken for the entry.
fn entry_time(offset: DVec3, velocity: DVec3, radius: f64) -> Option<f64> {
    let approach = -offset.dot(velocity);
    let distance = offset.length();
    if approach <= 0.0 || distance <= radius {
        return None;
    }
    // b² - ac: the reach of the sphere against the distance at which the point passes, both times the speed.
    let reach = velocity.length() * radius;
    let passing = offset.cross(velocity).length();
    let discriminant = (reach - passing) * (reach + passing);
    if discriminant < 0.0 {
        return None;
    }
    // The nearer root, its denominator a sum of two numbers that are not negative.
    let time = (distance - radius) * (distance + radius) / (approach + discriminant.sqrt());
    time.is_finite().then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_big_sphere_close_by_keeps_its_digits() {
        // A gap of 2^-20 at radius 2^20: b² and 4ac agree in their first 80 bits.
        let (gap, radius) = (2f64.powi(-20), 2f64.powi(20));
        let t = entry_time(DVec3::new(radius + gap, 0.0, 0.0), DVec3::new(-1.0, 0.0, 0.0), radius);
        assert_eq!(t, Some(gap));
    }
}
