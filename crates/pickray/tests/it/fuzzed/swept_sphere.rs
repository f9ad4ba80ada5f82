//! A moving sphere and a triangle: at the contact it is a radius away, before it no closer, and without one never.

use super::numbers::Numbers;
use pickray::geometry::{Sphere, Triangle};
use pickray::intersect::swept_sphere_triangle;

/// What distances may be off by, relative to the largest coordinate: some roundings, also of the distance itself.
const ROUNDING: f64 = 1.0 / (1_u64 << 36) as f64;

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    // Of smaller triangles, which no mesh has in f32, areas vanish in f64.
    let mut numbers = Numbers::new(bytes, 1e-60..=1e9);
    let sphere = Sphere { center: numbers.point(), radius: numbers.number().abs() };
    let displacement = numbers.point();
    let triangle = Triangle::new(numbers.point(), numbers.point(), numbers.point());
    let size = [triangle.a, triangle.b, triangle.c, sphere.center, displacement]
        .iter()
        .map(|point| point.abs().max_element())
        .fold(sphere.radius, f64::max);
    let rounding = ROUNDING * size;
    let distance = |t: f64| triangle.closest_point(sphere.center + t * displacement).distance;
    let contact = swept_sphere_triangle(&sphere, displacement, &triangle);
    let free_until = match contact {
        None => 1.0,
        Some(contact) => {
            assert!((0.0..=1.0).contains(&contact.t), "{contact:?}");
            let told = || format!("{contact:?} {sphere:?} {displacement:?} {triangle:?}");
            assert!((contact.normal.length() - 1.0).abs() < 1e-9, "{}", told());
            if contact.overlapping {
                assert!(contact.t == 0.0 && distance(0.0) <= sphere.radius + rounding, "{}", told());
                return;
            }
            let apart = (distance(contact.t) - sphere.radius).abs();
            assert!(apart <= rounding, "{apart} off a radius: {}", told());
            let center = sphere.center + contact.t * displacement;
            assert!((contact.point + sphere.radius * contact.normal).distance(center) <= 2.0 * rounding, "{}", told());
            // A sphere that grazes, its radius off by rounding, may recede as fast as where it would leave again.
            let graze = (4.0 * rounding / sphere.radius).sqrt() * displacement.length();
            assert!(contact.t == 0.0 || contact.normal.dot(displacement) <= graze, "not approached: {}", told());
            contact.t
        }
    };
    for step in 0..=8 {
        let t = free_until * f64::from(step) / 8.0;
        let apart = distance(t);
        let told = || format!("{contact:?} {sphere:?} {displacement:?} {triangle:?}");
        assert!(apart >= sphere.radius - rounding, "{apart} away at {t}: {}", told());
    }
}
