//! Objects that transforms take out of the range of numbers: all queries pass over them, whatever the order of the
//! objects, and the smallest take nothing from the others.

use crate::*;
use pickray::accel::PairFinder;
use pickray::collide::{ContactMesh, SlideEnd, contact, first_contact, slide, sweep_scene_traced};
use pickray::intersect::swept_sphere_triangle;
use pickray::scene::UpAxis;

/// Transforms that leave an object without a place in the world.
fn nowhere() -> Vec<DMat4> {
    let scale = |scale: DVec3| DMat4::from_scale(scale);
    let moved = |way: DVec3| DMat4::from_translation(way);
    let mut projective = DMat4::IDENTITY;
    projective.x_axis.w = 0.5;
    vec![
        moved(DVec3::NAN),
        moved(DVec3::new(f64::INFINITY, 0.0, 0.0)),
        moved(DVec3::new(0.0, -1e200, 0.0)),
        scale(DVec3::NAN),
        scale(DVec3::new(1.0, f64::INFINITY, 1.0)),
        scale(DVec3::splat(1e80)),
        scale(DVec3::splat(1e155)),
        scale(DVec3::new(1.0, 1e155, 1.0)),
        scale(DVec3::splat(f64::MAX)),
        DMat4::from_diagonal(DVec4::new(1.0, 1.0, 1.0, f64::NAN)),
        projective,
    ]
}

/// The cube at x = 5 between objects of this transform, or alone; its index.
fn scenes(transform: DMat4) -> [(u32, Scene); 4] {
    let other = || Object::new("nowhere", cube()).with_transform(transform);
    let there = || Object::new("there", cube()).with_transform(DMat4::from_translation(5.0 * DVec3::X));
    let scene = |objects: Vec<Object>| Scene::from(objects);
    [
        (1, scene(vec![other(), there()])),
        (0, scene(vec![there(), other()])),
        (1, scene(vec![other(), there(), other()])),
        // So many that there is a tree over them.
        (4, scene(vec![other(), other(), other(), other(), there(), other()])),
    ]
}

#[test]
fn an_object_without_a_place_is_passed_over_by_all() {
    let alone = Scene::of(Object::new("there", cube()).with_transform(DMat4::from_translation(5.0 * DVec3::X)));
    let (ball, way) = (Sphere { center: 2.0 * DVec3::X, radius: 0.5 }, DVec3::new(4.0, 0.3, 0.0));
    let ray = Ray::between(DVec3::ZERO, DVec3::X);
    let framed = |scene: &Scene| Camera::framing_scene(scene, 1.5, UpAxis::Y);
    for transform in nowhere() {
        for (index, scene) in scenes(transform) {
            let of = |name: &str| format!("{name} of {index} beside {transform}");
            assert_eq!(scene.bounds(), alone.bounds(), "{}", of("bounds"));
            let [found, expected] = [&scene, &alone].map(|scene| scene.sweep(&ball, way).expect("a contact"));
            assert_eq!((found.object, found.triangle, found.contact), (index, expected.triangle, expected.contact));
            assert_eq!(sweep_scene_traced(&scene, &ball, way).hit, Some(found));
            let [found, expected] =
                [&scene, &alone].map(|scene| scene.closest_point(ball.center, f64::INFINITY).expect("a closest point"));
            assert_eq!((found.object, found.closest), (index, expected.closest), "{}", of("closest"));
            let [found, expected] = [&scene, &alone].map(|scene| slide(scene, &ball, way));
            assert_eq!((found.end, found.ended), (expected.end, expected.ended), "{}", of("slide"));
            assert!(found.ended != SlideEnd::Stuck && found.bounces() > 0, "{}", of("slide"));
            let hit = scene.closest_hit(&ray, ..).expect("a hit");
            assert_eq!((hit.object, hit.t), (index, 4.0), "{}", of("hit"));
            assert_eq!(scene.all_hits(&ray, ..).len(), alone.all_hits(&ray, ..).len());
            assert_eq!(framed(&scene), framed(&alone), "{}", of("camera"));
        }
        let object = Object::new("nowhere", cube()).with_transform(transform);
        assert_eq!((object.bounds(), object.sweep(&ball, way)), (Aabb::EMPTY, None));
        assert_eq!(Scene::of(object).closest_point(ball.center, f64::INFINITY), None);
        let body = ContactMesh::new(cube());
        let finder = &mut PairFinder::new();
        for (a, b) in [(transform, DMat4::IDENTITY), (DMat4::IDENTITY, transform), (transform, transform)] {
            assert!(first_contact(finder, (&body, &a), (&body, &b)).is_none(), "{a} and {b}");
            assert!(contact(finder, (&body, &a), (&body, &b)).is_none(), "{a} and {b}");
        }
    }
}

#[test]
fn a_tiny_triangle_is_touched_where_it_is_and_nowhere_else_in_its_plane() {
    for exponent in -323..-20 {
        let size = 10f64.powi(exponent);
        for (triangle, center, across) in [
            (Triangle::new(DVec3::ZERO, size * DVec3::X, size * DVec3::Y), DVec3::new(-3.0, 4.0, 0.0), DVec3::Z),
            (Triangle::new(DVec3::ZERO, DVec3::X, size * DVec3::Z), DVec3::new(-3.0, 0.0, 4.0), DVec3::Y),
        ] {
            let ball = Sphere { center, radius: 1.0 };
            assert_eq!(triangle.closest_point(center).distance, 5.0, "1e{exponent}");
            assert_eq!(swept_sphere_triangle(&ball, across, &triangle), None, "1e{exponent}");
            let contact = swept_sphere_triangle(&ball, -center, &triangle).expect("a contact");
            assert!((contact.t - 0.8).abs() < 1e-12, "1e{exponent}: {contact:?}");
        }
    }
}

#[test]
fn an_object_of_any_scale_takes_nothing_from_another() {
    let mut random = seeded();
    let there = Object::new("there", cube()).with_transform(DMat4::from_translation(5.0 * DVec3::X));
    let alone = Scene::of(there.clone());
    for round in 0..3000 {
        let mut power = || 10f64.powi(random.i32(-320..310));
        let scale = if round % 2 == 0 { DVec3::splat(power()) } else { DVec3::new(1.0, power(), power()) };
        let turn = [DQuat::IDENTITY, turn(&mut random)];
        let place = [DVec3::ZERO, 3.0 * DVec3::NEG_X][random.usize(0..2)];
        let transform =
            DMat4::from_rotation_translation(turn[random.usize(0..2)], place) * DMat4::from_scale(scale.abs());
        let other = Object::new("other", cube()).with_transform(transform);
        let own = Scene::of(other.clone());
        let both = Scene::from(if round % 3 == 0 {
            vec![there.clone(), other.clone()]
        } else {
            vec![other.clone(), there.clone()]
        });
        let point = 3.0 * DVec3::X + 0.5 * vector(&mut random);
        let of = || format!("scale {scale} at {place} from {point}");

        let distance = |scene: &Scene| scene.closest_point(point, f64::INFINITY).map(|found| found.closest.distance);
        let apart = distance(&alone).expect("a cube").min(distance(&own).unwrap_or(f64::INFINITY));
        assert_eq!(distance(&both), Some(apart), "{}", of());
        // Where the object is all but a point, its distance is that of the point.
        if !own.bounds().is_empty() && scale.max_element() < 1e-9 {
            let expected = point.distance(place);
            let found = distance(&own).expect("a distance");
            assert!((found - expected).abs() < 1e-8, "{found} is not {expected}: {}", of());
        }

        let ball = Sphere { center: point, radius: 0.25 };
        let way = [DVec3::new(-8.0, 0.0, 0.0), place - point, 4.0 * DVec3::X][random.usize(0..3)];
        let time = |scene: &Scene| scene.sweep(&ball, way).map(|hit| hit.contact.t);
        let first = [time(&alone), time(&own)].into_iter().flatten().min_by(f64::total_cmp);
        let is_first = time(&both).zip(first).map_or(first.is_none(), |(found, first)| (found - first).abs() < 1e-12);
        assert!(is_first, "{:?} is not {first:?}: {} by {way}", time(&both), of());
        if !own.bounds().is_empty() && scale.max_element() < 1e-9 {
            let ray = Sphere { center: place, ..ball };
            let met = pickray::intersect::ray_sphere(&Ray::between(point, point + way), &ray).map(|(enter, _)| enter);
            match (time(&own), met.filter(|&t| t <= 1.0)) {
                (Some(t), Some(expected)) => assert!((t - expected).abs() < 1e-6, "{t} is not {expected}: {}", of()),
                (found, expected) => assert_eq!(found.is_some(), expected.is_some(), "{} by {way}", of()),
            }
        }
    }
}
