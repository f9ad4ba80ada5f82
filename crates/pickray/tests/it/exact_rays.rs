//! Rays against triangles in whole numbers of any length: an oracle with nothing of the library in it.

use crate::rational::{cross, dot, minus};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

type Point = [BigInt; 3];

/// A hit with its values rounded to the nearest f64, the even one of two; what is beyond the largest number is that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactHit {
    pub triangle: u32,
    pub t: f64,
    pub u: f64,
    pub v: f64,
    /// Whether the corners run counter-clockwise as seen from where the ray comes from.
    pub front: bool,
}

/// Every hit at t >= 0 of the ray from `origin` through `target`, by exact t, then by index. Triangles without area, or
/// whose plane the ray lies in, are not hit, nor is anything that is not finite.
pub fn hits(positions: &[[f32; 3]], triangles: &[[u32; 3]], [origin, target]: [[f64; 3]; 2]) -> Vec<ExactHit> {
    untimed(timed_hits(positions, [0.0; 3], triangles, origin, target, |o, p| minus(p, o)))
}

/// Every hit at t >= 0 of triangles whose corners are moved by `by`, of the ray from `origin` through `target`, or
/// along it, as [`hits`] has them.
pub fn hits_moved(
    (positions, by, triangles): (&[[f64; 3]], [f64; 3], &[[u32; 3]]),
    [origin, target]: [[f64; 3]; 2],
    is_along: bool,
) -> Vec<ExactHit> {
    untimed(timed_hits(positions, by, triangles, origin, target, |o, p| if is_along { p.clone() } else { minus(p, o) }))
}

fn untimed(hits: Vec<(BigRational, ExactHit)>) -> Vec<ExactHit> {
    hits.into_iter().map(|(_, hit)| hit).collect()
}

/// Every hit, as [`hits`] has them, each with its exact t.
fn timed_hits<T: Copy + Into<f64>>(
    positions: &[[T; 3]],
    by: [f64; 3],
    triangles: &[[u32; 3]],
    origin: [f64; 3],
    target: [f64; 3],
    direction: impl Fn(&Point, &Point) -> Point,
) -> Vec<(BigRational, ExactHit)> {
    let is_finite = |point: &[f64; 3]| point.iter().all(|x| x.is_finite());
    if !is_finite(&origin) || !is_finite(&target) {
        return Vec::new();
    }
    // In units of the lowest bit that any coordinate has.
    let corners = positions.iter().map(|point| point.map(Into::into));
    let all = || corners.clone().chain([origin, target, by]).filter(is_finite).flatten();
    let unit = all().filter(|x| *x != 0.0).map(|x| parts(x).1).min().unwrap_or(0);
    let whole = |point: [f64; 3]| point.map(|x| in_units(x, unit));
    let moved = |point: [f64; 3]| [0, 1, 2].map(|i| in_units(point[i], unit) + in_units(by[i], unit));
    let corners: Vec<Option<Point>> = corners.clone().map(|point| is_finite(&point).then(|| moved(point))).collect();
    let (o, p) = (whole(origin), whole(target));
    let d = direction(&o, &p);

    let mut hits = Vec::new();
    for (index, triangle) in (0..).zip(triangles) {
        let [Some(a), Some(b), Some(c)] = triangle.map(|corner| corners[corner as usize].as_ref()) else { continue };
        // By Cramer's rule: o + t d = a + u e1 + v e2.
        let (e1, e2, s) = (minus(b, a), minus(c, a), minus(&o, a));
        let normal = cross(&e1, &e2);
        let det = -dot(&d, &normal);
        if det.is_zero() {
            continue;
        }
        let front = det.is_positive();
        let turned = |x: BigInt| if front { x } else { -x };
        let side = cross(&s, &d);
        let (t, u, v) = (turned(dot(&s, &normal)), turned(dot(&side, &e2)), turned(-dot(&side, &e1)));
        let det = turned(det);
        if t.is_negative() || u.is_negative() || v.is_negative() || &u + &v > det {
            continue;
        }
        let [rounded, u, v] = [&t, &u, &v].map(|x| nearest(x, &det));
        hits.push((BigRational::new_raw(t, det), ExactHit { triangle: index, t: rounded, u, v, front }));
    }
    hits.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.triangle.cmp(&b.1.triangle)));
    hits
}

/// The whole number and the power of two whose product a finite number is; the number is odd or zero.
fn parts(x: f64) -> (i64, i32) {
    let (bits, exponent) = (x.to_bits() & ((1 << 52) - 1), (x.to_bits() >> 52 & 0x7ff) as i32);
    let (mantissa, power) = if exponent == 0 { (bits, -1074) } else { (bits | 1 << 52, exponent - 1075) };
    let zeros = if mantissa == 0 { 0 } else { mantissa.trailing_zeros() };
    let signed = (mantissa >> zeros) as i64;
    (if x < 0.0 { -signed } else { signed }, power + zeros as i32)
}

fn in_units(x: f64, unit: i32) -> BigInt {
    let (number, power) = parts(x);
    if number == 0 { BigInt::zero() } else { BigInt::from(number) << (power - unit) as usize }
}

/// The f64 nearest to a quotient that is not negative, by long division.
fn nearest(numerator: &BigInt, denominator: &BigInt) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    let shifted = |x: &BigInt, by: i64| x << by.max(0) as usize;
    // The power of two at or below the quotient.
    let guess = numerator.bits() as i64 - denominator.bits() as i64;
    let power = if shifted(numerator, -guess) >= shifted(denominator, guess) { guess } else { guess - 1 };
    let last_place = (power - 52).max(-1074);
    let denominator = shifted(denominator, last_place);
    let numerator = shifted(numerator, -last_place);
    let quotient = &numerator / &denominator;
    let rest = numerator - &quotient * &denominator;
    let quotient = quotient.to_u64().expect("at most 53 bits");
    let up = match (rest << 1usize).cmp(&denominator) {
        Ordering::Less => 0,
        Ordering::Equal => quotient & 1,
        Ordering::Greater => 1,
    };
    if last_place > 1023 - 52 {
        return f64::MAX;
    }
    // Both factors and the product are exact.
    let place =
        if last_place < -1022 { f64::from_bits(1 << (last_place + 1074)) } else { 2f64.powi(last_place as i32) };
    ((quotient + up) as f64 * place).min(f64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queries::{Masked, Met, check_batch, check_ray, exact};
    use crate::random::seeded;
    use fastrand::Rng;
    use glam::{DMat4, DVec3};
    use pickray::pick::ObjectRay;
    use pickray::{Mesh, Object, Ray, Scene};
    use std::sync::Arc;

    const PAIR: [[u32; 3]; 2] = [[0, 1, 2], [3, 4, 5]];
    /// Rays from one point, which are cast together.
    const RAYS: usize = 8;

    fn turned(by: usize, x: f64, y: f64, z: f64) -> [f64; 3] {
        let mut point = [x, y, z];
        point.rotate_right(by % 3);
        point
    }

    /// Returns the corners of a large triangle along a plane through zero, up to twice `gap` from it.
    fn sheet(random: &mut Rng, turn: usize, gap: f64) -> [[f32; 3]; 3] {
        [(-9, -9), (9, -9), (0, 9)].map(|(x, y)| {
            let x = f64::from(x + random.i32(-1..=1));
            turned(turn, x, y.into(), gap * f64::from(random.u8(0..3))).map(|x| x as f32)
        })
    }

    fn hits(corners: &[[f32; 3]], by: DVec3, ray: &Ray) -> Vec<(BigRational, ExactHit)> {
        let [o, p] = [ray.origin, ray.target].map(|point| point.to_array());
        timed_hits(corners, by.to_array(), &PAIR[..corners.len() / 3], o, p, |o, p| minus(p, o))
    }

    #[test]
    fn sheets_nearer_to_each_other_than_t_tells_come_in_their_exact_order() {
        let mut random = seeded();
        let mut n_tied = 0;
        for turn in 0..4_000 / RAYS {
            let gap = 2f64.powi(-[25, random.i32(20..60)][random.usize(..2)]);
            let sheets = [sheet(&mut random, turn, gap), sheet(&mut random, turn, gap)];
            let origin = 10f64.powi(random.i32(5..=9)) * DVec3::from(turned(turn, random.f64(), random.f64(), 1.0));
            let mut aim = || DVec3::from(turned(turn, random.f64() - 0.5, random.f64() - 0.5, gap));
            let reach = [1.0, 0.3][turn % 2];
            let rays = [(); RAYS].map(|()| Ray::between(origin, origin + reach * (aim() - origin)));

            let mesh = Mesh::from_triangles(sheets.concat(), PAIR.to_vec()).expect("a mesh");
            let timed = rays.each_ref().map(|ray| hits(&sheets.concat(), DVec3::ZERO, ray));
            let is_tied = |hits: &&Vec<(BigRational, ExactHit)>| {
                hits.len() == 2 && hits[0].0 != hits[1].0 && hits[0].1.t == hits[1].1.t
            };
            n_tied += timed.iter().filter(is_tied).count();
            let expected = timed.map(|hits| exact(&untimed(hits)));
            rays.iter().zip(&expected).for_each(|(ray, hits)| check_ray(&mesh, ray, hits, String::new));
            check_batch(&mesh, &rays[..], &expected);

            // Objects of a sheet each, moved or turned, one among many and with something hidden or not.
            let is_turned = random.bool();
            let turn = DMat4::from_axis_angle(DVec3::X, if is_turned { random.f64() } else { 0.0 });
            let place = DMat4::from_translation([DVec3::ZERO, DVec3::new(0.1, 3.0, -7.0)][random.usize(..2)]) * turn;
            let hidden = if random.bool() { 1..2 } else { 0..0 };
            let object = |sheet: &[[f32; 3]; 3]| {
                let mesh = Mesh::from_triangles(sheet.to_vec(), vec![[0, 1, 2], [0, 0, 0]]).expect("a mesh");
                let object = Object::new("", Arc::new(mesh)).with_transform(place);
                Object { hidden: hidden.clone().collect(), ..object }
            };
            let aside = || object(&sheets[0].map(|corner| corner.map(|x| x + 1e3)));
            let aside = (0..if random.bool() { 20 } else { 0 }).map(|_| aside());
            let scene: Scene = sheets.iter().map(&object).chain(aside).collect();
            let placed =
                |ray: &Ray| Ray::between(place.transform_point3(ray.origin), place.transform_point3(ray.target));
            let rays = rays.each_ref().map(placed);
            let expected = rays.each_ref().map(|ray| -> Vec<Met> {
                // An object that is only moved is decided for the ray as it is given.
                let of_object = |(index, object): (u32, &Object)| {
                    let in_object = ObjectRay::new(object, ray).expect("a ray").ray;
                    let (by, ray) = if is_turned { (DVec3::ZERO, &in_object) } else { (place.w_axis.truncate(), ray) };
                    let (t, hit) = hits(&sheets[index as usize], by, ray).pop()?;
                    Some((t, (index, exact(&[hit])[0].1)))
                };
                let mut met: Vec<_> = (0..2).zip(scene.objects()).filter_map(of_object).collect();
                met.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.0.cmp(&b.1.0)));
                met.into_iter().map(|(_, met)| met).collect()
            });
            let all = Masked(&scene, u32::MAX);
            rays.iter().zip(&expected).for_each(|(ray, hits)| check_ray(&all, ray, hits, String::new));
            check_batch(&all, &rays[..], &expected);
        }
        assert!(n_tied > 400, "{n_tied}");
    }
}
