//! A ray tree that is refitted or updated answers as brute force does on where the triangles are now.

use crate::oracle::{Soup, point};
use crate::ray_tree::{KINDS, build, check, ray, soup};
use crate::*;
use pickray::accel::RayTree;

/// A name of what becomes of a mesh, and where a corner goes then.
type Motion = (&'static str, fn(DVec3, &mut Rng) -> DVec3);

const MOTIONS: [Motion; 6] = [
    ("at rest", |p, _| p),
    ("moved", |p, _| DVec3::new(0.6 * p.x - 0.8 * p.y, 0.8 * p.x + 0.6 * p.y, p.z) + DVec3::new(3.0, -2.0, 5.0)),
    // Each corner by where it was, so that equal corners stay equal.
    ("bent", |p, _| p + 0.3 * DVec3::new((3.0 * p.y).sin(), (2.0 * p.z).cos(), (4.0 * p.x).sin())),
    // Each corner on its own way, so that corners and triangles which were equal part.
    ("torn", |p, random| p + 0.2 * vector(random)),
    ("flattened", |p, _| DVec3::new(p.x, 0.25, p.z)),
    ("a million times as large and elsewhere", |p, _| 1e6 * p + DVec3::new(-4e6, 1e5, 0.0)),
];

/// Those that are numbered, moved; the others where they are.
fn move_corners(soup: &Soup, moved: Motion, corners: impl Iterator<Item = u32>, random: &mut Rng) -> Soup {
    let mut positions = soup.0.clone();
    for corner in corners {
        let place = &mut positions[corner as usize];
        *place = moved.1(point(*place), random).as_vec3().to_array();
    }
    (positions, soup.1.clone())
}

fn check_rays(soup: &Soup, trees: &[RayTree; 2], rays: usize, random: &mut Rng, context: &str) -> usize {
    (0..rays).map(|_| check(soup, trees, &ray(soup, random), context)).sum()
}

#[test]
fn a_tree_that_is_refitted_and_then_updated_answers_as_brute_force() {
    let mut random = seeded();
    let (mut refitted, mut updated) = (0, 0);
    for (kind, n) in KINDS.into_iter().flat_map(|kind| [1, 7, 400].map(|n| (kind, n))) {
        let mut present = soup(kind, n, 1.0, DVec3::ZERO, &mut random);
        let mut trees = build(&present);
        for motion in MOTIONS.into_iter().chain([MOTIONS[0]]) {
            let all = 0..present.0.len() as u32;
            let after = move_corners(&present, motion, all, &mut random);
            for tree in &mut trees {
                tree.refit(&after.0, &after.1).expect("memory");
                assert_eq!(tree.bounds(), RayTree::build(&after.0, &after.1).expect("memory").bounds());
            }
            let context = format!("{kind:?} x{n}, {}", motion.0);
            refitted += check_rays(&after, &trees, if n > 300 { 3 } else { 8 }, &mut random, &context);
        }
        // All corners are where they were before.
        for step in 0..24 {
            let motion = MOTIONS[random.usize(if step % 8 == 7 { 1..6 } else { 2..5 })];
            let some: Vec<u32> = (0..random.usize(1..9)).map(|_| random.usize(0..n) as u32).collect();
            // The corners of a triangle of a soup are its own. Each moves once, or it leaves the range of f32.
            let once: BTreeSet<&u32> = some.iter().collect();
            let corners = once.into_iter().flat_map(|triangle| (3 * triangle)..(3 * triangle + 3));
            present = move_corners(&present, motion, corners, &mut random);
            for tree in &mut trees {
                tree.update(&present.0, &present.1, some.iter().copied()).expect("memory");
            }
            let context = format!("{kind:?} x{n}, {} of {some:?}, step {step}", motion.0);
            updated += check_rays(&present, &trees, if n > 300 { 1 } else { 4 }, &mut random, &context);
        }
    }
    assert!(refitted > 800 && updated > 500, "only {refitted} and {updated} hits");
}

#[test]
fn the_cost_is_that_of_a_build_at_rest_and_tells_of_a_mesh_turned_inside_out() {
    let mut random = seeded();
    let before = soup(KINDS[0], 5000, 1.0, DVec3::ZERO, &mut random);
    let [mut tree, _] = build(&before);
    let cost = tree.cost();
    assert!((cost - tree.built_cost()).abs() <= 1e-6 * cost, "{cost}");
    tree.refit(&before.0, &before.1).expect("memory");
    assert!((tree.cost() - cost).abs() <= 1e-3 * cost, "{} is not {cost}", tree.cost());
    tree.update(&before.0, &before.1, 0..5000).expect("memory");
    assert!((tree.cost() - cost).abs() <= 1e-3 * cost, "{} is not {cost}", tree.cost());

    // Neighbours go to opposite ends.
    let mut after = before.clone();
    for triangle in after.0.chunks_mut(3).step_by(2) {
        triangle.iter_mut().for_each(|corner| *corner = corner.map(|x| -x));
    }
    tree.refit(&after.0, &after.1).expect("memory");
    assert!(tree.cost() > 3.0 * tree.built_cost(), "{} after {}", tree.cost(), tree.built_cost());
    let refitted = tree.cost();
    let [mut updated, _] = build(&before);
    updated.update(&after.0, &after.1, (0..5000).step_by(2)).expect("memory");
    let share = updated.cost() / refitted;
    assert!((0.9..1.5).contains(&share), "{share} of what a refit says");
}
