//! Rays that go on from where one met a mesh, as docs/coming-from.md tells how: the triangle is not met again.

use crate::random::{seeded, vector};
use pickray::mesh::samples::Sample;
use pickray::{Culling, MeshHit, Ray};
use std::ops::{Bound, ControlFlow};

#[test]
fn a_ray_that_goes_on_does_not_meet_its_triangle_again() {
    let mesh = Sample::Teapot.mesh().expect("a sample");
    let (middle, size) = (mesh.bounds().center(), mesh.bounds().size().length());
    let mut random = seeded();
    let (mut n_hits, mut again, mut went_on) = (0, 0, 0);
    for _ in 0..20_000 {
        let origin = middle + vector(&mut random).normalize() * size;
        let direction = (middle + vector(&mut random) * size * 0.25 - origin).normalize();
        let ray = Ray::from_direction(origin, direction).expect("a direction");
        let Some(first) = mesh.closest_hit(&ray, Culling::None) else { continue };
        n_hits += 1;

        let behind = (Bound::Excluded(first.t), Bound::Unbounded);
        let found = mesh.closest_hit_within(&ray, Culling::None, behind);
        let expected = mesh.all_hits(&ray, Culling::None).into_iter().find(|hit| hit.t > first.t);
        assert_eq!(found, expected, "{ray:?}");
        assert!(found.is_none_or(|hit| hit.triangle != first.triangle), "{ray:?}");

        let next = Ray::from_direction(ray.at(first.t), vector(&mut random)).expect("a direction");
        let mut second: Option<MeshHit> = None;
        let _ = mesh.hits_with(&next, Culling::None, .., |hit| {
            if hit.triangle != first.triangle && second.is_none_or(|nearest| hit.t < nearest.t) {
                second = Some(hit);
            }
            ControlFlow::Continue(())
        });
        let others = || mesh.all_hits(&next, Culling::None).into_iter().filter(|hit| hit.triangle != first.triangle);
        assert_eq!(second.map(|hit| hit.t), others().next().map(|hit| hit.t), "{next:?}");
        went_on += u32::from(second.is_some());

        let beyond = (Bound::Excluded(0.0), Bound::Unbounded);
        let of_next = mesh.closest_hit_within(&next, Culling::None, beyond);
        again += u32::from(of_next.is_some_and(|hit| hit.triangle == first.triangle));
    }
    assert!(n_hits > 5000 && went_on > 1000, "{n_hits} hits, {went_on} went on");
    // What the recipes are for: rounding puts some half of the points on the other side.
    assert!((0.3..0.7).contains(&(f64::from(again) / f64::from(n_hits))), "{again} of {n_hits}");
}
