//! Ray queries of a mesh: closest hit, any hit and all hits, in object space.

use super::{Mesh, MeshHit};
use crate::accel::{Parameters, QueryObserver, RayOptions};
use crate::geometry::Ray;
use std::ops::{ControlFlow, RangeBounds};

impl Mesh {
    /// Returns the hit with the smallest t of at least 0, or `None` if the ray misses. Hits whose t round to the same
    /// number are compared exactly; of equal ones, that of the lowest triangle index is returned. The ray is in object
    /// space.
    #[inline]
    pub fn closest_hit(&self, ray: &Ray, options: impl Into<RayOptions>) -> Option<MeshHit> {
        self.tree.closest_hit_in(self.moved_ray(ray), options.into(), Parameters::of(..))
    }

    /// Returns the hit with the smallest t in `range`, or `None` if no hit lies in `range`. The range `..=1.0` covers
    /// the segment between the ray's two points.
    ///
    /// ```
    /// use pickray::glam::DVec3;
    /// use pickray::{Culling, Mesh, Ray};
    ///
    /// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
    /// let ray = Ray::between(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 4.0));
    /// assert!(mesh.closest_hit_within(&ray, Culling::None, ..=1.0).is_none(), "it lies behind the second point");
    /// assert!(mesh.any_hit(&ray, Culling::None, ..=5.0));
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    #[inline]
    pub fn closest_hit_within(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        range: impl RangeBounds<f64>,
    ) -> Option<MeshHit> {
        self.tree.closest_hit_in(self.moved_ray(ray), options.into(), Parameters::of(range))
    }

    /// Returns the [`closest_hit`](Self::closest_hit), and tells `observer` of each box and triangle that is tested.
    /// Boxes are local to the mesh's origin.
    #[inline]
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        observer: &mut impl QueryObserver,
    ) -> Option<MeshHit> {
        let (ray, all) = (self.moved_ray(ray), Parameters::of(..));
        self.tree.closest_hit_within_observed(ray, options.into(), all, observer, |_| true)
    }

    /// Returns whether the ray meets a triangle at a t in `range`. Cheaper than the closest hit, as the search ends at
    /// the first hit that it finds.
    #[inline]
    pub fn any_hit(&self, ray: &Ray, options: impl Into<RayOptions>, range: impl RangeBounds<f64>) -> bool {
        self.tree.any_hit_in(self.moved_ray(ray), options.into(), Parameters::of(range))
    }

    /// Calls `found` with every hit at a t in `range`, in no particular order, until `found` returns `Break`. No memory
    /// is allocated.
    #[inline]
    pub fn hits_with(
        &self,
        ray: &Ray,
        options: impl Into<RayOptions>,
        range: impl RangeBounds<f64>,
        found: impl FnMut(MeshHit) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree.hits_with_observed(self.moved_ray(ray), options.into(), Parameters::of(range), &mut (), found)
    }

    /// Returns every hit of the ray with t of at least 0, sorted by t, exactly, then by triangle index. The ray is in
    /// object space.
    #[inline]
    pub fn all_hits(&self, ray: &Ray, options: impl Into<RayOptions>) -> Vec<MeshHit> {
        self.tree.all_hits_in(self.moved_ray(ray), options.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::Culling;
    use glam::DVec3;

    #[test]
    fn moved_rays_hit_the_same_with_and_without_vectors() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let mut met = 0;
        for _ in 0..300 {
            let place = 10f64.powi(random.i32(2..9)) * DVec3::new(random.f64(), -random.f64(), 1.0).round();
            let mut whole = || f64::from(random.i32(-4..=4));
            let positions: Vec<_> =
                (0..9).map(|_| (place + DVec3::new(whole(), whole(), whole())).to_array()).collect();
            let Ok(mesh) = Mesh::new(&positions, crate::mesh::Indices::IN_ORDER) else { continue };
            let portable = mesh.tree.clone().portable();
            for _ in 0..20 {
                let aim = DVec3::from(positions[random.usize(..9)]) + 0.25 * f64::from(random.u8(0..2));
                let origin = DVec3::new(random.f64(), random.f64(), random.f64());
                let rays = [Ray::between(origin, aim), Ray::along(origin, 0.3 * (aim - origin))];
                for ray in rays {
                    let expected = mesh.all_hits(&ray, Culling::None);
                    met += expected.len();
                    assert_eq!(portable.all_hits_in(mesh.moved_ray(&ray), Culling::None.into()), expected);
                    let closest =
                        portable.closest_hit_in(mesh.moved_ray(&ray), Culling::None.into(), Parameters::of(..));
                    assert_eq!(closest, mesh.closest_hit(&ray, Culling::None), "{ray:?}");
                    assert_eq!(closest, expected.first().copied(), "{ray:?}");
                }
            }
        }
        assert!(met > 300, "{met}");
    }
}
