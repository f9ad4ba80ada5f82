//! A ball moved at a mesh, each of whatever scale: it touches first what it touches first of all triangles, each asked
//! alone, and a slide ends inside of none. A scene of many such objects answers as they do.

use super::numbers::Numbers;
use glam::{DMat4, DVec3};
use pickray::collide::{SlideEnd, slide};
use pickray::geometry::{Sphere, Triangle};
use pickray::intersect::{Contact, swept_sphere_triangle};
use pickray::mesh::Mesh;
use pickray::scene::{Object, Scene};

/// What a distance may be off by, relative to the largest coordinate of a case: the time of a contact may be asked for
/// up to another time through the mesh, and is then found another way.
pub const ROUNDING: f64 = 1.0 / (1_u64 << 44) as f64;

/// The triangles of an object, in the world.
pub fn triangles(object: &Object) -> impl Iterator<Item = Triangle> + '_ {
    (0..object.mesh.n_triangles() as u32).map(|index| object.triangle_in_world(index))
}

/// The first contact with any triangle, each asked alone.
pub fn alone(object: &Object, sphere: &Sphere, displacement: DVec3) -> Option<Contact> {
    triangles(object)
        .filter_map(|triangle| swept_sphere_triangle(sphere, displacement, &triangle))
        .min_by(|p, q| p.t.total_cmp(&q.t))
}

/// Whether the ball reaches into any triangle, each asked alone.
pub fn overlaps(object: &Object, sphere: &Sphere) -> bool {
    triangles(object).any(|triangle| {
        swept_sphere_triangle(sphere, DVec3::ZERO, &triangle).is_some_and(|contact| contact.overlapping)
    })
}

/// Returns the depth of the ball, at the later of two contacts, in what it touches at the first. A ball that grazes a
/// face is for long within rounding of it.
fn depth_at_later(a: &Contact, b: &Contact, displacement: DVec3) -> f64 {
    let first = if a.t <= b.t { a } else { b };
    (a.t - b.t).abs() * displacement.dot(first.normal).abs()
}

/// Asserts that a sweep over the mesh finds what its triangles find one by one, which is the answer.
pub fn assert_as_alone(object: &Object, sphere: &Sphere, displacement: DVec3) -> Option<Contact> {
    let (found, expected) = (object.sweep(sphere, displacement), alone(object, sphere, displacement));
    let told = || format!("{found:?} is not {expected:?}: {sphere:?} {displacement} {:?}", object.bounds());
    assert_eq!(found.is_some(), expected.is_some(), "{}", told());
    let (found, expected) = (found?, expected?);
    let bounds = object.bounds();
    let size = [sphere.center, displacement, bounds.min, bounds.max]
        .into_iter()
        .fold(sphere.radius, |size, point| size.max(point.abs().max_element()));
    let later = depth_at_later(&found.contact, &expected, displacement / size);
    assert!(size == 0.0 || later <= ROUNDING, "{}", told());
    assert_eq!(found.contact.overlapping, expected.overlapping, "{}", told());
    Some(expected)
}

/// A power of two for a mesh in f32.
fn scale(numbers: &mut Numbers) -> f64 {
    2f64.powi(i32::from(numbers.byte() as i8) * 3 / 4)
}

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let mut numbers = Numbers::new(bytes, 1e-6..=1e6);
    let (size, place) = (scale(&mut numbers), scale(&mut numbers));
    let middle = [DVec3::ZERO, numbers.point() * size.max(place)][usize::from(numbers.byte() % 2)];
    let n_vertices = 3 + u32::from(numbers.byte()) % 30;
    let positions: Vec<[f32; 3]> =
        (0..n_vertices).map(|_| (middle + numbers.point() * size).as_vec3().to_array()).collect();
    let count = 1 + u32::from(numbers.byte()) % 60;
    let mut corner = |index: u32| (u32::from(numbers.byte()) + index) % n_vertices;
    let triangles: Vec<[u32; 3]> = (0..count).map(|index| std::array::from_fn(|_| corner(index))).collect();
    let mesh = Mesh::from_triangles(positions, triangles).expect("finite positions and indices of these");
    let placed = match numbers.byte() % 4 {
        0 => DMat4::from_translation(numbers.point() * place) * DMat4::from_scale(numbers.point()),
        _ => DMat4::IDENTITY,
    };
    let object = Object::new("mesh", mesh.into()).with_transform(placed);
    let scene = Scene::of(object.clone());
    for _ in 0..6 {
        let ball = scale(&mut numbers);
        let aim = object.triangle_in_world(u32::from(numbers.byte()) % count).a;
        let radius = numbers.number().abs() * ball;
        let center = match numbers.byte() % 4 {
            0 => numbers.point() * ball,
            1 => aim + numbers.point() * size,
            // Touching, but for rounding.
            2 => aim + numbers.point().normalize_or_zero() * radius,
            _ => aim + numbers.point() * ball,
        };
        let displacement = match numbers.byte() % 4 {
            0 => numbers.point() * ball,
            1 => numbers.point() * size,
            2 => aim - center,
            _ => 2.0 * (aim - center),
        };
        let sphere = Sphere { center, radius };
        assert_as_alone(&object, &sphere, displacement);
        let path = slide(&scene, &sphere, displacement);
        let inside = overlaps(&object, &Sphere { center: path.end, radius });
        assert_eq!(inside, path.ended == SlideEnd::Stuck, "{path:?} {displacement} {:?}", object.bounds());
    }
    check_scene(&mut numbers, &object, place);
}

/// Checks that a scene of so many objects that it has a tree answers as its objects do, each asked alone.
fn check_scene(numbers: &mut Numbers, object: &Object, place: f64) {
    let count = 4 + numbers.byte() % 8;
    let moved = |shift| DMat4::from_translation(shift) * object.world_from_object;
    let objects: Vec<Object> =
        (0..count).map(|_| object.clone().with_transform(moved(numbers.point() * place))).collect();
    let scene = Scene::from(objects.clone());
    for _ in 0..4 {
        let sphere = Sphere { center: numbers.point() * place, radius: numbers.number().abs() * scale(numbers) };
        let displacement = numbers.point() * place - sphere.center;
        let size = objects.iter().map(Object::bounds).flat_map(|bounds| [bounds.min, bounds.max]);
        let size = size.chain([sphere.center, displacement]).map(|point| point.abs().max_element());
        let off = ROUNDING * size.fold(sphere.radius, f64::max);

        let found = scene.sweep(&sphere, displacement).map(|hit| hit.contact);
        let alone = objects.iter().filter_map(|object| Some(object.sweep(&sphere, displacement)?.contact));
        let expected = alone.min_by(|p, q| p.t.total_cmp(&q.t));
        let told = || format!("{found:?} is not {expected:?}: {sphere:?} {displacement} {:?}", scene.bounds());
        assert_eq!(found.is_some(), expected.is_some(), "{}", told());
        let later = found.zip(expected).map(|(found, expected)| depth_at_later(&found, &expected, displacement));
        assert!(later.is_none_or(|depth| depth <= off), "{}", told());

        let distance =
            |scene: &Scene| scene.closest_point(sphere.center, f64::INFINITY).map(|found| found.closest.distance);
        let alone = objects.iter().filter_map(|object| distance(&Scene::of(object.clone())));
        assert_eq!(distance(&scene), alone.reduce(f64::min), "{sphere:?} {:?}", scene.bounds());
    }
}
