//! Simplified mesh: a few triangles that are drawn in place of a large mesh while it moves and drawing all of it would
//! take too long. Vertices are joined in clusters; triangles whose corners lie in three clusters are left.
//!
//! Based on: Jarek Rossignac and Paul Borrel, "Multi-resolution 3D approximations for rendering complex scenes", 1993
//! (clusters are cells of a grid); Peter Lindstrom, "Out-of-core simplification of large polygonal models", 2000
//! (place of a cluster: section 3). Departures: vertices of a cell whose surfaces face several ways are in several
//! clusters, so that both sides of a thin sheet are left; planes through open edges keep these where they are; where
//! the planes leave a direction open, a weak pull towards a given place decides, instead of singular values.

mod clusters;

use super::normals::pack;
use clusters::{Clusters, Triples, hash, open_edges};
use glam::{DMat3, DVec3};
use pickray::mesh::{JoinedVertices, Mesh};
use pickray::scene::Scene;
use pickray::work::{Cancelled, Progress, memory, packed};

/// Number of triangles of all simplified meshes of a scene together: software rendering takes as long for them as for
/// the largest mesh that is always drawn whole.
const MOST: usize = 60_000;

/// Smallest number of triangles that a mesh is simplified to.
const LEAST: usize = 32;

/// Number of triangles of a cluster that are asked for its state (selected, marked or hidden).
const SAMPLES: usize = 3;

/// Cosine of the angle between a triangle and the mean surface at its corner from which it is shaded flat (40°).
const CREASE_COSINE: f64 = 0.766;

/// Distance by which open edges are moved outward, relative to the side of a cell: parts of a surface that are meshes
/// of their own overlap, rather than leave gaps between them.
const OVERLAP: f64 = 0.06;

/// Number of bytes for each vertex that simplifying takes while it works.
const WORK_BYTES: usize = 64;

/// Weight of planes through open edges, relative to those of triangles.
const OPEN_EDGE_WEIGHT: f64 = 4.0;

/// Bit of the packed normals of a triangle that was made of one triangle of about its size: edges are drawn around it.
const ALONE: u32 = 1 << 30;

/// Few triangles in place of a mesh.
#[derive(Clone, Debug)]
pub struct SimplifiedMesh {
    /// Places of the clusters, relative to the mesh's origin.
    places: Vec<[f32; 3]>,
    /// Corners of triangles, by clusters.
    triangles: Vec<[u32; 3]>,
    /// Normals of the triangles' corners, packed, as long as `triangles`.
    pub(super) normals: Vec<[u32; 3]>,
    /// Colours of the clusters in sRGB; empty if the mesh has no colours.
    colors: Vec<u32>,
    /// Triangle of the mesh from which each triangle was made.
    pub(super) sources: Vec<u32>,
    /// Triangles of the mesh that touch each cluster, spread evenly over it.
    samples: Vec<[u32; SAMPLES]>,
}

packed!(struct SimplifiedMesh { places, triangles, normals, colors, sources, samples });

/// Sums over the corners of triangles that lie in a cluster.
#[derive(Clone, Copy, Default)]
struct Sums {
    quadric: Quadric,
    normal: DVec3,
    area: f64,
    middle: DVec3,
    edges: f64,
    on_edges: DVec3,
    outward: DVec3,
    n_triangles: u32,
}

impl SimplifiedMesh {
    /// Returns the number of triangles that a mesh of a scene is simplified to.
    pub(super) fn share(scene: &Scene, mesh: &Mesh) -> usize {
        let shown = scene.objects().iter().filter(|object| object.visible);
        let all: usize = shown.map(|object| object.mesh.n_triangles()).sum();
        let share = (MOST as f64 / all.max(1) as f64 * mesh.n_triangles() as f64) as usize;
        share.min(mesh.n_triangles() / 4)
    }

    /// Returns a mesh simplified to about `most` triangles; `None` if that is not possible: the mesh has no area, or
    /// as few triangles already, or there is no memory.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    pub fn of_with(mesh: &Mesh, most: usize, progress: &Progress) -> Result<Option<Self>, Cancelled> {
        let n = mesh.n_vertices();
        let has_room = memory::check((n * WORK_BYTES) as u64).is_ok() && memory::is_left(n * WORK_BYTES);
        if most < LEAST || !has_room {
            return Ok(None);
        }
        let joined = JoinedVertices::in_arrays(mesh, vec![0; JoinedVertices::n_slots(n)], vec![0; n], progress)?;
        let open = open_edges(mesh, &joined);
        let Some(clusters) = Clusters::of(mesh, &joined, &open, most) else { return Ok(None) };
        progress.check()?;

        // Each triangle adds to the sums of its clusters; one of three clusters is left, unless it is there already.
        let mut made = Self {
            places: Vec::new(),
            triangles: Vec::new(),
            normals: Vec::new(),
            colors: Vec::new(),
            sources: Vec::new(),
            samples: vec![[0; SAMPLES]; clusters.n()],
        };
        let mut sums = vec![Sums::default(); clusters.n()];
        let mut seen = Triples::new();
        for (index, triangle) in (0..).zip(mesh.triangles()) {
            if index % (1 << 16) == 0 {
                progress.check()?;
            }
            let corners = triangle.map(|vertex| clusters.place(mesh, vertex));
            let [a, b, c] = triangle.map(|vertex| clusters.of_vertex(vertex));
            made.add(&mut sums, index, [a, b, c], corners);
            if a != b && b != c && c != a {
                let mut turned = [a, b, c];
                while turned[0] != a.min(b).min(c) {
                    turned.rotate_left(1);
                }
                if seen.number(turned) as usize == made.triangles.len() {
                    made.triangles.push([a, b, c]);
                    made.sources.push(index);
                }
            }
        }

        // Planes through open edges, across their triangles, keep the edges where they are.
        for [from, to, triangle] in open {
            let corners = mesh.triangles()[triangle as usize].map(|vertex| clusters.place(mesh, vertex));
            let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
            let ends = [from, to].map(|vertex| clusters.place(mesh, vertex));
            let edge = ends[1] - ends[0];
            let across = edge.cross(normal).normalize_or_zero() * edge.length();
            for (vertex, end) in [from, to].into_iter().zip(ends) {
                let sums = &mut sums[clusters.of_vertex(vertex) as usize];
                sums.quadric.add(across, end, OPEN_EDGE_WEIGHT);
                sums.edges += edge.length();
                sums.on_edges += edge.length() * end;
                sums.outward += across;
            }
        }
        made.finish(mesh, &clusters, &sums);
        Ok((made.triangles.len() <= mesh.n_triangles() / 2 && !made.triangles.is_empty()).then_some(made))
    }

    /// Returns the corners of each triangle, relative to the mesh's origin.
    pub(super) fn corners(&self) -> impl Iterator<Item = [[f32; 3]; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|cluster| self.places[cluster as usize]))
    }

    pub(super) fn corner_colors(&self) -> impl Iterator<Item = [u32; 3]> {
        self.triangles.iter().map(|triangle| triangle.map(|cluster| self.colors[cluster as usize]))
    }

    /// Returns triangles of the mesh around a triangle, some of each of its clusters.
    pub(super) fn around(&self, triangle: usize) -> [u32; 3 * SAMPLES] {
        let samples = self.triangles[triangle].map(|cluster| self.samples[cluster as usize]);
        samples.as_flattened().try_into().expect("three clusters")
    }

    /// Frees what is not needed once the corners are on the GPU; forgets the sources of triangles made of several.
    pub(super) fn forget_corners(&mut self) {
        let alone = |(source, normals): (&u32, &[u32; 3])| if normals[0] & ALONE == 0 { u32::MAX } else { *source };
        self.sources = self.sources.iter().zip(&self.normals).map(alone).collect();
        (self.places, self.normals, self.colors) = Default::default();
    }

    fn add(&mut self, sums: &mut [Sums], index: u32, clusters: [u32; 3], [a, b, c]: [DVec3; 3]) {
        let normal = (b - a).cross(c - a);
        let area = normal.length();
        let plane = if area > 0.0 { normal / area.sqrt() } else { DVec3::ZERO };
        let mut add = |cluster: u32, weight: f64, corners: DVec3| {
            let sums = &mut sums[cluster as usize];
            sums.quadric.add(plane, a, weight);
            sums.normal += weight * normal;
            sums.area += weight * area;
            sums.middle += area * corners;
            let samples = &mut self.samples[cluster as usize];
            // Each triangle with the chance that keeps all equally likely.
            let place = (u64::from(hash(sums.n_triangles)) * (u64::from(sums.n_triangles) + 1)) >> 32;
            match samples.get_mut(place as usize) {
                _ if sums.n_triangles == 0 => *samples = [index; SAMPLES],
                Some(sample) => *sample = index,
                None => {}
            }
            sums.n_triangles += 1;
        };
        if clusters == [clusters[0]; 3] {
            return add(clusters[0], 3.0, a + b + c);
        }
        clusters.into_iter().zip([a, b, c]).for_each(|(cluster, corner)| add(cluster, 1.0, corner));
    }

    fn finish(&mut self, mesh: &Mesh, clusters: &Clusters, sums: &[Sums]) {
        let places = sums.iter().enumerate().map(|(cluster, sums)| {
            let middle = if sums.edges > 0.0 { sums.on_edges / sums.edges } else { sums.middle / sums.area };
            let place = sums.quadric.lowest_near(middle);
            let place = clusters.within(cluster, if place.is_finite() { place } else { middle });
            place + OVERLAP * clusters.side * sums.outward.normalize_or_zero()
        });
        let places: Vec<DVec3> = places.collect();
        let normals = self.triangles.iter_mut().zip(&self.sources).map(|(triangle, source)| {
            let [a, b, c] = triangle.map(|cluster| places[cluster as usize]);
            let mut area = (b - a).cross(c - a);
            let around: DVec3 = triangle.iter().map(|&cluster| sums[cluster as usize].normal.normalize_or_zero()).sum();
            if area.dot(around) < 0.0 {
                // Folded over: its back would be seen within a surface.
                triangle.swap(1, 2);
                area = -area;
            }
            let own = area.normalize_or_zero();
            let [a, b, c] = mesh.triangles()[*source as usize].map(|vertex| clusters.place(mesh, vertex));
            let alone = if 0.7 * area.length() < (b - a).cross(c - a).length() { ALONE } else { 0 };
            triangle.map(|cluster| {
                let sums = &sums[cluster as usize];
                let mean = sums.normal / sums.area;
                let is_flat = mean.normalize_or_zero().dot(own) < CREASE_COSINE;
                alone | pack(if is_flat { own } else { mean.normalize() * mean.length().cbrt() })
            })
        });
        self.normals = normals.collect();
        self.put_last_those_alone();
        self.places = places.into_iter().map(|place| clusters.local(place)).collect();
        if !mesh.colors().is_empty() {
            self.colors = self.mean_colors(mesh, clusters);
        }
    }

    fn put_last_those_alone(&mut self) {
        let is_alone = |&triangle: &usize| self.normals[triangle][0] & ALONE != 0;
        let (alone, mut order): (Vec<usize>, Vec<_>) = (0..self.normals.len()).partition(is_alone);
        order.extend(alone);
        self.triangles = order.iter().map(|&triangle| self.triangles[triangle]).collect();
        self.normals = order.iter().map(|&triangle| self.normals[triangle]).collect();
        self.sources = order.iter().map(|&triangle| self.sources[triangle]).collect();
    }

    fn mean_colors(&self, mesh: &Mesh, clusters: &Clusters) -> Vec<u32> {
        // Squares are near to linear light, and cheap.
        let mut sums = vec![[0.0_f32; 4]; clusters.n()];
        for (index, triangle) in (0..).zip(mesh.triangles()) {
            let Some(colors) = mesh.corner_colors(index) else { continue };
            for (vertex, color) in triangle.iter().zip(colors) {
                let sum = &mut sums[clusters.of_vertex(*vertex) as usize];
                (0..3).for_each(|k| sum[k] += color[k] * color[k]);
                sum[3] += 1.0;
            }
        }
        let mean = |sum: [f32; 4]| {
            let byte = |k: usize| ((sum[k] / sum[3]).sqrt() * 255.0).round() as u8;
            u32::from_ne_bytes(if sum[3] > 0.0 { [byte(0), byte(1), byte(2), 255] } else { [0; 4] })
        };
        sums.into_iter().map(mean).collect()
    }
}

/// Strength of the pull towards the middle, as a share of the quadric's trace.
const PULL: f64 = 1e-3;

/// Sum of squared distances from planes, times their weights.
#[derive(Clone, Copy, Default)]
struct Quadric {
    /// Upper half of the symmetric matrix Σ n nᵀ: xx, yy, zz, xy, yz, zx.
    squares: DVec3,
    products: DVec3,
    /// Σ n (n · p).
    linear: DVec3,
}

impl Quadric {
    /// Adds the plane through a point with a normal, whose squared length is a weight, too.
    fn add(&mut self, normal: DVec3, point: DVec3, weight: f64) {
        let weighed = weight * normal;
        self.squares += weighed * normal;
        self.products += weighed * DVec3::new(normal.y, normal.z, normal.x);
        self.linear += weighed * normal.dot(point);
    }

    /// Returns where the quadric, with a weak pull towards `middle`, is lowest; not finite if nowhere.
    fn lowest_near(&self, middle: DVec3) -> DVec3 {
        let DVec3 { x: xy, y: yz, z: zx } = self.products;
        let DVec3 { x: xx, y: yy, z: zz } = self.squares;
        let matrix = DMat3::from_cols(DVec3::new(xx, xy, zx), DVec3::new(xy, yy, yz), DVec3::new(zx, yz, zz));
        let pull = PULL * (xx + yy + zz);
        let offset = (matrix + DMat3::from_diagonal(DVec3::splat(pull))).inverse() * (self.linear - matrix * middle);
        middle + offset
    }
}

#[cfg(test)]
mod tests;
