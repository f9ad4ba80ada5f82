//! Trace of the test of a triangle against a box: all 13 axes, with the intervals that both cover on each.

use super::{edge_along, edge_separates_exactly, plane_separates_exactly};
use crate::geometry::{Aabb, Triangle};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Axis, one of 13, along which a triangle and a box can be apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeparatingAxis {
    /// Coordinate axis 0, 1 or 2: a normal of the box.
    BoxAxis(u8),
    /// The triangle's normal.
    Plane,
    /// The cross product of a coordinate axis and an edge of the triangle.
    EdgeCross {
        /// The coordinate axis.
        axis: u8,
        /// The edge: 0 from a to b, 1 from b to c, 2 from c to a.
        edge: u8,
    },
}

/// Test of one axis: the intervals of a triangle and a box on it, and whether they are apart.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AxisTest {
    /// The axis tested.
    pub axis: SeparatingAxis,
    /// The direction of the axis, not normalised; zero if the triangle is degenerate or the edge parallel to the axis.
    pub direction: DVec3,
    /// The interval of the triangle's projections on `direction`, rounded to f64.
    pub triangle: [f64; 2],
    /// The interval of the box's projections on `direction`, rounded to f64.
    pub aabb: [f64; 2],
    /// `true` if there is a gap between the two intervals, decided exactly.
    pub separates: bool,
}

/// Trace of [`super::triangle_aabb`]: all axes, each decided exactly, and the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TriangleAabbTrace {
    /// The triangle tested.
    pub triangle: Triangle,
    /// The box tested.
    pub aabb: Aabb,
    /// The tests of the 13 axes: the three axes of the box, the triangle's normal, then the cross products of the edges
    /// with the coordinate axes.
    pub axes: Vec<AxisTest>,
    /// The index in `axes` of the first axis that separates triangle and box; `None` if no axis does.
    pub first_separating: Option<usize>,
    /// `true` if triangle and box meet.
    pub overlap: bool,
}

/// Returns the decision of [`super::triangle_aabb`] with all 13 axes, each decided exactly. The box must be finite.
pub fn triangle_aabb_traced(triangle: &Triangle, aabb: &Aabb) -> TriangleAabbTrace {
    let edges = (0..3).flat_map(|edge| (0..3).map(move |axis| SeparatingAxis::EdgeCross { axis, edge }));
    let axes = (0..3).map(SeparatingAxis::BoxAxis).chain([SeparatingAxis::Plane]).chain(edges);
    let axes: Vec<AxisTest> = axes.map(|axis| test(triangle, aabb, axis)).collect();
    let first_separating = axes.iter().position(|axis| axis.separates);
    let overlap = first_separating.is_none() && !aabb.is_empty();
    TriangleAabbTrace { triangle: *triangle, aabb: *aabb, axes, first_separating, overlap }
}

fn test(triangle: &Triangle, aabb: &Aabb, axis: SeparatingAxis) -> AxisTest {
    let bounds = Aabb::from_points(triangle.corners());
    let (direction, separates) = match axis {
        SeparatingAxis::BoxAxis(k) => {
            let k = usize::from(k);
            (DVec3::AXES[k], bounds.max[k] < aabb.min[k] || aabb.max[k] < bounds.min[k])
        }
        SeparatingAxis::Plane => {
            let normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a);
            (normal, plane_separates_exactly(triangle, aabb))
        }
        SeparatingAxis::EdgeCross { axis, edge } => {
            let (axis, edge) = (usize::from(axis), usize::from(edge));
            let corners = triangle.corners();
            let along = corners[(edge + 1) % 3] - corners[edge];
            let separates = edge_separates_exactly(edge_along(triangle, edge, axis), aabb, axis);
            (DVec3::AXES[axis].cross(along), separates)
        }
    };
    let interval = |points: &[DVec3]| {
        let along = points.iter().map(|point| direction.dot(*point));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    AxisTest { axis, direction, triangle: interval(&triangle.corners()), aabb: interval(&aabb.corners()), separates }
}
