//! A tube along a (2, 3) torus knot.

use super::SampleSurface;
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Radius of the tube; the knot lies within 3 of the origin.
const TUBE: f64 = 0.42;

/// Returns a tube along a (2, 3) torus knot: `along` rings of `around` quads each, two triangles per quad.
pub(super) fn torus_knot(along: u32, around: u32) -> SampleSurface {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..along {
        let angle = TAU * f64::from(i) / f64::from(along);
        let center = knot(angle);
        // The frame turns with the torus that the knot lies on, so that it closes after one round.
        let tangent = (knot(angle + 1e-4) - knot(angle - 1e-4)).normalize();
        let outwards = (center - core(angle)).normalize();
        let normal = (outwards - outwards.dot(tangent) * tangent).normalize();
        let binormal = tangent.cross(normal);
        for j in 0..around {
            let turn = TAU * f64::from(j) / f64::from(around);
            let (sin, cos) = sin_cos(turn);
            vertices.push(center + TUBE * (cos * normal + sin * binormal));
        }
        for j in 0..around {
            let corner = |i: u32, j: u32| (i % along) * around + j % around;
            let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
            triangles.extend([[a, d, c], [a, c, b]]);
        }
    }
    (vertices, triangles)
}

/// Returns the point of the knot at an angle: twice around the axis y while three times around the core of the torus.
fn knot(angle: f64) -> DVec3 {
    let (around, through) = (2.0 * angle, 3.0 * angle);
    let [(sin, cos), (through_sin, through_cos)] = [around, through].map(sin_cos);
    let radius = 2.0 + through_cos;
    DVec3::new(radius * cos, -through_sin, radius * sin)
}

/// Returns the point of the torus's core circle that the knot is nearest to.
fn core(angle: f64) -> DVec3 {
    let (sin, cos) = sin_cos(2.0 * angle);
    DVec3::new(2.0 * cos, 0.0, 2.0 * sin)
}

/// Returns sine and cosine of an angle of a few turns, to their last digits also where they are nearly 0. The C library
/// of mingw-w64 is off by 2e-5 there, and the mesh has to be the same on every system.
fn sin_cos(angle: f64) -> (f64, f64) {
    // π/2 in two parts, the first of 33 bits, so that its multiples are exact.
    const HALF_PI: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
    let quarters = (angle / FRAC_PI_2).round();
    let (sin, cos) = (angle - quarters * HALF_PI[0] - quarters * HALF_PI[1]).sin_cos();
    match quarters as i64 & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}
