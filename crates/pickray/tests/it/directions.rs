//! Rays from an origin along a direction of any length: decided for the two vectors as they are given.

use crate::exact_rays::hits_along;
use crate::queries::{check_ray, exact};
use crate::random;
use fastrand::Rng;
use glam::DVec3;
use pickray::accel::RayTree;
use pickray::geometry::{Aabb, Kdop, KdopKind, Obb, Ray, Sphere};
use pickray::intersect::{ray_aabb, ray_kdop, ray_obb, ray_sphere};
use pickray::mesh::samples::Sample;
use pickray::{Mesh, Scene};

fn along(origin: DVec3, direction: DVec3) -> Ray {
    Ray::from_direction(origin, direction).expect("a direction")
}

/// 10 to a power from −300 to 300, more often a small one.
fn length(random: &mut Rng) -> f64 {
    let power = [3, 20, 300][random.usize(..3)];
    10f64.powi(random.i32(-power..=power)) * (0.5 + random.f64())
}

/// Corners on whole numbers, so that rays meet edges, corners and planes exactly; some far apart.
fn soup(random: &mut Rng) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let spread = [3, 40][random.usize(..2)];
    let n = random.u32(3..60);
    let mut whole = || random.i32(-spread..=spread) as f32;
    let positions = (0..n).map(|_| [whole(), whole(), whole()]).collect();
    let triangles = (0..2 * n).map(|_| [0; 3].map(|_: u32| random.u32(..n))).collect();
    (positions, triangles)
}

/// A ray at a corner, the middle of an edge or anywhere, from whole numbers or from far away.
fn ray(random: &mut Rng, positions: &[[f32; 3]]) -> (DVec3, DVec3) {
    let corner = |random: &mut Rng| DVec3::from(positions[random.usize(..positions.len())].map(f64::from));
    let (a, b) = (corner(random), corner(random));
    let aim = [a, 0.5 * (a + b), 0.75 * a + 0.25 * b, 40.0 * random::vector(random)][random.usize(..4)];
    let whole = (20.0 * random::vector(random)).round();
    let direction = if random.bool() { whole } else { random::vector(random) };
    let origin = aim - direction * [1.0, 2.0, 0.0, -1.0, 1e6][random.usize(..5)];
    // A power of two keeps whatever the ray goes through.
    let scale = if random.bool() { length(random) } else { length(random).log2().round().exp2() };
    (origin, scale * direction)
}

#[test]
fn every_query_of_a_mesh_answers_for_the_direction_as_it_is_given() {
    let mut random = random::seeded();
    let mut met = 0;
    for _ in 0..60 {
        let (positions, triangles) = soup(&mut random);
        let tree = RayTree::build(&positions, &triangles).expect("memory");
        let mesh = Mesh::from_triangles(positions.clone(), triangles.clone()).expect("a mesh");
        for _ in 0..16 {
            let (origin, direction) = ray(&mut random, &positions);
            let Some(ray) = Ray::from_direction(origin, direction) else { continue };
            let expected = exact(&hits_along(&positions, &triangles, origin.to_array(), direction.to_array()));
            met += expected.len();
            check_ray(&tree.clone().portable(), &ray, &expected, String::new);
            check_ray(&mesh, &ray, &expected, String::new);
        }
    }
    assert!(met > 1_000, "{met} hits: the rays test little");
}

fn cube() -> pickray::Object {
    pickray::Object::new("cube", Sample::Cube.mesh().expect("a cube").into())
}

#[test]
fn a_direction_comes_back_as_it_was_given() {
    let mut random = random::seeded();
    for _ in 0..100_000 {
        let origin = random::vector(&mut random) * length(&mut random);
        let mut direction = random::vector(&mut random) * length(&mut random);
        direction[random.usize(..3)] *= [0.0, 1.0, 1e-9][random.usize(..3)];
        let Some(ray) = Ray::from_direction(origin, direction) else {
            assert!(direction == DVec3::ZERO, "{origin} {direction}");
            continue;
        };
        assert_eq!(ray.direction(), direction, "from {origin}");
        let text = serde_json::to_string(&ray).expect("text");
        assert_eq!(serde_json::from_str::<Ray>(&text).expect("a ray"), ray, "{text}");
    }
}

#[test]
fn what_is_no_direction_makes_no_ray() {
    let origin = DVec3::new(1.0, 2.0, 3.0);
    for direction in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY, DVec3::new(1.0, f64::NEG_INFINITY, 0.0)] {
        assert_eq!(Ray::from_direction(origin, direction), None, "{direction}");
    }
    assert_eq!(Ray::from_direction(DVec3::INFINITY, DVec3::X), None);
    assert_eq!(Ray::from_direction(DVec3::splat(f64::MAX), DVec3::splat(f64::MAX)), None);
    assert!(Ray::from_direction(origin, DVec3::splat(f64::MIN_POSITIVE)).is_some());
}

#[test]
fn bounding_volumes_are_met_as_by_a_ray_of_two_points_where_that_is_exact() {
    let mut random = random::seeded();
    let mut met = 0;
    for _ in 0..4_000 {
        let mut whole = |reach: f64| (reach * random::vector(&mut random)).round();
        let (origin, direction, center) = (whole(9.0), whole(3.0), whole(3.0));
        let sphere = Sphere { center, radius: 3.0 };
        let aabb = Aabb::new(center - DVec3::ONE, center + DVec3::splat(2.0));
        let obb = Obb { center, half_extents: DVec3::splat(2.0), axes: glam::DMat3::IDENTITY };
        let kdop = Kdop::enclosing(KdopKind::K26, aabb.corners()).expect("a hull");
        if direction == DVec3::ZERO {
            continue;
        }
        // So short that the sum of origin and direction is the origin.
        let scale = 2f64.powi(-random.i32(80..200));
        let (short, long) = (along(origin, scale * direction), Ray::between(origin, origin + direction));
        let spans = |ray: &Ray| {
            [ray_sphere(ray, &sphere), ray_aabb(ray, &aabb), ray_obb(ray, &obb), ray_kdop(ray, &kdop)]
                .map(|span| span.map(|(entry, exit)| [entry, exit]))
        };
        for (short, long) in spans(&short).into_iter().zip(spans(&long)) {
            let scaled = short.map(|span| span.map(|t| t * scale));
            match (scaled, long) {
                (Some(short), Some(long)) => {
                    met += 1;
                    assert!((0..2).all(|k| (short[k] - long[k]).abs() <= 1e-12 * long[k]), "{short:?} {long:?}");
                }
                (short, long) => assert_eq!(short, long, "{origin} along {direction}"),
            }
        }
    }
    assert!(met > 500, "{met} met");
}

#[test]
fn objects_that_are_moved_and_turned_are_met_along_a_direction_of_any_length() {
    let mut random = random::seeded();
    let mut met = 0;
    for _ in 0..40 {
        let mut scene = Scene::new();
        for _ in 0..random.usize(1..40) {
            let place = 20.0 * random::vector(&mut random);
            let turn = glam::DQuat::from_rotation_y(random.f64() * 6.0);
            let scale = DVec3::splat(0.5) + random.f64() * DVec3::ONE;
            scene.push(cube().with_transform(glam::DMat4::from_scale_rotation_translation(scale, turn, place)));
        }
        for _ in 0..40 {
            let object = &scene.objects()[random.usize(..scene.objects().len())];
            let origin = 40.0 * random::vector(&mut random);
            let way = object.bounds().center() + random::vector(&mut random) - origin;
            // Rounded to f32 so that origin + direction is exact for both.
            let (origin, way) = (origin.as_vec3().as_dvec3(), way.as_vec3().as_dvec3());
            let (near, unit) = (Ray::between(origin, origin + way), 2f64.powi(random.i32(-300..300)));
            let far = along(origin, unit * way);
            let expected = scene.all_hits(&near, ..);
            let got = scene.all_hits(&far, ..);
            let ids = |hits: &[pickray::Hit]| hits.iter().map(|hit| (hit.object, hit.triangle)).collect::<Vec<_>>();
            assert_eq!(ids(&got), ids(&expected), "{origin} along {way}, {unit} times");
            met += got.len();
            for (got, expected) in got.iter().zip(&expected) {
                assert!((got.t * unit - expected.t).abs() <= 1e-12 * expected.t, "{got:?} {expected:?}");
            }
        }
    }
    assert!(met > 1_000, "{met} hits");
}
