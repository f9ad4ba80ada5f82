//! Pairs of triangles, one for each case of how two may lie; some cannot be reached by dragging corners.

use crate::app::texts::{choices, t};
use glam::DVec3;
use pickray::geometry::{Aabb, Triangle};
use pickray::scene::UpAxis;

choices! {
    /// Case of how two triangles p and q lie relative to each other.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Case {
        /// Triangles that each cross the plane of the other, and share a segment of the line where the planes meet.
        Crossing => t!("case-crossing"),
        /// Triangles that touch: a corner of q lies in the face of p.
        Touching => t!("case-touching"),
        SharedEdge => t!("case-shared-edge"),
        /// Triangles in one plane that overlap.
        Coplanar => t!("case-coplanar"),
        /// Triangles that both reach the line where their planes meet, in different places: they share no point.
        PastEachOther => t!("case-past"),
        /// Triangle q on one side of the plane of p.
        Apart => t!("case-apart"),
        /// Triangle q without area: a segment that pierces p.
        ZeroArea => t!("case-zero-area"),
    }
}

/// Place of a pair of triangles: whole steps of `step` from `origin` are exact, so that a case is what it is called.
#[derive(Clone, Copy, Debug)]
struct CaseFrame {
    origin: DVec3,
    step: f64,
    up: DVec3,
    front: DVec3,
}

/// Steps from the middle to the sides of the pairs.
const REACH: f64 = 8.0;

impl CaseFrame {
    /// Returns the frame in the middle of these bounds, a quarter to a half as large, upright by an axis.
    fn of(up: UpAxis, bounds: &Aabb) -> Self {
        let size = bounds.size().max_element();
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        // A power of two, and a whole number of steps: sums of few of them are exact.
        let step = 2f64.powi((0.5 * size / REACH).log2().floor() as i32);
        let center = if bounds.is_empty() { DVec3::ZERO } else { bounds.center() };
        let origin = (center / step).round() * step;
        Self { origin, step, up: up.up(), front: up.front() }
    }

    fn triangle(&self, corners: [[f64; 3]; 3]) -> Triangle {
        let right = self.up.cross(self.front);
        let [a, b, c] = corners.map(|[x, y, z]| self.origin + self.step * (x * right + y * self.up + z * self.front));
        Triangle { a, b, c }
    }
}

impl Case {
    /// Returns p and q in world space, amid `bounds` and upright along `up`; no rounding changes the case anywhere.
    pub fn pair(self, up: UpAxis, bounds: &Aabb) -> [Triangle; 2] {
        let frame = CaseFrame::of(up, bounds);
        // p lies flat, q stands on it or over it: right, up and to the front, in steps.
        let p = [[-8.0, 0.0, 5.0], [8.0, 0.0, 5.0], [0.0, 0.0, -9.0]];
        let q = match self {
            Self::Crossing => [[-2.0, -5.0, -1.0], [10.0, 1.0, 1.0], [-4.0, 8.0, 1.0]],
            Self::Touching => [[0.0, 0.0, 1.0], [6.0, 8.0, 1.0], [-5.0, 7.0, 0.0]],
            Self::SharedEdge => [[-8.0, 0.0, 5.0], [8.0, 0.0, 5.0], [1.0, 9.0, 3.0]],
            Self::Coplanar => [[-6.0, 0.0, -4.0], [2.0, 0.0, 9.0], [9.0, 0.0, -3.0]],
            Self::PastEachOther => [[9.0, -5.0, -1.0], [14.0, 1.0, 1.0], [8.0, 8.0, 1.0]],
            Self::Apart => [[-5.0, 3.0, 3.0], [7.0, 3.0, 1.0], [0.0, 9.0, -2.0]],
            Self::ZeroArea => [[-4.0, -4.0, 1.0], [4.0, 8.0, 1.0], [0.0, 2.0, 1.0]],
        };
        [p, q].map(|corners| frame.triangle(corners))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::intersect::{TriangleIntersection, Way, triangle_triangle_traced};

    #[test]
    fn each_case_is_what_it_is_called_wherever_it_stands() {
        let places = [
            Aabb::EMPTY,
            Aabb::new(DVec3::ZERO, DVec3::splat(0.1)),
            Aabb::new(DVec3::new(500_000.3, 4e6 + 0.7, -3.1), DVec3::new(500_001.9, 4e6 + 2.3, 0.4)),
        ];
        for (bounds, up_axis) in places.iter().flat_map(|bounds| [UpAxis::Y, UpAxis::Z].map(|up| (bounds, up))) {
            for case in Case::ALL {
                let [p, q] = case.pair(up_axis, bounds);
                let trace = triangle_triangle_traced(&p, &q);
                let right = match case {
                    Case::Crossing => {
                        trace.filter_decides && matches!(trace.intersection, Some(TriangleIntersection::Segment(..)))
                    }
                    Case::Touching => matches!(trace.intersection, Some(TriangleIntersection::Point(_))),
                    Case::SharedEdge => matches!(trace.intersection, Some(TriangleIntersection::Segment(..))),
                    Case::Coplanar => {
                        matches!(trace.way, Way::Coplanar { .. })
                            && matches!(trace.intersection, Some(TriangleIntersection::Polygon(_)))
                    }
                    Case::PastEachOther => matches!(trace.way, Way::Line { .. }) && !trace.meet,
                    Case::Apart => trace.way == Way::BesideP && !trace.meet,
                    Case::ZeroArea => trace.way == Way::SegmentQ && trace.meet,
                };
                assert!(right, "{case:?} in {bounds:?}: {trace:?}");
            }
        }
    }
}
