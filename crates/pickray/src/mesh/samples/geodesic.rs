//! Spheres whose triangles are nearly alike: an icosahedron with each face divided, smooth or bumpy.
//!
//! Based on: R. Buckminster Fuller, Building Construction, US patent 2,682,235, 1954 (geodesic class I). The bumps are
//! value noise in octaves: Ken Perlin, An Image Synthesizer, 1985, with random values instead of gradients.

use super::SampleSurface;
use crate::math::SplitMix;
use glam::{DVec3, IVec3};
use std::collections::HashMap;

/// Share of the radius by which the largest waves of a noisy sphere may lift it.
const NOISE_HEIGHT: f64 = 0.35;

/// Number of sizes of the waves around a noisy sphere, each half of the one before.
const OCTAVES: u32 = 7;

/// Returns a unit sphere of `20 * frequency²` triangles.
pub(super) fn sphere(frequency: u32) -> SampleSurface {
    let (corners, faces) = icosahedron();
    let mut grid = GeodesicVertices { corners, frequency, vertices: Vec::new(), seen: HashMap::new() };
    let mut triangles = Vec::with_capacity(20 * (frequency * frequency) as usize);
    for face in faces {
        for row in 0..frequency {
            for column in 0..frequency - row {
                let mut vertex = |i: u32, j: u32| grid.vertex(face, i, j);
                let (a, b, c) = (vertex(row, column), vertex(row + 1, column), vertex(row, column + 1));
                triangles.push([a, b, c]);
                if row + column + 1 < frequency {
                    let d = vertex(row + 1, column + 1);
                    triangles.push([b, d, c]);
                }
            }
        }
    }
    (grid.vertices, triangles)
}

/// Returns a sphere of `20 * frequency²` triangles with hills and valleys of all sizes.
pub(super) fn noisy_sphere(frequency: u32) -> SampleSurface {
    let (mut vertices, triangles) = sphere(frequency);
    for vertex in &mut vertices {
        *vertex *= 1.0 + NOISE_HEIGHT * hills(*vertex);
    }
    (vertices, triangles)
}

/// Returns the corners of the unit icosahedron, and its faces, counter-clockwise from outside.
fn icosahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let rectangle = |axis: usize| {
        [(-1.0, -golden), (1.0, -golden), (-1.0, golden), (1.0, golden)].map(|(short, long)| {
            let mut corner = DVec3::ZERO;
            corner[axis] = short;
            corner[(axis + 1) % 3] = long;
            corner.normalize()
        })
    };
    let corners: Vec<_> = (0..3).flat_map(rectangle).collect();
    // Corners are neighbours when no two lie closer; a face is three neighbours.
    let neighbours = |a: usize, b: usize| corners[a].dot(corners[b]) > 0.4;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if neighbours(a, b) && neighbours(b, c) && neighbours(c, a) {
                    let outwards = corners[a].dot(corners[b].cross(corners[c])) > 0.0;
                    faces.push(if outwards { [a, b, c] } else { [a, c, b] }.map(|i| i as u32));
                }
            }
        }
    }
    (corners, faces)
}

/// Vertices of a sphere made so far, found again by the corners that they lie between.
struct GeodesicVertices {
    corners: Vec<DVec3>,
    frequency: u32,
    vertices: Vec<DVec3>,
    seen: HashMap<[(u32, u32); 3], u32>,
}

impl GeodesicVertices {
    /// Returns the vertex `i` steps towards the face's second corner and `j` towards its third.
    fn vertex(&mut self, face: [u32; 3], i: u32, j: u32) -> u32 {
        // A corner that does not count is left out, so that faces agree on the vertices of their common edge.
        let mut weights = [(face[0], self.frequency - i - j), (face[1], i), (face[2], j)];
        for weight in &mut weights {
            if weight.1 == 0 {
                *weight = (u32::MAX, 0);
            }
        }
        weights.sort_unstable();
        *self.seen.entry(weights).or_insert_with(|| {
            let counted = weights.iter().filter(|(_, weight)| *weight > 0);
            let sum: DVec3 = counted.map(|&(corner, weight)| f64::from(weight) * self.corners[corner as usize]).sum();
            self.vertices.push(sum.normalize());
            self.vertices.len() as u32 - 1
        })
    }
}

/// Returns the height of the hills at a point, between -1 and 1, with waves in octaves.
fn hills(p: DVec3) -> f64 {
    let octave = |k: u32| noise(p * f64::from(3 << k)) * 0.5_f64.powi(k as i32 + 1);
    (0..OCTAVES).map(octave).sum()
}

/// Returns noise at a point: random values between -1 and 1 at the integer points, smooth between them.
fn noise(p: DVec3) -> f64 {
    let cell = p.floor();
    let local = p - cell;
    let smooth = local * local * (3.0 - 2.0 * local);
    let mut sum = 0.0;
    for corner in 0..8 {
        let offset = IVec3::new(corner & 1, corner >> 1 & 1, corner >> 2);
        let weights = DVec3::select(offset.cmpeq(IVec3::ONE), smooth, 1.0 - smooth);
        sum += weights.element_product() * value(cell.as_ivec3() + offset);
    }
    sum
}

/// Returns a value between -1 and 1 that looks random, the same for the same point on every machine.
fn value(p: IVec3) -> f64 {
    let hash = p.to_array().iter().fold(0x9E37_79B9_7F4A_7C15_u64, |hash, &x| {
        (hash ^ u64::from(x as u32)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(29)
    });
    // Taking back the step of the generator leaves its finalizer alone.
    let z = SplitMix(hash.wrapping_sub(0x9E37_79B9_7F4A_7C15)).next_u64();
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}
