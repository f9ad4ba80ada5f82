//! Distances, lengths and angles, beside rationals and series of 60 digits.

use crate::rational::{cross, dot, exact, minus};
use crate::*;
use num_bigint::BigInt;
use pickray::geometry::measure::{angle, distance, path_length};

/// Largest relative error: a few roundings.
const ERROR: f64 = 4.0 * f64::EPSILON;

/// The square root to 60 digits of the larger of the number and one in 10²⁰⁰⁰.
fn root(x: &BigRational) -> BigRational {
    let scale = BigInt::from(10).pow(1_000 + 60);
    let scaled = (x * BigRational::from(scale.clone() * &scale)).to_integer();
    BigRational::new(scaled.sqrt(), scale)
}

/// A number rounded to 80 digits behind its first one, so that series stay short.
fn shortened(x: &BigRational) -> BigRational {
    if x.is_zero() {
        return x.clone();
    }
    let digits = x.denom().to_string().len() as i64 - x.numer().abs().to_string().len() as i64 + 80;
    let scale = BigInt::from(10).pow(digits.unsigned_abs() as u32);
    let scale = if digits < 0 { BigRational::new(BigInt::one(), scale) } else { BigRational::from(scale) };
    (x * &scale).round() / scale
}

/// The arc tangent of a number from 0 to 1: halved until it is small, then as a series.
fn arc_tangent(x: &BigRational) -> BigRational {
    let (mut x, mut factor) = (x.clone(), BigRational::one());
    let two = rational(2.0);
    while x > rational(0.01) {
        let secant = root(&(BigRational::one() + &x * &x));
        x = shortened(&(x / (BigRational::one() + secant)));
        factor *= &two;
    }
    let squared = shortened(&(&x * &x));
    let (mut power, mut sum) = (x, BigRational::zero());
    for k in 0..16_i64 {
        let term = &power / rational((2 * k + 1) as f64);
        sum += if k % 2 == 0 { term } else { -term };
        power = shortened(&(power * &squared));
    }
    sum * factor
}

/// The angle at b.
fn exact_angle(a: DVec3, b: DVec3, c: DVec3) -> BigRational {
    let (p, q) = (minus(&exact(a), &exact(b)), minus(&exact(c), &exact(b)));
    let product = cross(&p, &q);
    let (sine, cosine) = (shortened(&root(&dot(&product, &product))), dot(&p, &q));
    let quarter = arc_tangent(&BigRational::one()) * rational(2.0);
    if sine <= cosine {
        arc_tangent(&(sine / cosine))
    } else if sine <= -&cosine {
        rational(2.0) * quarter - arc_tangent(&(sine / -cosine))
    } else {
        quarter - arc_tangent(&(cosine.abs() / sine)) * cosine.signum()
    }
}

fn is_close(got: f64, wanted: &BigRational) -> bool {
    (rational(got) - wanted).abs() <= rational(ERROR) * wanted.abs()
}

/// Points far out, close together, on a line, at scales of their own.
fn point(random: &mut Rng) -> DVec3 {
    let scale = 10_f64.powi(random.i32(-30..8));
    let place = [DVec3::ZERO, DVec3::new(4_500_000.0, 5_600_000.0, 120.0)][random.usize(0..2)];
    place + scale * DVec3::new(signed(random), signed(random), [0.0, signed(random)][random.usize(0..2)])
}

#[test]
fn lengths_are_right_to_a_few_roundings() {
    let mut random = seeded();
    for _ in 0..400 {
        let points: Vec<DVec3> = (0..random.usize(1..6)).map(|_| point(&mut random)).collect();
        let way = |pair: &[DVec3]| minus(&exact(pair[1]), &exact(pair[0]));
        let lengths: Vec<_> = points.windows(2).map(way).map(|way| root(&dot(&way, &way))).collect();
        for (pair, length) in points.windows(2).zip(&lengths) {
            let found = distance(pair[0], pair[1]);
            assert!(is_close(found.length, length), "{pair:?}: {found:?}");
            assert_eq!(found.along, pair[1] - pair[0]);
        }
        let all = lengths.iter().sum();
        assert!(is_close(path_length(&points), &all), "{points:?}");
    }
    assert_eq!((path_length(&[]), distance(DVec3::ONE, DVec3::ONE).length), (0.0, 0.0));
}

#[test]
fn angles_are_right_to_a_few_roundings_however_small() {
    let mut random = seeded();
    for round in 0..400 {
        let (a, b, mut c) = (point(&mut random), point(&mut random), point(&mut random));
        if round % 2 == 0 {
            // Nearly the same way, or nearly the way back.
            let share = [0.5, 3.0, -2.0][random.usize(0..3)];
            c = b + share * (a - b) + 10_f64.powi(random.i32(-25..-5)) * (a - b).length() * DVec3::Z;
        }
        let found = angle(a, b, c);
        assert_eq!(found.is_none(), a == b || c == b);
        if let Some(found) = found {
            assert!(is_close(found, &exact_angle(a, b, c)), "{a} {b} {c}: {found}");
        }
    }
}

#[test]
fn angles_of_points_at_any_scale_are_there() {
    for scale in [f64::MIN_POSITIVE * f64::EPSILON, 1e-300, 1.0, 1e300, f64::MAX] {
        let right = angle(scale * DVec3::X, DVec3::ZERO, scale * DVec3::Y).expect("an angle");
        assert_eq!(right, std::f64::consts::FRAC_PI_2);
        assert_eq!(angle(scale * DVec3::X, DVec3::ZERO, -scale * DVec3::X), Some(std::f64::consts::PI));
        for odd in [DVec3::NAN, DVec3::INFINITY, DVec3::X.with_z(f64::NAN)].map(|odd| scale * odd) {
            for [a, b, c] in [[odd, DVec3::X, DVec3::Y], [DVec3::X, odd, DVec3::Y], [DVec3::X, DVec3::Y, odd]] {
                assert_eq!(angle(a, b, c), None, "{a} {b} {c}");
            }
        }
        assert_eq!(angle(scale * DVec3::X, DVec3::ZERO, scale * DVec3::X), Some(0.0));
        assert_eq!(distance(DVec3::ZERO, scale * DVec3::X).length, scale);
    }
    assert_eq!(distance(-f64::MAX * DVec3::X, f64::MAX * DVec3::X).length, f64::INFINITY);
    let tiny = angle(DVec3::X, DVec3::ZERO, DVec3::new(1.0, 1e-300, 0.0));
    assert_eq!(tiny, Some(1e-300));
}
