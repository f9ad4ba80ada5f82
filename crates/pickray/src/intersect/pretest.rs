//! Test of a bounding volume before its content is tested: how many rays each volume lets through in vain.

use super::{ray_aabb, ray_kdop, ray_obb, ray_sphere};
use crate::geometry::{BoundingVolume, Ray, Sphere};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// Returns the t at which the ray enters (0 or more) and leaves the closed volume, or `None` if it misses. The decision
/// is exact: it is that of `ray_aabb`, `ray_obb`, `ray_sphere` or `ray_kdop`.
pub fn ray_bounding_volume(ray: &Ray, volume: &BoundingVolume) -> Option<(f64, f64)> {
    match volume {
        BoundingVolume::Sphere(sphere) => ray_sphere(ray, sphere),
        BoundingVolume::Aabb(aabb) => ray_aabb(ray, aabb),
        BoundingVolume::Obb(obb) => ray_obb(ray, obb),
        BoundingVolume::Kdop(kdop) => ray_kdop(ray, kdop),
    }
}

/// Result of testing one ray against a bounding volume before its content.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pretest {
    /// The t at which the ray enters and leaves the volume, the entry at 0 or more; `None` if it misses.
    pub span: Option<(f64, f64)>,
    /// The verdict on the test: which of the volume and its content the ray meets.
    pub verdict: PretestVerdict,
}

/// Verdict on a test of a ray against a bounding volume, compared with a test against the volume's content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PretestVerdict {
    /// The ray misses both the volume and the content, whose test is spared.
    Spared,
    /// The ray meets the volume and the content.
    Met,
    /// The ray meets the volume, but not the content.
    InVain,
    /// The ray meets the content, but not the volume: the volume does not contain all of the content.
    Lost,
}

/// Returns the result of testing a ray against a volume; `hits` is `true` if the ray meets the volume's content.
pub fn pretest(ray: &Ray, volume: &BoundingVolume, hits: bool) -> Pretest {
    let span = ray_bounding_volume(ray, volume);
    let verdict = match (span, hits) {
        (Some(_), true) => PretestVerdict::Met,
        (Some(_), false) => PretestVerdict::InVain,
        (None, false) => PretestVerdict::Spared,
        (None, true) => PretestVerdict::Lost,
    };
    Pretest { span, verdict }
}

/// Counts of rays that were tested against a bounding volume before its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PretestCounts {
    /// Number of all rays tested.
    pub rays: u64,
    /// Number of rays that meet the volume, so that its content has to be tested.
    pub passed: u64,
    /// Number of rays that meet the content.
    pub hits: u64,
    /// Number of rays that meet the content but not the volume: 0 if the volume contains it.
    pub lost: u64,
}

impl PretestCounts {
    /// Returns the number of rays that meet the volume but nothing in it.
    pub fn in_vain(&self) -> u64 {
        self.passed + self.lost - self.hits
    }

    /// Returns the share of all rays that meet the volume, from 0 to 1; 0 if there was no ray.
    pub fn share_passed(&self) -> f64 {
        if self.rays == 0 { 0.0 } else { self.passed as f64 / self.rays as f64 }
    }

    /// Returns the share, from 0 to 1, of the rays meeting the volume that miss its content; 0 if no ray meets it.
    pub fn share_in_vain(&self) -> f64 {
        if self.passed == 0 { 0.0 } else { self.in_vain() as f64 / self.passed as f64 }
    }
}

/// Tests each ray against a volume and returns the counts; `hits` is `true` for rays that meet the content.
pub fn pretest_counts(
    volume: &BoundingVolume,
    rays: impl IntoIterator<Item = Ray>,
    mut hits: impl FnMut(&Ray) -> bool,
) -> PretestCounts {
    let mut counts = PretestCounts::default();
    for ray in rays {
        let Pretest { span, verdict } = pretest(&ray, volume, hits(&ray));
        counts.rays += 1;
        counts.passed += u64::from(span.is_some());
        counts.hits += u64::from(matches!(verdict, PretestVerdict::Met | PretestVerdict::Lost));
        counts.lost += u64::from(verdict == PretestVerdict::Lost);
    }
    counts
}

/// Returns `n` rays through a sphere, spread evenly over directions and places. Each ray enters the sphere at t = 0 or
/// later, and leaves it at t = 1 or earlier. The rays are the same each time.
///
/// Based on: Martin Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018 (the additive sequence for
/// four dimensions).
pub fn rays_through(sphere: &Sphere, n: u32) -> impl Iterator<Item = Ray> + Clone + use<> {
    let Sphere { center, radius } = *sphere;
    // The root of x^5 = x + 1, whose powers are the most evenly spread steps.
    const ROOT: f64 = 1.167_303_978_261_418_7;
    let steps: [f64; 4] = std::array::from_fn(|i| ROOT.powi(-1 - i as i32));
    (0..n).map(move |i| {
        let [a, b, c, d] = steps.map(|step| (0.5 + step * f64::from(i)).fract());
        let z = 2.0 * a - 1.0;
        let direction = (DVec2::from_angle(TAU * b) * (1.0 - z * z).max(0.0).sqrt()).extend(z);
        let (right, up) = direction.any_orthonormal_pair();
        let across = DVec2::from_angle(TAU * d) * (radius * c.sqrt());
        let middle: DVec3 = center + across.x * right + across.y * up;
        Ray::between(middle - radius * direction, middle + radius * direction)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::BoundingKind;

    const SPHERE: Sphere = Sphere { center: DVec3::new(1.0, 2.0, 3.0), radius: 2.0 };

    #[test]
    fn evenly_spread_rays_meet_convex_solids_in_proportion_to_their_surface() {
        let corner = DVec3::splat(0.5);
        let cube = [SPHERE.center - corner, SPHERE.center + corner];
        let corners = BoundingVolume::enclosing(BoundingKind::Aabb, cube).expect("a box");
        let n = 20_000;
        let counts = pretest_counts(&corners, rays_through(&SPHERE, n), |ray| ray_sphere(ray, &SPHERE).is_some());
        assert_eq!((counts.rays, counts.hits), (u64::from(n), u64::from(n)));
        let share = counts.passed as f64 / counts.rays as f64;
        let expected = corners.surface_area() / SPHERE.surface_area();
        assert!((share / expected - 1.0).abs() < 0.02, "{share} for {expected}");
    }

    #[test]
    fn a_ray_is_let_through_of_use_in_vain_or_spared() {
        let volume = BoundingVolume::Sphere(SPHERE);
        let at = |x: f64| Ray::between(DVec3::new(x, 2.0, -1.0), DVec3::new(x, 2.0, 0.0));
        let verdict = |x, hits| pretest(&at(x), &volume, hits).verdict;
        assert_eq!(pretest(&at(1.0), &volume, true).span, Some((2.0, 6.0)));
        assert_eq!((verdict(1.0, true), verdict(1.0, false)), (PretestVerdict::Met, PretestVerdict::InVain));
        assert_eq!((verdict(9.0, true), verdict(9.0, false)), (PretestVerdict::Lost, PretestVerdict::Spared));
    }

    #[test]
    fn rays_that_meet_the_volume_alone_are_in_vain() {
        let inner = Sphere { radius: 1.0, ..SPHERE };
        let counts = pretest_counts(&BoundingVolume::Sphere(SPHERE), rays_through(&SPHERE, 5_000), |ray| {
            ray_sphere(ray, &inner).is_some()
        });
        assert_eq!((counts.passed, counts.lost), (counts.rays, 0));
        assert_eq!(counts.share_passed(), 1.0);
        assert!((counts.share_in_vain() - 0.75).abs() < 0.01, "{}", counts.share_in_vain());
        let too_small = pretest_counts(&BoundingVolume::Sphere(inner), rays_through(&SPHERE, 5_000), |_| true);
        assert_eq!((too_small.in_vain(), too_small.lost + too_small.passed), (0, 5_000));
    }
}
