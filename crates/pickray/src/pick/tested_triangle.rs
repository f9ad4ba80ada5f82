//! Test of one ray against one triangle of a mesh, for a trace, and the part of the triangle that the ray meets.

use crate::geometry::{Feature, Ray, Triangle};
use crate::intersect::{
    Culling, RayTriangleHit, RayTriangleOutcome, RayTriangleReport, Rejection, Side, moller_trumbore,
    ray_triangle_report, woop,
};
use crate::math::predicates::Sign;
use crate::mesh::Mesh;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Test of a ray against a triangle, in object space relative to the mesh's origin. Sides are those in object space;
/// culling goes by the sides in world space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TriangleTest {
    /// Index of the triangle in its mesh.
    pub triangle: u32,
    /// Corners a, b, c of the triangle.
    pub corners: [DVec3; 3],
    /// Determinants, their exact signs, and the outcome that the pick uses, with the reason for a miss.
    pub report: RayTriangleReport,
    /// Answer of Möller and Trumbore's test in f64, both sides; `None` for a miss.
    pub moller_trumbore: Option<RayTriangleHit>,
    /// Answer of the watertight test of Woop, Benthin and Wald, both sides; `None` for a miss.
    pub woop: Option<RayTriangleHit>,
}

impl TriangleTest {
    /// Returns the test of a ray, in object space, against a triangle of an object's mesh; `mirrored` says whether the
    /// object's transform mirrors.
    pub(super) fn new(mesh: &Mesh, ray: &Ray, triangle: u32, culling: Culling, mirrored: bool) -> Self {
        let (ray, shape) = (mesh.local_ray(ray), mesh.local_triangle(triangle));
        let mut report = ray_triangle_report(&ray, &shape, if mirrored { Culling::None } else { culling });
        if let RayTriangleOutcome::Hit(RayTriangleHit { side: Side::Front, .. }) = report.outcome
            && mirrored
            && culling == Culling::Back
        {
            report.outcome = RayTriangleOutcome::Miss(Rejection::Culled);
        }
        Self {
            triangle,
            corners: shape.corners(),
            report,
            moller_trumbore: moller_trumbore(&ray, &shape, Culling::None),
            woop: woop(&ray, &shape, Culling::None),
        }
    }

    /// Returns the weights of a, b and c where the ray's line meets the triangle's plane; `None` where it does not meet
    /// the plane.
    pub(super) fn weights(&self) -> Option<[f64; 3]> {
        let RayTriangleReport { det, u_det, v_det, w_det, .. } = self.report;
        let weights = [w_det, u_det, v_det].map(|volume| volume / det);
        weights.iter().all(|weight| weight.is_finite()).then_some(weights)
    }

    /// Returns the parameter, zero or less, at which the ray's line goes through the triangle behind the ray's origin;
    /// `None` where the line does not meet the triangle there.
    pub(super) fn t_behind(&self) -> Option<f64> {
        let behind = self.report.outcome == RayTriangleOutcome::Miss(Rejection::Behind);
        behind.then(|| self.report.t_det / self.report.det).filter(|t| t.is_finite())
    }
}

/// Returns the smallest part of a triangle (a corner, an edge or the face) that the line of a ray goes through, decided
/// exactly. The ray is in object space, and its line must meet the triangle.
pub(super) fn feature(mesh: &Mesh, ray: &Ray, triangle: u32) -> Feature {
    let (ray, Triangle { a, b, c }) = (mesh.local_ray(ray).exact(), mesh.local_triangle(triangle));
    let through = |from: DVec3, to: DVec3| ray.volume(from, to) == Sign::Zero;
    match [through(a, b), through(b, c), through(c, a)] {
        [true, false, false] => Feature::Edge(0),
        [false, true, false] => Feature::Edge(1),
        [false, false, true] => Feature::Edge(2),
        [true, false, true] => Feature::Vertex(0),
        [true, true, false] => Feature::Vertex(1),
        [false, true, true] => Feature::Vertex(2),
        [false, false, false] | [true, true, true] => Feature::Face,
    }
}
