//! Lines that show shapes: outlines of round shapes as the camera sees them, rings around them, and edges of boxes.

use glam::DVec3;
use pickray::geometry::Sphere;
use pickray::scene::{Camera, Projection};
use pickray_render::{Overlay, Pen};
use std::f64::consts::TAU;

const CIRCLE_PIECES: usize = 64;

pub fn circle(center: DVec3, axis: DVec3, radius: f64) -> Vec<[DVec3; 2]> {
    let across = axis.any_orthonormal_vector();
    let up = axis.cross(across);
    let point = |i: usize| {
        let (sin, cos) = (TAU * i as f64 / CIRCLE_PIECES as f64).sin_cos();
        center + radius * (cos * across + sin * up)
    };
    (0..CIRCLE_PIECES).map(|i| [point(i), point((i + 1) % CIRCLE_PIECES)]).collect()
}

/// Returns the circle that a camera sees as the outline of a sphere; empty if the camera is inside.
pub fn outline(sphere: &Sphere, camera: &Camera) -> Vec<[DVec3; 2]> {
    let Sphere { center, radius } = *sphere;
    match camera.projection {
        Projection::Orthographic { .. } => circle(center, camera.forward(), radius),
        Projection::Perspective { .. } => {
            let toward = camera.eye - center;
            let (distance, squared) = (toward.length(), toward.length_squared());
            if distance <= radius {
                return Vec::new();
            }
            let middle = center + (radius * radius / squared) * toward;
            circle(middle, toward / distance, radius * (1.0 - radius * radius / squared).sqrt())
        }
    }
}

/// Returns the 12 edges of a box with these corners, in whose order x changes fastest and z slowest.
pub fn box_edges(corners: [DVec3; 8]) -> impl Iterator<Item = [DVec3; 2]> {
    let edges = (0..8_usize).flat_map(|bits| [1, 2, 4].map(|axis| (bits, bits | axis)));
    edges.filter(|(a, b)| a != b).map(move |(a, b)| [corners[a], corners[b]])
}

/// Returns a sphere's outline, with `pen`, and great circles across the world's axes, of this width and opacity.
pub fn ball(sphere: &Sphere, camera: &Camera, pen: Pen, (width, opacity): (f32, f32)) -> [Overlay; 2] {
    let rings = DVec3::AXES.iter().flat_map(|&axis| circle(sphere.center, axis, sphere.radius)).collect();
    let fainter = Pen { width, opacity, ..pen };
    [Overlay::Lines(rings, fainter), Overlay::Lines(outline(sphere, camera), pen)]
}

/// Returns the two lines of a cylinder's outline that a camera sees; none from inside, or along the axis.
pub fn sides(from: DVec3, to: DVec3, radius: f64, camera: &Camera) -> Vec<[DVec3; 2]> {
    let Some(along) = (to - from).try_normalize() else { return Vec::new() };
    // Unit vectors across the cylinder at which lines of sight touch it.
    let normals = match camera.projection {
        Projection::Orthographic { .. } => {
            along.cross(camera.forward()).try_normalize().map(|normal| [normal, -normal])
        }
        Projection::Perspective { .. } => {
            let toward = (camera.eye - from).reject_from_normalized(along);
            let distance = toward.length();
            (distance > radius).then(|| {
                let toward = toward / distance;
                let (cos, second_view) = (radius / distance, along.cross(toward));
                let sin = (1.0 - cos * cos).sqrt();
                [cos * toward + sin * second_view, cos * toward - sin * second_view]
            })
        }
    };
    normals.into_iter().flatten().map(|normal| [from + radius * normal, to + radius * normal]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_sight_touch_the_sphere_along_its_outline_and_the_cylinder_along_its_sides() {
        let sphere = Sphere { center: DVec3::new(1.0, 2.0, 3.0), radius: 1.5 };
        let camera = Camera::look_at(DVec3::new(5.0, 1.0, 9.0), DVec3::ZERO, DVec3::Y);
        for [point, _] in outline(&sphere, &camera) {
            let (out, sight) = (point - sphere.center, point - camera.eye);
            assert!((out.length() - sphere.radius).abs() < 1e-12);
            assert!(out.dot(sight).abs() < 1e-12, "the outline is where sight is tangent");
        }
        let to = DVec3::new(-2.0, 0.5, 1.0);
        let lines = sides(sphere.center, to, sphere.radius, &camera);
        assert_eq!(lines.len(), 2);
        for [a, b] in lines {
            let normal = (a - sphere.center) / sphere.radius;
            assert!((normal.length() - 1.0).abs() < 1e-12 && normal.dot(to - sphere.center).abs() < 1e-12);
            assert!(normal.dot(a - camera.eye).abs() < 1e-12 && normal.dot(b - camera.eye).abs() < 1e-12);
        }
    }

    #[test]
    fn from_inside_there_is_no_outline() {
        let camera = Camera::look_at(DVec3::Z, DVec3::ZERO, DVec3::Y);
        assert!(outline(&Sphere { center: DVec3::ZERO, radius: 2.0 }, &camera).is_empty());
        assert!(sides(DVec3::ZERO, DVec3::X, 2.0, &camera).is_empty());
    }
}
