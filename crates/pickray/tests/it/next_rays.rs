//! Rays that go on from where one met a mesh: the triangle that they skip is not met again.

use crate::queries::{check_batch, check_ray, of_one};
use crate::random::{seeded, vector};
use pickray::mesh::samples::Sample;
use pickray::{Culling, Ray};

#[test]
fn a_ray_that_goes_on_does_not_meet_its_triangle_again() {
    let mesh = Sample::Teapot.mesh().expect("a sample");
    let (middle, size) = (mesh.bounds().center(), mesh.bounds().size().length());
    let mut random = seeded();
    let (mut rays, mut expected, mut again) = (Vec::new(), Vec::new(), 0);
    for _ in 0..4_000 {
        let origin = middle + vector(&mut random).normalize() * size;
        let direction = (middle + vector(&mut random) * size * 0.25 - origin).normalize();
        let ray = Ray::from_direction(origin, direction).expect("a direction");
        let Some(first) = mesh.closest_hit(&ray, Culling::None) else { continue };
        for direction in [direction, vector(&mut random)] {
            let next = Ray::from_direction(ray.at(first.t), direction).expect("a direction");
            let all = of_one(mesh.all_hits(&next, Culling::None));
            again += u32::from(all.iter().any(|met| met.1.t > 0.0 && met.1.triangle == first.triangle));
            check_ray(&mesh, &next, &all, String::new);
            rays.push(next);
            expected.push(all);
        }
    }
    // What skipping is for: rounding puts some half of the points on the other side.
    assert!((0.3..0.7).contains(&(f64::from(again) / rays.len() as f64)), "{again} of {}", rays.len());
    check_batch(&mesh, &rays[..], &expected);
}
