//! The closest point of a triangle against exact rationals: it lies on the triangle, and is the closest.

use crate::rational::{Point, cross, dot, exact, minus};
use crate::*;

/// What the point may be off the triangle, relative to the largest coordinate. Of the last step the farthest corner is
/// 11 of these away, and the normal is off by 3 roundings over 1/64: 2⁻⁴².
const OFF: f64 = 1.0 / (1_u64 << 41) as f64;

/// What distances may be off by, relative to that of the farthest corner: the same for any step.
const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

fn squared(p: &Point, q: &Point) -> BigRational {
    let way = minus(p, q);
    dot(&way, &way)
}

/// The squared distance of a point to a segment.
fn squared_to_segment(p: &Point, a: &Point, b: &Point) -> BigRational {
    let (ab, ap) = (minus(b, a), minus(p, a));
    let length_squared = dot(&ab, &ab);
    if length_squared.is_zero() {
        return squared(p, a);
    }
    let along = (dot(&ap, &ab) / length_squared).max(rational(0.0)).min(rational(1.0));
    squared(p, &std::array::from_fn(|k| &a[k] + &along * &ab[k]))
}

/// The squared distance of a point to the closed triangle.
pub fn squared_to_triangle(p: &Point, [a, b, c]: &[Point; 3]) -> BigRational {
    let normal = cross(&minus(b, a), &minus(c, a));
    let normal_squared = dot(&normal, &normal);
    let beside = |from: &Point, to: &Point| dot(&cross(&minus(to, from), &minus(p, from)), &normal).is_negative();
    if !normal_squared.is_zero() && !beside(a, b) && !beside(b, c) && !beside(c, a) {
        let height = dot(&minus(p, a), &normal);
        return &height * &height / normal_squared;
    }
    let edges = [(a, b), (b, c), (c, a)].map(|(from, to)| squared_to_segment(p, from, to));
    edges.into_iter().min().expect("three edges")
}

/// Whether the root of `squared` is `value` to within `slack`.
fn is_root(value: f64, squared: &BigRational, slack: f64) -> bool {
    let (value, slack) = (rational(value), rational(slack));
    let (least, most) = (&value - &slack, &value + &slack);
    (least.is_negative() || &least * &least <= *squared) && *squared <= &most * &most
}

fn assert_closest(triangle: &Triangle, point: DVec3) {
    let closest = triangle.closest_point(point);
    let corners = triangle.corners();
    let largest = corners.iter().map(|corner| corner.abs().max_element()).fold(0.0, f64::max);
    let farthest = corners.iter().map(|corner| (*corner - point).length()).fold(0.0, f64::max);
    let told = || format!("{closest:?} of {triangle:?} to {point}");
    let (p, q, exact_corners) = (exact(point), exact(closest.point), corners.map(exact));
    assert!(is_root(0.0, &squared_to_triangle(&q, &exact_corners), OFF * largest), "off the triangle: {}", told());
    let least = squared_to_triangle(&p, &exact_corners);
    let slack = ROUNDING * farthest;
    assert!(is_root(closest.distance, &least, slack), "not the least distance: {}", told());
    // Where it is no farther than the coordinates are large, its own place is off by these.
    let of_point = (closest.point - point).length();
    assert!(is_root(of_point, &least, slack + OFF * largest), "not the closest point: {}", told());
}

#[test]
fn the_closest_point_lies_on_the_triangle_from_however_far_away() {
    let triangle = Triangle::new(DVec3::ZERO, DVec3::new(1.0, 0.1, 0.3), DVec3::new(0.2, 1.0, -0.4));
    for exponent in -10..=1000 {
        let far = 2f64.powi(exponent);
        for direction in [DVec3::new(0.3, 0.4, 1.0), DVec3::new(1.0, -0.7, 0.1), DVec3::new(0.3, 0.3, -1e-3)] {
            let closest = triangle.closest_point(far * direction);
            let again = triangle.closest_point(closest.point).distance;
            assert!(again <= OFF, "{again} off the triangle from 2^{exponent}: {closest:?}");
            let expected = (closest.point - far * direction) / far;
            assert!((closest.distance / far - expected.length()).abs() <= 1e-12, "2^{exponent}: {closest:?}");
        }
    }
    for far in [f64::MAX, -f64::MAX] {
        let closest = triangle.closest_point(DVec3::new(far, 0.0, 0.0));
        assert_eq!((closest.point, closest.distance), (if far > 0.0 { triangle.b } else { triangle.a }, f64::MAX));
    }
}

#[test]
fn the_closest_point_is_that_of_exact_rationals_at_every_scale() {
    let mut rng = seeded();
    for round in 0..600 {
        let size = 2f64.powi(rng.i32(-60..60));
        let mut unit = || vector(&mut rng);
        let middle = unit() * [0.0, 1.0, 1e3, 1e6][round % 4];
        let (a, b, mut c) = (unit() + middle, unit() + middle, unit() + middle);
        let to = [unit(), (a + b + c) / 3.0 - middle][round % 2];
        let away = unit();
        // Needles, segments and points are triangles too.
        match round % 7 {
            0 => c = a + (b - a) * 0.3 + away * 1e-9,
            1 => c = 0.5 * a + 0.5 * b,
            2 => c = b,
            _ => {}
        }
        let triangle = Triangle::new(a * size, b * size, c * size);
        let point = (middle + to + away * 2f64.powi(rng.i32(-30..80))) * size;
        assert_closest(&triangle, point);
    }
}
