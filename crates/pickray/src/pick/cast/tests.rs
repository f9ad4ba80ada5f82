//! Tests of the tree over objects, and of picks with an observer: their hits must be those of testing all objects one
//! by one.

use super::*;
use crate::intersect::{Culling, Side};
use crate::math::FramebufferSize;
use crate::mesh::{Mesh, TriangleSet};
use crate::pick::explain::{Mistake, MistakeInputs, ObjectOutcome, PickTrace, pick_traced, pick_traced_mistaken};
use crate::scene::Camera;
use crate::work::{seeded, turn, vector, whole};
use fastrand::Rng;
use glam::{DMat3, DMat4, DVec3};
use std::sync::Arc;

/// Returns a mesh of triangles over a few corners of whole coordinates, so that edges are shared; some are flat, some
/// of no area, some far from their own zero.
fn mesh(random: &mut Rng) -> Arc<Mesh> {
    let flat = random.bool();
    let far = if random.u8(0..4) == 0 { 1e4 } else { 0.0 };
    let positions = (0..7).map(|_| {
        let [x, y, z] = whole(random, 2).as_vec3().to_array();
        [x + far, y, if flat { 0.0 } else { z }]
    });
    let positions: Vec<_> = positions.collect();
    let triangles = (0..random.usize(1..12)).map(|_| std::array::from_fn(|_| random.u32(0..7)));
    Arc::new(Mesh::from_triangles(positions, triangles.collect()).expect("a mesh"))
}

/// Returns a transform of any kind, at or around `place`.
fn transform(random: &mut Rng, place: DVec3) -> DMat4 {
    let turn = turn(random);
    let signs = DVec3::from_array(std::array::from_fn(|_| if random.bool() { 1.0 } else { -1.0 }));
    let shear = DMat3::from_cols(DVec3::X, DVec3::Y + 20.0 * vector(random), DVec3::Z + 20.0 * vector(random));
    let linear = match random.u8(0..13) {
        0..3 => DMat3::IDENTITY,
        3 | 4 => DMat3::from_diagonal(signs),
        5 => DMat3::from_quat(turn),
        6 => DMat3::from_quat(turn) * DMat3::from_diagonal(signs * (vector(random).abs() + 0.1)),
        7 => shear,
        8 => DMat3::from_quat(turn) * DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.0)),
        9 => DMat3::from_quat(turn) * 10f64.powi(random.i32(-30..2)),
        10 => {
            DMat3::from_quat(turn) * DMat3::from_diagonal(DVec3::new(1.0, 1.0, 10f64.powi(random.i32(-18..0)))) * shear
        }
        11 => DMat3::from_diagonal(DVec3::new(1.0, [f64::NAN, f64::INFINITY][random.usize(..2)], 1.0)),
        _ => DMat3::from_diagonal(DVec3::splat(10f64.powi(random.i32(0..3)))),
    };
    let at = if random.bool() { whole(random, 20) } else { 20.0 * vector(random) };
    DMat4::from_translation(place + at) * DMat4::from_mat3(linear)
}

fn object(random: &mut Rng, meshes: &[Arc<Mesh>], place: DVec3) -> Object {
    let mesh = meshes[random.usize(..meshes.len())].clone();
    let object = Object::new("some", mesh).with_transform(transform(random, place));
    let mask = if random.u8(..) < 40 { random.u32(..) & random.u32(..) } else { u32::MAX };
    let hidden = if random.u8(..) < 40 { (0..random.u32(1..6)).collect() } else { TriangleSet::default() };
    Object { visible: random.u8(..) > 20, mask, hidden, ..object }
}

/// Returns a scene with many equal objects, at `place`.
fn scene(random: &mut Rng, place: DVec3) -> Scene {
    let meshes: Vec<_> = (0..4).map(|_| mesh(random)).collect();
    let mut scene = Scene::new();
    for _ in 0..random.u32(8..150) {
        let object = object(random, &meshes, place);
        for _ in 0..if random.u8(0..8) == 0 { 9 } else { 1 } {
            scene.push(object.clone());
        }
    }
    scene
}

/// Returns a ray to a corner, to the middle of an edge or into a triangle of some object, with or without an end, from
/// here or from afar.
fn ray(random: &mut Rng, scene: &Scene) -> PickRay {
    let object = &scene.objects()[random.usize(..scene.objects().len())];
    let [a, b, c] = object.triangle_in_world(random.u32(..object.mesh.n_triangles() as u32)).corners();
    let aim = [a, 0.5 * (a + b), 0.25 * (a + b) + 0.5 * c, a + vector(random)][random.usize(..4)];
    let way = match random.u8(0..4) {
        0 => DVec3::AXES[random.usize(..3)],
        1 => whole(random, 3),
        _ => vector(random),
    };
    let near = aim - way * [1.0, 7.0, 64.0, 3e6][random.usize(..4)];
    if random.u8(0..3) == 0 {
        let length = f64::exp2(f64::from(random.i32(-80..80)));
        if let Some(ray) = Ray::from_direction(near, length * (aim - near)) {
            return ray.up_to(f64::INFINITY);
        }
    }
    let past_it = aim + 0.5 * (aim - near);
    let short = near + (aim - near) * [0.5, 1e-3, 1e-5, 1e-9][random.usize(..4)];
    let (far, t_max) = if random.bool() { (past_it, 1.0) } else { (short, f64::INFINITY) };
    PickRay::new(near, far, t_max)
}

type Options = RayOptions<Option<TriangleId>>;

/// Returns the query of a ray up to its end.
fn query(ray: &PickRay, options: Options) -> Query {
    Query { ray: Ray::from(*ray), options: options.range(options.range.min..=ray.t_max) }
}

fn all_one_by_one(scene: &Scene, ray: &PickRay, wanted: Options) -> Vec<Hit> {
    let in_world = Ray::from(*ray);
    let mut hits = Vec::new();
    for (index, object) in (0_u32..).zip(scene.objects()) {
        if object.mask & wanted.mask == 0 {
            continue;
        }
        let Ok(object_ray) = ObjectRay::new(object, &in_world) else { continue };
        let hits_side = |side| match wanted.culling {
            Culling::None => true,
            Culling::Back => side == Side::Front,
            Culling::Front => side == Side::Back,
        };
        let counts = |hit: &MeshHit| hit.t <= ray.t_max && hits_side(hit.side);
        let of_object = object_ray.all(object, RayOptions::default().skip(None)).into_iter().filter(counts);
        hits.extend(of_object.map(|hit| Hit::new(index, &hit)));
    }
    hits.retain(|hit| Some(hit.id()) != wanted.skip);
    hits.sort_by(|a, b| order(&RightSteps, scene, &in_world, a, b));
    hits
}

/// Objects that a pick asked, with the closest hit of each.
#[derive(Default)]
struct Asked(Vec<(u32, Option<MeshHit>)>);

impl QueryObserver for Asked {}

impl PickObserver for Asked {
    fn object_begins(&mut self, object: u32, _: &Result<ObjectRay, Unpickable>) {
        self.0.push((object, None));
    }

    fn object_ends(&mut self, hit: Option<&MeshHit>) {
        self.0.last_mut().expect("it began").1 = hit.copied();
    }
}

/// Checks that a pick that is observed hits what is `expected`, and tells of each object that it asks what it meets of
/// that object alone.
fn compare_observed(scene: &Scene, ray: &PickRay, wanted: Options, expected: Option<Hit>) {
    let mut asked = Asked::default();
    assert_eq!(closest_by(&RightSteps, scene, &query(ray, wanted), &mut asked), expected, "{ray:?}");
    let mut objects: Vec<_> = asked.0.iter().map(|(object, _)| *object).collect();
    objects.sort_unstable();
    assert!(objects.is_sorted_by(|a, b| a < b), "none is asked twice: {objects:?}");
    for (index, hit) in asked.0 {
        let alone = Scene::of(scene.objects()[index as usize].clone());
        let skip = wanted.skip.filter(|id| id.object == index).map(|id| TriangleId { object: 0, ..id });
        let of_alone = wanted.skip(skip);
        let expected = all_one_by_one(&alone, ray, of_alone).first().map(|hit| (hit.t, hit.triangle));
        assert_eq!(hit.map(|hit| (hit.t, hit.triangle)), expected, "object {index}, {ray:?}");
    }
}

/// Compares some rays and returns how many of them hit.
fn compare(random: &mut Rng, scene: &Scene, rays: usize) -> usize {
    assert!(scene.tree().is_some());
    let mut hits = 0;
    for _ in 0..rays {
        let ray = ray(random, scene);
        let culling = [Culling::None, Culling::Back, Culling::Front][random.usize(..3)];
        let mask = if random.bool() { u32::MAX } else { 1 << random.u32(0..32) };
        let options = RayOptions::from(culling).mask(mask).skip(None);
        let met = all_one_by_one(scene, &ray, options);
        let skip = if random.bool() { None } else { met.get(random.usize(..2)).map(Hit::id) };
        let wanted = options.skip(skip);
        let all_expected = all_one_by_one(scene, &ray, wanted);
        let expected = all_expected.first().copied();
        assert_eq!(closest(scene, &query(&ray, wanted)), expected, "{ray:?} {wanted:?}");
        compare_observed(scene, &ray, wanted, expected);
        assert_eq!(all(scene, &query(&ray, wanted)), all_expected, "{ray:?} {wanted:?}");
        assert_eq!(any(scene, &query(&ray, wanted)), expected.is_some(), "{ray:?} {wanted:?}");
        let later = expected.map(|hit| wanted.range(hit.t.next_up()..));
        if let Some(later) = later {
            let behind = all_expected.into_iter().find(|hit| hit.t >= later.range.min);
            assert_eq!(closest(scene, &query(&ray, later)), behind, "{ray:?} {wanted:?}");
        }
        hits += usize::from(expected.is_some());
    }
    hits
}

/// Places of scenes: here, at map coordinates, and far out on one axis.
const PLACES: [DVec3; 3] = [DVec3::ZERO, DVec3::new(1e7, -3e6, 120.0), DVec3::new(0.0, 0.0, 1e9)];

#[test]
fn the_tree_answers_as_the_loop_does() {
    let mut random = seeded();
    let mut hits = 0;
    for round in 0..60 {
        let scene = scene(&mut random, PLACES[round % 3]);
        hits += compare(&mut random, &scene, 60);
    }
    assert!(hits > 600, "{hits}");
}

#[test]
fn the_tree_follows_what_changes_in_a_scene() {
    let mut random = seeded();
    for round in 0..12 {
        let place = PLACES[round % 3];
        let mut scene = scene(&mut random, place);
        let meshes: Vec<_> = (0..2).map(|_| mesh(&mut random)).collect();
        for _ in 0..40 {
            let index = random.u32(..scene.objects().len() as u32);
            match random.u8(0..12) {
                10 => {
                    let n = scene.objects().len() as u32;
                    let moved: Vec<_> = (0..n).map(|i| (i, transform(&mut random, place))).collect();
                    scene.set_transforms(moved);
                }
                11 => {
                    let near =
                        |object: &Object, by: f64| DMat4::from_translation(DVec3::splat(by)) * object.world_from_object;
                    let some: Vec<_> = (0..).zip(scene.objects()).step_by(random.usize(1..9)).collect();
                    let moved: Vec<_> =
                        some.into_iter().map(|(i, object)| (i, near(object, 0.1 * random.f64()))).collect();
                    scene.set_transforms(moved);
                }
                0..4 => scene.object_mut(index).world_from_object = transform(&mut random, place),
                4 => scene.object_mut(index).world_from_object.w_axis *= 1.0 + 1e-3 * random.f64(),
                5 => {
                    let mut object = scene.object_mut(index);
                    object.visible = !object.visible;
                }
                6 => scene.object_mut(index).mesh = meshes[random.usize(..2)].clone(),
                7 => _ = scene.push(object(&mut random, &meshes, place)),
                8 if scene.objects().len() > 20 => _ = scene.remove(index),
                _ => scene.insert(index, object(&mut random, &meshes, place)),
            }
            compare(&mut random, &scene, 4);
        }
    }
}

#[test]
fn among_a_hundred_thousand_tiny_objects_the_tree_answers_as_the_loop_does() {
    let mut random = seeded();
    let mesh = mesh(&mut random);
    let scale = DMat4::from_scale(DVec3::splat(1e-3));
    let place = |random: &mut Rng| DMat4::from_translation(whole(random, 10) + 0.01 * vector(random)) * scale;
    let scene: Scene = (0..100_000).map(|_| Object::new("", mesh.clone()).with_transform(place(&mut random))).collect();
    compare(&mut random, &scene, 4);
}

/// Returns a view from `eye` to `target`, whose planes are anywhere.
fn view(random: &mut Rng, eye: DVec3, target: DVec3) -> View {
    let mut camera = Camera::look_at(eye, target, vector(random));
    let distance = (target - eye).length();
    camera.near = distance * [1e-3, 0.5, 1.1][random.usize(..3)];
    camera.far = if random.bool() { f64::INFINITY } else { distance * (1.2 + random.f64()) };
    View::new(camera, FramebufferSize { width: 31, height: 31 })
}

const MIDDLE: CursorPosition = CursorPosition { x: 15.5, y: 15.5 };

#[test]
fn mistakes_hit_the_same_by_the_tree_as_in_each_object_in_turn() {
    let mut random = seeded();
    let mut hits = 0;
    for round in 0..120 {
        if round >= 12 && hits > 20 {
            break;
        }
        let scene = scene(&mut random, PLACES[round % 3]);
        let PickRay { near, far, .. } = ray(&mut random, &scene);
        let view = view(&mut random, near, far);
        let (options, inputs) = (PickOptions::default(), MistakeInputs { scale_factor: 1.25, last_view: Some(view) });
        for mistake in Mistake::ALL {
            let hit = |scene: &Scene| pick_traced_mistaken(scene, &view, MIDDLE, &options, mistake, &inputs).hit;
            let alone = |(index, object): (u32, &Object)| {
                hit(&Scene::of(object.clone())).map(|hit| (hit.t, TriangleId { object: index, ..hit.id() }))
            };
            let in_turn = (0..).zip(scene.objects()).filter_map(alone);
            let in_turn: Vec<_> = in_turn.collect();
            let expected = in_turn.iter().map(|hit| hit.0).min_by(f64::total_cmp);
            let hit = hit(&scene).map(|hit| (hit.t, hit.id()));
            // Of several at one rounded t, the exact one decides.
            assert_eq!(hit.map(|hit| hit.0), expected, "{mistake:?} {view:?}");
            assert!(hit.is_none_or(|hit| in_turn.contains(&hit)), "{mistake:?} {view:?}");
            hits += usize::from(expected.is_some());
        }
    }
    assert!(hits > 20, "{hits}");
}

/// Returns how a trace tells of an object.
fn told(trace: &PickTrace, object: u32) -> Option<&ObjectOutcome> {
    trace.objects.iter().find(|traced| traced.object == object).map(|traced| &traced.outcome)
}

#[test]
fn of_a_hundred_thousand_objects_a_trace_asks_a_few_and_one_behind_them_when_told() {
    let corners = vec![[0.0, 0.0, 0.0], [0.6, 0.0, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 0.6]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let mesh = Arc::new(Mesh::from_triangles(corners, triangles).expect("a mesh"));
    let place = |i: u32| DVec3::new(f64::from(i % 50), f64::from(i / 50 % 50), f64::from(i / 2500));
    let object = |i| Object::new(format!("{i}"), mesh.clone()).with_transform(DMat4::from_translation(place(i)));
    let scene: Scene = (0..100_000).map(object).collect();
    let mut camera = Camera::look_at(DVec3::new(25.1, 25.1, 300.0), DVec3::new(25.1, 25.1, 0.0), DVec3::Y);
    (camera.near, camera.far) = (1.0, 500.0);
    let view = View::new(camera, FramebufferSize { width: 31, height: 31 });
    let options = PickOptions::default();
    let mut trace = pick_traced(&scene, &view, MIDDLE, &options);
    let hit = trace.hit.clone().expect("a hit");
    assert!((1..=12).contains(&trace.objects.len()), "{} asked", trace.objects.len());
    assert_eq!(trace.objects.len() + trace.objects_left_out as usize, 100_000);
    assert!(matches!(told(&trace, hit.object), Some(ObjectOutcome::Tested(cast)) if cast.hit.is_some()));

    let sight = Sight::new(&view, MIDDLE, &options).expect("a line of sight");
    let last = *all(&scene, &Query::seen(&sight.ray, &options)).last().expect("hits behind");
    assert_eq!((last.object / 2500, told(&trace, last.object)), (0, None));
    let (left_out, counts) = (trace.objects_left_out, trace.counts);
    (0..2).for_each(|_| trace.ask(&scene, last.object));
    let Some(ObjectOutcome::Tested(cast)) = told(&trace, last.object) else { panic!("untested") };
    assert!(cast.hit.is_some_and(|hit| hit.t <= last.t));
    assert_eq!(trace.cast_of(Some(last.object)), Some(&**cast));
    assert_eq!((trace.objects_left_out, trace.counts), (left_out - 1, counts));

    let missed = pick_traced(&scene, &view, CursorPosition { x: 0.5, y: 0.5 }, &options);
    assert_eq!((missed.hit, missed.objects.len(), missed.objects_left_out), (None, 0, 100_000));
}

#[test]
fn several_threads_may_ask_for_the_tree_at_once() {
    let mut random = seeded();
    let scene = scene(&mut random, DVec3::ZERO);
    let rays: Vec<_> = (0..40).map(|_| ray(&mut random, &scene)).collect();
    let hits = || rays.iter().map(|ray| closest(&scene, &Query::seen(ray, ..))).collect::<Vec<_>>();
    let first = |ray: &PickRay| all_one_by_one(&scene, ray, RayOptions::default().skip(None)).first().copied();
    let expected: Vec<_> = rays.iter().map(first).collect();
    std::thread::scope(|threads| {
        let asked: Vec<_> = (0..4).map(|_| threads.spawn(hits)).collect();
        for hits in asked {
            assert_eq!(hits.join().expect("it does not panic"), expected);
        }
    });
}
