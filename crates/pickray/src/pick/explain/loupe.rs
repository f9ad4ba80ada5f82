//! Loupe: one triangle seen through one pixel, with every number of the test, for people who follow it by hand.
//!
//! Based on: Tomas Möller and Ben Trumbore, Fast, Minimum Storage Ray/Triangle Intersection, 1997, section 3, both
//! sides. Departure: no epsilon, and comparisons before the division, so that the result is that of
//! [`moller_trumbore`](crate::intersect::moller_trumbore()).

use crate::geometry::Ray;
use crate::intersect::{
    Culling, RayTriangleHit, RayTriangleOutcome, RayTriangleReport, Rejection, moller_trumbore, report, woop,
};
use crate::math::{CursorPosition, PixelSample, window_from_cursor};
use crate::mesh::Mesh;
use crate::pick::window_outline::Projector;
use crate::pick::{ObjectRay, PickOptions, Sight, TriangleId};
use crate::scene::{Scene, View};
use glam::{DVec2, DVec3, DVec4, Vec3};
use serde::{Deserialize, Serialize};
use std::ops::{Add, Div, Neg, Sub};

/// Test of the line of sight through one pixel against one triangle, with all its numbers. Barycentric weights stand in
/// the order of their corners: `w` of a, `u` of b, `v` of c. Edges are in the order of their opposite corners.
///
/// Numbers that cannot be computed, as where f32 overflows, are infinite or not a number; in JSON they are null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Loupe {
    /// Triangle that is tested.
    #[serde(flatten)]
    pub id: TriangleId,
    /// Window coordinates of the pixel's sample: physical pixels from the lower left.
    pub sample: DVec2,
    /// Corners of the pixel, the lower left and the upper right one, in window coordinates.
    pub pixel: [DVec2; 2],
    /// Triangle in the picture; `None` where a corner is not before the eye.
    pub in_window: Option<WindowTriangle>,
    /// Weights w, u, v of the point where the line of sight meets the triangle's plane, inside or not: the areas of the
    /// triangles that it makes with the edges bc, ca and ab, divided by the whole. `None` without such a point.
    pub weights: Option<[f64; 3]>,
    /// Ray in object space relative to the mesh's origin, with which the triangle is tested.
    pub local_ray: Ray,
    /// Steps of Möller and Trumbore's test in f64.
    pub in_f64: MollerTrumboreSteps<DVec3, f64>,
    /// Steps of Möller and Trumbore's test in f32, from the ray's two points rounded to f32.
    pub in_f32: MollerTrumboreSteps<Vec3, f32>,
    /// Result of the exact test that the pick uses, with the reason of a miss.
    pub test: TriangleTest,
}

/// Triangle in window coordinates, all of it before the eye, and the place of the pixel's sample relative to it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowTriangle {
    /// Corners a, b, c of the triangle.
    pub corners: [DVec2; 3],
    /// Distances of the sample from the lines through the edges bc, ca, ab, in pixels: positive on the triangle's side,
    /// zero or less for an edge that is seen as a point.
    pub edge_distances: [f64; 3],
    /// Area of the triangle in the picture, in square pixels: zero or more, whichever side is seen.
    pub area: f64,
    /// Areas, in square pixels, of the triangles that the sample makes with the edges bc, ca and ab: below zero where
    /// the sample is beyond that edge. Their sum is the area of the triangle.
    pub areas: [f64; 3],
    /// Quotients of `areas` and `area`. They equal the weights w, u, v where lines of sight are parallel or all corners
    /// have the same depth. `None` where the triangle is seen edge-on.
    pub weights: Option<[f64; 3]>,
}

/// Returns the test of the triangle `id` by the line of sight through the pixel under this cursor. `None` where the
/// scene has no such triangle, where the cursor has no line of sight, and where the triangle's object cannot be picked.
///
/// ```
/// use glam::DVec3;
/// use pickray::pick::explain::loupe;
/// use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, Object, PickOptions, Scene, TriangleId, View};
///
/// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let scene = Scene::of(Object::new("triangle", mesh.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize { width: 641, height: 481 });
///
/// let (cursor, id) = (CursorPosition { x: 320.5, y: 240.5 }, TriangleId { object: 0, triangle: 0 });
/// let loupe = loupe(&scene, &view, cursor, &PickOptions::default(), id).expect("a triangle that is seen");
/// let [w, u, v] = loupe.weights.expect("it is not edge-on");
/// assert!((w - 0.25).abs() < 1e-12 && (u - 0.25).abs() < 1e-12 && (v - 0.5).abs() < 1e-12);
/// assert_eq!((loupe.in_f64.e1, loupe.in_f64.failed), (DVec3::new(2.0, 0.0, 0.0), None));
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn loupe(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    id: TriangleId,
) -> Option<Loupe> {
    let object = id.object_in(scene)?;
    let sight = Sight::new(view, cursor, options).ok()?;
    let object_ray = ObjectRay::new(object, &sight.ray.into()).ok()?;
    let test = TriangleTest::new(&object.mesh, &object_ray, id.triangle, options.culling);
    let weights = [test.report.w_det, test.report.u_det, test.report.v_det].map(|volume| volume / test.report.det);
    let local_ray = object.mesh.local_ray(&object_ray.ray);
    let points = [local_ray.origin, local_ray.target];
    let single = |point: DVec3| point.as_vec3();
    let lower_left = window_from_cursor(cursor, view.framebuffer, PixelSample::Corner);
    let projector = Projector::new(object, view, sight.ray.reversed);
    let clip = projector.clip(&object.mesh.triangle(id.triangle));
    Some(Loupe {
        id,
        sample: sight.window,
        pixel: [lower_left, lower_left + 1.0],
        in_window: clip.and_then(|clip| WindowTriangle::new(&projector, &clip, sight.window)),
        weights: weights.iter().all(|weight| weight.is_finite()).then_some(weights),
        local_ray,
        in_f64: moller_trumbore_steps(points, test.corners, DVec3::cross, DVec3::dot),
        in_f32: moller_trumbore_steps(points.map(single), test.corners.map(single), Vec3::cross, Vec3::dot),
        test,
    })
}

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

    /// Returns the t, zero or less, at which the ray's line goes through the triangle behind the origin, or `None`.
    pub(super) fn t_behind(&self) -> Option<f64> {
        let behind = self.report.outcome == RayTriangleOutcome::Miss(Rejection::Behind);
        behind.then(|| self.report.t_det / self.report.det).filter(|t| t.is_finite())
    }
}

impl WindowTriangle {
    fn new(projector: &Projector, clip: &[DVec4; 3], sample: DVec2) -> Option<Self> {
        if clip.iter().any(|corner| corner.w <= 0.0) {
            return None;
        }
        let corners = clip.map(|corner| projector.window(corner));
        if !corners.iter().all(|corner| corner.is_finite()) {
            return None;
        }
        let [a, b, c] = corners;
        let doubled = (b - a).perp_dot(c - a);
        // Areas are above zero where corners run counter-clockwise; where the back is seen, all change sign.
        let turn = doubled.signum();
        let edges = [[b, c], [c, a], [a, b]];
        let areas = edges.map(|[from, to]| 0.5 * turn * (from - sample).perp_dot(to - sample));
        let distance = |(edge, area): ([DVec2; 2], f64)| {
            let [from, to] = edge;
            if from == to { -(sample - from).length() } else { 2.0 * area / (to - from).length() }
        };
        let area = 0.5 * doubled.abs();
        Some(Self {
            corners,
            edge_distances: std::array::from_fn(|k| distance((edges[k], areas[k]))),
            area,
            areas,
            weights: (area > 0.0).then(|| areas.map(|part| part / area)),
        })
    }
}

/// Intermediate numbers of Möller and Trumbore's test under the paper's names, with vectors `V` and scalars `S`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MollerTrumboreSteps<V, S> {
    /// Edge `E1 = b - a`.
    pub e1: V,
    /// Edge `E2 = c - a`.
    pub e2: V,
    /// Direction `D`, from the ray's origin to its target.
    pub d: V,
    /// Vector from a to the ray's origin: `T = origin - a`.
    pub t_vec: V,
    /// Vector `P = D × E2`.
    pub p: V,
    /// Vector `Q = T × E1`.
    pub q: V,
    /// Determinant `P · E1`: above zero where the ray meets the triangle's front.
    pub det: S,
    /// Product `P · T`, which is `u det`.
    pub u_det: S,
    /// Product `Q · D`, which is `v det`.
    pub v_det: S,
    /// Product `Q · E2`, which is `t det`.
    pub t_det: S,
    /// Barycentric weight of b, the quotient `u_det / det`; `None` where it is not finite.
    pub u: Option<S>,
    /// Barycentric weight of c, the quotient `v_det / det`; `None` where it is not finite.
    pub v: Option<S>,
    /// Parameter t of the ray at the triangle's plane, the quotient `t_det / det`; `None` where it is not finite.
    pub t: Option<S>,
    /// First test that failed; `None` where no test failed, which is a hit.
    pub failed: Option<FailedTest>,
}

/// Test of Möller and Trumbore's algorithm that ends in a miss; variants stand in the order of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailedTest {
    /// Determinant that is zero, or not a number.
    DetIsZero,
    /// Weight u < 0.
    UBelowZero,
    /// Weight u > 1.
    UAboveOne,
    /// Weight v < 0.
    VBelowZero,
    /// Weights u + v > 1.
    UPlusVAboveOne,
    /// Parameter t < 0, or too large to be finite.
    TBelowZero,
}

pub(super) fn moller_trumbore_steps<V, S>(
    [origin, target]: [V; 2],
    [a, b, c]: [V; 3],
    cross: impl Fn(V, V) -> V,
    dot: impl Fn(V, V) -> S,
) -> MollerTrumboreSteps<V, S>
where
    V: Copy + Sub<Output = V>,
    S: Copy + Default + PartialOrd + Into<f64> + Add<Output = S> + Div<Output = S> + Neg<Output = S>,
{
    let (e1, e2, d, t_vec) = (b - a, c - a, target - origin, origin - a);
    let (p, q) = (cross(d, e2), cross(t_vec, e1));
    let (det, u_det, v_det, t_det) = (dot(e1, p), dot(t_vec, p), dot(d, q), dot(e2, q));
    let quotient = |numerator: S| Some(numerator / det).filter(|&quotient| quotient.into().is_finite());
    let (u, v, t) = (quotient(u_det), quotient(v_det), quotient(t_det));

    // Turned so that det is above zero, which rounds nothing, the numerators can be compared with it.
    let zero = S::default();
    let turned = |x: S| if det < zero { -x } else { x };
    let (size, u_part, v_part, t_part) = (turned(det), turned(u_det), turned(v_det), turned(t_det));
    let tests = [
        (size > zero, FailedTest::DetIsZero),
        (u_part >= zero, FailedTest::UBelowZero),
        (u_part <= size, FailedTest::UAboveOne),
        (v_part >= zero, FailedTest::VBelowZero),
        (u_part + v_part <= size, FailedTest::UPlusVAboveOne),
        (t_part >= zero && t.is_some(), FailedTest::TBelowZero),
    ];
    let failed = tests.into_iter().find(|(passed, _)| !passed).map(|(_, test)| test);
    MollerTrumboreSteps { e1, e2, d, t_vec, p, q, det, u_det, v_det, t_det, u, v, t, failed }
}
