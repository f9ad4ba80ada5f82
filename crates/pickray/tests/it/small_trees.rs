//! Small ray trees, built, copied, walked in every way, and compared with testing every triangle: few enough steps for
//! Miri, which checks each access to memory. `scripts/miri` runs these.

use crate::oracle::{self, Soup, point};
use glam::DVec3;
use pickray::accel::{Query, QueryCounts, RayTree};
use pickray::geometry::Ray;

const SEED: u64 = 77;
const RAYS: usize = if cfg!(miri) { 4 } else { 400 };

fn coordinate(random: &mut fastrand::Rng) -> f32 {
    2.0 * random.f32() - 1.0
}

/// Triangles of which some share corners, some are flat or have no area, and some are the same.
fn soup(n: u32, random: &mut fastrand::Rng) -> Soup {
    let positions: Vec<[f32; 3]> = (0..n).map(|_| std::array::from_fn(|_| coordinate(random))).collect();
    let mut triangles: Vec<[u32; 3]> =
        (0..n).map(|i| [i, random.u32(..n), if i % 7 == 0 { i } else { random.u32(..n) }]).collect();
    triangles.push(triangles[0]);
    (positions, triangles)
}

#[test]
fn small_trees_answer_as_brute_force_does() {
    let mut met = 0;
    for n in [0, 1, 2, 7, if cfg!(miri) { 24 } else { 600 }] {
        let mut random = fastrand::Rng::with_seed(SEED + u64::from(n));
        let soup = if n == 0 { Soup::default() } else { soup(n, &mut random) };
        let (positions, triangles) = &soup;
        let tree = RayTree::build(positions, triangles).expect("memory");
        let trees = [tree.clone(), tree.clone().portable(), tree];
        for number in 0..RAYS {
            let target = match positions.get(random.usize(..positions.len().max(1))) {
                Some(p) if number % 2 == 0 => point(*p),
                _ => DVec3::splat(f64::from(coordinate(&mut random))),
            };
            let mut origin = target;
            origin[number % 3] += 3.0;
            origin[(number + 1) % 3] += if number % 5 == 0 { 0.0 } else { f64::from(coordinate(&mut random)) };
            let ray = Ray::between(origin, target);
            let expected = oracle::hits(&soup, &ray);
            met += expected.len();
            for tree in &trees {
                let context = format!("{n} triangles, seed {SEED}, {ray:?}");
                assert_eq!(tree.closest(Query::new(&ray, ..)), expected.first().copied(), "{context}");
                assert_eq!(tree.all(Query::new(&ray, ..)), expected, "{context}");
                let (mut counts, mut hits) = (QueryCounts::default(), Vec::new());
                tree.list(Query::new(&ray, ..), &mut counts, &mut hits);
                assert_eq!(hits, expected, "{context}");
            }
        }
    }
    assert!(met > if cfg!(miri) { 3 } else { 1_000 }, "only {met} hits");
}
