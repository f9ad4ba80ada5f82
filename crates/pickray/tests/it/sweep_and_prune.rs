//! Broad phases against brute force over long random motions.

use crate::broad_phase::random_box;
use crate::oracle::{self, set};
use glam::DVec3;
use pickray::accel::{PairChanges, SweepAndPrune};
use pickray::geometry::Aabb;
use std::collections::{BTreeMap, BTreeSet};

fn moved(aabb: &Aabb, by: DVec3) -> Aabb {
    Aabb::new(aabb.min + by, aabb.max + by)
}

#[test]
fn pairs_and_changes_are_those_of_brute_force_over_long_motions() {
    for seed in 0..6 {
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let room = 6.0;
        let mut boxes = BTreeMap::new();
        let mut sweep = SweepAndPrune::default();
        let mut before = BTreeSet::new();
        let (mut swaps, mut rebuilds, mut changed) = (0, 0, 0);
        for frame in 0..600 {
            // Mostly small steps, in eighths, now and then a jump, a newcomer or a leaver, seldom a great upheaval.
            for _ in 0..if frame % 97 == 0 { 60 } else { rng.usize(0..3) } {
                let aabb = random_box(&mut rng, DVec3::ZERO, room);
                boxes.insert(sweep.insert(aabb), aabb);
            }
            let ids: Vec<u32> = boxes.keys().copied().collect();
            for id in ids {
                let aabb = boxes[&id];
                let new = match rng.usize(0..200) {
                    0 => random_box(&mut rng, DVec3::ZERO, room),
                    1..=3 => {
                        boxes.remove(&id);
                        sweep.set(id, Aabb::EMPTY);
                        continue;
                    }
                    4..=100 => aabb,
                    _ => {
                        let mut eighths = || f64::from(rng.i32(-1..=1)) / 8.0;
                        moved(&aabb, DVec3::new(eighths(), eighths(), eighths()))
                    }
                };
                sweep.set(id, new);
                boxes.insert(id, new);
            }
            let PairChanges { added, removed } = sweep.update().clone();
            let expected = oracle::pairs(boxes.iter().map(|(&id, aabb)| (id, aabb)));
            assert_eq!(set(sweep.pairs()), expected, "seed {seed} frame {frame}");
            assert_eq!(set(&added), &expected - &before, "seed {seed} frame {frame}");
            assert_eq!(set(&removed), &before - &expected, "seed {seed} frame {frame}");
            for axis in 0..3 {
                let ends = sweep.end_points(axis);
                assert_eq!(ends.len(), 2 * boxes.values().filter(|aabb| !aabb.is_empty()).count());
                assert!(ends.is_sorted_by(|p, q| p.value <= q.value), "seed {seed} frame {frame}");
            }
            let stats = sweep.stats();
            (swaps, rebuilds, changed) =
                (swaps + stats.swaps, rebuilds + u32::from(stats.sorted), changed + added.len() + removed.len());
            before = expected;
        }
        assert!(
            swaps > 1000 && rebuilds > 1 && changed > 1000,
            "{swaps} swaps, {rebuilds} rebuilds, {changed} changes"
        );
    }
}

#[test]
fn rest_costs_no_swap_and_small_steps_cost_few() {
    let mut rng = fastrand::Rng::with_seed(9);
    let mut sweep = SweepAndPrune::default();
    let mut boxes: Vec<Aabb> = (0..1000)
        .map(|_| {
            let min = DVec3::new(rng.f64(), rng.f64(), rng.f64()) * 20.0;
            Aabb::new(min, min + 1.0)
        })
        .collect();
    let ids: Vec<u32> = boxes.iter().map(|&aabb| sweep.insert(aabb)).collect();
    sweep.update();
    sweep.update();
    assert_eq!((sweep.stats().swaps, sweep.changes()), (0, &PairChanges::default()));
    let mut cost = |step: f64, sweep: &mut SweepAndPrune| {
        for (aabb, &id) in boxes.iter_mut().zip(&ids) {
            *aabb = moved(aabb, (DVec3::new(rng.f64(), rng.f64(), rng.f64()) - 0.5) * step);
            sweep.set(id, *aabb);
        }
        sweep.update();
        sweep.stats().swaps
    };
    let (small, large) = (cost(0.001, &mut sweep), cost(0.1, &mut sweep));
    assert!(small > 0 && 20 * small < large, "{small} swaps for a small step, {large} for a hundred times that");
    let tests = sweep.stats().tests;
    assert!((1..100_000).contains(&tests), "{tests} tests of nearly 500,000 pairs");
}
