//! The Utah teapot.
//!
//! Based on: Martin Newell's control points of 1975, as Frank Crow gives them in The Origins of the Teapot, IEEE CG&A
//! 7(1), 1987, with the bottom that was added later. Surfaces of revolution are given by their profiles, symmetric ones
//! by one half.

use super::SampleSurface;
use glam::DVec3;
use std::collections::HashMap;

/// 4 × 4 control points of a bicubic Bézier patch, z up as Newell had it.
type Patch = [[DVec3; 4]; 4];

/// Share of the radius at which the control points of a quarter circle lie along the tangents.
const ROUND: f64 = 0.56;

/// Radius and height of each profile's control points, four a row: from the rim down, the lid's from the knob.
const PROFILES: [[(f64, f64); 4]; 6] = [
    [(1.4, 2.4), (1.3375, 2.53125), (1.4375, 2.53125), (1.5, 2.4)],
    [(1.5, 2.4), (1.75, 1.875), (2.0, 1.35), (2.0, 0.9)],
    [(2.0, 0.9), (2.0, 0.45), (1.5, 0.225), (1.5, 0.15)],
    [(0.0, 3.15), (0.8, 3.15), (0.0, 2.85), (0.2, 2.7)],
    [(0.2, 2.7), (0.4, 2.55), (1.3, 2.55), (1.3, 2.4)],
    [(1.5, 0.15), (1.5, 0.075), (1.425, 0.0), (0.0, 0.0)],
];

/// Control points across a bent tube: from one point of its middle (y = 0) by two, half a width beside it, to another.
type ControlRow = ([f64; 2], [f64; 2], f64);

/// Rows of the halves of the handle, upper and lower, and of the spout, root and lip.
const TUBES: [[ControlRow; 4]; 4] = [
    [
        ([-1.6, 2.025], [-1.5, 2.25], 0.3),
        ([-2.3, 2.025], [-2.5, 2.25], 0.3),
        ([-2.7, 2.025], [-3.0, 2.25], 0.3),
        ([-2.7, 1.8], [-3.0, 1.8], 0.3),
    ],
    [
        ([-2.7, 1.8], [-3.0, 1.8], 0.3),
        ([-2.7, 1.575], [-3.0, 1.35], 0.3),
        ([-2.5, 1.125], [-2.65, 0.9375], 0.3),
        ([-2.0, 0.9], [-1.9, 0.6], 0.3),
    ],
    [
        ([1.7, 1.425], [1.7, 0.6], 0.66),
        ([2.6, 1.425], [3.1, 0.825], 0.66),
        ([2.3, 2.1], [2.4, 2.025], 0.25),
        ([2.7, 2.4], [3.3, 2.4], 0.25),
    ],
    [
        ([2.7, 2.4], [3.3, 2.4], 0.25),
        ([2.8, 2.475], [3.525, 2.49375], 0.25),
        ([2.9, 2.475], [3.45, 2.5125], 0.15),
        ([2.8, 2.4], [3.2, 2.4], 0.15),
    ],
];

/// Returns the teapot with its patches divided into `steps` by `steps` quads, standing on y = 0.
pub(super) fn teapot(steps: u32) -> SampleSurface {
    let mut welded = Welded::default();
    for patch in patches() {
        let point = |i: u32, j: u32| at(&patch, f64::from(i) / f64::from(steps), f64::from(j) / f64::from(steps));
        for i in 0..steps {
            for j in 0..steps {
                let [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
                welded.triangle([a, b, c]);
                welded.triangle([a, c, d]);
            }
        }
    }
    (welded.vertices, welded.triangles)
}

/// Returns all 32 patches, seen from outside with the first index to the right of the second.
fn patches() -> Vec<Patch> {
    let mut patches = Vec::new();
    for profile in &PROFILES {
        for quarter in 0..4 {
            patches.push(profile.map(|(radius, height)| revolved(radius, height, quarter)));
        }
    }
    patches.extend(TUBES.iter().flat_map(halves));
    patches
}

/// Returns the control points of a quarter circle of `radius`, turned by `quarter` right angles.
fn revolved(radius: f64, height: f64, quarter: usize) -> [DVec3; 4] {
    let round = ROUND * radius;
    [(radius, 0.0), (radius, round), (round, radius), (0.0, radius)].map(|(x, y)| {
        let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][quarter];
        DVec3::new(x, y, height)
    })
}

/// Returns both sides of a bent tube, seen from outside.
fn halves(rows: &[ControlRow; 4]) -> [Patch; 2] {
    let half = |side: f64| {
        rows.map(|([x0, z0], [x1, z1], half_width)| {
            let y = side * half_width;
            [DVec3::new(x0, 0.0, z0), DVec3::new(x0, y, z0), DVec3::new(x1, y, z1), DVec3::new(x1, 0.0, z1)]
        })
    };
    let (mut near, far) = (half(-1.0), half(1.0));
    // Mirrored, a patch is seen from its other side: its rows run backwards.
    for row in &mut near {
        row.reverse();
    }
    [near, far]
}

/// Returns the point of a patch at `u` and `v`, from 0 to 1, with y up.
fn at(patch: &Patch, u: f64, v: f64) -> DVec3 {
    let bernstein = |t: f64| {
        let s = 1.0 - t;
        [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t]
    };
    let (rows, columns) = (bernstein(u), bernstein(v));
    let sum: DVec3 =
        patch.iter().zip(rows).flat_map(|(row, r)| row.iter().zip(columns).map(move |(p, c)| r * c * *p)).sum();
    DVec3::new(sum.x, sum.z, -sum.y)
}

/// Triangles whose coinciding vertices are one.
#[derive(Default)]
struct Welded {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    seen: HashMap<[i64; 3], u32>,
}

impl Welded {
    /// Side of the cells in which all positions are one vertex: patches meet to within rounding.
    const GRID: f64 = 1.0 / (1 << 20) as f64;

    /// Adds a triangle, unless it has shrunk to a line: patches end in a point at the knob and at the bottom.
    fn triangle(&mut self, corners: [DVec3; 3]) {
        let [a, b, c] = corners.map(|corner| self.vertex(corner));
        if a != b && b != c && c != a {
            self.triangles.push([a, b, c]);
        }
    }

    fn vertex(&mut self, position: DVec3) -> u32 {
        let cell = (position / Self::GRID).round().as_i64vec3().to_array();
        *self.seen.entry(cell).or_insert_with(|| {
            self.vertices.push(position);
            self.vertices.len() as u32 - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Ray};
    use crate::intersect::{Culling, Side};
    use crate::mesh::Mesh;

    fn mesh() -> Mesh {
        let (vertices, triangles) = teapot(10);
        Mesh::from_triangles(vertices.iter().map(|v| v.as_vec3().to_array()).collect(), triangles).expect("a teapot")
    }

    #[test]
    fn it_has_newells_32_patches_and_size() {
        assert_eq!(patches().len(), 32);
        let (vertices, _) = teapot(10);
        let bounds = Aabb::from_points(vertices);
        // Body, handle and spout: from x = -3 to 3.43, width 4, height 3.15.
        assert!((bounds.size() - DVec3::new(6.43, 3.15, 4.0)).abs().max_element() < 0.02, "{:?}", bounds.size());
        assert_eq!(bounds.min.y, 0.0);
    }

    #[test]
    fn its_front_is_seen_from_outside_at_body_lid_bottom_handle_and_spout() {
        let mesh = mesh();
        let sights = [
            (DVec3::new(0.3, 1.2, 9.0), DVec3::new(0.3, 1.2, 0.0)),
            (DVec3::new(0.7, 9.0, 0.1), DVec3::new(0.7, 0.0, 0.1)),
            (DVec3::new(0.5, -9.0, 0.2), DVec3::new(0.5, 0.0, 0.2)),
            (DVec3::new(-9.0, 1.8, 0.05), DVec3::new(0.0, 1.8, 0.05)),
            (DVec3::new(-2.85, 1.8, 9.0), DVec3::new(-2.85, 1.8, 0.0)),
            (DVec3::new(-2.85, 1.8, -9.0), DVec3::new(-2.85, 1.8, 0.0)),
            (DVec3::new(2.6, 1.6, 9.0), DVec3::new(2.6, 1.6, 0.0)),
            (DVec3::new(2.6, 1.6, -9.0), DVec3::new(2.6, 1.6, 0.0)),
            (DVec3::new(0.05, 9.0, 0.02), DVec3::new(0.05, 0.0, 0.02)),
        ];
        for (from, to) in sights {
            let hit = mesh.closest_hit(&Ray::between(from, to), Culling::None).expect("the teapot is there");
            assert_eq!(hit.side, Side::Front, "from {from}");
        }
    }
}
