use super::*;
use std::collections::BTreeSet;

#[test]
fn it_is_the_set_that_a_tree_of_numbers_is() {
    let mut random = crate::work::seeded();
    let (mut set, mut expected) = (TriangleSet::default(), BTreeSet::new());
    for _ in 0..300 {
        let reach = [100, 5000, 3 * PAGE, 40 * PAGE, u32::MAX][random.usize(0..5)];
        let some: BTreeSet<_> = (0..random.usize(0..300)).map(|_| random.u32(0..=reach - 1)).collect();
        // A third of the triangles in the set is added, so that both overlap.
        let some: BTreeSet<_> = some.into_iter().chain(expected.iter().copied().step_by(3)).collect();
        let other: TriangleSet = some.iter().copied().collect();
        let before = set.clone();
        expected = match random.u32(0..6) {
            0 => {
                set.union_with(&other);
                &expected | &some
            }
            1 => {
                set.subtract(&other);
                &expected - &some
            }
            2 => {
                set.intersect_with(&other);
                &expected & &some
            }
            3 => {
                some.iter().for_each(|&triangle| set.flip(triangle));
                &expected ^ &some
            }
            4 => {
                let n = some.iter().filter(|&&triangle| set.remove(triangle)).count();
                assert_eq!(n, expected.intersection(&some).count());
                &expected - &some
            }
            _ => {
                set.toggle_with(&other);
                &expected ^ &some
            }
        };
        assert!(set.iter().eq(expected.iter().copied()) && set.len() == expected.len());
        assert_eq!(set.last(), expected.last().copied());
        assert!(some.iter().all(|&triangle| set.contains(triangle) == expected.contains(&triangle)));
        assert_eq!(set, expected.iter().copied().collect());
        assert_eq!(set == before, set.iter().eq(before.iter()));
    }
    set.subtract(&set.clone());
    assert!(set.is_empty() && set.iter().next().is_none() && set.last().is_none());
    assert_eq!(set, TriangleSet::default());
}

#[test]
fn all_are_those_below_their_number() {
    for n in [0, 1, 63, 64, 65, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE + 777] {
        assert!(TriangleSet::all(n).iter().eq(0..n));
    }
}

#[test]
fn runs_are_those_that_were_put_in_and_come_back_from_a_file() {
    let mut random = crate::work::seeded();
    for _ in 0..200 {
        let (mut set, mut expected) = (TriangleSet::default(), BTreeSet::new());
        for _ in 0..random.u32(0..4) {
            let first = random.u32(0..3 * PAGE);
            let most = [2, 70, 2 * PAGE][random.usize(0..3)];
            let last = first + random.u32(0..most);
            set.insert_all(first..=last);
            expected.extend(first..=last);
        }
        assert!(set.iter().eq(expected.iter().copied()) && set.len() == expected.len());
        assert!(set.runs().flatten().eq(expected.iter().copied()));
        assert!(set.runs().zip(set.runs().skip(1)).all(|(a, b)| a.end() + 1 < *b.start()));
        for (first, last) in set.runs().map(RangeInclusive::into_inner) {
            let from = random.u32(first..=last);
            assert!(set.contains_all(first..=last) && set.contains_all(from..=last));
            assert!(!set.contains_all(from..=last + 1));
        }
        let text = serde_json::to_string(&set).expect("JSON");
        assert_eq!(serde_json::from_str::<TriangleSet>(&text).expect("a set"), set);
        assert_eq!(set.last(), expected.last().copied());
    }
    let set: TriangleSet = [3, 5, 6, 7, 9, 10].into_iter().collect();
    assert_eq!(serde_json::to_string(&set).expect("JSON"), "[3,[5,7],9,10]");
    let all: TriangleSet = serde_json::from_str("[[0,4294967295]]").expect("all that there can be");
    assert!(all.len() == 1 << 32 && all.bytes() > 1 << 24);
    assert!(serde_json::from_str::<TriangleSet>("[[7,3]]").expect("a set").iter().eq(3..=7));
}

#[test]
fn a_list_of_many_entries_far_apart_is_read_in_one_pass() {
    // As many passes over all pages would take a minute.
    let started = std::time::Instant::now();
    let runs = (0..100_000).rev().map(|k| TriangleRun::FirstAndLast([4_000 * k, 4_000 * k + 70]));
    let set = TriangleSet::from(runs.collect::<Vec<_>>());
    assert_eq!((set.len(), set.last()), (7_100_000, Some(399_996_070)));
    assert!(started.elapsed().as_secs() < 10, "{:?}", started.elapsed());
}

#[test]
fn copies_and_unions_share_their_pages() {
    let all = TriangleSet::all(10_000_000);
    assert!(all.bytes() < 1_300_000);
    let (mut copy, mut union) = (all.clone(), TriangleSet::default());
    union.union_with(&all);
    copy.remove(0);
    let shared = |a: &TriangleSet, b: &TriangleSet| {
        a.pages.iter().flatten().zip(b.pages.iter().flatten()).filter(|(a, b)| Arc::ptr_eq(a, b)).count()
    };
    assert_eq!(shared(&union, &all), all.pages.len());
    assert_eq!(shared(&copy, &all), all.pages.len() - 1);
}
