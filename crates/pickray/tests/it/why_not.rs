//! Why a triangle is not the hit, against all hits of the ray and a picture made another way.

use crate::flat_picture::{FlatPicture, from_line};
use crate::random_views::{cursor, view};
use crate::shapes::{mesh, torus};
use crate::*;
use pickray::pick::explain::{OutlinePart, WhyNot, WhyNotReason, why_not};
use pickray::pick::{NoRay, Sight, Unpickable, nearest_in_pixels, nearest_in_pixels_with, pick, pick_all};
use pickray::work::Cancelled;

const CURSORS: usize = 100;
const ROUNDS: usize = 2000;
const CULLINGS: [Culling; 3] = [Culling::None, Culling::Back, Culling::Front];

/// A cube, and a ring through it under a transform that mirrors, scales and turns.
fn cube_and_ring() -> Scene {
    let cube = Sample::Cube.mesh().expect("a cube");
    let turn = DQuat::from_rotation_x(0.7);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(-2.0, 1.5, 1.0), turn, DVec3::new(0.3, 0.2, 0.1));
    let (positions, triangles) = torus(12, 8);
    let ring = Mesh::new(&positions, &triangles).expect("a ring");
    let ring = Object::from(ring).with_transform(placed);
    Scene::from(vec![Object::new("cube", cube.into()), ring])
}

fn triangles(scene: &Scene) -> impl Iterator<Item = TriangleId> + '_ {
    let of = |(object, placed): (u32, &Object)| {
        (0..placed.mesh.n_triangles() as u32).map(move |triangle| TriangleId { object, triangle })
    };
    (0_u32..).zip(scene.objects()).flat_map(of)
}

fn corners(scene: &Scene, id: TriangleId) -> [DVec3; 3] {
    scene.objects()[id.object as usize].triangle_in_world(id.triangle).corners()
}

fn projections(height: f64) -> [Projection; 2] {
    [Projection::Perspective { fov_y: 0.9 }, Projection::Orthographic { height }]
}

fn ask(scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions, id: TriangleId) -> WhyNot {
    let why = why_not(scene, view, cursor, options, id).expect("the triangle is there");
    let text = serde_json::to_string(&why).expect("JSON");
    assert_eq!(serde_json::from_str::<WhyNot>(&text).expect("the same"), why);
    why
}

#[test]
fn the_first_of_all_hits_is_the_hit_the_others_are_behind_it_and_the_rest_are_no_hits() {
    let mut random = seeded();
    let scene = cube_and_ring();
    let ids: Vec<_> = triangles(&scene).collect();
    let mut found = [0; 3];
    for projection in projections(5.0) {
        let mut camera = Camera::look_at(DVec3::new(2.0, 3.0, 4.0), DVec3::ZERO, DVec3::Y);
        (camera.near, camera.far, camera.projection) = (4.0, 7.0, projection);
        let view = View::new(camera, FramebufferSize { width: 120, height: 90 });
        for culling in CULLINGS {
            let options = PickOptions { culling, ..PickOptions::default() };
            for _ in 0..CURSORS {
                let cursor = cursor(&mut random, &view);
                let hits = pick_all(&scene, &view, cursor, &options);
                let ray = Sight::new(&view, cursor, &options).expect("a line of sight").ray;
                let length = (ray.far - ray.near).length();
                for &id in &ids {
                    let place = hits.iter().position(|hit| hit.id() == id);
                    let reason = ask(&scene, &view, cursor, &options, id).reason;
                    match (place, reason) {
                        (Some(0), WhyNotReason::Hit) => found[0] += 1,
                        (Some(place @ 1..), WhyNotReason::Nearer { triangle, distance }) => {
                            let between = (hits[place].t - hits[0].t) * length;
                            assert_eq!(triangle, hits[0].id());
                            let rounding = 8.0 * f64::EPSILON * hits[place].t * length;
                            assert!((distance - between).abs() <= rounding, "{distance} is not {between}");
                            assert_eq!(distance == 0.0, hits[place].t == hits[0].t);
                            found[1] += 1;
                        }
                        (None, WhyNotReason::Hit | WhyNotReason::Nearer { .. }) => {
                            panic!("{id:?} is no hit: {reason:?}")
                        }
                        (None, _) => found[2] += 1,
                        wrong => panic!("{id:?} at {cursor:?}: {wrong:?}"),
                    }
                }
            }
        }
    }
    assert!(found.iter().all(|&n| n > CURSORS / 2), "{found:?}: the test aims badly");
}

/// A triangle and a view of it; many of the triangles are cut by a plane, or reach behind the eye.
fn random_case(random: &mut Rng) -> (Scene, View) {
    let coordinates: Vec<[f32; 3]> = (0..3).map(|_| (3.0 * vector(random)).as_vec3().to_array()).collect();
    let scale = DVec3::from_array(std::array::from_fn(|_| [-1.5, 0.5, 2.0][random.usize(0..3)]));
    let object = Object::new("one", mesh(&coordinates, &[[0, 1, 2]])).with_transform(DMat4::from_scale(scale));
    let mut camera = Camera::look_at(3.0 * vector(random), vector(random), vector(random));
    (camera.near, camera.far) = (0.2 + 2.0 * random.f64(), 3.0 + 4.0 * random.f64());
    camera.projection = projections(1.0 + 8.0 * random.f64())[random.usize(0..2)];
    camera.reversed_z = random.bool();
    if random.bool() && matches!(camera.projection, Projection::Perspective { .. }) {
        camera.far = f64::INFINITY;
    }
    (Scene::of(object), view(random, camera))
}

const ONLY: TriangleId = TriangleId { object: 0, triangle: 0 };

#[test]
fn pixels_beside_are_those_of_another_picture() {
    let mut random = seeded();
    let (mut beside, mut before, mut beyond, mut cut) = (0, 0, 0, 0);
    for _ in 0..ROUNDS {
        let (scene, view) = random_case(&mut random);
        let cursor = cursor(&mut random, &view);
        let picture = FlatPicture::new(&view);
        let world = corners(&scene, ONLY);
        let depths = world.map(|corner| picture.depth(corner));
        let outline = picture.outline(world);
        let why = ask(&scene, &view, cursor, &PickOptions::default(), ONLY);
        match why.reason {
            WhyNotReason::Beside { pixels, offset, of } => {
                let outline = outline.expect("something is left");
                let sample = picture.center(cursor);
                let (expected, _) = outline.distance(sample);
                let error = outline.error;
                assert!((pixels - expected).abs() <= error, "{why:?}: {expected} within {error}");
                assert!((offset.length() - pixels).abs() <= 2.0 * f64::EPSILON * pixels);
                assert!(outline.distance(sample - offset).0 <= error, "{why:?}: the nearest place is on the outline");
                let of_part = match of {
                    OutlinePart::Edge(edge) => from_line(outline.sides[usize::from(edge)].expect("an edge"), sample),
                    OutlinePart::Vertex(corner) => (picture.window(world[usize::from(corner)]) - sample).length(),
                    OutlinePart::NearCut => from_line(outline.sides[3].expect("a cut"), sample),
                    OutlinePart::FarCut => from_line(outline.sides[4].expect("a cut"), sample),
                };
                assert!((of_part - expected).abs() <= error, "{why:?}: that part is {of_part} away");
                cut += usize::from(matches!(of, OutlinePart::NearCut | OutlinePart::FarCut));
                beside += 1;
            }
            WhyNotReason::BeforeNear { distance: None, behind_eye } => {
                assert!(outline.is_none() && depths.iter().all(|&depth| depth < view.camera.near), "{depths:?}");
                let perspective = matches!(view.camera.projection, Projection::Perspective { .. });
                assert_eq!(behind_eye, perspective && depths.iter().all(|&depth| depth < 0.0));
                before += 1;
            }
            WhyNotReason::BeyondFar { distance: None } => {
                let seen = depths.iter().any(|&depth| view.camera.near < depth && depth < view.camera.far);
                assert!(outline.is_none() && !seen, "{depths:?}");
                beyond += 1;
            }
            _ => {}
        }
    }
    assert!([beside, before, beyond, cut].iter().all(|&n| n > ROUNDS / 200), "{beside} {before} {beyond} {cut}");
}

/// Squares of side 2 across the z axis, at these places, each of two triangles, fronts at larger z.
fn squares(places: &[f32]) -> Scene {
    let positions: Vec<[f32; 3]> =
        places.iter().flat_map(|&z| [[-1., -1., z], [1., -1., z], [1., 1., z], [-1., 1., z]]).collect();
    let square = |k: u32| [[4 * k, 4 * k + 1, 4 * k + 2], [4 * k, 4 * k + 2, 4 * k + 3]];
    Scene::of(Object::new("squares", mesh(&positions, &(0..places.len() as u32).flat_map(square).collect::<Vec<_>>())))
}

/// From (0.25, -0.5, 5) along -z; the middle pixel meets the first triangle of each square.
fn front_view(projection: Projection, near: f64, far: f64) -> View {
    let eye = DVec3::new(0.25, -0.5, 5.0);
    let camera = Camera { near, far, projection, ..Camera::look_at(eye, eye - DVec3::Z, DVec3::Y) };
    View::new(camera, FramebufferSize { width: 101, height: 101 })
}

const MIDDLE: CursorPosition = CursorPosition { x: 50.5, y: 50.5 };

fn middle(scene: &Scene, view: &View, triangle: u32) -> WhyNot {
    ask(scene, view, MIDDLE, &PickOptions::default(), TriangleId { object: 0, triangle })
}

#[test]
fn planes_moved_through_a_mesh_take_its_triangles_one_by_one() {
    let scene = squares(&[2.0, 0.0, -2.0]);
    let near_enough = |distance: f64, expected: f64| (distance - expected).abs() < 64.0 * f64::EPSILON;
    for projection in projections(4.0) {
        for (near, far) in [(1.0, 10.0), (4.0, 10.0), (6.0, 10.0), (8.0, 10.0), (1.0, 2.0), (1.0, 4.0), (1.0, 6.0)] {
            let view = front_view(projection, near, far);
            let mut seen = 0;
            for (k, depth) in [3.0, 5.0, 7.0].into_iter().enumerate() {
                match middle(&scene, &view, 2 * k as u32).reason {
                    WhyNotReason::BeforeNear { distance: Some(distance), behind_eye: false } => {
                        assert!(near_enough(distance, near - depth) && depth < near, "{distance}");
                    }
                    WhyNotReason::BeyondFar { distance: Some(distance) } => {
                        assert!(near_enough(distance, depth - far) && far < depth, "{distance}");
                    }
                    reason => {
                        assert!(near < depth && depth < far);
                        assert_eq!(reason == WhyNotReason::Hit, seen == 0, "{reason:?}");
                        seen += 1;
                    }
                }
                // The square's other triangle is passed by, between the planes or not.
                match middle(&scene, &view, 2 * k as u32 + 1).reason {
                    WhyNotReason::BeforeNear { distance: None, behind_eye: false } => assert!(depth < near),
                    WhyNotReason::BeyondFar { distance: None } => assert!(far < depth),
                    WhyNotReason::Beside { of: OutlinePart::Edge(0), .. } => assert!(near < depth && depth < far),
                    reason => panic!("{reason:?}"),
                }
            }
        }
    }
}

#[test]
fn what_the_near_plane_cut_away_is_told_with_the_hit_and_what_is_behind_the_eye_is_not() {
    let scene = squares(&[7.0, 4.0, 3.0, 0.0]);
    for projection in projections(4.0) {
        let view = front_view(projection, 2.5, 10.0);
        let why = middle(&scene, &view, 6);
        let cut = why.cut_away.expect("a triangle is cut away");
        assert_eq!((why.reason, cut.id.triangle), (WhyNotReason::Hit, 4));
        assert!((cut.distance - 0.5).abs() < 64.0 * f64::EPSILON);

        let only_behind = squares(&[7.0, 0.0]);
        let why = middle(&only_behind, &view, 2);
        let perspective = matches!(projection, Projection::Perspective { .. });
        assert_eq!((why.reason, why.cut_away.is_none()), (WhyNotReason::Hit, perspective));
        assert!(matches!(
            middle(&only_behind, &view, 0).reason,
            WhyNotReason::BeforeNear { distance: Some(_), behind_eye } if behind_eye == perspective
        ));
        // What lies about the near plane is picked or cut away, never both nor neither.
        for z in [2.5_f32.next_down(), 2.5, 2.5_f32.next_up()] {
            let scene = squares(&[z, 0.0]);
            let hit = pick(&scene, &view, MIDDLE, &PickOptions::default()).expect("a hit");
            assert_eq!(middle(&scene, &view, 2).cut_away.is_some(), hit.triangle == 2, "{z}");
        }
    }

    // From behind, backs are seen: where they are culled the near plane takes nothing away.
    let mut view = front_view(projections(4.0)[0], 2.5, 10.0);
    (view.camera.eye, view.camera.target) = (DVec3::new(0.25, -0.5, -5.0), DVec3::new(0.25, -0.5, 0.0));
    let scene = squares(&[0.0, -3.0]);
    for (mirrored, culling, side) in [
        (false, Culling::Back, Side::Back),
        (true, Culling::Front, Side::Front),
        (true, Culling::Back, Side::Front),
        (false, Culling::Front, Side::Back),
    ] {
        let culled = PickOptions { culling, ..PickOptions::default() };
        let is_culled = (side == Side::Back) == (culling == Culling::Back);
        let placed = if mirrored { DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0)) } else { DMat4::IDENTITY };
        let scene = Scene::of(scene.objects()[0].clone().with_transform(placed));
        let hit = pick(&scene, &view, MIDDLE, &PickOptions::default()).expect("a hit").id();
        let reason = ask(&scene, &view, MIDDLE, &culled, hit);
        let expected = if is_culled { WhyNotReason::Culled { side } } else { WhyNotReason::Hit };
        assert_eq!((reason.reason, reason.cut_away.is_some()), (expected, !is_culled));
    }
}

#[test]
fn equal_triangles_are_told_apart_by_their_number() {
    let square = squares(&[0.0]).remove(0);
    let scene = Scene::from(vec![square.clone(), square]);
    for projection in projections(4.0) {
        let view = front_view(projection, 1.0, 10.0);
        let why = ask(&scene, &view, MIDDLE, &PickOptions::default(), TriangleId { object: 1, ..ONLY });
        assert_eq!(why.reason, WhyNotReason::Nearer { triangle: ONLY, distance: 0.0 });
    }
}

#[test]
fn what_cannot_be_hit_is_told_why() {
    let flat = mesh(
        &[[0., 0., 0.], [1., 1., 0.], [3., 3., 0.], [0.25, -0.5, 0.], [0.25, -0.5, 2.], [0.25, 9., 1.], [0.5, 0., 0.]],
        &[[0, 1, 2], [3, 4, 5], [4, 3, 5]],
    );
    let aside = DMat4::from_translation(DVec3::X);
    let scene = Scene::from(vec![
        Object::new("flat", flat.clone()),
        Object::new("aside", flat.clone()).with_transform(aside),
        Object { visible: false, ..Object::new("hidden", flat.clone()) },
        Object { hidden: [1].into_iter().collect(), ..Object::new("in part", flat.clone()) },
        Object::new("flattened", flat).with_transform(DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0))),
    ]);
    let view = front_view(projections(4.0)[1], 1.0, 10.0);
    let ask_at = |cursor, object, triangle| {
        why_not(&scene, &view, cursor, &PickOptions::default(), TriangleId { object, triangle })
    };
    let reason = |object, triangle| ask_at(MIDDLE, object, triangle).expect("a triangle").reason;
    assert_eq!(reason(0, 0), WhyNotReason::NoArea);
    assert_eq!(reason(0, 1), WhyNotReason::Parallel { in_plane: true });
    assert_eq!(reason(1, 1), WhyNotReason::Parallel { in_plane: false });
    assert_eq!(reason(2, 0), WhyNotReason::Unpickable { why: Unpickable::Hidden });
    assert_eq!((reason(3, 0), reason(3, 1)), (WhyNotReason::NoArea, WhyNotReason::Hidden));
    assert_eq!(reason(4, 0), WhyNotReason::Unpickable { why: Unpickable::SingularTransform });
    assert_eq!((ask_at(MIDDLE, 0, 3), ask_at(MIDDLE, 5, 0)), (None, None));
    let outside = ask_at(CursorPosition { x: 101.0, y: 5.0 }, 0, 0).expect("a triangle");
    assert_eq!(outside.reason, WhyNotReason::NoRay { why: NoRay::OutsideViewport });
}

#[test]
fn no_triangle_seen_is_nearer_in_pixels_than_the_nearest() {
    let mut random = seeded();
    let (mut misses, mut hits) = (0, 0);
    for round in 0..ROUNDS / 5 {
        let mut camera = Camera::look_at(4.0 * vector(&mut random), vector(&mut random), DVec3::Y);
        (camera.near, camera.far) = (0.5 + random.f64(), 6.0);
        camera.projection = projections(6.0)[round % 2];
        let view = View::new(camera, FramebufferSize { width: 120, height: 90 });
        let cursor = cursor(&mut random, &view);
        let mask = [u32::MAX, 1, 2][random.usize(0..3)];
        let options = PickOptions { culling: CULLINGS[random.usize(0..3)], mask, ..PickOptions::default() };
        let mut scene = cube_and_ring();
        scene.object_mut(0).visible = random.bool();
        (0..2).for_each(|object| scene.object_mut(object).mask = random.u32(1..4));
        scene.object_mut(1).hidden = (0..random.u32(1..99)).step_by(2).collect();

        let found = nearest_in_pixels(&scene, &view, cursor, &options);
        if let Some(hit) = pick(&scene, &view, cursor, &options) {
            assert_eq!(found, Some(hit.id()));
            hits += 1;
            continue;
        }
        let picture = FlatPicture::new(&view);
        let sample = picture.center(cursor);
        // Of the front: the eye is on the side from which the corners run counter-clockwise in the world's picture.
        let shows_front = |[a, b, c]: [DVec3; 3]| {
            let from = if round % 2 == 0 { a - camera.eye } else { camera.target - camera.eye };
            (b - a).cross(c - a).dot(from) < 0.0
        };
        let is_pickable = |id: &TriangleId| {
            let object = &scene.objects()[id.object as usize];
            object.visible && object.mask & mask != 0 && !object.hidden.contains(id.triangle)
        };
        let seen = triangles(&scene).filter(is_pickable);
        let shown = |id: &TriangleId| {
            options.culling == Culling::None || shows_front(corners(&scene, *id)) == (options.culling == Culling::Back)
        };
        let distances = seen.filter(shown).filter_map(|id| Some((picture.outline(corners(&scene, id))?, id)));
        let distances: Vec<_> =
            distances.map(|(outline, id)| (outline.distance(sample).0, outline.error, id)).collect();
        let least = distances.iter().map(|(distance, error, _)| distance + error).fold(f64::INFINITY, f64::min);
        match found {
            None => assert!(distances.is_empty()),
            Some(found) => {
                let (distance, error, _) = distances.iter().find(|(_, _, id)| *id == found).expect("it is seen");
                assert!(distance - error <= least, "{found:?} is {distance} away, another {least}");
            }
        }
        misses += 1;
    }
    assert!(misses > ROUNDS / 50 && hits > ROUNDS / 50, "{misses} misses, {hits} hits");
}

#[test]
fn at_a_silhouette_the_front_is_nearest_and_the_reason_names_its_edge() {
    let cube = Scene::of(Object::new("cube", Sample::Cube.mesh().expect("a cube").into()));
    let camera = Camera { near: 1.0, far: 20.0, ..Camera::look_at(DVec3::new(3.0, 2.0, 6.0), DVec3::ZERO, DVec3::Y) };
    let view = View::new(camera, FramebufferSize { width: 200, height: 200 });
    for y in 0..200 {
        let cursor = CursorPosition { x: 20.5, y: f64::from(y) + 0.5 };
        let options = PickOptions::default();
        let id = nearest_in_pixels(&cube, &view, cursor, &options).expect("a triangle");
        let [a, b, c] = corners(&cube, id);
        assert!((b - a).cross(c - a).dot(camera.eye - a) > 0.0, "{id:?} shows its back");
        let why = ask(&cube, &view, cursor, &options, id);
        assert!(matches!(why.reason, WhyNotReason::Beside { .. }), "{why}");
        let of_front = PickOptions { culling: Culling::Back, ..options };
        assert_eq!(nearest_in_pixels(&cube, &view, cursor, &of_front), Some(id));
    }
}

#[test]
fn the_search_for_the_nearest_can_be_stopped_and_tells_how_far_it_is() {
    let view = front_view(projections(4.0)[0], 1.0, 10.0);
    let (progress, corner) = (Progress::default(), CursorPosition { x: 0.0, y: 0.0 });
    let search = || nearest_in_pixels_with(&squares(&[0.0]), &view, corner, &PickOptions::default(), &progress);
    assert!(search().is_ok_and(|found| found.is_some()));
    assert_eq!(progress.fraction(), 1.0);
    progress.cancel();
    assert_eq!(search(), Err(Cancelled));
}
