//! Rays as they are given: at meshes with an origin of their own, at objects that are moved, along directions of any
//! length, and from where another one met the mesh.

use crate::exact_rays::hits_moved;
use crate::queries::{Masked, Met, check_batch, check_ray, exact, of_one};
use crate::*;
use pickray::accel::OriginsAndDirections;
use pickray::mesh::Indices;

/// Distances from zero, in sizes of a mesh.
const DISTANCES: [f64; 5] = [0.0, 16.0, 1e3, 1e6, 1e9];
const SIZE: f64 = 16.0;
/// Neighbouring rays at each mesh.
const RAYS: usize = 64;

/// Returns the corners of some triangles on whole numbers about a place so many sizes from zero.
fn soup(random: &mut Rng, distance: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let turned = |x: f64| if x.abs() < 0.2 { 0.0 } else { x };
    let place = vector(random).to_array().map(|x| (turned(x) * distance * SIZE).round());
    let (most, reach) = ([12, 12, 12, 40][random.usize(..4)], [3, 8, 40][random.usize(..3)]);
    let n = random.u32(3..most);
    let mut whole = |k: usize| place[k] + f64::from(random.i32(-reach..=reach));
    let positions = (0..n).map(|_| [whole(0), whole(1), whole(2)]).collect();
    let triangles = (0..2 * n).map(|_| [0; 3].map(|_: u32| random.u32(..n))).collect();
    (positions, triangles)
}

/// Returns origin and target of a ray at a corner, an edge or a face, or from there: from whole numbers, from near
/// zero, or from near the mesh.
fn aimed(random: &mut Rng, positions: &[[f64; 3]]) -> [DVec3; 2] {
    let corner = |random: &mut Rng| DVec3::from(positions[random.usize(..positions.len())]);
    let (a, b, c) = (corner(random), corner(random), corner(random));
    let aim = [a, 0.5 * (a + b), 0.75 * a + 0.25 * b, 0.5 * a + 0.25 * (b + c)][random.usize(..4)];
    let near = [DVec3::ZERO, DVec3::ZERO, aim][random.usize(..3)];
    let away = [1.0, 10.0, 1e3][random.usize(..3)] * vector(random);
    let origin = near + if random.bool() { away.round() } else { away };
    let reach = [1.0, 0.5, 2.0, 1.0 / 3.0][random.usize(..4)];
    let target = origin + reach * (aim - origin);
    if random.u8(..8) == 0 { [target, origin] } else { [origin, target] }
}

/// 10 to a power from −300 to 300, more often a small one.
fn length(random: &mut Rng) -> f64 {
    let power = [3, 20, 300][random.usize(..3)];
    10f64.powi(random.i32(-power..=power)) * (0.5 + random.f64())
}

#[test]
fn every_query_of_a_mesh_answers_for_the_ray_as_it_is_given() {
    let mut random = seeded();
    let (mut rays, mut met) = (0_usize, 0);
    for (round, distance) in (0..36).flat_map(|round| DISTANCES.map(|distance| (round, distance))) {
        let (positions, triangles) = soup(&mut random, distance);
        let Ok(mesh) = Mesh::new(&positions, &triangles) else { continue };
        let vertices = (0..mesh.n_vertices() as u32).map(|i| mesh.vertex(i).to_array());
        let used = |i: usize| triangles.as_flattened().contains(&(i as u32));
        assert!(vertices.zip(&positions).enumerate().all(|(i, (kept, given))| kept == *given || !used(i)));
        let mesh = if round % 4 == 0 { Mesh::restore(&mesh.save()).expect("a mesh") } else { mesh };
        let portable = Some(mesh.tree().clone().portable()).filter(|_| mesh.origin() == DVec3::ZERO);

        let [origin, target] = aimed(&mut random, &positions);
        // Neighbours of the ray, each of them eight times.
        let apart = [0.0, 1e-3, 1.0][random.usize(..3)];
        let targets = (0..RAYS / 8).map(|i| target + apart * i as f64 * DVec3::new(1.0, 0.5, -0.25));
        let targets: Vec<DVec3> = targets.collect();
        let hits = |end: DVec3, is_along| {
            exact(&hits_moved((&positions, [0.0; 3], &triangles), [origin, end].map(|p| p.to_array()), is_along))
        };
        let eight_times = |hits: Vec<Vec<Met>>| hits.into_iter().flat_map(|hits| vec![hits; 8]).collect::<Vec<_>>();
        let check = |ray: &Ray, hits: &[Met]| {
            let told = || format!("round {round}, {distance} sizes away");
            check_ray(&mesh, ray, hits, told);
            portable.iter().for_each(|tree| check_ray(tree, ray, hits, told));
        };

        let through: Vec<Ray> = targets.iter().map(|&target| Ray::between(origin, target)).collect();
        let expected: Vec<_> = targets.iter().map(|&target| hits(target, false)).collect();
        through.iter().zip(&expected).for_each(|(ray, hits)| check(ray, hits));
        met += expected.iter().map(Vec::len).sum::<usize>();
        let through: Vec<Ray> = through.iter().flat_map(|ray| [*ray; 8]).collect();
        check_batch(&mesh, &through[..], &eight_times(expected));

        let scale = [1.0, length(&mut random)][random.usize(..2)];
        let directions: Vec<DVec3> = targets.iter().map(|target| scale * (target - origin)).collect();
        let expected: Vec<_> = directions.iter().map(|&direction| hits(direction, true)).collect();
        for (&direction, hits) in directions.iter().zip(&expected) {
            Ray::from_direction(origin, direction).iter().for_each(|ray| check(ray, hits));
        }
        met += expected.iter().map(Vec::len).sum::<usize>();
        rays += 2 * targets.len();
        let directions: Vec<[f64; 3]> = directions.iter().flat_map(|direction| [direction.to_array(); 8]).collect();
        let lines = OriginsAndDirections { origins: &[origin.to_array(); RAYS][..], directions: &directions[..] };
        check_batch(&mesh, &lines, &eight_times(expected));
    }
    assert!(met > rays / 10, "{met} hits of {rays} rays: the rays test little");
}

#[test]
fn objects_that_are_only_moved_answer_for_the_ray_as_it_is_given() {
    let mut random = seeded();
    let (mut met, mut lost) = (0, 0);
    for _ in 0..1_000 {
        let distance = DISTANCES[random.usize(..5)];
        let (positions, triangles) = soup(&mut random, distance);
        let Ok(mesh) = Mesh::new(&positions, &triangles) else { continue };
        let shift = [0.1, 10.0, 1e4, 1e10][random.usize(..4)] * vector(&mut random);
        let shift = if random.u8(..4) == 0 { shift.round() } else { shift };
        let placed = Object::new("", Arc::new(mesh)).with_transform(DMat4::from_translation(shift));
        // A scene of many objects has a tree over them; the others are out of the way, and do not count.
        let others = [0, 40][random.usize(..2)];
        let mut scene = Scene::of(Object { mask: 1, ..placed.clone() });
        for i in 1..=others {
            let aside = DMat4::from_translation(shift + DVec3::new(0.0, 0.0, 1e15 * f64::from(i)));
            scene.push(Object { mask: 2, ..placed.clone().with_transform(aside) });
        }
        let world: Vec<_> = positions.iter().map(|&p| (DVec3::from(p) + shift).to_array()).collect();
        let [origin, target] = aimed(&mut random, &world);
        let hits = |end: DVec3, is_along| {
            hits_moved((&positions, shift.to_array(), &triangles), [origin, end].map(|p| p.to_array()), is_along)
        };
        let told = || format!("moved by {shift}");
        let expected = hits(target, false);
        check_ray(&Masked(&scene, 1), &Ray::between(origin, target), &exact(&expected), told);
        met += expected.len();
        if let Some(ray) = Ray::from_direction(origin, target - origin) {
            check_ray(&Masked(&scene, 1), &ray, &exact(&hits(target - origin, true)), told);
        }
        let rounded = hits_moved((&world, [0.0; 3], &triangles), [origin, target].map(|p| p.to_array()), false);
        lost += usize::from(rounded != expected);
    }
    assert!(met > 200 && lost > 70, "{met} hits, {lost} other ones of rounded corners");
}

#[test]
fn objects_that_are_moved_and_turned_are_met_along_a_direction_of_any_length() {
    let mut random = seeded();
    let mut met = 0;
    for _ in 0..40 {
        let n = random.usize(1..40);
        let object = |_| {
            let turn = DQuat::from_rotation_y(random.f64() * 6.0);
            let scale = DVec3::splat(0.5) + random.f64() * DVec3::ONE;
            let place = 20.0 * vector(&mut random);
            Object::from(cube()).with_transform(DMat4::from_scale_rotation_translation(scale, turn, place))
        };
        let scene: Scene = (0..n).map(object).collect();
        for _ in 0..40 {
            let object = &scene.objects()[random.usize(..scene.objects().len())];
            let origin = 40.0 * vector(&mut random);
            let way = object.bounds().center() + vector(&mut random) - origin;
            // Rounded to f32 so that origin + direction is exact for both.
            let (origin, way) = (origin.as_vec3().as_dvec3(), way.as_vec3().as_dvec3());
            let unit = 2f64.powi(random.i32(-300..300));
            let expected = scene.all_hits(&Ray::between(origin, origin + way), ..);
            let got = scene.all_hits(&Ray::from_direction(origin, unit * way).expect("a direction"), ..);
            assert!(got.iter().map(Hit::id).eq(expected.iter().map(Hit::id)), "{origin} along {way}, {unit} times");
            met += got.len();
            for (got, expected) in got.iter().zip(&expected) {
                assert!((got.t * unit - expected.t).abs() <= 1e-12 * expected.t, "{got:?} {expected:?}");
            }
        }
    }
    assert!(met > 1_000, "{met} hits");
}

#[test]
fn a_direction_comes_back_as_it_was_given() {
    let mut random = seeded();
    for _ in 0..100_000 {
        let origin = vector(&mut random) * length(&mut random);
        let mut direction = vector(&mut random) * length(&mut random);
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
fn no_corner_is_moved_by_more_than_the_mesh_says() {
    let mut random = seeded();
    for _ in 0..2_000 {
        let (distance, size) = (DISTANCES[random.usize(..5)], 10f64.powi(random.i32(-43..30)));
        let place = distance * size * vector(&mut random);
        let corners = [(); 9].map(|()| place + size * vector(&mut random));
        let Ok(mesh) = Mesh::new(&corners.map(|corner| corner.to_array()), Indices::IN_ORDER) else { continue };
        let moved = (0..9).map(|i| (mesh.vertex(i) - corners[i as usize]).length()).fold(0.0, f64::max);
        let side = mesh.bounds().size().max_element();
        assert!(moved <= mesh.rounding(), "{moved} and not {}: {corners:?}", mesh.rounding());
        assert!(mesh.rounding() < 4e-6 * side || side < 1e-38, "{} of {side}", mesh.rounding());
    }
}

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
