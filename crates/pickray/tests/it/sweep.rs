//! Sweeps through trees against sweeps over every triangle.

use crate::fuzzed::sweep_mesh::alone;
use glam::{DMat4, DQuat, DVec3};

use pickray::geometry::Sphere;
use pickray::mesh::Mesh;
use pickray::scene::{Object, Scene};
use std::f32::consts::{PI, TAU};
use std::sync::Arc;

/// A bumpy ball: convex and concave, closed, with needles at its poles.
fn bumpy(rows: u32, columns: u32) -> Arc<Mesh> {
    let mut positions = Vec::new();
    for i in 0..=rows {
        for j in 0..columns {
            let (theta, phi) = (i as f32 / rows as f32 * PI, j as f32 / columns as f32 * TAU);
            let radius = 1.0 + 0.15 * (5.0 * theta).sin() * (4.0 * phi).cos();
            positions.push([theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos()].map(|x| x * radius));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let at = |i: u32, j: u32| i * columns + j % columns;
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    Arc::new(Mesh::from_triangles(positions, triangles).expect("a mesh"))
}

fn transforms() -> Vec<DMat4> {
    let turn = DMat4::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7));
    let place = DMat4::from_translation(DVec3::new(0.5, -2.0, 3.0));
    let shear = DMat4::from_cols_array(&[1., 0., 0., 0., 0.7, 1., 0., 0., -0.3, 0.2, 1., 0., 0., 0., 0., 1.]);
    vec![
        DMat4::IDENTITY,
        place * turn,
        place * DMat4::from_scale(DVec3::splat(7.5)) * turn,
        turn * DMat4::from_scale(DVec3::new(-3.0, 0.25, 1.0)) * turn,
        place * shear,
        DMat4::from_translation(DVec3::new(4e5, 5e6, 0.0)) * turn,
        // Flattened: there is no inverse, and the shadow on a plane is swept all the same.
        DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0)),
    ]
}

#[test]
fn a_sweep_through_the_tree_is_the_sweep_over_all_triangles() {
    let mesh = bumpy(24, 32);
    for (k, transform) in transforms().into_iter().enumerate() {
        let seed = 40 + k as u64;
        println!("seed {seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let object = Object::new("bumpy", mesh.clone()).with_transform(transform);
        let bounds = object.bounds();
        let (middle, size) = (bounds.center(), bounds.size().length());
        let (mut hits, mut misses, mut overlaps) = (0, 0, 0);
        for _ in 0..250 {
            let mut vector = || 2.0 * DVec3::new(rng.f64(), rng.f64(), rng.f64()) - DVec3::ONE;
            let center = middle + vector() * size * 0.8;
            let aim = middle + vector() * bounds.size() * 0.6;
            let sphere = Sphere { center, radius: size * 2f64.powi(rng.i32(-10..-1)) };
            let displacement = (aim - center) * 2.0 * rng.f64();
            let found = object.sweep(&sphere, displacement);
            let expected = alone(&object, &sphere, displacement);
            match (found, expected) {
                (Some(found), Some(expected)) => {
                    // The same time; where two triangles share the contact rounding may name either.
                    let off = (found.contact.t - expected.t).abs();
                    assert!(off <= 1e-12, "{found:?} {expected:?}");
                    assert!(found.contact.point.distance(expected.point) <= 1e-9 * size, "{found:?} {expected:?}");
                    assert_eq!(found.contact.overlapping, expected.overlapping);
                    hits += 1;
                    overlaps += u32::from(found.contact.overlapping);
                }
                (None, None) => misses += 1,
                _ => panic!("{found:?} {expected:?} for {sphere:?} {displacement}"),
            }
        }
        assert!(hits > 20 && misses > 20 && overlaps > 0, "{hits} hits, {misses} misses, {overlaps} overlaps");
    }
}

#[test]
fn the_closest_point_of_a_scene_is_that_of_all_its_triangles() {
    let mesh = bumpy(20, 20);
    let mut rng = fastrand::Rng::with_seed(50);
    for transform in transforms() {
        let objects = vec![
            Object::new("one", mesh.clone()).with_transform(transform),
            Object::new("two", mesh.clone()).with_transform(DMat4::from_translation(DVec3::X * 2.5) * transform),
            Object { visible: false, ..Object::new("hidden", mesh.clone()) },
        ];
        let scene = Scene::from(objects);
        let bounds = scene.bounds();
        for _ in 0..40 {
            let share = 3.0 * DVec3::new(rng.f64(), rng.f64(), rng.f64()) - DVec3::ONE;
            let point = bounds.min + share * bounds.size();
            let found = scene.closest_point(point, f64::INFINITY).expect("a closest point");
            let least = scene.objects()[..2]
                .iter()
                .flat_map(|object| (0..mesh.n_triangles() as u32).map(|i| object.triangle_in_world(i)))
                .map(|triangle| triangle.closest_point(point).distance)
                .fold(f64::INFINITY, f64::min);
            assert_eq!(found.closest.distance, least);
        }
    }
    assert_eq!(Scene::default().closest_point(DVec3::ZERO, f64::INFINITY), None);
}

#[test]
fn the_first_of_several_objects_is_hit_and_hidden_ones_are_not() {
    let at = |x: f64| DMat4::from_translation(DVec3::X * x);
    let mesh = bumpy(12, 12);
    let object = |x: f64| Object::new("bumpy", mesh.clone()).with_transform(at(x));
    let mut scene = Scene::from_iter([9.0, 3.0, 6.0, 3.0].map(object));
    let sphere = Sphere { center: DVec3::new(-3.0, 0.1, 0.1), radius: 0.5 };
    let hit = |scene: &Scene| scene.sweep(&sphere, 20.0 * DVec3::X).map(|hit| hit.object);
    assert_eq!(hit(&scene), Some(1));
    scene.object_mut(1).visible = false;
    assert_eq!(hit(&scene), Some(3));
    scene.object_mut(3).visible = false;
    assert_eq!(hit(&scene), Some(2));
}
