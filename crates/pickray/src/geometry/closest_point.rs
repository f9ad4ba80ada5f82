//! Closest point of a triangle to another point, and the part of the triangle it lies on.
//!
//! Based on: Christer Ericson, Real-Time Collision Detection, 2005, section 5.1.5 (Voronoi regions). Departures: no
//! barycentric division, so that needles lose no digits; the normal of a needle is computed exactly and rounded, and a
//! triangle of zero area is the segment or point that it is; for a point far away the search is repeated from the point
//! that it found, so that it ends on the triangle.

use super::Triangle;
use crate::math::exact::{cross, difference};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Feature of a triangle: the smallest part that holds a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// The inside of the triangle.
    Face,
    /// An edge without its ends: 0 from a to b, 1 from b to c, 2 from c to a.
    Edge(u8),
    /// A corner: 0, 1, 2 for a, b, c.
    Vertex(u8),
}

/// Point of a triangle that is closest to a given point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosestPoint {
    /// The position of the closest point.
    pub point: DVec3,
    /// The part of the triangle that the closest point lies on.
    pub feature: Feature,
    /// The distance between the closest point and the given point.
    pub distance: f64,
}

/// Sine at the first corner below which the plain cross product errs too much: by some 3 roundings over this sine.
const NEEDLE: f64 = 1.0 / 64.0;

/// Distance in multiples of the largest coordinate, beyond which a point is far: its closest point is found in steps.
const FAR: f64 = 4.0;

/// Distance in multiples of the largest coordinate, beyond which a point is drawn nearer first. All points of the
/// triangle are as far from it as each other, to within a rounding: only the direction counts; products stay finite.
const FARTHEST: f64 = (1u64 << 60) as f64;

impl Triangle {
    /// Returns the point of the closed triangle closest to `point`, which is in the same space. All coordinates must be
    /// finite, those of the triangle below 2²⁵⁰.
    ///
    /// The closest point lies on the triangle to within some roundings of the largest coordinate, however far away
    /// `point` is. Its distance is the least distance to within a few roundings of the distance to the farthest corner.
    pub fn closest_point(&self, point: DVec3) -> ClosestPoint {
        let largest = self.largest();
        if (point - self.a).abs().max_element() > FARTHEST * largest && largest > 0.0 {
            let (point_in_quarters, a) = (0.25 * point, 0.25 * self.a);
            let way = point_in_quarters - a;
            let near = self.a + way / way.abs().max_element() * (0.5 * FARTHEST * largest);
            let closest = self.closest_point(near);
            let back = point_in_quarters - 0.25 * closest.point;
            let size = back.abs().max_element();
            return ClosestPoint { distance: (back / size).length() * size * 4.0, ..closest };
        }
        let relative = RelativeTriangle::new(self, point);
        let (offset, feature) = relative.closest_to(DVec3::ZERO);
        let (point, feature) = relative.on_triangle(self, offset, feature, point);
        ClosestPoint { point, feature, distance: offset.length() }
    }

    /// Returns the largest coordinate of the corners without its sign.
    fn largest(&self) -> f64 {
        self.a.abs().max(self.b.abs()).max(self.c.abs()).max_element()
    }
}

/// Triangle relative to an origin, such as the start of a moving point: its corners, edges and normal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RelativeTriangle {
    pub(crate) corners: [DVec3; 3],
    /// The edges ab, bc and ca.
    pub(crate) edges: [DVec3; 3],
    /// The normal `ab × ac`, right but for its last digits; scaled up if its square would underflow; zero for a line.
    pub(crate) normal: DVec3,
}

impl RelativeTriangle {
    pub(crate) fn new(triangle: &Triangle, origin: DVec3) -> Self {
        let Triangle { a, b, c } = *triangle;
        let edges = [b - a, c - b, a - c];
        let mut normal = edges[2].cross(edges[0]);
        let needle = NEEDLE * NEEDLE * edges[0].length_squared() * edges[2].length_squared();
        if normal.length_squared() < needle || needle == 0.0 {
            normal = DVec3::from(cross(&difference(b, a), &difference(c, a)).map(|x| x.rounded()));
        }
        // Products with the normal of so small a triangle would vanish, and every point would lie above the face.
        if normal.length_squared() < f64::MIN_POSITIVE && normal != DVec3::ZERO {
            normal /= normal.abs().max_element();
        }
        Self { corners: [a - origin, b - origin, c - origin], edges, normal }
    }

    /// Returns the offset from `at` to the closest point, and the part it lies on; `at` has the origin of the corners.
    pub(crate) fn closest_to(&self, at: DVec3) -> (DVec3, Feature) {
        let corners = self.corners.map(|corner| corner - at);
        let outside = self.outside(corners);
        if outside == [false; 3] {
            let normal = self.normal;
            return (normal * (normal.dot(corners[0]) / normal.length_squared()), Feature::Face);
        }
        // The closest point lies on an edge of which `at` is outside.
        let mut closest = (DVec3::ZERO, Feature::Face);
        let mut least = f64::INFINITY;
        for i in (0..3).filter(|&i| outside[i]) {
            let (offset, feature) = self.closest_on_edge(i, corners);
            let distance = offset.length_squared();
            if distance < least {
                (closest, least) = ((offset, feature), distance);
            }
        }
        closest
    }

    /// Returns `true` for edges with the corners' origin on their outer side; for all three without a face.
    fn outside(&self, corners: [DVec3; 3]) -> [bool; 3] {
        std::array::from_fn(|i| self.normal == DVec3::ZERO || self.edges[i].cross(self.normal).dot(corners[i]) < 0.0)
    }

    fn closest_on_edge(&self, i: usize, corners: [DVec3; 3]) -> (DVec3, Feature) {
        let (edge, start, end) = (self.edges[i], corners[i], corners[(i + 1) % 3]);
        let (along, length_squared) = (-start.dot(edge), edge.length_squared());
        if along <= 0.0 {
            (start, Feature::Vertex(i as u8))
        } else if along >= length_squared {
            (end, Feature::Vertex((i as u8 + 1) % 3))
        } else {
            (start + edge * (along / length_squared), Feature::Edge(i as u8))
        }
    }

    /// Returns the triangle's point at `offset` from `at`, and the part of the triangle it lies on. The point and `at`
    /// are in the triangle's own space; if `feature` is a corner, the point is that corner itself.
    ///
    /// The computed point is off the triangle by some roundings of the distance. From far away that is more than
    /// roundings of the triangle's own coordinates, so the triangle's point closest to the computed point is taken
    /// instead, repeatedly. Each repetition reduces the distance from the triangle by a factor of 2⁻⁴⁰. It adds to the
    /// distance from `at` no more than the previous point's distance from the triangle.
    pub fn on_triangle(&self, triangle: &Triangle, offset: DVec3, feature: Feature, at: DVec3) -> (DVec3, Feature) {
        if let Feature::Vertex(i) = feature {
            return (triangle.corners()[usize::from(i)], feature);
        }
        let point = at + offset;
        if offset.abs().max_element() > FAR * triangle.largest() && point != at {
            let nearer = Self { corners: triangle.corners().map(|corner| corner - point), ..*self };
            // A closest point on an edge stays on that edge.
            let (offset, feature) = match feature {
                Feature::Edge(i) => nearer.closest_on_edge(usize::from(i), nearer.corners),
                _ => nearer.closest_to(DVec3::ZERO),
            };
            return nearer.on_triangle(triangle, offset, feature, point);
        }
        (point, feature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_triangle_can_be_closest() {
        let triangle = Triangle::new(DVec3::ZERO, 4.0 * DVec3::X, 4.0 * DVec3::Y);
        let closest = |x: f64, y: f64| triangle.closest_point(DVec3::new(x, y, 3.0)).feature;
        assert_eq!(closest(1.0, 1.0), Feature::Face);
        assert_eq!(closest(1.0, -1.0), Feature::Edge(0));
        assert_eq!(closest(3.0, 3.0), Feature::Edge(1));
        assert_eq!(closest(-1.0, 1.0), Feature::Edge(2));
        assert_eq!(closest(-1.0, -1.0), Feature::Vertex(0));
        assert_eq!(closest(6.0, 0.0), Feature::Vertex(1));
        assert_eq!(closest(0.0, 6.0), Feature::Vertex(2));
    }
}
