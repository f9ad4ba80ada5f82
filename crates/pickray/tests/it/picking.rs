//! Picks through the public face, against brute force and against what users saw go wrong elsewhere.

use crate::random_views::{cursor, view};
use crate::shapes::mesh;
use crate::*;
use pickray::accel::QueryCounts;
use pickray::geometry::Feature;
use pickray::intersect::{RayTriangleOutcome, Rejection, moller_trumbore, ray_triangle, woop};
use pickray::math::PixelSample;
use pickray::pick::explain::{Miss, ObjectOutcome, PickTrace, pick_traced};
use pickray::pick::{
    HitDetails, NoRay, ObjectRay, Sight, Unpickable, describe, describe_along, pick, pick_all, pick_observed,
};
use pickray::study::{SavedPick, Situation};

const ROUNDS: usize = 3000;

/// A handful of random triangles; small integer coordinates make shared edges and vertices common.
fn random_mesh(random: &mut Rng) -> Arc<Mesh> {
    let positions: Vec<_> = (0..12).map(|_| std::array::from_fn(|_| random.i32(-3..=3) as f32)).collect();
    let triangles: Vec<_> = (0..20).map(|_| std::array::from_fn(|_| random.u32(0..12))).collect();
    mesh(&positions, &triangles)
}

fn random_transform(random: &mut Rng) -> DMat4 {
    let turn = turn(random);
    let signs = DVec3::from_array(std::array::from_fn(|_| if random.bool() { 1.0 } else { -1.0 }));
    let scale = signs * (DVec3::splat(0.2) + vector(random).abs());
    match random.u8(0..3) {
        0 => DMat4::IDENTITY,
        1 => DMat4::from_scale(signs),
        _ => DMat4::from_scale_rotation_translation(scale, turn, 3.0 * vector(random)),
    }
}

fn random_scene(random: &mut Rng) -> Scene {
    // A scene of four has a tree over its objects.
    let objects = (0..random.usize(1..8)).map(|_| {
        let object = Object::new("some", random_mesh(random)).with_transform(random_transform(random));
        Object { visible: random.u8(..) > 20, ..object }
    });
    objects.collect()
}

fn random_view(random: &mut Rng) -> View {
    let mut camera = Camera::look_at(8.0 * vector(random), vector(random), vector(random));
    (camera.near, camera.far) = (0.1 + 3.0 * random.f64(), 4.0 + 20.0 * random.f64());
    match random.u8(0..3) {
        0 => camera.projection = Projection::Orthographic { height: 1.0 + 8.0 * random.f64() },
        1 => camera.far = f64::INFINITY,
        _ => {}
    }
    camera.reversed_z = random.bool();
    view(random, camera)
}

/// Every visible hit as `(t, object, triangle)`, each triangle tested on its own.
fn brute_force(scene: &Scene, sight: &Sight, culling: Culling) -> Vec<(f64, u32, u32)> {
    let mut hits = Vec::new();
    for (index, object) in scene.objects().iter().enumerate() {
        let Ok(ObjectRay { ray, mirrored, .. }) = ObjectRay::new(object, &sight.ray.into()) else { continue };
        for triangle in 0..object.mesh.n_triangles() as u32 {
            let Some(hit) = ray_triangle(&ray, &object.mesh.triangle(triangle), Culling::None) else { continue };
            let front = (hit.side == Side::Front) != mirrored;
            let is_hit = culling == Culling::None || front == (culling == Culling::Back);
            if hit.t <= sight.ray.t_max && is_hit {
                hits.push((hit.t, index as u32, triangle));
            }
        }
    }
    hits.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    hits
}

/// All that is known of what is picked.
fn pick_described(scene: &Scene, view: &View, cursor: CursorPosition) -> Option<HitDetails> {
    let hit = pick(scene, view, cursor, &PickOptions::default())?;
    Some(describe(scene, view, cursor, &PickOptions::default(), &hit).expect("a hit of this scene"))
}

#[test]
fn every_pick_is_that_of_brute_force_and_of_its_own_trace() {
    let mut random = seeded();
    let mut found = 0;
    for _ in 0..ROUNDS {
        let (scene, view) = (random_scene(&mut random), random_view(&mut random));
        let cursor = cursor(&mut random, &view);
        let options = PickOptions {
            culling: [Culling::None, Culling::Back, Culling::Front][random.usize(..3)],
            sample: if random.bool() { PixelSample::Center } else { PixelSample::Corner },
            ..PickOptions::default()
        };
        let sight = Sight::new(&view, cursor, &options).expect("a line of sight");
        let expected = brute_force(&scene, &sight, options.culling);
        let all = pick_all(&scene, &view, cursor, &options);
        assert_eq!(all.iter().map(|hit| (hit.t, hit.object, hit.triangle)).collect::<Vec<_>>(), expected);
        let hit = pick(&scene, &view, cursor, &options);
        assert_eq!(hit.as_ref(), all.first());
        let (ray, in_sight) = (sight.ray.into(), RayOptions::from(&options).range(..=sight.ray.t_max));
        assert_eq!(scene.closest_hit(&ray, in_sight), hit);
        assert_eq!(scene.all_hits(&ray, in_sight), all);
        assert_eq!(scene.count_hits(&ray, in_sight) as usize, all.len());
        assert_eq!(scene.any_hit(&ray, in_sight), hit.is_some());
        let trace = pick_traced(&scene, &view, cursor, &options);
        let described = hit.and_then(|hit| describe(&scene, &view, cursor, &options, &hit));
        assert_eq!(trace.hit, described);
        assert_eq!(described.is_some(), hit.is_some());
        assert_eq!(trace.miss.is_some(), hit.is_none());
        found += usize::from(hit.is_some());
    }
    assert!(found > ROUNDS / 10, "only {found} hits: the test aims badly");
}

#[test]
fn a_hit_is_the_same_point_seen_from_every_side_of_the_chain() {
    let mut random = seeded();
    for _ in 0..ROUNDS {
        let (scene, view) = (random_scene(&mut random), random_view(&mut random));
        let cursor = cursor(&mut random, &view);
        let sight = Sight::new(&view, cursor, &PickOptions::default()).expect("a line of sight");
        for hit in pick_all(&scene, &view, cursor, &PickOptions::default()) {
            let along_ray = describe_along(&scene, &sight.ray.into(), &hit).expect("a hit of this scene");
            let hit = describe(&scene, &view, cursor, &PickOptions::default(), &hit).expect("a hit of this scene");
            let mut without_view = hit.clone();
            (without_view.distance, without_view.window) = (hit.distance_from_near, None);
            assert_eq!(along_ray, without_view);
            let window = hit.window.expect("it has a view");
            let object = &scene.objects()[hit.object as usize];
            let along = sight.ray.near + hit.t * (sight.ray.far - sight.ray.near);
            assert!((along - hit.point_world).length() < 1e-9, "t means the same in the world");
            let placed = object.world_from_object.transform_point3(hit.point_object);
            assert!((placed - hit.point_world).length() < 1e-12);
            assert!((window.truncate() - sight.window).length() < 1e-6, "seen where it was picked");
            assert!((-1e-9..=1.0 + 1e-9).contains(&window.z), "between near and far plane");
            let [a, b, c] = hit.corners_world;
            assert!((hit.w * a + hit.u * b + hit.v * c - hit.point_world).length() < 1e-12);
            assert!(hit.normal_world.dot(b - a).abs() < 1e-12 && hit.normal_world.dot(c - a).abs() < 1e-12);
            let seen =
                if (sight.ray.far - sight.ray.near).dot(hit.normal_world) < 0.0 { Side::Front } else { Side::Back };
            assert!(hit.side == seen || (hit.angle - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
            assert!((hit.distance_from_near - (hit.point_world - sight.ray.near).length()).abs() < 1e-9);
        }
    }
}

#[test]
fn a_trace_holds_what_the_pick_computed_and_survives_json() {
    let mut random = seeded();
    for round in 0..300 {
        let (scene, view) = (random_scene(&mut random), random_view(&mut random));
        let cursor = cursor(&mut random, &view);
        let trace = pick_traced(&scene, &view, cursor, &PickOptions::default());
        let sight = Sight::new(&view, cursor, &PickOptions::default()).expect("a line of sight");

        let ray = trace.ray.expect("a ray");
        assert_eq!((ray.near.world, ray.far.world), (sight.ray.near, sight.ray.far));
        for point in [ray.near, ray.far] {
            assert_eq!(point.clip, point.ndc.extend(1.0));
            assert_eq!(trace.eye_from_clip.expect("an inverse") * point.clip, point.eye_homogeneous);
            assert_eq!(trace.world_from_eye.transform_point3(point.eye), point.world);
            if ray.t_max.is_some() {
                // The point is unprojected in more digits than the matrix, whose rounding w feels where its terms
                // cancel.
                let matrix = trace.eye_from_clip.expect("an inverse");
                let terms = (0..4).fold(DVec4::ZERO, |sum, k| sum + matrix.col(k).abs() * point.clip[k].abs());
                let w = point.eye_homogeneous.w;
                let rounding = (terms.truncate().length() + point.eye.length() * terms.w) / w.abs();
                let divided = point.eye_homogeneous.truncate() / w;
                assert!((divided - point.eye).length() <= 16.0 * f64::EPSILON * rounding);
            }
        }

        let mut counts = QueryCounts::default();
        pick_observed(&scene, &view, cursor, &PickOptions::default(), &mut counts);
        assert_eq!(trace.counts, counts);
        for object in &trace.objects {
            let ObjectOutcome::Tested(cast) = &object.outcome else {
                assert_eq!(object.outcome, ObjectOutcome::Unpickable(Unpickable::Hidden));
                continue;
            };
            let mesh = &scene.objects()[object.object as usize].mesh;
            assert_eq!(cast.boxes.len() as u64, cast.counts.boxes);
            for test in &cast.triangles {
                let triangle = mesh.triangle(test.triangle);
                let outcome = ray_triangle(&cast.ray, &triangle, Culling::None);
                match test.report.outcome {
                    RayTriangleOutcome::Hit(hit) => assert_eq!(outcome, Some(hit)),
                    RayTriangleOutcome::Miss(_) => assert_eq!(outcome, None),
                }
                assert_eq!(test.moller_trumbore, moller_trumbore(&cast.ray, &triangle, Culling::None));
                assert_eq!(test.woop, woop(&cast.ray, &triangle, Culling::None));
            }
        }

        let text = serde_json::to_string(&trace).expect("JSON");
        assert_eq!(serde_json::from_str::<PickTrace>(&text).expect("a trace"), trace, "round {round}");
    }
}

fn unit_triangle() -> Object {
    Object::new("triangle", mesh(&[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]], &[[0, 1, 2]]))
}

fn front_view() -> View {
    let mut camera = Camera::look_at(DVec3::new(0.25, 0.25, 5.0), DVec3::new(0.25, 0.25, 0.0), DVec3::Y);
    (camera.near, camera.far) = (1.0, 10.0);
    View::new(camera, FramebufferSize { width: 101, height: 101 })
}

const MIDDLE: CursorPosition = CursorPosition { x: 50.5, y: 50.5 };

fn pick_middle(scene: &Scene, view: &View) -> PickTrace {
    pick_traced(scene, view, MIDDLE, &PickOptions::default())
}

#[test]
fn what_the_planes_cut_off_cannot_be_picked_and_the_trace_says_so() {
    let scene = Scene::of(unit_triangle());
    let id = TriangleId { object: 0, triangle: 0 };
    for orthographic in [false, true] {
        let mut view = front_view();
        if orthographic {
            view.camera.projection = Projection::Orthographic { height: 4.0 };
        }
        assert!(pick_middle(&scene, &view).hit.is_some());
        view.camera.far = 4.5;
        assert_eq!(pick_middle(&scene, &view).miss, Some(Miss::BeyondFar(id)));
        (view.camera.near, view.camera.far) = (5.5, 10.0);
        assert_eq!(pick_middle(&scene, &view).miss, Some(Miss::BeforeNear(id)));
        // Behind the eye of a perspective there is nothing to see.
        view.camera =
            Camera { near: 1.0, ..Camera::look_at(DVec3::new(0.25, 0.25, -5.0), DVec3::NEG_Z * 9.0, DVec3::Y) };
        assert_eq!(pick_middle(&scene, &view).miss, Some(Miss::Beside));
    }
}

#[test]
fn an_infinite_far_plane_sees_however_far_it_is() {
    let mut view = front_view();
    view.camera.far = f64::INFINITY;
    for distance in [0.0, 1e3, 1e9, 1e15] {
        let placed =
            DMat4::from_translation(DVec3::new(0.0, 0.0, -distance)) * DMat4::from_scale(DVec3::splat(1.0 + distance));
        let centred = placed * DMat4::from_translation(DVec3::new(-0.25, -0.25, 0.0));
        for reversed_z in [false, true] {
            view.camera.reversed_z = reversed_z;
            let scene = Scene::of(unit_triangle().with_transform(centred));
            let hit = pick_described(&scene, &view, MIDDLE).expect("a hit");
            assert!((hit.distance / (5.0 + distance) - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn a_mirrored_triangle_is_culled_by_the_side_that_is_seen_and_the_trace_says_so() {
    let back = PickOptions { culling: Culling::Back, ..PickOptions::default() };
    let mirror = DMat4::from_translation(DVec3::new(0.5, 0.0, 0.0)) * DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0));
    let scene = Scene::of(unit_triangle().with_transform(mirror));
    let hit = pick(&scene, &front_view(), MIDDLE, &PickOptions::default()).expect("a hit");
    let culled = pick_traced(&scene, &front_view(), MIDDLE, &back);
    assert_eq!((hit.side, culled.miss), (Side::Back, Some(Miss::Culled(hit.id()))));
    let ObjectOutcome::Tested(cast) = &culled.objects[0].outcome else { panic!("untested") };
    assert_eq!(cast.triangles[0].report.outcome, RayTriangleOutcome::Miss(Rejection::Culled));
}

#[test]
fn a_flattened_or_hidden_object_is_passed_over_and_the_trace_says_so() {
    let view = front_view();
    let flat = Scene::of(unit_triangle().with_transform(DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0))));
    let trace = pick_middle(&flat, &view);
    assert_eq!(trace.objects[0].outcome, ObjectOutcome::Unpickable(Unpickable::SingularTransform));
    assert_eq!((trace.hit, trace.miss), (None, Some(Miss::NothingToHit)));
    let mut scene = Scene::of(Object { visible: false, ..unit_triangle() });
    scene.push(unit_triangle().with_transform(DMat4::from_translation(DVec3::splat(50.0))));
    let trace = pick_middle(&scene, &view);
    assert_eq!(trace.objects[0].outcome, ObjectOutcome::Unpickable(Unpickable::Hidden));
    assert_eq!(trace.miss, Some(Miss::Hidden(TriangleId { object: 0, triangle: 0 })));
    assert_eq!(pick_middle(&Scene::default(), &view).miss, Some(Miss::NothingToHit));
}

#[test]
fn a_hit_of_another_scene_is_not_described() {
    let (scene, view, options) = (Scene::of(unit_triangle()), front_view(), PickOptions::default());
    let hit = pick(&scene, &view, MIDDLE, &options).expect("a hit");
    let ray = Sight::new(&view, MIDDLE, &options).expect("a line of sight").ray;
    for other in [Hit { object: 1, ..hit }, Hit { triangle: 1, ..hit }] {
        assert_eq!(describe(&scene, &view, MIDDLE, &options, &other), None);
        assert_eq!(describe_along(&scene, &ray.into(), &other), None);
    }
    assert_eq!(describe(&scene, &view, CursorPosition::new(-1.0, 0.0), &options, &hit), None);
}

#[test]
fn both_faces_are_named_where_the_point_is_shared() {
    // Four triangles around the origin, one of them turned the other way.
    let fan = mesh(
        &[[0., 0., 0.], [1., 0., 0.], [0., 1., 0.], [-1., 0., 0.], [0., -1., 0.]],
        &[[0, 1, 2], [0, 2, 3], [0, 4, 3], [0, 4, 1]],
    );
    let scene = Scene::of(Object::new("fan", fan));
    let mut view = front_view();
    for (at, on, shared) in [
        (DVec3::ZERO, Feature::Vertex(0), vec![1, 2, 3]),
        (DVec3::new(0.0, 0.5, 0.0), Feature::Edge(2), vec![1]),
        (DVec3::new(0.5, 0.5, 0.0), Feature::Edge(1), vec![]),
        (DVec3::new(0.25, 0.25, 0.0), Feature::Face, vec![]),
    ] {
        view.camera = Camera { projection: Projection::Orthographic { height: 1.0 }, ..view.camera };
        (view.camera.eye, view.camera.target) = (at + 5.0 * DVec3::Z, at);
        let hit = pick_described(&scene, &view, MIDDLE).expect("a hit");
        assert_eq!((hit.triangle, hit.on, hit.shared_with), (0, on, shared), "at {at}");
    }
}

#[test]
fn every_equal_triangle_is_named_where_the_edge_is_picked() {
    let corners = [[-1., 0., 0.], [1., 0., 0.], [0., 1., 0.], [0., -1., 0.]];
    let mut triangles: Vec<[u32; 3]> = (0..100).map(|i| [[0, 1, 2], [2, 1, 0]][i % 2]).collect();
    triangles.push([1, 0, 3]);
    let scene = Scene::of(Object::new("stack", mesh(&corners, &triangles)));
    let mut view = front_view();
    view.camera = Camera { projection: Projection::Orthographic { height: 1.0 }, ..view.camera };
    (view.camera.eye, view.camera.target) = (5.0 * DVec3::Z, DVec3::ZERO);
    let hit = pick_described(&scene, &view, MIDDLE).expect("a hit");
    assert_eq!((hit.triangle, hit.on, hit.shared_with), (0, Feature::Edge(0), (1..=100).collect()));
    let options = PickOptions::default();
    let all = pick_all(&scene, &view, MIDDLE, &options);
    assert!(all.iter().map(|hit| hit.triangle).eq(0..=100));
    let described = |hit: &Hit| describe(&scene, &view, MIDDLE, &options, hit).expect("a hit of this scene");
    assert!(all.iter().all(|hit| described(hit).shared_with.len() == 100));
}

#[test]
fn there_is_no_ray_outside_the_viewport_nor_without_one() {
    let scene = Scene::of(unit_triangle());
    let mut view = front_view();
    for (x, y) in [(-0.5, 50.0), (101.0, 50.0), (50.0, -0.1), (50.0, 101.0), (f64::NAN, 5.0), (f64::INFINITY, 5.0)] {
        let trace = pick_traced(&scene, &view, CursorPosition { x, y }, &PickOptions::default());
        assert_eq!((trace.ray, trace.miss), (Err(NoRay::OutsideViewport), Some(Miss::NoRay(NoRay::OutsideViewport))));
    }
    for (x, y) in [(0.0, 0.0), (100.9, 100.9)] {
        assert!(pick_traced(&scene, &view, CursorPosition { x, y }, &PickOptions::default()).ray.is_ok());
    }
    view.viewport.width = 0;
    assert_eq!(pick_middle(&scene, &view).ray, Err(NoRay::EmptyViewport));
    let (camera, projection) = (front_view().camera, Projection::Orthographic { height: 2.0 });
    for camera in [Camera { near: camera.far, ..camera }, Camera { projection, far: f64::INFINITY, ..camera }] {
        assert_eq!(pick_middle(&scene, &front_view().with_camera(camera)).ray, Err(NoRay::Singular));
    }
}

#[test]
fn a_saved_pick_runs_again_and_tells_what_differs() {
    let mut random = seeded();
    for _ in 0..200 {
        let (scene, view) = (random_scene(&mut random), random_view(&mut random));
        let cursor = cursor(&mut random, &view);
        let trace = pick_traced(&scene, &view, cursor, &PickOptions::default());
        let names = (0..scene.objects().len()).map(|i| format!("{i}.obj"));
        let situation = Situation::new(&scene, names, &view, cursor, &PickOptions::default());
        let saved = SavedPick::new(situation, &trace);
        let text = serde_json::to_string(&saved).expect("JSON");
        let mut saved: SavedPick = serde_json::from_str(&text).expect("a saved pick");
        let meshes: Vec<_> = scene.objects().iter().map(|object| object.mesh.clone()).collect();
        assert_eq!(saved.replay(&meshes), Ok((trace, vec![])));

        saved.situation.cursor.x += 1e6;
        let (_, differences) = saved.replay(&meshes).expect("a replay");
        assert_eq!(differences[0].step, "window coordinates");
        saved.situation.objects[0].checksum = "0".repeat(16);
        assert!(saved.replay(&meshes).is_err());
        assert!(saved.replay(&[]).is_err());
        saved.version += 1;
        assert!(saved.replay(&meshes).is_err());
    }
}
