//! Sliding spheres never end up inside anything.

use crate::shapes::mesh;
use crate::*;
use pickray::collide::{MAX_BOUNCES, SlideEnd, SlidePath, slide};

fn object(corners: &[[f32; 3]], triangles: &[[u32; 3]]) -> Object {
    Object::from(mesh(corners, triangles))
}

/// A ring of spikes that point inwards and at each other, needle-sharp.
fn spikes(count: u32) -> Object {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..count {
        let around = |radius: f32, turn: f32, z: f32| {
            let angle = (i as f32 + turn) / count as f32 * std::f32::consts::TAU;
            [radius * angle.cos(), radius * angle.sin(), z]
        };
        let first = corners.len() as u32;
        corners.extend([around(0.3, 0.5, 0.0), around(1.0, 0.0, -0.5), around(1.0, 1.0, -0.5), around(1.0, 0.5, 0.5)]);
        triangles.extend([[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].map(|t| t.map(|k| first + k)));
    }
    object(&corners, &triangles)
}

/// Two walls that meet at a very small angle, open at the other end.
fn wedge() -> Object {
    let corners =
        [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [2.0, 0.1, -1.0], [2.0, 0.1, 1.0], [2.0, -0.1, -1.0], [2.0, -0.1, 1.0]];
    object(&corners, &[[0, 1, 2], [1, 3, 2], [0, 4, 1], [1, 4, 5]])
}

/// No point of the path lies closer to the scene than the radius, by the scene's own closest points.
fn assert_free(scene: &Scene, path: &SlidePath, what: &str) {
    let radius = path.start.radius;
    let resting = scene.sweep(&Sphere { center: path.end, radius }, DVec3::ZERO);
    assert!(resting.is_none_or(|hit| !hit.contact.overlapping), "{what}: it ends inside: {resting:?}");
    for step in &path.steps {
        for k in 0..=8 {
            let center = step.from.lerp(step.to, f64::from(k) / 8.0);
            let distance = scene.closest_point(center, f64::INFINITY).expect("a scene").closest.distance;
            assert!(distance >= radius * (1.0 - 1e-12), "{what}: {distance} at {center} of {step:?}");
        }
    }
    assert!(path.steps.len() <= MAX_BOUNCES, "{what}");
    for pair in path.steps.windows(2) {
        assert_eq!(pair[0].to, pair[1].from);
    }
    assert_eq!(path.end, path.steps.last().map_or(path.start.center, |step| step.to));
}

/// Walks at random, pushed again and again towards `target`, and checks every step. Returns how many met something.
fn walk(scene: &Scene, mut sphere: Sphere, target: DVec3, steps: usize, rng: &mut Rng) -> usize {
    let mut met = 0;
    for step in 0..steps {
        let (heading, pull) = (0.5 * vector(rng), target - sphere.center);
        let size = [0.01, 0.1, 0.5, 2.0][rng.usize(0..4)];
        let path = slide(scene, &sphere, heading * size + pull * rng.f64());
        assert!(path.ended != SlideEnd::Stuck, "step {step}");
        assert_free(scene, &path, &format!("step {step}"));
        met += usize::from(path.steps.iter().any(|step| step.contact.is_some()));
        sphere.center = path.end;
    }
    met
}

#[test]
fn a_walker_in_a_room_never_leaves_it() {
    let scene = Scene::of(Object::from(cube()));
    let mut sphere = Sphere { center: DVec3::ZERO, radius: 0.25 };
    let mut rng = seeded();
    for step in 0..3000 {
        let path = slide(&scene, &sphere, 0.5 * vector(&mut rng) * [0.1, 1.0, 20.0][rng.usize(0..3)]);
        assert!(path.end.abs().max_element() <= 0.75, "step {step}: {path:?}");
        sphere.center = path.end;
    }
}

#[test]
fn walkers_among_spikes_in_a_wedge_in_a_soup_and_in_mirrored_rooms_are_never_inside_anything() {
    let turn = DMat4::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7));
    let squeeze = DMat4::from_scale(DVec3::new(-3.0, 0.5, 1.0));
    let place = DMat4::from_translation(DVec3::new(1000.0, -2000.0, 500.0));
    let middle = place.transform_point3(DVec3::ZERO);
    let room = Object::from(cube()).with_transform(place * turn * squeeze);
    let mirrored = Scene::from(vec![room, spikes(5).with_transform(place * squeeze)]);
    let mut rng = seeded();
    let corners: Vec<[f32; 3]> = (0..180).map(|_| [0; 3].map(|_| rng.f32() * 2.0 - 1.0)).collect();
    let triangles: Vec<[u32; 3]> = (0..60).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let soup = Scene::of(object(&corners, &triangles));
    for (scene, center, radius, target, steps) in [
        (Scene::of(spikes(12)), DVec3::ZERO, 0.05, DVec3::X, 3000),
        (Scene::of(wedge()), DVec3::new(1.9, 0.0, 0.0), 0.04, DVec3::ZERO, 3000),
        (mirrored, middle, 0.02, middle + DVec3::X, 1500),
        (soup, DVec3::new(3.0, 0.0, 0.0), 0.07, DVec3::ZERO, 2000),
    ] {
        let met = walk(&scene, Sphere { center, radius }, target, steps, &mut rng);
        assert!(met > 300, "{met} met");
    }
}

#[test]
fn walls_are_followed_and_stop_a_sphere_that_wants_further_as_corners_do() {
    let scene = Scene::of(Object::from(cube()));
    for (way, end, ended) in [
        ([0.5, 0.0, -2.0], [0.5, 0.0, -0.75], SlideEnd::Arrived),
        ([0.0, 0.0, -2.0], [0.0, 0.0, -0.75], SlideEnd::Blocked),
        ([0.0, 0.0, -0.75], [0.0, 0.0, -0.75], SlideEnd::Arrived),
        ([0.0, 0.0, -0.5], [0.0, 0.0, -0.5], SlideEnd::Arrived),
        ([3.0, 4.0, -5.0], [0.75, 0.75, -0.75], SlideEnd::Blocked),
    ] {
        let path = slide(&scene, &Sphere { center: DVec3::ZERO, radius: 0.25 }, way.into());
        assert!(path.end.distance(end.into()) < 2e-3, "{path:?}");
        assert_eq!(path.ended, ended, "{path:?}");
    }
    // A little below the top a sphere leaves the edge that it meets along the tangent there.
    let start = Sphere { center: DVec3::new(-3.0, 0.0, 1.15), radius: 0.25 };
    let path = slide(&scene, &start, DVec3::new(5.0, 0.0, 0.0));
    assert!(path.steps.len() == 2 && path.end.x > -0.1 && path.end.z > 1.25, "{path:?}");
}

#[test]
fn an_overlapping_start_is_freed_or_stays_and_numbers_that_are_not_finite_move_nothing() {
    let scene = Scene::of(Object::from(cube()));
    let free = slide(&scene, &Sphere { center: DVec3::new(0.0, 0.0, 0.9), radius: 0.25 }, DVec3::X * 0.1);
    assert!(free.end.distance(DVec3::new(0.1, 0.0, 0.75)) < 1e-3, "{free:?}");
    let stuck = slide(&scene, &Sphere { center: DVec3::new(0.1, 0.0, 0.0), radius: 1.2 }, DVec3::X * 0.1);
    assert_eq!((stuck.ended, stuck.end), (SlideEnd::Stuck, DVec3::new(0.1, 0.0, 0.0)));
    let sphere = Sphere { center: DVec3::ZERO, radius: 0.25 };
    assert_eq!(slide(&scene, &sphere, DVec3::splat(f64::NAN)).ended, SlideEnd::Stuck);
    assert_eq!(slide(&scene, &Sphere { radius: f64::INFINITY, ..sphere }, DVec3::X).ended, SlideEnd::Stuck);
}
