//! Snapping: the nearest visible corner or edge is that of a search through all of them in rationals.

mod oracle;

use crate::random_views::around;
use crate::*;
use oracle::{Candidate, Oracle, Seen};
use pickray::geometry::Feature;
use pickray::math::PixelSample;
use pickray::mesh::TriangleSet;
use pickray::pick::{Features, NearestFeature, nearest_feature};

/// Number of searches: some 30 ms each.
const ROUNDS: usize = 120;

const CORNERS: Features = Features { corners: true, edges: false };
const EDGES: Features = Features { corners: false, edges: true };

/// Counts of what the searches found, so that no test is about nothing.
#[derive(Debug, Default)]
struct Found {
    corners: u32,
    edges: u32,
    nothing: u32,
    hidden: u32,
    tied: u32,
}

/// Holds an answer against all features, and adds to the counts.
fn check(case: &Case, is_exact: bool, counts: &mut Found) {
    let Case { scene, view, cursor, radius, features, options } = case;
    let found = nearest_feature(scene, view, *cursor, *radius, *features, options);
    // An edge that the disc cuts off has a length by which divisions round.
    let is_exact = is_exact && found.is_none_or(|it| (1024.0 * it.point_world).fract() == DVec3::ZERO);
    let oracle = Oracle::new(scene, view, *cursor, options, is_exact);
    let kinds = [
        features.corners.then_some([0, 1, 2].map(Feature::Vertex)),
        features.edges.then_some([0, 1, 2].map(Feature::Edge)),
    ];
    for kind in kinds.into_iter().flatten() {
        let candidates = oracle.candidates(kind, *radius);
        counts.hidden += candidates.iter().filter(|it| it.seen == Seen::No).count() as u32;
        let of_kind = found.filter(|found| kind.contains(&found.feature));
        match of_kind {
            Some(found) => check_found(case, &found, &candidates, is_exact, counts),
            None => {
                let missed = candidates.iter().find(|it| it.seen == Seen::Yes && it.pixels() < radius * (1.0 - 1e-9));
                let missed = missed.map(|it| (it.id, it.feature, it.pixels()));
                assert_eq!(missed, None, "{found:?} {view:?} {cursor:?} {radius} {options:?}");
            }
        }
        if let Some(found) = of_kind {
            match found.feature {
                Feature::Vertex(_) => counts.corners += 1,
                _ => counts.edges += 1,
            }
            return;
        }
    }
    assert_eq!(found, None);
    counts.nothing += 1;
}

fn check_found(case: &Case, found: &NearestFeature, candidates: &[Candidate], is_exact: bool, counts: &mut Found) {
    let Case { scene, view, cursor, .. } = case;
    let is_found = |it: &&Candidate| (it.id, it.feature) == (found.triangle, found.feature);
    let of_found = candidates.iter().find(is_found).unwrap_or_else(|| panic!("not within the radius: {found:?}"));
    assert!(of_found.seen != Seen::No, "it is hidden: {found:?} {view:?} {cursor:?}");
    let error = 1e-9 * (1.0 + found.pixels);
    assert!((of_found.pixels() - found.pixels).abs() <= error, "{} is not {found:?}", of_found.pixels());

    // The place on the triangle.
    let object = &scene.objects()[found.triangle.object as usize];
    let corners = object.mesh.triangle(found.triangle.triangle).corners();
    let sum: DVec3 = (0..3).map(|k| found.weights[k] * corners[k]).sum();
    assert!((sum - found.point_object).length() < 1e-12, "{found:?}");
    assert_eq!(object.world_from_object.transform_point3(found.point_object), found.point_world);
    match found.feature {
        Feature::Vertex(k) => assert_eq!(found.point_object, corners[usize::from(k)]),
        Feature::Edge(k) => assert!(found.weights[(usize::from(k) + 2) % 3] == 0.0, "{found:?}"),
        Feature::Face => panic!("{found:?}"),
    }
    let seen = view.cursor_from_world(found.point_world).expect("before the eye");
    let sample = if case.options.sample == PixelSample::Center { 0.5 } else { 0.0 };
    let place = CursorPosition::new(cursor.x.floor() + sample, cursor.y.floor() + 1.0 - sample);
    assert!((seen.distance(place) - found.pixels).abs() < 1e-6, "{found:?} is seen at {seen:?}");

    for other in candidates.iter().filter(|it| it.seen == Seen::Yes) {
        assert!(other.pixels() >= found.pixels - error, "{:?} is nearer than {found:?}, {view:?}", other.id);
        let is_shared = ends(case, other.id, other.feature) == ends(case, found.triangle, found.feature);
        let can_tie = is_exact || other.id.object == found.triangle.object && is_shared;
        if can_tie && other.squared == of_found.squared && !is_found(&other) {
            counts.tied += 1;
            let is_lower = (other.id, other.feature) < (found.triangle, found.feature);
            assert!(!is_lower || of_found.squared.to_f64() != other.squared.to_f64(), "{:?} ties {found:?}", other.id);
        }
    }
}

/// Returns the corner, or both ends of the edge, in an order of their own.
fn ends(case: &Case, id: TriangleId, feature: Feature) -> Vec<[f64; 3]> {
    let corners = case.scene.objects()[id.object as usize].mesh.triangle(id.triangle).corners();
    let of_feature: &[u8] = match feature {
        Feature::Vertex(k) => &[k],
        Feature::Edge(k) => &[k, (k + 1) % 3],
        Feature::Face => &[0, 1, 2],
    };
    let mut ends: Vec<_> = of_feature.iter().map(|k| corners[usize::from(*k)].to_array()).collect();
    ends.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
    ends
}

struct Case {
    scene: Scene,
    view: View,
    cursor: CursorPosition,
    radius: f64,
    features: Features,
    options: PickOptions,
}

/// Triangles over some of a few corners, a part of them without area, a part of them equal.
fn soup(random: &mut Rng, n: usize) -> Arc<Mesh> {
    let n_corners = random.usize(4..12);
    let positions: Vec<[f32; 3]> =
        (0..n_corners).map(|_| std::array::from_fn(|_| f32::from(random.i8(-8..=8)) / 8.0)).collect();
    let mut triangles: Vec<[u32; 3]> =
        (0..n).map(|_| std::array::from_fn(|_| random.u32(0..n_corners as u32))).collect();
    triangles.push(triangles[0]);
    Arc::new(Mesh::from_triangles(positions, triangles).expect("a mesh"))
}

/// Two triangles that fill a square of the plane z = 0.
fn wall() -> Arc<Mesh> {
    let corners = vec![[-1.5, -1.5, 0.0], [1.5, -1.5, 0.0], [1.5, 1.5, 0.0], [-1.5, 1.5, 0.0]];
    Arc::new(Mesh::from_triangles(corners, vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh"))
}

fn random_object(random: &mut Rng) -> Object {
    let mesh = if random.u8(0..4) == 0 { wall() } else { soup(random, 10) };
    let hidden: TriangleSet = (0..mesh.n_triangles() as u32).filter(|_| random.u8(0..8) == 0).collect();
    let turn = turn(random);
    let scale = DVec3::new(1.0, 0.5 + random.f64(), if random.bool() { 1.0 } else { -0.7 });
    let transform = match random.u8(0..4) {
        0 => DMat4::IDENTITY,
        1 => DMat4::from_translation(vector(random)),
        _ => DMat4::from_scale_rotation_translation(scale, turn, vector(random)),
    };
    let object = Object::new("", mesh).with_transform(transform);
    Object { hidden, visible: random.u8(0..8) != 0, mask: [1, 3, 6][random.usize(0..3)], ..object }
}

fn random_view(random: &mut Rng) -> View {
    let viewport = Viewport { x: random.i32(-4..8), y: random.i32(-4..8), width: 60, height: 44 };
    let (point, distance) = (0.3 * vector(random), 1.0 + 3.0 * random.f64());
    around(random, point, distance, (viewport, FramebufferSize::new(70, 50)))
}

fn random_case(random: &mut Rng) -> Case {
    let n = random.usize(1..8);
    let view = random_view(random);
    let x = view.viewport.x + random.i32(0..view.viewport.width);
    let y = view.framebuffer.height as i32 - 1 - view.viewport.y - random.i32(0..view.viewport.height);
    Case {
        scene: (0..n).map(|_| random_object(random)).collect(),
        view,
        cursor: CursorPosition::new(f64::from(x) + random.f64(), f64::from(y) + random.f64()),
        radius: [3.0, 7.0, 12.0][random.usize(0..3)],
        features: [Features::default(), CORNERS, EDGES][random.usize(0..3)],
        options: PickOptions {
            culling: [Culling::None, Culling::None, Culling::Back, Culling::Front][random.usize(0..4)],
            sample: [PixelSample::Center, PixelSample::Corner][random.usize(0..2)],
            mask: [1, 2, u32::MAX][random.usize(0..3)],
        },
    }
}

#[test]
fn the_nearest_visible_feature_is_that_of_all_features_in_rationals() {
    let mut random = seeded();
    let mut found = Found::default();
    for _ in 0..ROUNDS {
        check(&random_case(&mut random), false, &mut found);
    }
    println!("{found:?}");
    let Found { corners, edges, nothing, hidden, tied } = found;
    assert!(corners > 5 && edges > 8 && nothing > 8 && hidden > 60 && tied > 10);
}

/// Grids, walls and spikes in whole eighths, seen from above by a camera whose numbers are powers of two.
fn exact_case(random: &mut Rng) -> Case {
    let grid = |random: &mut Rng, step: f32, height: f32| {
        let positions = (0..25).map(|i| [(i % 5) as f32 * step - 2.0, (i / 5) as f32 * step - 2.0, height]).collect();
        let quad = |i: u32| [[i, i + 1, i + 5], [i + 1, i + 6, i + 5]];
        let triangles = (0..20).filter(|i| i % 5 < 4).flat_map(quad).filter(|_| random.u8(0..5) != 0).collect();
        Mesh::from_triangles(positions, triangles).expect("a mesh")
    };
    let n = random.usize(1..6);
    let object = |random: &mut Rng| {
        let (step, height) = ([0.5, 1.0][random.usize(0..2)], f32::from(random.i8(-2..=2)));
        let moved = DVec3::new(0.5 * f64::from(random.i8(-2..=2)), 0.0, 0.0);
        Object::new("", grid(random, step, height).into()).with_transform(DMat4::from_translation(moved))
    };
    let mut camera = Camera::look_at(DVec3::new(0.0, 0.0, 8.0), DVec3::ZERO, DVec3::Y);
    camera.projection = Projection::Orthographic { height: 8.0 };
    (camera.near, camera.far) = (2.0, 18.0);
    let cursor = CursorPosition::new(f64::from(random.u8(0..64)), f64::from(random.u8(0..64)));
    Case {
        scene: (0..n).map(|_| object(random)).collect(),
        view: View::new(camera, FramebufferSize::new(64, 64)),
        cursor,
        radius: [2.0, 4.0, 12.0][random.usize(0..3)],
        features: [Features::default(), CORNERS, EDGES][random.usize(0..3)],
        options: PickOptions {
            sample: PixelSample::Corner,
            culling: [Culling::None, Culling::Back][random.usize(0..2)],
            mask: u32::MAX,
        },
    }
}

#[test]
fn of_equally_near_features_the_first_visible_one_counts() {
    let mut random = seeded();
    let mut found = Found::default();
    for _ in 0..ROUNDS / 2 {
        check(&exact_case(&mut random), true, &mut found);
    }
    println!("{found:?}");
    assert!(found.corners > 3 && found.edges > 1 && found.hidden > 30 && found.tied > 8);
}
