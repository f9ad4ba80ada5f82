//! Bounding volumes of each kind around a mesh: how tight they are, and how many rays each lets through in vain.

use super::Mesh;
use crate::geometry::{BoundingKind, BoundingVolume, Ray, Sphere};
use crate::intersect::{Culling, PretestCounts, pretest_counts, rays_through};
use crate::work::{Cancelled, Progress, packed, uncancelled};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Number of rays between two looks at the progress.
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
    /// Counts of rays that are spread evenly through the smallest sphere around the mesh, and tested against `solid`
    /// before the mesh.
    pub counts: PretestCounts,
}

packed!(struct BoundingFit { solid, volume, surface_area, counts });

impl Mesh {
    /// Returns a volume of each kind around all triangles, in the order of [`BoundingKind::ALL`], each measured with
    /// the same `n_rays` rays through the smallest sphere around the mesh. A kind whose numbers overflow is left out.
    /// Equal calls return equal fits.
    ///
    /// ```
    /// use pickray::{geometry::BoundingKind, mesh::samples::Sample, work::Progress};
    ///
    /// let fits = Sample::Cube.mesh()?.bounding_fits(1000);
    /// let [sphere, aabb, ..] = &fits[..] else { panic!("six kinds") };
    /// assert_eq!(aabb.solid.kind(), BoundingKind::Aabb);
    /// assert!(sphere.counts.in_vain() > 0 && aabb.counts.in_vain() == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(hidden)]
    pub fn bounding_fits(&self, n_rays: u32) -> Vec<BoundingFit> {
        uncancelled(|progress| self.bounding_fits_with(n_rays, progress))
    }

    /// Returns the [`bounding_fits`](Self::bounding_fits) of a mesh, and tells `progress` how much is done.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    #[doc(hidden)]
    pub fn bounding_fits_with(&self, n_rays: u32, progress: &Progress) -> Result<Vec<BoundingFit>, Cancelled> {
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

    /// Returns the indices of the vertices that triangles use, ascending.
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
    fn volumes_hold_every_triangle_and_lose_no_ray() {
        let mut positions = vec![[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        positions.push([90.0, 90.0, 90.0]);
        let mesh = Mesh::from_triangles(positions, vec![[0, 1, 2], [0, 2, 3], [1, 3, 2]]).expect("a mesh");
        let fits = mesh.bounding_fits(3000);
        assert_eq!(fits.iter().map(|fit| fit.solid.kind()).collect::<Vec<_>>(), BoundingKind::ALL);
        for fit in &fits {
            assert!((0..4).all(|vertex| fit.solid.contains(mesh.vertex(vertex))), "{:?}", fit.solid);
            assert!(!fit.solid.contains(mesh.vertex(4)), "a vertex that no triangle uses does not count");
            assert_eq!((fit.counts.rays, fit.counts.lost), (3000, 0));
            assert_eq!(fit.counts.hits, fits[0].counts.hits);
            assert_eq!((fit.volume, fit.surface_area), (fit.solid.volume(), fit.solid.surface_area()));
        }
        assert!(fits[5].counts.passed < fits[1].counts.passed && fits[1].counts.passed < fits[0].counts.passed);
    }

    #[test]
    fn a_cancelled_fit_says_so() {
        let progress = Progress::default();
        progress.cancel();
        let mesh = Sample::Cube.mesh().expect("a cube");
        assert!(mesh.bounding_fits_with(10, &progress).is_err());
    }
}
