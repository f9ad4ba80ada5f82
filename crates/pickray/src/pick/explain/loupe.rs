//! Loupe: one triangle seen through one pixel, with every number of the test, for people who want to follow the test by
//! hand.

mod steps;

pub use steps::{FailedTest, MollerTrumboreSteps};

use crate::geometry::Ray;
use crate::math::{CursorPosition, PixelSample, window_from_cursor};
use crate::pick::explain::TriangleTest;
use crate::pick::window_outline::{ClipTriangle, Projector};
use crate::pick::{ObjectRay, PickOptions, Sight, TriangleId};
use crate::scene::{Scene, View};
use glam::{DVec2, DVec3, Vec3};
use serde::{Deserialize, Serialize};

/// Test of the line of sight through one pixel against one triangle, with all its numbers. Barycentric weights stand in
/// the order of their corners: `w` of a, `u` of b, `v` of c. Edges stand in the order of the corners opposite to them:
/// bc, ca, ab.
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
    /// triangles that this point makes with the edges bc, ca and ab, divided by the whole triangle's area. `None` where
    /// there is no such point.
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
/// use pickray::math::{CursorPosition, FramebufferSize};
/// use pickray::mesh::Mesh;
/// use pickray::pick::{PickOptions, TriangleId};
/// use pickray::pick::explain::loupe;
/// use pickray::scene::{Camera, Object, Scene, View};
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
    let local_ray = object.mesh.local_ray(&object_ray.ray);
    let points = [local_ray.origin, local_ray.target];
    let lower_left = window_from_cursor(cursor, view.framebuffer, PixelSample::Corner);
    let projector = Projector::new(object, view, sight.ray.reversed);
    let clip = projector.clip(&object.mesh.triangle(id.triangle));
    Some(Loupe {
        id,
        sample: sight.window,
        pixel: [lower_left, lower_left + 1.0],
        in_window: clip.and_then(|clip| WindowTriangle::new(&projector, &clip, sight.window)),
        weights: test.weights(),
        local_ray,
        in_f64: MollerTrumboreSteps::in_f64(points, test.corners),
        in_f32: MollerTrumboreSteps::in_f32(points.map(DVec3::as_vec3), test.corners.map(DVec3::as_vec3)),
        test,
    })
}

impl WindowTriangle {
    fn new(projector: &Projector, clip: &ClipTriangle, sample: DVec2) -> Option<Self> {
        if clip.corners.iter().any(|corner| corner.w <= 0.0) {
            return None;
        }
        let corners = clip.corners.map(|corner| projector.window(corner));
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
