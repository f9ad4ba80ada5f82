//! The leafless tree of boxes: its shape, and that every query finds what brute force finds.

use crate::oracle::{self, Soup, triangle_of};
use crate::random::seeded;
use fastrand::Rng;
use glam::{DAffine3, DQuat, DVec3};
use pickray::accel::{AabbTree, BottomTest, BoxOutcome, PairFinder, QueryCounts, RefitError, TreeChild, TreeTrace};
use pickray::geometry::{Aabb, Ray, Sphere, Triangle};
use pickray::intersect::{Culling, neighbours_overlap, triangle_aabb, triangle_sphere, triangle_triangle};
use pickray::work::Progress;

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
fn a_tree_over_n_triangles_has_n_minus_one_tight_nodes() {
    let mut random = seeded();
    for n_triangles in [0, 1, 2, 3, 12, 13, 100, 1000] {
        let soup = soup(&mut random, n_triangles);
        let tree = tree(&soup);
        assert_eq!(tree.n_triangles(), n_triangles as usize);
        check_shape(&tree, &soup);
    }
}

#[test]
fn each_box_is_told_once_with_its_depth_and_none_below_one_that_is_not_wanted() {
    let mut random = random();
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
fn triangles_that_are_not_finite_are_left_out() {
    let positions = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 0.0], [0.0, f32::INFINITY, 0.0]];
    let soup = (positions, vec![[0, 1, 2], [0, 1, 3], [0, 4, 2]]);
    let tree = tree(&soup);
    assert_eq!((tree.n_triangles(), tree.root()), (1, Some(TreeChild::Triangle(0))));
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

#[test]
fn refitting_gives_the_boxes_of_the_moved_triangles() {
    let mut random = seeded();
    for n_triangles in [1, 2, 40, 300] {
        let mut soup = soup(&mut random, n_triangles);
        let mut tree = tree(&soup);
        for position in &mut soup.0 {
            *position = position.map(|x| x * 1.5 + random.f32());
        }
        tree.refit(&soup.0).expect("finite positions");
        check_shape(&tree, &soup);
        let aabb = Aabb::new(DVec3::splat(-3.0), DVec3::splat(2.0));
        let expected: Vec<u32> = all(&soup).filter(|&i| triangle_aabb(&triangle_of(&soup, i), &aabb)).collect();
        assert_eq!(tree.triangles_in_aabb(&aabb).0, expected);
    }
}

/// Vertices moved a little, far, onto each other, or all of them made larger or smaller.
fn move_at_random(random: &mut Rng, positions: &mut [[f32; 3]]) {
    let n = positions.len();
    match random.u8(0..5) {
        0 => (0..5).for_each(|_| positions[random.usize(0..n)] = [0; 3].map(|_: i32| random.f32() * 12.0 - 6.0)),
        1 => positions.iter_mut().for_each(|position| *position = position.map(|x| x + random.f32() - 0.5)),
        2 => positions[random.usize(0..n)] = positions[random.usize(0..n)],
        3 => positions[random.usize(0..n)] = [random.f32() * 1e30, 0.0, -1e-30],
        _ => {
            let scale = [0.25, 4.0, 1e-6, 1e6][random.usize(0..4)];
            positions.iter_mut().for_each(|position| *position = position.map(|x| (x * scale).clamp(-1e30, 1e30)));
        }
    }
}

#[test]
fn after_many_moves_a_refitted_tree_finds_what_brute_force_finds() {
    let mut random = seeded();
    let mut n_found = 0;
    for _ in 0..12 {
        let n_triangles = random.u32(1..80);
        let mut soup = soup(&mut random, n_triangles);
        let mut tree = tree(&soup);
        for step in 0..40 {
            move_at_random(&mut random, &mut soup.0);
            tree.refit(&soup.0).expect("finite positions");
            if step % 4 > 0 {
                continue;
            }
            check_shape(&tree, &soup);
            // At a corner and as large as a triangle, wherever the mesh is now.
            let triangle = triangle_of(&soup, random.u32(0..n_triangles));
            let size = (triangle.b - triangle.a).abs().max((triangle.c - triangle.a).abs());
            let aabb = Aabb::new(triangle.a - size, triangle.a + 0.5 * size);
            let expected: Vec<u32> = all(&soup).filter(|&i| triangle_aabb(&triangle_of(&soup, i), &aabb)).collect();
            assert_eq!(tree.triangles_in_aabb(&aabb).0, expected, "{aabb:?}");
            let sphere = Sphere { center: triangle.b, radius: 0.75 * size.max_element() };
            let inside = |&i: &u32| triangle_sphere(&triangle_of(&soup, i), &sphere);
            let in_sphere: Vec<u32> = all(&soup).filter(inside).collect();
            assert_eq!(tree.triangles_in_sphere(&sphere).0, in_sphere, "{sphere:?}");
            let ray = Ray::new(triangle.c + size, triangle.at(0.25, 0.25));
            let hits = oracle::hits(&soup, &ray, Culling::None);
            assert_eq!(tree.all_hits(&ray, Culling::None).0, hits, "{ray:?}");
            let mut pairs = Vec::new();
            tree.own_pairs(|i, j| pairs.push((i, j)));
            pairs.sort_unstable();
            let every = all(&soup).flat_map(|i| (i + 1..n_triangles).map(move |j| (i, j)));
            let own: Vec<(u32, u32)> =
                every.filter(|&(i, j)| neighbours_overlap(&triangle_of(&soup, i), &triangle_of(&soup, j))).collect();
            assert_eq!(pairs, own);
            n_found += expected.len() + in_sphere.len() + hits.len() + own.len();
        }
    }
    assert!(n_found > 500, "{n_found}");
}

#[test]
fn a_refit_that_cannot_be_leaves_the_tree_as_it_was() {
    let mut random = seeded();
    let soup = soup(&mut random, 50);
    let mut tree = tree(&soup);
    let mut positions = soup.0.clone();
    let used = soup.1[7][0];
    positions[used as usize][1] = f32::NAN;
    assert!(matches!(tree.refit(&positions), Err(RefitError::NotFinite { vertex, .. }) if vertex == used));
    assert!(matches!(tree.refit(&positions[..1]), Err(RefitError::Missing { positions: 1, .. })));
    check_shape(&tree, &soup);
}

#[test]
fn a_rebuild_is_a_new_tree_over_the_moved_triangles() {
    let mut random = seeded();
    let mut soup = soup(&mut random, 400);
    let mut refitted = tree(&soup);
    random.shuffle(&mut soup.0);
    refitted.refit(&soup.0).expect("finite positions");
    let cost = refitted.cost();
    refitted.rebuild();
    check_shape(&refitted, &soup);
    assert!(refitted.cost() < 0.8 * cost, "{} after {cost}", refitted.cost());
    assert_eq!(refitted.cost(), tree(&soup).cost());
}

#[test]
fn boxes_and_spheres_find_what_brute_force_finds() {
    let mut random = seeded();
    let mut n_found = 0;
    for _ in 0..60 {
        let n_triangles = random.u32(0..200);
        let soup = soup(&mut random, n_triangles);
        let tree = tree(&soup);
        for _ in 0..10 {
            let mut corner = || DVec3::from([0; 3].map(|_: i32| f64::from(random.i32(-8..=8))));
            let (p, q) = (corner(), corner());
            let aabb = Aabb::new(p.min(q), p.max(q));
            let expected: Vec<u32> = all(&soup).filter(|&i| triangle_aabb(&triangle_of(&soup, i), &aabb)).collect();
            let (found, counts) = tree.triangles_in_aabb(&aabb);
            assert_eq!(found, expected, "{aabb:?}");
            assert!(counts.boxes <= tree.n_nodes() as u64 && counts.triangles >= found.len() as u64);

            let sphere = Sphere { center: p, radius: f64::from(random.u8(0..5)) };
            let inside = |&i: &u32| triangle_sphere(&triangle_of(&soup, i), &sphere);
            let expected: Vec<u32> = all(&soup).filter(inside).collect();
            assert_eq!(tree.triangles_in_sphere(&sphere).0, expected, "{sphere:?}");
            n_found += found.len() + expected.len();
        }
    }
    assert!(n_found > 1000, "{n_found}");
}

#[test]
fn rays_hit_what_brute_force_hits() {
    let mut random = seeded();
    let mut n_hits = 0;
    for _ in 0..60 {
        let n_triangles = random.u32(0..200);
        let soup = soup(&mut random, n_triangles);
        let tree = tree(&soup);
        for _ in 0..20 {
            let mut corner = || DVec3::from([0; 3].map(|_: i32| f64::from(random.i32(-8..=8))));
            let ray = Ray::new(corner(), corner());
            let expected = oracle::hits(&soup, &ray, Culling::None);
            assert_eq!(tree.all_hits(&ray, Culling::None).0, expected, "{ray:?}");
            let (closest, counts) = tree.closest_hit(&ray, Culling::None);
            assert_eq!(closest, expected.first().copied(), "{ray:?}");
            assert!(counts.triangles >= u64::from(closest.is_some()));
            n_hits += expected.len();
        }
    }
    assert!(n_hits > 300, "{n_hits}");
}

/// An affine map: none, a turn and shift, or anything.
fn map(random: &mut Rng) -> DAffine3 {
    let mut unit = || 2.0 * random.f64() - 1.0;
    let (x, y, z, w) = (unit(), unit(), unit(), unit());
    let (shift, stretch) = (2.0 * DVec3::new(unit(), unit(), unit()), DVec3::new(unit(), 2.0 * unit(), 1.0));
    let turned = DAffine3::from_rotation_translation(DQuat::from_xyzw(x, y, z, w).normalize(), shift);
    match random.u8(0..3) {
        0 => DAffine3::IDENTITY,
        1 => turned,
        _ => turned * DAffine3::from_scale(stretch),
    }
}

fn moved(map: &DAffine3, triangle: Triangle) -> Triangle {
    let [a, b, c] = triangle.corners().map(|corner| map.transform_point3(corner));
    Triangle::new(a, b, c)
}

#[test]
fn two_trees_find_the_pairs_that_brute_force_finds() {
    let mut random = seeded();
    let mut finders = [BottomTest::Bounds, BottomTest::SeparatingAxes].map(PairFinder::with_bottom_test);
    let mut n_pairs = 0;
    for _ in 0..120 {
        let sizes = [0; 2].map(|_: i32| random.u32(0..90));
        let [a, b] = sizes.map(|n_triangles| soup(&mut random, n_triangles));
        let (tree_a, tree_b) = (tree(&a), tree(&b));
        let a_from_b = map(&mut random);
        let pairs = all(&a).flat_map(|i| all(&b).map(move |j| (i, j)));
        let expected: Vec<(u32, u32)> = pairs
            .filter(|&(i, j)| triangle_triangle(&triangle_of(&a, i), &moved(&a_from_b, triangle_of(&b, j))))
            .collect();
        for finder in &mut finders {
            let mut found = Vec::new();
            let counts = finder.all(&tree_a, &tree_b, &a_from_b, |i, j| found.push((i, j)));
            found.sort_unstable();
            assert_eq!(found, expected);
            assert!(counts.triangle_triangle >= found.len() as u64);
            let (first, _) = finder.first(&tree_a, &tree_b, &a_from_b);
            assert_eq!(first.is_some(), !expected.is_empty());
            assert!(first.is_none_or(|pair| expected.contains(&pair)));
        }
        n_pairs += expected.len();
    }
    assert!(n_pairs > 1000, "{n_pairs}");
}

#[test]
fn a_map_that_is_not_finite_makes_nothing_meet() {
    let mut random = seeded();
    let soup = soup(&mut random, 20);
    let tree = tree(&soup);
    let broken = DAffine3::from_translation(DVec3::splat(f64::NAN));
    assert_eq!(PairFinder::new().first(&tree, &tree, &broken).0, None);
}

#[test]
fn a_tree_meets_itself_where_brute_force_says() {
    let mut random = seeded();
    let mut n_pairs = 0;
    for _ in 0..60 {
        let n_triangles = random.u32(0..90);
        let soup = soup(&mut random, n_triangles);
        let pairs = all(&soup).flat_map(|i| (0..i).map(move |j| (j, i)));
        let mut expected: Vec<(u32, u32)> =
            pairs.filter(|&(i, j)| neighbours_overlap(&triangle_of(&soup, i), &triangle_of(&soup, j))).collect();
        let mut found = Vec::new();
        tree(&soup).own_pairs(|i, j| found.push((i, j)));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        n_pairs += found.len();
    }
    assert!(n_pairs > 300, "{n_pairs}");
}

#[test]
fn a_cancelled_build_says_so() {
    let mut random = seeded();
    let (positions, triangles) = soup(&mut random, 100);
    let progress = Progress::default();
    progress.cancel();
    assert!(AabbTree::build_with(&positions, &triangles, &progress).is_err());
}

#[test]
fn levels_hold_every_node_once() {
    let mut random = seeded();
    for n_triangles in [0, 1, 2, 3, 100, 1000] {
        let tree = tree(&soup(&mut random, n_triangles));
        let levels = tree.levels();
        assert_eq!(levels.iter().sum::<u32>() as usize, tree.n_nodes());
        let mut seen = Vec::new();
        for (depth, &n) in (0..).zip(&levels) {
            let nodes = tree.nodes_at(depth, usize::MAX);
            assert_eq!(nodes.len(), n as usize);
            assert_eq!(tree.nodes_at(depth, 3), nodes[..nodes.len().min(3)]);
            seen.extend(nodes);
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..tree.n_nodes() as u32).collect::<Vec<_>>());
        assert!(tree.nodes_at(levels.len() as u32, usize::MAX).is_empty());
    }
}

/// That a trace counts what it lists, and goes below boxes that were opened only.
fn check_trace(tree: &AabbTree, trace: &TreeTrace, counts: QueryCounts, root_is_tested: bool) {
    assert_eq!(trace.counts, counts);
    assert_eq!((trace.boxes_left_out, trace.triangles_left_out), (0, 0));
    assert_eq!((trace.boxes.len() as u64, trace.triangles.len() as u64), (counts.boxes, counts.triangles));
    let opened = |node: u32| trace.boxes.iter().any(|test| test.node == node && test.outcome == BoxOutcome::Opened);
    for (depth, level) in (0..).zip(&trace.levels) {
        let here = trace.boxes.iter().filter(|test| test.depth == depth);
        assert_eq!(here.clone().count() as u64, level.tested);
        assert_eq!(here.filter(|test| test.outcome == BoxOutcome::Opened).count() as u64, level.opened);
    }
    for node in 0..tree.n_nodes() as u32 {
        let goes_on = opened(node) || (node == 0 && !root_is_tested);
        for child in tree.node(node).children {
            let tested = match child {
                TreeChild::Node(below) => trace.boxes.iter().any(|test| test.node == below),
                TreeChild::Triangle(triangle) => trace.triangles.iter().any(|test| test.triangle == triangle),
            };
            // A triangle of an opened box may lie behind a hit with all of its box.
            assert!(!tested || goes_on, "{child:?} of node {node}");
            assert!(tested || !goes_on || !root_is_tested || matches!(child, TreeChild::Triangle(_)), "{child:?}");
        }
    }
}

#[test]
fn traces_tell_what_the_queries_do() {
    let mut random = seeded();
    let mut outcomes = [0; 3];
    for _ in 0..40 {
        let n_triangles = random.u32(0..200);
        let soup = soup(&mut random, n_triangles);
        let tree = tree(&soup);
        for _ in 0..10 {
            let mut corner = || DVec3::from([0; 3].map(|_: i32| f64::from(random.i32(-8..=8))));
            let (ray, center) = (Ray::new(corner(), corner()), corner());
            let (hit, counts) = tree.closest_hit(&ray, Culling::None);
            let (traced, trace) = tree.closest_hit_traced(&ray, Culling::None);
            assert_eq!(traced, hit);
            check_trace(&tree, &trace, counts, false);
            assert!(hit.is_none_or(|hit| trace.triangles.iter().any(|test| test.triangle == hit.triangle && test.met)));
            trace.boxes.iter().for_each(|test| outcomes[test.outcome as usize] += 1);
            assert!(trace.boxes.iter().all(|test| test.aabb == tree.node(test.node).aabb));

            let sphere = Sphere { center, radius: f64::from(random.u8(0..5)) };
            let (found, counts) = tree.triangles_in_sphere(&sphere);
            let (traced, trace) = tree.triangles_in_sphere_traced(&sphere);
            assert_eq!(traced, found);
            check_trace(&tree, &trace, counts, true);
            assert_eq!(trace.triangles.iter().filter(|test| test.met).count(), found.len());
        }
    }
    assert!(outcomes.iter().all(|&n| n > 50), "rejected, opened and behind: {outcomes:?}");
}
