//! The ray tree, walked in every way, against whole numbers of any length.

use super::numbers::Numbers;
use crate::exact_rays::{self, ExactHit};
use glam::DVec3;
use pickray::accel::{RayTree, TriangleHit};
use pickray::geometry::Ray;
use pickray::intersect::{Culling, Side};

fn point(p: [f32; 3]) -> DVec3 {
    DVec3::from(p.map(f64::from))
}

fn expected(exact: &ExactHit) -> TriangleHit {
    let ExactHit { triangle, t, u, v, front } = *exact;
    TriangleHit { triangle, t, u, v, side: if front { Side::Front } else { Side::Back } }
}

/// Checks both queries of both walks with one ray; returns how many hits there are.
pub fn check_ray(trees: &[RayTree; 2], positions: &[[f32; 3]], triangles: &[[u32; 3]], ray: &Ray) -> usize {
    let exact = exact_rays::hits(positions, triangles, [ray.origin.to_array(), ray.target.to_array()]);
    for culling in [Culling::None, Culling::Back] {
        let seen = exact.iter().filter(|hit| hit.front || culling == Culling::None);
        let expected: Vec<TriangleHit> = seen.map(expected).collect();
        for tree in trees {
            assert_eq!(tree.all_hits(ray, culling), expected, "{culling:?} {ray:?} {positions:?} {triangles:?}");
            let closest = tree.closest_hit(ray, culling);
            assert_eq!(closest, expected.first().copied(), "{culling:?} {ray:?} {positions:?} {triangles:?}");
        }
    }
    exact.len()
}

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let mut numbers = Numbers::new(bytes, 0.0..=f64::MAX);
    let vertices = 3 + u32::from(numbers.byte()) % 30;
    let positions: Vec<[f32; 3]> =
        (0..vertices).map(|_| [numbers.single(), numbers.single(), numbers.single()]).collect();
    let count = 1 + u32::from(numbers.byte()) % 60;
    let mut corner = |index: u32| (u32::from(numbers.byte()) + index) % vertices;
    let triangles: Vec<[u32; 3]> = (0..count).map(|index| std::array::from_fn(|_| corner(index))).collect();
    let tree = RayTree::build(&positions, &triangles).expect("memory");
    let trees = [tree.clone().portable(), tree];
    for _ in 0..6 {
        let aim = point(positions[usize::from(numbers.byte()) % positions.len()]);
        let ray = match numbers.byte() % 4 {
            0 => Ray::new(numbers.point(), aim),
            1 => Ray::new(aim, numbers.point()),
            2 => {
                let mut origin = aim;
                origin[usize::from(numbers.byte()) % 3] = numbers.number();
                Ray::new(origin, aim)
            }
            _ => Ray::new(numbers.point(), numbers.point()),
        };
        check_ray(&trees, &positions, &triangles, &ray);
    }
}
