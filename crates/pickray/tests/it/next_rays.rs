//! Rays that go on from where one met a mesh: the triangle that they skip is not met again.

use crate::random::{seeded, vector};
use pickray::mesh::samples::Sample;
use pickray::{Culling, MeshHit, Ray, RayOptions};
use std::ops::Bound;

#[test]
fn a_ray_that_goes_on_does_not_meet_its_triangle_again() {
    let mesh = Sample::Teapot.mesh().expect("a sample");
    let (middle, size) = (mesh.bounds().center(), mesh.bounds().size().length());
    let mut random = seeded();
    let (mut n_hits, mut again, mut went_on) = (0, 0, 0);
    let (mut rays, mut left) = (Vec::new(), Vec::new());
    for _ in 0..20_000 {
        let origin = middle + vector(&mut random).normalize() * size;
        let direction = (middle + vector(&mut random) * size * 0.25 - origin).normalize();
        let ray = Ray::from_direction(origin, direction).expect("a direction");
        let Some(first) = mesh.closest_hit(&ray, Culling::None) else { continue };
        n_hits += 1;

        let behind = (Bound::Excluded(first.t), Bound::Unbounded);
        let found = mesh.closest_hit(&ray, behind);
        let expected = mesh.all_hits(&ray, Culling::None).into_iter().find(|hit| hit.t > first.t);
        assert_eq!(found, expected, "{ray:?}");
        assert!(found.is_none_or(|hit| hit.triangle != first.triangle), "{ray:?}");

        for direction in [direction, vector(&mut random)] {
            let next = Ray::from_direction(ray.at(first.t), direction).expect("a direction");
            let all = mesh.all_hits(&next, Culling::None);
            let is_other = |hit: &MeshHit| hit.triangle != first.triangle;
            let others: Vec<_> = all.iter().copied().filter(is_other).collect();
            let options = RayOptions::default().skip(Some(first.triangle));
            assert_eq!(mesh.all_hits(&next, options), others, "{next:?}");
            assert_eq!(mesh.closest_hit(&next, options), others.first().copied(), "{next:?}");
            assert_eq!(mesh.any_hit(&next, options), !others.is_empty(), "{next:?}");
            went_on += u32::from(!others.is_empty());

            let above_zero = all.iter().find(|hit| hit.t > 0.0);
            again += u32::from(above_zero.is_some_and(|hit| !is_other(hit)));
            rays.push(next);
            left.push(first);
        }
    }
    assert!(n_hits > 5000 && went_on > 1000, "{n_hits} hits, {went_on} went on");
    // What skipping is for: rounding puts some half of the points on the other side.
    assert!((0.3..0.7).contains(&(f64::from(again) / rays.len() as f64)), "{again} of {}", rays.len());

    let skip: Vec<i64> = left.iter().map(|hit| hit.triangle.into()).collect();
    let mut hits = vec![None; rays.len()];
    mesh.closest_hits(&rays, RayOptions::default().skip(&skip), &mut hits);
    let again = hits.iter().zip(&left).filter(|(hit, left)| hit.is_some_and(|hit| hit.triangle == left.triangle));
    assert_eq!(again.count(), 0);
}
