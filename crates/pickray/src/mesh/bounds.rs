//! Bounding box (AABB) of the triangles of a mesh, and how tight volumes of each kind are around it.
//!
//! The box of all vertices, which lie in a row in memory, is found first. It is the box of the triangles if a triangle
//! uses a vertex on each of its sides. Both steps take a third of the time of looking up every corner.

use crate::geometry::{Aabb, BoundingKind, BoundingVolume, Ray, Sphere};
use crate::intersect::{Culling, PretestCounts, pretest_counts, rays_through};
use crate::mesh::Mesh;
use crate::work::threads::in_parallel;
use crate::work::{Cancelled, Progress, packed};
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of vertices, or corners, worked on at once.
const BLOCK: usize = 1 << 16;
const LANES: usize = 4;

/// Box in f32: its smallest and its largest coordinates on the three axes.
pub type Box32 = [[f32; 3]; 2];

const EMPTY: Box32 = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

/// Returns the smallest box in object space around `triangles` of finite `positions` local to `origin`.
pub fn bounds_of(origin: DVec3, positions: &[[f32; 3]], triangles: &[&[[u32; 3]]], threads: usize) -> Aabb {
    let of_blocks = in_parallel(threads, positions.chunks(BLOCK).collect(), box_of);
    let all = of_blocks.iter().fold(EMPTY, |all, &block| union(all, block));
    let blocks: Vec<&[[u32; 3]]> = triangles.iter().flat_map(|part| part.chunks(BLOCK)).collect();
    match sides(positions, &of_blocks, all) {
        Some(sides) if are_named(&sides, &blocks, threads) => in_f64(origin, all),
        _ => bounds_of_corners(origin, positions, triangles, threads),
    }
}

/// Returns the box of [`bounds_of`] by the triangles' corners alone: faster where these use few of the positions.
pub fn bounds_of_corners(origin: DVec3, positions: &[[f32; 3]], triangles: &[&[[u32; 3]]], threads: usize) -> Aabb {
    let blocks: Vec<&[[u32; 3]]> = triangles.iter().flat_map(|part| part.chunks(BLOCK)).collect();
    let of_blocks = in_parallel(threads, blocks, |triangles| {
        let corners = triangles.as_flattened().iter().map(|&corner| positions[corner as usize]);
        corners.fold(EMPTY, |all, p| union(all, [p, p]))
    });
    in_f64(origin, of_blocks.into_iter().fold(EMPTY, union))
}

fn in_f64(origin: DVec3, [min, max]: Box32) -> Aabb {
    Aabb::new(origin + DVec3::from(min.map(f64::from)), origin + DVec3::from(max.map(f64::from)))
}

/// Returns the smallest box around the finite points that triangles use; `at` returns that of each of `n` vertices.
pub fn bounds_of_points(n: usize, at: impl Fn(usize) -> DVec3, triangles: &[&[[u32; 3]]]) -> Aabb {
    let mut all = Aabb::EMPTY;
    let mut sides = [0; 6];
    for i in 0..n {
        let point = at(i);
        if !point.is_finite() {
            continue;
        }
        for k in 0..3 {
            if point[k] < all.min[k] {
                (all.min[k], sides[k]) = (point[k], i as u32);
            }
            if point[k] > all.max[k] {
                (all.max[k], sides[3 + k]) = (point[k], i as u32);
            }
        }
    }
    if sides.iter().all(|&side| triangles.iter().any(|part| names(part.as_flattened(), side))) {
        return all;
    }
    let corners = triangles.iter().flat_map(|part| part.as_flattened()).map(|&corner| at(corner as usize));
    Aabb::from_points(corners.filter(|corner| corner.is_finite()))
}

fn union([min, max]: Box32, [other_min, other_max]: Box32) -> Box32 {
    [
        std::array::from_fn(|k| if other_min[k] < min[k] { other_min[k] } else { min[k] }),
        std::array::from_fn(|k| if other_max[k] > max[k] { other_max[k] } else { max[k] }),
    ]
}

/// Returns the smallest box around finite positions; an inverted box if there are none.
pub fn box_of(positions: &[[f32; 3]]) -> Box32 {
    let groups = positions.chunks_exact(LANES);
    let rest = groups.remainder();
    let (mut min, mut max) = ([f32::INFINITY; 3 * LANES], [f32::NEG_INFINITY; 3 * LANES]);
    for group in groups {
        for (k, &x) in group.as_flattened().iter().enumerate() {
            min[k] = if x < min[k] { x } else { min[k] };
            max[k] = if x > max[k] { x } else { max[k] };
        }
    }
    let lanes = min.as_chunks::<3>().0.iter().zip(max.as_chunks::<3>().0).map(|(&min, &max)| [min, max]);
    lanes.chain(rest.iter().map(|&p| [p, p])).fold(EMPTY, union)
}

/// Returns the first vertex on each side of the box `all`, or `None` where there is no vertex.
fn sides(positions: &[[f32; 3]], of_blocks: &[Box32], all: Box32) -> Option<[u32; 6]> {
    let mut sides = [0; 6];
    for (i, side) in sides.iter_mut().enumerate() {
        let (end, k) = (i / 3, i % 3);
        let block = of_blocks.iter().position(|of_block| of_block[end][k] == all[end][k])?;
        let first = block * BLOCK;
        *side = (first + positions[first..].iter().position(|p| p[k] == all[end][k])?) as u32;
    }
    Some(sides)
}

fn are_named(vertices: &[u32; 6], blocks: &[&[[u32; 3]]], threads: usize) -> bool {
    let named = AtomicU32::new(0);
    in_parallel(threads, blocks.to_vec(), |triangles| {
        for (i, &vertex) in vertices.iter().enumerate() {
            if named.load(Ordering::Relaxed) & 1 << i == 0 && names(triangles.as_flattened(), vertex) {
                named.fetch_or(1 << i, Ordering::Relaxed);
            }
        }
    });
    named.into_inner() == (1 << vertices.len()) - 1
}

fn names(corners: &[u32], vertex: u32) -> bool {
    // No early exit inside a chunk, so that it vectorises.
    corners.chunks(1024).any(|some| some.iter().fold(false, |found, &corner| found | (corner == vertex)))
}

const REPORT_EVERY: usize = 1024;

/// Bounding volume around a mesh, with its size and the counts of rays that it lets through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundingFit {
    /// Tightest volume of its kind around all triangles, in object space.
    pub solid: BoundingVolume,
    /// Volume of `solid`.
    pub volume: f64,
    /// Surface area of `solid`.
    pub surface_area: f64,
    /// Counts of rays, spread evenly through the smallest sphere, that are tested against `solid` before the mesh.
    pub counts: PretestCounts,
}

packed!(struct BoundingFit { solid, volume, surface_area, counts });

impl Mesh {
    /// Returns a volume of each kind around all triangles, in the order of [`BoundingKind::ALL`], each measured with
    /// the same `n_rays` rays through the smallest sphere around the mesh. A kind whose numbers overflow is left out.
    ///
    /// ```
    /// use pickray::{geometry::BoundingKind, mesh::samples::Sample, work::Progress};
    ///
    /// let fits = Sample::Cube.mesh()?.bounding_fits(1000, &Progress::default())?;
    /// let [sphere, aabb, ..] = &fits[..] else { panic!("six kinds") };
    /// assert_eq!(aabb.solid.kind(), BoundingKind::Aabb);
    /// assert!(sphere.counts.in_vain() > 0 && aabb.counts.in_vain() == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    #[doc(hidden)]
    pub fn bounding_fits(&self, n_rays: u32, progress: &Progress) -> Result<Vec<BoundingFit>, Cancelled> {
        let points = self.used_vertices();
        let points = || points.iter().map(|&vertex| self.vertex(vertex));
        progress.begin("fitting", 0.0..0.7);
        let mut solids = Vec::new();
        for (place, kind) in BoundingKind::ALL.into_iter().enumerate() {
            progress.check()?;
            progress.advance(place as f32 / BoundingKind::ALL.len() as f32);
            solids.extend(BoundingVolume::enclosing(kind, points()));
        }

        progress.begin("casting rays", 0.7..1.0);
        let sphere = match solids.first() {
            Some(BoundingVolume::Sphere(sphere)) => *sphere,
            _ => Sphere { center: DVec3::ZERO, radius: 0.0 },
        };
        let rays: Vec<Ray> = rays_through(&sphere, n_rays).collect();
        let mut hits = Vec::with_capacity(rays.len());
        for ray in &rays {
            if hits.len() % REPORT_EVERY == 0 {
                progress.check()?;
                progress.advance(hits.len() as f32 / rays.len() as f32);
            }
            hits.push(self.closest_hit(ray, Culling::None).is_some());
        }
        let fits = solids.into_iter().map(|solid| {
            let mut hits = hits.iter();
            let counts = pretest_counts(&solid, rays.iter().copied(), |_| hits.next() == Some(&true));
            BoundingFit { volume: solid.volume(), surface_area: solid.surface_area(), counts, solid }
        });
        Ok(fits.collect())
    }

    fn used_vertices(&self) -> Vec<u32> {
        let mut used = vec![false; self.n_vertices()];
        self.triangles.as_flattened().iter().for_each(|&vertex| used[vertex as usize] = true);
        (0..).zip(used).filter_map(|(vertex, used)| used.then_some(vertex)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;

    #[test]
    fn vertices_of_no_triangle_do_not_count_and_nothing_has_no_bounds() {
        let mut random = crate::work::seeded();
        for n in (3..40).chain([BLOCK - 1, BLOCK, BLOCK + 5, 3 * BLOCK]) {
            let positions: Vec<[f32; 3]> =
                (0..n).map(|_| std::array::from_fn(|_| (random.f32() - 0.5) * 10.0)).collect();
            for used in [n as u32, n as u32 - 1, 3] {
                let mut triangles: Vec<[u32; 3]> = (0..used / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                triangles.push([0, 1, used - 1]);
                let corner = |&corner: &u32| DVec3::from(positions[corner as usize].map(f64::from));
                let want = Aabb::from_points(triangles.as_flattened().iter().map(corner));
                let (head, tail) = triangles.split_at(triangles.len() / 2);
                for threads in [1, 3] {
                    assert_eq!(bounds_of(DVec3::ZERO, &positions, &[head, tail], threads), want);
                }
            }
        }
        assert!(bounds_of(DVec3::ZERO, &[], &[], 1).is_empty());
        assert!(bounds_of(DVec3::ONE, &[[1.0; 3]], &[], 1).is_empty());
    }

    #[test]
    fn volumes_hold_every_triangle_and_lose_no_ray() {
        let mut positions = vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        positions.push([90.0, 90.0, 90.0]);
        let mesh = Mesh::from_triangles(positions, vec![[0, 1, 2], [0, 2, 3], [1, 3, 2]]).expect("a mesh");
        let fits = mesh.bounding_fits(3000, &Progress::default()).expect("nobody stops it");
        assert_eq!(fits.iter().map(|fit| fit.solid.kind()).collect::<Vec<_>>(), BoundingKind::ALL);
        for fit in &fits {
            assert!((0..4).all(|vertex| fit.solid.contains(mesh.vertex(vertex))), "{:?}", fit.solid);
            assert!(!fit.solid.contains(mesh.vertex(4)), "a vertex that no triangle uses does not count");
            assert_eq!((fit.counts.rays, fit.counts.lost), (3000, 0));
            assert_eq!(fit.counts.hits, fits[0].counts.hits);
            assert_eq!((fit.volume, fit.surface_area), (fit.solid.volume(), fit.solid.surface_area()));
            assert!(fit.volume > 0.0 && fit.surface_area > 0.0, "{:?}", fit.solid);
        }
        assert!(fits[5].counts.passed < fits[1].counts.passed && fits[1].counts.passed < fits[0].counts.passed);
    }

    #[test]
    fn a_cancelled_fit_says_so() {
        let progress = Progress::default();
        progress.cancel();
        let mesh = Sample::Cube.mesh().expect("a cube");
        assert!(mesh.bounding_fits(10, &progress).is_err());
    }
}
