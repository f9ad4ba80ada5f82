//! Bounding volumes and rays against them: the golden vectors, exact rationals, containment and tightness.

use crate::rational::{Point, dot, exact, minus, sign};
use crate::ray_triangle::{exact_ray, point};
use crate::*;
use pickray::geometry::{BoundingKind, BoundingVolume, Kdop, KdopKind, Obb};
use pickray::intersect::{ray_aabb, ray_bounding_volume, ray_kdop, ray_obb, ray_sphere};

/// The box of a case: its unit axes are rounded, since the vectors give exact half axes.
fn obb(case: &Value) -> Obb {
    let half_extents = point(&case["half"]);
    let axis = |i: usize| {
        let half_axis = point(&case["half_axes"][i]);
        if half_extents[i] > 0.0 { half_axis / half_extents[i] } else { DVec3::ZERO }
    };
    let mut axes = [axis(0), axis(1), axis(2)];
    for i in 0..3 {
        if half_extents[i] == 0.0 {
            axes[i] = axes[(i + 1) % 3].cross(axes[(i + 2) % 3]).normalize();
        }
    }
    Obb { center: point(&case["center"]), half_extents, axes: DMat3::from_cols(axes[0], axes[1], axes[2]) }
}

fn aabb(case: &Value) -> Aabb {
    let (center, half) = (point(&case["center"]), point(&case["half"]));
    Aabb::new(center - half, center + half)
}

#[test]
fn the_vectors_are_answered_exactly_and_turned_boxes_where_it_is_clear() {
    let mut n_exact = 0;
    for case in vectors("bounding.jsonl") {
        let (ray, scale) = exact_ray(&case);
        let shape = case["shape"].as_str().expect("a shape");
        let interval = match shape {
            "sphere" => {
                let radius = case["radius"].as_f64().expect("a radius");
                ray_sphere(&ray, &Sphere { center: point(&case["center"]), radius })
            }
            "aabb" => ray_aabb(&ray, &aabb(&case)),
            _ => ray_obb(&ray, &obb(&case)),
        };
        if let Some((entry, exit)) = interval {
            assert!(0.0 <= entry && entry <= exit && entry.is_finite(), "{interval:?} {case}");
        }
        if shape != "obb" || case["must_f64"] == true {
            assert_eq!(interval.is_some(), case["hit"] == true, "{interval:?} {case}");
            n_exact += 1;
        }
        let (Some((entry, exit)), true) = (interval, case["hit"] == true) else { continue };
        let length = ray.direction().length() / scale;
        let check = |got: f64, expected: &Value| {
            let Some(expected) = expected.as_f64() else {
                return assert_eq!(length, 0.0, "only a ray of no length never leaves: {case}");
            };
            let size = case["scale"].as_f64().expect("a scale");
            let margin = case["margin"].as_f64().map_or(1.0, |margin| (margin.abs() / size).min(1.0));
            let bound = 64.0 * f64::EPSILON * (size / margin.sqrt() + expected * length);
            assert!((got * scale - expected).abs() * length <= bound, "{got} for {expected}: {case}");
        };
        check(entry, &case["t_entry"]);
        check(exit, &case["t_exit"]);
    }
    assert!(n_exact > 300);
}

/// The pair of planes `min <= normal · x <= max` against the half line, exactly.
type ExactSlab = (Point, BigRational, BigRational);

/// The slabs of a volume that is cut by planes.
fn slabs(volume: &BoundingVolume) -> Vec<ExactSlab> {
    match volume {
        BoundingVolume::Aabb(aabb) => {
            (0..3).map(|i| (exact(DVec3::AXES[i]), rational(aabb.min[i]), rational(aabb.max[i]))).collect()
        }
        BoundingVolume::Obb(obb) => {
            let of_axis = |i: usize| {
                let normal = exact(obb.axes.col(i));
                let (middle, half) = (dot(&normal, &exact(obb.center)), rational(obb.half_extents[i]));
                (normal, &middle - &half, middle + half)
            };
            (0..3).map(of_axis).collect()
        }
        BoundingVolume::Kdop(kdop) => {
            kdop.slabs().map(|(normal, min, max)| (exact(normal), rational(min), rational(max))).collect()
        }
        BoundingVolume::Sphere(_) => panic!("a sphere has no planes"),
    }
}

/// Whether the half line meets all slabs: by the plain definition, in rationals.
fn meets(origin: DVec3, d: &Point, slabs: &[ExactSlab]) -> bool {
    let o = exact(origin);
    let (mut entry, mut exit) = (BigRational::zero(), None::<BigRational>);
    for (normal, min, max) in slabs {
        let (position, speed) = (dot(normal, &o), dot(normal, d));
        if speed.is_zero() {
            if &position < min || &position > max {
                return false;
            }
            continue;
        }
        let ends = [(min - &position) / &speed, (max - &position) / &speed];
        let [near, far] = if speed.is_positive() { ends } else { [ends[1].clone(), ends[0].clone()] };
        entry = entry.max(near);
        exit = Some(exit.map_or(far.clone(), |exit| exit.min(far)));
    }
    exit.is_none_or(|exit| entry <= exit)
}

/// A ray through two points, and one along the way between them as f64 rounds it, of any length: each with its exact
/// direction. The sum of origin and way may be the origin.
fn through_and_along(random: &mut Rng, ray: &Ray) -> Vec<(Ray, Point)> {
    let through = (*ray, minus(&exact(ray.target), &exact(ray.origin)));
    let way = (ray.target - ray.origin) * f64::exp2(f64::from(random.i32(-200..=60)));
    let along = Ray::from_direction(ray.origin, way).map(|ray| (ray, exact(way)));
    std::iter::once(through).chain(along).collect()
}

/// A ray that often starts on, aims at or runs along what the points span.
fn ray_about(random: &mut Rng, points: &[DVec3]) -> Ray {
    let some = |random: &mut Rng| points[random.usize(0..points.len())];
    let near = |random: &mut Rng| some(random) + 1e-16 * whole(random, 3);
    let origin = match random.u8(0..4) {
        0 => whole(random, 3),
        1 => near(random),
        _ => 3.0 * whole(random, 3),
    };
    let target = match random.u8(0..4) {
        0 => origin + whole(random, 3),
        1 => near(random),
        2 => 0.5 * (some(random) + some(random)),
        _ => 2.0 * vector(random),
    };
    Ray::between(origin, target)
}

fn cloud(random: &mut Rng) -> Vec<DVec3> {
    let (count, is_whole) = (random.usize(1..12), random.bool());
    let stretch = DVec3::new(random.f64(), random.f64(), if random.bool() { 0.0 } else { 1.0 });
    let mut point = || if is_whole { whole(random, 2) } else { 2.0 * vector(random) * stretch };
    (0..count).map(|_| point()).collect()
}

#[test]
fn whether_a_ray_meets_a_volume_is_what_rationals_say() {
    let mut random = seeded();
    let (mut n_hits, mut n_misses) = (0, 0);
    for _ in 0..150 {
        let points = cloud(&mut random);
        let all = || points.iter().copied();
        let mut volumes = vec![
            BoundingVolume::Aabb(Aabb::from_points(all())),
            BoundingVolume::Obb(Obb::enclosing(all()).expect("a box")),
        ];
        volumes.extend(KdopKind::ALL.map(|kind| BoundingVolume::Kdop(Kdop::enclosing(kind, all()).expect("a hull"))));
        let volumes: Vec<_> = volumes.into_iter().map(|volume| (slabs(&volume), volume)).collect();
        for _ in 0..8 {
            let ray = ray_about(&mut random, &points);
            for (ray, way) in through_and_along(&mut random, &ray) {
                for (slabs, volume) in &volumes {
                    let span = ray_bounding_volume(&ray, volume);
                    assert_eq!(span.is_some(), meets(ray.origin, &way, slabs), "{ray:?} {volume:?}");
                    assert!(span.is_none_or(|(entry, exit)| 0.0 <= entry && entry <= exit), "{span:?} {ray:?}");
                    *(if span.is_some() { &mut n_hits } else { &mut n_misses }) += 1;
                }
            }
        }
    }
    assert!(n_hits > 200 && n_misses > 200, "{n_hits} hits, {n_misses} misses");
}

#[test]
fn whether_a_ray_meets_a_ball_is_what_rationals_say_and_when_it_meets_a_volume_no_scale_changes() {
    let mut random = seeded();
    let (mut n_touching, mut n_met) = (0, 0);
    for round in 0..6_000 {
        let (center, origin, target) = (whole(&mut random, 3), whole(&mut random, 4), whole(&mut random, 4));
        let radius = f64::from(random.i32(0..=4)) + if random.bool() { 1e-16 } else { 0.0 };
        let sphere = Sphere { center, radius };
        let rays = through_and_along(&mut random, &Ray::between(origin, target));
        for (ray, d) in &rays {
            let s = minus(&exact(origin), &exact(center));
            let c = dot(&s, &s) - rational(radius) * rational(radius);
            let b = dot(&s, d);
            let discriminant = &b * &b - dot(d, d) * &c;
            n_touching += u32::from(discriminant.is_zero() && origin != target);
            let expected = sign(&c) <= 0 || (sign(&b) < 0 && sign(&discriminant) >= 0);
            let hit = ray_sphere(ray, &sphere);
            assert_eq!(hit.is_some(), expected, "{ray:?} {sphere:?}");
            if let Some((entry, exit)) = hit.filter(|(_, exit)| exit.is_finite()) {
                let off_the_surface = |t: f64| (ray.at(t).distance(center) - radius).abs();
                assert!(0.0 <= entry && entry <= exit, "{hit:?}");
                let off = off_the_surface(exit).max(if entry == 0.0 { 0.0 } else { off_the_surface(entry) });
                assert!(off < 1e-7, "{hit:?} {ray:?} {sphere:?}");
            }
        }
        let scale = f64::exp2([-900.0, -400.0, 400.0, 900.0][round % 4]);
        let scaled = Sphere { center: center * scale, radius: radius * scale };
        let of_scaled = ray_sphere(&Ray::between(origin * scale, target * scale), &scaled);
        assert_eq!(of_scaled, ray_sphere(&rays[0].0, &sphere), "{scale:e} {sphere:?}");

        // Whole numbers have the same way as a ray of any length.
        let aabb = Aabb::new(center - DVec3::ONE, center + DVec3::splat(2.0));
        for volume in [
            BoundingVolume::Sphere(sphere),
            BoundingVolume::Aabb(aabb),
            BoundingVolume::Obb(Obb { center, half_extents: DVec3::splat(2.0), axes: DMat3::IDENTITY }),
            BoundingVolume::Kdop(Kdop::enclosing(KdopKind::K26, aabb.corners()).expect("a hull")),
        ] {
            let span = |(ray, _): &(Ray, Point)| {
                let (entry, exit) = ray_bounding_volume(ray, &volume)?;
                Some([entry, exit].map(|t| t * ray.direction().length()))
            };
            let [through, along] = [&rays[0], &rays[rays.len() - 1]].map(span);
            assert_eq!(through.is_some(), along.is_some(), "{volume:?} {rays:?}");
            if let (Some(through), Some(along), 2) = (through, along, rays.len()) {
                let is_same = (0..2).all(|k| (through[k] - along[k]).abs() <= 1e-12 * through[k]);
                assert!(is_same, "{through:?} {along:?} {volume:?}");
                n_met += 1;
            }
        }
    }
    assert!(n_touching > 5 && n_met > 1_000, "{n_touching} tangents, {n_met} met");
}

#[test]
fn every_volume_contains_its_points_and_every_ray_that_meets_one() {
    let mut random = seeded();
    for round in 0..400 {
        let place = [DVec3::ZERO, DVec3::new(5e5, -4e6, 100.0), DVec3::splat(1e15)][round % 3];
        let scale = f64::exp2(f64::from([0, 20, -20, -300, 300][round % 5]));
        let points: Vec<DVec3> = cloud(&mut random).into_iter().map(|point| (point + place) * scale).collect();
        let sphere = Sphere::enclosing(points.iter().copied()).expect("a ball");
        let obb = Obb::enclosing(points.iter().copied()).expect("a box");
        let kdops = KdopKind::ALL.map(|kind| Kdop::enclosing(kind, points.iter().copied()).expect("a hull"));
        for &point in &points {
            let (o, p) = (exact(point), exact(sphere.center));
            let offset = minus(&o, &p);
            assert!(dot(&offset, &offset) <= rational(sphere.radius) * rational(sphere.radius), "{sphere:?} {point}");
            assert!(sphere.contains(point) && obb.contains(point), "{sphere:?} {obb:?} {point}");
            assert!(kdops.iter().all(|kdop| kdop.contains(point)), "{point}");

            let from = (place + 50.0 * vector(&mut random)) * scale;
            let ray = Ray::between(from, point);
            assert!(ray_sphere(&ray, &sphere).is_some() && ray_obb(&ray, &obb).is_some(), "{ray:?}");
            assert!(kdops.iter().all(|kdop| ray_kdop(&ray, kdop).is_some()), "{ray:?}");
        }
    }
}

#[test]
fn no_step_of_the_centre_makes_the_ball_of_a_cloud_smaller() {
    let mut random = seeded();
    for round in 0..60 {
        let few = cloud(&mut random);
        let mut anywhere = || DVec3::from_array(std::array::from_fn(|_| random.f64() + random.f64() - 1.0));
        let stretch = anywhere();
        let many = std::iter::repeat_with(|| stretch * anywhere()).take(500);
        let points: Vec<DVec3> = if round % 2 == 0 { few } else { many.collect() };
        let ball = Sphere::enclosing(points.iter().copied()).expect("a ball");
        let reach = |center: DVec3| points.iter().map(|point| point.distance(center)).fold(0.0, f64::max);
        // The farthest distance is convex in the centre, so that a local minimum is the only one.
        for step in [0.0, 1e-2, 1e-4, 1e-6] {
            for _ in 0..100 {
                let moved = ball.center + step * ball.radius * anywhere().normalize_or_zero();
                let least = reach(moved);
                assert!(least >= ball.radius * (1.0 - 1e-13), "{ball:?} is larger than {least} at {moved}");
            }
        }
    }
}

#[test]
fn a_turned_box_is_found_again() {
    let mut random = seeded();
    for _ in 0..50 {
        let turn = turn(&mut random);
        let size = DVec3::new(1.0 + random.f64(), 3.0 + random.f64(), 8.0 + random.f64());
        let inside = std::iter::repeat_with(|| vector(&mut random) * size).take(200);
        let within = inside.chain(Aabb::new(-size, size).corners());
        let points: Vec<DVec3> = within.map(|point| turn * point + DVec3::splat(20.0)).collect();
        let obb = Obb::enclosing(points.iter().copied()).expect("a box");
        let exact = 8.0 * (size.x * size.y + size.y * size.z + size.z * size.x);
        assert!((obb.surface_area() / exact - 1.0).abs() < 1e-9, "{} for {exact}", obb.surface_area());
        assert!((obb.volume() / (8.0 * size.element_product()) - 1.0).abs() < 1e-9);
    }
}

#[test]
fn no_fitted_box_is_larger_than_the_aligned_one_and_no_hull_than_a_coarser_one() {
    let mut random = seeded();
    for _ in 0..300 {
        let points = cloud(&mut random);
        let aabb = Aabb::from_points(points.iter().copied());
        let obb = Obb::enclosing(points.iter().copied()).expect("a box");
        assert!(obb.surface_area() <= aabb.surface_area() * (1.0 + 1e-14) + 1e-14, "{points:?}");
        let [k6, k14, k18, k26] =
            KdopKind::ALL.map(|kind| Kdop::enclosing(kind, points.iter().copied()).expect("a hull").volume());
        let slack = 1e-12 * (1.0 + k6);
        assert!((k6 - aabb.volume()).abs() <= slack, "{points:?}");
        assert!(k14 <= k6 + slack && k18 <= k6 + slack && k26 <= k14 + slack && k26 <= k18 + slack, "{points:?}");
    }
}

#[test]
fn nothing_and_what_is_not_finite_have_no_volume_around_them() {
    for points in [vec![], vec![DVec3::NAN], vec![DVec3::ZERO, DVec3::new(0.0, f64::INFINITY, 0.0)]] {
        for kind in BoundingKind::ALL {
            assert_eq!(BoundingVolume::enclosing(kind, points.iter().copied()), None, "{kind:?}");
        }
    }
    let alone = DVec3::new(0.1, 0.2, 0.3);
    assert_eq!(Sphere::enclosing([alone, alone]), Some(Sphere { center: alone, radius: 0.0 }));
    assert!(Obb::enclosing([alone]).is_some_and(|obb| obb.contains(alone) && obb.volume() == 0.0));
}
