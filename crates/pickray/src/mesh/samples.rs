//! Sample meshes, made by formulas instead of read from files.

mod teapot;

use crate::math::SplitMix;
use crate::mesh::problem::Need;
use crate::mesh::{IndexedMesh, LoadError, Mesh, MeshError};
use crate::work::Progress;
use glam::{DVec3, IVec3};
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Prefix that marks the name of a mesh as the id of a sample, as in `sample:cube`.
#[doc(hidden)]
pub const SAMPLE_PREFIX: &str = "sample:";

/// Mesh that needs no file. The variants go from the simplest to the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sample {
    /// A single triangle to explain ray picking, with corners (1, 0, -1), (0, 1, -1) and (0, 0, -2).
    Triangle,
    /// A cube of edge 2 around the origin, 12 triangles.
    Cube,
    /// A unit sphere of 5,120 triangles, an icosahedron subdivided.
    Icosphere,
    /// A tube along a (2, 3) torus knot, 24,000 triangles.
    TorusKnot,
    /// The Utah teapot, by Martin Newell.
    #[default]
    Teapot,
    /// A bumpy sphere of 1,003,520 triangles.
    NoisySphere,
}

/// Name and id of each sample, in their order.
const NAMES: [(&str, &str); 6] = [
    ("Triangle", "triangle"),
    ("Cube", "cube"),
    ("Icosphere", "icosphere"),
    ("Torus knot", "torus-knot"),
    ("Teapot", "teapot"),
    ("Noisy sphere", "noisy-sphere"),
];

type SampleSurface = (Vec<DVec3>, Vec<[u32; 3]>);

impl Sample {
    /// All samples, from the simplest to the largest.
    pub const ALL: [Self; 6] =
        [Self::Triangle, Self::Cube, Self::Icosphere, Self::TorusKnot, Self::Teapot, Self::NoisySphere];

    /// Returns the sample's name, as people call it.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// Returns the sample's name in lower case with hyphens for spaces, as command lines and files have it.
    #[doc(hidden)]
    pub const fn id(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// Returns the sample with an [`id`](Self::id); `None` for an unknown one.
    #[doc(hidden)]
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sample| sample.id() == id)
    }

    /// Returns the sample's mesh, y up, counter-clockwise triangles facing outwards.
    ///
    /// # Errors
    /// [`LoadError::OutOfMemory`] where even a sample does not fit into memory.
    pub fn mesh(self) -> Result<Mesh, LoadError> {
        self.mesh_with(&Progress::default())
    }

    /// Returns the sample's mesh, as [`mesh`](Self::mesh) does, and tells `progress` how far it has come.
    ///
    /// # Errors
    /// Those of [`mesh`](Self::mesh), and [`LoadError::Cancelled`] when `progress` was cancelled meanwhile.
    pub fn mesh_with(self, progress: &Progress) -> Result<Mesh, LoadError> {
        progress.begin("making the mesh", 0.0..0.2);
        let (positions, triangles) = self.positions_and_triangles();
        progress.begin("building the tree", 0.2..1.0);
        let indexed = IndexedMesh::of_lists(positions, triangles);
        indexed.and_then(|indexed| Ok(indexed.build_with(progress)?)).map_err(|error| match error {
            MeshError::Cancelled => LoadError::Cancelled { name: self.name().to_owned() },
            MeshError::OutOfMemory(missing) => {
                LoadError::OutOfMemory { name: self.name().to_owned(), size: Need::Sample, missing }
            }
            wrong => unreachable!("the sample {} is not a mesh: {wrong}", self.id()),
        })
    }

    /// Returns the sample's vertex positions, and its triangles as indices into them.
    pub fn positions_and_triangles(self) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
        let (vertices, triangles) = match self {
            Self::Triangle => (
                vec![DVec3::new(1.0, 0.0, -1.0), DVec3::new(0.0, 1.0, -1.0), DVec3::new(0.0, 0.0, -2.0)],
                vec![[0, 1, 2]],
            ),
            Self::Cube => cube(),
            Self::Icosphere => sphere(16),
            Self::TorusKnot => torus_knot(500, 24),
            Self::Teapot => teapot::teapot(10),
            Self::NoisySphere => noisy_sphere(224),
        };
        (vertices.iter().map(|vertex| vertex.as_vec3().to_array()).collect(), triangles)
    }
}

/// Returns a cube of edge 2 around the origin; corner i has bit k of i for the sign of axis k.
fn cube() -> SampleSurface {
    let sign = |i: u32, k: u32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
    let vertices = (0..8).map(|i| DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    (vertices, triangles)
}

/// Radius of the tube; the knot lies within 3 of the origin.
const TUBE: f64 = 0.42;

/// Returns a tube along a (2, 3) torus knot: `along` rings of `around` quads each, two triangles per quad.
fn torus_knot(along: u32, around: u32) -> SampleSurface {
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

/// Share of the radius by which the largest waves of a noisy sphere may lift it.
const NOISE_HEIGHT: f64 = 0.35;

/// Number of sizes of the waves around a noisy sphere, each half of the one before.
const OCTAVES: u32 = 7;

/// Returns a unit sphere of `20 * frequency²` triangles, an icosahedron with each face divided.
///
/// Based on: R. Buckminster Fuller, Building Construction, US patent 2,682,235, 1954 (geodesic class I).
fn sphere(frequency: u32) -> SampleSurface {
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

/// Returns a sphere of `20 * frequency²` triangles with hills and valleys of all sizes, value noise in octaves.
///
/// Based on: Ken Perlin, An Image Synthesizer, 1985, with random values instead of gradients.
fn noisy_sphere(frequency: u32) -> SampleSurface {
    let (mut vertices, triangles) = sphere(frequency);
    for vertex in &mut vertices {
        let octave = |k: u32| noise(*vertex * f64::from(3 << k)) * 0.5_f64.powi(k as i32 + 1);
        let hills: f64 = (0..OCTAVES).map(octave).sum();
        *vertex *= 1.0 + NOISE_HEIGHT * hills;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Defects;
    use std::sync::OnceLock;

    /// Returns six times the signed volume: positive where the triangles of a closed surface face outwards.
    fn volume(mesh: &Mesh) -> f64 {
        (0..mesh.n_triangles() as u32).map(|i| mesh.triangle(i)).map(|t| t.a.dot(t.b.cross(t.c))).sum()
    }

    /// Returns the mesh of a sample, made once for all tests.
    fn made(sample: Sample) -> &'static Mesh {
        static MADE: [OnceLock<Mesh>; Sample::ALL.len()] = [const { OnceLock::new() }; Sample::ALL.len()];
        let index = Sample::ALL.iter().position(|&other| other == sample).expect("a sample");
        MADE[index].get_or_init(|| sample.mesh().expect("a mesh"))
    }

    #[test]
    fn closed_samples_are_closed_and_face_outwards() {
        for sample in [Sample::Cube, Sample::Icosphere, Sample::TorusKnot, Sample::NoisySphere] {
            let mesh = made(sample);
            assert_eq!(Defects::of(mesh).expect("memory"), Defects::default(), "{sample:?}");
            assert!(volume(mesh) > 0.0, "{sample:?} is inside out");
        }
    }

    #[test]
    fn samples_have_the_triangles_that_their_descriptions_promise() {
        let counts = Sample::ALL.map(|sample| made(sample).n_triangles());
        assert_eq!(counts[..4], [1, 12, 5_120, 24_000]);
        assert_eq!(counts[5], 1_003_520);
    }

    #[test]
    fn no_sample_has_a_triangle_without_area_and_each_has_an_id() {
        assert_eq!(Sample::from_id("cow"), None);
        for sample in Sample::ALL {
            assert_eq!(Sample::from_id(sample.id()), Some(sample));
            let mesh = made(sample);
            let flat = (0..mesh.n_triangles() as u32).map(|i| mesh.triangle(i));
            let flat = flat.filter(|t| (t.b - t.a).cross(t.c - t.a) == DVec3::ZERO).count();
            assert_eq!(flat, 0, "{sample:?}");
        }
    }

    #[test]
    fn making_a_sample_can_be_cancelled() {
        let progress = Progress::default();
        progress.cancel();
        assert!(matches!(Sample::NoisySphere.mesh_with(&progress), Err(LoadError::Cancelled { .. })));
    }
}
