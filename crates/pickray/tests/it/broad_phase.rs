//! Every structure of the broad phase finds the pairs of brute force, also over long motions.

use crate::oracle::{self, set};
use crate::*;
use pickray::accel::{BroadPhase, Pair, PairChanges, Structure, SweepAndPrune};
use std::collections::BTreeMap;

const STRUCTURES: [Structure; 3] = [Structure::BruteForce, Structure::SweepAndPrune, Structure::LinearTree];

fn random_box(rng: &mut Rng, origin: DVec3, room: f64) -> Aabb {
    let grid = |x: f64| (x * 16.0).round() / 16.0;
    let mut point = |size: f64| DVec3::new(grid(rng.f64() * size), grid(rng.f64() * size), grid(rng.f64() * size));
    let min = origin + point(room);
    let max = min + point(1.0);
    match rng.usize(0..60) {
        0 => Aabb::new(min, min),
        1 => Aabb::EMPTY,
        2 => Aabb::new(max + 1.0, min),
        3 => Aabb::new(DVec3::NEG_INFINITY, max),
        4 => Aabb::new(DVec3::splat(f64::NAN), max),
        _ => Aabb::new(min, max),
    }
}

/// Asserts that each structure finds the pairs of brute force and tells what changed since `before`, which is replaced.
fn check(broads: &mut [BroadPhase], boxes: &[Aabb], before: &mut BTreeSet<Pair>, what: &str) {
    let expected = oracle::pairs((0..).zip(boxes));
    for broad in broads {
        let structure = broad.stats().structure;
        assert_eq!(set(broad.update(boxes)), expected, "{what} {structure:?}: {boxes:?}");
        let changes = broad.changes();
        assert_eq!(set(&changes.added), &expected - before, "{what} {structure:?}");
        assert_eq!(set(&changes.removed), &*before - &expected, "{what} {structure:?}");
    }
    *before = expected;
}

fn all_broad_phases() -> Vec<BroadPhase> {
    STRUCTURES.into_iter().map(BroadPhase::with_structure).chain([BroadPhase::default()]).collect()
}

#[test]
fn all_structures_equal_brute_force_while_boxes_move_come_go_and_jump() {
    let mut rng = seeded();
    for (origin, n_boxes) in [(0.0, 3), (0.0, 70), (4e5, 300), (-3e6 + 0.1, 700), (0.0, 65)] {
        let (origin, room) = (DVec3::splat(origin), 1.5 * f64::from(n_boxes).cbrt());
        let mut boxes: Vec<Aabb> = (0..n_boxes).map(|_| random_box(&mut rng, origin, room)).collect();
        let mut broads = all_broad_phases();
        let mut before = BTreeSet::new();
        let mut sorted = 0;
        for frame in 0..60 {
            for aabb in &mut boxes {
                let mut step = || f64::from(rng.i32(-1..=1)) / 16.0;
                *aabb = moved(aabb, DVec3::new(step(), step(), step()));
                if rng.usize(0..100) == 0 {
                    *aabb = random_box(&mut rng, origin, room);
                }
            }
            // The number of boxes changes now and then.
            if frame % 7 == 3 {
                boxes.truncate(boxes.len() - 1 - boxes.len() / 20);
            } else if frame % 7 == 5 {
                boxes.extend((0..1 + n_boxes / 15).map(|_| random_box(&mut rng, origin, room)));
            }
            check(&mut broads, &boxes, &mut before, &format!("{n_boxes} boxes, frame {frame}"));
            sorted += broads.iter().filter(|broad| broad.stats().sorted).count();
        }
        assert_eq!(broads[3].stats().structure, BroadPhase::best_structure(boxes.len()));
        assert!(n_boxes < 10 || !before.is_empty() && sorted > 0);
    }
}

/// Numbers at which comparisons, differences and roundings go wrong if they can.
const ODD: [f64; 14] = [
    f64::NAN,
    f64::NEG_INFINITY,
    f64::INFINITY,
    f64::MIN,
    f64::MAX,
    -0.0,
    0.0,
    5e-324,
    -5e-324,
    1.0,
    1.0 + f64::EPSILON,
    -1.0,
    3.5e38,
    -3.5e38,
];

#[test]
fn five_half_spaces_meet_in_ten_pairs() {
    let everywhere = Aabb::new(DVec3::NEG_INFINITY, DVec3::INFINITY);
    let below = |x: f64| Aabb { max: DVec3::new(x, f64::INFINITY, f64::INFINITY), ..everywhere };
    let above = |y: f64| Aabb { min: DVec3::new(f64::NEG_INFINITY, y, f64::NEG_INFINITY), ..everywhere };
    let boxes = [below(0.0), below(-3.0), above(1.0), above(2.0), above(-5.0)];
    for (boxes, n_pairs) in [(&boxes[..], 10), (&[everywhere; 200], 19_900)] {
        let mut pairs = BTreeSet::new();
        check(&mut all_broad_phases(), boxes, &mut pairs, "half spaces");
        assert_eq!(pairs.len(), n_pairs);
    }
}

#[test]
fn boxes_of_odd_numbers_are_compared_as_plain_numbers_are() {
    let mut rng = seeded();
    let mut n_pairs = 0;
    for round in 0..36 {
        // How often a number is odd: never a finite one in some rounds, seldom an odd one in others.
        let (n_boxes, odd) = ([5, 30, 70, 200][round % 4], [1.0, 0.5, 0.02][round % 3]);
        let mut number = || if rng.f64() < odd { ODD[rng.usize(0..ODD.len())] } else { f64::from(rng.i8(-6..=6)) };
        let mut point = || DVec3::new(number(), number(), number());
        let mut random_box = || {
            let (p, q) = (point(), point());
            // As it comes, or the right way round.
            if (p.x + q.y).to_bits() % 5 == 0 { Aabb::new(p, q) } else { Aabb::new(p.min(q), p.max(q)) }
        };
        let mut boxes: Vec<Aabb> = (0..n_boxes).map(|_| random_box()).collect();
        let mut broads = all_broad_phases();
        let mut before = BTreeSet::new();
        for frame in 0..12 {
            check(&mut broads, &boxes, &mut before, &format!("round {round}, frame {frame}"));
            n_pairs += before.len();
            // A few or many move at once.
            for place in (frame % 3..boxes.len()).step_by([2, 5, 40][frame % 3]) {
                boxes[place] = random_box();
            }
        }
    }
    assert!(n_pairs > 50_000, "{n_pairs}");
}

#[test]
fn the_structure_chosen_depends_on_the_number_of_boxes_and_can_be_seen() {
    assert_eq!(BroadPhase::best_structure(10), Structure::BruteForce);
    assert_eq!(BroadPhase::best_structure(10_000), Structure::LinearTree);
    let mut broad = BroadPhase::default();
    broad.update(&vec![Aabb::new(DVec3::ZERO, DVec3::ONE); 10]);
    assert_eq!((broad.stats().structure, broad.pairs().len()), (Structure::BruteForce, 45));
}

fn moved(aabb: &Aabb, by: DVec3) -> Aabb {
    Aabb::new(aabb.min + by, aabb.max + by)
}

#[test]
fn pairs_and_changes_are_those_of_brute_force_over_long_motions() {
    let mut rng = seeded();
    for _ in 0..6 {
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
            assert_eq!(set(sweep.pairs()), expected, "frame {frame}");
            assert_eq!(set(&added), &expected - &before, "frame {frame}");
            assert_eq!(set(&removed), &before - &expected, "frame {frame}");
            for axis in 0..3 {
                let ends = sweep.end_points(axis);
                assert_eq!(ends.len(), 2 * boxes.values().filter(|aabb| !aabb.is_empty()).count());
                assert!(ends.is_sorted_by(|p, q| p.value <= q.value), "frame {frame}");
            }
            let stats = sweep.stats();
            (swaps, rebuilds, changed) =
                (swaps + stats.swaps, rebuilds + u32::from(stats.sorted), changed + added.len() + removed.len());
            before = expected;
        }
        assert!(swaps > 1000 && rebuilds > 1 && changed > 1000, "{swaps} {rebuilds} {changed}");
    }
}

#[test]
fn rest_costs_no_swap_and_small_steps_cost_few() {
    let mut rng = seeded();
    let mut sweep = SweepAndPrune::default();
    let unit_box = |min: DVec3| Aabb::new(min, min + 1.0);
    let mut boxes: Vec<Aabb> = (0..1000).map(|_| unit_box(10.0 * vector(&mut rng))).collect();
    let ids: Vec<u32> = boxes.iter().map(|&aabb| sweep.insert(aabb)).collect();
    sweep.update();
    sweep.update();
    assert_eq!((sweep.stats().swaps, sweep.changes()), (0, &PairChanges::default()));
    let mut cost = |step: f64, sweep: &mut SweepAndPrune| {
        for (aabb, &id) in boxes.iter_mut().zip(&ids) {
            *aabb = moved(aabb, 0.5 * step * vector(&mut rng));
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
