//! The leafless tree of boxes: its shape, and that it finds the pairs that brute force finds.

use crate::oracle::{Soup, triangle_of};
use crate::*;
use glam::DAffine3;
use pickray::accel::{AabbTree, PairFinder, TreeChild};
use pickray::intersect::{neighbours_overlap, triangle_triangle};

/// Triangles near each other, some of them on a grid so that they touch, some of zero area, some twice.
fn soup(random: &mut Rng, n_triangles: u32) -> Soup {
    let grid = random.bool();
    let n_vertices = n_triangles + 3;
    let coordinate = |random: &mut Rng| if grid { random.i32(-6..=6) as f32 } else { random.f32() * 12.0 - 6.0 };
    let mut positions: Vec<[f32; 3]> = Vec::new();
    while (positions.len() as u32) < n_vertices {
        let center = [0; 3].map(|_: i32| coordinate(random));
        for _ in 0..6 {
            positions.push(center.map(|x| x + if grid { random.i32(-1..=1) as f32 } else { random.f32() * 2.0 - 1.0 }));
        }
    }
    let triangles = (0..n_triangles)
        .map(|_| {
            let base = random.u32(0..n_vertices);
            [0; 3].map(|_: i32| (base + random.u32(0..6)) % n_vertices)
        })
        .collect();
    (positions, triangles)
}

fn tree((positions, triangles): &Soup) -> AabbTree {
    AabbTree::build(positions, triangles)
}

fn all(soup: &Soup) -> std::ops::Range<u32> {
    0..soup.1.len() as u32
}

/// Checks the pairs that two trees find, all and the first, against brute force; returns their number.
fn check_pairs(finder: &mut PairFinder, (tree_a, a): (&AabbTree, &Soup), b: &Soup, a_from_b: &DAffine3) -> usize {
    let pairs = all(a).flat_map(|i| all(b).map(move |j| (i, j)));
    let expected: Vec<(u32, u32)> =
        pairs.filter(|&(i, j)| triangle_triangle(&triangle_of(a, i), &moved(a_from_b, triangle_of(b, j)))).collect();
    let (tree_b, mut found) = (tree(b), Vec::new());
    let counts = finder.all(tree_a, &tree_b, a_from_b, |i, j| found.push((i, j)));
    found.sort_unstable();
    assert_eq!(found, expected);
    assert!(counts.triangle_triangle >= found.len() as u64);
    let (first, _) = finder.first(tree_a, &tree_b, a_from_b);
    assert_eq!(first.is_some(), !expected.is_empty());
    assert!(first.is_none_or(|pair| expected.contains(&pair)));
    found.len()
}

/// That every node is exactly the box around what is below it, and every triangle lies below once.
fn check_shape(tree: &AabbTree, soup: &Soup) {
    assert_eq!(tree.n_nodes(), tree.n_triangles().saturating_sub(1));
    let mut seen = vec![false; soup.1.len()];
    let mut tight: Vec<Aabb> = vec![Aabb::EMPTY; tree.n_nodes()];
    let mut bounds_of = |child: TreeChild, tight: &[Aabb]| match child {
        TreeChild::Node(node) => tight[node as usize],
        TreeChild::Triangle(triangle) => {
            assert!(!std::mem::replace(&mut seen[triangle as usize], true), "triangle {triangle} is there twice");
            Aabb::from_points(triangle_of(soup, triangle).corners())
        }
    };
    for index in (0..tree.n_nodes()).rev() {
        let node = tree.node(index as u32);
        for child in node.children {
            assert!(!matches!(child, TreeChild::Node(below) if below as usize <= index), "children come later");
        }
        tight[index] = bounds_of(node.children[0], &tight).union(bounds_of(node.children[1], &tight));
        assert_eq!(node.aabb, tight[index], "node {index}");
    }
    if let Some(child @ TreeChild::Triangle(_)) = tree.root() {
        bounds_of(child, &tight);
    }
    assert_eq!(seen.iter().filter(|&&seen| seen).count(), tree.n_triangles());
}

#[test]
fn each_box_is_told_once_with_its_depth_and_none_below_one_that_is_not_wanted() {
    let mut random = seeded();
    for n_triangles in [0, 1, 2, 3, 100, 1000] {
        let tree = tree(&soup(&mut random, n_triangles));
        let mut all = Vec::new();
        let mut waiting: Vec<(TreeChild, u32)> = tree.root().map(|root| (root, 0)).into_iter().collect();
        while let Some((child, depth)) = waiting.pop() {
            if let TreeChild::Node(index) = child {
                let node = tree.node(index);
                all.push((node.aabb, depth));
                waiting.extend(node.children.into_iter().rev().map(|child| (child, depth + 1)));
            }
        }
        assert_eq!(all.len(), tree.n_nodes());
        for deepest in [0, 3, u32::MAX] {
            let mut told = Vec::new();
            tree.for_each_box(|aabb, depth| {
                told.push((*aabb, depth));
                depth < deepest
            });
            assert!(told.iter().eq(all.iter().filter(|(_, depth)| *depth <= deepest)), "{n_triangles}, {deepest}");
        }
    }
}

#[test]
fn triangles_that_are_not_finite_are_left_out_and_by_a_map_that_is_not_nothing_meets() {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 0.0], [0.0, f32::INFINITY, 0.0]];
    let some = tree(&(positions, vec![[0, 1, 2], [0, 1, 3], [0, 4, 2]]));
    assert_eq!((some.n_triangles(), some.root()), (1, Some(TreeChild::Triangle(0))));
    let tree = tree(&soup(&mut seeded(), 20));
    let broken = DAffine3::from_translation(DVec3::splat(f64::NAN));
    assert_eq!(PairFinder::new().first(&tree, &tree, &broken).0, None);
}

#[test]
fn triangles_in_one_place_make_a_tree_that_is_not_deep() {
    let soup = (vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]; 5000]);
    let tree = tree(&soup);
    check_shape(&tree, &soup);
    let mut depth = vec![0; tree.n_nodes()];
    for index in 0..tree.n_nodes() {
        for child in tree.node(index as u32).children {
            if let TreeChild::Node(below) = child {
                depth[below as usize] = depth[index] + 1;
            }
        }
    }
    assert!(depth.iter().all(|&depth| depth < 20));
}

/// An affine map: none, a turn and shift, or anything.
fn map(random: &mut Rng) -> DAffine3 {
    let turned = DAffine3::from_rotation_translation(turn(random), 2.0 * vector(random));
    match random.u8(0..3) {
        0 => DAffine3::IDENTITY,
        1 => turned,
        _ => turned * DAffine3::from_scale(vector(random).with_z(1.0) * DVec3::new(1.0, 2.0, 1.0)),
    }
}

fn moved(map: &DAffine3, triangle: Triangle) -> Triangle {
    let [a, b, c] = triangle.corners().map(|corner| map.transform_point3(corner));
    Triangle::new(a, b, c)
}

#[test]
fn two_trees_and_one_with_itself_find_the_pairs_that_brute_force_finds() {
    let mut random = seeded();
    let mut finder = PairFinder::new();
    let (mut n_pairs, mut n_own) = (0, 0);
    for _ in 0..150 {
        let scale = [1.0, 1.0, 0.25, 4.0, 1e-6, 1e6][random.usize(0..6)];
        let [a, b] = [0; 2].map(|_: i32| {
            let n_triangles = random.u32(0..90);
            let (mut positions, triangles) = soup(&mut random, n_triangles);
            // Two vertices at one place, and one far out.
            let mut any = || random.usize(0..positions.len());
            let (one, other, far) = (any(), any(), any());
            positions[one] = positions[other];
            positions.iter_mut().for_each(|position| *position = position.map(|x| x * scale));
            positions[far] = if random.bool() { positions[far] } else { [random.f32() * 1e30, 0.0, -1e-30] };
            (positions, triangles)
        });
        let tree = tree(&a);
        assert_eq!(tree.n_triangles(), a.1.len());
        check_shape(&tree, &a);
        n_pairs += check_pairs(&mut finder, (&tree, &a), &b, &map(&mut random));
        let mut pairs = Vec::new();
        tree.own_pairs(|i, j| pairs.push((i, j)));
        pairs.sort_unstable();
        let every = all(&a).flat_map(|i| (i + 1..all(&a).end).map(move |j| (i, j)));
        let own: Vec<(u32, u32)> =
            every.filter(|&(i, j)| neighbours_overlap(&triangle_of(&a, i), &triangle_of(&a, j))).collect();
        assert_eq!(pairs, own);
        n_own += own.len();
    }
    assert!(n_pairs > 1000 && n_own > 1000, "{n_pairs} {n_own}");
}

#[test]
fn a_cancelled_build_says_so() {
    let (positions, triangles) = soup(&mut seeded(), 100);
    let progress = Progress::default();
    progress.cancel();
    assert!(AabbTree::build_with(&positions, &triangles, &progress).is_err());
}
