//! Sweeps and slides on whole meshes against each triangle alone, at every scale: balls and ways that are nothing
//! beside the mesh, and beside which the mesh is nothing.

use crate::fuzzed::sweep_mesh::{ROUNDING, alone, assert_as_alone, overlaps, triangles};
use crate::*;
use pickray::collide::{SlideEnd, slide};

type Shape = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A grid of `n` by `n` squares of `size`, bumpy but for `flat`, in the plane z = 0.
fn squares(n: u32, size: f64, flat: bool) -> Shape {
    let step = size / f64::from(n);
    let height = |x: u32, y: u32| if flat { 0.0 } else { f64::from((7 * x + 5 * y) % 4) * 0.2 * step };
    grid(n, |x, y| [f64::from(x) * step - 0.5 * size, f64::from(y) * step - 0.5 * size, height(x, y)])
}

/// Triangles anywhere in a cube around zero.
fn soup(rng: &mut Rng, n: u32, size: f64) -> Shape {
    let corners = (0..3 * n).map(|_| [0; 3].map(|_| (rng.f64() - 0.5) * size)).collect();
    (corners, (0..n).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

/// The mesh in f32.
fn mesh((corners, triangles): Shape, middle: DVec3) -> Object {
    let corners = corners.into_iter().map(|corner| (middle + DVec3::from(corner)).as_vec3().to_array()).collect();
    Object::new("mesh", Arc::new(Mesh::from_triangles(corners, triangles).expect("a mesh")))
}

/// The mesh in f64, with an origin of its own.
fn with_origin((corners, triangles): Shape, middle: DVec3) -> Object {
    let corners: Vec<_> = corners.into_iter().map(|corner| (middle + DVec3::from(corner)).to_array()).collect();
    Object::new("mesh", Arc::new(Mesh::new(&corners, triangles).expect("a mesh")))
}

/// Returns a mesh with positions in f32, or in f64 so far out that f32 could not hold its shape.
fn in_f32_or_f64(rng: &mut Rng, shape: Shape, middle: DVec3) -> Object {
    if rng.bool() {
        return mesh(shape, middle);
    }
    let farther = middle * 2f64.powi(rng.i32(0..30));
    // A mesh holds no coordinates beyond the range of f32.
    with_origin(shape, if farther.length() < 1e38 { farther } else { middle })
}

/// A ball beside the mesh, and a way that may lead through it.
fn shot(rng: &mut Rng, object: &Object, radius: f64) -> (Sphere, DVec3) {
    let (middle, size) = (object.bounds().center(), object.bounds().size().length());
    let aim = middle + direction(rng) * size * rng.f64();
    let away = direction(rng);
    // Apart, a little or far; touching as nearly as it can be said; overlapping; around it.
    let distance = match rng.usize(0..6) {
        0 => radius + size * rng.f64(),
        1 => radius * (1.0 + rng.f64()) + size,
        2 => (radius + size) * 2f64.powi(rng.i32(0..60)),
        3 => radius,
        4 => radius * rng.f64(),
        _ => (radius - size * rng.f64()).max(0.0),
    };
    let center = aim + away * distance;
    let way = match rng.usize(0..5) {
        0 => DVec3::ZERO,
        1 => (aim - center) * 2.0 * rng.f64(),
        2 => (aim - center) * 2.0,
        3 => (aim - center).normalize_or_zero() * size * rng.f64(),
        _ => direction(rng) * distance.max(size) * rng.f64(),
    };
    (Sphere { center, radius }, way)
}

fn power(rng: &mut Rng, range: std::ops::RangeInclusive<i32>) -> f64 {
    2f64.powi(rng.i32(range)) * (1.0 + rng.f64())
}

#[test]
fn a_ball_of_any_size_meets_a_mesh_of_size_1() {
    let object = mesh(squares(6, 1.0, true), DVec3::ZERO);
    for exponent in -60..=100 {
        let radius = 2f64.powi(exponent);
        for (from, to) in [(3.0, -3.0), (1.5, 0.5), (1.0, -1.0), (0.75, 0.0), (0.75, 0.25)] {
            let center = DVec3::new(0.01, 0.02, from * radius);
            let displacement = DVec3::new(0.0, 0.0, (to - from) * radius);
            let contact = assert_as_alone(&object, &Sphere { center, radius }, displacement);
            assert!(contact.is_some(), "radius 2^{exponent} from {from} to {to}");
        }
    }
}

#[test]
fn a_mesh_smaller_than_the_digits_of_its_place_is_met() {
    let middle = DVec3::new(4_194_304.0, 0.0, 0.0);
    for size in [1e-13, 1e-9, 1e-6] {
        let object = with_origin(squares(6, size, false), middle);
        for radius in [2.9_f64, 1e-3, 1e-9, 1e-30] {
            for from in [3.0, 1.0, 0.5] {
                let start = Sphere { center: middle + DVec3::Z * from * radius.max(1e-8) + DVec3::X * radius, radius };
                let displacement = 2.0 * (middle - start.center);
                let contact = assert_as_alone(&object, &start, displacement);
                assert!(contact.is_some() || radius < 1e-3, "size {size}, radius {radius}");
            }
        }
    }
}

/// A mesh of any scale where it was made, near zero or far from it.
fn unplaced(rng: &mut Rng) -> Object {
    let size = power(rng, -100..=100);
    let shape = match rng.usize(0..3) {
        0 => squares(6, size, true),
        1 => squares(5, size, false),
        _ => soup(rng, 40, size),
    };
    let middle = direction(rng) * size * [0.0, power(rng, -4..=22)][rng.usize(0..2)];
    in_f32_or_f64(rng, shape, middle)
}

/// A mesh that is turned, stretched, sheared and moved, by any scale of each.
fn placed(rng: &mut Rng) -> Object {
    let size = power(rng, -30..=30);
    let turn = DMat4::from_quat(turn(rng));
    let scale = DVec3::new(power(rng, -9..=9), power(rng, -9..=9), -power(rng, -9..=9));
    // A mesh that is flattened is swept all the same.
    let flat = if rng.u32(0..8) == 0 { DVec3::new(1.0, 1.0, 0.0) } else { DVec3::ONE };
    let scale = flat * [DVec3::splat(scale.x), scale][rng.usize(0..2)] * power(rng, -60..=60);
    let shear = DMat3::from_cols(DVec3::X, DVec3::new(rng.f64(), 1.0, 0.0), DVec3::new(-0.3, rng.f64(), 1.0));
    let shear = DMat4::from_mat3([DMat3::IDENTITY, shear][rng.usize(0..2)]);
    let place = DMat4::from_translation(direction(rng) * size * scale.max_element() * power(rng, -9..=60));
    mesh(squares(5, size, false), DVec3::ZERO).with_transform(place * turn * DMat4::from_scale(scale) * shear)
}

#[test]
fn sweeps_over_meshes_and_balls_of_all_scales_are_those_over_each_triangle() {
    let mut rng = seeded();
    for make in [unplaced as fn(&mut Rng) -> Object, placed] {
        let (mut hits, mut starts, mut misses) = (0, 0, 0);
        for _ in 0..80 {
            let object = make(&mut rng);
            for _ in 0..60 {
                let size = object.bounds().size().length();
                let radius = [0.0, size * power(&mut rng, -60..=60)][usize::from(rng.usize(0..20) > 0)];
                let (sphere, displacement) = shot(&mut rng, &object, radius);
                match assert_as_alone(&object, &sphere, displacement) {
                    Some(contact) if contact.t > 0.0 => hits += 1,
                    Some(_) => starts += 1,
                    None => misses += 1,
                }
            }
        }
        assert!(hits > 300 && starts > 300 && misses > 300, "{hits} hits, {starts} at the start, {misses} misses");
    }
}

#[test]
fn the_closest_point_at_any_scale_is_that_of_the_closest_triangle() {
    let mut rng = seeded();
    for _ in 0..400 {
        let size = power(&mut rng, -100..=100);
        let middle = direction(&mut rng) * size * [0.0, power(&mut rng, -4..=22)][rng.usize(0..2)];
        let shape = soup(&mut rng, 40, size);
        let object = in_f32_or_f64(&mut rng, shape, middle);
        let scene = Scene::of(object.clone());
        for _ in 0..20 {
            let point = middle + direction(&mut rng) * size * power(&mut rng, -60..=80);
            let found = scene.closest_point(point, f64::INFINITY).expect("a closest point").closest.distance;
            let distances = triangles(&object).map(|triangle| triangle.closest_point(point).distance);
            let least = distances.fold(f64::INFINITY, f64::min);
            assert_eq!(found, least, "{point} {:?}", object.bounds());
        }
    }
}

/// A slide ends free, and the ball is at no time deeper in a triangle than rounding puts it; it has arrived untouched
/// only where nothing is in its way. Whether it met something.
fn assert_slide(object: &Object, sphere: &Sphere, displacement: DVec3) -> bool {
    let path = slide(&Scene::of(object.clone()), sphere, displacement);
    let Sphere { radius, .. } = *sphere;
    let told = || format!("{path:?} of {sphere:?} {displacement} {:?}", object.bounds());
    if path.ended == SlideEnd::Stuck {
        assert!(overlaps(object, sphere) && path.end == sphere.center, "{}", told());
        return true;
    }
    assert!(!overlaps(object, &Sphere { center: path.end, radius }), "{}", told());
    for step in &path.steps {
        let size = step.from.abs().max(step.to.abs()).max_element().max(radius);
        let size = size.max(object.bounds().min.abs().max(object.bounds().max.abs()).max_element());
        let distance = |center: DVec3| {
            let distances = triangles(object).map(|triangle| triangle.closest_point(center).distance);
            distances.fold(f64::INFINITY, f64::min)
        };
        for k in 0..=8 {
            let center = step.from.lerp(step.to, f64::from(k) / 8.0);
            assert!(distance(center) >= radius - ROUNDING * size, "{center} {}", told());
        }
    }
    let met = path.bounces() > 0;
    if !met && path.steps[0].from == sphere.center {
        let free = alone(object, sphere, displacement).is_none_or(|contact| contact.t == 0.0 && !contact.overlapping);
        assert!(free, "{}", told());
    }
    met
}

#[test]
fn slides_of_balls_of_all_scales_pass_through_no_triangle() {
    let mut rng = seeded();
    let mut met = 0;
    for _ in 0..50 {
        let size = power(&mut rng, -90..=90);
        let middle = direction(&mut rng) * size * [0.0, power(&mut rng, -4..=20)][rng.usize(0..2)];
        let object = mesh(squares(4, size, false), middle);
        for _ in 0..12 {
            let radius = object.bounds().size().length() * power(&mut rng, -20..=60);
            let (sphere, displacement) = shot(&mut rng, &object, radius);
            met += u32::from(assert_slide(&object, &sphere, displacement));
        }
    }
    assert!(met > 150, "{met} met");
}
