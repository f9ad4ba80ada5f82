//! Test of one ray against one triangle of a mesh, for a trace, and the part of the triangle that the ray meets.

use crate::geometry::Feature;
use crate::intersect::{
    Culling, RayTriangleHit, RayTriangleOutcome, RayTriangleReport, Rejection, moller_trumbore, report, woop,
};
use crate::math::predicates::Sign;
use crate::mesh::Mesh;
use crate::pick::ObjectRay;
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
    /// Returns the test of a ray against a triangle of an object's mesh.
    pub(super) fn new(mesh: &Mesh, object_ray: &ObjectRay, triangle: u32, culling: Culling) -> Self {
        let ObjectRay { ray, mirrored, .. } = *object_ray;
        let (exact, ray, shape) =
            (object_ray.in_mesh(mesh).exact(), mesh.local_ray(&ray), mesh.local_triangle(triangle));
        Self {
            triangle,
            corners: shape.corners(),
            report: report(&exact, &shape, culling.in_object(mirrored)),
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
/// exactly. Its line must meet the triangle.
pub(super) fn feature(mesh: &Mesh, ray: &ObjectRay, triangle: u32) -> Feature {
    let [_, u, v, w, _] = report(&ray.in_mesh(mesh).exact(), &mesh.local_triangle(triangle), Culling::None).signs;
    match [v, w, u].map(|volume| volume == Sign::Zero) {
        [true, false, false] => Feature::Edge(0),
        [false, true, false] => Feature::Edge(1),
        [false, false, true] => Feature::Edge(2),
        [true, false, true] => Feature::Vertex(0),
        [true, true, false] => Feature::Vertex(1),
        [false, true, true] => Feature::Vertex(2),
        [false, false, false] | [true, true, true] => Feature::Face,
    }
}
