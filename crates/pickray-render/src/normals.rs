//! Normals at the corners of triangles, for smooth shading: those of the mesh's file; where it has none, the mean of
//! the normals of the triangles around a corner, weighted by the triangles' angles at the corner. Triangles beyond a
//! sharp edge do not count.
//!
//! Based on: Grit Thürmer and Charles A. Wüthrich, "Computing Vertex Normals from Polygonal Facets", 1998 (weights by
//! angle). Departures: corners at one position count as one, whatever their vertex indices; sharp edges separate them.

use glam::DVec3;
use pickray::mesh::{JoinedVertices, Mesh};
use pickray::work::{Cancelled, Progress, packed, threads, uncancelled};

/// Cosine of the angle between triangles from which the edge between them is sharp (50°).
const CREASE_COSINE: f64 = 0.642_787_6;

/// Number of triangles around a corner beyond which they are all one: comparing each with each would take forever.
const MANY_AROUND: usize = 48;

/// Number of triangles worked on between two looks at whether to go on.
const BLOCK: usize = 1 << 13;

/// Normals of all corners of a mesh, as the GPU reads them: x, y, z in 10 bits each from the lowest up.
#[derive(Clone, Debug)]
pub struct PackedNormals {
    corners: Vec<u32>,
    n_positions: usize,
}

packed!(struct PackedNormals { corners, n_positions });

impl PackedNormals {
    /// Computes the normals of a mesh, in object space.
    pub fn of(mesh: &Mesh) -> Self {
        uncancelled(|progress| Self::of_with(mesh, progress))
    }

    /// Computes the normals of a mesh, in object space, telling `progress` how far it has come.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    pub fn of_with(mesh: &Mesh, progress: &Progress) -> Result<Self, Cancelled> {
        let faces = parallel(mesh.n_triangles(), progress, 0.0..0.2, |triangle| face(mesh, triangle))?;
        let around = Around::new(mesh, progress)?;
        let corners = parallel(mesh.n_triangles(), progress, 0.6..1.0, |triangle| {
            let of_file = of_file(mesh, triangle, vector(faces[triangle].normal));
            let computed = |corner| at_corner(mesh, &faces, &around, triangle, corner);
            std::array::from_fn::<u32, 3, _>(|corner| pack(of_file[corner].unwrap_or_else(|| computed(corner))))
        })?;
        Ok(Self { corners: corners.into_flattened(), n_positions: around.joined.n_positions() })
    }

    /// Returns the packed normals, three a triangle, in the order of its corners.
    pub fn corners(&self) -> &[u32] {
        &self.corners
    }

    /// Returns how many distinct positions the mesh's vertices have: vertices in one place are joined.
    pub fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Returns the normal of a corner (0, 1 or 2), of about unit length; zero where no triangle around has an area.
    pub(crate) fn unpacked(&self, triangle: u32, corner: usize) -> DVec3 {
        unpack(self.corners[3 * triangle as usize + corner])
    }
}

/// Unit normal of a triangle (zero if it has no area), and its angles.
#[derive(Clone, Copy, Default)]
struct Face {
    normal: [f32; 3],
    angles: [f32; 3],
}

fn face(mesh: &Mesh, triangle: usize) -> Face {
    let [a, b, c] = mesh.triangles()[triangle].map(|vertex| {
        let position = mesh.positions()[vertex as usize];
        DVec3::from(position.map(f64::from))
    });
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let angle = |at: DVec3, p: DVec3, q: DVec3| (p - at).cross(q - at).length().atan2((p - at).dot(q - at)) as f32;
    Face { normal: normal.as_vec3().to_array(), angles: [angle(a, b, c), angle(b, c, a), angle(c, a, b)] }
}

/// Corners (three times the triangle, plus the corner's number) that lie in the same place, by place.
struct Around {
    /// Index of each vertex's distinct position; vertices at the same position share the index.
    joined: JoinedVertices,
    /// For each distinct position, the index in `corners` of its first corner; one more entry marks the end.
    begins: Vec<u32>,
    corners: Vec<u32>,
}

impl Around {
    fn new(mesh: &Mesh, progress: &Progress) -> Result<Self, Cancelled> {
        progress.begin("joining corners", 0.2..0.6);
        let n = mesh.n_vertices();
        let joined = JoinedVertices::in_arrays(mesh, vec![0; JoinedVertices::n_slots(n)], vec![0; n], progress)?;
        progress.advance(0.8);

        let mut begins = vec![0_u32; joined.n_positions() + 1];
        for vertex in mesh.triangles().as_flattened() {
            begins[joined.number(*vertex) as usize + 1] += 1;
        }
        for index in 1..begins.len() {
            begins[index] += begins[index - 1];
        }
        let mut next = begins.clone();
        let mut corners = vec![0; 3 * mesh.n_triangles()];
        for (corner, vertex) in mesh.triangles().as_flattened().iter().enumerate() {
            let next = &mut next[joined.number(*vertex) as usize];
            corners[*next as usize] = corner as u32;
            *next += 1;
        }
        progress.check()?;
        Ok(Self { joined, begins, corners })
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let place = self.joined.number(vertex) as usize;
        &self.corners[self.begins[place] as usize..self.begins[place + 1] as usize]
    }
}

/// Returns the unit normals that the file gives to a triangle's corners, on the side to which the triangle's own normal
/// points; `None` for a corner where there is none, or it vanishes.
fn of_file(mesh: &Mesh, triangle: usize, own: DVec3) -> [Option<DVec3>; 3] {
    let Some(normals) = mesh.normals() else { return [None; 3] };
    let normals = normals.of_triangle(triangle as u32, mesh.triangles()[triangle]);
    let units = normals.map(|normal| normal.map(vector).and_then(DVec3::try_normalize));
    let side = if units.iter().flatten().sum::<DVec3>().dot(own) < 0.0 { -1.0 } else { 1.0 };
    units.map(|unit| unit.map(|unit| side * unit))
}

fn at_corner(mesh: &Mesh, faces: &[Face], around: &Around, triangle: usize, corner: usize) -> DVec3 {
    let own = vector(faces[triangle].normal);
    let corners = around.of(mesh.triangles()[triangle][corner]);
    let weighed = |corner: &u32| {
        let face = &faces[*corner as usize / 3];
        (vector(face.normal), f64::from(face.angles[*corner as usize % 3]))
    };
    if MANY_AROUND < corners.len() {
        // The sum is the same for all of them, but is taken once for each: only a share of the triangles, spread
        // evenly.
        let step = corners.len().div_ceil(MANY_AROUND);
        let sum: DVec3 = corners.iter().step_by(step).map(weighed).map(|(normal, angle)| normal * angle).sum();
        let mean = sum.normalize_or_zero();
        return if mean.dot(own) < CREASE_COSINE { own } else { mean };
    }
    let near = corners.iter().map(weighed).filter(|(normal, _)| CREASE_COSINE <= normal.dot(own));
    let sum: DVec3 = near.map(|(normal, angle)| normal * angle).sum();
    let sum = sum.normalize_or_zero();
    if sum == DVec3::ZERO { own } else { sum }
}

fn vector(v: [f32; 3]) -> DVec3 {
    DVec3::from(v.map(f64::from))
}

/// Packs a unit vector into signed normalised numbers of 10 bits: ±511 is ±1.
pub(super) fn pack(normal: DVec3) -> u32 {
    let bits = |x: f64| ((x.clamp(-1.0, 1.0) * 511.0).round() as i32 as u32) & 0x3FF;
    bits(normal.x) | bits(normal.y) << 10 | bits(normal.z) << 20
}

pub(super) fn unpack(packed: u32) -> DVec3 {
    let axis = |shift: u32| f64::from((((packed >> shift) & 0x3FF) << 22) as i32 >> 22) / 511.0;
    DVec3::new(axis(0), axis(10), axis(20))
}

/// Returns what `compute` gives for each index below `n`, on all cores.
fn parallel<T: Copy + Default + Send>(
    n: usize,
    progress: &Progress,
    share: std::ops::Range<f32>,
    compute: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>, Cancelled> {
    progress.begin("smoothing normals", share);
    let mut values = vec![T::default(); n];
    threads::fill(&mut values, BLOCK, progress, compute)?;
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::seeded;

    fn mesh(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Mesh {
        Mesh::from_triangles(positions.to_vec(), triangles.to_vec()).expect("a mesh")
    }

    #[test]
    fn packing_keeps_a_normal_to_a_tenth_of_a_degree() {
        let mut random = seeded();
        for _ in 0..1000 {
            let normal = DVec3::from_array([0; 3].map(|_| random.f64() - 0.5)).normalize();
            assert!(unpack(pack(normal)).normalize().dot(normal) > (0.1_f64).to_radians().cos());
        }
    }

    #[test]
    fn a_shallow_roof_is_smooth_at_the_ridge_whatever_its_indices_and_a_steep_one_is_not() {
        for (height, smooth) in [(0.2, true), (2.0, false)] {
            let ridge = [[0.0, height, 0.0], [0.0, height, 1.0]];
            let (left, right) = ([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
            // The second triangle has copies of the ridge's vertices.
            let mesh = mesh(&[ridge[0], ridge[1], left, ridge[1], ridge[0], right], &[[0, 1, 2], [3, 4, 5]]);
            let normals = PackedNormals::of(&mesh);
            let (at_left, at_right) = (normals.unpacked(0, 0), normals.unpacked(1, 1));
            if smooth {
                assert!((at_left - at_right).length() < 1e-2 && at_left.y.abs() > 0.99, "{at_left} {at_right}");
            } else {
                assert!(at_left.dot(at_right) < 0.0, "{at_left} {at_right}");
            }
        }
    }

    #[test]
    fn the_tip_of_a_large_fan_takes_no_time_and_a_triangle_without_area_no_part() {
        let n = 20_000_u32;
        let angles = (0..n).map(|k| k as f32 / n as f32 * std::f32::consts::TAU);
        let rim = angles.map(|angle| [9.0 * angle.cos(), 0.0, 9.0 * angle.sin()]);
        let positions: Vec<_> = std::iter::once([0.0, 1.0, 0.0]).chain(rim).collect();
        let mut triangles: Vec<_> = (0..n).map(|k| [0, (k + 1) % n + 1, k + 1]).collect();
        triangles.push([0, 0, 0]);
        let normals = PackedNormals::of(&mesh(&positions, &triangles));
        assert!(normals.unpacked(7, 0).y > 0.99, "{}", normals.unpacked(7, 0));
    }

    #[test]
    fn a_cancelled_computation_stops() {
        let progress = Progress::default();
        progress.cancel();
        let mesh = mesh(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]);
        assert!(PackedNormals::of_with(&mesh, &progress).is_err());
    }
}
