//! Observers of walks through a ray tree, which are told of each box and triangle that the walk tests.

use crate::ray_tree::{KINDS, build, ray, soup};
use crate::*;
use pickray::accel::{QueryCounts, QueryObserver, RayTree};
use pickray::mesh::RegionTest;

/// Walk as it was told: boxes with their depth, triangles, and whether each was met.
#[derive(Default)]
struct Told {
    boxes: Vec<(Aabb, u32, bool)>,
    triangles: Vec<(u32, bool)>,
}

impl QueryObserver for Told {
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        self.boxes.push((*aabb, depth, met));
    }

    fn triangle_tested(&mut self, triangle: u32, met: bool) {
        self.triangles.push((triangle, met));
    }
}

/// All boxes of a tree with their depths.
fn all_boxes(tree: &RayTree) -> Vec<(Aabb, u32)> {
    let mut all = Vec::new();
    tree.for_each_box(|aabb, depth| {
        all.push((*aabb, depth));
        true
    });
    all
}

/// Returns `true` if one box holds the other, but for the slack.
fn holds(outer: &Aabb, inner: &Aabb, slack: f64) -> bool {
    (outer.min - slack).cmple(inner.min).all() && inner.max.cmple(outer.max + slack).all()
}

/// Returns `true` if a box holds one on the next level, whose planes are rounded to its own grid of 256 steps.
fn holds_next(outer: &Aabb, inner: &Aabb) -> bool {
    holds(outer, inner, outer.size().max_element() / 64.0)
}

/// Checks that a walk was told only of boxes of the tree at their depth, each below one that was met, none twice, and
/// of triangles in the boxes met only, none twice. A ray's walk begins below the root, be the root met or not.
fn check(told: &Told, tree: &RayTree, corners: impl Fn(u32) -> [DVec3; 3], context: &str) {
    let bounds = tree.bounds();
    let slack = 1e-5 * bounds.size().max_element();
    let mut left = all_boxes(tree);
    for (place, (aabb, depth, _)) in told.boxes.iter().enumerate() {
        // A ray is tested against boxes that reach beyond the tree's bounds.
        let aabb = &Aabb::new(aabb.min.max(bounds.min), aabb.max.min(bounds.max));
        let is_it = |(other, its): &(Aabb, u32)| its == depth && holds(other, aabb, slack) && holds(aabb, other, slack);
        let found = left.iter().position(is_it);
        left.swap_remove(found.unwrap_or_else(|| panic!("{context}: {aabb:?} at {depth}")));
        let is_above = |(outer, above, met): &(Aabb, u32, bool)| {
            (*met || *above == 0) && above + 1 == *depth && holds_next(outer, aabb)
        };
        assert!(*depth == 0 || told.boxes[..place].iter().any(is_above), "{context}: nothing above {aabb:?}");
    }
    let mut seen: Vec<u32> = told.triangles.iter().map(|(triangle, _)| *triangle).collect();
    seen.sort_unstable();
    assert!(seen.is_sorted_by(|p, q| p < q), "{context}: a triangle is tested twice");
    for triangle in seen {
        let around = Aabb::from_points(corners(triangle));
        let met = told.boxes.iter().any(|(aabb, depth, met)| (*met || *depth == 0) && holds(aabb, &around, slack));
        assert!(met, "{context}: no box of triangle {triangle} was met");
    }
}

#[test]
fn a_ray_and_a_ball_tell_of_what_they_test_and_find_what_they_find_untold() {
    let mut outcomes = [[0; 2]; 4];
    let mut random = seeded();
    for kind in KINDS {
        for n in [1, 5, 120] {
            let soup = soup(kind, n, 1.0, DVec3::ZERO, &mut random);
            let mesh = Mesh::from_triangles(soup.0.clone(), soup.1.clone()).expect("a mesh");
            let corners = |triangle: u32| mesh.triangle(triangle).corners().map(|corner| corner - mesh.origin());
            for round in 0..20 {
                let context = format!("{kind:?} x{n}, round {round}");
                let ray = ray(&soup, &mut random);
                let (mut told, mut counts) = (Told::default(), QueryCounts::default());
                let hit = mesh.closest_hit_observed(&ray, &mut told);
                assert_eq!(hit, mesh.closest_hit(&ray, Culling::None), "{context}");
                assert_eq!(mesh.closest_hit_observed(&ray, &mut counts), hit, "{context}");
                let numbers = [told.boxes.len(), told.triangles.len()].map(|n| n as u64);
                assert_eq!(numbers, [counts.boxes, counts.triangles], "{context}");
                assert!(hit.is_none_or(|hit| told.triangles.contains(&(hit.triangle, true))), "{context}");
                check(&told, mesh.tree(), corners, &context);
                told.boxes.iter().for_each(|(_, _, met)| outcomes[0][usize::from(*met)] += 1);
                told.triangles.iter().for_each(|(_, met)| outcomes[1][usize::from(*met)] += 1);

                let ball = Sphere { center: vector(&mut random), radius: 0.2 * f64::from(round % 8) };
                let (mut told, mut found) = (Told::default(), Vec::new());
                mesh.for_each_triangle_in_observed(&ball, RegionTest::Touching, &mut told, |i| found.push(i));
                found.sort_unstable();
                assert_eq!(found, mesh.triangles_in(&ball, RegionTest::Touching), "{context}");
                check(&told, mesh.tree(), corners, &context);
                told.boxes.iter().for_each(|(_, _, met)| outcomes[2][usize::from(*met)] += 1);
                for (triangle, met) in told.triangles {
                    assert_eq!(met, found.contains(&triangle), "{context}");
                    outcomes[3][usize::from(met)] += 1;
                }
            }
        }
    }
    assert!(outcomes.as_flattened().iter().all(|n| *n > 200), "missed and met, boxes and triangles: {outcomes:?}");
}

#[test]
fn each_box_of_a_tree_lies_in_one_above_it_and_none_is_told_below_one_that_is_not_wanted() {
    let mut random = seeded();
    for kind in KINDS {
        for n in [0, 1, 2, 7, 1000] {
            let soup = soup(kind, n, 1.0, DVec3::ZERO, &mut random);
            let [tree, _] = build(&soup);
            let all = all_boxes(&tree);
            let root = (n > 0).then(|| (tree.bounds(), 0));
            assert_eq!(all.first().copied(), root, "{kind:?} x{n}");
            assert_eq!(all.iter().filter(|(_, depth)| *depth == 0).count(), usize::from(n > 0));
            for (aabb, depth) in all.iter().filter(|(_, depth)| *depth > 0) {
                let mut above = all.iter().filter(|(_, its)| its + 1 == *depth);
                assert!(above.any(|(outer, _)| holds_next(outer, aabb)), "{kind:?} x{n}: {aabb:?} at {depth}");
            }
            let mut upper = Vec::new();
            tree.for_each_box(|aabb, depth| {
                upper.push((*aabb, depth));
                depth < 1
            });
            assert!(upper.iter().eq(all.iter().filter(|(_, depth)| *depth <= 1)), "{kind:?} x{n}");
        }
    }
}
