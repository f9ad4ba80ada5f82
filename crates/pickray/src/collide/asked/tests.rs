//! Scenes of many objects answer by their tree as they do when each object is asked in turn, bit for bit.

use crate::accel::PairFinder;
use crate::collide::{ContactMesh, SceneClosest, SceneContact, contact_candidates, first_contact, slide};
use crate::geometry::Sphere;
use crate::mesh::Mesh;
use crate::mesh::samples::Sample;
use crate::scene::{Object, Scene};
use crate::work::{seeded, turn, vector};
use fastrand::Rng;
use glam::{DMat3, DMat4, DVec3};
use std::sync::Arc;

fn meshes() -> Vec<Arc<Mesh>> {
    let triangle = vec![[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]];
    let far = triangle.iter().map(|corner: &[f32; 3]| corner.map(|x| x + 65536.0)).collect();
    let of = |positions| Mesh::from_triangles(positions, vec![[0, 1, 2]]).expect("a mesh");
    let cube = Sample::Cube.mesh().expect("nobody cancels");
    [cube, sphere(), of(triangle), of(far)].map(Arc::new).into()
}

/// A sphere of 60 triangles, and none at its poles.
fn sphere() -> Mesh {
    let corner = |i: u32| {
        let (turn, height) = (0.628_f32 * (i % 10) as f32, 1.2 - 0.8 * (i / 10) as f32);
        [height.cos() * turn.cos(), height.cos() * turn.sin(), height.sin()]
    };
    let beside = |i: u32| i / 10 * 10 + (i + 1) % 10;
    let triangles = (0..30).flat_map(|i| [[i, beside(i), i + 10], [beside(i), beside(i) + 10, i + 10]]);
    Mesh::from_triangles((0..40).map(corner).collect(), triangles.collect()).expect("a mesh")
}

/// A transform of one of many kinds, about `place`, within a cube of half a side of `side`.
fn transform(rng: &mut Rng, place: DVec3, side: f64, before: &[Object]) -> DMat4 {
    let (turn, center) = (turn(rng), place + side * vector(rng));
    let scaled = |scale: DVec3| DMat4::from_scale_rotation_translation(scale, turn, center);
    match rng.u32(0..32) {
        0 => scaled(DVec3::new(1.0, 1.0, 0.0)),
        1 => scaled(DVec3::ZERO),
        2 => scaled(DVec3::new(1.0, 1e-12, 1.0)),
        3 => scaled(DVec3::new(3.0, 1e-5, 0.2)),
        4 => scaled(DVec3::splat(0.3 * side)),
        5 => before.get(rng.usize(0..before.len().max(1))).map_or(DMat4::IDENTITY, |object| object.world_from_object),
        6 => scaled(DVec3::NAN),
        7..12 => scaled(DVec3::new(-1.0, 1.0, 0.5)),
        12..16 => scaled(DVec3::ONE) * DMat4::from_mat3(DMat3::from_cols(DVec3::X, DVec3::ONE, vector(rng))),
        // Cubes side by side, turned by none: these share corners, edges and faces, at equal distances.
        16..28 => DMat4::from_translation((center / 2.0).round() * 2.0),
        _ => scaled(DVec3::ONE),
    }
}

fn objects(rng: &mut Rng, meshes: &[Arc<Mesh>], count: usize, place: DVec3, side: f64) -> Vec<Object> {
    let mut objects: Vec<Object> = Vec::new();
    for _ in 0..count {
        let world_from_object = transform(rng, place, side, &objects);
        let mesh = meshes[[0, 0, 0, 1, 2, 3][rng.usize(0..6)]].clone();
        let is_visible = rng.u32(0..20) > 0;
        let back = if Arc::ptr_eq(&mesh, &meshes[3]) { DVec3::splat(-65536.0) } else { DVec3::ZERO };
        let placed = Object::new("", mesh).with_transform(world_from_object * DMat4::from_translation(back));
        objects.push(Object { visible: is_visible, ..placed });
    }
    objects
}

/// The answers of each object alone, the best of which is the scene's.
fn closest_alone(each: &[Scene], point: DVec3) -> Option<SceneClosest> {
    let alone = (0..).zip(each).filter_map(|(index, alone)| {
        Some(SceneClosest { object: index, ..alone.closest_point(point, f64::INFINITY)? })
    });
    alone.reduce(|best, other| if other.closest.distance < best.closest.distance { other } else { best })
}

fn swept_alone(objects: &[Object], sphere: &Sphere, displacement: DVec3) -> Option<SceneContact> {
    let alone = (0..).zip(objects).filter(|(_, object)| object.visible);
    let alone =
        alone.filter_map(|(index, object)| Some(SceneContact { object: index, ..object.sweep(sphere, displacement)? }));
    alone.reduce(|best, other| if other.contact.t < best.contact.t { other } else { best })
}

/// Asks the scene, and its objects in turn, the same questions; returns how many contacts there were.
fn check(rng: &mut Rng, scene: &Scene, place: DVec3, side: f64, rounds: usize) -> usize {
    let (objects, in_turn) = (scene.objects(), Scene::without_tree(scene.objects().to_vec()));
    let each: Vec<Scene> = objects.iter().cloned().map(Scene::of).collect();
    let mut contacts = 0;
    for round in 0..rounds {
        let object = &objects[rng.usize(0..objects.len())];
        let corner = object.triangle_in_world(rng.u32(0..object.mesh.n_triangles() as u32)).b;
        let on_grid = ((place + side * vector(rng)) / 2.0).floor() * 2.0;
        let center = match rng.u32(0..8) {
            0 if corner.is_finite() => corner,
            1 => on_grid + DVec3::new(1.0, 1.0, 1.0),
            2 => on_grid + DVec3::new(0.0, 0.5, 1.0),
            3 => place + 10.0 * side * vector(rng),
            4 => place + 1e9 * side * vector(rng),
            5 => 1e300 * vector(rng),
            _ => place + side * vector(rng),
        };
        let found = scene.closest_point(center, f64::INFINITY);
        assert_eq!(found, in_turn.closest_point(center, f64::INFINITY), "near {center}");
        assert_eq!(found, closest_alone(&each, center), "near {center}");

        let radius = [0.0, 0.01, 0.25, 0.25, 0.5, 0.5, 1.0, 1.0, 3.0, 0.3 * side][rng.usize(0..10)];
        let to = place + side * vector(rng);
        let displacement = match rng.u32(0..6) {
            0 => DVec3::ZERO,
            1 => vector(rng),
            2 => DVec3::NEG_Z * 8.0,
            3 => 1.5 * (to - center),
            _ => to - center,
        };
        let sphere = Sphere { center, radius };
        let found = scene.sweep(&sphere, displacement);
        let told = format!("{sphere:?} by {displacement}");
        assert_eq!(found, in_turn.sweep(&sphere, displacement), "{told}");
        assert_eq!(found, swept_alone(objects, &sphere, displacement), "{told}");
        contacts += usize::from(found.is_some());
        // A slide asks all objects of the scene in turn up to some hundred times.
        if round % 6 == 0 {
            assert_eq!(slide(scene, &sphere, displacement), slide(&in_turn, &sphere, displacement), "{told}");
        }
    }
    contacts
}

/// Asserts that all objects that a mesh meets are among the candidates, which are few; returns how many it meets.
fn check_contact(rng: &mut Rng, scene: &Scene, place: DVec3, side: f64, ready: &[(Arc<Mesh>, ContactMesh)]) -> usize {
    let meshes: Vec<_> = ready.iter().map(|(mesh, _)| mesh.clone()).collect();
    let mesh = objects(rng, &meshes, 1, place, side).remove(0);
    let of = |mesh: &Arc<Mesh>| &ready.iter().find(|(other, _)| Arc::ptr_eq(mesh, other)).expect("one of these").1;
    let mesh = (of(&mesh.mesh), &mesh.world_from_object);
    let candidates = contact_candidates(scene, mesh);
    assert!(candidates.is_sorted_by(|a, b| a < b));
    let mut finder = PairFinder::new();
    let mut meets = |index: u32| {
        let object = &scene.objects()[index as usize];
        let other = (of(&object.mesh), &object.world_from_object);
        object.visible && first_contact(&mut finder, mesh, other).is_some_and(|(pair, _)| pair.is_some())
    };
    let met: Vec<u32> = (0..scene.objects().len() as u32).filter(|&index| meets(index)).collect();
    let among: Vec<u32> = candidates.iter().copied().filter(|&index| meets(index)).collect();
    assert_eq!(met, among, "{}", mesh.1);
    met.len()
}

#[test]
fn scenes_of_ten_thousand_objects_answer_as_each_object_in_turn_also_after_they_moved() {
    let mut rng = seeded();
    let meshes = meshes();
    let ready: Vec<_> = meshes.iter().map(|mesh| (mesh.clone(), ContactMesh::new(mesh.clone()))).collect();
    let (mut contacts, mut met) = (0, 0);
    for (count, rounds, place, side) in [
        (10_000, 3, DVec3::ZERO, 40.0),
        (3000, 3, DVec3::new(1e6, -3e6, 2e5), 30.0),
        (2000, 6, DVec3::new(-1e9, 0.0, 5.0), 1e4),
        (1000, 12, DVec3::splat(3.0), 8.0),
    ] {
        let mut scene = Scene::from(objects(&mut rng, &meshes, count, place, side));
        let mut ask = |rng: &mut Rng, scene: &Scene| {
            contacts += check(rng, scene, place, side, rounds);
            met += (0..3).map(|_| check_contact(rng, scene, place, side, &ready)).sum::<usize>();
        };
        ask(&mut rng, &scene);
        for share in [100, 1] {
            let moved: Vec<u32> = (0..count as u32).filter(|_| rng.u32(0..share) == 0).collect();
            let moved: Vec<_> =
                moved.into_iter().map(|index| (index, transform(&mut rng, place, 0.9 * side, &[]))).collect();
            scene.set_transforms(moved);
            ask(&mut rng, &scene);
        }
        for index in 0..40 {
            let mut object = scene.object_mut(index);
            object.visible = !object.visible;
            object.world_from_object = transform(&mut rng, place, 0.9 * side, &[]);
        }
        for object in objects(&mut rng, &meshes, 20, place, 0.9 * side) {
            scene.push(object);
        }
        ask(&mut rng, &scene);
    }
    assert!(contacts > 50 && met > 50, "{contacts} contacts, {met} met");
}

#[test]
fn scenes_of_any_few_objects_answer_as_each_object_in_turn() {
    let mut rng = seeded();
    let meshes = meshes();
    for round in 0..150 {
        let place = [0.0, 1e6][round % 2] * vector(&mut rng);
        let scene = Scene::from(objects(&mut rng, &meshes, 1 + round % 40, place, 3.0));
        check(&mut rng, &scene, place, 3.0, 20);
    }
}
