//! The ray tree, walked in every way, against testing every triangle.

use super::numbers::Numbers;
use glam::DVec3;
use pickray::accel::{Progress, RayTree, TriangleHit};
use pickray::geometry::{Ray, Triangle};
use pickray::intersect::{Culling, ray_triangle};

fn point(p: [f32; 3]) -> DVec3 {
    DVec3::from(p.map(f64::from))
}

fn brute_force(positions: &[[f32; 3]], triangles: &[[u32; 3]], ray: &Ray, culling: Culling) -> Vec<TriangleHit> {
    let hits = triangles.iter().enumerate().filter_map(|(index, corners)| {
        let [a, b, c] = corners.map(|corner| point(positions[corner as usize]));
        let hit = ray_triangle(ray, &Triangle::new(a, b, c), culling)?;
        Some(TriangleHit { triangle: index as u32, t: hit.t, u: hit.u, v: hit.v, side: hit.side })
    });
    let mut hits: Vec<_> = hits.collect();
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
    hits
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
    let tree = RayTree::build(&positions, &triangles, &Progress::default()).expect("nobody cancels");
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
        for culling in [Culling::None, Culling::Back] {
            let expected = brute_force(&positions, &triangles, &ray, culling);
            for tree in &trees {
                assert_eq!(tree.all_hits(&ray, culling), expected, "{ray:?}");
                assert_eq!(tree.closest_hit(&ray, culling), expected.first().copied(), "{ray:?}");
            }
        }
    }
}
