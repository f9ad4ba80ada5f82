//! Small ray trees, built, copied, walked in every way, and compared with testing every triangle: few enough steps for
//! Miri, which checks each access to memory. `scripts/miri` runs these.

use crate::oracle::Soup;
use crate::ray_tree::{Kind, build, check, ray, soup};
use fastrand::Rng;
use glam::DVec3;
use pickray::geometry::Ray;

#[test]
fn small_trees_answer_as_brute_force_does() {
    let (n, rays) = if cfg!(miri) { (24, 1) } else { (600, 100) };
    let mut random = Rng::with_seed(77);
    for kind in [Kind::Crossing, Kind::Repeated] {
        let soup = soup(kind, n, 1.0, DVec3::ZERO, &mut random);
        let trees = build(&soup);
        let met: usize = (0..rays).map(|_| check(&soup, &trees, &ray(&soup, &mut random), "seed 77")).sum();
        assert!(met > rays / 2, "only {met} hits");
    }
    let nothing = Soup::default();
    check(&nothing, &build(&nothing), &Ray::between(DVec3::ZERO, DVec3::ONE), "no triangle");
}
