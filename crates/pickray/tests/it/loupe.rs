//! A triangle seen through a pixel, against exact arithmetic and a picture made another way.

use crate::flat_picture::FlatPicture;
use crate::rational::{Volumes, sign};
use crate::*;
use pickray::intersect::{RayTriangleOutcome, moller_trumbore};
use pickray::math::predicates::Sign;
use pickray::pick::explain::{FailedTest, Loupe, MollerTrumboreSteps, loupe};
use pickray::pick::pick;

const ROUNDS: usize = 1000;

const ID: TriangleId = TriangleId { object: 0, triangle: 0 };

fn scene(positions: [DVec3; 3], world_from_object: DMat4) -> Scene {
    let positions = positions.map(|p| p.as_vec3().to_array()).to_vec();
    let mesh = Mesh::from_triangles(positions, vec![[0, 1, 2]]).expect("a mesh");
    Scene::of(Object::new("one", mesh.into()).with_transform(world_from_object))
}

fn view(random: &mut Rng) -> View {
    let mut camera = Camera::look_at(4.0 * vector(random), vector(random), vector(random));
    (camera.near, camera.far, camera.reversed_z) = (0.3, 20.0, random.bool());
    if random.bool() {
        camera.projection = Projection::Orthographic { height: 1.0 + 4.0 * random.f64() };
    }
    View::new(camera, FramebufferSize { width: 80, height: 60 })
}

#[test]
fn every_number_is_that_of_the_paper_and_the_decision_that_of_exact_arithmetic() {
    let mut random = seeded();
    let (mut hits, mut failed_in_f32) = (0, 0);
    for _ in 0..ROUNDS {
        let placed = DMat4::from_scale(DVec3::new([-1.0, 1.0][random.usize(0..2)], 2.0, 0.7));
        let scene = scene([3.0 * vector(&mut random), vector(&mut random), vector(&mut random)], placed);
        let view = view(&mut random);
        let cursor = CursorPosition { x: 80.0 * random.f64(), y: 60.0 * random.f64() };
        let culling = [Culling::None, Culling::Back, Culling::Front][random.usize(..3)];
        let options = PickOptions { culling, ..PickOptions::default() };
        let loupe = loupe(&scene, &view, cursor, &options, ID).expect("a triangle");
        let (ray, corners) = (loupe.local_ray, loupe.test.corners);

        // The steps by the paper's formulas; in f32 the ray is another one, that of its rounded points.
        let [a, b, c] = corners;
        let MollerTrumboreSteps { e1, e2, d, t_vec, p, q, det, u_det, v_det, t_det, u, v, t, .. } = loupe.in_f64;
        assert_eq!([e1, e2, d, t_vec], [b - a, c - a, ray.target - ray.origin, ray.origin - a]);
        assert_eq!([p, q], [d.cross(e2), t_vec.cross(e1)]);
        assert_eq!([det, u_det, v_det, t_det], [p.dot(e1), p.dot(t_vec), q.dot(d), q.dot(e2)]);
        assert_eq!([u, v, t], [u_det, v_det, t_det].map(|product| Some(product / det)));
        let [from, to] = [ray.origin, ray.target].map(|point| point.as_vec3());
        let [a, b, c] = corners.map(|corner| corner.as_vec3());
        let MollerTrumboreSteps { e1, e2, d, t_vec, p, q, det, u_det, v_det, t_det, u, v, t, .. } = loupe.in_f32;
        assert_eq!([e1, e2, d, t_vec], [b - a, c - a, to - from, from - a]);
        assert_eq!([p, q], [d.cross(e2), t_vec.cross(e1)]);
        assert_eq!([det, u_det, v_det, t_det], [p.dot(e1), p.dot(t_vec), q.dot(d), q.dot(e2)]);
        assert_eq!([u, v, t], [u_det, v_det, t_det].map(|product| Some(product / det)));
        failed_in_f32 += usize::from(loupe.in_f32.failed.is_some());

        // The decision, the weights, and the test that failed.
        let report = loupe.test.report;
        let volumes = Volumes::new(ray.origin, ray.target, corners);
        let signs = [&volumes.det, &volumes.u, &volumes.v].map(sign);
        assert_eq!(report.signs[..3].iter().map(|&s| s as i32).collect::<Vec<_>>(), signs);
        let one = rational(1.0);
        let [u, v] = [&volumes.u, &volumes.v].map(|x| x / &volumes.det);
        let weights = [&one - &u - &v, u, v];
        for (got, expected) in loupe.weights.expect("a point of the plane").into_iter().zip(&weights) {
            let bound = rational(3.0 * f64::EPSILON / 2.0) * expected.abs();
            assert!((rational(got) - expected).abs() <= bound, "{got} is not {expected}");
        }
        let in_f64 = moller_trumbore(&ray, &Triangle::new(corners[0], corners[1], corners[2]), Culling::None);
        assert_eq!(loupe.in_f64.failed.is_none(), in_f64.is_some());
        let is_hit = matches!(report.outcome, RayTriangleOutcome::Hit(hit) if hit.t <= 1.0);
        assert_eq!(is_hit, pick(&scene, &view, cursor, &options).is_some());
        hits += usize::from(is_hit);
    }
    assert!(hits > ROUNDS / 50 && failed_in_f32 > ROUNDS / 50, "{hits} hits, {failed_in_f32} misses");
}

#[test]
fn the_picture_is_that_of_similar_triangles() {
    let mut random = seeded();
    let (mut seen, mut inside) = (0, 0);
    for _ in 0..ROUNDS {
        let scene = scene([3.0 * vector(&mut random), vector(&mut random), vector(&mut random)], DMat4::IDENTITY);
        let mut view = view(&mut random);
        // The picture's own planes cut nothing before the eye.
        let perspective = matches!(view.camera.projection, Projection::Perspective { .. });
        (view.camera.near, view.camera.far) = if perspective { (1e-3, 50.0) } else { (-50.0, 50.0) };
        let cursor = CursorPosition { x: 80.0 * random.f64(), y: 60.0 * random.f64() };
        let loupe = loupe(&scene, &view, cursor, &PickOptions::default(), ID).expect("a triangle");
        let text = serde_json::to_string(&loupe).expect("JSON");
        assert_eq!(serde_json::from_str::<Loupe>(&text).expect("the same"), loupe);

        let picture = FlatPicture::new(&view);
        let sample = picture.center(cursor);
        assert_eq!((loupe.sample, loupe.pixel), (sample, [sample - 0.5, sample + 0.5]));
        let world = scene.objects()[0].triangle_in_world(0).corners();
        let depths = world.map(|corner| picture.depth(corner));
        let Some(got) = loupe.in_window else {
            assert!(perspective && depths.iter().any(|&depth| depth <= 0.0), "{depths:?}");
            continue;
        };
        seen += 1;
        let Some(outline) = picture.outline(world).filter(|_| depths.iter().all(|&depth| depth > view.camera.near))
        else {
            continue;
        };
        let corners = world.map(|corner| picture.window(corner));
        for (got, expected) in got.corners.into_iter().zip(corners) {
            assert!((got - expected).length() <= outline.error, "{got} is not {expected}");
        }
        let [a, b, c] = corners;
        // The height over an edge moves with the ends, the more the farther beyond them the sample is.
        let span = corners.map(|corner| (corner - sample).length()).into_iter().fold(0.0, f64::max);
        for (k, [p, q, third]) in [[b, c, a], [c, a, b], [a, b, c]].into_iter().enumerate() {
            let normal = DVec2::new(p.y - q.y, q.x - p.x).normalize();
            let (height, of_third) = (normal.dot(sample - p), normal.dot(third - p));
            let expected = if of_third < 0.0 { -height } else { height };
            let error = 4.0 * outline.error * (1.0 + span / (q - p).length());
            if of_third.abs() > error {
                let got = got.edge_distances[k];
                assert!((got - expected).abs() <= error, "{got} is not {expected}");
            }
        }
        let sum: f64 = got.areas.iter().sum();
        let rounding = 16.0 * f64::EPSILON * span * span;
        assert!((sum - got.area).abs() <= rounding, "{sum} is not {}", got.area);
        inside += usize::from(got.areas.iter().all(|&area| area > 0.0));

        // Through parallel lines of sight areas keep their ratios.
        let error = 16.0 * (outline.error + f64::EPSILON * span) * (1.0 + span) * (1.0 + span / got.area) / got.area;
        if !perspective {
            let pairs = got.weights.expect("an area").into_iter().zip(loupe.weights.expect("a point"));
            for (in_window, on_plane) in pairs {
                assert!((in_window - on_plane).abs() <= error, "{in_window} is not {on_plane} within {error}");
            }
        }
    }
    assert!(seen > ROUNDS / 4 && inside > ROUNDS / 100, "{seen} seen, {inside} inside");
}

#[test]
fn each_test_of_the_paper_fails_where_it_should() {
    let eye = DVec3::new(0.0, 0.0, 5.0);
    let camera = Camera { near: 1.0, far: 9.0, ..Camera::look_at(eye, DVec3::ZERO, DVec3::Y) };
    let view = View::new(camera, FramebufferSize { width: 101, height: 101 });
    let failed = |corners: [[f64; 3]; 3]| {
        let scene = scene(corners.map(DVec3::from_array), DMat4::IDENTITY);
        let middle = CursorPosition { x: 50.5, y: 50.5 };
        let loupe = loupe(&scene, &view, middle, &PickOptions::default(), ID).expect("a triangle");
        assert_eq!(loupe.in_f64.failed, loupe.in_f32.failed);
        assert_eq!(loupe.in_f64.failed.is_none(), matches!(loupe.test.report.outcome, RayTriangleOutcome::Hit(_)));
        assert_eq!(loupe.test.report.signs[0] == Sign::Zero, loupe.weights.is_none());
        loupe.in_f64.failed
    };
    let moved = |x: f64, y: f64, z: f64| failed([[x, y, z], [x + 1.0, y, z], [x, y + 1.0, z]]);
    assert_eq!(moved(-0.25, -0.25, 0.0), None);
    assert_eq!(moved(0.25, -0.25, 0.0), Some(FailedTest::UBelowZero));
    assert_eq!(moved(-1.25, -0.25, 0.0), Some(FailedTest::UAboveOne));
    assert_eq!(moved(-0.25, 0.25, 0.0), Some(FailedTest::VBelowZero));
    assert_eq!(moved(-0.75, -0.75, 0.0), Some(FailedTest::UPlusVAboveOne));
    assert_eq!(moved(-0.25, -0.25, 4.5), Some(FailedTest::TBelowZero));
    assert_eq!(failed([[0.5, 0.0, 0.0], [0.5, 1.0, 0.0], [0.5, 0.0, 1.0]]), Some(FailedTest::DetIsZero));
}

#[test]
fn there_is_no_loupe_where_there_is_no_triangle_or_no_ray() {
    let mut random = Rng::with_seed(1);
    let (mut scene, view) = (scene([DVec3::ZERO, DVec3::X, DVec3::Y], DMat4::IDENTITY), view(&mut random));
    let through =
        |scene: &Scene, x: f64, id| loupe(scene, &view, CursorPosition { x, y: 5.0 }, &PickOptions::default(), id);
    assert!(through(&scene, 5.0, ID).is_some() && through(&scene, 80.0, ID).is_none());
    assert!(through(&scene, 5.0, TriangleId { triangle: 1, ..ID }).is_none());
    assert!(through(&scene, 5.0, TriangleId { object: 1, ..ID }).is_none());
    scene.object_mut(0).visible = false;
    assert!(through(&scene, 5.0, ID).is_none());
}
