//! One ray against one triangle with the reason of its outcome, for a trace.

use crate::geometry::{Ray, Triangle};
use crate::intersect::{Culling, Feature, RayTriangleHit, Side, ray_triangle};
use crate::math::predicates::{Sign, orient2d, orient3d};
use crate::mesh::Mesh;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// A ray tested against a triangle, in object space less the mesh's origin, with every number on the way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TriangleTest {
    /// Index of the triangle in its mesh.
    pub triangle: u32,
    /// Its corners a, b, c.
    pub corners: [DVec3; 3],
    /// Six times the signed volumes of the tetrahedra between the ray's two points and the edges bc, ca, ab, rounded. Each
    /// divided by their sum is the weight of the corner opposite.
    pub volumes: [f64; 3],
    /// The exact signs of these volumes. Where none is opposite to another, the ray's line meets the triangle.
    pub signs: [Sign; 3],
    /// The exact sign of the ray's origin over the triangle's plane: positive on the side of its front.
    pub origin_sign: Sign,
    /// The determinant of Möller and Trumbore, positive where the front is met, rounded.
    pub determinant: f64,
    /// The ray's parameter at the plane, as the determinant gives it; `None` where that is 0.
    pub t: Option<f64>,
    /// The weight of b there.
    pub u: Option<f64>,
    /// The weight of c there.
    pub v: Option<f64>,
    /// What came out.
    pub verdict: Verdict,
}

/// What came out of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The ray meets the triangle.
    Hit(RayTriangleHit),
    /// It does not.
    Missed(Rejection),
}

/// Why a ray does not meet a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rejection {
    /// The triangle has no area.
    ZeroArea,
    /// The ray's two points are one.
    NoDirection,
    /// The ray lies in the triangle's plane.
    InPlane,
    /// The ray's line passes outside of the edges marked, in the order bc, ca, ab.
    Outside([bool; 3]),
    /// The ray meets the back, which was not asked for.
    Culled,
    /// The triangle is behind the ray's origin: before the near plane.
    BehindOrigin,
}

impl TriangleTest {
    /// The test of a ray, in object space, against a triangle of the mesh of an object that its transform mirrors or not; the
    /// culling is as in the world, the side found as in object space.
    pub fn new(mesh: &Mesh, ray: &Ray, triangle: u32, culling: Culling, mirrored: bool) -> Self {
        let ray = &local(mesh, ray);
        let shape = &corners(mesh, triangle);
        let Triangle { a, b, c } = *shape;
        let signs = signs(ray, shape);
        let origin_sign = orient3d(a, b, c, ray.origin);
        let (edge_ab, edge_ac, from_a, direction) = (b - a, c - a, ray.origin - a, ray.direction());
        let (p_vec, q_vec) = (direction.cross(edge_ac), from_a.cross(edge_ab));
        let determinant = edge_ab.dot(p_vec);
        let over = |numerator: f64| Some(numerator / determinant).filter(|quotient| quotient.is_finite());
        Self {
            triangle,
            corners: [a, b, c],
            volumes: [(b, c), (c, a), (a, b)].map(|(from, to)| direction.cross(from - ray.origin).dot(to - ray.origin)),
            signs,
            origin_sign,
            determinant,
            t: over(edge_ac.dot(q_vec)),
            u: over(from_a.dot(p_vec)),
            v: over(direction.dot(q_vec)),
            verdict: match ray_triangle(ray, shape, Culling::None) {
                Some(hit) if culling == Culling::Back && (hit.side == Side::Back) != mirrored => {
                    Verdict::Missed(Rejection::Culled)
                }
                Some(hit) => Verdict::Hit(hit),
                None => Verdict::Missed(rejection(ray, shape, signs, determinant)),
            },
        }
    }
}

/// Why a ray misses both sides of the triangle.
fn rejection(ray: &Ray, shape: &Triangle, signs: [Sign; 3], determinant: f64) -> Rejection {
    match (signs.contains(&Sign::Positive), signs.contains(&Sign::Negative)) {
        (false, false) if has_no_area(shape) => Rejection::ZeroArea,
        (false, false) if ray.origin == ray.target => Rejection::NoDirection,
        (false, false) => Rejection::InPlane,
        (true, true) => {
            // Where the front is seen the volumes' sum is negative: a positive one is of an edge passed on the outside.
            let outside = if determinant > 0.0 { Sign::Positive } else { Sign::Negative };
            Rejection::Outside(signs.map(|sign| sign == outside))
        }
        (true, false) | (false, true) => Rejection::BehindOrigin,
    }
}

/// The smallest part of a triangle that the line of the ray (object space), known to meet it, goes through; exact.
pub(super) fn feature(mesh: &Mesh, ray: &Ray, triangle: u32) -> Feature {
    let zero = signs(&local(mesh, ray), &corners(mesh, triangle)).map(|sign| sign == Sign::Zero);
    match zero {
        // Opposite a, b, c are the edges bc, ca, ab.
        [true, false, false] => Feature::Edge(1),
        [false, true, false] => Feature::Edge(2),
        [false, false, true] => Feature::Edge(0),
        [false, true, true] => Feature::Vertex(0),
        [true, false, true] => Feature::Vertex(1),
        [true, true, false] => Feature::Vertex(2),
        [false, false, false] | [true, true, true] => Feature::Face,
    }
}

/// The signs of the volumes that the ray spans with the edges bc, ca, ab.
fn signs(ray: &Ray, shape: &Triangle) -> [Sign; 3] {
    let (o, p) = (ray.origin, ray.target);
    let Triangle { a, b, c } = *shape;
    [orient3d(o, p, b, c), orient3d(o, p, c, a), orient3d(o, p, a, b)]
}

/// Whether the corners lie on a line: they do where all three shadows on the planes of the axes do.
fn has_no_area(shape: &Triangle) -> bool {
    let flat =
        |shadow: fn(DVec3) -> glam::DVec2| orient2d(shadow(shape.a), shadow(shape.b), shadow(shape.c)) == Sign::Zero;
    flat(|p| p.truncate()) && flat(|p| glam::DVec2::new(p.y, p.z)) && flat(|p| glam::DVec2::new(p.z, p.x))
}

/// The corners as the tree holds them, less the mesh's origin.
fn corners(mesh: &Mesh, triangle: u32) -> Triangle {
    let position = |vertex: u32| DVec3::from(mesh.positions()[vertex as usize].map(f64::from));
    let [a, b, c] = mesh.triangles()[triangle as usize].map(position);
    Triangle::new(a, b, c)
}

/// The ray as the tree meets it, less the mesh's origin.
fn local(mesh: &Mesh, ray: &Ray) -> Ray {
    Ray::new(ray.origin - mesh.origin(), ray.target - mesh.origin())
}
